//! The counts as a table: a row per player, a column per move.

use melee_core::Player;
use melee_core::diagram::{Cell, Diagram, Draw, Label, Piece, point};

use super::{State, Uniform};

impl Draw for Uniform {
    fn diagram(&self, state: &State) -> Diagram {
        let mut diagram = Diagram::default();
        for player in 0..self.players {
            let y = player as f32;
            for mv in 0..self.moves {
                let at = point(mv as f32, y);
                diagram.cells.push(Cell::square(format!("{}.{mv}", player + 1), at, 0));
            }
            diagram.labels.push(Label { at: point(-1.0, y), text: (player + 1).to_string() });
        }
        let counted = state.counts.iter().enumerate().filter(|(_, count)| **count > 0);
        diagram.pieces.extend(counted.map(|(cell, &count)| Piece {
            cell,
            owner: Some(Player::new(cell / self.moves)),
            glyph: char::from_digit(count.into(), 10).unwrap_or('+'),
        }));
        diagram.labels.extend(
            (0..self.moves).map(|mv| Label { at: point(mv as f32, self.players as f32), text: mv.to_string() }),
        );
        diagram
    }

    fn move_cells(&self, state: &State, mv: u8) -> Vec<usize> {
        vec![self.index(state.turn, mv)]
    }
}
