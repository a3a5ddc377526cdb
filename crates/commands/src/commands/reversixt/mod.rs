//! `melee reversixt`: the network game, and maps for it.

mod client;
mod map;
mod server;

use crate::Answer;
use crate::interrupt::Interrupt;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Run games for clients
    Server(server::Args),
    /// Play a game at a server
    Client(client::Args),
    /// Make a random map
    Map(map::Args),
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    match &args.command {
        Command::Server(args) => Interrupt::around(|interrupt| server::run(args, interrupt)),
        Command::Client(args) => Interrupt::around(|interrupt| client::run(args, interrupt)),
        Command::Map(args) => map::run(args),
    }
}
