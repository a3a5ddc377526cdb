//! Which rule forbids a move from one square to another.

use std::ops::ControlFlow;

use super::attacks::{Threats, are_in_line, slides_along, step_towards};
use super::board::{DIRECTIONS, Square, file, rank};
use super::piece::Kind;
use super::{Chess4, State};

/// `None` if it is not a piece of the player on turn, or he may.
pub(super) fn why_not(game: &Chess4, state: &State, from: Square, to: Square) -> Option<String> {
    let (piece, there) = (state.at(from), state.at(to));
    if !piece.is_of(state.turn) || is_generated(game, state, from, to) {
        return None;
    }
    if there.is_of(state.turn) {
        return Some(format!("your own {} stands there", there.kind().name()));
    }
    let mut unbound = *state;
    unbound.threats = Threats::NONE;
    let is_king = piece.kind() == Kind::King;
    let is_beside = file(from).abs_diff(file(to)) <= 1 && rank(from).abs_diff(rank(to)) <= 1;
    if is_generated(game, &unbound, from, to) || (is_king && is_beside) {
        let why = match state.threats.checkers {
            0 => "your king would be in check",
            _ => "you are in check, and this does not save your king",
        };
        return Some(why.to_string());
    }
    let step = step_towards(from, to);
    let is_on_line = are_in_line(from, to)
        && DIRECTIONS.iter().position(|&known| known == step).is_some_and(|way| slides_along(piece.kind(), way));
    Some(if is_on_line { "something stands in the way".to_string() } else { way_of(piece.kind()).to_string() })
}

fn is_generated(game: &Chess4, state: &State, from: Square, to: Square) -> bool {
    let found = game.generate(state, &mut |mv| {
        if (mv.from, mv.to) == (from, to) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    found.is_break()
}

/// How a piece goes.
fn way_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Pawn => {
            "a pawn goes straight ahead onto free squares, from its place up to two, and takes diagonally ahead"
        }
        Kind::Knight => "a knight goes two squares along and one across",
        Kind::Bishop => "a bishop goes along diagonals",
        Kind::Rook => "a rook goes along rows and columns",
        Kind::Queen => "a queen goes along rows, columns and diagonals",
        Kind::King => "a king goes one square, or castles while neither he nor the rook has moved and the way is free",
    }
}
