//! The board as a drawing.

use melee_core::diagram::{Cell, Diagram, Draw, Gesture, Label, MarkKind, Piece, Point, Prompt, point};
use melee_core::{Game, Player};

use super::board::{Square, file, rank, square_name, squares};
use super::piece::{Kind, SEATS, Seat};
use super::state::Status;
use super::{Chess4, Move, Special, State};

fn centre(square: Square) -> Point {
    point(f32::from(file(square)), 15.0 - f32::from(rank(square)))
}

/// The squares from the top, as one reads.
fn reading_order() -> Vec<Square> {
    let mut order: Vec<Square> = squares().collect();
    order.sort_by_key(|&s| (std::cmp::Reverse(rank(s)), file(s)));
    order
}

/// What is asked where a pawn may take one pawn or two.
const TAKE: &str = "what do you take";

impl Chess4 {
    fn is_checked(&self, state: &State, seat: Seat) -> bool {
        state.is_in_check(seat, state.opponents(seat), self.bends)
    }
}

impl Draw for Chess4 {
    fn diagram(&self, state: &State) -> Diagram {
        let mut diagram = Diagram::default();
        let order = reading_order();
        for (cell, &square) in order.iter().enumerate() {
            let shade = (file(square) + rank(square)) % 2;
            diagram.cells.push(Cell::square(square_name(square), centre(square), shade));
            let piece = state.at(square);
            if piece.is_piece() {
                let letter = piece.kind().letter();
                diagram.pieces.push(Piece {
                    cell,
                    owner: Some(Player::new(piece.seat() as usize)),
                    glyph: if piece.kind() == Kind::Pawn {
                        ['^', '>', 'v', '<'][piece.heading() as usize]
                    } else {
                        letter
                    },
                });
            }
        }
        let checked = (0..SEATS as Seat).filter(|&seat| state.is_alive(seat) && self.is_checked(state, seat));
        let kings = checked.filter_map(|seat| order.iter().position(|&s| s == state.kings[seat as usize]));
        diagram.mark(MarkKind::Threatened, kings);
        for f in 1..=14u8 {
            diagram.labels.push(Label { at: point(f32::from(f), 15.0), text: char::from(b'a' + f - 1).to_string() });
            diagram.labels.push(Label { at: point(0.0, 15.0 - f32::from(f)), text: f.to_string() });
        }
        diagram
    }

    fn move_cells(&self, _state: &State, mv: Move) -> Vec<usize> {
        let order = reading_order();
        [mv.from, mv.to].into_iter().filter_map(|square| order.iter().position(|&s| s == square)).collect()
    }

    fn gesture(&self, state: &State, mv: Move) -> Gesture {
        let gesture = Gesture::over(self.move_cells(state, mv));
        match mv.special {
            Special::Promotion(kind) => gesture.called(kind.name()).asking("promote to"),
            Special::EnPassant if state.at(mv.to).is_piece() => gesture.called("take both").asking(TAKE),
            _ if mv == Move::PASS => gesture,
            _ => gesture.called("take one").asking(TAKE),
        }
    }

    fn prompt(&self, state: &State) -> Prompt {
        match state.status {
            Status::Passing => Prompt { phase: "", ask: "you have no move and are not in check, so you pass" },
            _ if self.is_checked(state, state.turn) => Prompt { phase: "you are in check", ask: "save your king" },
            _ => Prompt { phase: "", ask: "choose a piece, then where it goes" },
        }
    }

    fn ending(&self, state: &State, _plies: usize) -> &'static str {
        if state.alive.is_power_of_two() {
            "nobody else is left"
        } else if state.status == Status::Over {
            "no move, and not in check: those who are left share the point"
        } else if self.outcome(state).is_none() {
            "the position has occurred for the third time: those who are left share the point"
        } else if self.counts_plies {
            "50 moves without a capture or a pawn move: those who are left share the point"
        } else {
            "50 rounds without a capture or a pawn move: those who are left share the point"
        }
    }
}
