//! Connect Four, solved: the exact score of a position.
//!
//! The score is that of the player to move with best play on both sides: 0 a draw, +1 he wins with
//! his last stone, +2 with his last but one, and so on; negative for a loss.
//!
//! What makes it fast, and where it comes from (each can be switched off, see [`Techniques`];
//! `docs/connect4-solver.md` tells what each is worth):
//!
//! * bit boards with a guard row and keys `own + occupied` (Tromp's Fhourstones; Pons 2015)
//!   [`geometry`];
//! * only moves that do not lose at once; forced moves are played out, so that every node is a real
//!   choice (Allis 1988; Steininger's solver) [`node`];
//! * bounds read off the board: following up in the same column, and zugzwang (Allis's claimeven and
//!   baseinverse turned into bounds of the exact score) [`bounds`];
//! * all children settled, bounded and looked up before one is searched (enhanced transposition
//!   cut-offs; Schaeffer & Plaat 1996), in the order of their threats (Pons 2015), then of their lines
//!   with two stones [`search`], [`batch`];
//! * questions half-way to the quickest win or loss first (Pons 2015), around 0 later [`window`];
//! * a table of 64-bit entries with exact keys, cleared by counting, in big pages, with a small part
//!   for positions near the end of the game [`table`];
//! * threads that share the table and avoid each other's work (ABDADA; Weill 1996) [`busy`].
//!
//! ```
//! use melee_solve::connect4::{Goal, Position, Settings, Solver};
//! let mut solver = Solver::new(4, 4, Settings::default())?;
//! let empty = Position::empty(4, 4)?;
//! assert_eq!(solver.score(&empty, Goal::Score), 0);
//! # Ok::<(), melee_solve::connect4::SolveError>(())
//! ```

mod batch;
mod book;
mod book_maker;
mod bounds;
mod busy;
mod core;
mod enquiry;
mod error;
mod geometry;
mod huge_pages;
mod monitor;
mod node;
mod openings;
mod perfect;
mod position;
mod review;
mod search;
mod shipped;
mod solver;
mod table;
mod techniques;
mod watched;
mod window;

pub use book::{Book, BookError};
pub use error::SolveError;
pub use monitor::SolveMonitor;
pub use perfect::{Perfect, PerfectSettings};
pub use position::Position;
pub use review::{Review, ReviewedPly};
pub use solver::{Goal, Settings, Solver};
pub use techniques::{TECHNIQUES, Techniques};
pub use watched::SolveStatus;
