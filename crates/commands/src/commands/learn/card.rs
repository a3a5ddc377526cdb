//! `melee learn card`

use std::path::PathBuf;
use std::time::Instant;

use anyhow::bail;
use melee::core::net::NetChoice;
use melee::{NetRun, OpenGame, Registry};
use serde_json::json;

use crate::interrupt::Interrupt;
use crate::numbers::{grouped, parse_within, rate};
use crate::options::GameArgs;
use crate::{Answer, output};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The network's file (default: the one that comes with the game)
    file: Option<PathBuf>,
    /// Let it evaluate so many positions of random games, from nothing and from one to the next
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = parse_within(1, u64::MAX))]
    positions: u64,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, registry: &Registry, _interrupt: &Interrupt) -> anyhow::Result<Answer> {
    let game = registry.open(args.game.name(), &args.game.options(registry)?)?;
    let evaluation = match &args.file {
        Some(file) => format!("{}:{}", NetChoice::NAME, file.display()),
        None => NetChoice::NAME.to_string(),
    };
    let (full, full_seconds) = timed(&game, &evaluation, args.positions, true)?;
    let (quick, quick_seconds) = timed(&game, &evaluation, args.positions, false)?;
    if full != quick {
        bail!("{evaluation}: shares from one position to the next differ from those from nothing");
    }
    let NetRun { facts, positions, hash } = full;
    if args.json {
        output::print_json(&json!({
            "game": facts.game,
            "players": facts.players,
            "inputs": facts.inputs,
            "features": facts.features,
            "hidden": facts.hidden,
            "second": facts.second,
            "card": facts.card,
            "positions": positions,
            "hash": format!("{hash:016x}"),
            "full_per_second": positions as f64 / full_seconds.max(1e-9),
            "incremental_per_second": positions as f64 / quick_seconds.max(1e-9),
        }))?;
        return Ok(Answer::Yes);
    }
    let mut text = format!(
        "{} for {} players: {} inputs {} - {} - {} - {}\n",
        facts.game, facts.players, facts.features, facts.inputs, facts.hidden, facts.second, facts.players
    );
    for (name, value) in &facts.card {
        text += &format!("  {name}: {}\n", melee::core::abridged(value));
    }
    let (positions, full, quick) = (grouped(positions), rate(positions, full_seconds), rate(positions, quick_seconds));
    text += &format!("{positions} positions from nothing {full}, from one to the next {quick}; hash {hash:016x}\n");
    output::print(&text)?;
    Ok(Answer::Yes)
}

/// A run and the seconds it took.
fn timed(game: &OpenGame, evaluation: &str, positions: u64, from_scratch: bool) -> anyhow::Result<(NetRun, f64)> {
    let (begin, worked) = (Instant::now(), seconds_worked());
    let run = game.run_net(evaluation, positions, from_scratch)?;
    let on_processor = worked.zip(seconds_worked()).map(|(before, now)| now - before);
    Ok((run, on_processor.unwrap_or(begin.elapsed().as_secs_f64())))
}

/// How long a processor has worked for us, where the system tells: others who wait for it do not count.
fn seconds_worked() -> Option<f64> {
    let told = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    let nanoseconds: u64 = told.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds as f64 / 1e9)
}
