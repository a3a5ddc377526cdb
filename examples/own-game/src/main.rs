//! Melee with a game and a search of one's own.
//!
//! `cargo run --release -- play isolation --players 3` plays it in the terminal, `-- serve` in the
//! browser, and `-- match isolation --algo narrow --algo pvs:best --nodes 1000 --games 100` measures it.

use std::process::ExitCode;

use melee::Melee;
use own_game::{Isolation, NarrowSearch};

fn main() -> ExitCode {
    melee_cli::run(Melee::standard().with_game::<Isolation>().with_search(NarrowSearch))
}
