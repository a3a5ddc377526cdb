//! `melee reversixt server`

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use melee::search::parse_duration;
use melee_games::reversixt::named_map;
use melee_net::{GameReport, Server, ServerSettings, TimeControl};
use serde_json::{Value, json};

use crate::interrupt::Interrupt;
use crate::numbers::parse_within;
use crate::options::read_game_file;
use crate::{Answer, outfile, output};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A map file or the name of a shipped map; several are played in turn
    #[arg(long = "map", value_name = "FILE", required = true)]
    maps: Vec<String>,
    /// The address to listen at; others than this machine can connect only if it is not 127.0.0.1
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    bind: String,
    /// The port; 0 takes any that is free
    #[arg(short, long, default_value_t = 7777, value_parser = parse_within(0, u16::MAX))]
    port: u16,
    /// What each turn adds to a player's time, such as 2s or 200ms
    #[arg(short, long, value_name = "D", value_parser = parse_time, default_value = "2s")]
    time: Duration,
    /// No time limit: clients search to this depth
    #[arg(long, value_name = "N", conflicts_with = "time", value_parser = parse_within(1, u8::MAX))]
    depth: Option<u8>,
    /// How many games to run
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_within(1, usize::MAX))]
    games: usize,
    /// Write a record of each game, for `melee replay`, into this directory
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    /// Do not tell what happens on standard error
    #[arg(short, long)]
    quiet: bool,
    /// One JSON object a game, and one for all
    #[arg(long)]
    json: bool,
}

/// A duration, or a number of seconds as the tournament's server takes it.
fn parse_time(text: &str) -> Result<Duration, String> {
    parse_duration(text).or_else(|error| parse_duration(&format!("{text}s")).map_err(|_| error))
}

/// What one group has reached.
#[derive(Default)]
struct Standing {
    games: u32,
    firsts: u32,
    points: f64,
    ranks: u32,
    disqualified: u32,
}

/// By group.
type Standings = BTreeMap<u8, Standing>;

pub(crate) fn run(args: &Args, interrupt: &Interrupt) -> anyhow::Result<Answer> {
    let maps = args.maps.iter().map(|name| load(name));
    let maps = maps.collect::<anyhow::Result<Vec<_>>>()?;
    for (name, file) in &maps {
        Server::read_map(file).with_context(|| format!("map {name}"))?;
    }
    if let Some(dir) = &args.records {
        std::fs::create_dir_all(dir).with_context(|| format!("records {}", dir.display()))?;
    }
    let settings = ServerSettings {
        time: match args.depth {
            Some(depth) => TimeControl::Depth(depth),
            None => TimeControl::Account(args.time),
        },
        ..ServerSettings::default()
    };
    let mut server = Server::bind(&format!("{}:{}", args.bind, args.port), settings)?;
    let tell = |line: &str| {
        if !args.quiet {
            output::complain(line);
        }
    };
    tell(&format!("listening at {}", server.address()?));
    let mut standings = Standings::new();
    let played = play(args, &maps, &mut server, &mut standings, &tell, interrupt);
    interrupt.settle();
    // What was played counts, whatever went wrong then.
    if played.is_ok() || !standings.is_empty() {
        let told = output::print(&tell_standings(args, &standings));
        played?;
        told?;
    } else {
        played?;
    }
    Ok(Answer::Yes)
}

fn play(
    args: &Args,
    maps: &[(String, Vec<u8>)],
    server: &mut Server,
    standings: &mut Standings,
    tell: &dyn Fn(&str),
    interrupt: &Interrupt,
) -> anyhow::Result<()> {
    interrupt.remember(tell_standings(args, standings));
    for number in 1..=args.games {
        interrupt.advise(format!("game {number} of {} is broken off; --games says how many to run", args.games));
        let (name, file) = &maps[(number - 1) % maps.len()];
        let report = server.run_game(name, file, &mut |line| tell(line)).with_context(|| format!("map {name}"))?;
        for (i, &group) in report.groups.iter().enumerate() {
            let standing = standings.entry(group).or_default();
            let rank = report.outcome.ranks()[i];
            standing.games += 1;
            standing.firsts += u32::from(rank == 1);
            standing.ranks += u32::from(rank);
            standing.points += report.outcome.all_points()[i];
            let is_out = report.disqualified.iter().any(|(p, _)| p.index() == i);
            standing.disqualified += u32::from(is_out);
        }
        interrupt.remember(tell_standings(args, standings));
        if let Some(dir) = &args.records {
            outfile::write("--records", &dir.join(format!("game-{number:04}.txt")), report.record.as_bytes())?;
        }
        if args.json {
            output::print_json(&game_json(number, &report))?;
        } else {
            output::print(&game_text(number, &report))?;
        }
    }
    Ok(())
}

fn tell_standings(args: &Args, standings: &Standings) -> String {
    if args.json { format!("{}\n", standings_json(standings)) } else { standings_text(standings) }
}

/// A map file as it is, or a shipped map.
fn load(name: &str) -> anyhow::Result<(String, Vec<u8>)> {
    if Path::new(name).exists() {
        return Ok((name.to_string(), read_game_file("--map", Path::new(name))?));
    }
    match named_map(name) {
        Some(map) => Ok((name.to_string(), map.to_text().into_bytes())),
        None => bail!("map {name}: neither a file nor one of {}", melee_games::reversixt::map_names().join(", ")),
    }
}

fn game_text(number: usize, report: &GameReport) -> String {
    let mut out = format!("game {number} on {}, {} plies\n", report.map, report.plies);
    for (i, group) in report.groups.iter().enumerate() {
        let reason = report.disqualified.iter().find(|(p, _)| p.index() == i);
        out += &format!(
            "  player {} group {group:>2}: rank {}, {:>4} stones, slowest move {} ms{}\n",
            i + 1,
            report.outcome.ranks()[i],
            report.stones[i],
            report.slowest[i].as_millis(),
            reason.map_or(String::new(), |(_, why)| format!(", disqualified: {why}"))
        );
    }
    out
}

fn standings_text(standings: &Standings) -> String {
    let mut out = "group  games  firsts  points  mean rank  disqualified\n".to_string();
    for (group, s) in standings {
        out += &format!(
            "{group:>5}  {:>5}  {:>6}  {:>6.2}  {:>9.2}  {:>12}\n",
            s.games,
            s.firsts,
            s.points,
            f64::from(s.ranks) / f64::from(s.games),
            s.disqualified
        );
    }
    out
}

fn game_json(number: usize, report: &GameReport) -> Value {
    let disqualified = report.disqualified.iter();
    json!({
        "game": number,
        "map": report.map,
        "plies": report.plies,
        "groups": report.groups,
        "ranks": report.outcome.ranks(),
        "points": report.outcome.all_points(),
        "stones": report.stones,
        "disqualified": disqualified
            .map(|(p, why)| json!({"player": p.index() + 1, "reason": why}))
            .collect::<Vec<_>>(),
        "slowest_ms": report.slowest.iter().map(|d| d.as_millis() as u64).collect::<Vec<_>>(),
    })
}

fn standings_json(standings: &Standings) -> Value {
    let rows: Vec<Value> = standings
        .iter()
        .map(|(group, s)| {
            json!({
                "group": group,
                "games": s.games,
                "firsts": s.firsts,
                "points": s.points,
                "mean_rank": f64::from(s.ranks) / f64::from(s.games),
                "disqualified": s.disqualified,
            })
        })
        .collect();
    json!({"standings": rows})
}
