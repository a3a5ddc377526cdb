//! Positions from self-play, always the same for a seed.

use melee::Error;
use melee_core::zobrist::mix;

use crate::searching::{Limits, Spec, open_game};

/// From which part of a game positions are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// From the first ply to the last.
    Whole,
    /// After the last placing.
    Race,
}

/// A position of Billabong from a game that players of all algorithms of the thesis play with noise against each other;
/// always the same for the seed and the number of the game.
pub fn self_play_position(players: usize, game: u64, seed: u64, phase: Phase) -> Result<String, Error> {
    // Neighbours at the table think differently, as in the thesis's matches.
    const PLAYERS: [&str; 6] = ["maxn", "paranoid", "brs", "brs+", "brs(C-1,0)", "brs(C-1,1)"];
    const NODES: u64 = 5_000;
    const PLY_CAP: usize = 1_000;
    let seed = mix(seed) ^ game;
    let table = open_game("billabong", Some(players), None)?;
    let mut engines = Vec::new();
    for seat in 0..table.players() {
        let first = (mix(seed ^ 2) % PLAYERS.len() as u64) as usize;
        let name = PLAYERS[(first + seat) % PLAYERS.len()];
        let spec = Spec::new(name).with("noise", "5%");
        engines.push(table.seeded_engine(spec, seed ^ seat as u64)?);
    }
    let mut position = table.start();
    let first_ply = match phase {
        Phase::Whole => 0,
        Phase::Race => 5 * table.players(),
    };
    let mut taken = Vec::new();
    while let Some(player) = position.to_move() {
        if position.ply_count() == PLY_CAP {
            break;
        }
        if position.ply_count() >= first_ply {
            taken.push(position.text());
        }
        engines[player.index()].take_turn(&mut position, Limits::nodes(NODES))?;
    }
    let index = mix(seed ^ 1) as usize % taken.len();
    Ok(taken.swap_remove(index))
}
