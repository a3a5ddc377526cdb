//! How strong opponents are; `docs/web.md` says how it was measured.

use melee_core::levels::{Ladder, ladder};

/// By the number of players.
pub(super) const LADDERS: &[(usize, Ladder)] = &[(
    2,
    ladder("pvs:best,tt=two-deep/8MiB", [43, 30, 0, 0, 0, 0, 0, 0], [100, 100, 110, 230, 480, 1_000, 3_200, 10_000]),
)];
