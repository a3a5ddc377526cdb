//! What can be asked of the solver.

use std::sync::Arc;

use super::SolveError;
use super::book::Book;
use super::core::{Core, Roots, ScoreRange, SearchContext, core};
use super::enquiry::Enquiry;
use super::monitor::SolveMonitor;
use super::position::{After, Position};
use super::table::Table;
use super::techniques::Techniques;

/// What is to be found out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Who wins, and how soon (strong).
    Score,
    /// Only whether the player to move wins (1), draws (0) or loses (-1) (weak).
    Outcome,
}

/// How the solver works. None of it changes an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The size of the table.
    pub bytes: u64,
    /// How many threads search one position.
    pub threads: usize,
    /// What the search uses.
    pub techniques: Techniques,
}

impl Settings {
    /// Can a board of this size be solved like this? Costs nothing.
    pub fn check(&self, width: usize, height: usize) -> Result<(), SolveError> {
        Position::empty(width, height)?;
        if self.threads == 0 {
            return Err(SolveError::NoThreads);
        }
        let smallest = Table::smallest((width * (height + 1)) as u32, self.threads);
        if self.bytes < smallest {
            return Err(SolveError::SmallTable { bytes: self.bytes, smallest });
        }
        Ok(())
    }
}

impl Default for Settings {
    fn default() -> Self {
        Settings { bytes: 64 << 20, threads: 1, techniques: Techniques::default() }
    }
}

/// A solver for boards of one size, with its memory.
pub struct Solver {
    width: usize,
    height: usize,
    core: Box<dyn Core>,
    settings: Settings,
    pub(super) book: Option<Arc<Book>>,
    monitor: Arc<SolveMonitor>,
    pub(super) nodes: u64,
}

impl Solver {
    /// A solver for this board.
    pub fn new(width: usize, height: usize, settings: Settings) -> Result<Self, SolveError> {
        settings.check(width, height)?;
        Ok(Solver {
            width,
            height,
            core: core(width as u32, height as u32, settings.bytes, settings.threads)
                .ok_or(SolveError::TooLarge { width, height })?,
            settings,
            book: None,
            monitor: Arc::default(),
            nodes: 0,
        })
    }

    /// Uses a book.
    pub fn use_book(&mut self, book: Arc<Book>) -> Result<(), SolveError> {
        book.check(self.width, self.height)?;
        self.book = Some(book);
        Ok(())
    }

    /// How far it has come, for other threads to watch.
    pub fn monitor(&self) -> Arc<SolveMonitor> {
        self.monitor.clone()
    }

    /// All nodes so far: quiet positions whose moves were looked at.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        self.core.clear();
    }

    /// The width and height of its board.
    pub fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// Did somebody [cancel](SolveMonitor::cancel) it? Answers since then mean nothing, and it gives no others.
    ///
    /// ```
    /// use melee_solve::connect4::{Goal, Position, Settings, Solver};
    /// let mut solver = Solver::new(7, 6, Settings::default())?;
    /// solver.monitor().cancel();
    /// solver.score(&Position::empty(7, 6)?, Goal::Score);
    /// assert!(solver.is_cancelled());
    /// # Ok::<(), melee_solve::connect4::SolveError>(())
    /// ```
    pub fn is_cancelled(&self) -> bool {
        self.monitor.is_cancelled()
    }

    /// Answers again after it was cancelled. What it found out before is still known.
    ///
    /// ```
    /// use melee_solve::connect4::{Goal, Position, Settings, Solver};
    /// let mut solver = Solver::new(5, 4, Settings::default())?;
    /// let empty = Position::empty(5, 4)?;
    /// solver.monitor().cancel();
    /// solver.score(&empty, Goal::Score);
    /// solver.go_on();
    /// assert_eq!(solver.score(&empty, Goal::Score), 0);
    /// # Ok::<(), melee_solve::connect4::SolveError>(())
    /// ```
    pub fn go_on(&mut self) {
        self.monitor = Arc::default();
    }

    /// How it answers: one position after the other, with all its threads.
    pub(super) fn enquiry(&self) -> Enquiry<'_> {
        let context = SearchContext {
            techniques: self.settings.techniques,
            threads: self.settings.threads,
            thread: 0,
            roots: Roots::One,
            book: self.book.as_deref(),
            monitor: &self.monitor,
        };
        Enquiry::new(self.core.as_ref(), context)
    }

    fn ask(&mut self, position: &Position, alpha: i32) -> ScoreRange {
        let mut enquiry = self.enquiry();
        let verdict = enquiry.ask(position, alpha);
        self.nodes += enquiry.nodes;
        verdict
    }

    /// The score of the player to move. The game must not be over, and the board of the solver's size.
    pub fn score(&mut self, position: &Position, goal: Goal) -> i32 {
        assert_eq!(
            (position.width, position.height),
            (self.width as u32, self.height as u32),
            "a solver is for one board size"
        );
        let mut enquiry = self.enquiry();
        let score = enquiry.score(position, goal);
        self.nodes += enquiry.nodes;
        score
    }

    /// The score of the player who moves into each column; `None` for full columns.
    pub fn column_scores(&mut self, position: &Position, goal: Goal) -> Vec<Option<i32>> {
        let mut scores = vec![None; self.width];
        let is_symmetric = position.mirrored() == *position;
        for column in self.middle_first() {
            let twin = scores[self.width - 1 - column];
            if is_symmetric && twin.is_some() {
                scores[column] = twin;
                continue;
            }
            scores[column] = position.after(column).map(|after| match after {
                After::Over(score) if goal == Goal::Outcome => score.signum(),
                After::Over(score) => score,
                After::Open(child) => -self.score(&child, goal),
            });
        }
        scores
    }

    /// The columns that keep a score, which must be the position's.
    pub fn best_columns(&mut self, position: &Position, goal: Goal, score: i32) -> Vec<usize> {
        if goal == Goal::Outcome && score < 0 {
            return (0..self.width).filter(|&c| position.can_play(c)).collect();
        }
        let is_symmetric = position.mirrored() == *position;
        let mut kept = vec![None; self.width];
        let mut best = self.middle_first();
        best.retain(|&column| {
            let twin = kept[self.width - 1 - column].filter(|_| is_symmetric);
            let keeps = twin.unwrap_or_else(|| self.keeps(position, column, score));
            kept[column] = Some(keeps);
            keeps
        });
        best.sort_unstable();
        best
    }

    /// Best play to the end of the game.
    pub fn line(&mut self, position: &Position) -> Vec<usize> {
        let mut line = Vec::new();
        let mut position = *position;
        let mut score = self.score(&position, Goal::Score);
        loop {
            let Some(column) = self.best_column(&position, score) else {
                return line;
            };
            line.push(column);
            match position.play(column).filter(|_| !position.wins(column)) {
                Some(next) if !next.is_full() => position = next,
                _ => return line,
            }
            score = -score;
        }
    }

    /// The best column closest to the middle.
    pub fn best_column(&mut self, position: &Position, score: i32) -> Option<usize> {
        let columns = self.middle_first();
        if let Some(&win) = columns.iter().find(|&&column| position.wins(column)) {
            return Some(win);
        }
        let mut columns = columns.into_iter();
        columns.find(|&column| self.keeps(position, column, score))
    }

    /// Is a move into this column worth the score of the position?
    fn keeps(&mut self, position: &Position, column: usize, score: i32) -> bool {
        let worth = match position.after(column) {
            None => return false,
            Some(After::Over(worth)) => worth,
            Some(After::Open(child)) => -self.ask(&child, -score).upper,
        };
        worth >= score
    }

    fn middle_first(&self) -> Vec<usize> {
        let mut columns: Vec<usize> = (0..self.width).collect();
        columns.sort_by_key(|c| (2 * c + 1).abs_diff(self.width));
        columns
    }
}
