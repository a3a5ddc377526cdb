//! How strong opponents are; `docs/web.md` says how it was measured.

use melee_core::levels::{Ladder, ladder};

/// By the number of players.
pub(super) const LADDERS: &[(usize, Ladder)] =
    &[(2, ladder("pvs:best", [30, 13, 3, 0, 0, 0, 0, 0], [100, 100, 100, 220, 690, 1_800, 4_200, 10_000]))];
