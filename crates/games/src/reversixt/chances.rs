//! What scores are worth; `docs/algorithms.md` says how it was fitted.

use melee_core::chances::{Chances, chances};

/// By evaluation and number of players.
pub(super) const CHANCES: &[Chances] =
    &[chances("prospects", 2, 4_000.0), chances("prospects", 3, 4_200.0), chances("prospects", 4, 5_000.0)];
