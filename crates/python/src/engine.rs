//! Searches: an algorithm with its memory, and its iterations one by one.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use melee::{Limits, OpenGame, Spec, Task, Watch};
use pyo3::prelude::*;

use crate::errors::{guarded, refuse};
use crate::game::REGISTRY;
use crate::limits::{Time, limits};
use crate::position::Position;
use crate::report::Report;
use crate::waiting;

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
    engine: Arc<Mutex<melee::Engine>>,
    game: OpenGame,
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
        let engine = guarded(|| game.seeded_engine(spec, seed))?.map_err(refuse)?;
        Ok(Engine { engine: Arc::new(Mutex::new(engine)), game: game.clone(), algorithm, limits, is_exact })
    }

    /// Lets somebody use the engine, one after the other. After an exception in the middle of a search nothing is known of
    /// its memory, so that is forgotten.
    fn with<T>(engine: &Mutex<melee::Engine>, call: impl FnOnce(&mut melee::Engine) -> T) -> T {
        let mut held = engine.lock().unwrap_or_else(|poisoned: PoisonError<_>| {
            engine.clear_poison();
            let mut held = poisoned.into_inner();
            held.forget(0);
            held
        });
        call(&mut held)
    }

    fn call<T: Send>(
        &self,
        py: Python<'_>,
        call: impl FnOnce(&mut melee::Engine, Watch) -> Result<T, melee::Error> + Send,
    ) -> PyResult<T> {
        let engine = &*self.engine;
        let found = if self.is_exact {
            let stop = AtomicBool::new(false);
            let watched = |stop: &AtomicBool| Engine::with(engine, |held| call(held, Watch::new().stopping_on(stop)));
            waiting::elsewhere(py, &stop, watched)?
        } else {
            waiting::search(py, |watch| Engine::with(engine, |held| call(held, watch)))?
        };
        found.map_err(refuse)
    }

    fn report(&self, inner: melee::Report) -> Report {
        Report { inner, game: self.game.name(), algorithm: self.algorithm.clone() }
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
        // What cannot be searched is said at once, not when the first report is asked for.
        Engine::with(&engine, |engine| engine.check(wanted.limits)).map_err(refuse)?;
        let worker = move || {
            let mut count = 0;
            let found = guarded(|| {
                Engine::with(&engine, |engine| {
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
                Ok(Ok(report)) if count == 0 || report.partial => send.send(Ok(report)),
                Ok(Ok(_)) => Ok(()),
                Ok(Err(error)) => send.send(Err(refuse(error))),
                Err(error) => send.send(Err(error)),
            };
        };
        thread::Builder::new().spawn(worker).map_err(refuse)?;
        Ok(Reports { receive: Mutex::new(receive), stop, game: self.game.name(), algorithm: self.algorithm.clone() })
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
    fn forget(&self, py: Python<'_>, seed: u64) {
        let engine = &*self.engine;
        py.detach(|| Engine::with(engine, |engine| engine.forget(seed)));
    }

    fn __repr__(&self) -> String {
        format!("<melee.Engine {} for {}>", self.algorithm, self.game.name())
    }
}

/// The reports of a search, one after each iteration, while it goes on. Whoever wants no more of them just leaves.
#[pyclass(frozen, module = "melee")]
pub(crate) struct Reports {
    receive: Mutex<Receiver<PyResult<melee::Report>>>,
    stop: Arc<AtomicBool>,
    game: &'static str,
    algorithm: String,
}

/// How long Python's signals may wait.
const BETWEEN_SIGNALS: Duration = Duration::from_millis(40);

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
                    return Ok(Some(Report { inner, game: self.game, algorithm: self.algorithm.clone() }));
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
