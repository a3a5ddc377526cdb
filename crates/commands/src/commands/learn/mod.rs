//! `melee learn`

mod card;
mod data;

use melee::Registry;

use crate::Answer;
use crate::interrupt::Interrupt;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Play games by themselves and keep their positions, for networks to be trained on
    Data(data::Args),
    /// Say what a network is, check it, and measure how fast it is
    Card(card::Args),
}

pub(crate) fn run(args: &Args, registry: &Registry, interrupt: &Interrupt) -> anyhow::Result<Answer> {
    match &args.command {
        Command::Data(args) => data::run(args, registry, interrupt),
        Command::Card(args) => card::run(args, registry, interrupt),
    }
}
