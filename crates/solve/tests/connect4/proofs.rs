//! Proofs for any game agree with the exact solver of this one.

use melee_core::{Game, PlayableGame};
use melee_games::connect4::Connect4;
use melee_search::proof::{self, Answer, Question};
use melee_search::{Limits, Watch};
use melee_solve::connect4::{Goal, Position};
use melee_testkit::usual_or_long;

use crate::{random_position, solver};

/// Who wins is the same whether a solver that knows the game says so or a search that knows only its rules.
#[test]
fn proofs_agree_with_the_solver() {
    let game = Connect4::default();
    let knowledge = game.knowledge(None, None).expect("known");
    let mut solver = solver(7, 6);
    let mut seen = [0; 3];
    for seed in 0..usual_or_long(300, 10_000) {
        let state = random_position(&game, 20 + seed as usize % 14, seed);
        let position = Position::new(&game, &state).expect("not over");
        let score = solver.score(&position, Goal::Outcome);
        seen[(score + 1) as usize] += 1;
        for (goal, is_reached) in [(proof::Goal::Win, score > 0), (proof::Goal::First, score >= 0)] {
            let question = Question { player: game.to_move(&state), goal, table_bytes: 16 << 20 };
            let found =
                proof::prove(&game, &knowledge, &state, question, Limits::NONE, Watch::new()).expect("not over");
            let expected = if is_reached { Answer::Yes } else { Answer::No };
            assert_eq!(found.answer, expected, "{goal:?} on {state:?}, score {score}");
        }
    }
    assert!(seen.iter().all(|&count| count > 10), "{seen:?}");
}
