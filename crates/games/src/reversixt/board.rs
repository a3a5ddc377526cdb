//! A map compiled into flat tables.
//!
//! A *slot* is a tile with a direction, numbered `8 * tile + direction`. Who stands on a slot's
//! tile and goes in its direction comes to the slot `next`: the neighbour with the direction in
//! which the way goes on from there. The way back from a slot is the slot `^ 4`, and steps can be
//! taken back, so `previous(s) = next(s ^ 4) ^ 4`. Slots thus form paths and cycles.

use melee_core::zobrist;

use super::map::{DIRECTIONS, Map};
use super::{Cell, place};

/// No slot, no cycle.
pub(super) const NONE: u32 = u32::MAX;

/// The tables of one map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Board {
    /// Where each slot leads.
    pub(super) next: Vec<u32>,
    /// Tiles that a way can come back to: a capture from there has to look out for itself.
    pub(super) returns: Vec<bool>,
    pub(super) has_returns: bool,
    /// The slots of every cycle, in order.
    pub(super) cycles: Vec<Vec<u32>>,
    /// The cycle of each slot; empty if there are none.
    cycle_of: Vec<u32>,
    /// A random number for each tile.
    pub(super) keys: Vec<u64>,
    /// What it is worth to hold each tile.
    pub(super) places: Vec<i16>,
    /// The place of each tile among those that are drawn.
    pub(super) drawn: Vec<u32>,
    /// The 64-bit words of a set of tiles.
    pub(super) words: usize,
}

impl Board {
    pub(super) fn new(map: &Map) -> Self {
        let tiles = map.cells.len();
        let next = neighbours(map);
        let mut board = Board {
            returns: vec![false; tiles],
            has_returns: false,
            cycles: Vec::new(),
            cycle_of: Vec::new(),
            keys: (0..tiles as u64).map(|t| zobrist::feature(0x58_54, t)).collect(),
            places: Vec::new(),
            drawn: places_among_tiles(map),
            words: tiles.div_ceil(64),
            next,
        };
        board.trace_ways(map);
        board.places = place::worths(&board, map);
        board
    }

    /// The slot that leads here.
    #[inline]
    pub(super) fn previous(&self, slot: u32) -> Option<u32> {
        let back = self.next[(slot ^ 4) as usize];
        (back != NONE).then_some(back ^ 4)
    }

    /// The cycle a slot is on, or `NONE`.
    #[inline]
    pub(super) fn cycle_of(&self, slot: u32) -> u32 {
        if self.cycles.is_empty() { NONE } else { self.cycle_of[slot as usize] }
    }

    /// Finds the cycles, and the tiles a way meets twice.
    fn trace_ways(&mut self, map: &Map) {
        let slots = self.next.len() as u32;
        let is_tile = |slot: u32| map.cells[(slot >> 3) as usize] != Cell::HOLE;
        let mut seen = vec![false; slots as usize];
        let mut visited_by = vec![NONE; map.cells.len()];
        for start in (0..slots).filter(|&s| is_tile(s)) {
            if self.previous(start).is_some() {
                continue;
            }
            let mut slot = start;
            while slot != NONE {
                seen[slot as usize] = true;
                let tile = (slot >> 3) as usize;
                if std::mem::replace(&mut visited_by[tile], start) == start {
                    self.returns[tile] = true;
                }
                slot = self.next[slot as usize];
            }
        }
        // Whatever no path has come to is on a cycle.
        for start in (0..slots).filter(|&s| is_tile(s)) {
            if seen[start as usize] {
                continue;
            }
            if self.cycle_of.is_empty() {
                self.cycle_of = vec![NONE; slots as usize];
            }
            let mut cycle = Vec::new();
            let mut slot = start;
            while !seen[slot as usize] {
                seen[slot as usize] = true;
                self.cycle_of[slot as usize] = self.cycles.len() as u32;
                self.returns[(slot >> 3) as usize] = true;
                cycle.push(slot);
                slot = self.next[slot as usize];
            }
            self.cycles.push(cycle);
        }
        self.has_returns = self.returns.contains(&true);
    }
}

/// How many tiles come before each place of the grid.
fn places_among_tiles(map: &Map) -> Vec<u32> {
    let mut count = 0;
    let mut place = |cell: &Cell| {
        count += u32::from(*cell != Cell::HOLE);
        count - u32::from(*cell != Cell::HOLE)
    };
    map.cells.iter().map(&mut place).collect()
}

/// Where each slot leads: on the grid, or else by a transition.
fn neighbours(map: &Map) -> Vec<u32> {
    let slot = |x: usize, y: usize, d: usize| ((y * map.width + x) * DIRECTIONS + d) as u32;
    let mut next = vec![NONE; map.cells.len() * DIRECTIONS];
    for y in 0..map.height {
        for x in (0..map.width).filter(|&x| map.cell(x, y) != Cell::HOLE) {
            for direction in 0..DIRECTIONS {
                let exit = super::map::Exit { x, y, direction };
                if let Some((nx, ny)) = map.geometric_neighbour(exit) {
                    next[slot(x, y, direction) as usize] = slot(nx, ny, direction);
                }
            }
        }
    }
    for &(a, b) in &map.transitions {
        // Who leaves by an exit that is joined to itself comes straight back: a way from a tile
        // that returns along itself meets the tile before anything new, so it captures nothing.
        if a != b {
            let (from, to) = (slot(a.x, a.y, a.direction), slot(b.x, b.y, b.direction));
            next[from as usize] = to ^ 4;
            next[to as usize] = from ^ 4;
        }
    }
    next
}
