//! How a game ended.

use crate::{MAX_PLAYERS, Player};

/// The final ranking of a finished game: rank 1 is the best, equal ranks are a tie.
///
/// The payoff follows from the ranks: those on rank 1 share one point equally, so that the points
/// of a game always sum to one whatever the number of players.
///
/// ```
/// use melee_core::{Outcome, Player};
/// let won = Outcome::win(Player::new(1), 2);
/// assert_eq!(won.ranks(), [2, 1]);
/// let shared = Outcome::from_ranks(&[1, 3, 1]);
/// assert_eq!(shared.points(Player::new(2)), 0.5);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    ranks: [u8; MAX_PLAYERS],
    players: u8,
}

impl Outcome {
    /// One winner, everybody else shares rank 2.
    #[inline]
    pub const fn win(winner: Player, players: usize) -> Self {
        let mut ranks = [2; MAX_PLAYERS];
        ranks[winner.index()] = 1;
        Outcome { ranks, players: players as u8 }
    }

    /// Everybody shares rank 1.
    #[inline]
    pub const fn draw(players: usize) -> Self {
        Outcome { ranks: [1; MAX_PLAYERS], players: players as u8 }
    }

    /// Any ranking; at least one player must have rank 1.
    pub fn from_ranks(given: &[u8]) -> Self {
        assert!(given.len() <= MAX_PLAYERS && given.contains(&1));
        let mut ranks = [u8::MAX; MAX_PLAYERS];
        ranks[..given.len()].copy_from_slice(given);
        Outcome { ranks, players: given.len() as u8 }
    }

    /// The ranks in seat order.
    pub fn ranks(&self) -> &[u8] {
        &self.ranks[..self.players as usize]
    }

    /// The number of players.
    pub fn players(&self) -> usize {
        self.players as usize
    }

    /// Is this player on rank 1, alone or shared?
    #[inline]
    pub fn is_first(&self, player: Player) -> bool {
        self.ranks[player.index()] == 1
    }

    /// How many share rank 1.
    #[inline]
    pub fn firsts(&self) -> usize {
        self.ranks().iter().filter(|&&r| r == 1).count()
    }

    /// The single winner, if there is one.
    pub fn winner(&self) -> Option<Player> {
        let mut firsts = Player::all(self.players()).filter(|&p| self.is_first(p));
        let winner = firsts.next()?;
        firsts.next().is_none().then_some(winner)
    }

    /// This player's part of the one point.
    pub fn points(&self, player: Player) -> f64 {
        if self.is_first(player) { 1.0 / self.firsts() as f64 } else { 0.0 }
    }

    /// The points in seat order.
    pub fn all_points(&self) -> Vec<f64> {
        Player::all(self.players()).map(|p| self.points(p)).collect()
    }
}
