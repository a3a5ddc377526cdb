//! A board as a picture that knows nothing of its game: cells, pieces, marks and labels.
//!
//! Text for the terminal, SVG, PNG and the web page are all drawn from it. One unit is the
//! distance between neighbouring cells; x grows to the right, y downwards.

mod gesture;
mod palette;
mod picture;
mod rows;
mod segments;
mod svg;
mod text;

use std::collections::HashSet;

use crate::{Game, NotationError, Player};

pub use gesture::{Counter, Gesture, Hand, HeldPiece, Prompt};
pub use palette::{Colour, player_colour};
pub use picture::{Form, Line, Picture, Shape, picture};
pub use rows::{row_text, rows_of};
pub use svg::svg;
pub use text::{TextStyle, text};

/// A place in the drawing.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

/// A shorthand for a [`Point`].
pub const fn point(x: f32, y: f32) -> Point {
    Point { x, y }
}

/// A field of the board.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    /// Its name, unique on the board.
    pub id: String,
    pub polygon: Vec<Point>,
    /// What kind of field it is; 0 is the usual one.
    pub shade: u8,
}

impl Cell {
    /// A unit square around a centre.
    pub fn square(id: impl Into<String>, centre: Point, shade: u8) -> Self {
        let corner = |dx: f32, dy: f32| point(centre.x + dx, centre.y + dy);
        Cell {
            id: id.into(),
            polygon: vec![corner(-0.5, -0.5), corner(0.5, -0.5), corner(0.5, 0.5), corner(-0.5, 0.5)],
            shade,
        }
    }

    /// The mean of the corners.
    pub fn centre(&self) -> Point {
        let n = self.polygon.len() as f32;
        let (x, y) = self.polygon.iter().fold((0.0, 0.0), |(x, y), p| (x + p.x, y + p.y));
        point(x / n, y / n)
    }
}

/// Something that stands on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    pub cell: usize,
    /// Whose it is, if anybody's.
    pub owner: Option<Player>,
    /// The letter that stands for it, so that nobody needs to see colours.
    pub glyph: char,
}

/// Why a cell is marked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MarkKind {
    /// The last move touched it.
    LastMove,
    /// A legal move leads here.
    Legal,
    /// It is part of what decided the game.
    Winning,
    /// What stands there is threatened and must be saved, as a king in check.
    Threatened,
}

/// A highlighted cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    pub cell: usize,
    pub kind: MarkKind,
}

/// A heavy line on the board, such as the finish of a race.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Edge {
    pub from: Point,
    pub to: Point,
}

/// A text beside the board.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    /// Where its middle is.
    pub at: Point,
    pub text: String,
}

/// A drawing of one position.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Diagram {
    pub cells: Vec<Cell>,
    /// What stands on them.
    pub pieces: Vec<Piece>,
    pub marks: Vec<Mark>,
    pub edges: Vec<Edge>,
    pub labels: Vec<Label>,
    /// The colours of the players who have not the usual one, in seat order.
    pub colours: Vec<Colour>,
}

impl Diagram {
    /// How a player's pieces are painted.
    pub fn colour(&self, player: Player) -> Colour {
        let own = self.colours.get(player.index()).copied();
        own.unwrap_or_else(|| player_colour(player))
    }

    /// The index of the cell with this id.
    pub fn cell(&self, id: &str) -> Option<usize> {
        self.cells.iter().position(|c| c.id == id)
    }

    /// Highlights cells, each kind at most once a cell.
    pub fn mark(&mut self, kind: MarkKind, cells: impl IntoIterator<Item = usize>) {
        let mut seen: HashSet<_> = self.marks.iter().map(|m| (m.cell, m.kind)).collect();
        for cell in cells {
            if seen.insert((cell, kind)) {
                self.marks.push(Mark { cell, kind });
            }
        }
    }

    /// Smallest and largest coordinates of everything drawn.
    fn bounds(&self) -> (Point, Point) {
        let corners = self.cells.iter().flat_map(|c| c.polygon.iter().copied());
        let labels =
            self.labels.iter().flat_map(|l| [point(l.at.x - 0.4, l.at.y - 0.4), point(l.at.x + 0.4, l.at.y + 0.4)]);
        corners.chain(labels).fold((point(f32::MAX, f32::MAX), point(f32::MIN, f32::MIN)), |(low, high), p| {
            (point(low.x.min(p.x), low.y.min(p.y)), point(high.x.max(p.x), high.y.max(p.y)))
        })
    }
}

/// A game that can be drawn.
pub trait Draw: Game {
    /// The position, without highlights of moves.
    fn diagram(&self, state: &Self::State) -> Diagram;

    /// The cells a legal move of this position is about, as indices into the diagram's cells:
    /// where it comes from, if anywhere, and last where it goes to. A move without cells is made by a
    /// button.
    fn move_cells(&self, _state: &Self::State, _mv: Self::Move) -> Vec<usize> {
        Vec::new()
    }

    /// The cells that a legal move of this position goes to: by default the last of its cells.
    fn target_cells(&self, state: &Self::State, mv: Self::Move) -> Vec<usize> {
        self.move_cells(state, mv).pop().into_iter().collect()
    }

    /// How a person makes a legal move of this position on the board: by default by clicking its
    /// cells. No two moves may have both a path and the choice in common.
    fn gesture(&self, state: &Self::State, mv: Self::Move) -> Gesture {
        Gesture::over(self.move_cells(state, mv))
    }

    /// What else the players have or have lost.
    fn counters(&self, _state: &Self::State) -> Vec<Counter> {
        Vec::new()
    }

    /// What the player to move is asked for.
    fn prompt(&self, _state: &Self::State) -> Prompt {
        Prompt::default()
    }

    /// Pieces that lie beside the board and can be laid on it, in the order of the colours.
    fn hands(&self, _state: &Self::State) -> Vec<Hand> {
        Vec::new()
    }

    /// Why a game that has come to this position after so many plies is over, as the end of a sentence: `four in a row`.
    /// Where the position alone does not say it, it was adjudicated.
    fn ending(&self, _state: &Self::State, _plies: usize) -> &'static str {
        ""
    }

    /// What can be put on the board by hand, in the order to offer it: whose it is, and its letter. Nothing if boards of
    /// the game are not set up.
    fn kit(&self) -> Vec<(Option<Player>, char)> {
        Vec::new()
    }

    /// The text of a board that was set up by hand: these pieces of the kit, at most one a cell, this player to move, all
    /// else as in `state`. It need not be a position of the game: whoever reads it is told why not.
    fn set_up(&self, _state: &Self::State, _pieces: &[Piece], _to_move: Player) -> Result<String, NotationError> {
        Err(NotationError::new("boards of this game are not set up by hand"))
    }

    /// Which rule forbids what somebody seems to mean who clicks on these cells, as a sentence about the move. `None` if
    /// the game cannot tell, or nothing forbids it.
    fn why_not(&self, _state: &Self::State, _cells: &[usize]) -> Option<String> {
        None
    }
}
