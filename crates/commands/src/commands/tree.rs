//! `melee tree`

use std::path::PathBuf;

use melee::search::MAX_DEPTH;
use melee::{Limits, Registry, Watch, search_tree};

use crate::interrupt::Interrupt;
use crate::numbers::parse_within;
use crate::options::{PositionArgs, check_search, parse_search};
use crate::{Answer, outfile, output};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// The algorithm, NAME or NAME:OPTION=VALUE,...; `melee algorithms` lists them
    #[arg(long, value_name = "SPEC")]
    algo: String,
    /// Search to this depth (default: 2)
    #[arg(long, value_name = "N", value_parser = parse_within(1, MAX_DEPTH))]
    depth: Option<u32>,
    /// Keep at most so many nodes; a search ends there, but one by random games plays them all
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = parse_within(1u32, 1_000_000))]
    nodes: u32,
    /// The seed, where chance plays a part
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = parse_within(0, u64::MAX))]
    seed: u64,
    /// One JSON object
    #[arg(long)]
    json: bool,
    /// Write a drawing
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    svg: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, registry: &Registry, interrupt: &Interrupt) -> anyhow::Result<Answer> {
    outfile::check(&[], &[("--svg", args.svg.as_deref())])?;
    let game = args.position.open(registry)?;
    let position = args.position.position(&game)?;
    let (spec, own_limits) = parse_search("--algo", &args.algo)?;
    check_search(&game, &spec)?;
    let limits = own_limits.or(Limits::depth(args.depth.unwrap_or(2)));
    let engine = game.seeded_engine(spec, args.seed)?;
    interrupt.advise("the tree as far as it was searched; a search cannot be resumed".to_string());
    let watch = Watch::new().stopping_on(interrupt.flag());
    let tree = engine.record(&position, limits, args.nodes as usize, watch)?;
    let is_interrupted = interrupt.settle();
    if args.json {
        output::print_json(&serde_json::to_value(&tree)?)?;
    } else if let Some(file) = &args.svg {
        outfile::write("--svg", file, search_tree::svg(&tree).as_bytes())?;
    } else {
        output::print(&search_tree::text(&tree))?;
    }
    if is_interrupted {
        return Ok(interrupt.answer());
    }
    Ok(Answer::Yes)
}
