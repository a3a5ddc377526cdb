//! What can be asked of the solver.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::SolveError;
use super::book::{self, Book};
use super::bounds::win_score;
use super::core::{Core, Means, Verdict, core};
use super::gauge::Gauge;
use super::position::Position;
use super::table::Table;
use super::techniques::Techniques;
use super::window::next_question;

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

impl Default for Settings {
    fn default() -> Self {
        Settings {
            bytes: 64 << 20,
            threads: 1,
            techniques: Techniques::default(),
        }
    }
}

/// A solver for boards of one size, with its memory.
pub struct Solver {
    width: usize,
    height: usize,
    core: Box<dyn Core>,
    settings: Settings,
    book: Option<Arc<Book>>,
    gauge: Arc<Gauge>,
    nodes: u64,
}

impl Solver {
    /// A solver for this board.
    pub fn new(width: usize, height: usize, settings: Settings) -> Result<Self, SolveError> {
        Position::empty(width, height)?;
        let smallest = Table::smallest((width * (height + 1)) as u32);
        if settings.bytes < smallest {
            return Err(SolveError::SmallTable {
                bytes: settings.bytes,
                smallest,
            });
        }
        Ok(Solver {
            width,
            height,
            core: core(width as u32, height as u32, settings.bytes)
                .ok_or(SolveError::TooLarge { width, height })?,
            settings,
            book: None,
            gauge: Arc::default(),
            nodes: 0,
        })
    }

    /// Uses a book.
    pub fn use_book(&mut self, book: Arc<Book>) -> Result<(), SolveError> {
        let (width, height) = book.size();
        if (width, height) != (self.width, self.height) {
            return Err(SolveError::OtherBook(
                width,
                height,
                self.width,
                self.height,
            ));
        }
        self.book = Some(book);
        Ok(())
    }

    /// How far it has come, for other threads to watch.
    pub fn gauge(&self) -> Arc<Gauge> {
        self.gauge.clone()
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

    /// Did somebody [cancel](Gauge::cancel) it? Answers since then mean nothing, and it gives no others.
    ///
    /// ```
    /// use melee_solve::connect4::{Goal, Position, Settings, Solver};
    /// let mut solver = Solver::new(7, 6, Settings::default())?;
    /// solver.gauge().cancel();
    /// solver.score(&Position::empty(7, 6)?, Goal::Score);
    /// assert!(solver.is_cancelled());
    /// # Ok::<(), melee_solve::connect4::SolveError>(())
    /// ```
    pub fn is_cancelled(&self) -> bool {
        self.gauge.is_cancelled()
    }

    fn ask(&mut self, position: &Position, alpha: i32) -> Verdict {
        if self.is_cancelled() {
            return Verdict { lower: 0, upper: 0 };
        }
        let book = self.book.clone();
        if let Some(score) = book
            .as_deref()
            .filter(|book| position.stones() <= book.plies())
            .and_then(|book| book.score(position.own, position.occupied))
        {
            return Verdict {
                lower: score.into(),
                upper: score.into(),
            };
        }
        let means = Means {
            techniques: self.settings.techniques,
            threads: self.settings.threads,
            book: book.as_deref(),
            gauge: &self.gauge,
        };
        self.core.ask(position, alpha, means, &mut self.nodes)
    }

    /// The score of the player to move. The game must not be over, and the board of the solver's size.
    pub fn score(&mut self, position: &Position, goal: Goal) -> i32 {
        assert_eq!(
            (position.width, position.height),
            (self.width as u32, self.height as u32),
            "a solver is for one board size"
        );
        let (cells, stones) = (position.cells(), position.stones());
        let mut lower = -win_score(cells, stones + 2);
        let mut upper = win_score(cells, stones + 1);
        if goal == Goal::Outcome {
            (lower, upper) = (lower.max(-1), upper.min(1));
        }
        while lower < upper {
            self.gauge.lower.store(lower, Ordering::Relaxed);
            self.gauge.upper.store(upper, Ordering::Relaxed);
            let alpha = next_question(lower, upper, &self.settings.techniques);
            let verdict = self.ask(position, alpha);
            lower = lower.max(verdict.lower);
            upper = upper.min(verdict.upper);
        }
        // A verdict beyond the bounds of a weak solve has moved one of them past the other.
        match goal {
            Goal::Score => lower,
            Goal::Outcome => lower.min(upper).clamp(-1, 1),
        }
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
            scores[column] =
                self.after(position, column, |solver, child| -solver.score(child, goal));
            if goal == Goal::Outcome {
                scores[column] = scores[column].map(i32::signum);
            }
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
        let worth = self.after(position, column, |solver, child| {
            -solver.ask(child, -score).upper
        });
        worth.is_some_and(|worth| worth >= score)
    }

    /// What a move is worth: a win, a draw by a full board, or what `value` says of the position after
    /// it. `None` for full columns.
    fn after(
        &mut self,
        position: &Position,
        column: usize,
        value: impl FnOnce(&mut Solver, &Position) -> i32,
    ) -> Option<i32> {
        let child = position.play(column)?;
        Some(if position.wins(column) {
            win_score(position.cells(), position.stones() + 1)
        } else if child.is_full() {
            0
        } else {
            value(self, &child)
        })
    }

    fn middle_first(&self) -> Vec<usize> {
        let mut columns: Vec<usize> = (0..self.width).collect();
        columns.sort_by_key(|c| (2 * c + 1).abs_diff(self.width));
        columns
    }

    /// Makes a book of all positions up to `plies` stones. Every line of it is handed to `on_line` as
    /// soon as it is known, after the header; `before` holds the lines of an earlier run that was
    /// broken off.
    pub fn make_book(
        &mut self,
        plies: u32,
        before: &Book,
        on_line: &mut dyn FnMut(&str, usize, usize),
    ) -> Result<Book, SolveError> {
        let root = Position::empty(self.width, self.height)?;
        let mut book = Book::new(root.width, root.height, plies.min(root.cells() - 1));
        let layers = book::openings(root, book.plies());
        let all = layers.iter().map(Vec::len).sum();
        for (columns, position) in layers.into_iter().flatten() {
            let known = before.score(position.own, position.occupied).map(i32::from);
            let score = known.unwrap_or_else(|| self.book_score(&book, &position));
            book.insert(&position, score as i8);
            if known.is_none() {
                on_line(&book::line(&columns, score), book.len(), all);
            }
        }
        Ok(book)
    }

    /// The score of a position from those after it, if the book has them, else by solving it.
    fn book_score(&mut self, book: &Book, position: &Position) -> i32 {
        let mut best = None;
        for column in 0..self.width {
            let worth = self.after(position, column, |_, child| {
                book.score(child.own, child.occupied)
                    .map_or(i32::MAX, |score| -i32::from(score))
            });
            match worth {
                Some(i32::MAX) => return self.score(position, Goal::Score),
                worth => best = best.max(worth),
            }
        }
        best.unwrap_or_else(|| self.score(position, Goal::Score))
    }
}
