//! How strong opponents are; `docs/web.md` says how it was measured.

use melee_core::levels::{Ladder, ladder};

/// By the number of players.
pub(super) const LADDERS: &[(usize, Ladder)] =
    &[(4, ladder("brs+:best", [85, 47, 28, 12, 4, 0, 0, 0], [100, 100, 100, 100, 100, 2_000, 3_400, 6_000]))];
