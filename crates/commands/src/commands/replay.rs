//! `melee replay`

use std::path::PathBuf;

use anyhow::bail;
use melee::{Outcome, Registry};
use serde_json::{Value, json};

use super::show::status;
use crate::numbers::counted;
use crate::options::PositionArgs;
use crate::record::position_of_record;
use crate::{Answer, outfile, output};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// The record: moves separated by white space, or the game's own format
    file: PathBuf,
    /// Write the game in its own record format, which `melee games --json` names
    #[arg(long, value_name = "FILE")]
    export: Option<PathBuf>,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, registry: &Registry) -> anyhow::Result<Answer> {
    let (mut position, moves) = position_of_record(&args.position, registry, &args.file)?;
    if moves.is_empty() {
        bail!("record {} holds no moves", args.file.display());
    }
    let mut illegal = None;
    for (i, mv) in moves.iter().enumerate() {
        if let Err(error) = position.play(mv) {
            illegal = Some((i + 1, error));
            break;
        }
    }
    if let Some(file) = &args.export {
        outfile::write("--export", file, position.record().as_bytes())?;
    }
    let plies = illegal.as_ref().map_or(moves.len(), |(ply, _)| ply - 1);
    if args.json {
        output::print_json(&json!({
            "plies": plies,
            "position": position.text(),
            "to_move": position.to_move().map(|p| p.index() + 1),
            "outcome": outcome_json(position.outcome()),
            "illegal_ply": illegal.as_ref().map(|(ply, _)| ply),
        }))?;
    } else {
        let state = status(&position);
        let plies = counted(plies as u64, "ply", "plies");
        output::print(&format!("{plies}, {state}\n{}\n", position.text()))?;
    }
    match illegal {
        Some((ply, error)) => {
            output::complain(&format!("{}, ply {ply}: {error}", args.file.display()));
            Ok(Answer::No)
        }
        None => Ok(Answer::Yes),
    }
}

fn outcome_json(outcome: Option<Outcome>) -> Value {
    match outcome {
        Some(outcome) => json!({"ranks": outcome.ranks(), "points": outcome.all_points()}),
        None => Value::Null,
    }
}
