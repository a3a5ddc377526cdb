//! The evaluation made by hand underneath a network.
//!
//! A network may build on it: what it says of every player is added to his logit, as strongly as one more output of the
//! network finds right for the position. So the network has to learn only what the evaluation does not know, and knows
//! from the first game on what took people years.

use crate::{MAX_PLAYERS, Player, Scores};

/// A difference of scores has so many units for one, as a power of two.
const UNIT: u32 = 12;
/// Scores further apart, and a weight larger than this, are no different: eight logits.
const MOST: i64 = 8 * 8128;
/// Halvings from a product of a score and its weight back to a logit; the little that 8192 is more than 8128 is learned.
const SHIFT: u32 = 13;
/// The largest unit that a file may have: with any scores no product overflows.
pub(super) const LARGEST_UNIT: i32 = 1 << 26;

/// How the scores of an evaluation made by hand become logits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Hand {
    /// What a difference of one from the mean of all players, times their number, is worth before it is weighed.
    pub(super) unit: i32,
}

impl Hand {
    /// Adds what the evaluation says about everybody, this strongly.
    pub(super) fn add_to(self, logits: &mut [i32], weight: i32, by_hand: &[i32; MAX_PLAYERS]) {
        let players = logits.len() as i64;
        let by_hand = &by_hand[..logits.len()];
        let sum: i64 = by_hand.iter().copied().map(i64::from).sum();
        let weight = i64::from(weight).clamp(0, MOST);
        for (logit, &score) in logits.iter_mut().zip(by_hand) {
            let apart = ((players * i64::from(score) - sum) * i64::from(self.unit)) >> UNIT;
            *logit = logit.saturating_add(((apart.clamp(-MOST, MOST) * weight) >> SHIFT) as i32);
        }
    }
}

/// Everybody's score from the viewer on.
#[inline]
pub fn seen_by(scores: &Scores, viewer: Player, players: usize) -> [i32; MAX_PLAYERS] {
    let mut seen = [0; MAX_PLAYERS];
    let mut player = viewer;
    for score in &mut seen[..players] {
        *score = scores[player];
        player = player.next(players);
    }
    seen
}
