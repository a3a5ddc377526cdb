//! Everybody's share of one million, by any evaluation.

use melee_core::value::{WIN, is_win};
use melee_core::{Game, Knowledge, Outcome, Player, Scores, Value, Verdict};

/// Knows what another does, but scores are shares: what a player is ahead of the mean and a won game together, as a part of
/// the same of all players; who is further behind the mean than a won game has nothing.
pub struct Shared<'a, K>(pub &'a K);

const WHOLE: Value = 1_000_000;

impl<G: Game, K: Knowledge<G>> Knowledge<G> for Shared<'_, K> {
    fn scores(&self, game: &G, state: &G::State, root: Player) -> Scores {
        let scores = self.0.scores(game, state, root);
        let players = scores.as_slice().len() as f64;
        let mean = (scores.as_slice().iter().map(|&s| f64::from(s)).sum::<f64>() / players).floor();
        let ahead: Vec<f64> = (scores.as_slice().iter())
            .map(|&s| (f64::from(self.0.worth_of_win()) + f64::from(s) - mean).max(0.0))
            .collect();
        let all: f64 = ahead.iter().sum();
        let mut shares = Scores::new(ahead.len());
        for (player, own) in Player::all(ahead.len()).zip(&ahead) {
            // So close to the whole only games that are won.
            shares[player] = ((f64::from(WHOLE) * own / all).floor() as Value).min(WHOLE - 1000);
        }
        shares
    }

    fn verdict(&self, _game: &G, _state: &G::State, outcome: &Outcome, player: Player) -> Verdict {
        match outcome.winner() {
            Some(winner) if winner == player => Verdict::Win,
            _ => Verdict::Score((f64::from(WHOLE) * outcome.points(player)).floor() as Value),
        }
    }
}

/// A vector by [`Shared`] in shares: a win is the whole but for its plies.
pub fn shares(vector: &[Value]) -> Vec<Value> {
    vector.iter().map(|&value| if is_win(value) { WHOLE - (WIN - value) } else { value }).collect()
}
