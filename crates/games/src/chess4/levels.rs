//! How strong opponents are; `docs/web.md` says how it was measured.

use melee_core::levels::{Ladder, rung};

/// By the number of players.
pub(super) const LADDERS: &[(usize, Ladder)] = &[(
    4,
    [
        rung(85, 100),
        rung(47, 100),
        rung(28, 100),
        rung(12, 100),
        rung(4, 100),
        rung(0, 2_000),
        rung(0, 3_400),
        rung(0, 6_000),
    ],
)];
