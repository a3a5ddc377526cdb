//! What drives a search: depth after depth, or once with progress, until a limit or a proven result.

use std::time::Duration;

use melee_core::{Game, Knowledge, value};

use crate::{AnyTimeSearch, Best, DepthSearch, Method, Move, Proven, ProvenResult, Report, Walk, World};

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

/// Runs a search within the walk's limits; reports each iteration, or the progress.
pub(crate) fn run<W: World>(
    method: &mut Method<W>,
    walk: &mut Walk<W>,
    depths: Depths,
    on_report: &mut dyn FnMut(&Report<Move<W>>),
) -> Report<Move<W>> {
    match method {
        Method::ByDepth(search) => deepen(search.as_mut(), walk, depths, on_report),
        Method::AnyTime(search) => run_once(search.as_mut(), walk, on_report),
    }
}

/// Lets a search take its time.
fn run_once<W: World>(
    search: &mut dyn AnyTimeSearch<W>,
    walk: &mut Walk<W>,
    on_report: &mut dyn FnMut(&Report<Move<W>>),
) -> Report<Move<W>> {
    let proves = search.proves();
    let depth = |best: &Best<Move<W>>| Extent::Whole(best.line.len() as u32);
    let result = search.search(walk, &mut |walk, best| {
        on_report(&report(walk, proves, depth(best), best));
    });
    walk.restart();
    if let Ok(best) = result {
        let report = report(walk, proves, depth(&best), &best);
        on_report(&report);
        report
    } else {
        let best = first_legal(walk);
        report(walk, proves, Extent::Partial(0), &best)
    }
}

/// Runs iterations until a limit, the end of the game or a proven result; reports each one.
fn deepen<W: World>(
    search: &mut dyn DepthSearch<W>,
    walk: &mut Walk<W>,
    depths: Depths,
    on_report: &mut dyn FnMut(&Report<Move<W>>),
) -> Report<Move<W>> {
    let mut done: Option<(u32, Best<Move<W>>)> = None;
    let mut forecast = Forecast::new(walk.watch().elapsed());
    for depth in depths.iter(walk.game.players()) {
        if walk.limits().predict && !forecast.ends_by(walk.limits().time) {
            break;
        }
        walk.restart();
        let previous = done.as_ref().map(|(_, best)| best);
        let result = search.search(walk, depth, previous);
        walk.restart();
        if let Ok(best) = result {
            on_report(&report(walk, search.proves(), Extent::Whole(depth), &best));
            let lost = walk.game.players() == 2 && value::is_loss(best.value);
            let settled = best.complete || lost || value::is_win(best.value);
            done = Some((depth, best));
            forecast.note(walk.watch().elapsed());
            if settled {
                break;
            }
        } else {
            let depth = done.as_ref().map_or(0, |(depth, _)| *depth);
            if let Some(best) = search.partial() {
                return report(walk, search.proves(), Extent::Partial(depth), &best);
            }
            break;
        }
    }
    let (extent, best) = match done {
        Some((depth, best)) => (Extent::Whole(depth), best),
        None => (Extent::Partial(0), first_legal(walk)),
    };
    report(walk, search.proves(), extent, &best)
}

/// How long the last two iterations took.
#[derive(Clone, Copy, Debug)]
struct Forecast {
    now: Duration,
    last: Option<Duration>,
    before: Option<Duration>,
}

impl Forecast {
    fn new(now: Duration) -> Self {
        Forecast { now, last: None, before: None }
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

fn report<W: World>(walk: &mut Walk<W>, proves: bool, extent: Extent, best: &Best<Move<W>>) -> Report<Move<W>> {
    let (depth, partial) = match extent {
        Extent::Whole(depth) => (depth, false),
        Extent::Partial(depth) => (depth, true),
    };
    // Policies for more players let some of them pass or play weakly: no proof. And what some
    // moves lead to proves a win, but neither a draw nor a loss.
    let proves = proves
        && walk.game.players() == 2
        && walk.knowledge.tells_who_is_first()
        && (!partial || value::is_win(best.value));
    Report {
        depth,
        partial,
        value: best.value,
        values: best.values,
        line: best.line.clone(),
        counts: walk.counts,
        elapsed: walk.watch().elapsed(),
        proven: proves.then(|| proof(walk, best)).flatten(),
    }
}

/// The game's result, if the search saw to its end.
fn proof<W: World>(walk: &mut Walk<W>, best: &Best<Move<W>>) -> Option<Proven> {
    if let Some(plies) = value::plies_to_end(best.value) {
        let result = if best.value > 0 { ProvenResult::Win } else { ProvenResult::Loss };
        return Some(Proven { result, plies: Some(plies) });
    }
    if !best.complete {
        return None;
    }
    for ply in &best.line {
        walk.play(ply.mv);
    }
    let ends = walk.game.outcome(&walk.state).is_some();
    walk.restart();
    Some(Proven { result: ProvenResult::Draw, plies: ends.then_some(best.line.len() as u32) })
}

/// Stopped before anything was best: the first move of the static order, and a guess.
fn first_legal<W: World>(walk: &mut Walk<W>) -> Best<Move<W>> {
    let counts = walk.counts;
    let mv = walk.ordered_moves()[0];
    let value = walk.evaluate();
    walk.counts = counts;
    Best::guess(value, vec![walk.step(mv)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_thesis() {
        let seconds = Duration::from_secs;
        let mut forecast = Forecast::new(seconds(0));
        assert!(forecast.ends_by(Some(seconds(1))), "nothing is known yet");
        forecast.note(seconds(2));
        assert!(forecast.ends_by(Some(seconds(1))), "one says nothing");
        // Depth 3 took 2 seconds, depth 4 took 10: depth 5 will take about 50.
        forecast.note(seconds(12));
        assert!(forecast.ends_by(Some(seconds(62))));
        assert!(!forecast.ends_by(Some(seconds(61))));
        assert!(forecast.ends_by(None));
    }
}
