//! The leaps from a tile: occupied tiles as bit lines, and what each direction looks like.
//!
//! Each tile lies on four bit lines: its row, its column and two diagonals. Where a piece can leap
//! to along a line depends on the line's sixteen bits and the piece's place only, so it is looked
//! up. What is not land counts as occupied, in such a way that nothing can leap over it. What a
//! direction looks like from a tile (where a distance leads, where the start-finish line lies) is
//! compiled into one table.

use std::sync::LazyLock;

use super::board::{COLUMNS, ROWS, TILES, Tile, column, is_lake, land, row, tile};

const ROW_LINES: usize = 0;
const COLUMN_LINES: usize = ROWS;
const RISING_LINES: usize = COLUMN_LINES + COLUMNS;
const FALLING_LINES: usize = RISING_LINES + COLUMNS + ROWS - 1;
const LINES: usize = FALLING_LINES + COLUMNS + ROWS - 1;

/// The directions as steps of column and row: up the four lines and down the four lines, in turn.
const STEPS: [(i32, i32); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (-1, 1), (1, -1)];

/// The four bit lines through a tile, and the tile's bit in them.
const fn lines_of(tile: Tile) -> [(usize, usize); 4] {
    let (c, r) = (column(tile), row(tile));
    let (rising, falling) = (c + ROWS - 1 - r, c + r);
    // A diagonal that meets the lake in one corner only gets a second bit there, as nothing must
    // leap over it. The corners are g8 and j7, g7 and j8.
    let rising_gap = (rising == 6 + ROWS - 1 - 7 && r > 7) || (rising == 9 + ROWS - 1 - 6 && r > 6);
    let falling_gap = (falling == 6 + 6 && r > 6) || (falling == 9 + 7 && r > 7);
    [
        (ROW_LINES + r, c),
        (COLUMN_LINES + c, r),
        (RISING_LINES + rising, r + rising_gap as usize),
        (FALLING_LINES + falling, r + falling_gap as usize),
    ]
}

/// The lines of every tile.
static LINES_OF: [[(usize, usize); 4]; TILES] = {
    let mut all = [[(0, 0); 4]; TILES];
    let mut tile = 0;
    while tile < TILES {
        all[tile] = lines_of(tile as Tile);
        tile += 1;
    }
    all
};

/// The bits of a new board's lines: everything that is not land.
const NO_LAND: [u16; LINES] = {
    let mut lines = [u16::MAX; LINES];
    let mut tile = 0;
    while tile < TILES {
        if !is_lake(tile as Tile) {
            let of = lines_of(tile as Tile);
            let mut i = 0;
            while i < 4 {
                lines[of[i].0] &= !(1 << of[i].1);
                i += 1;
            }
        }
        tile += 1;
    }
    lines
};

/// The occupied tiles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Occupied {
    lines: [u16; LINES],
    pub(super) tiles: [u64; 4],
}

impl Occupied {
    pub(super) const NONE: Occupied = Occupied { lines: NO_LAND, tiles: [0; 4] };

    /// Puts a piece on an empty tile, or takes it from an occupied one.
    #[inline]
    pub(super) fn toggle(&mut self, tile: Tile) {
        for (line, bit) in LINES_OF[tile as usize] {
            self.lines[line] ^= 1 << bit;
        }
        self.tiles[tile as usize / 64] ^= 1 << (tile % 64);
    }

    #[inline]
    pub(super) fn contains(&self, tile: Tile) -> bool {
        self.tiles[tile as usize / 64] >> (tile % 64) & 1 == 1
    }

    /// Calls for each leap from a tile with the tile it lands on and how it changes the crossing
    /// counter.
    #[inline]
    pub(super) fn leaps(&self, map: &Map, from: Tile, mut each: impl FnMut(Tile, i8)) {
        let rays = &map.rays[from as usize];
        let mut pivots = 0;
        for (i, (line, bit)) in rays.lines.into_iter().enumerate() {
            let line = self.lines[line as usize];
            pivots |= u32::from(map.pivots[line as usize][bit as usize & 15]) << (8 * i);
        }
        while pivots != 0 {
            let i = pivots.trailing_zeros() as usize / 4;
            let distance = 2 * (pivots >> (4 * i) & 15) as i32;
            pivots &= !(15 << (4 * i));
            let way = rays.ways[i & 7];
            let crossing = if distance >= i32::from(way.crossing_from) { way.crossing } else { 0 };
            each((i32::from(from) + distance * way.step) as Tile, crossing);
        }
    }
}

/// What the eight directions look like from one tile.
#[derive(Clone, Copy, Debug, Default)]
struct Rays {
    /// The bit lines through the tile and its bit in them.
    lines: [(u8, u8); 4],
    ways: [Way; 8],
}

/// A direction from a tile: how tile indices grow and where the start-finish line lies.
#[derive(Clone, Copy, Debug, Default)]
struct Way {
    /// The difference of tile indices a step.
    step: i32,
    /// The distance from which on the start-finish line is crossed.
    crossing_from: u8,
    /// +1 clockwise, -1 back, 0 if it is never crossed.
    crossing: i8,
}

/// Tile indices a step leads to, by how it changes the crossing counter: back, not, forward.
type Steps = [[u64; 4]; 3];

/// Everything about the board that does not change.
pub(super) struct Map {
    rays: Vec<Rays>,
    /// Where a single step leads.
    pub(super) steps: Vec<Steps>,
    /// For every state of a line and every place on it the distance of the pivot of a leap up the
    /// line and, in the higher four bits, of a leap down; 0 if there is none.
    pivots: Vec<[u8; 16]>,
}

/// The one board.
pub(super) static MAP: LazyLock<Map> = LazyLock::new(Map::new);

impl Map {
    fn new() -> Self {
        let mut map = Map {
            rays: vec![Rays::default(); 256],
            steps: vec![[[0; 4]; 3]; 256],
            pivots: (0..=u16::MAX).map(pivots).collect(),
        };
        for tile in land() {
            let rays = &mut map.rays[tile as usize];
            rays.lines = lines_of(tile).map(|(line, bit)| (line as u8, bit as u8));
            for (direction, &step) in STEPS.iter().enumerate() {
                let (way, reach) = look(tile, step);
                rays.ways[direction] = way;
                if reach > 0 {
                    let to = (i32::from(tile) + way.step) as usize;
                    let change = if way.crossing_from == 1 { way.crossing } else { 0 };
                    map.steps[tile as usize][(change + 1) as usize][to / 64] |= 1 << (to % 64);
                }
            }
        }
        map
    }
}

/// The distances of the pivots of both leaps from every place on a line.
///
/// A leap goes over the first piece in a direction to the tile as far behind it, if all tiles on
/// the way are free.
fn pivots(line: u16) -> [u8; 16] {
    let leap = |ahead: u32, length: u32| {
        if ahead == 0 {
            return 0;
        }
        let pivot = ahead.trailing_zeros() + 1;
        let to_next = (ahead >> (pivot - 1) >> 1).trailing_zeros() + 1;
        let is_leap = 2 * pivot <= length && to_next > pivot;
        if is_leap { pivot as u8 } else { 0 }
    };
    let (line, reversed) = (u32::from(line), u32::from(line.reverse_bits()));
    std::array::from_fn(|bit| {
        let bit = bit as u32;
        let up = leap(line >> bit >> 1, 15 - bit);
        let down = leap(reversed >> (15 - bit) >> 1, bit);
        up | down << 4
    })
}

/// Looks in a direction: the way, and the number of tiles before the edge or the lake.
fn look(from: Tile, (dc, dr): (i32, i32)) -> (Way, u8) {
    let mut way = Way { step: dr * COLUMNS as i32 + dc, ..Way::default() };
    let mut reach = 0;
    let (mut c, mut r) = (column(from) as i32, row(from) as i32);
    loop {
        let before = c;
        (c, r) = (c + dc, r + dr);
        let inside = (0..COLUMNS as i32).contains(&c) && (0..ROWS as i32).contains(&r);
        if !inside || is_lake(tile(c as usize, r as usize)) {
            return (way, reach);
        }
        reach += 1;
        // The line is the edge between columns h and i up to the lake; on a segment without lake
        // both tiles beside it lie below the lake or both above.
        let below_lake = r < 6;
        if below_lake && before == 8 && c == 7 {
            (way.crossing_from, way.crossing) = (reach, 1);
        } else if below_lake && before == 7 && c == 8 {
            (way.crossing_from, way.crossing) = (reach, -1);
        }
    }
}
