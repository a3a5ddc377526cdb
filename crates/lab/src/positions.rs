//! Positions from self-play, always the same for a seed.

use melee_arena::{ArenaError, GameOptions, Limits, Table, Watch, open};
use melee_core::zobrist::mix;

/// Positions of Billabong's race, one from each of `count` games that four or fewer `brs` players
/// play with noise against each other.
pub fn self_play_positions(
    players: usize,
    count: usize,
    seed: u64,
    progress: &mut dyn FnMut(&str),
) -> Result<Vec<String>, ArenaError> {
    let options = GameOptions {
        players: Some(players),
        ..GameOptions::default()
    };
    let table = open("billabong", &options)?;
    (0..count)
        .map(|game| {
            progress(&format!("self-play, game {} of {count}", game + 1));
            racing_position(table.as_ref(), mix(seed) ^ game as u64)
        })
        .collect()
}

/// Plays a game and takes one of its racing positions.
fn racing_position(table: &dyn Table, seed: u64) -> Result<String, ArenaError> {
    const NODES: u64 = 1_000;
    const PLY_CAP: usize = 1_000;
    let spec = "brs:noise=5%".parse().expect("a known algorithm");
    let mut thinker = table.thinker(&spec, seed)?;
    let mut position = table.position(None, None, &[])?;
    let placing_plies = 5 * table.players();
    let mut race = Vec::new();
    while position.to_move().is_some() && position.plies().len() < PLY_CAP {
        if position.plies().len() >= placing_plies {
            race.push(position.text());
        }
        let report = thinker.think(
            position.as_ref(),
            Limits::nodes(NODES),
            Watch::nothing(),
            &mut |_| {},
        )?;
        position.play(&report.best_move)?;
    }
    let index = mix(seed ^ 1) as usize % race.len();
    Ok(race.swap_remove(index))
}
