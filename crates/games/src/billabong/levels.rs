//! How strong opponents are; `docs/web.md` says how it was measured.

use melee_core::levels::{Ladder, ladder};

/// By the number of players.
pub(super) const LADDERS: &[(usize, Ladder)] = &[
    (2, ladder("pvs:best", [46, 36, 28, 20, 10, 1, 0, 0], [100, 100, 100, 100, 100, 170, 780, 20_000])),
    (3, ladder("brs+:best", [59, 51, 43, 34, 24, 14, 2, 0], [100, 100, 100, 100, 100, 100, 120, 20_000])),
    (4, ladder("brs:best,tt=two-deep/8MiB", [59, 51, 38, 29, 17, 6, 0, 0], [100, 100, 100, 100, 100, 100, 350, 6_400])),
];
