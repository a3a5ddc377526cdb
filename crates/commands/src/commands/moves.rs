//! `melee moves`

use melee::Registry;
use serde_json::json;

use crate::options::PositionArgs;
use crate::{Answer, output};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, registry: &Registry) -> anyhow::Result<Answer> {
    let game = args.position.open(registry)?;
    let position = args.position.position(&game)?;
    if args.json {
        output::print_json(&json!({
            "game": game.name(),
            "position": position.text(),
            "to_move": position.to_move().map(|p| p.index() + 1),
            "moves": position.moves(),
        }))?;
    } else {
        output::print(&format!("{}\n", position.moves().join(" ")))?;
    }
    Ok(Answer::Yes)
}
