//! Scout (Pearl 1980; Pantel 1997, Figure 3.5): evaluate the first child, and every other only
//! after a cheap test has shown that it changes the value.

use melee_core::{Game, Value};

use crate::line::Lines;
use crate::{
    Algorithm, Best, DepthSearch, Method, Move, NodeValue, Observer, Pace, Search, SearchError, Stopped, Variant, Walk,
    World,
};

/// The algorithm by name.
#[derive(Clone, Copy, Debug)]
pub struct ScoutSearch;

impl Algorithm for ScoutSearch {
    type Settings = ();
    const PACE: Pace = Pace::ByDepth;

    fn variants(&self) -> Vec<Variant<()>> {
        vec![Variant::for_two("scout", (), "evaluate the first child, test the others (Figure 3.5)")]
    }
}

impl Search for ScoutSearch {
    fn build<W: World>(&self, _settings: &(), _game: &W::Game, _seed: u64) -> Result<Method<W>, SearchError> {
        let lines = Lines::new();
        Ok(Method::ByDepth(Box::new(Scout { lines })))
    }
}

/// Scout's Eval and Test.
struct Scout<G: Game> {
    lines: Lines<G::Move>,
}

impl<G: Game> Scout<G> {
    /// Figure 3.5 b: the value of the position.
    fn eval<W: World<Game = G>>(&mut self, walk: &mut Walk<W>, depth: u32) -> Result<Value, Stopped> {
        walk.enter()?;
        self.lines.clear(walk.ply());
        if let Some(value) = walk.leaf(depth) {
            walk.observer.left(NodeValue::exact(value));
            return Ok(value);
        }
        let is_max = walk.is_root_turn();
        let mut best = None;
        for mv in walk.ordered_moves() {
            let undo = walk.play(mv);
            let changes = match best {
                None => true,
                Some(value) => is_max == test(walk, depth - 1, value)?,
            };
            if changes {
                best = Some(self.eval(walk, depth - 1)?);
            }
            walk.undo(undo);
            if changes {
                self.lines.improve(walk.ply(), walk.step(mv));
            }
        }
        let best = best.expect("a state that is not over has a move");
        walk.observer.left(NodeValue::exact(best));
        Ok(best)
    }
}

/// Figure 3.5 a: is the value of the position greater than `v`?
fn test<W: World>(walk: &mut Walk<W>, depth: u32, v: Value) -> Result<bool, Stopped> {
    walk.enter()?;
    walk.counts.tests += 1;
    walk.observer.window(v, v + 1);
    if let Some(value) = walk.leaf(depth) {
        walk.observer.left(NodeValue::exact(value));
        return Ok(value > v);
    }
    // One child above v is enough for MAX, one that is not for MIN.
    let is_max = walk.is_root_turn();
    for mv in walk.ordered_moves() {
        let undo = walk.play(mv);
        let above = test(walk, depth - 1, v)?;
        walk.undo(undo);
        if above == is_max {
            walk.counts.cutoffs += 1;
            tell_answer(walk, v, above);
            return Ok(above);
        }
    }
    tell_answer(walk, v, !is_max);
    Ok(!is_max)
}

/// Tells how a test of "greater than v" came out.
#[inline]
fn tell_answer<W: World>(walk: &mut Walk<W>, v: Value, above: bool) {
    let value = if above { v + 1 } else { v };
    walk.observer.left(NodeValue::within(value, v, v + 1));
}

impl<W: World> DepthSearch<W> for Scout<W::Game> {
    fn search(
        &mut self,
        walk: &mut Walk<W>,
        depth: u32,
        _previous: Option<&Best<Move<W>>>,
    ) -> Result<Best<Move<W>>, Stopped> {
        let guesses = walk.guesses();
        let value = self.eval(walk, depth)?;
        Ok(Best::guess(value, self.lines.best()).complete_if(walk.guesses() == guesses))
    }
}
