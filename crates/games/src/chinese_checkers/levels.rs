//! How strong opponents are; `docs/web.md` says how it was measured.

use melee_core::levels::{Ladder, SAMPLED, rung};

/// By the number of players.
pub(super) const LADDERS: &[(usize, Ladder)] = &[
    (
        2,
        [
            rung(24, 100),
            rung(18, 100),
            rung(12, 100),
            rung(7, 100),
            rung(2, 100),
            rung(0, 180),
            rung(0, 420),
            rung(0, 1_000),
        ],
    ),
    (
        3,
        [
            rung(42, 100),
            rung(35, 100),
            rung(25, 100),
            rung(18, 100),
            rung(11, 100),
            rung(3, 100),
            rung(0, 630),
            rung(0, 20_000),
        ],
    ),
    // Nobody has measured these.
    (4, SAMPLED),
    (6, SAMPLED),
];
