//! `melee reversixt map`

use std::path::PathBuf;

use anyhow::Context;
use melee::MAX_PLAYERS;
use melee_games::reversixt::generator::{Recipe, generate};
use melee_games::reversixt::{map_names, named_map};

use crate::numbers::parse_within;
use crate::{Answer, outfile, output};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write a shipped map instead of making one
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// How many play
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = parse_within(2, MAX_PLAYERS))]
    players: usize,
    /// Columns and rows
    #[arg(long, value_name = "WxH", default_value = "20x20", value_parser = parse_size)]
    size: (usize, usize),
    /// Other seeds, other maps
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = parse_within(0, u64::MAX))]
    seed: u64,
    /// Override stones of each player
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = parse_within(0, u8::MAX))]
    overrides: u8,
    /// Bombs of each player
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = parse_within(0, u8::MAX))]
    bombs: u8,
    /// The radius of bombs
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = parse_within(0, u8::MAX))]
    radius: u8,
    /// Holes, in percent of the grid
    #[arg(long, value_name = "PERCENT", default_value_t = 6, value_parser = parse_within(0u8, 100))]
    holes: u8,
    /// Special tiles and expansion stones, in percent of the grid
    #[arg(long, value_name = "PERCENT", default_value_t = 3, value_parser = parse_within(0u8, 100))]
    specials: u8,
    /// Transitions
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = parse_within(0, usize::MAX))]
    transitions: usize,
    /// Write to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

fn parse_size(text: &str) -> Result<(usize, usize), String> {
    let sides = text.split_once('x');
    let sides = sides.and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    sides.ok_or_else(|| "expected columns and rows such as 30x20".to_string())
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let map = match &args.name {
        Some(name) => {
            named_map(name).with_context(|| format!("unknown map '{name}'; known: {}", map_names().join(", ")))?
        }
        None => generate(&Recipe {
            players: args.players,
            width: args.size.0,
            height: args.size.1,
            overrides: args.overrides,
            bombs: args.bombs,
            radius: args.radius,
            holes: args.holes,
            specials: args.specials,
            transitions: args.transitions,
            seed: args.seed,
        })?,
    };
    match &args.out {
        Some(file) => outfile::write("--out", file, map.to_text().as_bytes())?,
        None => output::print(&map.to_text())?,
    }
    Ok(Answer::Yes)
}
