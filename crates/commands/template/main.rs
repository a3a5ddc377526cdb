//! Melee with one more game and one more search.
//!
//! ```text
//! cargo run -- serve                               builds it, and shows the game in the browser
//! cargo test                                       does the game obey all laws? (the same build)
//! cargo run -- play my-game                        play it in the terminal
//! cargo run --release -- match my-game --algo careful --algo best@1000 --games 100
//! ```

mod game;
mod search;

use std::process::ExitCode;

use melee::Melee;

fn main() -> ExitCode {
    // `Melee::empty()` instead of `standard()` leaves out the games of Melee.
    melee_cli::run(Melee::standard().with_game::<game::MyGame>().with_search(search::CarefulSearch))
}
