//! Scores, against published ones, against plain minimax, and by laws.

use std::collections::HashMap;

use melee_core::{Game, Notation, Outcome, Player};
use melee_games::connect4::{Connect4, State};
use melee_solve::connect4::{Goal, Position, Settings, Solver, TECHNIQUES};
use melee_testkit::shared::data_file;
use melee_testkit::usual_or_long;

use crate::{position, random_position, solver};

#[test]
fn published_scores() {
    let game = Connect4::default();
    let mut solver = solver(7, 6);
    for set in ["Test_L1_R1", "Test_L2_R1", "Test_L3_R1"] {
        let Some(path) = data_file(&format!("connect4/{set}")) else {
            continue;
        };
        let text = std::fs::read_to_string(path).expect("a text file");
        for line in text.lines() {
            let (columns, score) = line.split_once(' ').expect("position and score");
            let score: i32 = score.parse().expect("a number");
            let position = position(&game, columns);
            solver.clear();
            assert_eq!(solver.score(&position, Goal::Score), score, "{columns}");
            assert_eq!(solver.score(&position, Goal::Outcome), score.signum(), "{columns}");
        }
    }
}

#[test]
fn positions_that_a_public_solver_gets_wrong() {
    // An empty slot of its table passes for the key 0 (rules file, "known trap").
    let game = Connect4::default();
    let mut solver = solver(7, 6);
    for columns in ["7777776", "77777766666"] {
        assert_eq!(solver.score(&position(&game, columns), Goal::Score), 2);
    }
}

/// Plain minimax by the rules of the game crate, with a memory.
fn minimax(game: &Connect4, state: &State, known: &mut HashMap<[u64; 2], i32>) -> i32 {
    let stones = state.stones();
    let count = (stones[0] | stones[1]).count_ones() as i32;
    let cells = (game.width() * game.height()) as i32;
    if let Some(outcome) = game.outcome(state) {
        let draw = outcome == Outcome::draw(2);
        return if draw { 0 } else { -((cells + 2 - count) / 2) };
    }
    if let Some(&score) = known.get(&stones) {
        return score;
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let mut best = i32::MIN;
    for mv in moves {
        let mut child = *state;
        game.play(&mut child, mv);
        best = best.max(-minimax(game, &child, known));
    }
    known.insert(stones, best);
    best
}

#[test]
fn plain_minimax_agrees_on_small_boards_with_every_technique_on_and_off() {
    for (width, height) in [(4, 4), (5, 3), (3, 5), (2, 8), (8, 2), (4, 5), (6, 3), (1, 7)] {
        let game = Connect4::new(width, height).expect("fits");
        let mut known = HashMap::new();
        minimax(&game, &game.initial(), &mut known);
        for off in [None, Some("forced-moves"), Some("follow-up"), Some("mirror"), Some("bisection")] {
            let mut settings = Settings { bytes: 1 << 20, ..Settings::default() };
            if let Some(name) = off {
                assert!(settings.techniques.switch(name, false));
            }
            let mut solver = Solver::new(width, height, settings).expect("fits");
            for seed in 0..usual_or_long(100, 300) {
                let plies = seed as usize % (width * height - 1);
                let state = random_position(&game, plies, seed);
                let expected = minimax(&game, &state, &mut known);
                let position = Position::new(&game, &state).expect("not over");
                assert_eq!(
                    solver.score(&position, Goal::Score),
                    expected,
                    "{width}x{height} {} without {off:?}",
                    game.position_text(&state)
                );
                let outcome = solver.score(&position, Goal::Outcome);
                assert_eq!(outcome, expected.signum());
            }
        }
    }
}

/// Boards that fill 64 bits, or nearly.
#[test]
fn plain_minimax_agrees_near_the_end_of_large_boards() {
    for (width, height) in [(8, 7), (7, 8), (8, 6), (7, 6)] {
        let game = Connect4::new(width, height).expect("fits");
        for threads in [1, 2] {
            let settings = Settings { bytes: 1 << 20, threads, ..Settings::default() };
            let mut solver = Solver::new(width, height, settings).expect("fits");
            for seed in 0..40 {
                let state = random_position(&game, width * height - 14, seed);
                let expected = minimax(&game, &state, &mut HashMap::new());
                let position = Position::new(&game, &state).expect("not over");
                let found = solver.score(&position, Goal::Score);
                assert_eq!(found, expected, "{}", game.position_text(&state));
            }
        }
    }
}

#[test]
fn no_technique_changes_a_score() {
    let game = Connect4::default();
    let mut reference = solver(7, 6);
    for (name, _) in TECHNIQUES {
        let mut settings = Settings { bytes: 1 << 20, ..Settings::default() };
        let on = name == "live-lines";
        assert!(settings.techniques.switch(name, on));
        let mut other = Solver::new(7, 6, settings).expect("fits");
        for seed in 0..20 {
            let state = random_position(&game, 20, seed);
            let position = Position::new(&game, &state).expect("not over");
            let score = reference.score(&position, Goal::Score);
            assert_eq!(other.score(&position, Goal::Score), score, "{name}");
        }
    }
}

#[test]
fn a_position_is_worth_minus_its_best_child_and_as_much_as_its_mirror_image() {
    let game = Connect4::default();
    let mut solver = solver(7, 6);
    for seed in 0..60 {
        let state = random_position(&game, 16 + seed as usize % 20, seed);
        let position = Position::new(&game, &state).expect("not over");
        for goal in [Goal::Score, Goal::Outcome] {
            solver.clear();
            let score = solver.score(&position, goal);
            let columns = solver.column_scores(&position, goal);
            assert_eq!(columns.iter().flatten().max(), Some(&score));
            let best = solver.best_columns(&position, goal, score);
            let expected: Vec<usize> = (0..7).filter(|&c| columns[c] == Some(score)).collect();
            assert_eq!(best, expected, "{}", game.position_text(&state));
            for (column, score) in columns.iter().enumerate() {
                assert_eq!(score.is_some(), position.can_play(column));
            }
            solver.clear();
            let mirror = position.mirrored();
            let mut mirrored = solver.column_scores(&mirror, goal);
            mirrored.reverse();
            assert_eq!(mirrored, columns);
        }
    }
}

#[test]
fn columns_of_symmetric_positions_are_scored_as_the_positions_after_them() {
    for (width, height) in [(4, 4), (5, 4), (6, 4), (5, 5)] {
        let mut solver = solver(width, height);
        let empty = Position::empty(width, height).expect("fits");
        let expected: Vec<Option<i32>> = (0..width)
            .map(|column| empty.play(column))
            .map(|child| child.map(|child| -solver.score(&child, Goal::Score)))
            .collect();
        assert_eq!(solver.column_scores(&empty, Goal::Score), expected);
        let score = solver.score(&empty, Goal::Score);
        let best = solver.best_columns(&empty, Goal::Score, score);
        let expected: Vec<usize> = (0..width).filter(|&c| expected[c] == Some(score)).collect();
        assert_eq!(best, expected, "{width}x{height}");
    }
}

#[test]
fn published_results_of_other_boards() {
    // Rules file: the score follows from who wins and at which ply.
    for (width, height, score) in [
        (4, 4, Some(0)),
        (5, 4, Some(0)),
        (6, 4, None),
        (7, 4, Some(0)),
        (4, 5, Some(0)),
        (5, 5, Some(0)),
        (6, 5, Some(0)),
        (7, 5, Some(0)),
        (5, 6, Some(0)),
    ] {
        let mut solver = solver(width, height);
        let empty = Position::empty(width, height).expect("fits");
        let outcome = solver.score(&empty, Goal::Outcome);
        assert_eq!(outcome, score.unwrap_or(-1), "{width}x{height}");
    }
}

#[test]
fn the_second_player_wins_on_6x6_at_ply_36() {
    let mut solver = solver(6, 6);
    let empty = Position::empty(6, 6).expect("fits");
    assert_eq!(solver.score(&empty, Goal::Score), -1);
}

#[test]
fn best_play_lasts_as_long_as_the_score_says() {
    let game = Connect4::default();
    let mut solver = solver(7, 6);
    for seed in 0..20 {
        let state = random_position(&game, 18, seed);
        let position = Position::new(&game, &state).expect("not over");
        let score = solver.score(&position, Goal::Score);
        let line = solver.line(&position);
        let mut end = state;
        for column in &line {
            assert!(game.outcome(&end).is_none());
            let text = (column + 1).to_string();
            let mv = game.parse_move(&end, &text).expect("legal");
            game.play(&mut end, mv);
        }
        let outcome = game.outcome(&end).expect("the line ends the game");
        let last = 18 + line.len() as i32;
        let mover = game.to_move(&state);
        if score == 0 {
            assert_eq!(outcome, Outcome::draw(2));
        } else {
            let winner = if score > 0 { mover } else { Player::new(1 - mover.index()) };
            assert_eq!(outcome, Outcome::win(winner, 2));
            assert_eq!((44 - last) / 2, score.abs());
        }
    }
}

#[test]
fn threads_and_table_sizes_do_not_change_scores() {
    let game = Connect4::default();
    let positions: Vec<Position> =
        (0..6).map(|seed| Position::new(&game, &random_position(&game, 11, seed)).expect("not over")).collect();
    let mut known: Option<Vec<i32>> = None;
    for (bytes, threads) in [(64 << 20, 1), (1 << 20, 1), (1 << 30, 1), (64 << 20, 2), (1 << 20, 3)] {
        let settings = Settings { bytes, threads, ..Settings::default() };
        let mut solver = Solver::new(7, 6, settings).expect("fits");
        let mut score = |position| solver.score(position, Goal::Score);
        let scores: Vec<i32> = positions.iter().map(&mut score).collect();
        assert_eq!(known.get_or_insert(scores.clone()), &scores, "{bytes} {threads}");
    }
}

#[test]
fn the_same_solve_takes_the_same_nodes() {
    let game = Connect4::default();
    let position = position(&game, "4444525");
    let nodes = |clear_first: bool| {
        let mut solver = solver(7, 6);
        if clear_first {
            solver.clear();
        }
        solver.score(&position, Goal::Outcome);
        solver.nodes()
    };
    assert_eq!(nodes(false), nodes(true));
}

#[test]
fn boards_and_tables_that_do_not_fit_are_refused() {
    let refusal = |width, height, bytes| {
        let settings = Settings { bytes, ..Settings::default() };
        let solver = Solver::new(width, height, settings);
        solver.err().expect("refused").to_string()
    };
    assert!(refusal(8, 8, 1 << 20).starts_with("a 8x8 board cannot be solved"));
    assert!(refusal(9, 6, 1 << 20).starts_with("a 9x6 board cannot be solved"));
    assert!(refusal(0, 6, 1 << 20).starts_with("a 0x6 board"));
    assert!(refusal(8, 7, 1 << 10).contains("too small for this board, expected at least"));
    assert!(Solver::new(8, 7, Settings::default()).is_ok());
    let game = Connect4::default();
    let won = game.parse_position("1212121").expect("legal").state(&game);
    let error = Position::new(&game, &won).expect_err("over");
    assert_eq!(error.to_string(), "the game is over");
}

#[test]
#[ignore = "takes a minute: cargo test --release -p melee-solve -- --ignored"]
fn the_empty_board_is_won_by_one_and_its_columns_are_symmetric() {
    let mut solver = solver(7, 6);
    let empty = Position::empty(7, 6).expect("fits");
    let columns = [-2, -1, 0, 1, 0, -1, -2].map(Some).to_vec();
    assert_eq!(solver.score(&empty, Goal::Score), 1);
    assert_eq!(solver.column_scores(&empty, Goal::Score), columns);
}
