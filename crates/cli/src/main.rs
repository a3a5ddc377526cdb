//! The program `melee`: all games and searches of Melee.

use std::process::ExitCode;

use melee::Melee;

fn main() -> ExitCode {
    melee_cli::run(Melee::standard())
}
