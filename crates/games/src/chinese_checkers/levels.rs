//! How strong opponents are; `docs/web.md` says how it was measured.

use melee_core::levels::{Ladder, ladder};

/// By the number of players.
pub(super) const LADDERS: &[(usize, Ladder)] = &[
    (2, ladder("pvs:best,tt=two-deep/8MiB", [27, 18, 11, 6, 0, 0, 0, 0], [100, 100, 100, 100, 200, 480, 1_100, 6_000])),
    (
        3,
        ladder("brs:best,tt=two-deep/8MiB", [42, 35, 25, 18, 11, 3, 0, 0], [100, 100, 100, 100, 100, 100, 630, 20_000]),
    ),
    // Nobody has measured these.
    (
        4,
        ladder("mcts:best", [65, 45, 28, 14, 0, 0, 0, 0], [1_000, 1_000, 1_000, 1_000, 1_000, 10_000, 50_000, 400_000]),
    ),
    (
        6,
        ladder("mcts:best", [65, 45, 28, 14, 0, 0, 0, 0], [1_000, 1_000, 1_000, 1_000, 1_000, 10_000, 50_000, 400_000]),
    ),
];
