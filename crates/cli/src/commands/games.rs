//! `melee games`

use std::fmt::Write;

use melee_arena::GameInfo;
use serde_json::json;

use crate::{Answer, output};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    for game in GameInfo::all() {
        if args.json {
            output::print_json(&as_json(&game))?;
        } else {
            output::print(&as_text(&game))?;
        }
    }
    Ok(Answer::Yes)
}

fn as_json(game: &GameInfo) -> serde_json::Value {
    json!({
        "game": game.name,
        "summary": game.about.summary,
        "players": [game.about.players.start(), game.about.players.end()],
        "options": game.about.options.iter().map(|(name, _)| name).collect::<Vec<_>>(),
        "starts": game.starts.iter().map(|s| &s.name).collect::<Vec<_>>(),
        "evaluations": game.evaluations,
        "orderings": game.orderings,
    })
}

fn as_text(game: &GameInfo) -> String {
    let mut out = String::new();
    let players = match (game.about.players.start(), game.about.players.end()) {
        (a, b) if a == b => format!("{a} players"),
        (a, b) => format!("{a} to {b} players"),
    };
    // Writing to a string does not fail.
    let _ = writeln!(out, "{}: {}; {players}", game.name, game.about.summary);
    for (option, meaning) in game.about.options {
        let _ = writeln!(out, "  {option:<14} {meaning}");
    }
    for start in &game.starts {
        let name = format!("--start {}", start.name);
        let _ = writeln!(out, "  {name:<14} {}", start.summary);
    }
    let _ = writeln!(out, "  {:<14} {}", "eval=", game.evaluations.join(", "));
    let _ = writeln!(out, "  {:<14} {}", "order=", game.orderings.join(", "));
    out
}
