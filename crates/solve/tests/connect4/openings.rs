//! All openings of a board, won, drawn and lost.

use melee_core::Game;
use melee_games::connect4::{Connect4, State};
use melee_solve::connect4::{Book, Goal, Position, Settings, Solver};

use crate::solver;

/// All positions of so many plies that are not over.
fn all_positions(game: &Connect4, plies: usize) -> Vec<State> {
    let mut layer = vec![game.initial()];
    let mut moves = Vec::new();
    for _ in 0..plies {
        let mut next = Vec::new();
        for state in &layer {
            game.moves(state, &mut moves);
            for mv in moves.drain(..) {
                let mut child = *state;
                game.play(&mut child, mv);
                if game.outcome(&child).is_none() {
                    next.push(child);
                }
            }
        }
        next.sort_unstable_by_key(State::stones);
        next.dedup_by_key(|state| state.stones());
        layer = next;
    }
    layer
}

/// Won, drawn and lost positions for the side to move.
fn totals(game: &Connect4, positions: &[State]) -> [usize; 3] {
    let mut solver = solver(game.width(), game.height());
    let mut totals = [0; 3];
    for state in positions {
        let position = Position::new(game, state).expect("not over");
        let outcome = solver.score(&position, Goal::Outcome);
        totals[(1 - outcome) as usize] += 1;
    }
    totals
}

/// Rules file: non-terminal 8-ply positions, won, drawn and lost for the side to move.
const ALL_8_PLY: [usize; 3] = [124_624, 14_676, 43_083];

/// Every 1,801st of them. The book of all 8-ply positions, whose totals are the published ones, says so.
const SAMPLE: [usize; 3] = [66, 12, 24];

#[test]
fn a_sample_of_the_8_ply_positions_is_won_drawn_and_lost_as_in_the_whole() {
    let game = Connect4::default();
    let all = all_positions(&game, 8);
    assert_eq!(all.len(), ALL_8_PLY.iter().sum::<usize>());
    let sample: Vec<State> = all.iter().step_by(1801).copied().collect();
    assert_eq!(totals(&game, &sample), SAMPLE);
}

/// The outcomes of the last ply of a book that two threads made.
fn outcomes_by_book(width: usize, height: usize, plies: u32, bytes: u64) -> [usize; 3] {
    let settings = Settings { bytes, threads: 2, ..Settings::default() };
    let mut solver = Solver::new(width, height, settings).expect("fits");
    let nothing = Book::new(width, height, plies).expect("fits");
    let book = solver.make_book(&nothing, &mut |_, _, _| ());
    book.expect("fits").outcomes()
}

#[test]
fn a_book_counts_outcomes_as_single_solves_do() {
    let game = Connect4::new(5, 4).expect("fits");
    let all = all_positions(&game, 6);
    assert_eq!(outcomes_by_book(5, 4, 6, 1 << 20), totals(&game, &all));
}

#[test]
#[ignore = "takes an hour or two and 8 GiB: cargo test --release -p melee-solve -- --ignored all_8_ply"]
fn all_8_ply_positions_are_won_drawn_and_lost_as_published() {
    assert_eq!(outcomes_by_book(7, 6, 8, 8 << 30), ALL_8_PLY);
}
