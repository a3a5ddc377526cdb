//! What scores are worth; `docs/algorithms.md` says how it was fitted.

use melee_core::chances::{Chances, chances};

/// By evaluation and number of players.
pub(super) const CHANCES: &[Chances] = &[chances("config1", 3, 55_000.0)];
