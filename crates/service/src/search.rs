//! Thinking: a search whose reports arrive while it runs.

use std::time::Duration;

use melee::{GameClock, Limits, OpenGame, Position, RankedLine, Report, SeatSpec, Spec, Task, Who, chances};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::engines::{EngineKey, EngineOrder};
use crate::request::Think;
use crate::{Listener, Place, Refusal, Service, Span, Work, view};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ThinkRequest {
    place: Place,
    /// Who thinks, and what the move may cost: `pvs:best@5000`.
    seat: SeatSpec,
    /// What the player's clock shows; the search takes its share, whatever time the seat has.
    #[serde(default)]
    clock: Option<ClockState>,
    /// The game that the engine is kept for.
    #[serde(default)]
    session: Option<String>,
    #[serde(default)]
    seed: u64,
    /// How many of the best moves are told; who says so studies the position, and nobody is to play.
    #[serde(default)]
    lines: Option<usize>,
}

/// How many lines are told if nothing is said.
pub(crate) fn one() -> usize {
    1
}

/// More than that nobody reads.
const MOST_LINES: usize = 10;

/// Refuses a number of lines that nobody can want.
pub(crate) fn check_lines(lines: usize) -> Result<(), Refusal> {
    match lines {
        1..=MOST_LINES => Ok(()),
        _ => Err(Refusal::bad(format!("{lines} lines, expected 1 to {MOST_LINES}"))),
    }
}

/// A player's clock in milliseconds.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct ClockState {
    left: u64,
    #[serde(default)]
    increment: u64,
}

/// The limits of a search here: every search has a time.
fn limits(seat: Limits, clock: Option<ClockState>, moves: Option<u32>, longest: Duration) -> Limits {
    let share = clock.map(|ClockState { left, increment }| {
        let [left, increment] = [left, increment].map(Duration::from_millis);
        GameClock::new(left, increment).limits_for(moves)
    });
    let time = share.map_or(seat.time, |share| share.time);
    Limits {
        time: Some(time.map_or(longest, |time| time.min(longest))),
        target: share.and_then(|share| share.target),
        ..seat
    }
}

/// A search of so long is soon done.
const SOON: Duration = Duration::from_secs(15);
/// So many nodes are visited in about that time.
const FEW_NODES: u64 = 10_000_000;

/// Is a search soon done? A depth says nothing about it.
fn span(limits: Limits) -> Span {
    let is_soon = limits.time.is_some_and(|time| time <= SOON) || limits.nodes.is_some_and(|nodes| nodes <= FEW_NODES);
    if is_soon { Span::Short } else { Span::Long }
}

/// The algorithm of a seat. Nobody else is asked for moves here: a page must not start programs.
pub fn algorithm(seat: &SeatSpec) -> Result<&Spec, Refusal> {
    match &seat.who {
        Who::Search(spec) => Ok(spec),
        other => Err(Refusal::bad(format!("{other} is no algorithm"))),
    }
}

/// How many bytes the tables of an algorithm may take; refused if that is more than the server gives.
pub fn memory(most: u64, game: &OpenGame, spec: &Spec, limits: Limits) -> Result<u64, Refusal> {
    let bytes = game.check(spec, limits)?;
    if bytes > most {
        let most = most >> 20;
        let problem = format!("{spec}: that is more memory than a search has here ({most} MiB)");
        return Err(Refusal::bad(problem));
    }
    Ok(bytes)
}

/// The longest name of a session.
const LONGEST_SESSION: usize = 64;

/// The engine for a question about this position, kept for its session.
pub(crate) fn order(
    service: &Service,
    place: &Place,
    position: &Position,
    spec: &Spec,
    limits: Limits,
    session: Option<String>,
) -> Result<EngineOrder, Refusal> {
    let game = position.game();
    if session.as_ref().is_some_and(|s| s.len() > LONGEST_SESSION) {
        let problem = format!("a session has at most {LONGEST_SESSION} bytes");
        return Err(Refusal::bad(problem));
    }
    Ok(EngineOrder {
        bytes: memory(service.settings.table_bytes, &game, spec, limits)?,
        key: session.map(|session| EngineKey {
            session,
            game: place.game.clone(),
            options: place.options.clone(),
            spec: spec.to_string(),
            player: position.to_move().map_or(0, |player| player.index() + 1),
        }),
        game,
        spec: spec.clone(),
        seed: 0,
    })
}

impl Think for ThinkRequest {
    fn prepare(self, service: &Service) -> Result<Work, Refusal> {
        let spec = algorithm(&self.seat)?;
        let position = self.place.position(service.registry())?;
        if position.to_move().is_none() {
            let problem = format!("{}: the game is over", self.place.game);
            return Err(Refusal::bad(problem));
        }
        let lines = self.lines.unwrap_or(one());
        check_lines(lines)?;
        let limits = limits(self.seat.limits, self.clock, position.moves_left(), service.settings.longest);
        let limits = Limits { lines, threads: service.settings.threads, ..limits };
        let order = order(service, &self.place, &position, spec, limits, self.session)?;
        let search = Search {
            order: EngineOrder { seed: self.seed, ..order },
            position,
            limits,
            is_study: self.lines.is_some(),
        };
        Ok(Work::new(span(limits), move |service, listener| {
            service.engines.lend(&search.order, |engine| search.run(engine, listener))
        }))
    }
}

struct Search {
    order: EngineOrder,
    position: Position,
    limits: Limits,
    is_study: bool,
}

impl Search {
    fn run(&self, engine: &mut melee::Engine, listener: &dyn Listener) -> Result<Value, Refusal> {
        let spec = &self.order.spec;
        let unit = self.order.game.description().unit_of(engine.evaluation());
        let describe = |report: &Report| describe(spec, unit, &self.position, report);
        let mut tell = |report: &Report| listener.report(describe(report));
        let task = Task::new(self.limits).watch(listener.watch());
        let task = if self.is_study { task.for_study() } else { task };
        let report = engine.search(&self.position, task.on_report(&mut tell))?;
        let is_solver = self.order.game.solver() == Some(spec.name.as_str());
        if is_solver && report.proven.is_none() {
            return Err(not_solved(&self.order.game, self.limits));
        }
        Ok(describe(&report))
    }
}

/// A solver that was stopped knows nothing, so any move of it would be a guess.
pub(crate) fn not_solved(game: &OpenGame, limits: Limits) -> Refusal {
    let name = game.name();
    Refusal::bad(format!("{name}: not solved within {limits}"))
}

/// What a search found, as `report` in the schema.
fn describe(spec: &Spec, unit: &str, position: &Position, report: &Report) -> Value {
    let chances = chances(position, report);
    let lines = report.lines();
    let lines = lines.iter().zip(&chances).map(|(line, chances)| line_as_json(line, chances));
    json!({
        "algorithm": spec.to_string(),
        "depth": report.depth,
        "partial": report.partial,
        "value": report.value,
        "values": report.values.map(|values| values.as_slice().to_vec()),
        "are_points": report.are_points,
        "unit": unit,
        "chances": chances[0],
        "best_move": report.best().mv,
        "line": report.line.iter().map(view::ply).collect::<Vec<_>>(),
        "lines": lines.collect::<Vec<_>>(),
        "nodes": report.counts.nodes,
        "seconds": report.elapsed.as_secs_f64(),
        "proven": report.proven.map(|proven| proven.result.name()),
        "plies": report.proven.and_then(|proven| proven.plies),
    })
}

/// One of several lines.
fn line_as_json(line: &RankedLine<String>, chances: &[f64]) -> Value {
    json!({
        "move": line.line[0].mv,
        "depth": line.depth,
        "value": line.value,
        "values": line.values.map(|values| values.as_slice().to_vec()),
        "chances": chances,
        "line": line.line.iter().map(view::ply).collect::<Vec<_>>(),
        "proven": line.proven.map(|proven| proven.result.name()),
        "plies": line.proven.and_then(|proven| proven.plies),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_soon_done_takes_the_place_of_those_who_play() {
        let longest = Duration::from_secs(120);
        let span_of = |seat: &str| span(limits(seat.parse::<SeatSpec>().expect("a seat").limits, None, None, longest));
        for seat in ["pvs@1s", "pvs@100", "pvs@d40+2s"] {
            assert_eq!(span_of(seat), Span::Short, "{seat}");
        }
        for seat in ["pvs", "pvs@d40", "pvs@2min", "pvs@1000000000"] {
            assert_eq!(span_of(seat), Span::Long, "{seat}");
        }
    }
}
