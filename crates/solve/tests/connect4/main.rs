//! The solver is right.

mod books;
mod openings;
mod proofs;
mod scores;
mod times;

use melee_core::{Game, Notation, seeded_rng};
use melee_games::connect4::{Connect4, State};
use melee_solve::connect4::{Position, Settings, Solver};

fn solver(width: usize, height: usize) -> Solver {
    Solver::new(width, height, Settings::default()).expect("a board that fits")
}

fn position(game: &Connect4, columns: &str) -> Position {
    let setup = game.parse_position(columns).expect("legal");
    Position::new(game, &setup.state(game)).expect("not over")
}

/// A position of so many random plies that is not over.
fn random_position(game: &Connect4, plies: usize, seed: u64) -> State {
    let mut rng = seeded_rng(seed);
    loop {
        let mut state = game.initial();
        for _ in 0..plies {
            if game.outcome(&state).is_none() {
                let mv = game.random_move(&state, &mut Vec::new(), &mut rng);
                game.play(&mut state, mv);
            }
        }
        if game.outcome(&state).is_none() {
            return state;
        }
    }
}
