//! Matches of the arena, with their statistics as Python's own objects.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use melee::{GameOptions, SeatSpec};
use melee_arena::export::{Column, Sheet, games_sheet, moves_sheet};
use melee_arena::tournament::{MatchError, MatchPlan, MoveRecord, OpenMatch, PlayedGame, Run, Standings, Store};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{guarded, refuse};
use crate::game::{Game, REGISTRY};
use crate::json::to_python;
use crate::limits::{Time, limits};
use crate::rules;
use crate::waiting;

/// A match that was played, or as much of it as there was time for.
struct Played {
    open: OpenMatch,
    games: Vec<PlayedGame>,
    /// Every move, where it was kept.
    records: Vec<Vec<MoveRecord>>,
    standings: Standings,
}

/// Plays a match over all seats; gives its statistics, and its games and moves column by column.
#[pyfunction]
#[pyo3(signature = (game, algorithms, *, games, depth, nodes, time, starts, random_plies, ply_cap, seed, threads, keep_moves, out))]
pub(crate) fn play_match<'py>(
    py: Python<'py>,
    game: PyRef<'_, Game>,
    algorithms: Vec<String>,
    games: Option<u64>,
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<Time>,
    starts: Vec<String>,
    random_plies: u32,
    ply_cap: u32,
    seed: u64,
    threads: usize,
    keep_moves: bool,
    out: Option<PathBuf>,
) -> PyResult<Bound<'py, PyDict>> {
    let common = limits(depth, nodes, time)?;
    if threads == 0 {
        return Err(refuse("threads 0: expected at least 1, or None for all"));
    }
    let entrants: Result<Vec<SeatSpec>, _> = algorithms.iter().map(|text| text.parse::<SeatSpec>()).collect();
    let entrants = entrants.map_err(refuse)?.into_iter().map(|seat| seat.or_limits(common)).collect();
    let options = game.open.options();
    // A start that the game was opened for is where its games begin.
    let starts = if starts.is_empty() { options.start.clone().into_iter().collect() } else { starts };
    let plan = MatchPlan {
        game: game.open.name().to_string(),
        options: GameOptions { start: None, ..options.clone() },
        starts,
        random_plies,
        entrants,
        ply_cap,
        by_processor: false,
        seed,
    };
    let rules = rules::of_options(options);
    if rules.is_some() && out.is_some() {
        return Err(refuse("out: rules written in Python have no name by which a file could know them"));
    }
    // What was raised in searches before is no business of this match.
    if let Some(rules) = &rules {
        rules.take_failure();
    }
    let mut open = guarded(|| plan.open(&REGISTRY))?.map_err(refuse)?;
    let stop = Arc::new(AtomicBool::new(false));
    open.stop = stop.clone();
    let run = Run { games: games.unwrap_or(open.block_len() as u64), threads, keep_moves };
    let played = waiting::elsewhere(py, &stop, |_| play(open, run, out))?;
    // What went wrong in Python in the middle of a game, the arena has taken for a fault of a player.
    let has_failed = played.as_ref().map_or(true, |played| played.games.iter().any(|game| game.failure.is_some()));
    if has_failed && let Some(error) = rules.and_then(|rules| rules.take_failure()) {
        return Err(error);
    }
    as_dict(py, &played.map_err(refuse)?)
}

fn play(open: OpenMatch, run: Run, out: Option<PathBuf>) -> Result<Played, MatchError> {
    let mut store = out.map(|path| Store::open(&path, &open.plan)).transpose()?;
    let done = store.as_ref().map_or_else(|| Ok(Vec::new()), Store::games)?;
    let games = run.play(&open, done, &mut |new, _| {
        if let Some(store) = &mut store {
            store.put(new)?;
        }
        Ok(true)
    })?;
    let mut records = Vec::new();
    for game in &games {
        records.push(match &store {
            Some(store) => store.records(game.number)?,
            None => game.records.clone(),
        });
    }
    let standings = Standings::new(&open.names(), &games, open.block_len(), true);
    Ok(Played { open, games, records, standings })
}

fn as_dict<'py>(py: Python<'py>, played: &Played) -> PyResult<Bound<'py, PyDict>> {
    let Played { open, games, records, standings } = played;
    if let Some(failed) = games.first().filter(|_| games.iter().all(|game| !game.counts())) {
        let why = failed.failure.as_deref().unwrap_or_default();
        return Err(refuse(format!("no game could be played to its end: {why}")));
    }
    let names = open.names();
    let with_records: Vec<_> = games.iter().zip(records.iter().cloned()).collect();
    let dict = PyDict::new(py);
    dict.set_item("standings", to_python(py, standings)?)?;
    dict.set_item("games", columns(py, &games_sheet(&names, open.game.players(), games))?)?;
    dict.set_item("moves", columns(py, &moves_sheet(&names, &with_records))?)?;
    Ok(dict)
}

fn columns<'py>(py: Python<'py>, sheet: &Sheet) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, column) in sheet.columns() {
        match column {
            Column::Whole(values) => dict.set_item(name, values)?,
            Column::Real(values) => dict.set_item(name, values)?,
            Column::Text(values) => dict.set_item(name, values)?,
        }
    }
    Ok(dict)
}
