//! The scores are right: against published ones, against plain minimax, and by laws.

use std::collections::HashMap;
use std::sync::Arc;

use melee_core::{Game, Notation, Outcome, Player, seeded_rng};
use melee_games::connect4::{Connect4, State};
use melee_solve::connect4::{Book, Goal, Position, Settings, Solver, TECHNIQUES};
use melee_testkit::shared::data_file;

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
            assert_eq!(
                solver.score(&position, Goal::Outcome),
                score.signum(),
                "{columns}"
            );
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
    for (width, height) in [
        (4, 4),
        (5, 3),
        (3, 5),
        (2, 8),
        (8, 2),
        (4, 5),
        (6, 3),
        (1, 7),
    ] {
        let game = Connect4::new(width, height).expect("fits");
        let mut known = HashMap::new();
        minimax(&game, &game.initial(), &mut known);
        for off in [
            None,
            Some("forced-moves"),
            Some("follow-up"),
            Some("mirror"),
            Some("bisection"),
        ] {
            let mut settings = Settings {
                bytes: 1 << 20,
                ..Settings::default()
            };
            if let Some(name) = off {
                assert!(settings.techniques.switch(name, false));
            }
            let mut solver = Solver::new(width, height, settings).expect("fits");
            for seed in 0..300 {
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

#[test]
fn no_technique_changes_a_score() {
    let game = Connect4::default();
    let mut reference = solver(7, 6);
    for (name, _) in TECHNIQUES {
        let mut settings = Settings {
            bytes: 1 << 20,
            ..Settings::default()
        };
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
            let winner = if score > 0 {
                mover
            } else {
                Player::new(1 - mover.index())
            };
            assert_eq!(outcome, Outcome::win(winner, 2));
            assert_eq!((44 - last) / 2, score.abs());
        }
    }
}

#[test]
fn threads_and_table_sizes_do_not_change_scores() {
    let game = Connect4::default();
    let positions: Vec<Position> = (0..6)
        .map(|seed| Position::new(&game, &random_position(&game, 11, seed)).expect("not over"))
        .collect();
    let mut known: Option<Vec<i32>> = None;
    for (bytes, threads) in [
        (64 << 20, 1),
        (1 << 20, 1),
        (1 << 30, 1),
        (64 << 20, 2),
        (1 << 20, 3),
    ] {
        let settings = Settings {
            bytes,
            threads,
            ..Settings::default()
        };
        let mut solver = Solver::new(7, 6, settings).expect("fits");
        let mut score = |position| solver.score(position, Goal::Score);
        let scores: Vec<i32> = positions.iter().map(&mut score).collect();
        assert_eq!(
            known.get_or_insert(scores.clone()),
            &scores,
            "{bytes} {threads}"
        );
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
fn a_book_says_what_the_solver_says_and_reads_back() {
    let mut solver = solver(5, 4);
    let nothing = Book::parse_lines("melee connect4 book\nsize 5x4\nplies 4\n").expect("a header");
    let mut text = nothing.header();
    let book = solver
        .make_book(4, &nothing, &mut |line, _, _| text += line)
        .expect("fits");
    let lines = text.clone();
    text += &Book::footer(&lines);
    let read = Book::parse(&text).expect("reads back");
    assert_eq!(read, book);
    assert_eq!(book.text(), text, "one thread finds the lines in order");
    // The lines of a run that was broken off are not solved again.
    let half: Vec<&str> = lines.lines().take(20).collect();
    let half = Book::parse_lines(&(half.join("\n") + "\n")).expect("a part");
    let mut rest = 0;
    let again = solver
        .make_book(4, &half, &mut |_, _, _| rest += 1)
        .expect("fits");
    assert_eq!(again, book);
    assert_eq!(rest, book.len() - 17);
    // With and without it scores are the same.
    let game = Connect4::new(5, 4).expect("fits");
    let mut with = Solver::new(5, 4, Settings::default()).expect("fits");
    with.use_book(Arc::new(read)).expect("of this size");
    for seed in 0..100 {
        let state = random_position(&game, seed as usize % 9, seed);
        let position = Position::new(&game, &state).expect("not over");
        assert_eq!(
            with.score(&position, Goal::Score),
            solver.score(&position, Goal::Score)
        );
    }
}

#[test]
fn books_that_are_none_are_refused_in_one_line() {
    let refusal = |text: &str| Book::parse(text).expect_err("refused").to_string();
    let header = "melee connect4 book\nsize 4x4\nplies 1\n";
    let whole = |lines: &str| {
        let lines = format!("{header}{lines}");
        lines.clone() + &Book::footer(&lines)
    };
    assert!(Book::parse(&whole("1 0\n2 0\n 0\n")).is_ok());
    assert_eq!(
        refusal("hello\n"),
        "line 1: 'hello', expected 'melee connect4 book'"
    );
    assert!(refusal("melee connect4 book\nsize 8x8\n").starts_with("line 2: 'size 8x8', expected"));
    assert!(refusal("melee connect4 book\nsize 4x4\nplies x\n").starts_with("line 3: 'plies x'"));
    assert_eq!(
        refusal(&format!("{header}1 0\n")),
        "damaged: the last line, 'end ...', is missing"
    );
    let other = whole("1 0\n2 0\n").replace("2 0", "2 1");
    assert_eq!(
        refusal(&other),
        "damaged: the last line does not fit the lines before it"
    );
    assert!(refusal(&whole("1\n")).ends_with("line 4: '1' is no position with a score"));
    assert!(
        refusal(&whole("1 0\n5 0\n")).contains("line 5: position '5', ply 1: '5' is no column")
    );
    assert!(refusal(&whole("1 99\n")).contains("line 4: '99' is no score of 16 cells"));
    assert!(refusal(&whole("12 0\n")).contains("too many plies"));
    assert!(refusal(&whole("1 0\n4 0\n")).contains("stands here twice"));
}

#[test]
fn boards_and_tables_that_do_not_fit_are_refused() {
    let refusal = |width, height, bytes| {
        let settings = Settings {
            bytes,
            ..Settings::default()
        };
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

#[test]
fn a_sample_of_the_8_ply_positions_is_won_drawn_and_lost_as_published() {
    let game = Connect4::default();
    let all = all_positions(&game, 8);
    assert_eq!(all.len(), ALL_8_PLY.iter().sum::<usize>());
    let sample: Vec<State> = all.iter().step_by(1801).copied().collect();
    let n = sample.len() as f64;
    for (found, published) in totals(&game, &sample).into_iter().zip(ALL_8_PLY) {
        let share = published as f64 / all.len() as f64;
        let deviation = (n * share * (1.0 - share)).sqrt();
        assert!((found as f64 - n * share).abs() < 3.0 * deviation);
    }
}

/// The outcomes of the last ply of a book that two threads made.
fn outcomes_by_book(width: usize, height: usize, plies: u32, bytes: u64) -> [usize; 3] {
    let settings = Settings {
        bytes,
        threads: 2,
        ..Settings::default()
    };
    let mut solver = Solver::new(width, height, settings).expect("fits");
    let header = format!("melee connect4 book\nsize {width}x{height}\nplies {plies}\n");
    let nothing = Book::parse_lines(&header).expect("a header");
    let book = solver.make_book(plies, &nothing, &mut |_, _, _| ());
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

#[test]
#[ignore = "takes a minute: cargo test --release -p melee-solve -- --ignored"]
fn the_empty_board_is_won_by_one_and_its_columns_are_symmetric() {
    let mut solver = solver(7, 6);
    let empty = Position::empty(7, 6).expect("fits");
    let columns = [-2, -1, 0, 1, 0, -1, -2].map(Some).to_vec();
    assert_eq!(solver.score(&empty, Goal::Score), 1);
    assert_eq!(solver.column_scores(&empty, Goal::Score), columns);
}
