//! Iterative deepening: one driver for every search that works to a given depth.

use melee_core::{Evaluator, Game, MoveOrder, Value, value};

use crate::{Line, Ply, Proven, Report, Stopped, Walk};

/// The result of a search to one depth.
#[derive(Clone, Debug)]
pub struct Found<M> {
    /// The root player's value.
    pub value: Value,
    /// The line that leads to it; at least the best move.
    pub line: Line<M>,
    /// No leaf of the tree was a guess: the value is the game's.
    pub complete: bool,
}

/// A search to a given depth.
pub trait DepthSearch<G: Game, K> {
    /// Searches from the walk's root. `previous` is the result of the iteration before, if there
    /// was one. Returns `Err` when stopped; the walk is then left where it was.
    fn search(
        &mut self,
        walk: &mut Walk<G, K>,
        depth: u32,
        previous: Option<&Found<G::Move>>,
    ) -> Result<Found<G::Move>, Stopped>;

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

/// Runs iterations until a limit, the end of the game or a proven result; reports each one.
pub(crate) fn run<G: Game, K: Evaluator<G> + MoveOrder<G>>(
    search: &mut dyn DepthSearch<G, K>,
    walk: &mut Walk<G, K>,
    first_depth: u32,
    last_depth: u32,
    on_report: &mut dyn FnMut(&Report<G::Move>),
) -> Report<G::Move> {
    let mut done: Option<(u32, Found<G::Move>)> = None;
    for depth in first_depth..=last_depth.min(MAX_DEPTH) {
        walk.restart();
        let previous = done.as_ref().map(|(_, found)| found);
        let result = search.search(walk, depth, previous);
        walk.restart();
        if let Ok(found) = result {
            on_report(&report(walk, depth, &found));
            let settled = found.complete || value::plies_to_end(found.value).is_some();
            done = Some((depth, found));
            if settled {
                break;
            }
        } else {
            if let Some(found) = search.partial() {
                let depth = done.map_or(0, |(depth, _)| depth);
                done = Some((depth, found));
            }
            break;
        }
    }
    let (depth, found) = done.unwrap_or_else(|| (0, first_legal(walk)));
    report(walk, depth, &found)
}

fn report<G: Game, K: Evaluator<G> + MoveOrder<G>>(
    walk: &Walk<G, K>,
    depth: u32,
    found: &Found<G::Move>,
) -> Report<G::Move> {
    Report {
        depth,
        value: found.value,
        values: None,
        best: found.line[0],
        line: found.line.clone(),
        counts: walk.counts,
        elapsed: walk.watch().elapsed(),
        // Policies for more players let some of them pass or play weakly: no proof.
        proven: (walk.game.players() == 2)
            .then(|| Proven::from_value(found.value, found.complete, found.line.len()))
            .flatten(),
    }
}

/// Stopped before anything was found: the first move of the static order, and a guess.
fn first_legal<G: Game, K: Evaluator<G> + MoveOrder<G>>(walk: &mut Walk<G, K>) -> Found<G::Move> {
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
    }
}
