//! Making a book: threads share the table and each solves openings of its own.
//!
//! Openings lead to each other's positions, and to their mirror images: what one solve has found
//! out is half of the next.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use super::SolveError;
use super::book::{Book, line};
use super::core::{Roots, SearchContext, joined};
use super::enquiry::Enquiry;
use super::openings::{Opening, openings};
use super::position::{After, Position};
use super::solver::{Goal, Solver};

impl Solver {
    /// Makes a book of all positions up to as many stones as `before` is for, which is empty or holds the
    /// lines of an earlier run that was broken off. Every new line is handed to `on_line` as soon as it
    /// is known, with how many there are then and will be; with several threads the order varies.
    pub fn make_book(
        &mut self,
        before: &Book,
        on_line: &mut dyn FnMut(&str, usize, usize),
    ) -> Result<Book, SolveError> {
        let (width, height) = self.size();
        before.check(width, height)?;
        let root = Position::empty(width, height)?;
        let mut book = Book::new(width, height, before.plies())?;
        let layers = openings(root, book.plies());
        let all = layers.iter().map(Vec::len).sum();
        for layer in &layers {
            let mut unsolved = Vec::new();
            for opening in layer {
                let position = &opening.position;
                if let Some(score) = before.score(position.own, position.occupied) {
                    book.insert(position, score);
                } else if let Some(score) = follows(&book, position) {
                    book.insert(position, score);
                    on_line(&line(&opening.columns, score), book.len(), all);
                } else {
                    unsolved.push(opening);
                }
            }
            self.nodes += solve_all(&self.enquiry(), &unsolved, |opening, score| {
                book.insert(&opening.position, score);
                on_line(&line(&opening.columns, score), book.len(), all);
            });
            if self.is_cancelled() {
                return Err(SolveError::Cancelled);
            }
        }
        Ok(book)
    }
}

/// The score of a position from those after it, if the book has them all.
fn follows(book: &Book, position: &Position) -> Option<i8> {
    let mut best = None;
    for column in 0..position.width() {
        let worth = match position.after(column) {
            None => continue,
            Some(After::Over(score)) => score,
            Some(After::Open(child)) => -i32::from(book.score(child.own, child.occupied)?),
        };
        best = best.max(Some(worth));
    }
    best.map(|score| score as i8)
}

/// Solves openings with as many threads as the enquiry has, and returns the nodes it took.
fn solve_all<'o>(enquiry: &Enquiry, unsolved: &[&'o Opening], mut on_score: impl FnMut(&'o Opening, i8)) -> u64 {
    let (core, context) = (enquiry.core, enquiry.context);
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let work = |thread, sender: mpsc::Sender<(&'o Opening, i8)>| {
        let means_of_one = SearchContext { threads: 1, thread, roots: Roots::Many, ..context };
        let mut enquiry = Enquiry::new(core, means_of_one);
        while let Some(opening) = unsolved.get(next.fetch_add(1, Ordering::Relaxed)) {
            let score = enquiry.score(&opening.position, Goal::Score);
            if context.monitor.is_cancelled() || sender.send((*opening, score as i8)).is_err() {
                break;
            }
        }
        enquiry.nodes
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..context.threads)
            .map(|thread| {
                let (work, sender) = (&work, sender.clone());
                scope.spawn(move || work(thread, sender))
            })
            .collect();
        drop(sender);
        for (opening, score) in receiver {
            on_score(opening, score);
        }
        workers.into_iter().map(joined).sum()
    })
}
