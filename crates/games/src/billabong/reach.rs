//! Where pieces can go in one move, by a step or by a jump of many leaps.
//!
//! During a jump the referee stands on the start tile, so the occupied tiles are those of before
//! the move, whichever piece moves. A leap can be taken back from where it landed; so the tiles and
//! crossing counters fall into groups within which a jump can end anywhere, the same for all pieces
//! of a position. Each group is found once.

use super::board::{TILES, Tile};
use super::leaps::{MAP, Map, Occupied};

/// Sets of tiles, one for each crossing counter.
pub(super) type Places = [[u64; 4]; 2];

/// Where a piece can go, and whether it can finish.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Reach {
    pub(super) tiles: Places,
    pub(super) off: bool,
}

impl Reach {
    #[inline]
    pub(super) fn contains(&self, tile: Tile, counter: usize) -> bool {
        self.tiles[counter & 1][(tile / 64) as usize] >> (tile % 64) & 1 == 1
    }

    /// Calls for every place, in order.
    #[inline]
    pub(super) fn each(&self, mut each: impl FnMut(Tile, usize)) {
        for (i, &word) in self.tiles.as_flattened().iter().enumerate() {
            let mut bits = word;
            while bits != 0 {
                each((i % 4 * 64) as Tile + bits.trailing_zeros() as Tile, i / 4);
                bits &= bits - 1;
            }
        }
    }

    /// Adds a place; true if it is new.
    #[inline]
    fn add(&mut self, tile: Tile, counter: usize) -> bool {
        let word = &mut self.tiles[counter & 1][(tile / 64) as usize];
        let bit = 1 << (tile % 64);
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    #[inline]
    fn join(&mut self, other: &Reach) {
        for counter in 0..2 {
            for word in 0..4 {
                self.tiles[counter][word] |= other.tiles[counter][word];
            }
        }
        self.off |= other.off;
    }
}

/// The jumps of a position, found as far as they were asked for.
pub(super) struct Jumps<'a> {
    occupied: &'a Occupied,
    map: &'static Map,
    groups: [Reach; GROUPS],
    count: usize,
    /// Room for the places of a group that are still to be looked at: each comes once.
    pending: [(Tile, u8); 2 * TILES],
}
/// So many groups are kept; more are found anew whenever they are met.
const GROUPS: usize = 8;

impl<'a> Jumps<'a> {
    #[inline]
    pub(super) fn new(occupied: &'a Occupied) -> Self {
        Jumps { occupied, map: &MAP, groups: [Reach::default(); GROUPS], count: 0, pending: [(0, 0); 2 * TILES] }
    }

    /// The tiles and counters a piece can reach in one move.
    #[inline]
    pub(super) fn reach(&mut self, from: Tile, counter: usize) -> Reach {
        let occupied = self.occupied;
        let mut found = steps(occupied, self.map, from, counter);
        let mut jumped = Reach::default();
        occupied.leaps(self.map, from, |tile, crossing| match counter as i8 + crossing {
            -1 => {}
            2 => jumped.off = true,
            changed if jumped.contains(tile, changed as usize) => {}
            changed => jumped.join(&self.group(tile, changed as usize)),
        });
        found.join(&jumped);
        found
    }

    /// The places within reach of leaps from a place.
    #[inline]
    fn group(&mut self, tile: Tile, counter: usize) -> Reach {
        let known = &self.groups[..self.count];
        if let Some(group) = known.iter().find(|group| group.contains(tile, counter)) {
            return *group;
        }
        let group = self.find_group(tile, counter);
        if self.count < GROUPS {
            self.groups[self.count] = group;
            self.count += 1;
        }
        group
    }

    fn find_group(&mut self, tile: Tile, counter: usize) -> Reach {
        let mut group = Reach::default();
        group.add(tile, counter);
        self.pending[0] = (tile, counter as u8);
        let mut count = 1;
        while count > 0 {
            count -= 1;
            let (tile, counter) = self.pending[count];
            let pending = &mut self.pending;
            self.occupied.leaps(self.map, tile, |to, crossing| match counter as i8 + crossing {
                -1 => {}
                2 => group.off = true,
                changed => {
                    if group.add(to, changed as usize) {
                        pending[count] = (to, changed as u8);
                        count += 1;
                    }
                }
            });
        }
        group
    }
}

/// The steps to neighbouring tiles.
#[inline]
fn steps(occupied: &Occupied, map: &Map, from: Tile, counter: usize) -> Reach {
    let [back, level, forward] = &map.steps[from as usize];
    let free = |steps: &[u64; 4], word: usize| steps[word] & !occupied.tiles[word];
    let mut found = Reach::default();
    for word in 0..4 {
        found.tiles[counter][word] = free(level, word);
        if counter == 1 {
            found.tiles[0][word] = free(back, word);
            found.off |= free(forward, word) != 0;
        } else {
            found.tiles[1][word] = free(forward, word);
        }
    }
    found
}
