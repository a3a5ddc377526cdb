//! The MT driver (Plaat et al. 1994; Pantel 1997, Figures 3.9 and 3.10): call MT again and again
//! until the bounds meet.
//!
//! Where it starts and how it goes on makes the algorithm: from above it is SSS*, from below
//! DUAL*, from a guess MTD(f).

use melee_core::value::INFINITY;
use melee_core::{Evaluator, Game, MoveOrder, Value};

use super::mt::{Mt, key};
use crate::table::{Replacement, Table, TableError};
use crate::{DepthSearch, Found, Line, Observer, Stopped, Walk};

/// The first bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MtdFirst {
    /// From above: SSS*.
    PlusInfinity,
    /// From below: DUAL*.
    MinusInfinity,
    /// From the value of the last iteration, or the evaluation of the root.
    Guess,
}

/// MTD with its table.
pub struct Mtd<G: Game> {
    first: MtdFirst,
    mt: Mt<G>,
}

impl<G: Game> Mtd<G> {
    /// Sets up the table.
    pub fn new(first: MtdFirst, scheme: Replacement, bytes: u64) -> Result<Self, TableError> {
        Ok(Mtd {
            first,
            mt: Mt {
                table: Table::new(scheme, bytes)?,
                root_best: None,
            },
        })
    }

    /// Figure 3.10.
    fn mtd<K: Evaluator<G> + MoveOrder<G>, O: Observer<G::Move>>(
        &mut self,
        walk: &mut Walk<G, K, O>,
        depth: u32,
        first: Value,
    ) -> Result<(Value, Line<G::Move>), Stopped> {
        let (mut upper, mut lower) = (INFINITY, -INFINITY);
        let mut g = first;
        let mut line = Vec::new();
        while lower < upper {
            let bound = match self.first {
                MtdFirst::PlusInfinity => g,
                MtdFirst::MinusInfinity => g + 1,
                MtdFirst::Guess if g == lower => g + 1,
                MtdFirst::Guess => g,
            };
            g = self.mt.test(walk, depth, bound)?;
            if g < bound {
                upper = g;
            } else {
                lower = g;
                line = self.line(walk, depth);
            }
        }
        Ok((g, line))
    }

    /// The move that passed the last test, and the best moves in the table after it.
    fn line<K: Evaluator<G> + MoveOrder<G>, O: Observer<G::Move>>(
        &self,
        walk: &mut Walk<G, K, O>,
        depth: u32,
    ) -> Line<G::Move> {
        let mut line: Line<G::Move> = self.mt.root_best.into_iter().collect();
        for ply in &line {
            walk.play(ply.mv);
        }
        while line.len() < depth as usize && walk.game.outcome(&walk.state).is_none() {
            let best = self.mt.table.get(key(walk)).and_then(|entry| entry.best);
            let Some(best) = best.filter(|b| walk.game.is_legal(&walk.state, b.mv)) else {
                break;
            };
            line.push(best);
            walk.play(best.mv);
        }
        walk.restart();
        line
    }
}

impl<G: Game, K: Evaluator<G> + MoveOrder<G>, O: Observer<G::Move>> DepthSearch<G, K, O>
    for Mtd<G>
{
    fn search(
        &mut self,
        walk: &mut Walk<G, K, O>,
        depth: u32,
        previous: Option<&Found<G::Move>>,
    ) -> Result<Found<G::Move>, Stopped> {
        let first = match (self.first, previous) {
            (MtdFirst::PlusInfinity, _) => INFINITY,
            (MtdFirst::MinusInfinity, _) => -INFINITY,
            (MtdFirst::Guess, Some(found)) => found.value,
            (MtdFirst::Guess, None) => {
                let counts = walk.counts;
                let guess = walk.evaluate();
                walk.counts = counts;
                guess
            }
        };
        let guesses = walk.guesses();
        let (value, line) = self.mtd(walk, depth, first)?;
        Ok(Found {
            value,
            line,
            complete: walk.guesses() == guesses,
            values: None,
        })
    }
}
