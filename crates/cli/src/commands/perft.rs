//! `melee perft`

use std::time::Instant;

use anyhow::bail;
use melee::Registry;
use melee::core::DEEPEST_PERFT;
use serde_json::json;

use crate::numbers::{counted, grouped, rate};
use crate::options::PositionArgs;
use crate::output::Progress;
use crate::{Answer, output};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// How deep to count; depth 0 is 1
    #[arg(long, value_name = "N")]
    depth: u32,
    /// Show the count below each move
    #[arg(long)]
    divide: bool,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, registry: &Registry) -> anyhow::Result<Answer> {
    if args.depth > DEEPEST_PERFT {
        bail!("--depth {}: expected 0 to {DEEPEST_PERFT}", args.depth);
    }
    let game = args.position.open(registry)?;
    let position = args.position.position(&game)?;
    let start = Instant::now();
    let (nodes, divided) = if args.divide && args.depth > 0 {
        let divided = position.divide(args.depth);
        (divided.iter().map(|(_, n)| n).sum(), Some(divided))
    } else {
        let mut progress = Progress::new();
        let nodes = position.perft(args.depth, &mut |done, all| {
            progress.show(&format!("{done} of {all} moves"));
        });
        (nodes, None)
    };
    let seconds = start.elapsed().as_secs_f64();
    if args.json {
        let mut object = json!({
            "game": game.name(),
            "depth": args.depth,
            "nodes": nodes,
            "seconds": seconds,
        });
        if let Some(divided) = divided {
            object["divide"] =
                divided.into_iter().map(|(mv, n)| (mv, n.into())).collect::<serde_json::Map<_, _>>().into();
        }
        output::print_json(&object)?;
    } else {
        let mut text = String::new();
        for (mv, n) in divided.unwrap_or_default() {
            text += &format!("{mv:>8} {}\n", grouped(n));
        }
        text += &format!(
            "depth {}: {}, {seconds:.3} s, {}\n",
            args.depth,
            counted(nodes, "leaf", "leaves"),
            rate(nodes, seconds)
        );
        output::print(&text)?;
    }
    Ok(Answer::Yes)
}
