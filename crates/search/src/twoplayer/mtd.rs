//! The MT driver (Plaat et al. 1994; Pantel 1997, Figures 3.9 and 3.10): call MT again and again
//! until the bounds meet.
//!
//! Where it starts and how it goes on makes the algorithm: from above it is SSS*, from below
//! DUAL*, from a guess MTD(f).

use melee_core::value::INFINITY;
use melee_core::{Game, Value};

use super::mt::{Mt, key};
use crate::options::{Opt, TableSize};
use crate::table::{Replacement, TableError};
use crate::{
    Algorithm, Best, CommonSettings, DepthSearch, Line, Method, Move, Pace, Search, SearchError, Stopped, Variant,
    Walk, World,
};

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

/// The three drivers by name.
#[derive(Clone, Copy, Debug)]
pub struct MtdSearch;

/// What can be set about them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MtdSettings {
    /// Where the bounds start.
    pub first: MtdFirst,
    pub table: TableSize,
}

impl Algorithm for MtdSearch {
    type Settings = MtdSettings;
    const PACE: Pace = Pace::ByDepth;

    fn variants(&self) -> Vec<Variant<MtdSettings>> {
        let from = |first| MtdSettings { first, table: TableSize { scheme: Replacement::Deep, bytes: 64 << 20 } };
        vec![
            Variant::for_two(
                "mtd(+inf)",
                from(MtdFirst::PlusInfinity),
                "MT driver from above, the same leaves as SSS* (Figure 3.9)",
            ),
            Variant::for_two("mtd(-inf)", from(MtdFirst::MinusInfinity), "MT driver from below, DUAL*"),
            Variant::for_two("mtd(f)", from(MtdFirst::Guess), "MT driver from a first guess (Plaat et al. 1994)"),
        ]
    }

    fn options(&self) -> Vec<Opt<MtdSettings>> {
        vec![Opt::needed_table("tt", "transposition table", |s: &mut MtdSettings| &mut s.table)]
    }

    fn make_best(&self, settings: &mut MtdSettings, common: &mut CommonSettings) {
        settings.table = TableSize::STRONG;
        common.deepen = true;
    }

    fn memory(&self, settings: &MtdSettings) -> u64 {
        settings.table.bytes
    }
}

impl Search for MtdSearch {
    fn build<W: World>(&self, settings: &MtdSettings, game: &W::Game, _seed: u64) -> Result<Method<W>, SearchError> {
        Ok(Method::ByDepth(Box::new(Mtd::new::<W>(game, *settings)?)))
    }
}

/// MTD with its table.
struct Mtd<G: Game> {
    first: MtdFirst,
    mt: Mt<G>,
}

impl<G: Game> Mtd<G> {
    fn new<W: World<Game = G>>(game: &G, settings: MtdSettings) -> Result<Self, TableError> {
        Ok(Mtd { first: settings.first, mt: Mt { table: W::table(game, settings.table)?, root_best: None } })
    }

    /// Figure 3.10.
    fn mtd<W: World<Game = G>>(
        &mut self,
        walk: &mut Walk<W>,
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
    fn line<W: World<Game = G>>(&self, walk: &mut Walk<W>, depth: u32) -> Line<G::Move> {
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

impl<W: World> DepthSearch<W> for Mtd<W::Game> {
    fn search(
        &mut self,
        walk: &mut Walk<W>,
        depth: u32,
        previous: Option<&Best<Move<W>>>,
    ) -> Result<Best<Move<W>>, Stopped> {
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
        Ok(Best::guess(value, line).complete_if(walk.guesses() == guesses))
    }

    fn forget(&mut self) {
        self.mt.table.clear();
    }
}
