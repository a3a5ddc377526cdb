//! How strong opponents are; `docs/web.md` says how it was measured.

use melee_core::levels::{Ladder, rung};

/// By the number of players.
pub(super) const LADDERS: &[(usize, Ladder)] = &[(
    2,
    [
        rung(65, 100),
        rung(9, 100),
        rung(0, 150),
        rung(0, 620),
        rung(0, 2_200),
        rung(0, 7_100),
        rung(0, 22_000),
        rung(0, 70_000),
    ],
)];
