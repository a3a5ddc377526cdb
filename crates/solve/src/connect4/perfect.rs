//! The solver as a search among others: it never errs.
//!
//! `perfect` answers with a best move of every position: it wins as soon as it can and loses as late as
//! it can. It takes the time it needs; a time or a number of nodes, to a few thousand, ends it early, and then it knows
//! nothing.

use std::cmp::Reverse;
use std::time::Duration;

use melee_core::value::{loss_in, win_in};
use melee_core::{Game, PlayableGame, Value};
use melee_games::connect4::{Column, Connect4};
use melee_search::{
    Algorithm, AnyTimeSearch, Best, Method, MoveScores, OnProgress, Opt, Pace, SearchError, SearchOf, Silent, Stopped,
    Variant, Walk,
};

use super::bounds::win_score;
use super::{Goal, Position, Settings, Solver};

/// The solver by name.
#[derive(Clone, Copy, Debug)]
pub struct Perfect;

/// What can be set about it. None of it changes an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PerfectSettings {
    /// How many threads search one position.
    pub threads: usize,
    /// The size of the table in MiB.
    pub table: u64,
    /// Use the book of openings that comes with Melee.
    pub book: bool,
}

impl Algorithm for Perfect {
    type Settings = PerfectSettings;
    const PACE: Pace = Pace::AnyTime;
    const EXACT: bool = true;

    fn variants(&self) -> Vec<Variant<PerfectSettings>> {
        let settings = PerfectSettings { threads: 1, table: 64, book: true };
        let summary = "the solver: it never errs";
        vec![Variant::for_two("perfect", settings, summary)]
    }

    fn options(&self) -> Vec<Opt<PerfectSettings>> {
        type S = PerfectSettings;
        vec![
            Opt::number("threads", 1..=64, "how many threads solve a position", |s: &mut S| &mut s.threads),
            Opt::number("mib", 1..=1 << 20, "the size of the table in MiB", |s: &mut S| &mut s.table),
            Opt::switch("book", "know the scores of the openings", |s: &mut S| &mut s.book),
        ]
    }

    fn memory(&self, settings: &PerfectSettings) -> u64 {
        settings.table << 20
    }
}

impl SearchOf<Connect4, Known> for Perfect {
    fn build(&self, settings: &PerfectSettings, game: &Connect4, _seed: u64) -> Result<Method<World>, SearchError> {
        let mut search = PerfectSearch { settings: *settings, solver: None };
        search.solver = Some(search.new_solver(game)?);
        Ok(Method::AnyTime(Box::new(search)))
    }
}

type Known = <Connect4 as PlayableGame>::Knowledge;
type World = (Connect4, Known, Silent);

struct PerfectSearch {
    settings: PerfectSettings,
    /// None while it works, so that a panic leaves none behind.
    solver: Option<Solver>,
}

impl PerfectSearch {
    fn new_solver(&self, game: &Connect4) -> Result<Solver, SearchError> {
        let settings =
            Settings { bytes: self.settings.table << 20, threads: self.settings.threads, ..Settings::default() };
        let solver = Solver::new(game.width(), game.height(), settings);
        let mut solver = solver.map_err(|error| SearchError::Other(error.to_string()))?;
        if self.settings.book {
            solver.use_shipped_book();
        }
        Ok(solver)
    }

    /// Lets the solver work while the walk's watch is looked at.
    fn solve<T>(
        &mut self,
        walk: &mut Walk<World>,
        work: impl FnOnce(&mut Solver, &Position) -> T,
    ) -> Result<T, Stopped> {
        let position = Position::new(walk.game, &walk.state).map_err(|_| Stopped)?;
        let mut solver = match self.solver.take() {
            Some(solver) => solver,
            None => self.new_solver(walk.game).map_err(|_| Stopped)?,
        };
        let before = solver.nodes();
        if let Some(nodes) = walk.limits().nodes {
            solver.monitor().cancel_after(nodes);
        }
        let (watch, time) = (walk.watch(), walk.limits().time);
        let answer = if cfg!(target_family = "wasm") {
            // No other thread could look at the watch: the solver looks at the clock itself.
            solver.monitor().end_after(time.map(|time| time.saturating_sub(watch.elapsed())));
            work(&mut solver, &position)
        } else {
            solver.watched(
                LOOK_EVERY,
                |progress, monitor| {
                    watch.note_nodes(progress.nodes);
                    if watch.is_over(time) {
                        monitor.cancel();
                    }
                },
                |solver| work(solver, &position),
            )
        };
        walk.counts.nodes += solver.nodes() - before;
        let is_cancelled = solver.is_cancelled();
        // The next question has limits of its own.
        solver.go_on();
        self.solver = Some(solver);
        if is_cancelled { Err(Stopped) } else { Ok(answer) }
    }

    /// What every legal column is worth to the player to move.
    fn column_scores(&mut self, walk: &mut Walk<World>) -> MoveScores<World> {
        let scores = self.solve(walk, |solver, position| solver.column_scores(position, Goal::Score))?;
        let columns = scores.into_iter().enumerate();
        Ok(columns.filter_map(|(column, score)| Some((walk.game.column(column)?, score?))).collect())
    }
}

/// How often the watch is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(2);

impl AnyTimeSearch<World> for PerfectSearch {
    fn search(&mut self, walk: &mut Walk<World>, _progress: &mut OnProgress<World>) -> Result<Best<Column>, Stopped> {
        let (column, score, cells, stones) = self.solve(walk, |solver, position| {
            let score = solver.score(position, Goal::Score);
            let column = solver.best_column(position, score);
            (column, score, position.cells(), position.stones())
        })?;
        let column = column.and_then(|column| walk.game.column(column));
        let mv = column.filter(|&mv| walk.game.is_legal(&walk.state, mv));
        let mv = mv.ok_or(Stopped)?;
        let lines = walk.limits().lines;
        let is_one = lines == 1 && !walk.is_narrowed();
        let mut scores = if is_one { vec![(mv, score)] } else { self.column_scores(walk)? };
        let mut asked = Vec::new();
        walk.list_moves(&mut asked);
        scores.retain(|(column, _)| asked.contains(column));
        scores.sort_by_key(|&(column, score)| (Reverse(score), column != mv));
        let told = |i: usize| {
            let (mv, score) = scores[i];
            Best::guess(value_of(score, cells, stones), vec![walk.step(mv)]).complete_if(true)
        };
        let ranked: Vec<usize> = (0..scores.len()).collect();
        Best::first_of(&ranked, lines, &told).ok_or(Stopped)
    }

    fn move_scores(&mut self, walk: &mut Walk<World>) -> Option<MoveScores<World>> {
        Some(self.column_scores(walk))
    }

    fn proves(&self) -> bool {
        true
    }

    fn forget(&mut self, _seed: u64) {
        if let Some(solver) = &mut self.solver {
            solver.clear();
        }
    }
}

/// A score as searches value it: wins and losses by their plies.
fn value_of(score: i32, cells: u32, stones: u32) -> Value {
    // Two stones in a row have one score; whose it is tells which is meant.
    let first = if score > 0 { 1 } else { 2 };
    let ends = |&plies: &u32| win_score(cells, stones + plies) == score.abs();
    let plies = (first..=cells - stones).step_by(2).find(ends);
    match plies {
        Some(plies) if score > 0 => win_in(plies),
        Some(plies) if score < 0 => loss_in(plies),
        _ => 0,
    }
}
