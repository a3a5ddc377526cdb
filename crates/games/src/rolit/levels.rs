//! How strong opponents are; `docs/web.md` says how it was measured.

use melee_core::levels::{Ladder, rung};

/// By the number of players.
pub(super) const LADDERS: &[(usize, Ladder)] = &[
    (
        2,
        [
            rung(38, 100),
            rung(21, 100),
            rung(9, 100),
            rung(0, 100),
            rung(0, 320),
            rung(0, 1_000),
            rung(0, 3_200),
            rung(0, 10_000),
        ],
    ),
    (
        4,
        [
            rung(85, 1_000),
            rung(75, 1_000),
            rung(65, 1_000),
            rung(35, 1_000),
            rung(25, 1_000),
            rung(0, 2_800),
            rung(0, 14_000),
            rung(0, 64_000),
        ],
    ),
];
