//! The board as a drawing.

use melee_core::diagram::{
    Cell, Counter, Diagram, Draw, Gesture, Label, Piece, Point, Prompt, point, row_text, rows_of,
};
use melee_core::{Game, Notation, NotationError, Player};

use super::board::{ARMS, Hole};
use super::notation::hole_name;
use super::{ChineseCheckers, Move, State};

const GLYPHS: [char; 6] = ['A', 'B', 'C', 'D', 'E', 'F'];
/// The height of a row of holes that lie one unit apart.
const ROW_HEIGHT: f32 = 0.866;
/// The arms are a little darker than the hexagon.
const ARM: u8 = 1;

impl ChineseCheckers {
    fn centre(&self, hole: Hole) -> Point {
        let (row, column) = self.board.place(hole);
        let top = self.board.rows.len() - 1;
        point(column as f32 - row as f32 / 2.0, (top - row) as f32 * ROW_HEIGHT)
    }

    /// The diagram lists its cells from the top row down, as one reads.
    fn cell_index(&self, hole: Hole) -> usize {
        let (row, column) = self.board.place(hole);
        let above = &self.board.rows[row + 1..];
        let first = self.board.place(self.board.rows[row][0]).1;
        above.iter().map(Vec::len).sum::<usize>() + column - first
    }
}

fn hexagon(at: Point) -> Vec<Point> {
    let radius = 1.0 / 3f32.sqrt();
    (0..6)
        .map(|i| (60.0 * i as f32 + 30.0).to_radians())
        .map(|angle| point(at.x + radius * angle.cos(), at.y + radius * angle.sin()))
        .collect()
}

impl Draw for ChineseCheckers {
    fn diagram(&self, state: &State) -> Diagram {
        let mut diagram = Diagram::default();
        let camps: Vec<_> = (0..ARMS).map(|arm| self.board.camp(arm, false)).collect();
        for &hole in self.board.rows.iter().rev().flatten() {
            let in_arm = camps.iter().any(|camp| camp.contains(hole));
            diagram.cells.push(Cell {
                id: hole_name(self.board, hole),
                polygon: hexagon(self.centre(hole)),
                shade: if in_arm { ARM } else { 0 },
            });
        }
        for (owner, pieces) in state.pieces.iter().enumerate() {
            diagram.pieces.extend(pieces.iter().map(|hole| Piece {
                cell: self.cell_index(hole),
                owner: Some(Player::new(owner)),
                glyph: GLYPHS[owner],
            }));
        }
        for (row, holes) in self.board.rows.iter().enumerate() {
            let at = self.centre(holes[0]);
            diagram.labels.push(Label { at: point(at.x - 1.0, at.y), text: char::from(b'a' + row as u8).to_string() });
        }
        diagram
    }

    fn move_cells(&self, _state: &State, mv: Move) -> Vec<usize> {
        if mv == Move::PASS {
            return Vec::new();
        }
        vec![self.cell_index(mv.from), self.cell_index(mv.to)]
    }

    /// One clicks the piece and where it goes; the way shows every jump.
    fn gesture(&self, state: &State, mv: Move) -> Gesture {
        let route = self.route(state, mv);
        let way = route.into_iter().map(|hole| self.cell_index(hole));
        Gesture::over(self.move_cells(state, mv)).along(way.collect())
    }

    fn prompt(&self, _state: &State) -> Prompt {
        Prompt { phase: "", ask: "choose a marble, then where it steps or jumps" }
    }

    fn ending(&self, state: &State, _plies: usize) -> &'static str {
        match state.winner {
            Some(_) => "the goal is filled",
            None => "so many moves without a winner are a draw",
        }
    }

    fn kit(&self) -> Vec<(Option<Player>, char)> {
        let letters = GLYPHS[..self.players()].iter().enumerate();
        letters.map(|(owner, &letter)| (Some(Player::new(owner)), letter)).collect()
    }

    /// As many plies count as were played.
    fn set_up(&self, state: &State, pieces: &[Piece], to_move: Player) -> Result<String, NotationError> {
        let lengths: Vec<usize> = self.board.rows.iter().rev().map(Vec::len).collect();
        let rows = rows_of(&lengths, pieces);
        let rows: Vec<String> = rows.iter().map(|row| row_text(row, "", |piece| piece.glyph.to_string())).collect();
        let text = self.position_text(state);
        let plies = text.rsplit(' ').next().unwrap_or("0");
        Ok(format!("{} {to_move} {plies}", rows.join("/")))
    }

    fn why_not(&self, state: &State, cells: &[usize]) -> Option<String> {
        let hole = |cell: usize| self.board.rows.iter().rev().flatten().nth(cell).copied();
        if let &[from] = cells {
            let is_own = state.pieces[self.to_move(state).index()].contains(hole(from)?);
            return is_own.then(|| "it has no free hole beside it, and no marble to jump over".to_string());
        }
        let &[from, to] = cells else {
            return None;
        };
        let text = format!("{}-{}", hole_name(self.board, hole(from)?), hole_name(self.board, hole(to)?));
        self.parse_move(state, &text).err().map(|error| error.reason().to_string())
    }

    fn counters(&self, state: &State) -> Vec<Counter> {
        let in_goal = |player: usize| {
            let pieces = state.pieces[player].iter();
            pieces.filter(|&hole| self.goals[player].contains(hole)).count() as i64
        };
        vec![Counter { name: "in the goal", values: (0..self.players()).map(in_goal).collect() }]
    }
}
