//! Boards as most notations write them: row by row from the top, with numbers for empty cells.

use super::Piece;

/// Pieces by rows, on a board that lists its cells row by row with so many in each.
///
/// ```
/// use melee_core::diagram::{Piece, row_text, rows_of};
/// let piece = |cell| Piece { cell, owner: None, glyph: 'o' };
/// let rows = rows_of(&[2, 3], &[piece(1), piece(3)]);
/// let texts: Vec<String> = rows.iter().map(|row| row_text(row, "", |piece| piece.glyph.to_string())).collect();
/// assert_eq!(texts, ["1o", "1o1"]);
/// ```
pub fn rows_of(lengths: &[usize], pieces: &[Piece]) -> Vec<Vec<Option<Piece>>> {
    let mut first = 0;
    let mut row = |&length: &usize| {
        let cells = first..first + length;
        first = cells.end;
        cells.map(|cell| pieces.iter().rfind(|piece| piece.cell == cell).copied()).collect()
    };
    lengths.iter().map(&mut row).collect()
}

/// A row as text: a word for each piece, a number for the empty cells between.
pub fn row_text(row: &[Option<Piece>], separator: &str, word: impl Fn(&Piece) -> String) -> String {
    let mut words = Vec::new();
    let mut empty = 0;
    for cell in row {
        let Some(piece) = cell else {
            empty += 1;
            continue;
        };
        if empty > 0 {
            words.push(empty.to_string());
        }
        empty = 0;
        words.push(word(piece));
    }
    if empty > 0 {
        words.push(empty.to_string());
    }
    words.join(separator)
}
