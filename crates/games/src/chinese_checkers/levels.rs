//! How strong opponents are; `docs/web.md` says how it was measured.

use melee_core::levels::{Ladder, ladder};

/// By the number of players.
pub(super) const LADDERS: &[(usize, Ladder)] = &[
    (2, ladder("pvs:best,tt=two-deep/8MiB", [27, 18, 11, 6, 0, 0, 0, 0], [100, 100, 100, 100, 200, 480, 1_100, 6_000])),
    (
        3,
        ladder("brs:best,tt=two-deep/8MiB", [42, 35, 25, 18, 11, 3, 0, 0], [100, 100, 100, 100, 100, 100, 630, 20_000]),
    ),
    (4, ladder("brs:best,tt=two-deep/8MiB", [44, 38, 30, 23, 15, 7, 0, 0], [100, 100, 100, 100, 100, 100, 390, 6_400])),
    (
        6,
        ladder("brs:best,tt=two-deep/8MiB", [51, 42, 35, 27, 19, 11, 3, 0], [100, 100, 100, 100, 100, 100, 100, 6_000]),
    ),
];
