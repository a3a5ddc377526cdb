//! How strong opponents are; `docs/web.md` says how it was measured.

use melee_core::levels::{Ladder, ladder};

/// By the number of players.
pub(super) const LADDERS: &[(usize, Ladder)] = &[
    (2, ladder("pvs:best", [40, 35, 29, 14, 0, 0, 0, 0], [100, 100, 100, 100, 100, 320, 1_000, 10_000])),
    (3, ladder("brs+:best", [47, 36, 26, 17, 9, 2, 0, 0], [100, 100, 100, 100, 100, 100, 720, 20_000])),
];
