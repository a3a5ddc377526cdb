//! PGN4: games as chess servers record them.
//!
//! `1. h2-h3 .. b7-c7 .. g13-g12 .. m8-l8`, a line a round, after tags such as `[Variant "FFA"]`. What
//! these rules add to the format: `S` is a forced pass, `#` on a move says whose king hangs after it, and
//! the comment `{ e.p. }` marks a capture that takes a pawn in passing as well as the piece on its
//! target. Paderborn games say so in the tag `RuleVariants`.

mod read;
mod write;

pub(super) use read::read;
pub(super) use write::write;

/// The comment behind a double capture.
const IN_PASSING: &str = "e.p.";

/// The start of the game where a record names none.
const STANDARD: &str = "4PC";
