//! Isolation, a game for two to four that Melee does not have, and a search for any game.
//!
//! * [`Isolation`]: rules (`game.rs`), text (`notation.rs`), board (`drawing.rs`), what it knows about
//!   itself (`knowledge.rs`), what a network sees of it (`inputs.rs`) and what is said about it (`description.rs`);
//! * [`NarrowSearch`]: a search that tries only the most promising moves.

mod description;
mod drawing;
mod game;
mod inputs;
mod knowledge;
mod narrow;
mod notation;

pub use game::{Board, Isolation, Square, Walk};
pub use knowledge::{Evaluation, Insight};
pub use narrow::NarrowSearch;
