//! The commands of the program `melee`, for any games and searches. The program itself is `melee-cli`.

mod commands;
mod infile;
mod interrupt;
mod numbers;
mod options;
mod outfile;
mod output;
mod png;
mod record;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use interrupt::Interrupt;
use melee::search::SearchError;
use melee::{Error, Registry};
use melee_arena::tournament::MatchError;

/// What `--version` tells: the commit, and what was built in.
#[cfg(feature = "parquet")]
const LONG_VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\ncommit ", env!("MELEE_COMMIT"), "\nfeatures parquet");
#[cfg(not(feature = "parquet"))]
const LONG_VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\ncommit ", env!("MELEE_COMMIT"), "\nfeatures none");

/// Adversarial search in board games with two or more players: play, analyse, measure.
#[derive(Parser)]
#[command(name = "melee", version, long_version = LONG_VERSION, max_term_width = 100)]
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
    /// Look back at a game: what every move has cost, and what was better
    Review(commands::review::Args),
    /// Search to a small depth and show the tree that was searched
    Tree(commands::tree::Args),
    /// Play in the terminal
    Play(commands::play::Args),
    /// Play algorithms against each other over all seats
    Match(Box<commands::matches::Args>),
    /// Fit the weights of an evaluation by self-play
    Tune(commands::tune::Args),
    /// Networks as evaluations: positions to train them on, and what a network is
    Learn(commands::learn::Args),
    /// Opening books, made by searches that take their time
    Book(commands::book::Args),
    /// Make a table that an evaluation of a game needs
    Table(commands::table::Args),
    /// Open the web app: play, analyse and watch in the browser
    Serve(commands::serve::Args),
    /// Write the web app as files for any host, with the engine inside the page
    Site(commands::site::Args),
    /// Speak a text protocol with another program: UGI, or the game's dialect of it
    Engine(commands::engine::Args),
    /// Solve a position exactly (Connect Four), or prove what a player can force (any game)
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
    /// Write a crate with a small game and a search to begin with
    NewGame(commands::new_game::Args),
    /// Print the JSON Schema of what a command prints with --json
    Schema(commands::schema::Args),
    /// Print completions for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Write the manual pages of all commands
    Man(commands::man::Args),
}

impl Command {
    /// Are all names of files given by whoever started it? A server hears them from others, and reads none.
    fn is_for_its_user(&self) -> bool {
        !matches!(self, Command::Serve(_) | Command::Reversixt(_))
    }
}

/// No network is larger by far, and no book.
const LARGEST_NAMED_FILE: u64 = 64 << 20;

/// Reads the file of `eval=net:FILE` or `book=FILE`.
fn read_named_file(file: &str) -> Result<Vec<u8>, String> {
    infile::read("", file.as_ref(), LARGEST_NAMED_FILE).map_err(|error| error.root_cause().to_string())
}

/// What a command that did its work has to say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    /// Exit code 0.
    Yes,
    /// Exit code 1.
    No,
    /// Stopped by a signal, with what was known.
    Interrupted,
}

/// The exit code of a command that was interrupted, as shells have it.
const INTERRUPTED: u8 = 130;

/// Runs the program with these games and searches, with the arguments of the process. Messages begin with the name it
/// was started by.
pub fn run(registry: impl Into<Registry>) -> ExitCode {
    melee_lab::built_from(env!("MELEE_COMMIT"));
    let registry = registry.into();
    output::speak_as(std::env::args_os().next().as_deref());
    let command = match command_line(&registry) {
        Ok(command) => command,
        Err(error) => return refuse(&error),
    };
    let arguments = with_values_joined(std::env::args_os());
    let parsed = command.clone().try_get_matches_from(arguments).and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    if cli.command.is_for_its_user() {
        melee::core::read_files_with(read_named_file);
    }
    match execute(cli.command, command, &registry) {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Ok(Answer::Interrupted) => ExitCode::from(INTERRUPTED),
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => refuse(&error),
    }
}

/// The commands, with the options of these games.
fn command_line(registry: &Registry) -> anyhow::Result<clap::Command> {
    options::with_game_options(Cli::command(), registry)
}

/// What begins with a minus and a digit is the value of the option before it, even if it is refused: then the option
/// is named. `--time -5s` becomes `--time=-5s`. Behind `--` there are no options.
fn with_values_joined(mut arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut joined: Vec<OsString> = Vec::new();
    for argument in arguments.by_ref() {
        if argument == "--" {
            joined.push(argument);
            break;
        }
        let is_negative = matches!(argument.as_encoded_bytes(), [b'-', b'0'..=b'9' | b'.', ..]);
        match joined.last_mut() {
            Some(last) if is_negative && is_bare_option(last) => {
                last.push("=");
                last.push(argument);
            }
            _ => joined.push(argument),
        }
    }
    joined.extend(arguments);
    joined
}

/// `--option` or `-o`, without a value.
fn is_bare_option(argument: &OsString) -> bool {
    match argument.as_encoded_bytes() {
        [b'-', b'-', long @ ..] => !long.contains(&b'='),
        [b'-', short @ ..] => !short.is_empty() && short.iter().all(u8::is_ascii_alphabetic),
        _ => false,
    }
}

fn execute(command: Command, mut command_line: clap::Command, registry: &Registry) -> anyhow::Result<Answer> {
    match command {
        Command::Games(args) => commands::games::run(&args, registry),
        Command::Algorithms(args) => commands::algorithms::run(&args, registry),
        Command::Show(args) => commands::show::run(&args, registry),
        Command::Moves(args) => commands::moves::run(&args, registry),
        Command::Perft(args) => Interrupt::around(|interrupt| commands::perft::run(&args, registry, interrupt)),
        Command::Replay(args) => commands::replay::run(&args, registry),
        Command::Search(args) => Interrupt::around(|interrupt| commands::search::run(&args, registry, interrupt)),
        Command::Review(args) => Interrupt::around(|interrupt| commands::review::run(&args, registry, interrupt)),
        Command::Tree(args) => Interrupt::around(|interrupt| commands::tree::run(&args, registry, interrupt)),
        Command::Play(args) => Interrupt::around(|interrupt| commands::play::run(&args, registry, interrupt)),
        Command::Match(args) => Interrupt::around(|interrupt| commands::matches::run(&args, registry, interrupt)),
        Command::Tune(args) => Interrupt::around(|interrupt| commands::tune::run(&args, registry, interrupt)),
        Command::Learn(args) => Interrupt::around(|interrupt| commands::learn::run(&args, registry, interrupt)),
        Command::Book(args) => Interrupt::around(|interrupt| commands::book::run(&args, registry, interrupt)),
        Command::Table(args) => Interrupt::around(|interrupt| commands::table::run(&args, registry, interrupt)),
        Command::Serve(args) => Interrupt::around(|interrupt| commands::serve::run(&args, registry, interrupt)),
        Command::Site(args) => commands::site::run(&args),
        Command::Engine(args) => commands::engine::run(&args, registry),
        Command::Solve(args) => Interrupt::around(|interrupt| commands::solve::run(&args, registry, interrupt)),
        Command::Reproduce(args) => Interrupt::around(|interrupt| commands::reproduce::run(&args, interrupt)),
        Command::Plan(args) => Interrupt::around(|interrupt| commands::plan::run(&args, registry, interrupt)),
        Command::Shard(args) => Interrupt::around(|interrupt| commands::shard::run(&args, registry, interrupt)),
        Command::Submit(args) => Interrupt::around(|interrupt| commands::submit::run(&args, registry, interrupt)),
        Command::Merge(args) => Interrupt::around(|interrupt| commands::merge::run(&args, registry, interrupt)),
        Command::Reversixt(args) => commands::reversixt::run(&args),
        Command::Bench(args) => Interrupt::around(|interrupt| commands::bench::run(&args, registry, interrupt)),
        Command::NewGame(args) => commands::new_game::run(&args, registry),
        Command::Schema(args) => commands::schema::run(&args, &command_line),
        Command::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(shell, &mut command_line, "melee", &mut text);
            output::print(&String::from_utf8_lossy(&text))?;
            Ok(Answer::Yes)
        }
        Command::Man(args) => commands::man::run(&args, command_line),
    }
}

fn refuse(error: &anyhow::Error) -> ExitCode {
    let how = if is_for_want_of_a_limit(error) { options::HOW_TO_LIMIT } else { "" };
    output::complain(&format!("{error:#}{how}"));
    ExitCode::from(2)
}

/// Libraries do not know what the limits are called here.
fn is_for_want_of_a_limit(error: &anyhow::Error) -> bool {
    let by_search =
        error.downcast_ref().is_some_and(|e| matches!(e, Error::Search { error: SearchError::NoLimit, .. }));
    by_search || error.downcast_ref().is_some_and(|e| matches!(e, MatchError::NoLimit(_)))
}

/// Help and version as clap prints them; an error as one line.
fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() || error.kind() == clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let code = error.exit_code();
        // Nobody is left to be told if even this cannot be printed.
        let _ = error.print();
        return ExitCode::from(code as u8);
    }
    let text = error.to_string();
    let first = text.split("\n\n").next().unwrap_or(&text);
    let similar = text.lines().filter_map(|line| line.trim().strip_prefix("tip: ")).find(|tip| tip.contains("similar"));
    let similar = similar.map_or(String::new(), |tip| format!("; {tip}"));
    output::complain(&format!("{}{similar}", first.strip_prefix("error: ").unwrap_or(first)));
    ExitCode::from(2)
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use clap::CommandFactory;
    use clap::error::ErrorKind;
    use melee_testkit::book;

    use super::{Cli, FromArgMatches, Registry};

    /// Those that take long too: options that are gone, and values that are none, are found.
    #[test]
    fn every_command_of_the_book_can_be_given() {
        let Some(top) = book::top() else { return };
        let command = super::command_line(Registry::standard()).expect("the commands");
        let mut read = 0;
        for block in book::pages(&top).iter().flat_map(book::Page::blocks) {
            for call in block.calls() {
                let words = super::with_values_joined(call.iter().map(OsString::from));
                let parsed = command.clone().try_get_matches_from(words).and_then(|m| Cli::from_arg_matches(&m));
                let wrong = parsed.err().filter(|error| error.kind() != ErrorKind::DisplayVersion);
                if let Some(error) = wrong {
                    panic!("{}: {}: {error}", block.place, call.join(" "));
                }
                read += 1;
            }
        }
        assert!(read > 80, "only {read} commands");
    }

    /// All commands, each by the words that call it.
    fn leaves(command: &clap::Command, words: Vec<String>) -> Vec<(Vec<String>, clap::Command)> {
        let below: Vec<_> = command.get_subcommands().filter(|c| c.get_name() != "help").collect();
        if below.is_empty() {
            return vec![(words, command.clone())];
        }
        below.into_iter().flat_map(|c| leaves(c, [&words[..], &[c.get_name().to_string()]].concat())).collect()
    }

    #[test]
    fn whoever_gives_a_number_that_is_none_is_told_which_ones_there_are() {
        let command = Cli::command();
        let mut asked = 0;
        for (words, leaf) in leaves(&command, vec!["melee".to_string()]) {
            let numbers = leaf.get_arguments().filter(|arg| arg.get_value_names().is_some_and(|n| n == ["N"]));
            for option in numbers.filter_map(|arg| arg.get_long()) {
                for number in ["-1", "1e3", "123456789012345678901234567890"] {
                    let argument = format!("--{option}={number}");
                    let given = [&words[..], std::slice::from_ref(&argument)].concat();
                    let refused = command.clone().try_get_matches_from(given).expect_err("not a number for it");
                    let text = refused.to_string();
                    assert_eq!(refused.kind(), ErrorKind::ValueValidation, "{words:?} {argument}: {text}");
                    assert!(text.contains("expected "), "{words:?} {argument}: {text}");
                    asked += 1;
                }
            }
        }
        assert!(asked > 100, "{asked}");
    }
}
