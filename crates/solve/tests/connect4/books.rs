//! Books: made, read, refused, shipped.

use std::sync::Arc;

use melee_games::connect4::Connect4;
use melee_solve::connect4::{Book, Goal, Position, Settings, Solver};
use melee_testkit::usual_or_long;

use crate::{position, random_position, solver};

#[test]
fn a_book_says_what_the_solver_says_and_reads_back() {
    let mut solver = solver(5, 4);
    let nothing = Book::new(5, 4, 4).expect("fits");
    let mut text = nothing.header();
    let book = solver.make_book(&nothing, &mut |line, _, _| text += line).expect("fits");
    let lines = text.clone();
    text += &Book::footer(&lines);
    let read = Book::parse(&text).expect("reads back");
    assert_eq!(read, book);
    assert_eq!(book.text(), text, "one thread finds the lines in order");
    // The lines of a run that was broken off are not solved again.
    let half: Vec<&str> = lines.lines().take(20).collect();
    let half = Book::parse_lines(&(half.join("\n") + "\n")).expect("a part");
    let mut rest = 0;
    let again = solver.make_book(&half, &mut |_, _, _| rest += 1).expect("fits");
    assert_eq!(again, book);
    assert_eq!(rest, book.len() - 17);
    // With and without it scores are the same.
    let game = Connect4::new(5, 4).expect("fits");
    let mut with = Solver::new(5, 4, Settings::default()).expect("fits");
    with.use_book(Arc::new(read)).expect("of this size");
    for seed in 0..100 {
        let state = random_position(&game, seed as usize % 9, seed);
        let position = Position::new(&game, &state).expect("not over");
        assert_eq!(with.score(&position, Goal::Score), solver.score(&position, Goal::Score));
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
    assert_eq!(refusal("hello\n"), "line 1: 'hello', expected 'melee connect4 book'");
    assert!(refusal("melee connect4 book\nsize 8x8\n").starts_with("line 2: 'size 8x8', expected"));
    assert!(refusal("melee connect4 book\nsize 4x4\nplies x\n").starts_with("line 3: 'plies x'"));
    assert!(refusal("melee connect4 book\nsize 4x4\nplies 16\n").starts_with("line 3: 'plies 16'"));
    assert_eq!(refusal(&format!("{header}1 0\n")), "damaged: the last line, 'end ...', is missing");
    let other = whole("1 0\n2 0\n").replace("2 0", "2 1");
    assert_eq!(refusal(&other), "damaged: the last line does not fit the lines before it");
    assert!(refusal(&whole("1\n")).ends_with("line 4: '1' is no position with a score"));
    assert!(refusal(&whole("1 0\n5 0\n")).contains("line 5: position '5', ply 1: '5' is no column"));
    assert!(refusal(&whole("1 99\n")).contains("line 4: '99' is no score of 16 cells"));
    assert!(refusal(&whole("12 0\n")).contains("too many plies"));
    assert!(refusal(&whole("1 0\n4 0\n")).contains("stands here twice"));
}

/// The lines of the shipped book with as many columns as it has plies.
fn shipped_last_ply() -> String {
    let text = Book::shipped(7, 6).expect("shipped").text();
    let is_last = |line: &&str| line.find(' ') == Some(6);
    let lines: Vec<&str> = text.lines().filter(is_last).collect();
    lines.join("\n") + "\n"
}

#[test]
fn the_shipped_book_follows_from_its_last_ply() {
    let book = Book::shipped(7, 6).expect("shipped");
    // Rules file: so many positions after six plies, and nobody has four by then.
    assert_eq!(book.outcomes().iter().sum::<usize>(), 16_422);
    let header = Book::new(7, 6, 6).expect("fits").header();
    let last = Book::parse_lines(&(header + &shipped_last_ply())).expect("lines");
    let mut solver = solver(7, 6);
    let made = solver.make_book(&last, &mut |_, _, _| ()).expect("fits");
    assert_eq!((&made, solver.nodes()), (&*book, 0));
    // Rules file: the empty board and its columns.
    solver.use_shipped_book();
    let empty = Position::empty(7, 6).expect("fits");
    let columns = [-2, -1, 0, 1, 0, -1, -2].map(Some).to_vec();
    assert_eq!(solver.score(&empty, Goal::Score), 1);
    assert_eq!(solver.column_scores(&empty, Goal::Score), columns);
    assert_eq!(solver.nodes(), 0);
}

#[test]
fn lines_of_the_shipped_book_are_what_the_solver_says() {
    let (game, mut solver) = (Connect4::default(), solver(7, 6));
    for line in shipped_last_ply().lines().skip(700).step_by(usual_or_long(5_700, 1_900)) {
        let (columns, score) = line.split_once(' ').expect("two words");
        let found = solver.score(&position(&game, columns), Goal::Score);
        assert_eq!(found.to_string(), score, "{columns}");
    }
}
