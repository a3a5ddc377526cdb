//! How strong opponents are; `docs/web.md` says how it was measured.

use melee_core::levels::{Ladder, ladder};

/// By the number of players.
pub(super) const LADDERS: &[(usize, Ladder)] = &[
    (
        2,
        ladder("pvs:best,tt=two-deep/8MiB", [46, 33, 15, 0, 0, 0, 0, 0], [100, 100, 100, 120, 230, 350, 2_400, 20_000]),
    ),
    (4, ladder("brs:best,tt=two-deep/8MiB", [85, 75, 57, 35, 17, 0, 0, 0], [100, 100, 100, 100, 100, 190, 920, 6_400])),
];
