//! `melee moves`

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

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let table = args.position.table()?;
    let position = args.position.position(table.as_ref())?;
    if args.json {
        output::print_json(&json!({
            "game": position.game(),
            "position": position.text(),
            "to_move": position.to_move().map(|p| p.index() + 1),
            "moves": position.moves(),
        }))?;
    } else {
        output::print(&format!("{}\n", position.moves().join(" ")))?;
    }
    Ok(Answer::Yes)
}
