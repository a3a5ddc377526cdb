//! How strong opponents are; `docs/web.md` says how it was measured.

use melee_core::levels::{Ladder, ladder};

/// By the number of players.
pub(super) const LADDERS: &[(usize, Ladder)] = &[
    (2, ladder("pvs:best", [24, 13, 2, 0, 0, 0, 0, 0], [100, 100, 100, 270, 550, 2_800, 7_700, 20_000])),
    (3, ladder("brs+:best", [85, 59, 44, 32, 17, 3, 0, 0], [100, 100, 100, 100, 100, 100, 1_200, 26_000])),
];
