//! The four variants: boards, and who plays which colour.

use super::COLOURS;
use super::placing::MAX_SIDE;

/// The boards and who plays which colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variant {
    /// Four players with a colour each.
    Classic,
    /// Two players: blue and red, yellow and green.
    Classic2,
    /// Three players with a colour each, and take turns with green.
    Classic3,
    /// Two players on the small board.
    Duo,
}

impl Variant {
    pub(super) const ALL: [Variant; 4] = [Variant::Classic, Variant::Classic2, Variant::Classic3, Variant::Duo];

    /// The name of its board on the command line.
    pub(super) fn start_name(self) -> &'static str {
        match self {
            Variant::Duo => "duo",
            _ => "classic",
        }
    }

    pub(super) fn players(self) -> usize {
        match self {
            Variant::Classic => 4,
            Variant::Classic3 => 3,
            Variant::Classic2 | Variant::Duo => 2,
        }
    }

    pub(super) fn side(self) -> usize {
        match self {
            Variant::Duo => 14,
            _ => MAX_SIDE,
        }
    }

    pub(super) fn colours(self) -> usize {
        match self {
            Variant::Duo => 2,
            _ => COLOURS,
        }
    }

    /// The square that a colour's first piece covers, as column and row.
    pub(super) fn start_square(self, colour: usize) -> (usize, usize) {
        match self {
            Variant::Duo => [(4, 9), (9, 4)][colour],
            _ => [(0, 19), (19, 19), (19, 0), (0, 0)][colour],
        }
    }
}
