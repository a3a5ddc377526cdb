//! The board as a drawing.

use melee_core::diagram::{Cell, Diagram, Draw, Gesture, Label, MarkKind, Piece, Prompt, point, rows_of};
use melee_core::{Game, NotationError, Player};

use super::board::{self, DIRECTIONS};
use super::{Column, Connect4, State};

/// The letters of the two players' stones.
pub(super) const GLYPHS: [char; 2] = ['x', 'o'];

impl Connect4 {
    /// The diagram lists its cells row by row from the top, as one reads.
    fn cell_index(&self, bit: usize) -> usize {
        let (column, row) = (bit / 8, bit % 8);
        (self.height() - 1 - row) * self.width() + column
    }
}

impl Draw for Connect4 {
    fn diagram(&self, state: &State) -> Diagram {
        let mut diagram = Diagram::default();
        for row in (0..self.height()).rev() {
            for column in 0..self.width() {
                let centre = point(column as f32, (self.height() - 1 - row) as f32);
                let id = format!("{}{}", char::from(b'a' + column as u8), row + 1);
                diagram.cells.push(Cell::square(id, centre, 0));
            }
        }
        for (owner, stones) in state.stones.iter().enumerate() {
            diagram.pieces.extend(board::cells(*stones).map(|bit| Piece {
                cell: self.cell_index(bit),
                owner: Some(Player::new(owner)),
                glyph: GLYPHS[owner],
            }));
        }
        diagram.labels.extend(
            (0..self.width())
                .map(|column| Label { at: point(column as f32, self.height() as f32), text: (column + 1).to_string() }),
        );
        if let Some(winner) = state.winner {
            let stones = state.stones[winner.index()];
            for direction in DIRECTIONS {
                for start in board::cells(board::fours(stones, direction)) {
                    let line = (0..4).map(|i| start + i * direction.shift as usize);
                    diagram.mark(MarkKind::Winning, line.map(|bit| self.cell_index(bit)));
                }
            }
        }
        diagram
    }

    fn move_cells(&self, state: &State, mv: Column) -> Vec<usize> {
        let cell = board::drop_cell(state.occupied(), mv.index());
        vec![self.cell_index(cell.trailing_zeros() as usize)]
    }

    /// Any cell of the column will do, one that is taken too: stones fall.
    fn gesture(&self, state: &State, mv: Column) -> Gesture {
        let landing = self.move_cells(state, mv);
        let column = (0..self.width() * self.height()).filter(|cell| cell % self.width() == mv.index());
        let others = column.filter(|cell| *cell != landing[0]);
        others.fold(Gesture::over(landing.clone()), |gesture, cell| gesture.or_over(vec![cell]))
    }

    fn prompt(&self, _state: &State) -> Prompt {
        Prompt { phase: "", ask: "choose a column for your stone" }
    }

    fn ending(&self, state: &State, _plies: usize) -> &'static str {
        if state.winner.is_some() { "four in a row" } else { "the board is full" }
    }

    fn kit(&self) -> Vec<(Option<Player>, char)> {
        GLYPHS.into_iter().enumerate().map(|(owner, glyph)| (Some(Player::new(owner)), glyph)).collect()
    }

    fn set_up(&self, _state: &State, pieces: &[Piece], to_move: Player) -> Result<String, NotationError> {
        let rows = rows_of(&vec![self.width(); self.height()], pieces);
        let row = |row: &Vec<Option<Piece>>| row.iter().map(|cell| cell.map_or('.', |piece| piece.glyph)).collect();
        let rows: Vec<String> = rows.iter().map(row).collect();
        Ok(format!("{} {}", rows.join("/"), GLYPHS[to_move.index()]))
    }

    fn why_not(&self, state: &State, cells: &[usize]) -> Option<String> {
        let column = cells.last()? % self.width();
        let is_full = !self.is_legal(state, Column(column as u8));
        is_full.then(|| format!("column {} is full", column + 1))
    }
}
