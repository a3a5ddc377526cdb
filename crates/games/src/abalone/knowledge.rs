//! What a search of Abalone knows: one of the evaluations, and an ordering.

use melee_core::{Bounded, Evaluator, Game, Knowledge, Player, Scores, Value, Window};

use super::aiba::Aiba;
use super::evaluation::Weights;
use super::{Abalone, State};

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
        aiba.map(|(_, aiba)| Evaluation::Aiba(aiba))
            .or_else(|| Weights::parse(name).map(Evaluation::Melee))
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
    #[inline]
    fn worth(&self, game: &Abalone, state: &State, player: Player) -> Value {
        match &self.evaluation {
            Evaluation::Aiba(aiba) => aiba.score(game, state, player),
            Evaluation::Melee(weights) => weights.score(game, state, player),
        }
    }
}

impl Evaluator<Abalone> for AbaloneKnowledge {
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
}

impl Knowledge<Abalone> for AbaloneKnowledge {
    fn evaluations() -> &'static [&'static str] {
        &[
            "aiba",
            "aiba-final",
            "aiba-opposing",
            "aiba-defensive",
            "aiba-grouping",
            "marbles",
            "melee",
        ]
    }

    fn orderings() -> &'static [&'static str] {
        &["ordering2", "ordering1", "ordering3", "gain", "none"]
    }

    /// Against the same search without them, null moves score 64 % and late reductions 64 % over 100
    /// games at 20,000 nodes a move (`docs/abalone.md`).
    fn best_options() -> &'static str {
        "eval=melee,scout=on,symmetry=on,quiescence=8,nullmove=2,late=5"
    }

    fn weights(evaluation: &str) -> Option<Vec<(&'static str, f64)>> {
        Some(Weights::parse(evaluation)?.list())
    }

    fn named(_game: &Abalone, evaluation: Option<&str>, ordering: Option<&str>) -> Option<Self> {
        let name = ordering.unwrap_or("ordering2");
        Some(AbaloneKnowledge {
            evaluation: Evaluation::named(evaluation.unwrap_or("aiba"))?,
            order: Order::NAMES.iter().find(|(n, _)| *n == name)?.1,
        })
    }
}
