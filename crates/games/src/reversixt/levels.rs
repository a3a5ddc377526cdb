//! How strong opponents are; `docs/web.md` says how it was measured.

use melee_core::levels::{Ladder, ladder};

/// By the number of players.
pub(super) const LADDERS: &[(usize, Ladder)] = &[
    (2, ladder("pvs:best", [85, 65, 34, 0, 0, 0, 0, 0], [100, 100, 100, 130, 440, 1_800, 2_900, 20_000])),
    (3, ladder("brs+:best", [85, 56, 32, 16, 9, 3, 0, 0], [100, 100, 100, 100, 100, 100, 270, 6_000])),
    (4, ladder("brs+:best", [85, 67, 43, 21, 11, 5, 0, 0], [100, 100, 100, 100, 100, 100, 180, 6_000])),
];
