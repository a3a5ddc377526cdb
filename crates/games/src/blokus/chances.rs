//! What scores are worth; `docs/algorithms.md` says how it was fitted.

use melee_core::chances::{Chances, chances};

/// By evaluation and number of players.
pub(super) const CHANCES: &[Chances] = &[chances("melee", 2, 3_100.0), chances("melee", 4, 2_900.0)];
