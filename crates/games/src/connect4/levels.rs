//! How strong opponents are; `docs/web.md` says how it was measured.

use melee_core::levels::{Ladder, ladder};

/// By the number of players.
pub(super) const LADDERS: &[(usize, Ladder)] =
    &[(2, ladder("pvs:best", [85, 59, 31, 11, 0, 0, 0, 0], [100, 100, 100, 100, 200, 1_000, 10_000, 100_000]))];
