//! Three ways to get back to a position, on Connect Four: keep the old state and restore it, take
//! the stone back, or copy the state before every move and never go back.
//!
//! `cargo bench -p melee-games --bench undo`, or count instructions with
//! `valgrind --tool=callgrind`. The results are in `docs/performance.md`.

use std::time::Instant;

use melee_core::{Game, perft};
use melee_games::connect4::{Column, Connect4, State};

const DEPTH: u32 = 9;
const LEAVES: u64 = 39_394_572;

fn main() {
    let game = Connect4::default();
    let start = game.initial();
    // The same work three times over, in turn, so that a busy machine disturbs all alike.
    for round in 1..=5 {
        let restore = time(|| perft(&game, &start, DEPTH));
        let take_back = time(|| perft_taking_back(&game, &mut start.clone(), DEPTH, &mut Vec::new()));
        let copy = time(|| perft_copying(&game, &start, DEPTH, &mut Vec::new()));
        println!("round {round}: restore {restore:.3} s, take back {take_back:.3} s, copy-make {copy:.3} s");
    }
}

fn time(run: impl Fn() -> u64) -> f64 {
    let start = Instant::now();
    assert_eq!(run(), LEAVES);
    start.elapsed().as_secs_f64()
}

fn perft_taking_back(game: &Connect4, state: &mut State, depth: u32, buffer: &mut Vec<Column>) -> u64 {
    if game.outcome(state).is_some() {
        return 0;
    }
    if depth == 1 {
        return game.count_moves(state, buffer) as u64;
    }
    let base = buffer.len();
    game.moves(state, buffer);
    let mut leaves = 0;
    for i in base..buffer.len() {
        let column = buffer[i];
        game.play(state, column);
        leaves += perft_taking_back(game, state, depth - 1, buffer);
        game.take_back(state, column);
    }
    buffer.truncate(base);
    leaves
}

fn perft_copying(game: &Connect4, state: &State, depth: u32, buffer: &mut Vec<Column>) -> u64 {
    if game.outcome(state).is_some() {
        return 0;
    }
    if depth == 1 {
        return game.count_moves(state, buffer) as u64;
    }
    let base = buffer.len();
    game.moves(state, buffer);
    let mut leaves = 0;
    for i in base..buffer.len() {
        let mut child = *state;
        game.play(&mut child, buffer[i]);
        leaves += perft_copying(game, &child, depth - 1, buffer);
    }
    buffer.truncate(base);
    leaves
}
