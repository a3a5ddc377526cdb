//! What the lab asks of games and searches by name, in one place.

use melee::{Error, GameOptions, Report, Task};
pub(crate) use melee::{Limits, OpenGame, Position, Spec};

/// A game by name, with so many players or from a named start where that matters.
pub(crate) fn open_game(name: &str, players: Option<usize>, start: Option<&str>) -> Result<OpenGame, Error> {
    let options = GameOptions { players, start: start.map(str::to_string), ..GameOptions::default() };
    melee::open_with(name, &options)
}

/// One search of a position in text, by an algorithm that remembers nothing.
pub(crate) fn search_text(game: &str, position: &str, spec: &Spec, limits: Limits) -> Result<Report, Error> {
    let position = melee::open(game)?.position_of_any(position)?;
    position.search(spec, limits)
}

/// The nodes that iterative deepening has searched when each depth is done.
pub(crate) fn nodes_to_depths(game: &str, position: &str, spec: &Spec, last: u32) -> Result<Vec<(u32, u64)>, Error> {
    let position = melee::open(game)?.position_of_any(position)?;
    let mut nodes = Vec::new();
    let mut note = |report: &Report| nodes.push((report.depth, report.counts.nodes));
    let task = Task::new(Limits::depth(last)).on_report(&mut note);
    let report = position.search(spec, task)?;
    // A search that ended early, with a win, needs no more nodes for greater depths.
    let done = nodes.last().map_or(0, |&(depth, _)| depth);
    nodes.extend((done + 1..=last).map(|depth| (depth, report.counts.nodes)));
    Ok(nodes)
}
