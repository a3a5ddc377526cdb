//! Searches: an algorithm with its memory, and its iterations one by one.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use melee::{Limits, OpenGame, Spec, Task, Watch};
use pyo3::prelude::*;

use crate::errors::{guarded, refuse};
use crate::game::{REGISTRY, game_name};
use crate::lending::Lending;
use crate::limits::{Time, limits};
use crate::position::Position;
use crate::report::Report;
use crate::waiting::{self, BETWEEN_SIGNALS};

/// A search bound to a game; it keeps what it learns from move to move.
///
/// >>> import melee
/// >>> position = melee.open("connect4").start()
/// >>> engine = position.game.engine("pvs:best@500")
/// >>> while position.to_move is not None:
/// ...     report = engine.play(position)
/// >>> position.is_terminal()
/// True
#[pyclass(frozen, module = "melee")]
pub(crate) struct Engine {
    engine: Arc<Lending>,
    game: OpenGame,
    spec: Spec,
    algorithm: String,
    /// Behind its name, `pvs@5000`: for searches that are given none.
    limits: Limits,
    /// The solver looks up on a thread of its own, where no signal is heard.
    is_exact: bool,
}

/// May the algorithm of this name solve the game? `best` asks a solver first where there is one. The list of the game is
/// made once, that of an open game anew.
fn is_solver(game: &OpenGame, name: &str) -> bool {
    let is_meant = |solver: &str| name == solver || name == "best";
    let listed = REGISTRY.game(game.name());
    listed.is_ok_and(|info| info.algorithms().iter().any(|algorithm| algorithm.exact && is_meant(algorithm.name)))
}

/// What is asked of one search.
pub(crate) struct Wanted {
    pub(crate) limits: Limits,
    pub(crate) moves: Vec<String>,
}

impl Wanted {
    pub(crate) fn new(
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<Time>,
        lines: usize,
        threads: usize,
        deepen: bool,
        moves: Option<Vec<String>>,
    ) -> PyResult<Self> {
        if lines == 0 {
            return Err(refuse("lines 0: expected at least 1"));
        }
        let limits = Limits { lines, threads, deepen, ..limits(depth, nodes, time)? };
        Ok(Wanted { limits, moves: moves.unwrap_or_default() })
    }

    /// Its limits, or else those of the engine.
    fn within(&self, own: Limits) -> Limits {
        let Limits { lines, threads, deepen, .. } = self.limits;
        Limits { lines, threads, deepen, ..self.limits.or(own) }
    }

    fn task<'t>(&self, own: Limits) -> Task<'t> {
        self.moves.iter().fold(Task::new(self.within(own)), |task, mv| task.only(mv))
    }
}

impl Engine {
    pub(crate) fn new(game: &OpenGame, spec: Spec, limits: Limits, seed: u64) -> PyResult<Self> {
        let algorithm = spec.to_string();
        let is_exact = is_solver(game, &spec.name);
        let engine = guarded(|| game.seeded_engine(spec.clone(), seed))?.map_err(refuse)?;
        let engine = Arc::new(Lending::new(engine, seed));
        Ok(Engine { engine, game: game.clone(), spec, algorithm, limits, is_exact })
    }

    fn call<T: Send>(
        &self,
        py: Python<'_>,
        call: impl FnOnce(&mut melee::Engine, Watch) -> Result<T, melee::Error> + Send,
    ) -> PyResult<T> {
        let engine = &*self.engine;
        // The clock of a search begins when it has the engine.
        let found = if self.is_exact {
            let stop = AtomicBool::new(false);
            waiting::elsewhere(py, &stop, |stop| {
                let is_to_stop = || stop.load(Ordering::Relaxed);
                engine.lend(is_to_stop, |held| call(held, Watch::new().stopping_on(stop)))
            })?
        } else {
            waiting::search(py, |ask| engine.lend(ask, |held| call(held, Watch::new().asking(ask))))?
        };
        let found = found.expect("only a signal ends the waiting, and that is raised");
        found.map_err(refuse)
    }

    fn report(&self, inner: melee::Report) -> Report {
        Report { inner, game: game_name(&self.game), algorithm: self.algorithm.clone() }
    }

    pub(crate) fn search_for(&self, py: Python<'_>, position: &Position, wanted: Wanted) -> PyResult<Report> {
        let (own, position) = (self.limits, &position.0);
        Ok(self.report(self.call(py, |engine, watch| engine.search(position, wanted.task(own).watch(watch)))?))
    }

    pub(crate) fn scores_for(&self, py: Python<'_>, position: &Position) -> PyResult<Vec<(String, i32)>> {
        let position = &position.0;
        let scores = self.call(py, |engine, watch| engine.move_scores(position, Limits::NONE, watch))?;
        scores.ok_or_else(|| refuse(format!("{} does not solve the game", self.algorithm)))
    }

    pub(crate) fn iterate_for(&self, position: &Position, wanted: Wanted) -> PyResult<Reports> {
        let (send, receive) = mpsc::channel();
        let stop = Arc::new(AtomicBool::new(false));
        let (engine, position, flag) = (self.engine.clone(), position.0.clone(), stop.clone());
        let wanted = Wanted { limits: Limits { deepen: true, ..wanted.limits }, ..wanted };
        let wanted = Wanted { limits: wanted.within(self.limits), ..wanted };
        // What cannot be searched is said at once, not when the first report is asked for, or the engine is free.
        guarded(|| self.game.check(&self.spec, wanted.limits))?.map_err(refuse)?;
        let worker = move || {
            let mut count = 0;
            let found = guarded(|| {
                let is_to_stop = || flag.load(Ordering::Relaxed);
                engine.lend(is_to_stop, |engine| {
                    let mut tell = |report: &melee::Report| {
                        count += 1;
                        // Nobody listens any more: the flag has said so too.
                        let _ = send.send(Ok(report.clone()));
                    };
                    let task = wanted.task(Limits::NONE);
                    engine.search(&position, task.watch(Watch::new().stopping_on(&flag)).on_report(&mut tell))
                })
            });
            let _ = match found {
                Ok(Some(Ok(report))) if count == 0 || report.partial => send.send(Ok(report)),
                Ok(Some(Ok(_)) | None) => Ok(()),
                Ok(Some(Err(error))) => send.send(Err(refuse(error))),
                Err(error) => send.send(Err(error)),
            };
        };
        thread::Builder::new().spawn(worker).map_err(refuse)?;
        let (game, algorithm) = (game_name(&self.game), self.algorithm.clone());
        Ok(Reports { receive: Mutex::new(receive), stop, game, algorithm })
    }
}

#[pymethods]
impl Engine {
    /// The algorithm with its options.
    #[getter]
    fn algorithm(&self) -> &str {
        &self.algorithm
    }

    /// Searches a position of its game for the player to move.
    #[pyo3(signature = (position, *, depth=None, nodes=None, time=None, lines=1, threads=1, deepen=false, moves=None))]
    fn search(
        &self,
        py: Python<'_>,
        position: PyRef<'_, Position>,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<Time>,
        lines: usize,
        threads: usize,
        deepen: bool,
        moves: Option<Vec<String>>,
    ) -> PyResult<Report> {
        self.search_for(py, &position, Wanted::new(depth, nodes, time, lines, threads, deepen, moves)?)
    }

    /// Searches depth after depth; gives a report after each.
    #[pyo3(signature = (position, *, depth=None, nodes=None, time=None, lines=1, threads=1, moves=None))]
    fn iterate(
        &self,
        position: PyRef<'_, Position>,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<Time>,
        lines: usize,
        threads: usize,
        moves: Option<Vec<String>>,
    ) -> PyResult<Reports> {
        self.iterate_for(&position, Wanted::new(depth, nodes, time, lines, threads, true, moves)?)
    }

    /// Searches and plays the best move. The line of the report is only that move.
    #[pyo3(signature = (position, *, depth=None, nodes=None, time=None, threads=1))]
    fn play(
        &self,
        py: Python<'_>,
        mut position: PyRefMut<'_, Position>,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<Time>,
        threads: usize,
    ) -> PyResult<Report> {
        let wanted = Wanted::new(depth, nodes, time, 1, threads, false, None)?;
        let (own, position) = (self.limits, &mut position.0);
        Ok(self.report(self.call(py, |engine, watch| engine.take_turn(position, wanted.task(own).watch(watch)))?))
    }

    /// What every legal move is worth to the player to move, from an algorithm that solves the game.
    fn move_scores(&self, py: Python<'_>, position: PyRef<'_, Position>) -> PyResult<Vec<(String, i32)>> {
        self.scores_for(py, &position)
    }

    /// Forgets everything learned: from here on it searches as if made anew with this seed.
    #[pyo3(signature = (seed=0))]
    fn forget(&self, py: Python<'_>, seed: u64) -> PyResult<()> {
        let engine = &*self.engine;
        waiting::search(py, |ask| engine.forget(ask, seed))?;
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("<melee.Engine {} for {}>", self.algorithm, game_name(&self.game))
    }
}

/// The reports of a search, one after each iteration, while it goes on. Whoever wants no more of them just leaves.
#[pyclass(frozen, module = "melee")]
pub(crate) struct Reports {
    receive: Mutex<Receiver<PyResult<melee::Report>>>,
    stop: Arc<AtomicBool>,
    game: String,
    algorithm: String,
}

#[pymethods]
impl Reports {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Report>> {
        loop {
            let received = py.detach(|| {
                let receive = self.receive.lock().unwrap_or_else(PoisonError::into_inner);
                receive.recv_timeout(BETWEEN_SIGNALS)
            });
            match received {
                Ok(report) => {
                    let inner = report?;
                    return Ok(Some(Report { inner, game: self.game.clone(), algorithm: self.algorithm.clone() }));
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(error) = py.check_signals() {
                        self.stop();
                        return Err(error);
                    }
                }
            }
        }
    }

    /// Ends the search. If that was in the middle of an iteration, what it knows is one more report.
    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Drop for Reports {
    fn drop(&mut self) {
        self.stop();
    }
}
