//! Players and the small vectors indexed by them.

use std::fmt;
use std::ops::{Index, IndexMut};

use crate::Value;

/// The most players any game may have.
pub const MAX_PLAYERS: usize = 8;

/// A seat at the board, counted from 0 inside and from 1 in everything a person reads.
///
/// ```
/// use melee_core::Player;
/// let second = Player::new(1);
/// assert_eq!(second.index(), 1);
/// assert_eq!(second.to_string(), "2");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Player(u8);

impl Player {
    /// The player who begins in most games.
    pub const FIRST: Player = Player(0);

    /// The player of the given index, counted from 0.
    #[inline]
    pub const fn new(index: usize) -> Self {
        debug_assert!(index < MAX_PLAYERS);
        Player(index as u8)
    }

    /// His index, counted from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The next seat of `players` in turn order, alive or not.
    ///
    /// ```
    /// use melee_core::Player;
    /// assert_eq!(Player::new(2).next(3), Player::FIRST);
    /// ```
    #[inline]
    #[must_use]
    pub const fn next(self, players: usize) -> Self {
        let next = self.0 + 1;
        Player(if next as usize == players { 0 } else { next })
    }

    /// The seat before it, of `players`.
    #[inline]
    #[must_use]
    pub const fn previous(self, players: usize) -> Self {
        Player(if self.0 == 0 { players as u8 - 1 } else { self.0 - 1 })
    }

    /// All seats of a game for `players`, in turn order.
    pub fn all(players: usize) -> impl Iterator<Item = Player> {
        (0..players).map(Player::new)
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

/// One value per player.
///
/// ```
/// use melee_core::{Player, Scores};
/// let mut scores = Scores::new(3);
/// scores[Player::new(1)] = 7;
/// assert_eq!(scores.as_slice(), [0, 7, 0]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scores {
    values: [Value; MAX_PLAYERS],
    players: u8,
}

impl Scores {
    /// Zero for each of `players`.
    pub const fn new(players: usize) -> Self {
        Scores { values: [0; MAX_PLAYERS], players: players as u8 }
    }

    /// The values in seat order.
    pub fn as_slice(&self) -> &[Value] {
        &self.values[..self.players as usize]
    }
}

impl Index<Player> for Scores {
    type Output = Value;
    fn index(&self, player: Player) -> &Value {
        &self.values[player.index()]
    }
}

impl IndexMut<Player> for Scores {
    fn index_mut(&mut self, player: Player) -> &mut Value {
        &mut self.values[player.index()]
    }
}
