//! The program `melee` as a library: [`run`] is its `main`, for any games and searches.
//!
//! ```no_run
//! use std::process::ExitCode;
//! use melee::Melee;
//!
//! fn main() -> ExitCode {
//!     // .with_game::<MyGame>().with_search(MySearch)
//!     melee_cli::run(Melee::standard())
//! }
//! ```
//!
//! Exit codes are part of the contract: 0 done, 1 the answer is "no", 2 bad input or usage, 130 interrupted.
//!
//! The commands have a crate of their own because a program is linked at the optimisation of its own crate: the searches
//! need the highest there, and the commands, which wait for them, would take twice as long to build at it.

pub use melee_commands::run;
