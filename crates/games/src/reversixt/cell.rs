//! What lies on a tile.

use std::fmt;

/// A tile's content in one byte: a stone of colour 0 to 7, an expansion stone, one of four kinds
/// of empty tile, or a hole.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cell(u8);

/// How many different contents there are, rounded up so that tables of it need no bounds check.
pub(super) const KINDS: usize = 16;

impl Cell {
    /// An expansion stone: nobody's, captured like a foreign stone.
    pub const EXPANSION: Cell = Cell(8);
    /// An empty tile.
    pub const EMPTY: Cell = Cell(9);
    /// An empty tile that lets its first occupant swap stones with somebody.
    pub const CHOICE: Cell = Cell(10);
    /// An empty tile that gives everybody's stones to the next player.
    pub const INVERSION: Cell = Cell(11);
    /// An empty tile that gives a bomb or an override stone.
    pub const BONUS: Cell = Cell(12);
    /// No tile at all.
    pub const HOLE: Cell = Cell(13);

    /// A stone of this colour, counted from 0.
    #[inline]
    pub const fn stone(colour: usize) -> Cell {
        debug_assert!(colour < 8);
        Cell(colour as u8)
    }

    /// The colour, if it is a player's stone.
    #[inline]
    pub const fn colour(self) -> Option<usize> {
        if self.0 < 8 { Some(self.0 as usize) } else { None }
    }

    /// Can a stone be placed here without an override stone?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 >= 9 && self.0 < 13
    }

    /// Does something happen when a stone is placed here?
    #[inline]
    pub const fn is_special(self) -> bool {
        self.0 >= 10 && self.0 < 13
    }

    /// A player's stone or an expansion stone: what a capture runs over.
    #[inline]
    pub const fn is_occupied(self) -> bool {
        self.0 <= 8
    }

    /// The byte, below 16.
    #[inline]
    pub(super) const fn index(self) -> usize {
        (self.0 & 15) as usize
    }

    /// The content that a map file writes like this.
    ///
    /// ```
    /// use melee_games::reversixt::Cell;
    /// assert_eq!(Cell::from_char('3'), Some(Cell::stone(2)));
    /// assert_eq!(Cell::from_char('?'), None);
    /// ```
    pub const fn from_char(c: char) -> Option<Cell> {
        Some(match c {
            '0' => Cell::EMPTY,
            '1'..='8' => Cell(c as u8 - b'1'),
            'x' => Cell::EXPANSION,
            'c' => Cell::CHOICE,
            'i' => Cell::INVERSION,
            'b' => Cell::BONUS,
            '-' => Cell::HOLE,
            _ => return None,
        })
    }

    /// How a map file writes it.
    pub const fn to_char(self) -> char {
        match self.0 {
            colour @ 0..=7 => (b'1' + colour) as char,
            8 => 'x',
            10 => 'c',
            11 => 'i',
            12 => 'b',
            13 => '-',
            _ => '0',
        }
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_char())
    }
}
