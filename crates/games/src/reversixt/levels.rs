//! How strong opponents are; `docs/web.md` says how it was measured.

use melee_core::levels::{Ladder, ladder};

/// By the number of players.
pub(super) const LADDERS: &[(usize, Ladder)] =
    &[(2, ladder("pvs:best", [45, 9, 0, 0, 0, 0, 0, 0], [100, 100, 150, 620, 2_200, 7_100, 22_000, 70_000]))];
