//! The board as a drawing.

use melee_core::Player;
use melee_core::diagram::{Cell, Diagram, Draw, Gesture, Label, Piece, Point, point};

use super::board::{Square, file, rank, square_name, squares};
use super::piece::Kind;
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

impl Draw for Chess4 {
    fn diagram(&self, state: &State) -> Diagram {
        let mut diagram = Diagram::default();
        for (cell, square) in reading_order().into_iter().enumerate() {
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
            Special::Promotion(kind) => gesture.called(kind.name()),
            Special::EnPassant if state.at(mv.to).is_piece() => gesture.called("take both"),
            _ if mv == Move::PASS => gesture,
            _ => gesture.called("take one"),
        }
    }
}
