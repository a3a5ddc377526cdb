//! `melee algorithms`

use std::fmt::Write;

use melee_arena::spec::catalogue::{ALGORITHMS, NAMED_PLAYERS, OPTIONS};
use serde_json::json;

use crate::{Answer, output};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    if args.json {
        for algorithm in &ALGORITHMS {
            output::print_json(&json!({
                "name": algorithm.name,
                "summary": algorithm.summary,
                "two_players_only": algorithm.two_players,
                "options": algorithm.options,
            }))?;
        }
    } else {
        output::print(&as_text())?;
    }
    Ok(Answer::Yes)
}

fn as_text() -> String {
    let mut out = String::from(
        "An algorithm is NAME or NAME:OPTION=VALUE,... such as alphabeta:tt=deep/64MiB,killers=2.\n\
         A bare name searches once to the given depth with static ordering and nothing else;\n\
         NAME:best is its strongest setting.\n\n",
    );
    // Writing to a string does not fail.
    for algorithm in &ALGORITHMS {
        let players = if algorithm.two_players { "2" } else { "2-8" };
        let _ = writeln!(
            out,
            "{:<11} {players:<4} {}",
            algorithm.name, algorithm.summary
        );
    }
    out.push_str("\nPlayers known by name\n");
    for player in &NAMED_PLAYERS {
        let _ = writeln!(
            out,
            "{:<11} {:<18} {}",
            player.name, player.spec, player.summary
        );
    }
    out.push_str("\nOptions\n");
    for option in &OPTIONS {
        let users: Vec<&str> = ALGORITHMS
            .iter()
            .filter(|a| a.options.contains(&option.name))
            .map(|a| a.name)
            .collect();
        let users = if users.len() == ALGORITHMS.len() {
            "all".to_string()
        } else {
            users.join(" ")
        };
        let _ = writeln!(out, "{:<11} {}", option.name, option.summary);
        let _ = writeln!(out, "{:<11} takes {}", "", option.values);
        let _ = writeln!(out, "{:<11} for {users}", "");
    }
    out
}
