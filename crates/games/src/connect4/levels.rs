//! How strong opponents are; `docs/web.md` says how it was measured.

use melee_core::levels::{Ladder, rung};

/// By the number of players.
pub(super) const LADDERS: &[(usize, Ladder)] = &[(
    2,
    [
        rung(85, 100),
        rung(59, 100),
        rung(31, 100),
        rung(11, 100),
        rung(0, 200),
        rung(0, 1_000),
        rung(0, 10_000),
        rung(0, 100_000),
    ],
)];
