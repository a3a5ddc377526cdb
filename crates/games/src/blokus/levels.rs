//! How strong opponents are; `docs/web.md` says how it was measured.

use melee_core::levels::{Ladder, ladder};

/// By the number of players.
pub(super) const LADDERS: &[(usize, Ladder)] = &[
    (2, ladder("pvs:best", [65, 56, 47, 36, 23, 11, 4, 0], [100, 100, 100, 100, 100, 100, 100, 1_000])),
    (4, ladder("brs+:best", [85, 67, 51, 35, 18, 8, 1, 0], [100, 100, 100, 100, 100, 100, 100, 6_000])),
];
