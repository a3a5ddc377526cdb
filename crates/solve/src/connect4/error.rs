//! Why something cannot be solved: one line for a person.

use super::book::BookError;

/// What the solver refuses.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SolveError {
    /// A board that does not fit 64 bits with a guard row.
    #[error(
        "a {width}x{height} board cannot be solved: at most 8 columns and 8 rows, and columns x (rows + 1) at most 64"
    )]
    TooLarge { width: usize, height: usize },
    /// Nothing is left to solve.
    #[error("the game is over")]
    Over,
    /// Nobody to do it.
    #[error("no threads, expected at least 1")]
    NoThreads,
    /// A table in which positions could be mistaken for each other.
    #[error("a table of {bytes} bytes is too small for this board, expected at least {smallest}")]
    SmallTable { bytes: u64, smallest: u64 },
    /// Nobody wants the answer any more.
    #[error("cancelled")]
    Cancelled,
    /// A book of another board.
    #[error("the book is for {0}x{1}, the board is {2}x{3}")]
    OtherBook(usize, usize, usize, usize),
    /// A book of more plies than a game has.
    #[error("a book of {plies} plies: the board has {cells} cells")]
    LongBook {
        plies: u32,
        /// Of the board.
        cells: u32,
    },
    /// A book that cannot be read.
    #[error("book: {0}")]
    Book(#[from] BookError),
}
