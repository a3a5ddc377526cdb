//! How strong opponents are; `docs/web.md` says how it was measured.

use melee_core::levels::{Ladder, ladder};

/// By the number of players.
pub(super) const LADDERS: &[(usize, Ladder)] = &[
    (
        2,
        ladder(
            "pvs:best,tt=two-deep/8MiB",
            [19, 5, 0, 0, 0, 0, 0, 0],
            [100, 100, 230, 550, 1_000, 2_500, 7_700, 20_000],
        ),
    ),
    (3, ladder("mcts:best", [85, 64, 38, 5, 0, 0, 0, 0], [100, 100, 100, 100, 330, 1_400, 9_400, 64_000])),
    (4, ladder("mcts:best", [85, 67, 46, 17, 0, 0, 0, 0], [100, 100, 100, 100, 190, 1_500, 9_700, 100_000])),
];
