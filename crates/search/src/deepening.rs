//! Iterative deepening: one driver for every search that works to a given depth.

use std::time::Duration;

use melee_core::{Evaluator, Game, MoveOrder, Scores, Value, value};

use crate::{Line, Observer, Ply, Proven, ProvenResult, Report, Silent, Stopped, Walk};

/// The result of a search to one depth.
#[derive(Clone, Debug)]
pub struct Found<M> {
    /// The root player's value.
    pub value: Value,
    /// The line that leads to it; at least the best move.
    pub line: Line<M>,
    /// No leaf of the tree was a guess: the value is the game's.
    pub complete: bool,
    /// One value per player, from searches that know them.
    pub values: Option<Scores>,
}

/// A search to a given depth.
pub trait DepthSearch<G: Game, K, O = Silent> {
    /// Searches from the walk's root. `previous` is the result of the iteration before, if there
    /// was one. Returns `Err` when stopped; the walk is then left where it was.
    fn search(
        &mut self,
        walk: &mut Walk<G, K, O>,
        depth: u32,
        previous: Option<&Found<G::Move>>,
    ) -> Result<Found<G::Move>, Stopped>;

    /// Does a win or loss it finds with two players hold against every reply?
    fn proves(&self) -> bool {
        true
    }

    /// Did it stop because it would have to remember more than it may?
    fn ran_out_of_memory(&self) -> bool {
        false
    }

    /// The best that a search which was stopped has found, if it is better than nothing.
    fn partial(&self) -> Option<Found<G::Move>> {
        None
    }
}

/// Deeper than any search goes; depths fit a byte of a table entry.
pub(crate) const MAX_DEPTH: u32 = 250;

/// Which depths are searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Depths {
    pub(crate) first: u32,
    pub(crate) last: u32,
    /// Only depths that end with everybody's move or the root player's (Esser 2012): for n players
    /// those of remainder 0 and 1.
    pub(crate) whole_rounds: bool,
}

impl Depths {
    fn iter(self, players: usize) -> impl Iterator<Item = u32> {
        let is_whole = move |depth: &u32| depth % players as u32 <= 1;
        (self.first..=self.last.min(MAX_DEPTH)).filter(move |d| !self.whole_rounds || is_whole(d))
    }
}

/// How far a result goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// Everything to this depth.
    Whole(u32),
    /// Some root moves beyond this depth.
    Partial(u32),
}

/// Runs iterations until a limit, the end of the game or a proven result; reports each one.
pub(crate) fn run<G: Game, K: Evaluator<G> + MoveOrder<G>, O: Observer<G::Move>>(
    search: &mut dyn DepthSearch<G, K, O>,
    walk: &mut Walk<G, K, O>,
    depths: Depths,
    on_report: &mut dyn FnMut(&Report<G::Move>),
) -> Report<G::Move> {
    let mut done: Option<(u32, Found<G::Move>)> = None;
    let mut pace = Pace::new(walk.watch().elapsed());
    for depth in depths.iter(walk.game.players()) {
        if walk.limits().predict && !pace.ends_by(walk.limits().time) {
            break;
        }
        walk.restart();
        let previous = done.as_ref().map(|(_, found)| found);
        let result = search.search(walk, depth, previous);
        walk.restart();
        if let Ok(found) = result {
            on_report(&report(walk, search.proves(), Extent::Whole(depth), &found));
            let lost = walk.game.players() == 2 && value::is_loss(found.value);
            let settled = found.complete || lost || value::is_win(found.value);
            done = Some((depth, found));
            pace.note(walk.watch().elapsed());
            if settled {
                break;
            }
        } else {
            let depth = done.as_ref().map_or(0, |(depth, _)| *depth);
            if let Some(found) = search.partial() {
                return report(walk, search.proves(), Extent::Partial(depth), &found);
            }
            break;
        }
    }
    let (extent, found) = match done {
        Some((depth, found)) => (Extent::Whole(depth), found),
        None => (Extent::Partial(0), first_legal(walk)),
    };
    report(walk, search.proves(), extent, &found)
}

/// How long the last two iterations took.
#[derive(Clone, Copy, Debug)]
struct Pace {
    now: Duration,
    last: Option<Duration>,
    before: Option<Duration>,
}

impl Pace {
    fn new(now: Duration) -> Self {
        Pace {
            now,
            last: None,
            before: None,
        }
    }

    /// An iteration has ended.
    fn note(&mut self, now: Duration) {
        self.before = self.last;
        self.last = Some(now.saturating_sub(self.now));
        self.now = now;
    }

    /// Will the next iteration end by then? It takes as much longer than the last as that took
    /// longer than the one before.
    fn ends_by(&self, limit: Option<Duration>) -> bool {
        let (Some(limit), Some(last), Some(before)) = (limit, self.last, self.before) else {
            return true;
        };
        let ratio = last.as_secs_f64() / before.as_secs_f64().max(1e-9);
        self.now.as_secs_f64() + last.as_secs_f64() * ratio.max(1.0) <= limit.as_secs_f64()
    }
}

fn report<G: Game, K: Evaluator<G> + MoveOrder<G>, O: Observer<G::Move>>(
    walk: &mut Walk<G, K, O>,
    proves: bool,
    extent: Extent,
    found: &Found<G::Move>,
) -> Report<G::Move> {
    let (depth, partial) = match extent {
        Extent::Whole(depth) => (depth, false),
        Extent::Partial(depth) => (depth, true),
    };
    // Policies for more players let some of them pass or play weakly: no proof. And what some
    // moves lead to proves a win, but neither a draw nor a loss.
    let proves = proves && walk.game.players() == 2 && (!partial || value::is_win(found.value));
    Report {
        depth,
        partial,
        value: found.value,
        values: found.values,
        best: found.line[0],
        line: found.line.clone(),
        counts: walk.counts,
        elapsed: walk.watch().elapsed(),
        proven: proves.then(|| proof(walk, found)).flatten(),
    }
}

/// The game's result, if the search saw to its end.
fn proof<G: Game, K: Evaluator<G> + MoveOrder<G>, O: Observer<G::Move>>(
    walk: &mut Walk<G, K, O>,
    found: &Found<G::Move>,
) -> Option<Proven> {
    if let Some(plies) = value::plies_to_end(found.value) {
        let result = if found.value > 0 {
            ProvenResult::Win
        } else {
            ProvenResult::Loss
        };
        return Some(Proven {
            result,
            plies: Some(plies),
        });
    }
    if !found.complete {
        return None;
    }
    for ply in &found.line {
        walk.play(ply.mv);
    }
    let ends = walk.game.outcome(&walk.state).is_some();
    walk.restart();
    Some(Proven {
        result: ProvenResult::Draw,
        plies: ends.then_some(found.line.len() as u32),
    })
}

/// Stopped before anything was found: the first move of the static order, and a guess.
fn first_legal<G: Game, K: Evaluator<G> + MoveOrder<G>, O: Observer<G::Move>>(
    walk: &mut Walk<G, K, O>,
) -> Found<G::Move> {
    let counts = walk.counts;
    let mv = walk.ordered_moves()[0];
    let value = walk.evaluate();
    walk.counts = counts;
    Found {
        value,
        line: vec![Ply {
            player: walk.root,
            mv,
        }],
        complete: false,
        values: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_thesis() {
        let seconds = Duration::from_secs;
        let mut pace = Pace::new(seconds(0));
        assert!(pace.ends_by(Some(seconds(1))), "nothing is known yet");
        pace.note(seconds(2));
        assert!(pace.ends_by(Some(seconds(1))), "one says nothing");
        // Depth 3 took 2 seconds, depth 4 took 10: depth 5 will take about 50.
        pace.note(seconds(12));
        assert!(pace.ends_by(Some(seconds(62))));
        assert!(!pace.ends_by(Some(seconds(61))));
        assert!(pace.ends_by(None));
    }
}
