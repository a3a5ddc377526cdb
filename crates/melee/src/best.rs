//! `best` where the strongest player is more than one search.
//!
//! A depth says nothing to a champion that plays random games: who gives one is answered by the strongest search by depth.
//! And where the game can be solved, its solver is asked first, with a part of the time: if it comes to its end, no search
//! plays better. Then an opening [book](crate::book) is looked into, if there is one.

use std::borrow::Cow;
use std::sync::Arc;

use melee_search::{ExactScores, Limits, Pace, SearchError, Spec, SpecError, Watch};

use crate::book::{BOOK_OPTION, Book, BookChoice, BookLine};
use crate::engine::AnyEngine;
use crate::search_tree::SearchTree;
use crate::{Engine, Error, OpenGame, Position, Report, Task};

impl OpenGame {
    /// Can a specification be had, and with how much memory?
    pub(crate) fn check_of(&self, spec: &Spec, limits: Limits) -> Result<u64, Error> {
        let (choice, spec) = BookChoice::of(spec);
        choice.book(self)?;
        self.0.check(&self.meant(&spec, limits), limits).map_err(|error| with_book_known(&spec, error))
    }

    /// What a specification means with these limits.
    fn meant<'s>(&self, spec: &'s Spec, limits: Limits) -> Cow<'s, Spec> {
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
        let (choice, searched) = BookChoice::of(spec);
        let book = choice.book(self)?;
        let champion = self.0.engine(&searched, seed).map_err(|error| with_book_known(&searched, error))?;
        let (by_depth, solver) = (self.by_depth(&searched), self.asked_first(&searched));
        if by_depth.is_none() && solver.is_none() && book.is_none() && spec == champion.spec() {
            return Ok(champion);
        }
        // Made before the first move's clock runs: it reads a book of its own.
        let solver = solver.and_then(|spec| self.0.engine(&spec, seed).ok());
        let (game, by_depth) = (self.clone(), by_depth.map(Lazy::new));
        let has_solved = false;
        Ok(Engine(Box::new(Best { spec: spec.clone(), champion, game, by_depth, solver, has_solved, book, seed })))
    }

    /// The solver that `best` asks first; who sets anything about `best`, such as noise, wants a search.
    fn asked_first(&self, spec: &Spec) -> Option<Spec> {
        let is_bare = spec.name == "best" && spec.options.is_empty();
        let solver = self.solver().filter(|_| is_bare)?;
        let small = Spec::new(solver).with("mib", SOLVER_MIB);
        Some(if self.0.check(&small, Limits::nodes(1)).is_ok() { small } else { Spec::new(solver) })
    }
}

/// Whoever misspells an option of `best` is told of the book too, which no search knows.
fn with_book_known(spec: &Spec, error: Error) -> Error {
    match error {
        Error::Search { game, error: SearchError::Spec(SpecError::UnknownOption { algorithm, option, mut known }) }
            if spec.name == "best" =>
        {
            known = format!("{known}, {BOOK_OPTION}");
            Error::Search { game, error: SpecError::UnknownOption { algorithm, option, known }.into() }
        }
        other => other,
    }
}

/// What a move of the book is looked at with, so that its report says what reports say.
const GLANCE: u64 = 100;

/// The solver's table: laying out a large one takes longer than a short move.
const SOLVER_MIB: u64 = 16;
/// The part of a move's time that the solver may take: two plies later a position is solved four times as fast.
const SOLVER_PART: u32 = 4;
/// Nodes a second of the solver, so that it ends in time by any clock.
const SOLVER_SPEED: f64 = 8e6;

/// An engine that is made when it is first asked.
struct Lazy {
    spec: Spec,
    engine: Option<Engine>,
}

impl Lazy {
    fn new(spec: Spec) -> Self {
        Lazy { spec, engine: None }
    }

    fn of(&mut self, game: &OpenGame, seed: u64) -> Result<&mut Engine, Error> {
        match &mut self.engine {
            Some(engine) => Ok(engine),
            none => Ok(none.insert(game.0.engine(&self.spec, seed)?)),
        }
    }
}

struct Best {
    /// As it was written.
    spec: Spec,
    champion: Engine,
    game: OpenGame,
    by_depth: Option<Lazy>,
    solver: Option<Engine>,
    /// The solver has something to forget.
    has_solved: bool,
    book: Option<Arc<Book>>,
    seed: u64,
}

impl Best {
    fn of(&mut self, limits: Limits) -> Result<&mut Engine, Error> {
        match &mut self.by_depth {
            Some(by_depth) if limits.depth.is_some() => by_depth.of(&self.game, self.seed),
            _ => Ok(&mut self.champion),
        }
    }

    /// What the solver says, if it comes to its end within its part of the time and whoever asks wants one line of all moves.
    fn solved(&mut self, position: &Position, task: &Task, watch: Watch) -> Option<Report> {
        let Limits { time, nodes, depth, lines, .. } = task.limits;
        let time = time.filter(|_| nodes.is_none() && depth.is_none() && lines == 1 && task.moves.is_empty())?;
        let part = time / SOLVER_PART;
        let limits =
            Limits { nodes: Some((part.as_secs_f64() * SOLVER_SPEED) as u64), ..Limits::time(watch.elapsed() + part) };
        let solver = self.solver.as_mut()?;
        self.has_solved = true;
        let report = solver.search(position, Task::new(limits).watch(watch)).ok()?;
        report.complete.then_some(report)
    }

    /// The task as the book leaves it: where it knows the position, one move is left, and it needs no more than a glance.
    /// Who studies, gives a depth or names moves wants a search, and so does who is back where the book has led before:
    /// it knows nothing of the game so far, and would lead there for ever.
    fn by_the_book<'t>(&self, position: &Position, task: Task<'t>) -> Task<'t> {
        let is_for_book = !task.is_study() && task.limits.depth.is_none() && task.moves.is_empty();
        let line = self.book.as_ref().filter(|_| is_for_book).and_then(|book| book.line_at(position));
        let line = line.filter(|_| !position.recurs());
        // Keys are no proof: a move that is not legal here is of another position.
        match line.map(BookLine::best).filter(|mv| position.moves().iter().any(|legal| legal == mv)) {
            Some(mv) => {
                let nodes = task.limits.nodes.map_or(GLANCE, |nodes| nodes.min(GLANCE));
                Task { limits: Limits { nodes: Some(nodes), threads: 1, ..task.limits }, ..task }.only(mv)
            }
            None => task,
        }
    }
}

impl AnyEngine for Best {
    fn spec(&self) -> &Spec {
        &self.spec
    }

    fn evaluation(&self) -> &str {
        self.champion.evaluation()
    }

    fn pace(&self) -> Pace {
        self.champion.pace()
    }

    fn check(&self, limits: Limits) -> Result<(), Error> {
        // Any depth will do for the search by depth.
        if self.by_depth.is_some() && limits.depth.is_some() { Ok(()) } else { self.champion.check(limits) }
    }

    fn search(&mut self, position: &Position, task: Task) -> Result<Report, Error> {
        let watch = task.watch.unwrap_or_default();
        if let Some(report) = self.solved(position, &task, watch) {
            return Ok(report);
        }
        let task = self.by_the_book(position, task.watch(watch));
        self.of(task.limits)?.search(position, task)
    }

    fn take_turn(&mut self, position: &mut Position, task: Task) -> Result<Report, Error> {
        // Whoever plays needs one move.
        let task = Task { limits: Limits { lines: 1, ..task.limits }, ..task };
        let watch = task.watch.unwrap_or_default();
        if let Some(report) = self.solved(position, &task, watch) {
            position.play(&report.best().mv)?;
            return Ok(report);
        }
        let task = self.by_the_book(position, task.watch(watch));
        self.of(task.limits)?.take_turn(position, task)
    }

    fn move_scores(&mut self, position: &Position, limits: Limits, watch: Watch) -> Result<ExactScores<String>, Error> {
        self.of(limits)?.move_scores(position, limits, watch)
    }

    fn record(&self, position: &Position, limits: Limits, most: usize, watch: Watch) -> Result<SearchTree, Error> {
        match &self.by_depth {
            Some(by_depth) if limits.depth.is_some() => {
                self.game.0.engine(&by_depth.spec, self.seed)?.record(position, limits, most, watch)
            }
            _ => self.champion.record(position, limits, most, watch),
        }
    }

    fn minimal_leaves(&self, position: &Position, depth: u32, most: usize, watch: Watch) -> Result<Option<u64>, Error> {
        match &self.by_depth {
            Some(by_depth) => {
                self.game.0.engine(&by_depth.spec, self.seed)?.minimal_leaves(position, depth, most, watch)
            }
            None => self.champion.minimal_leaves(position, depth, most, watch),
        }
    }

    fn forget(&mut self, seed: u64) {
        self.seed = seed;
        let by_depth = self.by_depth.as_mut().and_then(|lazy| lazy.engine.as_mut());
        let solver = self.solver.as_mut().filter(|_| std::mem::take(&mut self.has_solved));
        for engine in std::iter::once(&mut self.champion).chain(by_depth).chain(solver) {
            engine.forget(seed);
        }
    }
}
