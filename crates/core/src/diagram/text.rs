//! Diagrams for the terminal.
//!
//! Every cell becomes a three-character box at its centre, so squares line up in columns and
//! hexagons in staggered rows. `[x]` is the last move, `{x}` decides the game, `·` can be moved to.
//! Where players share letters, as in chess, the player's number stands before the letter instead of
//! the first bracket: `1Q`, `1Q]`.

use std::collections::HashMap;

use super::palette::{Colour, NEUTRAL};
use super::{Cell, Diagram, MarkKind, Piece, Point};

/// How a terminal shows the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TextStyle {
    /// Colour the pieces with ANSI escapes.
    pub ansi: bool,
}

const BOX: f32 = 3.0;
/// The shade that is drawn as water.
const WATER: u8 = 2;

/// Draws the diagram, one line a row.
///
/// ```
/// use melee_core::diagram::{text, Cell, Diagram, Piece, TextStyle, point};
/// let mut diagram = Diagram::default();
/// diagram.cells.push(Cell::square("a", point(0.0, 0.0), 0));
/// diagram.cells.push(Cell::square("b", point(1.0, 0.0), 0));
/// diagram.pieces.push(Piece { cell: 1, owner: None, glyph: 'x' });
/// assert_eq!(text(&diagram, TextStyle::default()), " .  x\n");
/// ```
pub fn text(diagram: &Diagram, style: TextStyle) -> String {
    let mut rows: Vec<Row> = Vec::new();
    let left = diagram
        .cells
        .iter()
        .map(|c| c.centre().x)
        .chain(diagram.labels.iter().map(|l| l.at.x))
        .fold(f32::MAX, f32::min);
    let mut put = |at: Point, length: usize, content: String| {
        let middle = ((at.x - left) * BOX).round() as usize + 1;
        let start = middle.saturating_sub(length / 2);
        // Cells mostly come row by row, so the row is mostly the last.
        let row = rows.iter().rposition(|r| (r.y - at.y).abs() < 0.2);
        let row = if let Some(row) = row {
            &mut rows[row]
        } else {
            rows.push(Row { y: at.y, boxes: Vec::new() });
            rows.last_mut().expect("just pushed")
        };
        row.boxes.push((start, length, content));
    };
    let numbered = shares_letters(diagram);
    let contents = contents(diagram);
    for (cell, content) in diagram.cells.iter().zip(&contents) {
        put(cell.centre(), 3, cell_box(cell, content, numbered, style));
    }
    for label in &diagram.labels {
        put(label.at, label.text.chars().count(), label.text.clone());
    }
    rows.sort_by(|a, b| a.y.total_cmp(&b.y));
    rows.iter_mut().map(Row::line).collect()
}

struct Row {
    y: f32,
    /// First column, columns taken, content.
    boxes: Vec<(usize, usize, String)>,
}

impl Row {
    fn line(&mut self) -> String {
        self.boxes.sort_by_key(|&(start, ..)| start);
        let mut line = String::new();
        let mut column = 0;
        for (start, length, content) in &self.boxes {
            while column < *start {
                line.push(' ');
                column += 1;
            }
            line.push_str(content);
            column += length;
        }
        line.truncate(line.trim_end().len());
        line.push('\n');
        line
    }
}

/// Is there a letter that stands for pieces of two players?
fn shares_letters(diagram: &Diagram) -> bool {
    let mut owners = HashMap::new();
    let mut pieces = diagram.pieces.iter();
    pieces.any(|piece| *owners.entry(piece.glyph).or_insert(piece.owner) != piece.owner)
}

/// What is to be seen on a cell.
#[derive(Clone, Default)]
struct Content<'d> {
    piece: Option<(&'d Piece, Colour)>,
    marks: Vec<MarkKind>,
}

/// The contents of all cells.
fn contents(diagram: &Diagram) -> Vec<Content<'_>> {
    let mut contents = vec![Content::default(); diagram.cells.len()];
    for piece in diagram.pieces.iter().rev() {
        let colour = piece.owner.map_or(NEUTRAL, |owner| diagram.colour(owner));
        contents[piece.cell].piece = Some((piece, colour));
    }
    for mark in &diagram.marks {
        contents[mark.cell].marks.push(mark.kind);
    }
    contents
}

fn cell_box(cell: &Cell, content: &Content, numbered: bool, style: TextStyle) -> String {
    let marked = |kind| content.marks.contains(&kind);
    let piece = content.piece;
    let glyph = match piece {
        Some((piece, colour)) if style.ansi => {
            format!("\x1b[1;38;5;{}m{}\x1b[0m", colour.ansi, piece.glyph)
        }
        Some((piece, _)) => piece.glyph.to_string(),
        None if marked(MarkKind::Legal) => "·".to_string(),
        None if cell.shade == WATER => "~".to_string(),
        None => ".".to_string(),
    };
    let glyph = if piece.is_none() && style.ansi { format!("\x1b[2m{glyph}\x1b[0m") } else { glyph };
    let (open, close) = if marked(MarkKind::Winning) {
        ('{', '}')
    } else if marked(MarkKind::LastMove) {
        ('[', ']')
    } else {
        (' ', ' ')
    };
    match piece.and_then(|(piece, _)| piece.owner) {
        Some(owner) if numbered => format!("{owner}{glyph}{close}"),
        _ => format!("{open}{glyph}{close}"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::point;
    use super::*;
    use crate::Player;

    #[test]
    fn players_who_share_letters_are_numbered() {
        let mut diagram = Diagram::default();
        for (cell, (name, owner)) in [("a", 0), ("b", 1)].into_iter().enumerate() {
            let at = point(cell as f32, 0.0);
            diagram.cells.push(Cell::square(name, at, 0));
            diagram.pieces.push(Piece { cell, owner: Some(Player::new(owner)), glyph: 'Q' });
        }
        assert_eq!(text(&diagram, TextStyle::default()), "1Q 2Q\n");
        diagram.pieces[1].glyph = 'K';
        assert_eq!(text(&diagram, TextStyle::default()), " Q  K\n");
    }
}
