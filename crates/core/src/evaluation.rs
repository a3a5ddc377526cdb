//! What a game knows about the worth of its positions.

use crate::{Game, MoveOrder, NoisyMoves, Outcome, Player, Scores, Value};

/// An open interval of values that matter to the caller: `alpha < value < beta`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// Values up to here make no difference.
    pub alpha: Value,
    /// Values from here on make no difference.
    pub beta: Value,
}

impl Window {
    /// Every value matters.
    pub const FULL: Window = Window {
        alpha: -crate::value::INFINITY,
        beta: crate::value::INFINITY,
    };
}

/// An evaluation that may be lazy: outside the window it need not be exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bounded {
    /// The value itself.
    Exact(Value),
    /// The value is this or more, and this is at least beta.
    AtLeast(Value),
    /// The value is this or less, and this is at most alpha.
    AtMost(Value),
}

/// What a finished game means to one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// He alone is first.
    Win,
    /// Somebody else is first.
    Loss,
    /// Something in between, in the evaluation's units: a draw, a shared first place, a rank.
    Score(Value),
}

/// The worth of positions that are not over.
///
/// Scores are integers well below [`WIN`](crate::value::WIN). Everything is seen from the root
/// player, so that evaluations that look from him (who is attacked, whose turn it was) can.
pub trait Evaluator<G: Game>: Send + Sync {
    /// One score per player: for max^n, MCTS and the bars of the page.
    fn scores(&self, game: &G, state: &G::State, root: Player) -> Scores;

    /// The root player's score; a lazy evaluation may answer with a bound outside the window.
    fn score(&self, game: &G, state: &G::State, root: Player, window: Window) -> Bounded;

    /// What the end of the game means to this player. Override where ranks below the first count.
    fn verdict(&self, _game: &G, _state: &G::State, outcome: &Outcome, player: Player) -> Verdict {
        if !outcome.is_first(player) {
            Verdict::Loss
        } else if outcome.firsts() == 1 {
            Verdict::Win
        } else {
            Verdict::Score(0)
        }
    }

    /// How much better than the others a player stands whose game is as good as won: what random
    /// games that are cut off are measured by.
    fn worth_of_win(&self) -> Value {
        10_000
    }

    /// The constant sum of all scores if they are never negative: allows shallow pruning in max^n.
    fn max_sum(&self, _game: &G) -> Option<Value> {
        None
    }
}

/// Everything a game knows about itself: one type per game, so that a search is compiled once.
///
/// Which evaluation and which ordering it stands for is chosen by name when it is built, from the
/// options of an algorithm's specification (`eval=pear,order=centre`).
pub trait Knowledge<G: Game>:
    Evaluator<G> + MoveOrder<G> + NoisyMoves<G> + Clone + 'static
{
    /// The evaluations to choose from, the default first; a game may also take weights given one
    /// by one, and then says here how.
    fn evaluations() -> &'static [&'static str];

    /// The static orderings to choose from, the default first.
    fn orderings() -> &'static [&'static str];

    /// Search options that `NAME:best` takes for this game beyond the general ones, such as
    /// `killers=0`; those that an algorithm does not have are left out.
    fn best_options() -> &'static str {
        ""
    }

    /// The weights of an evaluation by name or of its own weights, in the order in which `eval=` takes them; `None` for
    /// those that are not made of weights.
    fn weights(_evaluation: &str) -> Option<Vec<(&'static str, f64)>> {
        None
    }

    /// Builds the knowledge of the given names; `None` takes the default.
    /// A name that is not in the lists gives `None`.
    fn named(game: &G, evaluation: Option<&str>, ordering: Option<&str>) -> Option<Self>;
}
