//! Minimax (Pantel 1997, Figure 2.1) and Solve (Figure 2.2).
//!
//! Solve is minimax that looks no further once a side has a move that wins: nothing can be better.
//! It takes *any* win, as the seed does, so where there are several its value may speak of a
//! slower one than minimax finds.

use melee_core::value::{is_loss, is_win};
use melee_core::{Evaluator, Game, MoveOrder, Value};

use crate::line::Lines;
use crate::{DepthSearch, Finding, Found, Observer, Stopped, Walk};

/// Minimax, or Solve.
pub struct Minimax<G: Game> {
    stop_at_wins: bool,
    lines: Lines<G::Move>,
}

impl<G: Game> Minimax<G> {
    /// Figure 2.1: every move of every node.
    pub fn full() -> Self {
        Minimax {
            stop_at_wins: false,
            lines: Lines::new(),
        }
    }

    /// Figure 2.2: until a win is found.
    pub fn solve() -> Self {
        Minimax {
            stop_at_wins: true,
            lines: Lines::new(),
        }
    }

    fn value<K: Evaluator<G> + MoveOrder<G>, O: Observer<G::Move>>(
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
            let value = self.value(walk, depth - 1)?;
            walk.undo(undo);
            if best.is_none_or(|best| if is_max { value > best } else { value < best }) {
                best = Some(value);
                self.lines.improve(walk.ply(), walk.step(mv));
            }
            let wins = if is_max {
                is_win(value)
            } else {
                is_loss(value)
            };
            if self.stop_at_wins && wins {
                walk.counts.cutoffs += 1;
                break;
            }
        }
        let best = best.expect("a state that is not over has a move");
        walk.observer.left(Finding::exact(best));
        Ok(best)
    }
}

impl<G: Game, K: Evaluator<G> + MoveOrder<G>, O: Observer<G::Move>> DepthSearch<G, K, O>
    for Minimax<G>
{
    fn search(
        &mut self,
        walk: &mut Walk<G, K, O>,
        depth: u32,
        _previous: Option<&Found<G::Move>>,
    ) -> Result<Found<G::Move>, Stopped> {
        let guesses = walk.guesses();
        let value = self.value(walk, depth)?;
        Ok(Found {
            value,
            line: self.lines.best(),
            complete: walk.guesses() == guesses,
            values: None,
        })
    }
}
