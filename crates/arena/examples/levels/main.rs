//! Does every level beat the one below it in about three of four games, and which ladder would?
//!
//! `measure` plays each level of a game against the one below over all seats, and writes the table of `docs/web.md`:
//! the share of the points that the higher one wins, in percent, with its 95 % interval. `fit` finds a ladder by playing
//! many neighbours between hardly any thought and all there is time for, and writes it as it stands in the `ladders` of
//! the game's description. Limits are nodes, so neither depends on the machine.
//!
//! ```sh
//! cargo run --release -p melee-arena --example levels -- measure 100 GAME/PLAYERS   # games a match
//! cargo run --release -p melee-arena --example levels -- fit 60 GAME/PLAYERS        # from 100 to 100,000 nodes
//! cargo run --release -p melee-arena --example levels -- fit 60 GAME/PLAYERS 1000 400000
//! ```
//!
//! A ladder that stands in no game yet is tried by `--player brs:best` and `--rungs '[47, 36, ...], [100, 100, ...]'`, as `fit` writes
//! them. `fit` puts those rungs in equal steps instead of what lies between two numbers of nodes.

mod contest;
mod fit;

use std::io::{self, Write};
use std::process::ExitCode;

use contest::Contest;
use melee::Registry;
use melee::core::levels::{LEVELS, Rungs, rung};

/// A row of the table: every level against the one below.
fn measure(contest: &Contest) {
    print!("| {} | {} |", contest.title(), contest.players);
    for higher in 1..LEVELS.len() {
        let [share, low, high] =
            contest.play(contest.rungs[higher], contest.rungs[higher - 1]).map(|part| 100.0 * part);
        print!(" {share:.0} ({low:.0}-{high:.0}) |");
        let _ = io::stdout().flush();
    }
    println!();
}

/// What an option says, which is taken out of the arguments; nothing where it says nothing.
fn option(arguments: &mut Vec<String>, name: &str) -> Option<Option<String>> {
    let Some(at) = arguments.iter().position(|argument| argument == name) else { return Some(None) };
    arguments.remove(at);
    (at < arguments.len()).then(|| Some(arguments.remove(at)))
}

/// The random moves of all levels, then their nodes: `[47, 36, ...], [100, 100, ...]`.
fn rungs(text: &str) -> Option<Rungs> {
    let digits = text.replace('_', "");
    let numbers = digits.split(|letter: char| !letter.is_ascii_digit()).filter(|number| !number.is_empty());
    let numbers: Vec<u32> = numbers.map(|number| number.parse().ok()).collect::<Option<_>>()?;
    let (blunders, nodes) = numbers.split_at_checked(LEVELS.len())?;
    let rungs = blunders.iter().zip(nodes).map(|(&blunders, &nodes)| Some(rung(blunders.try_into().ok()?, nodes)));
    (nodes.len() == LEVELS.len()).then(|| rungs.collect::<Option<Vec<_>>>())??.try_into().ok()
}

/// What the command line asks for.
fn run(registry: &Registry, mut arguments: Vec<String>) -> Option<()> {
    let player = option(&mut arguments, "--player")?;
    let own_rungs = match option(&mut arguments, "--rungs")? {
        Some(text) => Some(rungs(&text)?),
        None => None,
    };
    let contests = |games: u64, wanted: &[String]| {
        let mut contests = Contest::all(registry, games, wanted);
        for contest in &mut contests {
            contest.player = player.clone().unwrap_or_else(|| contest.player.clone());
            contest.rungs = own_rungs.unwrap_or(contest.rungs);
        }
        contests
    };

    let (verb, rest) = arguments.split_first()?;
    let (games, rest) = rest.split_first()?;
    let games: u64 = games.parse().ok()?;
    match verb.as_str() {
        "measure" => {
            println!("| game | players | {} |", LEVELS[1..].join(" | "));
            println!("|---|---|{}", "---|".repeat(LEVELS.len() - 1));
            contests(games, rest).iter().for_each(measure);
        }
        "fit" => {
            let (name, nodes) = rest.split_first()?;
            let nodes: Vec<u32> = nodes.iter().map(|text| text.parse().ok()).collect::<Option<_>>()?;
            let (floor, top) = match nodes[..] {
                [] => (100, 100_000),
                [floor, top] if 0 < floor && floor < top => (floor, top),
                _ => return None,
            };
            let scale = own_rungs.map_or_else(|| fit::scale(floor, top), Vec::from);
            for contest in contests(games, std::slice::from_ref(name)) {
                fit::fit(&contest, &scale);
            }
        }
        _ => return None,
    }
    Some(())
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if run(&melee::Melee::standard().registry(), arguments).is_some() {
        return ExitCode::SUCCESS;
    }
    eprintln!("levels measure GAMES [GAME | GAME/PLAYERS]... | levels fit GAMES GAME/PLAYERS [LEAST MOST]");
    eprintln!("both: [--player SEARCH] [--rungs BLUNDERS,NODES]");
    ExitCode::from(2)
}
