//! Scores and move ranks of the uniform tree.

use melee_core::zobrist::mix;
use melee_core::{Bounded, Knowledge, OrderView, Player, Scores, Value, Window};

use super::{State, Uniform};

/// The tree's own scores, and its own order or none.
#[derive(Clone, Debug)]
pub struct UniformKnowledge {
    ordered: bool,
}

impl UniformKnowledge {
    pub(super) fn named(evaluation: Option<&str>, ordering: Option<&str>) -> Option<Self> {
        if evaluation.unwrap_or("hash") != "hash" {
            return None;
        }
        match ordering.unwrap_or("hash") {
            "hash" => Some(UniformKnowledge { ordered: true }),
            "none" => Some(UniformKnowledge { ordered: false }),
            _ => None,
        }
    }
}

fn score(game: &Uniform, state: &State, player: Player) -> Value {
    let hash = mix(state.digest ^ mix(game.seed ^ (player.index() as u64 + 1)));
    (hash % 2001) as Value - 1000
}

impl Knowledge<Uniform> for UniformKnowledge {
    fn scores(&self, game: &Uniform, state: &State, _root: Player) -> Scores {
        let mut scores = Scores::new(game.players);
        for player in Player::all(game.players) {
            scores[player] = score(game, state, player);
        }
        scores
    }

    fn score(&self, game: &Uniform, state: &State, root: Player, _window: Window) -> Bounded {
        Bounded::Exact(score(game, state, root))
    }

    fn rank_all(&self, game: &Uniform, state: &mut State, _view: OrderView, moves: &[u8], out: &mut Vec<i32>) {
        let player = state.turn.index() as u64;
        out.extend(moves.iter().map(|&mv| {
            if self.ordered {
                let feature = 100 + player * 64 + u64::from(mv);
                (mix(state.digest ^ mix(game.seed ^ feature)) % 1000) as i32
            } else {
                0
            }
        }));
    }
}
