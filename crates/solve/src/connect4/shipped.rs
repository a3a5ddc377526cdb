//! The book that comes with Melee: the openings of the usual board, which take seconds to solve, so
//! that a perfect opponent answers at once.
//!
//! It was made by `melee solve connect4 --make-book 6`. Only the scores of that file are kept, a letter each in the order of
//! its lines: every visitor of the page fetches them, and which positions there are is known. Only who asks for the book
//! gets it: solving the empty board stays work.

use std::sync::{Arc, LazyLock};

use super::book::Book;
use super::solver::Solver;

const PLIES: u32 = 6;
const SCORES: &str = include_str!("../../books/connect4-7x6.scores");
/// The letter of a draw; a better score is a later letter.
const DRAW: u8 = b'O';

static BOOK: LazyLock<Arc<Book>> = LazyLock::new(|| {
    let scores = SCORES.bytes().filter(|letter| *letter != b'\n').map(|letter| letter as i8 - DRAW as i8);
    Arc::new(Book::of_scores(7, 6, PLIES, scores).expect("a test reads it"))
});

impl Book {
    /// The book that comes with Melee for boards of this size, if there is one.
    ///
    /// ```
    /// use melee_solve::connect4::Book;
    /// let book = Book::shipped(7, 6).expect("the usual board has one");
    /// assert_eq!(book.plies(), 6);
    /// assert!(Book::shipped(6, 6).is_none());
    /// ```
    pub fn shipped(width: usize, height: usize) -> Option<Arc<Book>> {
        Some(&*BOOK).filter(|book| book.size() == (width, height)).cloned()
    }
}

impl Solver {
    /// Uses the book that comes with Melee, if there is one for its board.
    pub fn use_shipped_book(&mut self) {
        let (width, height) = self.size();
        if let Some(book) = Book::shipped(width, height) {
            self.book = Some(book);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The last line of the file that the solver wrote: the number of positions and the checksum of all of them.
    #[test]
    fn the_shipped_book_is_the_one_that_was_made() {
        let text = Book::shipped(7, 6).expect("there is one").text();
        assert_eq!(text.lines().last(), Some("end 11094 b8a4401ebd1f44d8"));
    }
}
