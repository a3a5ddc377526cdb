//! What a position is worth (Esser 2012, chapter 5): so far the pieces.
//!
//! Everybody's pieces are added up; a score is the own part of the sum of all, in millionths, so
//! that scores add up to one.

use melee_core::{Bounded, Evaluator, Game, Knowledge, Player, Scores, Value, Window};

use super::piece::{Kind, SEATS};
use super::{Chess4, State};

/// One, in the units of scores.
const WHOLE: i64 = 1_000_000;

/// Hundredths of a pawn.
pub(super) const fn piece_value(kind: Kind) -> i32 {
    match kind {
        Kind::Pawn => 100,
        Kind::Knight | Kind::Bishop | Kind::King => 300,
        Kind::Rook => 500,
        Kind::Queen => 1000,
    }
}

/// What a search of four-player chess knows.
#[derive(Clone, Debug)]
pub struct Chess4Knowledge {
    pub(super) by_capture: bool,
}

fn material(state: &State, seat: usize) -> i64 {
    let pieces = state.pieces[seat].iter().map(|s| state.at(s).kind());
    pieces.map(|kind| i64::from(piece_value(kind))).sum()
}

impl Evaluator<Chess4> for Chess4Knowledge {
    fn scores(&self, game: &Chess4, state: &State, _root: Player) -> Scores {
        let worth: [i64; SEATS] = std::array::from_fn(|seat| material(state, seat));
        let all: i64 = worth.iter().sum();
        let mut scores = Scores::new(game.players());
        for player in Player::all(SEATS) {
            scores[player] = (worth[player.index()] * WHOLE / all.max(1)) as Value;
        }
        scores
    }

    fn worth_of_win(&self) -> Value {
        WHOLE as Value
    }

    fn score(&self, game: &Chess4, state: &State, root: Player, _window: Window) -> Bounded {
        Bounded::Exact(self.scores(game, state, root)[root])
    }
}

impl Knowledge<Chess4> for Chess4Knowledge {
    fn evaluations() -> &'static [&'static str] {
        &["material"]
    }

    fn orderings() -> &'static [&'static str] {
        &["captured", "none"]
    }

    fn named(_game: &Chess4, evaluation: Option<&str>, ordering: Option<&str>) -> Option<Self> {
        let known = Self::evaluations().contains(&evaluation.unwrap_or("material"));
        let by_capture = match ordering.unwrap_or("captured") {
            "captured" => true,
            "none" => false,
            _ => return None,
        };
        known.then_some(Chess4Knowledge { by_capture })
    }
}
