//! A position and what is kept up to date about it.
//!
//! Stones have *colours*, and players own colours: an inversion or a choice then only changes who
//! owns what, in constant time. Players exist outside; everything per colour is inside.

use std::fmt;

use melee_core::Player;
use melee_core::zobrist::{self, TURN, mix};

use super::Cell;
use super::board::Board;
use super::cell::KINDS;
use super::sight::Sight;

pub(super) const COLOURS: usize = 8;

/// The two phases of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    Stones,
    Bombs,
}

/// Everything that is small: copied whole into what takes a move back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Tally {
    /// The colour of each player's stones.
    pub(super) colour_of: [u8; COLOURS],
    pub(super) overrides: [u8; COLOURS],
    pub(super) bombs: [u8; COLOURS],
    pub(super) turn: u8,
    /// Who made the last move of the first phase; the last seat before any.
    pub(super) last: u8,
    /// A bit for each disqualified player.
    pub(super) out: u8,
    pub(super) phase: Phase,
    pub(super) is_over: bool,
    /// Stones of each colour.
    pub(super) stones: [u32; COLOURS],
    /// Empty tiles where each colour captures.
    pub(super) mobility: [u32; COLOURS],
    /// Bonus tiles among them, and choice tiles.
    pub(super) bonus_moves: [u16; COLOURS],
    pub(super) choice_moves: [u16; COLOURS],
    /// The worth of the tiles each colour holds.
    pub(super) places: [i32; COLOURS],
    /// The key of each colour's stones, and of everything else on the board.
    pub(super) keys: [u64; COLOURS],
    pub(super) ground: u64,
    pub(super) expansions: u32,
    /// Tiles that are no holes.
    pub(super) tiles: u32,
    pub(super) empties: u32,
    pub(super) choices: u32,
    pub(super) inversions: u32,
    pub(super) bonuses: u32,
}

impl Tally {
    #[inline]
    pub(super) fn colour(&self, player: usize) -> usize {
        (self.colour_of[player & 7] & 7) as usize
    }

    #[inline]
    pub(super) fn is_out(&self, player: usize) -> bool {
        self.out >> player & 1 != 0
    }

    /// Adds (`up`) or removes a tile's content.
    #[inline]
    pub(super) fn count(&mut self, board: &Board, tile: usize, cell: Cell, up: bool) {
        let by = if up { 1 } else { u32::MAX };
        if let Some(colour) = cell.colour() {
            self.stones[colour] = self.stones[colour].wrapping_add(by);
            let place = i32::from(board.places[tile]);
            self.places[colour] += if up { place } else { -place };
            self.keys[colour] ^= board.keys[tile];
            return;
        }
        self.ground ^= ground_key(board, tile, cell);
        let counter = match cell {
            Cell::EXPANSION => &mut self.expansions,
            Cell::CHOICE => &mut self.choices,
            Cell::INVERSION => &mut self.inversions,
            Cell::BONUS => &mut self.bonuses,
            _ => return,
        };
        *counter = counter.wrapping_add(by);
    }
}

/// The key of something that is nobody's stone; plain empty tiles have none.
fn ground_key(board: &Board, tile: usize, cell: Cell) -> u64 {
    const FACTORS: [u64; KINDS] = zobrist::table(0x58_55);
    if cell == Cell::EMPTY {
        return 0;
    }
    board.keys[tile].wrapping_mul(FACTORS[cell.index()] | 1)
}

/// A tile that changed: the slot by which a capture came to it, and what lay there.
#[derive(Clone, Copy)]
pub(super) struct Changed {
    pub(super) slot: u32,
    pub(super) was: Cell,
}

/// A slot whose sight changed, and what was seen before.
#[derive(Clone, Copy)]
pub(super) struct Resighted {
    pub(super) slot: u32,
    pub(super) was: u16,
}

/// What it takes to go back, longer with every move.
#[derive(Default)]
pub(super) struct Journal {
    pub(super) tiles: Vec<Changed>,
    pub(super) slots: Vec<Resighted>,
}

/// The stones, the stocks and the phase.
///
/// Two positions are equal if the same player has the same stones, stocks and turn; which colours
/// they have inside does not matter.
pub struct State {
    pub(super) tally: Tally,
    /// The tiles, with stones by colour.
    pub(super) cells: Vec<Cell>,
    /// What is seen from each tile.
    pub(super) sights: Vec<Sight>,
    /// The empty tiles where each colour captures, as a set for each.
    pub(super) legal: Vec<u64>,
    /// Empty tiles on each cycle.
    pub(super) gaps: Vec<u32>,
    pub(super) journal: Journal,
}

impl Clone for State {
    fn clone(&self) -> Self {
        State {
            tally: self.tally,
            cells: self.cells.clone(),
            sights: self.sights.clone(),
            legal: self.legal.clone(),
            gaps: self.gaps.clone(),
            // Moves are taken back where they were made.
            journal: Journal::default(),
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.tally = source.tally;
        self.cells.clone_from(&source.cells);
        self.sights.clone_from(&source.sights);
        self.legal.clone_from(&source.legal);
        self.gaps.clone_from(&source.gaps);
        self.journal.tiles.clear();
        self.journal.slots.clear();
    }
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        let (a, b) = (&self.tally, &other.tally);
        let small = |t: &Tally| (t.overrides, t.bombs, t.turn, t.last, t.out, t.is_over);
        small(a) == small(b)
            && a.phase == b.phase
            && self.position_key() == other.position_key()
            && self.cells.len() == other.cells.len()
            && (0..self.cells.len()).all(|tile| self.owned_cell(tile) == other.owned_cell(tile))
    }
}

impl Eq for State {}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells: String = (0..self.cells.len()).map(|tile| self.owned_cell(tile).to_char()).collect();
        let t = &self.tally;
        f.debug_struct("State")
            .field("cells", &cells)
            .field("overrides", &t.overrides)
            .field("bombs", &t.bombs)
            .field("turn", &t.turn)
            .field("out", &t.out)
            .field("phase", &t.phase)
            .finish_non_exhaustive()
    }
}

impl State {
    /// What lies on a tile, with stones by their owner instead of by colour.
    pub(super) fn owned_cell(&self, tile: usize) -> Cell {
        match self.cells[tile].colour() {
            Some(colour) => Cell::stone(self.owner(colour)),
            None => self.cells[tile],
        }
    }

    /// The player who owns a colour.
    pub(super) fn owner(&self, colour: usize) -> usize {
        let mut owners = self.tally.colour_of.iter();
        let owner = owners.position(|&c| c as usize == colour);
        owner.expect("every colour has an owner")
    }

    /// The stones of a player.
    pub fn stones(&self, player: Player) -> u32 {
        self.tally.stones[self.tally.colour(player.index())]
    }

    /// The override stones and the bombs a player has left.
    pub fn stocks(&self, player: Player) -> (u8, u8) {
        let p = player.index();
        (self.tally.overrides[p], self.tally.bombs[p])
    }

    /// Was this player disqualified?
    pub fn is_disqualified(&self, player: Player) -> bool {
        self.tally.is_out(player.index())
    }

    /// Drops what would take moves back, for games that only go forward.
    pub fn forget_past(&mut self) {
        self.journal.tiles.clear();
        self.journal.slots.clear();
    }

    /// Are bombs thrown already?
    pub fn is_bombing(&self) -> bool {
        self.tally.phase == Phase::Bombs
    }

    /// A key that does not depend on which player has which colour.
    #[inline]
    pub(super) fn position_key(&self) -> u64 {
        const FACTORS: [u64; COLOURS] = zobrist::table(0x58_56);
        let t = &self.tally;
        let mut key = t.ground;
        for (player, factor) in FACTORS.iter().enumerate() {
            key ^= t.keys[t.colour(player)].wrapping_mul(factor | 1).rotate_left(player as u32);
        }
        let stocks = mix(u64::from_le_bytes(t.overrides)) ^ mix(!u64::from_le_bytes(t.bombs));
        let rest = u64::from(t.out) << 1 | u64::from(t.phase == Phase::Bombs);
        key ^ stocks ^ mix(rest ^ 0x5854) ^ TURN[(t.turn & 7) as usize]
    }
}
