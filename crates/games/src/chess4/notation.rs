//! Positions are FEN4; moves are two squares, with a letter for promotions and the double capture.

use melee_core::{Game, Notation, NotationError, Outcome, Record, Setup, Start};

use super::board::{square_name, take_square};
use super::{Chess4, Move, Special, State, fen4, pgn4};

impl Notation for Chess4 {
    fn parse_position(&self, text: &str) -> Result<Setup<Self>, NotationError> {
        fen4::parse(self, text)
    }

    fn position_text(&self, state: &State) -> String {
        fen4::write(state)
    }

    fn parse_move(&self, state: &State, text: &str) -> Result<Move, NotationError> {
        let wrong = |what: &str| NotationError::new(format!("move '{text}'{what}"));
        if self.outcome(state).is_some() {
            return Err(wrong(": the game is over"));
        }
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        if text == "pass" {
            let pass = moves.first().filter(|&&mv| mv == Move::PASS);
            return pass.copied().ok_or_else(|| wrong(": passing is only for players without a move"));
        }
        let expected = ": expected two squares, such as h2h3 or b7c8q";
        let (from, rest) = take_square(text).ok_or_else(|| wrong(expected))?;
        let rest = rest.strip_prefix('-').unwrap_or(rest);
        let (to, rest) = take_square(rest).ok_or_else(|| wrong(expected))?;
        let ending = rest.strip_prefix('=').unwrap_or(rest).to_ascii_lowercase();
        let meant: Vec<Move> =
            moves.into_iter().filter(|mv| mv.from == from && mv.to == to && suffix(state, *mv) == ending).collect();
        match meant[..] {
            [mv] => Ok(mv),
            _ => Err(wrong(&format!(" is not legal for player {}", self.to_move(state)))),
        }
    }

    fn move_text(&self, state: &State, mv: Move) -> String {
        if mv == Move::PASS {
            return "pass".to_string();
        }
        let (from, to) = (square_name(mv.from), square_name(mv.to));
        format!("{from}{to}{}", suffix(state, mv))
    }

    fn read_record(&self, state: &State, record: &str) -> Result<Record, NotationError> {
        pgn4::read(self, state, record)
    }

    fn write_record(&self, setup: &Setup<Self>, result: Option<&Outcome>) -> String {
        pgn4::write(self, setup, result)
    }

    fn starts(&self) -> Vec<Start> {
        let summary = "queens to the left of their kings; 'modern' on chess servers";
        vec![Start::new("standard", summary, fen4::start_text())]
    }
}

/// The letter behind the squares: what a pawn becomes, or `e` if it takes two pieces at once.
fn suffix(state: &State, mv: Move) -> String {
    match mv.special {
        Special::Promotion(kind) => kind.letter().to_ascii_lowercase().to_string(),
        Special::EnPassant if state.at(mv.to).is_piece() => "e".to_string(),
        _ => String::new(),
    }
}
