//! The rules.
//!
//! Everybody has one piece. A move takes it to a free square, as far as it walks, and the square it
//! leaves is gone for good. Who cannot move sits out; the last one who can move wins.

use melee::core::{Outcome, Player, SmallGame};

/// Squares in a row or column.
pub const SIZE: usize = 7;
/// The most players there is room for.
pub const MAX_SEATS: usize = 4;

/// The game, for some number of players and one way to walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Isolation {
    players: usize,
    walk: Walk,
}

/// How the pieces walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Walk {
    /// As far as the squares are free.
    Queen,
    /// One square.
    King,
    /// Two squares on and one aside, over anything.
    Knight,
}

/// A square by its number: rows from the bottom, columns from the left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// The square of a column and row, both from 0.
    pub fn new(column: usize, row: usize) -> Option<Self> {
        let is_there = column < SIZE && row < SIZE;
        is_there.then(|| Square((row * SIZE + column) as u8))
    }

    /// All squares in order.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..(SIZE * SIZE) as u8).map(Square)
    }

    /// Its number.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Its column, from 0.
    pub fn column(self) -> usize {
        self.index() % SIZE
    }

    /// Its row, from 0.
    pub fn row(self) -> usize {
        self.index() / SIZE
    }

    /// The square so far away.
    fn shifted(self, (right, up): (i8, i8)) -> Option<Square> {
        let column = self.column().checked_add_signed(right.into())?;
        let row = self.row().checked_add_signed(up.into())?;
        Square::new(column, row)
    }
}

/// What is left of the board, and where the pieces stand.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    /// A bit for every square that is gone.
    pub(crate) gone: u64,
    /// The pieces in seat order.
    pub(crate) pieces: Vec<Square>,
}

impl Board {
    /// Is the square there, and nobody on it?
    pub fn is_free(&self, square: Square) -> bool {
        self.gone >> square.index() & 1 == 0 && !self.pieces.contains(&square)
    }
}

const AROUND: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
const JUMPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

impl Isolation {
    /// A game for two to four.
    pub fn new(players: usize, walk: Walk) -> Option<Self> {
        let fits = (2..=MAX_SEATS).contains(&players);
        fits.then_some(Isolation { players, walk })
    }

    /// How the pieces walk.
    pub fn walk(&self) -> Walk {
        self.walk
    }

    /// The squares that the piece of this player can go to.
    pub fn targets(&self, board: &Board, player: Player, out: &mut Vec<Square>) {
        let from = board.pieces[player.index()];
        let (steps, reach) = match self.walk {
            Walk::Queen => (AROUND, SIZE),
            Walk::King => (AROUND, 1),
            Walk::Knight => (JUMPS, 1),
        };
        for step in steps {
            let way = std::iter::successors(from.shifted(step), |square| square.shifted(step));
            out.extend(way.take(reach).take_while(|&square| board.is_free(square)));
        }
    }

    /// How many squares the piece of this player can go to.
    pub fn mobility(&self, board: &Board, player: Player) -> usize {
        let mut targets = Vec::new();
        self.targets(board, player, &mut targets);
        targets.len()
    }

    fn can_move(&self, board: &Board, player: Player) -> bool {
        self.mobility(board, player) > 0
    }
}

impl SmallGame for Isolation {
    const NAME: &'static str = "isolation";
    type Board = Board;
    /// Where the piece goes.
    type Move = Square;

    fn players(&self) -> usize {
        self.players
    }

    fn start(&self) -> Board {
        let middle = SIZE / 2;
        let (last, mut seats) = (SIZE - 1, Vec::new());
        for (column, row) in [(middle, 0), (middle, last), (0, middle), (last, middle)] {
            seats.extend(Square::new(column, row));
        }
        seats.truncate(self.players);
        Board { gone: 0, pieces: seats }
    }

    fn moves(&self, board: &Board, player: Player, out: &mut Vec<Square>) {
        self.targets(board, player, out);
    }

    fn play(&self, board: &mut Board, player: Player, to: Square) {
        let piece = &mut board.pieces[player.index()];
        board.gone |= 1 << piece.index();
        *piece = to;
    }

    // Who cannot move is passed over.
    fn next(&self, board: &Board, player: Player) -> Player {
        let mut next = player.next(self.players);
        while next != player && !self.can_move(board, next) {
            next = next.next(self.players);
        }
        if self.can_move(board, next) { next } else { player.next(self.players) }
    }

    fn result(&self, board: &Board, to_move: Player) -> Option<Outcome> {
        let mut movers = Player::all(self.players).filter(|&player| self.can_move(board, player));
        match (movers.next(), movers.next()) {
            (Some(last), None) => Some(Outcome::win(last, self.players)),
            // Nobody can: the last move was that of the player before.
            (None, _) => Some(Outcome::win(to_move.previous(self.players), self.players)),
            _ => None,
        }
    }
}
