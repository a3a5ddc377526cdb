//! `melee tune`: weights of an evaluation, and with `settings` the strongest settings of a search.

mod settings;
mod weights;

use clap::{ArgMatches, Command, FromArgMatches, Subcommand};
use melee::Registry;

use crate::interrupt::Interrupt;
use crate::{Answer, output};

/// Either is asked for; clap's derive has no word for arguments that a subcommand replaces.
pub(crate) enum Args {
    Weights(Box<weights::WeightArgs>),
    Settings(Box<settings::SettingArgs>),
}

#[derive(clap::Subcommand)]
enum What {
    /// Find the strongest algorithm and its settings by matches at equal time
    Settings(Box<settings::SettingArgs>),
}

impl FromArgMatches for Args {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        if matches.subcommand_name().is_none() {
            return Ok(Args::Weights(Box::new(weights::WeightArgs::from_arg_matches(matches)?)));
        }
        let What::Settings(settings) = What::from_arg_matches(matches)?;
        Ok(Args::Settings(settings))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Args::from_arg_matches(matches)?;
        Ok(())
    }
}

impl clap::Args for Args {
    fn augment_args(command: Command) -> Command {
        let command = What::augment_subcommands(weights::WeightArgs::augment_args(command));
        command.args_conflicts_with_subcommands(true).subcommand_negates_reqs(true)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Args::augment_args(command)
    }
}

pub(crate) fn run(args: &Args, registry: &Registry, interrupt: &Interrupt) -> anyhow::Result<Answer> {
    match args {
        Args::Weights(weights) => weights::run(weights, registry, interrupt),
        Args::Settings(settings) => settings::run(settings, registry, interrupt),
    }
}

/// Tells what was found once a file was written, or was not: who should have read the words may be gone, and the file may
/// have no room.
fn finish(
    interrupt: &Interrupt,
    is_interrupted: bool,
    written: Option<anyhow::Result<()>>,
    words: &str,
) -> anyhow::Result<Answer> {
    let told = output::print(words);
    written.transpose()?;
    told?;
    Ok(if is_interrupted { interrupt.answer() } else { Answer::Yes })
}
