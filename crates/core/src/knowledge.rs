//! What a game knows about its positions and moves, without searching.
//!
//! A search takes one [`Knowledge`]: the worth of positions, the order in which moves are worth
//! trying, and the moves that must not be left hanging at the horizon. Only the worth has no default.

use crate::value::WIN;
use crate::{Game, Outcome, Player, Scores, Value};

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
    pub const FULL: Window = Window { alpha: -crate::value::INFINITY, beta: crate::value::INFINITY };
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

impl Verdict {
    /// Only the first place counts, and who shares it has nothing of it.
    #[inline]
    pub fn by_first_place(outcome: &Outcome, player: Player) -> Self {
        if !outcome.is_first(player) {
            Verdict::Loss
        } else if outcome.firsts() == 1 {
            Verdict::Win
        } else {
            Verdict::Score(0)
        }
    }
}

/// Whose interest a static ordering serves.
///
/// For the root player's own moves both flavours are the same: his best move first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OrderView {
    /// Every mover looks after himself (max^n).
    Own,
    /// Opponents look for what hurts this player most (paranoid, best-reply search).
    Against(Player),
}

/// What a search knows about the game it plays.
///
/// Scores are integers well below [`WIN`](crate::value::WIN). Everything is seen from the root
/// player, so that evaluations that look from him (who is attacked, whose turn it was) can.
pub trait Knowledge<G: Game>: Send + Sync {
    /// One score per player for a position that is not over.
    fn scores(&self, game: &G, state: &G::State, root: Player) -> Scores;

    /// The root player's score; a lazy evaluation may answer with a bound outside the window.
    #[inline]
    fn score(&self, game: &G, state: &G::State, root: Player, _window: Window) -> Bounded {
        Bounded::Exact(self.scores(game, state, root)[root])
    }

    /// A player's score by the evaluation made by hand, whatever else stands in its place: what a player without a search
    /// goes by. It does not ask [`score`](Self::score): one caller more and that is no longer compiled into the nodes of
    /// searches, which costs them up to a twentieth.
    fn plain_score(&self, game: &G, state: &G::State, player: Player) -> Value {
        self.scores(game, state, player)[player]
    }

    /// What the end of the game means to a player without a search.
    #[inline]
    fn plain_verdict(&self, game: &G, state: &G::State, outcome: &Outcome, player: Player) -> Verdict {
        self.verdict(game, state, outcome, player)
    }

    /// What a player without a search chooses from: puts into `places`, in rising order and instead of what was there, the
    /// indices of the moves with the best plain value for the mover. `moves` is a part of the legal ones, at least one; the
    /// state is given back as it was. Override where they are found sooner than by playing every move.
    fn greediest(&self, game: &G, state: &mut G::State, moves: &[G::Move], places: &mut Vec<usize>) {
        places.clear();
        let mut best = Value::MIN;
        for (place, &mv) in moves.iter().enumerate() {
            let value = self.plain_value_after(game, state, mv);
            if value > best {
                best = value;
                places.clear();
            }
            if value == best {
                places.push(place);
            }
        }
    }

    /// What a move leads to for who makes it, by the plain score or the end of the game.
    fn plain_value_after(&self, game: &G, state: &mut G::State, mv: G::Move) -> Value {
        let mover = game.to_move(state);
        let undo = game.play(state, mv);
        let value = match game.outcome(state) {
            Some(outcome) => match self.plain_verdict(game, state, &outcome, mover) {
                Verdict::Win => WIN,
                Verdict::Loss => -WIN,
                Verdict::Score(value) => value,
            },
            None if game.has_lost(state, mover) => -WIN,
            None => self.plain_score(game, state, mover),
        };
        game.undo(state, undo);
        value
    }

    /// What the end of the game means to this player. Override where ranks below the first count.
    #[inline]
    fn verdict(&self, _game: &G, _state: &G::State, outcome: &Outcome, player: Player) -> Verdict {
        Verdict::by_first_place(outcome, player)
    }

    /// Does [`verdict`](Self::verdict) tell who is first? Where it counts something else, such as points, a search
    /// to the end of the game finds a number and proves neither a win nor a draw.
    fn tells_who_is_first(&self) -> bool {
        true
    }

    /// How much better than the others a player stands whose game is as good as won: what random
    /// games that are cut off are measured by.
    fn worth_of_win(&self) -> Value {
        10_000
    }

    /// What a game that is drawn in this position is worth to a player who still plays: what searches that are told the
    /// positions of the game before take a repetition for.
    #[inline]
    fn worth_of_draw(&self, _game: &G, _state: &G::State) -> Value {
        0
    }

    /// How far a player's pieces lie to a side of the board, in the units of [`scores`](Self::scores): by a step of one piece
    /// about as much as a step to a better field is worth. Any number is a side. Searches that leave a standstill
    /// behind go by it; without it they stay.
    fn lie(&self, _game: &G, _state: &G::State, _player: Player, _side: u32) -> Value {
        0
    }

    /// What all scores together never exceed, if none is ever negative: allows shallow pruning in max^n. Scores that are
    /// shares of it may be rounded down.
    #[inline]
    fn max_sum(&self, _game: &G) -> Option<Value> {
        None
    }

    /// What the scores of one position, and the verdicts of a finished game, together never exceed, whatever their sign:
    /// allows last-branch and speculative pruning in max^n. Scores that are differences from the others' mean add up to
    /// nothing, but for rounding.
    #[inline]
    fn sum_bound(&self, game: &G) -> Option<Value> {
        self.max_sum(game)
    }

    /// Appends a rank for each of `moves`, all by the player to move: higher is tried earlier, and
    /// of equal ranks the one that is listed first. The state is lent for playing a move one step;
    /// it must be given back as it was. By default the generator's order stands.
    #[inline]
    fn rank_all(&self, _game: &G, _state: &mut G::State, _view: OrderView, moves: &[G::Move], out: &mut Vec<i32>) {
        out.resize(out.len() + moves.len(), 0);
    }

    /// The first move of this order and its rank, for games that find it without ranking all.
    #[inline]
    fn first(&self, _game: &G, _state: &mut G::State, _view: OrderView) -> Option<(G::Move, i32)> {
        None
    }

    /// Is a move's rank the mover's evaluation after it, up to a constant that is the same for all
    /// movers of a position? Then the first move is the best one ply before the horizon, for
    /// every view, and equal ranks are equal evaluations for everybody.
    #[inline]
    fn ranks_evaluation(&self) -> bool {
        false
    }

    /// Appends the moves of the player to move that a quiescence search must look at: those that
    /// may change the evaluation violently. `ply` counts from 0 at the horizon. By default every
    /// position is quiet.
    #[inline]
    fn noisy(&self, _game: &G, _state: &G::State, _view: OrderView, _ply: u32, _out: &mut Vec<G::Move>) {}
}

/// Knows only how games end: every position is worth nothing to everybody.
///
/// Enough for small games that searches see to the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoKnowledge;

impl<G: Game> Knowledge<G> for NoKnowledge {
    fn scores(&self, game: &G, _state: &G::State, _root: Player) -> Scores {
        Scores::new(game.players())
    }
}
