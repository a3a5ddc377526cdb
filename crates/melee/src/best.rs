//! `best` where the strongest player plays random games: a depth says nothing to those, so who gives one is answered by
//! the strongest search by depth.

use std::borrow::Cow;

use melee_search::{ExactScores, Limits, Pace, Spec, Watch};

use crate::engine::AnyEngine;
use crate::search_tree::SearchTree;
use crate::{Engine, Error, OpenGame, Position, Report, Task};

impl OpenGame {
    /// What a specification means with these limits.
    pub(crate) fn meant<'s>(&self, spec: &'s Spec, limits: Limits) -> Cow<'s, Spec> {
        if limits.depth.is_none() {
            return Cow::Borrowed(spec);
        }
        self.by_depth(spec).map_or(Cow::Borrowed(spec), Cow::Owned)
    }

    /// The strongest search by depth with the options of a `best` that searches otherwise, if it has them all.
    fn by_depth(&self, spec: &Spec) -> Option<Spec> {
        if spec.name != "best" {
            return None;
        }
        let mut by_depth: Spec = self.description().strongest_by_depth(self.players()).parse().ok()?;
        let champion: Spec = self.description().strongest(self.players()).parse().ok()?;
        let paces = self.algorithms();
        let samples = paces.iter().any(|info| info.name == champion.name && info.pace == Pace::AnyTime);
        by_depth.options.extend(spec.options.iter().cloned());
        (samples && self.0.check(&by_depth, Limits::depth(1)).is_ok()).then_some(by_depth)
    }

    /// The engine of a specification that may be such a `best`.
    pub(crate) fn engine_of(&self, spec: &Spec, seed: u64) -> Result<Engine, Error> {
        let champion = self.0.engine(spec, seed)?;
        Ok(match self.by_depth(spec) {
            None => champion,
            Some(by_depth) => Engine(Box::new(Best { champion, game: self.clone(), by_depth, searching: None, seed })),
        })
    }
}

struct Best {
    champion: Engine,
    game: OpenGame,
    by_depth: Spec,
    /// The search by depth, made when it is first asked.
    searching: Option<Engine>,
    seed: u64,
}

impl Best {
    fn of(&mut self, limits: Limits) -> Result<&mut Engine, Error> {
        if limits.depth.is_none() {
            return Ok(&mut self.champion);
        }
        match &mut self.searching {
            Some(engine) => Ok(engine),
            none => Ok(none.insert(self.game.0.engine(&self.by_depth, self.seed)?)),
        }
    }
}

impl AnyEngine for Best {
    fn spec(&self) -> &Spec {
        self.champion.spec()
    }

    fn evaluation(&self) -> &str {
        self.champion.evaluation()
    }

    fn pace(&self) -> Pace {
        self.champion.pace()
    }

    fn check(&self, limits: Limits) -> Result<(), Error> {
        // Any depth will do for the search by depth.
        if limits.depth.is_some() { Ok(()) } else { self.champion.check(limits) }
    }

    fn search(&mut self, position: &Position, task: Task) -> Result<Report, Error> {
        self.of(task.limits)?.search(position, task)
    }

    fn take_turn(&mut self, position: &mut Position, task: Task) -> Result<Report, Error> {
        self.of(task.limits)?.take_turn(position, task)
    }

    fn move_scores(&mut self, position: &Position, limits: Limits, watch: Watch) -> Result<ExactScores<String>, Error> {
        self.of(limits)?.move_scores(position, limits, watch)
    }

    fn record(&self, position: &Position, limits: Limits, most: usize, watch: Watch) -> Result<SearchTree, Error> {
        if limits.depth.is_none() {
            return self.champion.record(position, limits, most, watch);
        }
        self.game.0.engine(&self.by_depth, self.seed)?.record(position, limits, most, watch)
    }

    fn minimal_leaves(&self, position: &Position, depth: u32, most: usize, watch: Watch) -> Result<Option<u64>, Error> {
        self.game.0.engine(&self.by_depth, self.seed)?.minimal_leaves(position, depth, most, watch)
    }

    fn forget(&mut self, seed: u64) {
        self.seed = seed;
        for engine in std::iter::once(&mut self.champion).chain(&mut self.searching) {
            engine.forget(seed);
        }
    }
}
