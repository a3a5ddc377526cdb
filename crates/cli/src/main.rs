//! The program `melee`.
//!
//! Exit codes are part of the contract: 0 done, 1 the answer is "no", 2 bad input or usage.

mod commands;
mod numbers;
mod options;
mod outfile;
mod output;
mod png;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

/// Adversarial search in board games with two or more players: play, analyse, measure.
#[derive(Parser)]
#[command(name = "melee", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List the games with their options and named starts
    Games(commands::games::Args),
    /// List the search algorithms with their options
    Algorithms(commands::algorithms::Args),
    /// Show a position as text or as a picture
    Show(commands::show::Args),
    /// List the legal moves of a position
    Moves(commands::moves::Args),
    /// Count the leaves of the legal tree
    Perft(commands::perft::Args),
    /// Play through a game record
    Replay(commands::replay::Args),
    /// Search a position
    Search(commands::search::Args),
    /// Search to a small depth and show the tree that was searched
    Tree(commands::tree::Args),
    /// Play in the terminal
    Play(commands::play::Args),
    /// Play algorithms against each other over all seats
    Match(commands::matches::Args),
    /// Fit the weights of an evaluation by self-play
    Tune(commands::tune::Args),
    /// Open the web app: play, analyse and watch in the browser
    Serve(commands::serve::Args),
    /// Speak a text protocol with another program: UGI, or the UCI dialect of chess4
    Engine(commands::engine::Args),
    /// Solve a position exactly (Connect Four)
    Solve(commands::solve::Args),
    /// Run a published table again
    Reproduce(commands::reproduce::Args),
    /// Cut a published table or a match into shards for many machines
    Plan(commands::plan::Args),
    /// Play one shard of a plan
    Shard(commands::shard::Args),
    /// Let an engine play a plan: hq, Slurm, GNU parallel or processes on this machine
    Submit(commands::submit::Args),
    /// Check that all shards of a plan are there and make the table
    Merge(commands::merge::Args),
    /// The network game reversixt: server, client, maps
    Reversixt(commands::reversixt::Args),
    /// Run the fixed benchmark set
    Bench(commands::bench::Args),
    /// Print completions for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

/// What a command that did its work has to say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    /// Exit code 0.
    Yes,
    /// Exit code 1.
    No,
}

fn main() -> ExitCode {
    let parsed = with_negative_numbers(Cli::command())
        .try_get_matches()
        .and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    match run(cli.command) {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::complain(&format!("{error:#}"));
            ExitCode::from(2)
        }
    }
}

/// A negative number after an option is its value, even if it is refused: then the option is named.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    command
        .mut_args(|arg| {
            let takes_value = arg.get_action().takes_values() && !arg.is_positional();
            arg.allow_negative_numbers(takes_value)
        })
        .mut_subcommands(with_negative_numbers)
}

fn run(command: Command) -> anyhow::Result<Answer> {
    match command {
        Command::Games(args) => commands::games::run(&args),
        Command::Algorithms(args) => commands::algorithms::run(&args),
        Command::Show(args) => commands::show::run(&args),
        Command::Moves(args) => commands::moves::run(&args),
        Command::Perft(args) => commands::perft::run(&args),
        Command::Replay(args) => commands::replay::run(&args),
        Command::Search(args) => commands::search::run(&args),
        Command::Tree(args) => commands::tree::run(&args),
        Command::Play(args) => commands::play::run(&args),
        Command::Match(args) => commands::matches::run(&args),
        Command::Tune(args) => commands::tune::run(&args),
        Command::Serve(args) => commands::serve::run(&args),
        Command::Engine(args) => commands::engine::run(&args),
        Command::Solve(args) => commands::solve::run(&args),
        Command::Reproduce(args) => commands::reproduce::run(&args),
        Command::Plan(args) => commands::plan::run(&args),
        Command::Shard(args) => commands::shard::run(&args),
        Command::Submit(args) => commands::submit::run(&args),
        Command::Merge(args) => commands::merge::run(&args),
        Command::Reversixt(args) => commands::reversixt::run(&args),
        Command::Bench(args) => commands::bench::run(&args),
        Command::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "melee", &mut text);
            output::print(&String::from_utf8_lossy(&text))?;
            Ok(Answer::Yes)
        }
    }
}

/// Help and version as clap prints them; an error as one line.
fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr()
        || error.kind() == clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    {
        let code = error.exit_code();
        // Nobody is left to be told if even this cannot be printed.
        let _ = error.print();
        return ExitCode::from(code as u8);
    }
    let text = error.to_string();
    let first = text.split("\n\n").next().unwrap_or(&text);
    output::complain(first.strip_prefix("error: ").unwrap_or(first));
    ExitCode::from(2)
}
