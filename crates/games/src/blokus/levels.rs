//! How strong opponents are; `docs/web.md` says how it was measured.

use melee_core::levels::{Ladder, ladder};

/// By the number of players.
pub(super) const LADDERS: &[(usize, Ladder)] = &[
    (2, ladder("pvs:best,eval=melee", [76, 60, 42, 32, 22, 11, 2, 0], [100, 100, 100, 100, 100, 100, 100, 6_000])),
    (3, ladder("brs+:best,eval=melee", [85, 72, 58, 43, 28, 14, 3, 0], [100, 100, 100, 100, 100, 100, 100, 6_400])),
    (4, ladder("brs+:best,eval=melee", [85, 67, 51, 35, 18, 8, 1, 0], [100, 100, 100, 100, 100, 100, 100, 6_000])),
];
