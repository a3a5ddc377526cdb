//! How strong opponents are; `docs/web.md` says how it was measured.

use melee_core::levels::{Ladder, rung};

/// By the number of players.
pub(super) const LADDERS: &[(usize, Ladder)] = &[
    (
        2,
        [
            rung(40, 100),
            rung(35, 100),
            rung(29, 100),
            rung(14, 100),
            rung(0, 100),
            rung(0, 320),
            rung(0, 1_000),
            rung(0, 10_000),
        ],
    ),
    (
        3,
        [
            rung(47, 100),
            rung(36, 100),
            rung(26, 100),
            rung(17, 100),
            rung(9, 100),
            rung(2, 100),
            rung(0, 720),
            rung(0, 20_000),
        ],
    ),
];
