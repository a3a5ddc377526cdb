//! Writing PGN4.

use std::fmt::Write;

use melee_core::{Game, Notation, Outcome, Setup};

use super::super::board::square_name;
use super::super::moves::CASTLINGS;
use super::super::piece::{Kind, SEATS, Seat};
use super::super::turn::Leaving;
use super::super::{Chess4, Move, Special, State};
use super::{IN_PASSING, STANDARD};

/// The seats, in the order of the colours that the format has for them.
const NAMES: [(&str, &str); SEATS] = [("Red", "South"), ("Blue", "West"), ("Yellow", "North"), ("Green", "East")];

pub(in super::super) fn write(game: &Chess4, setup: &Setup<Chess4>, result: Option<&Outcome>) -> String {
    let rules = if game.bends { "Paderborn" } else { "EnPassant" };
    let start = if setup.start == game.initial() { STANDARD.to_string() } else { game.position_text(&setup.start) };
    let mut text = format!("[Variant \"FFA\"]\n[RuleVariants \"{rules}\"]\n[StartFen4 \"{start}\"]\n");
    for (colour, name) in NAMES {
        // Writing into a string does not fail.
        let _ = writeln!(text, "[{colour} \"{name}\"]");
    }
    let _ = writeln!(text, "[Result \"{}\"]\n", result_text(result));
    text + &rounds(game, setup)
}

fn result_text(result: Option<&Outcome>) -> String {
    let Some(outcome) = result else {
        return "*".to_string();
    };
    let points = outcome.all_points();
    let each = NAMES.iter().zip(points);
    let texts: Vec<String> = each.map(|((_, name), p)| format!("{name}: {p}")).collect();
    texts.join(" - ")
}

/// The moves, a line a round.
fn rounds(game: &Chess4, setup: &Setup<Chess4>) -> String {
    let mut lines: Vec<Vec<String>> = Vec::new();
    let mut last = SEATS as Seat;
    let mut add = |seat: Seat, turn: String| {
        if seat <= last || lines.is_empty() {
            lines.push(Vec::new());
        }
        last = seat;
        lines.last_mut().expect("just pushed").push(turn);
    };
    let mut state = setup.start;
    for &mv in &setup.moves {
        let (after, leaving) = leaving(game, &state, mv);
        let hanging = leaving.iter().filter(|l| matches!(l, Leaving::Hanging(_)));
        let marks = "#".repeat(hanging.count());
        add(state.turn, turn_text(game, &state, mv, &marks));
        for leaving in leaving {
            if let Leaving::Mated(seat) = leaving {
                add(seat, "#".to_string());
            }
        }
        state = after;
    }
    let mut text = String::new();
    for (number, turns) in (1..).zip(lines) {
        let _ = writeln!(text, "{number}. {}", turns.join(" .. "));
    }
    text
}

/// The position after a move, and who leaves on the way to the next turn.
fn leaving(game: &Chess4, state: &State, mv: Move) -> (State, Vec<Leaving>) {
    let (mut after, mut leaving) = (*state, Vec::new());
    game.move_pieces(&mut after, mv);
    let next = after.next_alive(after.turn);
    game.begin_turn_telling(&mut after, next, &mut |l| leaving.push(l));
    (after, leaving)
}

fn turn_text(game: &Chess4, state: &State, mv: Move, marks: &str) -> String {
    if mv == Move::PASS {
        return "S".to_string();
    }
    let seat = state.turn;
    if mv.special == Special::Castling {
        let is_short = CASTLINGS[seat as usize][0].king_to == mv.to;
        return format!("{}{marks}", if is_short { "O-O" } else { "O-O-O" });
    }
    let letter = |kind: Kind| match kind {
        Kind::Pawn => String::new(),
        kind => kind.letter().to_string(),
    };
    let target = state.at(mv.to);
    let captured = match (target.is_piece(), mv.special) {
        (true, _) => format!("x{}", letter(target.kind())),
        (false, Special::EnPassant) => "x".to_string(),
        (false, _) => "-".to_string(),
    };
    let promotion = match mv.special {
        Special::Promotion(kind) => format!("={}", kind.letter()),
        _ => String::new(),
    };
    let comment = if mv.special == Special::EnPassant && target.is_piece() {
        format!(" {{ {IN_PASSING} }}")
    } else {
        String::new()
    };
    format!(
        "{}{}{captured}{}{promotion}{}{marks}{comment}",
        letter(state.at(mv.from).kind()),
        square_name(mv.from),
        square_name(mv.to),
        "+".repeat(checks(game, state, mv)),
    )
}

/// How many kings the mover attacks after the move.
fn checks(game: &Chess4, state: &State, mv: Move) -> usize {
    let mut after = *state;
    game.make(&mut after, mv);
    let others = after.opponents(state.turn);
    let living = (0..SEATS as Seat).filter(|seat| others >> seat & 1 == 1);
    living.filter(|&seat| after.is_in_check(seat, 1 << state.turn, game.bends)).count()
}
