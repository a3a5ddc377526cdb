//! Solvers that look at the clock themselves, for machines where nobody else can.

use std::time::Duration;

use melee_solve::connect4::{Goal, Position};

use crate::solver;

#[test]
fn a_solve_whose_time_is_up_ends_by_itself() {
    let mut solver = solver(7, 6);
    solver.monitor().end_after(Some(Duration::ZERO));
    solver.score(&Position::empty(7, 6).expect("a board"), Goal::Score);
    assert!(solver.is_cancelled());
}

#[test]
fn a_time_that_is_taken_back_ends_nothing() {
    let mut solver = solver(6, 5);
    solver.monitor().end_after(Some(Duration::ZERO));
    solver.monitor().end_after(None);
    // A draw (Tromp's table of small boards).
    assert_eq!(solver.score(&Position::empty(6, 5).expect("a board"), Goal::Score), 0);
    assert!(!solver.is_cancelled());
    assert!(solver.nodes() > 4096, "it has looked at the clock, were there a time");
}
