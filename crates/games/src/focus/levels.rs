//! How strong opponents are; `docs/web.md` says how it was measured.

use melee_core::levels::{Ladder, ladder};

/// By the number of players.
pub(super) const LADDERS: &[(usize, Ladder)] = &[
    (
        2,
        ladder(
            "pvs:best,tt=two-deep/8MiB",
            [31, 11, 0, 0, 0, 0, 0, 0],
            [100, 100, 150, 260, 490, 1_100, 2_700, 20_000],
        ),
    ),
    (4, ladder("brs:best,tt=two-deep/8MiB", [85, 75, 57, 35, 17, 0, 0, 0], [100, 100, 100, 100, 100, 190, 920, 6_400])),
];
