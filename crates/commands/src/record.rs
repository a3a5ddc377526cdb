//! Games in files: moves separated by white space, or the game's own format.

use std::path::Path;

use anyhow::Context;
use melee::{Position, Registry};

use crate::infile;
use crate::numbers::utf8;
use crate::options::PositionArgs;

/// Where the game of a record begins, and its moves, of which none is played yet. The record may say more than the
/// arguments about where that is.
pub(crate) fn position_of_record(
    args: &PositionArgs,
    registry: &Registry,
    file: &Path,
) -> anyhow::Result<(Position, Vec<String>)> {
    let text = read(file)?;
    let game = args.open_for_record(registry, &text)?;
    let position = args.position(&game)?;
    let record = position.read_record(&text).with_context(|| format!("record {}", file.display()))?;
    let position = match &record.start {
        Some(start) => game.position(start)?,
        None => position,
    };
    Ok((position, record.moves))
}

/// No game is longer; a larger file is something else.
const LARGEST: u64 = 64 << 20;

fn read(file: &Path) -> anyhow::Result<String> {
    utf8(infile::read("record", file, LARGEST)?).with_context(|| format!("record {}", file.display()))
}
