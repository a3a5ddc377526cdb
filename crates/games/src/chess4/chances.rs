//! What scores are worth; `docs/algorithms.md` says how it was fitted.

use melee_core::chances::{Chances, chances};

/// By evaluation and number of players. `melee` is `esser` until a king is bare.
pub(super) const CHANCES: &[Chances] = &[chances("esser", 4, 110_000.0), chances("melee", 4, 110_000.0)];
