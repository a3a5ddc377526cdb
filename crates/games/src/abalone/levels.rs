//! How strong opponents are; `docs/web.md` says how it was measured.

use melee_core::levels::{Ladder, rung};

/// By the number of players.
pub(super) const LADDERS: &[(usize, Ladder)] = &[(
    2,
    [
        rung(30, 100),
        rung(13, 100),
        rung(3, 100),
        rung(0, 220),
        rung(0, 690),
        rung(0, 1_800),
        rung(0, 4_200),
        rung(0, 10_000),
    ],
)];
