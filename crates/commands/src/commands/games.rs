//! `melee games`

use std::collections::BTreeMap;

use melee::core::Description;
use melee::{GameInfo, Player, Registry, Start};
use serde_json::{Value, json};

use crate::{Answer, output};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only this game, with its rules
    #[arg(value_name = "GAME")]
    game: Option<String>,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, registry: &Registry) -> anyhow::Result<Answer> {
    if let Some(name) = &args.game {
        let game = registry.game(name)?;
        if args.json {
            let mut about = as_json(game);
            about["rules"] = json!(game.description.rules);
            output::print_json(&about)?;
        } else {
            output::print(&format!("{}\n{}\n", as_text(game), game.description.rules.trim_end()))?;
        }
        return Ok(Answer::Yes);
    }
    for game in registry.games() {
        if args.json {
            output::print_json(&as_json(game))?;
        } else {
            output::print(&as_text(game))?;
        }
    }
    Ok(Answer::Yes)
}

/// Every option as it is given, with what it is.
fn options(game: &GameInfo) -> Vec<(String, String)> {
    let about = &game.description;
    let players = about.players;
    let several = players.fewest() < players.most();
    let usual = game.usual_players().map_or(String::new(), |usual| format!(" (default {usual})"));
    let players = several.then(|| ("--players N".to_string(), format!("{players}{usual}")));
    let own = about.options.iter().map(|option| {
        let given = format!("--{} {}", option.name, option.value);
        (given, option.summary.to_string())
    });
    players.into_iter().chain(own).collect()
}

/// A start, and for how many it is where that is not any number.
fn start_summary(start: &Start) -> String {
    match start.players {
        Some(players) => format!("{} ({players} players)", start.summary),
        None => start.summary.clone(),
    }
}

fn as_json(game: &GameInfo) -> Value {
    let about = &game.description;
    let starts = game.starts();
    let names = |all: &[(String, String)]| -> Vec<String> { all.iter().map(|(name, _)| name.clone()).collect() };
    let seats = Player::all(about.players.most());
    let algorithms = game.algorithms().iter().map(|algorithm| algorithm.name);
    json!({
        "game": game.name,
        "title": about.title,
        "summary": about.summary,
        "players": [about.players.fewest(), about.players.most()],
        "player_counts": about.players.iter().collect::<Vec<_>>(),
        "default_players": game.usual_players(),
        "seats": seats.map(|seat| about.seat_name(seat)).collect::<Vec<_>>(),
        "options": names(&options(game)),
        "option_list": about.options.iter().map(|option| json!({
            "name": option.name,
            "value": option.value,
            "summary": option.summary,
            "choices": option.choices.iter().map(|(choice, _)| choice).collect::<Vec<_>>(),
            "file": option.is_file,
        })).collect::<Vec<_>>(),
        "starts": starts.iter().map(|start| &start.name).collect::<Vec<_>>(),
        "start_list": starts,
        "evaluations": about.evaluations,
        "tables": about.tables.iter().map(|table| table.evaluation).collect::<Vec<_>>(),
        "unit": about.unit,
        "other_units": about.other_units.iter().copied().collect::<BTreeMap<_, _>>(),
        "orderings": about.orderings,
        "named_players": about.named_players,
        "best": about.players.iter().map(|n| about.strongest(n)).collect::<Vec<_>>(),
        "record": about.record.name,
        "protocol": about.dialect.protocol,
        "study": about.is_study,
        "algorithms": algorithms.collect::<Vec<_>>(),
    })
}

/// The evaluations, those of one unit together with it.
fn evaluations(about: &Description) -> String {
    let of_one_unit = about.evaluations.chunk_by(|a, b| about.unit_of(a) == about.unit_of(b));
    let texts = of_one_unit.map(|names| format!("{} ({})", names.join(", "), about.unit_of(names[0])));
    texts.collect::<Vec<_>>().join(", ")
}

fn as_text(game: &GameInfo) -> String {
    let about = &game.description;
    let mut rows = options(game);
    for start in game.starts() {
        rows.push((format!("--start {}", start.name), start_summary(&start)));
    }
    for player in about.named_players {
        rows.push((player.name.to_string(), player.summary.to_string()));
    }
    rows.push(("eval=".to_string(), evaluations(about)));
    for table in about.tables {
        let unit = about.unit_of(table.evaluation);
        rows.push((format!("eval={}", table.evaluation), format!("({unit}) needs a table: {}", table.summary)));
    }
    rows.push(("order=".to_string(), about.orderings.join(", ")));
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let mut text = format!("{}: {}; {}\n", game.name, about.summary, about.players);
    for (name, meaning) in rows {
        text += &format!("  {name:<width$} {meaning}\n");
    }
    text
}
