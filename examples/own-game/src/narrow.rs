//! A search of one's own, for every game: paranoid alpha-beta that tries only some moves.
//!
//! At every node only the first moves of the game's static order are tried (beam search), and everybody
//! else plays against the one who searches. It goes deep where the order is good and errs where it is not.

use melee::core::Value;
use melee::core::value::INFINITY;
use melee::search::{
    Algorithm, Best, CommonSettings, DepthSearch, Line, Method, Move, NodeValue, Observer, Opt, Pace, Search,
    SearchError, Stopped, Variant, Walk, World,
};

/// The search by name: `narrow`, with `width` moves at every node.
#[derive(Clone, Copy, Debug)]
pub struct NarrowSearch;

/// What can be set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Width(usize);

impl Algorithm for NarrowSearch {
    type Settings = Width;
    const PACE: Pace = Pace::ByDepth;

    fn variants(&self) -> Vec<Variant<Width>> {
        let summary = "paranoid search of the first moves of the static order only";
        vec![Variant::new("narrow", Width(5), summary)]
    }

    fn options(&self) -> Vec<Opt<Width>> {
        let summary = "how many moves are tried at every node";
        vec![Opt::number("width", 1..=1000, summary, |width: &mut Width| &mut width.0)]
    }

    fn make_best(&self, width: &mut Width, _common: &mut CommonSettings) {
        width.0 = 8;
    }
}

impl Search for NarrowSearch {
    fn build<W: World>(&self, &Width(width): &Width, _game: &W::Game, _seed: u64) -> Result<Method<W>, SearchError> {
        Ok(Method::ByDepth(Box::new(Narrow { width })))
    }
}

struct Narrow {
    width: usize,
}

impl Narrow {
    /// The root player's value, and the line that leads to it.
    fn value<W: World>(
        &self,
        walk: &mut Walk<W>,
        depth: u32,
        mut alpha: Value,
        mut beta: Value,
    ) -> Result<(Value, Line<Move<W>>), Stopped> {
        walk.enter()?;
        if let Some(value) = walk.leaf(depth) {
            walk.observer.left(NodeValue::exact(value));
            return Ok((value, Vec::new()));
        }
        let (lowest, highest) = (alpha, beta);
        let is_max = walk.is_root_turn();
        let mut best = (if is_max { -INFINITY } else { INFINITY }, Vec::new());
        let mut moves = walk.ordered_moves();
        if moves.len() > self.width {
            moves.truncate(self.width);
            // The value is a guess, however deep the tree goes.
            walk.note_guess();
        }
        for mv in moves {
            let step = walk.step(mv);
            let undo = walk.play(mv);
            let (value, rest) = self.value(walk, depth - 1, alpha, beta)?;
            walk.undo(undo);
            if best.1.is_empty() || (value > best.0) == is_max && value != best.0 {
                best = (value, std::iter::once(step).chain(rest).collect());
            }
            if is_max {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if alpha >= beta {
                walk.counts.cutoffs += 1;
                break;
            }
        }
        walk.observer.left(NodeValue::within(best.0, lowest, highest));
        Ok(best)
    }
}

impl<W: World> DepthSearch<W> for Narrow {
    fn search(
        &mut self,
        walk: &mut Walk<W>,
        depth: u32,
        _previous: Option<&Best<Move<W>>>,
    ) -> Result<Best<Move<W>>, Stopped> {
        let guesses = walk.guesses();
        let (value, line) = self.value(walk, depth, -INFINITY, INFINITY)?;
        Ok(Best::guess(value, line).complete_if(walk.guesses() == guesses))
    }

    // Moves that were not tried might have been better.
    fn proves(&self) -> bool {
        false
    }
}
