//! Moves as a person makes them on a drawn board.
//!
//! The page knows no game. A game tells for each legal move which cells one clicks for it, and where
//! the same clicks stand for several moves (a pawn that promotes), what the choice is called.

use crate::Player;

/// How one legal move is made with the mouse, and how it is shown afterwards.
///
/// Cells are indices into the diagram's cells.
///
/// ```
/// use melee_core::diagram::Gesture;
/// let gesture = Gesture::over(vec![3, 17]).or_over(vec![17, 3]).called("queen");
/// assert_eq!(gesture.paths, [[3, 17], [17, 3]]);
/// assert_eq!(gesture.route, [3, 17]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Gesture {
    /// The cells to click in order; any of these does it. Empty for moves that are not about a cell,
    /// such as a pass: they get a button.
    pub paths: Vec<Vec<usize>>,
    /// What tells it from other moves with the same clicks.
    pub choice: Option<String>,
    /// What is asked where there is a choice, such as `promote to`; may be empty.
    pub question: &'static str,
    /// The way it takes over the board, for a line to be drawn along.
    pub route: Vec<usize>,
    /// The pieces that move, where that is more than the route says: each with the cell it comes to.
    pub shifts: Vec<(usize, usize)>,
    /// The piece goes off the board; the last cell only stands for that.
    pub leaves: bool,
}

impl Gesture {
    /// Clicks on these cells, which are also the way the move takes.
    pub fn over(cells: Vec<usize>) -> Self {
        let paths = if cells.is_empty() { Vec::new() } else { vec![cells.clone()] };
        Gesture { paths, route: cells, ..Gesture::default() }
    }

    /// Other clicks for the same move.
    #[must_use]
    pub fn or_over(mut self, cells: Vec<usize>) -> Self {
        self.paths.push(cells);
        self
    }

    /// The name of the choice at the end.
    #[must_use]
    pub fn called(mut self, choice: impl Into<String>) -> Self {
        self.choice = Some(choice.into());
        self
    }

    /// What is asked where there is a choice.
    #[must_use]
    pub fn asking(mut self, question: &'static str) -> Self {
        self.question = question;
        self
    }

    /// The pieces that move, each with the cell it comes to.
    #[must_use]
    pub fn shifting(mut self, shifts: Vec<(usize, usize)>) -> Self {
        self.shifts = shifts;
        self
    }

    /// Another way over the board than the clicks.
    #[must_use]
    pub fn along(mut self, route: Vec<usize>) -> Self {
        self.route = route;
        self
    }
}

/// Something that is counted for every player and cannot be seen on the board, or not at a glance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counter {
    /// What is counted.
    pub name: &'static str,
    /// One number per player.
    pub values: Vec<i64>,
}

/// What the player to move is asked for, in words for people. Where a game says nothing, the page tells it from the clicks
/// of the legal moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Prompt {
    /// The part of the game it is in, such as `placing`; empty in a game that has no parts.
    pub phase: &'static str,
    /// What to do, as the end of a sentence: `put a piece on a free square`.
    pub ask: &'static str,
}

/// Pieces of one colour that lie beside the board and can be laid on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hand {
    /// Who lays them next, if anybody does.
    pub owner: Option<Player>,
    /// The letter that they have on the board.
    pub glyph: char,
    /// One of them is to be laid now.
    pub is_to_move: bool,
    pub pieces: Vec<HeldPiece>,
}

/// A piece in a hand. It may be turned and turned over; a move that lays it has the cells that it covers as its route.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeldPiece {
    pub name: &'static str,
    /// The squares that it covers: to the right and down from the corner of its box.
    pub squares: Vec<(u8, u8)>,
}
