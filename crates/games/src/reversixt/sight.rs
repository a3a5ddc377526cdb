//! Who captures where, kept up to date.
//!
//! Going from a slot over stones until something empty or the end, one meets stones of some
//! colours: the slot's *reach*. With the tile in front of it, a slot sees
//!
//! ```text
//! reach(s) = 0                              if the next tile is empty, a hole or nothing
//!            reach(next(s)) + its colour    if it is a stone (an expansion stone has none)
//! takes(s) = reach(s) - the colour of the next tile
//! ```
//!
//! and a colour captures from the slot's tile in its direction exactly if `takes` holds it: there
//! is a stone of its own behind at least one that is not. All eight colours are one byte. When a
//! tile changes, only the slots that look at it see something else, then those that look over
//! their tiles, and so on; mostly this ends after a step or two, because one more colour in sight
//! changes nothing for those who see it anyway.
//!
//! Two things need care. On a cycle without an empty tile everybody in sight is in his own sight:
//! the equations have more than one solution, so the cycle is done anew. And a way that comes back
//! to the tile it began at ends there by the rules; reach ignores that, so it may say too much, but
//! only for occupied tiles that a way can come back to ([`Board::returns`]). Those are checked step
//! by step when they matter.

use std::ops::Range;

use super::Cell;
use super::board::{Board, NONE};
use super::cell::KINDS;
use super::state::{COLOURS, Changed, Resighted, State};

/// The bit of a stone's colour.
const COLOUR_BIT: [u8; KINDS] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];
/// Whether one sees over a tile: all bits or none.
const SEEN_OVER: [u8; KINDS] = [255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0];

/// What is seen from a tile in each direction: the colours in reach in the low byte, those that
/// capture in the high byte.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Sight([u16; 8]);

/// Both bytes of what a slot sees.
#[inline]
fn seen(reach: u8, takes: u8) -> u16 {
    u16::from(reach) | u16::from(takes) << 8
}

impl Sight {
    /// The colours that capture in any direction.
    #[inline]
    fn takers(self) -> u8 {
        (self.0.iter().fold(0, |all, seen| all | seen) >> 8) as u8
    }

    /// Notes what is seen in a direction; the colours that capture in any other.
    #[inline]
    fn change(&mut self, direction: usize, now: u16) -> u8 {
        self.0[direction] = 0;
        let elsewhere = self.takers();
        self.0[direction] = now;
        elsewhere
    }

    /// Does a colour capture in any direction?
    #[inline]
    pub(super) fn is_taken_by(self, colour: usize) -> bool {
        self.takers() >> colour & 1 != 0
    }

    /// The directions in which a colour captures, as bits.
    #[inline]
    pub(super) fn taken_by(self, colour: usize) -> u8 {
        let mut directions = 0;
        for (d, seen) in self.0.iter().enumerate() {
            directions |= ((seen >> (8 + colour) & 1) as u8) << d;
        }
        directions
    }
}

impl State {
    /// Makes everybody who looks at a changed tile look again, in the directions that these turns lead
    /// to from its slot's.
    pub(super) fn look_again(&mut self, board: &Board, changed: u32, turns: Range<u32>) {
        for turn in turns {
            self.look_along(board, changed ^ turn);
        }
    }

    /// Makes everybody who looks at a changed tile in its slot's direction look again.
    #[inline]
    fn look_along(&mut self, board: &Board, changed: u32) {
        let mut next = changed;
        while let Some(slot) = board.previous(next) {
            let cycle = board.cycle_of(slot);
            if cycle != NONE && self.gaps[cycle as usize] == 0 {
                self.look_round(board, cycle as usize);
                return;
            }
            let tile = (next >> 3) as usize;
            let cell = self.cells[tile].index();
            let behind = self.sights[tile].0[(next & 7) as usize] as u8 & SEEN_OVER[cell];
            let bit = COLOUR_BIT[cell];
            if !self.resight(slot, seen(behind | bit, behind & !bit)) {
                return;
            }
            next = slot;
        }
    }

    /// Does a cycle without a gap anew.
    fn look_round(&mut self, board: &Board, cycle: usize) {
        let slots = &board.cycles[cycle];
        let mut all = 0;
        for &slot in slots {
            all |= COLOUR_BIT[self.cells[(slot >> 3) as usize].index()];
        }
        for &slot in slots {
            let next = board.next[slot as usize];
            let bit = COLOUR_BIT[self.cells[(next >> 3) as usize].index()];
            self.resight(slot, seen(all, all & !bit));
        }
    }

    /// Notes what a slot sees; true if those who look over its tile have to look again.
    #[inline]
    fn resight(&mut self, slot: u32, now: u16) -> bool {
        let (tile, direction) = ((slot >> 3) as usize, (slot & 7) as usize);
        let sight = &mut self.sights[tile];
        let was = sight.0[direction];
        if was == now {
            return false;
        }
        self.journal.slots.push(Resighted { slot, was });
        let cell = self.cells[tile];
        if cell.is_occupied() {
            sight.0[direction] = now;
            return (was ^ now) as u8 != 0;
        }
        let elsewhere = sight.change(direction, now);
        let (before, after) = (elsewhere | (was >> 8) as u8, elsewhere | (now >> 8) as u8);
        if before != after {
            self.count_movers(tile, cell, before, after);
        }
        false
    }

    /// Other colours than before can place a stone on an empty tile.
    #[inline]
    pub(super) fn count_movers(&mut self, tile: usize, cell: Cell, before: u8, after: u8) {
        let mut differ = before ^ after;
        while differ != 0 {
            let colour = differ.trailing_zeros() as usize;
            differ &= differ - 1;
            let by = if after >> colour & 1 != 0 { 1 } else { u32::MAX };
            self.tally.mobility[colour] = self.tally.mobility[colour].wrapping_add(by);
            self.toggle_legal(colour, tile);
            if cell.is_special() {
                let counter = match cell {
                    Cell::BONUS => &mut self.tally.bonus_moves[colour],
                    Cell::CHOICE => &mut self.tally.choice_moves[colour],
                    _ => continue,
                };
                *counter = counter.wrapping_add(by as u16);
            }
        }
    }

    #[inline]
    fn toggle_legal(&mut self, colour: usize, tile: usize) {
        let words = self.legal.len() / COLOURS;
        self.legal[colour * words + (tile >> 6)] ^= 1 << (tile & 63);
    }

    /// The colours that capture from a tile.
    #[inline]
    pub(super) fn takers(&self, tile: usize) -> u8 {
        self.sights[tile].takers()
    }

    /// Changes who can place a stone on a tile without counting them.
    #[inline]
    pub(super) fn toggle_movers(&mut self, tile: usize, mut colours: u8) {
        while colours != 0 {
            self.toggle_legal(colours.trailing_zeros() as usize, tile);
            colours &= colours - 1;
        }
    }

    /// Takes back what slots saw since a mark in the journal, while the tiles are still as they are
    /// now; the tally is restored by others.
    #[inline]
    pub(super) fn restore_sight(&mut self, mark: usize) {
        while self.journal.slots.len() > mark {
            let Some(Resighted { slot, was }) = self.journal.slots.pop() else {
                return;
            };
            let (tile, direction) = ((slot >> 3) as usize, (slot & 7) as usize);
            let sight = &mut self.sights[tile];
            let now = sight.0[direction];
            if self.cells[tile].is_occupied() {
                sight.0[direction] = was;
            } else {
                let elsewhere = sight.change(direction, was);
                self.toggle_movers(tile, ((now ^ was) >> 8) as u8 & !elsewhere);
            }
        }
    }

    /// Computes everything that is seen, for a position that was just set up.
    pub(super) fn look_around(&mut self, board: &Board) {
        for tile in 0..self.cells.len() {
            if self.cells[tile].is_occupied() {
                self.look_again(board, tile as u32 * 8, 0..8);
            }
        }
        self.journal.slots.clear();
    }

    /// Does a colour capture from a tile in a direction? Step by step, by the rules.
    pub(super) fn captures(&self, board: &Board, slot: u32, colour: usize) -> bool {
        let own = Cell::stone(colour);
        let (start, mut next, mut length) = (slot >> 3, board.next[slot as usize], 0);
        while next != NONE && next >> 3 != start {
            let cell = self.cells[(next >> 3) as usize];
            if cell == own {
                return length > 0;
            }
            if !cell.is_occupied() {
                return false;
            }
            length += 1;
            next = board.next[next as usize];
        }
        false
    }

    /// The directions in which a colour captures from a tile, as bits.
    #[inline]
    pub(super) fn capturing(&self, board: &Board, tile: usize, colour: usize) -> u8 {
        let mut directions = self.sights[tile].taken_by(colour);
        if board.has_returns && board.returns[tile] && self.cells[tile].is_occupied() {
            for d in 0..8 {
                if directions >> d & 1 != 0 && !self.captures(board, (tile * 8 + d) as u32, colour) {
                    directions &= !(1 << d);
                }
            }
        }
        directions
    }

    /// Lists the tiles captured by a colour from a tile in a direction, in the journal.
    #[inline]
    pub(super) fn list_captured(&mut self, board: &Board, slot: u32, colour: usize) {
        let own = Cell::stone(colour);
        let mut next = board.next[slot as usize];
        while next != NONE {
            let was = self.cells[(next >> 3) as usize];
            if was == own {
                return;
            }
            self.journal.tiles.push(Changed { slot: next, was });
            next = board.next[next as usize];
        }
    }
}
