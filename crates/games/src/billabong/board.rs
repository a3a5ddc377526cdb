//! The board: 16 columns and 14 rows around a lake. A tile is its row times 16 plus its column.

/// Columns a to p.
pub(super) const COLUMNS: usize = 16;
/// Rows 1 to 14.
pub(super) const ROWS: usize = 14;
/// All tiles, the lake included.
pub(super) const TILES: usize = COLUMNS * ROWS;

/// A tile by its index.
pub(super) type Tile = u8;

/// The tile at a column and row, both counted from 0.
pub(super) const fn tile(column: usize, row: usize) -> Tile {
    (row * COLUMNS + column) as Tile
}

pub(super) const fn column(tile: Tile) -> usize {
    tile as usize % COLUMNS
}

pub(super) const fn row(tile: Tile) -> usize {
    tile as usize / COLUMNS
}

/// The lake is g7 to j8.
pub(super) const fn is_lake(tile: Tile) -> bool {
    let (c, r) = (column(tile), row(tile));
    c >= 6 && c <= 9 && (r == 6 || r == 7)
}

/// The land tiles in order.
pub(super) fn land() -> impl Iterator<Item = Tile> {
    (0..TILES as Tile).filter(|&t| !is_lake(t))
}

/// Hundredths of a degree, clockwise round the centre of the lake from the line straight down.
pub(super) fn angle(tile: Tile) -> i32 {
    let (c, r) = (column(tile) as f64 + 1.0, row(tile) as f64 + 1.0);
    let degrees = (8.5 - c).atan2(7.5 - r).to_degrees();
    let degrees = if degrees < 0.0 { degrees + 360.0 } else { degrees };
    (degrees * 100.0).round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_of_the_rules_file() {
        for (column, row, hundredths) in [
            (b'h', 1, 440),
            (b'h', 2, 519),
            (b'g', 6, 4500),
            (b'a', 1, 4909),
            (b'a', 8, 9381),
            (b'h', 14, 17_560),
            (b'p', 8, 26_619),
            (b'l', 5, 30_554),
            (b'i', 1, 35_560),
        ] {
            let tile = tile((column - b'a') as usize, row - 1);
            assert_eq!(angle(tile), hundredths, "{}{row}", column as char);
        }
    }

    #[test]
    fn there_are_216_tiles_of_land() {
        assert_eq!(land().count(), 216);
    }
}
