//! The board: 16 columns and 14 rows around a lake, and where a piece can leap to from a tile.
//!
//! A tile is its row times 16 plus its column. Occupied tiles are kept as bit lines in the four
//! directions, so that the first piece in a direction is one bit scan away. What a direction looks
//! like from a tile (how far the land goes, where the start-finish line lies) is compiled into one
//! table.

use std::sync::LazyLock;

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
    let degrees = if degrees < 0.0 {
        degrees + 360.0
    } else {
        degrees
    };
    (degrees * 100.0).round() as i32
}

/// The eight directions as steps of column and row; the first four run up their bit line.
const STEPS: [(i32, i32); 8] = [
    (1, 0),
    (0, 1),
    (1, 1),
    (-1, 1),
    (-1, 0),
    (0, -1),
    (-1, -1),
    (1, -1),
];

/// What one direction looks like from one tile.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ray {
    /// Which bit line it runs along, and the tile's bit there.
    line: u8,
    bit: u8,
    /// Tiles of land before the edge or the lake.
    reach: u8,
    /// The distance from which on the start-finish line is crossed; 0 if it never is.
    crossing_from: u8,
    /// +1 clockwise, -1 back.
    crossing: i8,
    /// The difference of tile indices a step.
    step: i16,
}

/// Tile indices a step leads to, by how it changes the crossing counter: back, not, forward.
type Steps = [[u64; 4]; 3];

/// Everything about the board that does not change.
pub(super) struct Map {
    rays: Vec<[Ray; 8]>,
    /// Where a single step leads.
    steps: Vec<Steps>,
}

/// The one board.
pub(super) static MAP: LazyLock<Map> = LazyLock::new(Map::new);

const ROW_LINES: usize = 0;
const COLUMN_LINES: usize = ROWS;
const RISING_LINES: usize = COLUMN_LINES + COLUMNS;
const FALLING_LINES: usize = RISING_LINES + COLUMNS + ROWS - 1;
const LINES: usize = FALLING_LINES + COLUMNS + ROWS - 1;

/// The bit lines through a tile, one for each of the first four directions, and its bit in them.
const fn lines_of(tile: Tile) -> [(usize, usize); 4] {
    let (c, r) = (column(tile), row(tile));
    [
        (ROW_LINES + r, c),
        (COLUMN_LINES + c, r),
        (RISING_LINES + c + ROWS - 1 - r, r),
        (FALLING_LINES + c + r, r),
    ]
}

impl Map {
    fn new() -> Self {
        let mut map = Map {
            rays: vec![[Ray::default(); 8]; TILES],
            steps: vec![[[0; 4]; 3]; TILES],
        };
        for tile in land() {
            for (direction, &step) in STEPS.iter().enumerate() {
                let ray = Self::ray(tile, direction, step);
                map.rays[tile as usize][direction] = ray;
                if ray.reach > 0 {
                    let to = (i16::from(tile) + ray.step) as usize;
                    let change = (ray.crossing_after(1) + 1) as usize;
                    map.steps[tile as usize][change][to / 64] |= 1 << (to % 64);
                }
            }
        }
        map
    }

    fn ray(from: Tile, direction: usize, (dc, dr): (i32, i32)) -> Ray {
        let (line, bit) = lines_of(from)[direction % 4];
        let mut ray = Ray {
            line: line as u8,
            bit: bit as u8,
            step: (dr * COLUMNS as i32 + dc) as i16,
            ..Ray::default()
        };
        let (mut c, mut r) = (column(from) as i32, row(from) as i32);
        loop {
            let before = c;
            (c, r) = (c + dc, r + dr);
            let inside = (0..COLUMNS as i32).contains(&c) && (0..ROWS as i32).contains(&r);
            if !inside || is_lake(tile(c as usize, r as usize)) {
                return ray;
            }
            ray.reach += 1;
            // The line is the edge between columns h and i up to the lake; on a segment without
            // lake both tiles beside it lie below the lake or both above.
            let below_lake = r < 6;
            if below_lake && before == 8 && c == 7 {
                (ray.crossing_from, ray.crossing) = (ray.reach, 1);
            } else if below_lake && before == 7 && c == 8 {
                (ray.crossing_from, ray.crossing) = (ray.reach, -1);
            }
        }
    }
}

impl Ray {
    /// How a move over this distance changes the crossing counter.
    #[inline]
    fn crossing_after(self, distance: u8) -> i8 {
        if self.crossing_from != 0 && distance >= self.crossing_from {
            self.crossing
        } else {
            0
        }
    }
}

/// The occupied tiles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Occupied {
    lines: [u16; LINES],
    tiles: [u64; 4],
}

impl Occupied {
    pub(super) const NONE: Occupied = Occupied {
        lines: [0; LINES],
        tiles: [0; 4],
    };

    /// Puts a piece on an empty tile, or takes it from an occupied one.
    #[inline]
    pub(super) fn toggle(&mut self, tile: Tile) {
        for (line, bit) in lines_of(tile) {
            self.lines[line] ^= 1 << bit;
        }
        self.tiles[tile as usize / 64] ^= 1 << (tile % 64);
    }

    #[inline]
    pub(super) fn contains(&self, tile: Tile) -> bool {
        self.tiles[tile as usize / 64] >> (tile % 64) & 1 == 1
    }

    /// Where a leap in a direction lands: the distance to the first piece, doubled, if the tiles
    /// before and behind it are free land.
    #[inline]
    fn leap(&self, ray: Ray, backwards: bool) -> Option<u8> {
        let line = self.lines[ray.line as usize];
        let (to_pivot, behind) = if backwards {
            // The highest bit below ours, and what lies below that.
            let below = u32::from(line) & ((1 << ray.bit) - 1);
            if below == 0 {
                return None;
            }
            let pivot = below.ilog2();
            let rest = below ^ (1 << pivot);
            let gap = if rest == 0 { 32 } else { pivot - rest.ilog2() };
            (u32::from(ray.bit) - pivot, gap)
        } else {
            let above = u32::from(line) >> ray.bit >> 1;
            if above == 0 {
                return None;
            }
            let pivot = above.trailing_zeros();
            (pivot + 1, (above >> pivot >> 1).trailing_zeros() + 1)
        };
        let landing = 2 * to_pivot;
        (landing <= u32::from(ray.reach) && behind > to_pivot).then_some(landing as u8)
    }
}

/// Sets of tiles, one for each crossing counter.
type Places = [[u64; 4]; 2];

/// Adds a place; true if it is new.
#[inline]
fn add(places: &mut Places, tile: Tile, counter: usize) -> bool {
    let word = &mut places[counter & 1][(tile as usize / 64) & 3];
    let bit = 1 << (tile % 64);
    let is_new = *word & bit == 0;
    *word |= bit;
    is_new
}

/// Removes a place.
#[inline]
fn take_first(places: &mut Places) -> Option<(Tile, usize)> {
    for (i, word) in places.as_flattened_mut().iter_mut().enumerate() {
        if *word != 0 {
            let bit = word.trailing_zeros() as usize;
            *word &= *word - 1;
            return Some(((i % 4 * 64 + bit) as Tile, i / 4));
        }
    }
    None
}

/// Where a piece can go, and whether it can finish.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Reach {
    pub(super) tiles: Places,
    pub(super) off: bool,
}

/// The tiles and counters a piece can reach in one move, by steps and by jumps.
///
/// During a jump the referee stands on the start tile, so the occupied tiles are those of before
/// the move and the piece can never land where it started. One search over (tile, counter) states
/// finds each target once, whatever the route.
pub(super) fn reach(occupied: &Occupied, from: Tile, counter: usize) -> Reach {
    let map = &*MAP;
    let mut found = Reach::default();
    let mut pending = Places::default();
    let mut next = Some((from, counter));
    while let Some((tile, counter)) = next {
        for (direction, &ray) in map.rays[tile as usize].iter().enumerate() {
            let Some(distance) = occupied.leap(ray, direction >= 4) else {
                continue;
            };
            match counter as i8 + ray.crossing_after(distance) {
                -1 => {}
                2 => found.off = true,
                changed => {
                    let to = (i16::from(tile) + i16::from(distance) * ray.step) as Tile;
                    if add(&mut found.tiles, to, changed as usize) {
                        add(&mut pending, to, changed as usize);
                    }
                }
            }
        }
        next = take_first(&mut pending);
    }
    let [back, level, forward] = map.steps[from as usize];
    let free = |steps: [u64; 4], word: usize| steps[word] & !occupied.tiles[word];
    for word in 0..4 {
        found.tiles[counter][word] |= free(level, word);
        if counter == 1 {
            found.tiles[0][word] |= free(back, word);
            found.off |= free(forward, word) != 0;
        } else {
            found.tiles[1][word] |= free(forward, word);
        }
    }
    found
}

/// The tiles of a set in order.
#[inline]
pub(super) fn tiles_of(set: [u64; 4]) -> impl Iterator<Item = Tile> {
    set.into_iter().enumerate().flat_map(|(word, mut bits)| {
        std::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let bit = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            Some((word * 64 + bit) as Tile)
        })
    })
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
