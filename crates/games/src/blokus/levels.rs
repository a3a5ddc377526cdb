//! How strong opponents are; `docs/web.md` says how it was measured.

use melee_core::levels::{Ladder, rung};

/// By the number of players.
pub(super) const LADDERS: &[(usize, Ladder)] = &[
    (
        2,
        [
            rung(65, 100),
            rung(56, 100),
            rung(47, 100),
            rung(36, 100),
            rung(23, 100),
            rung(11, 100),
            rung(4, 100),
            rung(0, 1_000),
        ],
    ),
    (
        4,
        [
            rung(85, 100),
            rung(67, 100),
            rung(51, 100),
            rung(35, 100),
            rung(18, 100),
            rung(8, 100),
            rung(1, 100),
            rung(0, 6_000),
        ],
    ),
];
