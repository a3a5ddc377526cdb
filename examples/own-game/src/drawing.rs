//! The board: squares, some of them gone, and one piece a player.

use melee::core::diagram::{Cell, Diagram, Label, Piece, point};
use melee::core::{Draw, Player, SmallState};

use crate::game::SIZE;
use crate::notation::name;
use crate::{Board, Isolation, Square};

/// The letters of the pieces, in seat order.
const LETTERS: [char; 4] = ['r', 'y', 'b', 'g'];
/// How squares look that are gone.
const GONE: u8 = 2;

impl Draw for Isolation {
    fn diagram(&self, state: &SmallState<Board>) -> Diagram {
        let board = &state.board;
        let cell = |square: Square| {
            let is_gone = board.gone >> square.index() & 1 == 1;
            let shade = if is_gone { GONE } else { 0 };
            let row = (SIZE - 1 - square.row()) as f32;
            Cell::square(name(square), point(square.column() as f32, row), shade)
        };
        let piece = |(seat, square): (usize, &Square)| Piece {
            cell: square.index(),
            owner: Some(Player::new(seat)),
            glyph: LETTERS[seat],
        };
        let mut labels = Vec::new();
        for i in 0..SIZE {
            let (column, row) = (char::from(b'a' + i as u8), SIZE - i);
            let (along, edge) = (i as f32, SIZE as f32);
            labels.push(Label { at: point(along, edge), text: column.to_string() });
            labels.push(Label { at: point(-1.0, along), text: row.to_string() });
        }
        Diagram {
            cells: Square::all().map(cell).collect(),
            pieces: board.pieces.iter().enumerate().map(piece).collect(),
            labels,
            ..Diagram::default()
        }
    }

    // One click on the square to go to is enough: everybody has one piece.
    fn move_cells(&self, _state: &SmallState<Board>, to: Square) -> Vec<usize> {
        vec![to.index()]
    }
}
