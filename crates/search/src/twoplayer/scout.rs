//! Scout (Pearl 1980; Pantel 1997, Figure 3.5): evaluate the first child, and every other only
//! after a cheap test has shown that it changes the value.

use melee_core::{Evaluator, Game, MoveOrder, Value};

use crate::line::Lines;
use crate::{DepthSearch, Finding, Found, Observer, Stopped, Walk};

/// Scout's Eval and Test.
pub struct Scout<G: Game> {
    lines: Lines<G::Move>,
}

impl<G: Game> Default for Scout<G> {
    fn default() -> Self {
        Scout {
            lines: Lines::new(),
        }
    }
}

impl<G: Game> Scout<G> {
    /// Figure 3.5 b: the value of the position.
    fn eval<K: Evaluator<G> + MoveOrder<G>, O: Observer<G::Move>>(
        &mut self,
        walk: &mut Walk<G, K, O>,
        depth: u32,
    ) -> Result<Value, Stopped> {
        walk.enter()?;
        self.lines.clear(walk.ply());
        if let Some(value) = walk.leaf(depth) {
            walk.observer.left(Finding::exact(value));
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
        walk.observer.left(Finding::exact(best));
        Ok(best)
    }
}

/// Figure 3.5 a: is the value of the position greater than `v`?
fn test<G: Game, K: Evaluator<G> + MoveOrder<G>, O: Observer<G::Move>>(
    walk: &mut Walk<G, K, O>,
    depth: u32,
    v: Value,
) -> Result<bool, Stopped> {
    walk.enter()?;
    walk.counts.tests += 1;
    walk.observer.window(v, v + 1);
    if let Some(value) = walk.leaf(depth) {
        walk.observer.left(Finding::exact(value));
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
fn tell_answer<G: Game, K, O: Observer<G::Move>>(walk: &mut Walk<G, K, O>, v: Value, above: bool) {
    let value = if above { v + 1 } else { v };
    walk.observer.left(Finding::within(value, v, v + 1));
}

impl<G: Game, K: Evaluator<G> + MoveOrder<G>, O: Observer<G::Move>> DepthSearch<G, K, O>
    for Scout<G>
{
    fn search(
        &mut self,
        walk: &mut Walk<G, K, O>,
        depth: u32,
        _previous: Option<&Found<G::Move>>,
    ) -> Result<Found<G::Move>, Stopped> {
        let guesses = walk.guesses();
        let value = self.eval(walk, depth)?;
        Ok(Found {
            value,
            line: self.lines.best(),
            complete: walk.guesses() == guesses,
            values: None,
        })
    }
}
