//! The board as a drawing. Balls of colours that nobody plays are grey.

use melee_core::diagram::{Cell, Counter, Diagram, Draw, Label, Piece, Prompt, point, row_text, rows_of};
use melee_core::{Notation, NotationError, Player};

use super::description::SEATS;
use super::notation::LETTERS;
use super::{Rolit, Square, State};
use crate::bits::ones;

impl Rolit {
    /// The diagram lists its cells row by row from the top, as one reads.
    fn cell_index(&self, square: u8) -> usize {
        let (column, row) = self.place(square);
        (self.side - 1 - row) * self.side + column
    }
}

impl Draw for Rolit {
    fn diagram(&self, state: &State) -> Diagram {
        let mut squares: Vec<u8> = ones(self.board).collect();
        squares.sort_by_key(|&square| self.cell_index(square));
        let cell = |square: u8| {
            let (column, row) = self.place(square);
            let centre = point(column as f32, (self.side - 1 - row) as f32);
            Cell::square(self.square_name(square), centre, 0)
        };
        let mut diagram = Diagram { cells: squares.into_iter().map(cell).collect(), ..Diagram::default() };
        for (colour, (balls, glyph)) in state.balls.into_iter().zip(LETTERS).enumerate() {
            let owner = self.colours.player(colour);
            let ball = |square| Piece { cell: self.cell_index(square), owner, glyph };
            diagram.pieces.extend(ones(balls).map(ball));
        }
        let colours = self.colours.as_slice().iter();
        diagram.colours = colours.map(|&c| SEATS[c as usize].colour).collect();
        for i in 0..self.side {
            diagram
                .labels
                .push(Label { at: point(i as f32, self.side as f32), text: char::from(b'a' + i as u8).to_string() });
            diagram.labels.push(Label { at: point(-1.0, (self.side - 1 - i) as f32), text: (i + 1).to_string() });
        }
        diagram
    }

    fn move_cells(&self, _state: &State, mv: Square) -> Vec<usize> {
        vec![self.cell_index(mv.0)]
    }

    fn prompt(&self, _state: &State) -> Prompt {
        Prompt { phase: "", ask: "put a ball next to another; whoever can enclose balls in a line must" }
    }

    fn ending(&self, _state: &State, _plies: usize) -> &'static str {
        "the board is full; most balls win"
    }

    fn kit(&self) -> Vec<(Option<Player>, char)> {
        LETTERS.into_iter().enumerate().map(|(colour, letter)| (self.colours.player(colour), letter)).collect()
    }

    fn set_up(&self, _state: &State, pieces: &[Piece], to_move: Player) -> Result<String, NotationError> {
        let rows = rows_of(&vec![self.side; self.side], pieces);
        let rows: Vec<String> = rows.iter().map(|row| row_text(row, "", |piece| piece.glyph.to_string())).collect();
        let colours: Vec<char> = self.colours.as_slice().iter().map(|&colour| LETTERS[colour as usize]).collect();
        Ok(format!("{} {} {}", rows.join("/"), colours[to_move.index()], colours.iter().collect::<String>()))
    }

    fn why_not(&self, state: &State, cells: &[usize]) -> Option<String> {
        let wanted = *cells.last()?;
        let square = ones(self.board).find(|&square| self.cell_index(square) == wanted)?;
        self.parse_move(state, &self.square_name(square)).err().map(|error| error.reason().to_string())
    }

    fn counters(&self, state: &State) -> Vec<Counter> {
        vec![Counter { name: "balls", values: self.counts(state).map(i64::from).collect() }]
    }
}
