//! Knowledge of trees that has nothing to do with their text.

use melee::core::zobrist::mix;
use melee::core::{Game, Knowledge, OrderView, Outcome, Player, Scores, Value, Verdict};
use melee_testkit::tree::{TreeGame, TreeState};

/// Evaluations and orders out of a hash, so that neither is the generator's; finished games are worth their points.
#[derive(Clone)]
pub(crate) struct Hashed;

pub(crate) fn hash(game: &TreeGame, state: &TreeState, salt: u64) -> u64 {
    mix(game.key(state) ^ mix(salt))
}

impl Knowledge<TreeGame> for Hashed {
    fn scores(&self, game: &TreeGame, state: &TreeState, _root: Player) -> Scores {
        let mut scores = Scores::new(game.players());
        for player in Player::all(game.players()) {
            scores[player] = (hash(game, state, player.index() as u64) % 20_000) as Value;
        }
        scores
    }

    fn verdict(&self, _: &TreeGame, _: &TreeState, outcome: &Outcome, player: Player) -> Verdict {
        Verdict::Score((1e6 * outcome.points(player)).round() as Value)
    }

    fn rank_all(&self, game: &TreeGame, state: &mut TreeState, _: OrderView, moves: &[u16], out: &mut Vec<i32>) {
        out.extend(moves.iter().map(|&mv| (hash(game, state, 100 + u64::from(mv)) % 8) as i32));
    }
}
