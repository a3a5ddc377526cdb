//! `melee tree`

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use melee_arena::{Limits, Stopwatch, Watch, search_tree};

use crate::options::{PositionArgs, parse_spec};
use crate::{Answer, outfile, output};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// The algorithm, NAME or NAME:OPTION=VALUE,...; `melee algorithms` lists them
    #[arg(long, value_name = "SPEC")]
    algo: String,
    /// Search to this depth
    #[arg(long, value_name = "N", default_value_t = 2)]
    depth: u32,
    /// Keep at most so many nodes; a search ends there, but mc and mcts play all their random games
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    nodes: u32,
    /// The seed, where chance plays a part
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// One JSON object
    #[arg(long)]
    json: bool,
    /// Write a drawing
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    svg: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    outfile::check(&[], &[("--svg", args.svg.as_deref())])?;
    let table = args.position.table()?;
    let position = args.position.position(table.as_ref())?;
    let spec = parse_spec(&args.algo)?;
    let (clock, stop) = (Stopwatch::start(), AtomicBool::new(false));
    let tree = table.record(
        &spec,
        position.as_ref(),
        Limits::depth(args.depth),
        args.nodes as usize,
        args.seed,
        Watch::new(&clock, &stop),
    )?;
    if args.json {
        output::print_json(&serde_json::to_value(&tree)?)?;
    } else if let Some(file) = &args.svg {
        outfile::write("--svg", file, search_tree::svg(&tree).as_bytes())?;
    } else {
        output::print(&search_tree::text(&tree))?;
    }
    Ok(Answer::Yes)
}
