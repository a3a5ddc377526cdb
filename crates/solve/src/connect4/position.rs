//! A position as the solver takes it, and what can be asked of it without searching.

use melee_core::Game;
use melee_games::connect4::{Connect4, State};

use super::SolveError;
use super::bounds::win_score;

/// Connect Four in progress on a board that can be solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub(super) width: u32,
    pub(super) height: u32,
    /// The stones of the player to move; a column is `height + 1` bits.
    pub(super) own: u64,
    pub(super) occupied: u64,
}

/// What a move leads to.
pub(super) enum After {
    /// The end of the game, with this score for who moved.
    Over(i32),
    /// A position in which the opponent is to move.
    Open(Position),
}

impl Position {
    /// The position of a game that is not over.
    ///
    /// ```
    /// use melee_core::{Game, Notation};
    /// use melee_games::connect4::Connect4;
    /// use melee_solve::connect4::Position;
    /// let game = Connect4::default();
    /// let state = game.parse_position("4444")?.state(&game);
    /// assert_eq!(Position::new(&game, &state)?.stones(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(game: &Connect4, state: &State) -> Result<Self, SolveError> {
        let mut position = Position::empty(game.width(), game.height())?;
        if game.outcome(state).is_some() {
            return Err(SolveError::Over);
        }
        let stones = state.stones();
        let own = stones[game.to_move(state).index()];
        for column in 0..game.width() {
            let of = |stones: u64| stones >> (8 * column) & 0xff;
            let shift = position.stride() * column as u32;
            position.own |= of(own) << shift;
            position.occupied |= of(stones[0] | stones[1]) << shift;
        }
        Ok(position)
    }

    /// The empty board.
    pub fn empty(width: usize, height: usize) -> Result<Self, SolveError> {
        let fits = (1..=8).contains(&width) && (1..=8).contains(&height);
        if !fits || width * (height + 1) > 64 {
            return Err(SolveError::TooLarge { width, height });
        }
        Ok(Position { width: width as u32, height: height as u32, own: 0, occupied: 0 })
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.width as usize
    }

    /// Stones on the board.
    pub fn stones(&self) -> u32 {
        self.occupied.count_ones()
    }

    /// Cells of the board.
    pub fn cells(&self) -> u32 {
        self.width * self.height
    }

    /// Is the board full?
    pub fn is_full(&self) -> bool {
        self.stones() == self.cells()
    }

    fn stride(&self) -> u32 {
        self.height + 1
    }

    /// The cell a stone falls into, unless the column, counted from 0, is full.
    fn drop_cell(&self, column: usize) -> Option<u64> {
        let shift = self.stride() * column as u32;
        let cells = ((1u64 << self.height) - 1) << shift;
        let cell = self.occupied.wrapping_add(1 << shift) & cells;
        (cell != 0).then_some(cell)
    }

    /// Can a stone be played into this column, counted from 0?
    pub fn can_play(&self, column: usize) -> bool {
        column < self.width() && self.drop_cell(column).is_some()
    }

    /// Does a stone in this column complete four?
    pub fn wins(&self, column: usize) -> bool {
        self.drop_cell(column).is_some_and(|cell| {
            let stones = self.own | cell;
            let line = |shift: u32| {
                let pairs = stones & (stones >> shift);
                pairs & (pairs >> (2 * shift)) != 0
            };
            let stride = self.stride();
            line(1) || line(stride - 1) || line(stride) || line(stride + 1)
        })
    }

    /// The position after a stone in this column; `None` if it is full.
    #[must_use]
    pub fn play(&self, column: usize) -> Option<Position> {
        let cell = self.drop_cell(column)?;
        Some(Position { own: self.occupied ^ self.own, occupied: self.occupied | cell, ..*self })
    }

    /// What a move into this column leads to; `None` if it is full.
    pub(super) fn after(&self, column: usize) -> Option<After> {
        let child = self.play(column)?;
        Some(if self.wins(column) {
            After::Over(win_score(self.cells(), self.stones() + 1))
        } else if child.is_full() {
            After::Over(0)
        } else {
            After::Open(child)
        })
    }

    /// A number that only this position and its mirror image have.
    pub(super) fn key(&self) -> u64 {
        let mirror = self.mirrored();
        (self.own + self.occupied).min(mirror.own + mirror.occupied)
    }

    /// The mirror image.
    #[must_use]
    pub fn mirrored(&self) -> Position {
        let column = (1u64 << self.stride()) - 1;
        let mirror = |cells: u64| {
            (0..self.width).fold(0, |out, c| {
                let bits = cells >> (c * self.stride()) & column;
                out | bits << ((self.width - 1 - c) * self.stride())
            })
        };
        Position { own: mirror(self.own), occupied: mirror(self.occupied), ..*self }
    }
}
