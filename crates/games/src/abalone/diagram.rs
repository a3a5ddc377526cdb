//! The board as a drawing.

use melee_core::diagram::{
    Cell, Counter, Diagram, Draw, Gesture, Label, Piece, Point, Prompt, point, row_text, rows_of,
};
use melee_core::{Game, Notation, NotationError, Player};

use super::board::{AXES, BOARD, Field, SIDE, bit, fields, number, numbers, row, step};
use super::notation::field_name;
use super::refusal::{why_no_push, why_no_row, why_stuck};
use super::{Abalone, Move, State};

const GLYPHS: [char; 3] = ['b', 'w', 'r'];
/// The height of a row of hexagons whose centres lie one unit apart.
const ROW_HEIGHT: f32 = 0.866;

fn centre(field: Field) -> Point {
    let (r, n) = (row(field) as f32, number(field) as f32);
    point(n - r / 2.0, (SIDE as f32 - 1.0 - r) * ROW_HEIGHT)
}

fn hexagon(at: Point) -> Vec<Point> {
    let radius = 1.0 / 3f32.sqrt();
    (0..6)
        .map(|i| (60.0 * i as f32 + 30.0).to_radians())
        .map(|angle| point(at.x + radius * angle.cos(), at.y + radius * angle.sin()))
        .collect()
}

/// The diagram lists its cells from the top row down, as one reads.
fn cell_index(field: Field) -> usize {
    let above: usize = (row(field) + 1..SIDE).map(|r| numbers(r).len()).sum();
    above + number(field) - numbers(row(field)).start
}

impl Draw for Abalone {
    fn diagram(&self, state: &State) -> Diagram {
        let mut diagram = Diagram::default();
        let mut all: Vec<Field> = fields(BOARD).collect();
        all.sort_by_key(|&f| cell_index(f));
        diagram.cells.extend(all.iter().map(|&f| Cell { id: field_name(f), polygon: hexagon(centre(f)), shade: 0 }));
        for (owner, marbles) in state.marbles.iter().enumerate() {
            diagram.pieces.extend(fields(*marbles).map(|f| Piece {
                cell: cell_index(f),
                owner: Some(Player::new(owner)),
                glyph: GLYPHS[owner],
            }));
        }
        for r in 0..SIDE {
            let first = super::board::field(r, numbers(r).start);
            let at = centre(first);
            diagram.labels.push(Label { at: point(at.x - 1.0, at.y), text: char::from(b'A' + r as u8).to_string() });
        }
        diagram
    }

    fn move_cells(&self, _state: &State, mv: Move) -> Vec<usize> {
        if mv == Move::PASS {
            return Vec::new();
        }
        let (direction, marbles) = (mv.direction(), mv.marbles() as i32);
        let along = mv.axis().map_or(direction, |axis| AXES[axis]);
        let row_fields = (0..marbles).map(|i| step(mv.first, along, i));
        let targets = row_fields.clone().map(|f| step(f, direction, 1));
        let mut cells: Vec<usize> = row_fields.map(cell_index).collect();
        cells.extend(targets.filter(|&f| BOARD & bit(f) != 0).map(cell_index));
        cells
    }

    /// One clicks the ends of the row, or only its rear marble, and then the field that its head
    /// goes to; sideways the field beside the end that was clicked last.
    fn gesture(&self, _state: &State, mv: Move) -> Gesture {
        if mv == Move::PASS {
            return Gesture::default();
        }
        let (direction, marbles) = (mv.direction(), mv.marbles() as i32);
        let cell = |field: Field| cell_index(field);
        let Some(axis) = mv.axis() else {
            let (rear, head) = (mv.first, step(mv.first, direction, marbles - 1));
            let (from, front) = (cell(rear), cell(head));
            let ahead = step(head, direction, 1);
            let ahead = cell(ahead);
            let row = (0..marbles).map(|i| (cell(step(rear, direction, i)), cell(step(rear, direction, i + 1))));
            let short = Gesture::over(vec![from, ahead]).shifting(row.collect());
            if marbles == 1 {
                return short;
            }
            return short.or_over(vec![from, front, ahead]).or_over(vec![front, from, ahead]);
        };
        let (first, last) = (mv.first, step(mv.first, AXES[axis], marbles - 1));
        let beside = |field| cell(step(field, direction, 1));
        Gesture::over(vec![cell(first), cell(last), beside(last)])
            .or_over(vec![cell(last), cell(first), beside(first)])
            .along(vec![cell(first), beside(first)])
            .shifting((0..marbles).map(|i| step(first, AXES[axis], i)).map(|f| (cell(f), beside(f))).collect())
    }

    fn prompt(&self, _state: &State) -> Prompt {
        Prompt { phase: "", ask: "choose one, two or three marbles in a row, then where one of them goes" }
    }

    fn ending(&self, state: &State, plies: usize) -> &'static str {
        match state.winner {
            Some(_) => "six marbles are pushed off",
            None if self.ply_cap.is_some_and(|cap| plies >= cap) => "so many moves without a winner are a draw",
            None => "the position has occurred for the third time",
        }
    }

    fn kit(&self) -> Vec<(Option<Player>, char)> {
        let marbles = GLYPHS[..self.players()].iter().enumerate();
        marbles.map(|(owner, &glyph)| (Some(Player::new(owner)), glyph)).collect()
    }

    /// What was lost and pushed off stays.
    fn set_up(&self, state: &State, pieces: &[Piece], to_move: Player) -> Result<String, NotationError> {
        let lengths: Vec<usize> = (0..SIDE).rev().map(|r| numbers(r).len()).collect();
        let rows = rows_of(&lengths, pieces);
        let rows: Vec<String> = rows.iter().map(|row| row_text(row, "", |piece| piece.glyph.to_string())).collect();
        let text = self.position_text(state);
        let counts: Vec<&str> = text.split(' ').skip(2).collect();
        Ok(format!("{} {} {}", rows.join("/"), GLYPHS[to_move.index()], counts.join(" ")))
    }

    fn why_not(&self, state: &State, cells: &[usize]) -> Option<String> {
        let field_of = |cell: &usize| fields(BOARD).find(|&field| cell_index(field) == *cell);
        let clicked: Vec<Field> = cells.iter().filter_map(field_of).collect();
        match clicked[..] {
            [alone] => why_stuck(state, alone),
            [from, to] => why_no_push(state, from, to),
            [ref marbles @ .., to] => why_no_row(state, marbles, to),
            [] => None,
        }
    }

    fn counters(&self, state: &State) -> Vec<Counter> {
        let of = |values: &[u8]| values[..self.players()].iter().map(|&n| n.into()).collect();
        vec![
            Counter { name: "pushed off", values: of(&state.ejected) },
            Counter { name: "lost", values: of(&state.lost) },
        ]
    }
}
