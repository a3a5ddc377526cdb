//! Options that many commands share. Those of games are made from the games' descriptions.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::time::Duration;

use crate::numbers::{parse_players, parse_within};
use anyhow::{Context, anyhow, bail};
use clap::{Arg, ArgMatches, Args as _, Command};
use melee::core::levels::LEVELS;
use melee::search::{MAX_DEPTH, SearchError, SpecError, parse_duration};
use melee::{GameOptions, Limits, OpenGame, Position, Registry, SeatSpec, Spec, Who};

/// A game with its parameters.
#[derive(clap::Args, Clone)]
pub(crate) struct GameArgs {
    /// The game; `melee games` lists them
    game: String,
    /// The number of players, where the game allows several
    #[arg(long, value_name = "N", value_parser = parse_players)]
    players: Option<usize>,
    #[command(flatten)]
    own: OwnOptions,
}

impl GameArgs {
    pub(crate) fn name(&self) -> &str {
        &self.game
    }

    /// As it was given, in the words of a shell.
    fn words(&self) -> Vec<String> {
        let mut words = vec![self.game.clone()];
        words.extend(self.players.map(|players| format!("--players {players}")));
        words.extend(self.own.0.iter().map(|(name, value)| format!("--{name} {}", quoted(value))));
        words
    }

    /// The parameters, files read.
    pub(crate) fn options(&self, registry: &Registry) -> anyhow::Result<GameOptions> {
        let description = &registry.game(&self.game)?.description;
        let mut options = GameOptions { players: self.players, ..GameOptions::default() };
        for (name, value) in &self.own.0 {
            let known = description.options.iter().find(|known| known.name == name);
            let value = if known.is_some_and(|known| known.is_file) {
                let bytes = read_game_file(&format!("--{name}"), Path::new(value))?;
                String::from_utf8_lossy(&bytes).into_owned()
            } else {
                let text = value.clone().into_string();
                text.map_err(|_| anyhow!("--{name}: not UTF-8"))?
            };
            options = options.with(name, value);
        }
        Ok(options)
    }
}

/// A word as a shell takes it for one.
pub(crate) fn quoted(word: &OsStr) -> String {
    let word = word.to_string_lossy();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=+.,:/@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.into_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// What is given of the options that games have of their own, by name.
#[derive(Clone, Default)]
struct OwnOptions(BTreeMap<String, OsString>);

/// Tells the options of games from those of the program.
const OWN_OPTION: &str = "game option ";

impl clap::FromArgMatches for OwnOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut own = OwnOptions::default();
        own.update_from_arg_matches(matches)?;
        Ok(own)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for id in matches.ids() {
            if let Some(name) = id.as_str().strip_prefix(OWN_OPTION)
                && let Some(value) = matches.get_one::<OsString>(id.as_str())
            {
                self.0.insert(name.to_string(), value.clone());
            }
        }
        Ok(())
    }
}

impl clap::Args for OwnOptions {
    // No games are known here: see `with_game_options`.
    fn augment_args(command: Command) -> Command {
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        command
    }
}

/// Gives every command that takes a game the options of all games.
pub(crate) fn with_game_options(command: Command, registry: &Registry) -> anyhow::Result<Command> {
    let options = game_options(registry);
    let mut taken = None;
    let command = add_options(command, &options, &mut taken);
    match taken {
        Some((option, command)) => {
            bail!("--{option} is an option of `melee {command}`: no game can have one of this name")
        }
        None => Ok(command),
    }
}

fn add_options(command: Command, options: &[Arg], taken: &mut Option<(String, String)>) -> Command {
    let takes_game = |group: &clap::ArgGroup| GameArgs::group_id().as_ref() == Some(group.get_id());
    let options_here = if command.get_groups().any(takes_game) { options } else { &[] };
    for option in options_here.iter().filter_map(Arg::get_long) {
        if command.get_arguments().any(|arg| arg.get_long() == Some(option)) {
            *taken = Some((option.to_string(), command.get_name().to_string()));
            return command;
        }
    }
    command.args(options_here).mut_subcommands(|below| add_options(below, options, taken))
}

/// The options of all games, each once.
fn game_options(registry: &Registry) -> Vec<Arg> {
    let mut options: Vec<(&str, &str, Vec<String>)> = Vec::new();
    for game in registry.games() {
        for option in game.description.options {
            let meaning = format!("{}: {}", game.name, option.summary);
            match options.iter_mut().find(|(name, ..)| *name == option.name) {
                Some((_, _, meanings)) => meanings.push(meaning),
                None => options.push((option.name, option.value, vec![meaning])),
            }
        }
    }
    let arg = |(name, value, meanings): (&'static str, &'static str, Vec<String>)| {
        Arg::new(format!("{OWN_OPTION}{name}"))
            .long(name)
            .value_name(value)
            .help(meanings.join("; "))
            .help_heading("Options of games")
            .value_parser(clap::value_parser!(OsString))
    };
    options.into_iter().map(arg).collect()
}

/// What a time limit is measured by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum TimeBy {
    /// The clock on the wall
    Wall,
    /// The processor time of the searching thread, of which a busy machine takes nothing; programs keep their own clocks
    Processor,
}

/// A game and where it begins.
#[derive(clap::Args, Clone)]
pub(crate) struct StartArgs {
    #[command(flatten)]
    game: GameArgs,
    /// A named start (default: the game's own)
    #[arg(long, value_name = "NAME", conflicts_with = "pos")]
    start: Option<String>,
    /// A position in the game's notation
    #[arg(long, value_name = "STRING", allow_hyphen_values = true)]
    pos: Option<String>,
}

impl StartArgs {
    /// Opens the game for the position.
    pub(crate) fn open(&self, registry: &Registry) -> anyhow::Result<OpenGame> {
        Ok(registry.open(self.game.name(), &self.options(registry)?)?)
    }

    fn options(&self, registry: &Registry) -> anyhow::Result<GameOptions> {
        let (start, position) = (self.start.clone(), self.pos.clone());
        Ok(GameOptions { start, position, ..self.game.options(registry)? })
    }

    /// As it was given, in the words of a shell.
    pub(crate) fn words(&self) -> Vec<String> {
        let mut words = self.game.words();
        for (option, value) in [("--start", &self.start), ("--pos", &self.pos)] {
            if let Some(value) = value {
                words.extend([option.to_string(), quoted(value.as_ref())]);
            }
        }
        words
    }
}

/// A game and a position in it.
#[derive(clap::Args, Clone)]
pub(crate) struct PositionArgs {
    #[command(flatten)]
    from: StartArgs,
    /// Moves played from there, separated by spaces
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
}

impl PositionArgs {
    /// Opens the game for the position.
    pub(crate) fn open(&self, registry: &Registry) -> anyhow::Result<OpenGame> {
        self.from.open(registry)
    }

    /// Opens the game for a record, which may say itself of which board it is.
    pub(crate) fn open_for_record(&self, registry: &Registry, record: &str) -> anyhow::Result<OpenGame> {
        let info = registry.game(self.from.game.name())?;
        Ok(info.open(&info.options_for_record(&self.from.options(registry)?, record))?)
    }

    /// The moves, with spaces between; empty if there are none.
    pub(crate) fn moves(&self) -> &str {
        self.moves.as_deref().unwrap_or_default()
    }

    /// Sets up the position.
    pub(crate) fn position(&self, game: &OpenGame) -> anyhow::Result<Position> {
        let mut position = game.opening()?;
        position.play_all(self.moves().split_whitespace())?;
        Ok(position)
    }
}

/// The largest map has a million tiles; a larger file is something else.
const LARGEST_GAME_FILE: u64 = 16 << 20;

/// Reads a file that is the value of a game's option, but not more than such a file can have.
pub(crate) fn read_game_file(option: &str, file: &Path) -> anyhow::Result<Vec<u8>> {
    crate::infile::read(option, file, LARGEST_GAME_FILE)
}

/// When to stop searching.
#[derive(clap::Args, Clone)]
pub(crate) struct LimitArgs {
    /// Search to this depth
    #[arg(long, value_name = "N", value_parser = parse_within(1, MAX_DEPTH))]
    depth: Option<u32>,
    /// Search at most so many nodes
    #[arg(long, value_name = "N", value_parser = parse_within(1, u64::MAX))]
    nodes: Option<u64>,
    /// Search for so long, such as 250ms or 5s
    #[arg(long, value_name = "D", value_parser = parse_duration)]
    time: Option<Duration>,
}

/// How [`LimitArgs`] are given, behind a message that there are none.
pub(crate) const HOW_TO_LIMIT: &str = ": --depth N, --nodes N or --time D";

impl LimitArgs {
    pub(crate) fn limits(&self) -> Limits {
        Limits { depth: self.depth, nodes: self.nodes, time: self.time, ..Limits::NONE }
    }
}

/// Reads `WHO@LIMIT`.
pub(crate) fn parse_seat(option: &str, text: &str) -> anyhow::Result<SeatSpec> {
    text.parse().with_context(|| format!("{option} {text}"))
}

/// Reads who plays in a game: `WHO@LIMIT`, or the name of a level.
pub(crate) fn parse_player(game: &OpenGame, option: &str, text: &str) -> anyhow::Result<SeatSpec> {
    let seat = parse_seat(option, text)?.in_game(game)?;
    let Who::Search(spec) = &seat.who else { return Ok(seat) };
    let Err(error) = check_search(game, spec) else { return Ok(seat) };
    match error.downcast_ref() {
        Some(melee::Error::Search { error: SearchError::Spec(SpecError::UnknownAlgorithm { .. }), .. }) => {
            let person = if option == "--seat" { format!("; a person: {}", Who::PERSON) } else { String::new() };
            bail!("{error}; levels: {}{person}", LEVELS.join(", "))
        }
        _ => Err(error),
    }
}

/// Reads `SPEC` or `SPEC@LIMIT`, where only a search will do.
pub(crate) fn parse_search(option: &str, text: &str) -> anyhow::Result<(Spec, Limits)> {
    let seat = parse_seat(option, text)?;
    match seat.who {
        Who::Search(spec) => Ok((spec, seat.limits)),
        Who::Person | Who::Program(_) => bail!("{option} {text}: expected an algorithm"),
    }
}

/// Refuses algorithms that the game does not have, and tables that the machine cannot hold.
pub(crate) fn check_search(game: &OpenGame, spec: &Spec) -> anyhow::Result<()> {
    let bytes = game.check(spec, Limits::depth(1))?;
    if let Some(machine) = machine_memory().filter(|&machine| bytes > machine) {
        bail!("{spec}: a table of {bytes} bytes is more than the {machine} bytes of this machine");
    }
    Ok(())
}

/// The memory of the machine, where the system tells.
pub(crate) fn machine_memory() -> Option<u64> {
    let info = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = info.lines().find(|l| l.starts_with("MemTotal:"))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_cannot_have_options_of_the_programs_names() {
        let command = <crate::Cli as clap::CommandFactory>::command();
        let mut taken = None;
        add_options(command, &[Arg::new("x").long("depth")], &mut taken);
        let (option, _) = taken.expect("perft and others have it");
        assert_eq!(option, "depth");
    }
}
