//! What a search of Abalone knows: one of the evaluations, and an ordering.

use melee_core::{Bounded, Game, Knowledge, OrderView, Player, Scores, Value, Window};

use super::aiba::Aiba;
use super::board::{SIDES, to_side};
use super::evaluation::Weights;
use super::{Abalone, Move, State, ordering};

/// An evaluation and an ordering.
#[derive(Clone, Debug)]
pub struct AbaloneKnowledge {
    evaluation: Evaluation,
    pub(super) order: Order,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Evaluation {
    Aiba(Aiba),
    Melee(Weights),
}

impl Evaluation {
    fn named(name: &str) -> Option<Self> {
        let aiba = Aiba::NAMED.into_iter().find(|(n, _)| *n == name);
        aiba.map(|(_, aiba)| Evaluation::Aiba(aiba)).or_else(|| Weights::parse(name).map(Evaluation::Melee))
    }
}

/// How moves are ordered (Chorus 2009, 4.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    /// As they are generated.
    None,
    /// More marbles first.
    Marbles,
    /// Ejections, pushes, moves along the row, more marbles.
    Effect,
    /// More marbles, and among those ejections, pushes, moves along the row.
    MarblesThenEffect,
    /// Ejections, and what the moved marbles gain in Melee's evaluation.
    Gain,
}

impl Order {
    const NAMES: [(&'static str, Order); 5] = [
        ("ordering2", Order::Effect),
        ("ordering1", Order::Marbles),
        ("ordering3", Order::MarblesThenEffect),
        ("gain", Order::Gain),
        ("none", Order::None),
    ];
}

impl AbaloneKnowledge {
    pub(super) fn named(evaluation: Option<&str>, ordering: Option<&str>) -> Option<Self> {
        let name = ordering.unwrap_or("ordering2");
        Some(AbaloneKnowledge {
            evaluation: Evaluation::named(evaluation.unwrap_or("aiba"))?,
            order: Order::NAMES.iter().find(|(n, _)| *n == name)?.1,
        })
    }

    #[inline]
    fn worth(&self, game: &Abalone, state: &State, player: Player) -> Value {
        match &self.evaluation {
            Evaluation::Aiba(aiba) => aiba.score(game, state, player),
            Evaluation::Melee(weights) => weights.score(game, state, player),
        }
    }
}

impl Knowledge<Abalone> for AbaloneKnowledge {
    fn scores(&self, game: &Abalone, state: &State, _root: Player) -> Scores {
        let mut scores = Scores::new(game.players());
        for player in Player::all(game.players()) {
            scores[player] = self.worth(game, state, player);
        }
        scores
    }

    fn score(&self, game: &Abalone, state: &State, root: Player, _window: Window) -> Bounded {
        Bounded::Exact(self.worth(game, state, root))
    }

    /// Three marbles ahead. Where nothing but marbles counts, all six: random games that are cut off are told apart by
    /// every one of them (Chorus 2009, 4.3.2).
    fn worth_of_win(&self) -> Value {
        let (marbles, marble) = match &self.evaluation {
            Evaluation::Aiba(aiba) if aiba.counts_marbles_only() => (6, aiba.taken),
            Evaluation::Aiba(aiba) => (3, aiba.taken),
            Evaluation::Melee(weights) => (3, weights.marble.opening),
        };
        marble.saturating_mul(marbles).max(1)
    }

    fn lie(&self, _game: &Abalone, state: &State, player: Player, side: u32) -> Value {
        /// A line nearer with one marble.
        const STEP: Value = 50;
        STEP * to_side(state.marbles[player.index()], side as usize % SIDES.len())
    }

    fn rank_all(&self, _game: &Abalone, state: &mut State, _view: OrderView, moves: &[Move], out: &mut Vec<i32>) {
        out.extend(moves.iter().map(|&mv| self.order.rank(state, mv)));
    }

    fn noisy(&self, _game: &Abalone, state: &State, _view: OrderView, _ply: u32, out: &mut Vec<Move>) {
        ordering::noisy(state, out);
    }
}
