//! How strong opponents are; `docs/web.md` says how it was measured.

use melee_core::levels::{Ladder, rung};

/// By the number of players.
pub(super) const LADDERS: &[(usize, Ladder)] = &[(
    2,
    [
        rung(52, 100),
        rung(30, 100),
        rung(0, 110),
        rung(0, 230),
        rung(0, 480),
        rung(0, 1_000),
        rung(0, 3_200),
        rung(0, 10_000),
    ],
)];
