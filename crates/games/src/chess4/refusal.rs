//! Which rule forbids a move from one square to another, or every move of a piece.

use std::ops::ControlFlow;

use super::attacks::{Threats, are_in_line, slides_along, step_towards};
use super::board::{DIRECTIONS, Square, file, rank, squares};
use super::piece::Kind;
use super::{Chess4, Move, State};

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
    if is_generated(game, &unbound, from, to) || (is_king && is_beside(from, to)) {
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

/// Why a piece of the player on turn cannot move at all; `None` if it is not his, or it can.
pub(super) fn why_stuck(game: &Chess4, state: &State, from: Square) -> Option<String> {
    let piece = state.at(from);
    if !piece.is_of(state.turn) || has_move(game, state, |mv| mv.from == from) {
        return None;
    }
    let mut unbound = *state;
    unbound.threats = Threats::NONE;
    let is_bound = has_move(game, &unbound, |mv| mv.from == from);
    let has_room = || {
        let mut beside = squares().filter(|&to| to != from && is_beside(from, to));
        beside.any(|to| !state.at(to).is_of(state.turn))
    };
    let why = match piece.kind() {
        _ if is_bound && state.threats.checkers > 0 => "you are in check, and it cannot save your king",
        _ if is_bound => "it shields your king, who would be in check without it",
        Kind::King if has_room() => "he would be in check on every square that he could go to",
        Kind::Pawn => "the square ahead of it is taken, and it has nothing to take diagonally ahead",
        _ => "your own pieces stand wherever it could go",
    };
    Some(why.to_string())
}

fn is_beside(from: Square, to: Square) -> bool {
    file(from).abs_diff(file(to)) <= 1 && rank(from).abs_diff(rank(to)) <= 1
}

fn is_generated(game: &Chess4, state: &State, from: Square, to: Square) -> bool {
    has_move(game, state, |mv| (mv.from, mv.to) == (from, to))
}

fn has_move(game: &Chess4, state: &State, is_wanted: impl Fn(Move) -> bool) -> bool {
    let found = game.generate(state, &mut |mv| {
        if is_wanted(mv) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
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
