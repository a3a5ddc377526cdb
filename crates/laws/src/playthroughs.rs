//! The games that are written down in the repository, as a corpus: what samples of positions and records are made from.

use std::fs;
use std::path::Path;

/// The moves of the playthrough of a game; none if it is for another number of players, or is not there.
pub(crate) fn moves(game: &str, players: usize) -> Vec<String> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../melee/tests/playthroughs"));
    let text = fs::read_to_string(folder.join(format!("{game}.txt"))).unwrap_or_default();
    if text.lines().next() != Some(&format!("{game} for {players} players")) {
        return Vec::new();
    }
    // "12. player 2, 7 moves (1 2 3), key 2ae9ecfe1ce68ce7, worth [-11, 11]: 5"
    let of_line = |line: &str| {
        let (number, rest) = line.trim_start().split_once(". player ")?;
        number.parse::<u32>().ok()?;
        Some(rest.rsplit_once("]: ")?.1.to_string())
    };
    text.lines().filter_map(of_line).collect()
}
