//! `melee algorithms`

use anyhow::bail;
use melee::core::MAX_PLAYERS;
use melee::search::{OptionInfo, Pace, SpecError, shortened};
use melee::{AlgorithmInfo, Registry, Spec};
use serde_json::{Value, json};

use crate::{Answer, output};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only this one, with what its options are without being set
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, registry: &Registry) -> anyhow::Result<Answer> {
    let algorithms = match &args.name {
        Some(name) => vec![find(name, registry)?],
        None => registry.algorithms(),
    };
    if args.json {
        for algorithm in &algorithms {
            output::print_json(&as_json(algorithm, registry))?;
        }
    } else if let (Some(_), [only]) = (&args.name, &algorithms[..]) {
        output::print(&one_as_text(only, registry))?;
    } else {
        output::print(&as_text(&algorithms, registry))?;
    }
    Ok(Answer::Yes)
}

/// The algorithm of this name. What a game calls by a name is an algorithm with options: it is told which.
fn find(name: &str, registry: &Registry) -> anyhow::Result<AlgorithmInfo> {
    let name = Spec::from(name).name;
    let algorithms = registry.algorithms();
    let known = algorithms.iter().map(|algorithm| algorithm.name).collect::<Vec<_>>().join(", ");
    if let Some(found) = algorithms.into_iter().find(|algorithm| algorithm.name == name) {
        return Ok(found);
    }
    for game in registry.games() {
        if let Some(player) = game.description.named_players.iter().find(|player| player.name == name) {
            bail!("{name} is a player of {}: {}", game.name, player.spec);
        }
    }
    Err(SpecError::UnknownAlgorithm { name: shortened(&name), known }.into())
}

/// The games it plays, if that is not all of them.
fn only_for(algorithm: &AlgorithmInfo, registry: &Registry) -> Option<Vec<&'static str>> {
    let all = registry.games();
    let plays = |known: &AlgorithmInfo| known.name == algorithm.name;
    let played = all.iter().filter(|game| game.algorithms().iter().any(plays));
    let names: Vec<&str> = played.map(|game| game.name).collect();
    (names.len() < all.len()).then_some(names)
}

fn as_json(algorithm: &AlgorithmInfo, registry: &Registry) -> Value {
    let options = &algorithm.options;
    json!({
        "name": algorithm.name,
        "summary": algorithm.summary,
        "two_players_only": algorithm.two_players,
        "options": options.iter().map(|option| option.name).collect::<Vec<_>>(),
        "option_list": options.iter().map(|option| json!({
            "name": option.name,
            "summary": option.summary,
            "values": option.values,
            "default": option.default,
            "example": option.example,
        })).collect::<Vec<_>>(),
        "by_depth": algorithm.pace == Pace::ByDepth,
        "exact": algorithm.exact,
        "only_for": only_for(algorithm, registry),
    })
}

/// An option, and the algorithms that have it.
struct SharedOption<'a> {
    name: &'a str,
    summary: &'a str,
    values: &'a str,
    users: Vec<&'a str>,
}

/// The options of all algorithms; those that say the same are one.
fn shared_options(algorithms: &[AlgorithmInfo]) -> Vec<SharedOption<'_>> {
    let mut shared: Vec<SharedOption> = Vec::new();
    for algorithm in algorithms {
        for option in &algorithm.options {
            let is_same = |known: &&mut SharedOption| {
                (known.name, known.summary, known.values) == (option.name, option.summary, option.values.as_str())
            };
            match shared.iter_mut().find(is_same) {
                Some(known) => known.users.push(algorithm.name),
                None => shared.push(SharedOption {
                    name: option.name,
                    summary: option.summary,
                    values: &option.values,
                    users: vec![algorithm.name],
                }),
            }
        }
    }
    shared
}

/// What it is, for how many players, and which games it plays if not all.
fn head(algorithm: &AlgorithmInfo, registry: &Registry) -> String {
    let players = if algorithm.two_players { "2".to_string() } else { format!("2-{MAX_PLAYERS}") };
    let only = only_for(algorithm, registry);
    let only = only.map_or(String::new(), |games| format!(" ({})", games.join(", ")));
    let (name, summary) = (algorithm.name, algorithm.summary);
    format!("{name:<11} {players:<4} {summary}{only}\n")
}

fn one_as_text(algorithm: &AlgorithmInfo, registry: &Registry) -> String {
    let option = |option: &OptionInfo| {
        let OptionInfo { name, summary, values, default, .. } = option;
        // Where the game decides, the summary says so.
        let otherwise = if default.is_empty() { String::new() } else { format!("; otherwise {default}") };
        format!("{name:<11} {summary}\n{:<11} takes {values}{otherwise}\n", "")
    };
    let options = algorithm.options.iter().map(option).collect::<String>();
    let title = if options.is_empty() { "" } else { "\nOptions\n" };
    format!("{}{title}{options}", head(algorithm, registry))
}

fn as_text(algorithms: &[AlgorithmInfo], registry: &Registry) -> String {
    let mut out = String::from(
        "An algorithm is NAME or NAME:OPTION=VALUE,... such as alphabeta:tt=deep/64MiB,killers=2.\n\
         A bare name searches once to the given depth with static ordering and nothing else;\n\
         NAME:best is its strongest setting, best alone the strongest algorithm for the game;\n\
         best:book=FILE plays from an opening book (melee book make), best:book=off from none.\n\
         Where somebody plays, a limit of his own may follow: NAME@5000 (nodes), @250ms, @d4 (depth).\n\n",
    );
    for algorithm in algorithms {
        out += &head(algorithm, registry);
    }
    out += "\nPlayers known by name\n";
    for game in registry.games() {
        for player in game.description.named_players {
            let (name, spec, summary) = (player.name, player.spec, player.summary);
            out += &format!("{name:<14} {}: {spec}\n{:<14} {summary}\n", game.name, "");
        }
    }
    out += "\nOptions\n";
    for option in shared_options(algorithms) {
        let users = if option.users.len() == algorithms.len() { "all".to_string() } else { option.users.join(" ") };
        out += &format!("{:<11} {}\n", option.name, option.summary);
        out += &format!("{:<11} takes {}\n", "", option.values);
        out += &format!("{:<11} for {users}\n", "");
    }
    out
}
