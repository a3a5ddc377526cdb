//! What scores are worth; `docs/algorithms.md` says how it was fitted.

use melee_core::chances::{Chances, chances};

/// By evaluation and number of players.
pub(super) const CHANCES: &[Chances] = &[chances("pear", 2, 35.0)];
