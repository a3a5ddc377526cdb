//! Positions from self-play, always the same for a seed.

use melee_arena::{ArenaError, GameOptions, Limits, Table, Watch, open};
use melee_core::zobrist::mix;

/// From which part of a game positions are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// All of it.
    Whole,
    /// After the last placing.
    Race,
}

/// Positions of Billabong, one from each of `count` games that players of all algorithms of the
/// thesis play with noise against each other.
pub fn self_play_positions(
    players: usize,
    count: usize,
    seed: u64,
    phase: Phase,
    progress: &mut dyn FnMut(&str),
) -> Result<Vec<String>, ArenaError> {
    (0..count)
        .map(|game| {
            progress(&format!("self-play, game {} of {count}", game + 1));
            self_play_position(players, game as u64, seed, phase)
        })
        .collect()
}

/// The position from one of these games, by its number.
pub(crate) fn self_play_position(
    players: usize,
    game: u64,
    seed: u64,
    phase: Phase,
) -> Result<String, ArenaError> {
    let options = GameOptions {
        players: Some(players),
        ..GameOptions::default()
    };
    let table = open("billabong", &options)?;
    one_position(table.as_ref(), mix(seed) ^ game, phase)
}

/// Plays a game and takes one of its positions.
fn one_position(table: &dyn Table, seed: u64, phase: Phase) -> Result<String, ArenaError> {
    // Neighbours at the table think differently, as in the thesis's matches.
    const PLAYERS: [&str; 6] = [
        "maxn",
        "paranoid",
        "brs",
        "brs+",
        "brs(C-1,0)",
        "brs(C-1,1)",
    ];
    const NODES: u64 = 5_000;
    const PLY_CAP: usize = 1_000;
    let mut thinkers = Vec::new();
    for seat in 0..table.players() {
        let first = (mix(seed ^ 2) % PLAYERS.len() as u64) as usize;
        let name = PLAYERS[(first + seat) % PLAYERS.len()];
        let spec = format!("{name}:noise=5%")
            .parse()
            .expect("a known algorithm");
        thinkers.push(table.thinker(&spec, seed ^ seat as u64)?);
    }
    let mut position = table.position(None, None, &[])?;
    let first_ply = match phase {
        Phase::Whole => 0,
        Phase::Race => 5 * table.players(),
    };
    let mut taken = Vec::new();
    while let Some(player) = position.to_move() {
        if position.plies().len() == PLY_CAP {
            break;
        }
        if position.plies().len() >= first_ply {
            taken.push(position.text());
        }
        let report = thinkers[player.index()].think(
            position.as_ref(),
            Limits::nodes(NODES),
            Watch::nothing(),
            &mut |_| {},
        )?;
        position.play(&report.best_move)?;
    }
    let index = mix(seed ^ 1) as usize % taken.len();
    Ok(taken.swap_remove(index))
}
