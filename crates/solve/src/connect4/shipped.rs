//! The book that comes with Melee: the openings of the usual board, which take seconds to solve, so
//! that a perfect opponent answers at once.
//!
//! It was made by `melee solve connect4 --make-book 6`. Only who asks for it gets it: solving the
//! empty board stays work.

use std::sync::{Arc, LazyLock};

use super::book::Book;
use super::solver::Solver;

const TEXT: &str = include_str!("../../books/connect4-7x6.book");

static BOOK: LazyLock<Arc<Book>> = LazyLock::new(|| Arc::new(Book::parse(TEXT).expect("a test reads it")));

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
