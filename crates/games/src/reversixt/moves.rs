//! Moves: listing, making, taking back.

use super::board::NONE;
use super::state::{Changed, Phase, State, Tally};
use super::{Cell, ReversiXt};

/// A stone or bomb on a tile, or a player's disqualification.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// The tile, row by row; [`DISQUALIFIED`] for the pseudo-move of records.
    pub(super) tile: u32,
    /// What was chosen: the player to swap with from 1, or what a bonus tile gives; else 0.
    pub(super) special: u8,
}

/// The tile of the pseudo-move that excludes a player.
const DISQUALIFIED: u32 = u32::MAX;
/// A bonus tile gives a bomb.
pub const BONUS_BOMB: u8 = 20;
/// A bonus tile gives an override stone.
pub const BONUS_OVERRIDE: u8 = 21;

impl Move {
    pub(super) fn disqualify(player: usize) -> Self {
        Move { tile: DISQUALIFIED, special: player as u8 }
    }

    /// The player it excludes, if it is no real move.
    pub(super) fn disqualified(self) -> Option<usize> {
        (self.tile == DISQUALIFIED).then_some(self.special as usize)
    }

    /// What was chosen on a choice or bonus tile; 0 elsewhere.
    pub fn special(self) -> u8 {
        self.special
    }
}

/// Marks in the journal, and the tally as it was.
pub struct Undo {
    tally: Tally,
    tiles: u32,
    slots: u32,
}

/// Calls `each` for the tiles of a set.
#[inline]
fn for_tiles(words: impl Iterator<Item = u64>, mut each: impl FnMut(usize)) {
    for (w, mut tiles) in words.enumerate() {
        while tiles != 0 {
            each(w * 64 + tiles.trailing_zeros() as usize);
            tiles &= tiles - 1;
        }
    }
}

impl ReversiXt {
    /// The tiles where a colour captures.
    #[inline]
    fn legal<'s>(&self, state: &'s State, colour: usize) -> &'s [u64] {
        let words = self.board.words;
        &state.legal[colour * words..(colour + 1) * words]
    }

    /// Empty tiles a player can place a stone on.
    #[inline]
    fn each_ordinary(&self, state: &State, player: usize, each: impl FnMut(usize)) {
        let legal = self.legal(state, state.tally.colour(player));
        for_tiles(legal.iter().copied(), each);
    }

    /// Stones a player can override, if he has an override stone.
    fn each_override(&self, state: &State, player: usize, mut each: impl FnMut(usize)) {
        if state.tally.overrides[player] == 0 {
            return;
        }
        let colour = state.tally.colour(player);
        for (tile, &cell) in state.cells.iter().enumerate() {
            let is_legal = cell == Cell::EXPANSION || cell.is_occupied() && self.can_override(state, tile, colour);
            if is_legal {
                each(tile);
            }
        }
    }

    /// Does a colour capture from an occupied tile? Where ways come back, the sight may say too
    /// much.
    #[inline]
    pub(super) fn can_override(&self, state: &State, tile: usize, colour: usize) -> bool {
        state.sights[tile].is_taken_by(colour)
            && (!self.board.has_returns || state.capturing(&self.board, tile, colour) != 0)
    }

    /// Every legal move of the player to move: ordinary ones before overrides.
    #[inline]
    pub(super) fn each_move(&self, state: &State, mut each: impl FnMut(Move)) {
        let player = state.tally.turn as usize;
        let plain = |tile: usize| Move { tile: tile as u32, special: 0 };
        if state.tally.phase == Phase::Bombs {
            for (tile, &cell) in state.cells.iter().enumerate() {
                if cell != Cell::HOLE {
                    each(plain(tile));
                }
            }
            return;
        }
        self.each_ordinary(state, player, |tile| {
            let choose = |special: u8| Move { special, ..plain(tile) };
            match state.cells[tile] {
                Cell::CHOICE => (1..=self.map.players as u8).map(choose).for_each(&mut each),
                Cell::BONUS => {
                    [BONUS_BOMB, BONUS_OVERRIDE].map(choose).into_iter().for_each(&mut each);
                }
                _ => each(plain(tile)),
            }
        });
        self.each_override(state, player, |tile| each(plain(tile)));
    }

    /// The number of moves.
    pub(super) fn move_count(&self, state: &State) -> usize {
        let tally = &state.tally;
        if tally.phase == Phase::Bombs {
            return tally.tiles as usize;
        }
        let player = tally.turn as usize;
        let mut count = tally.mobility[tally.colour(player)] as usize;
        if tally.choices + tally.bonuses > 0 {
            self.each_ordinary(state, player, |tile| match state.cells[tile] {
                Cell::CHOICE => count += self.map.players - 1,
                Cell::BONUS => count += 1,
                _ => {}
            });
        }
        if tally.overrides[player] > 0 {
            self.each_override(state, player, |_| count += 1);
        }
        count
    }

    /// Why a move of the player to move is against the rules, if it is.
    pub(super) fn fault(&self, state: &State, mv: Move) -> Option<Fault> {
        if let Some(player) = mv.disqualified() {
            let is_in = player < self.map.players && !state.tally.is_out(player);
            return (!is_in).then_some(Fault::AlreadyOut);
        }
        let tile = mv.tile as usize;
        let cell = match state.cells.get(tile) {
            None => return Some(Fault::OutOfBoard),
            Some(&Cell::HOLE) => return Some(Fault::Hole),
            Some(&cell) => cell,
        };
        if state.tally.phase == Phase::Bombs {
            return None;
        }
        let player = state.tally.turn as usize;
        if cell.is_occupied() && state.tally.overrides[player] == 0 {
            return Some(Fault::NoOverrideStone);
        }
        let captures = state.capturing(&self.board, tile, state.tally.colour(player)) != 0;
        if !captures && cell != Cell::EXPANSION {
            return Some(Fault::NoCapture);
        }
        let is_right = match cell {
            Cell::CHOICE => (1..=self.map.players as u8).contains(&mv.special),
            Cell::BONUS => [BONUS_BOMB, BONUS_OVERRIDE].contains(&mv.special),
            _ => mv.special == 0,
        };
        (!is_right).then_some(Fault::Special(cell))
    }

    fn mark(state: &State) -> Undo {
        Undo { tally: state.tally, tiles: state.journal.tiles.len() as u32, slots: state.journal.slots.len() as u32 }
    }

    /// Gives the turn away, or changes the tally in another way that goes back by itself.
    pub(super) fn change(state: &mut State, change: impl FnOnce(&mut State)) -> Undo {
        let undo = Self::mark(state);
        change(state);
        undo
    }

    #[inline]
    pub(super) fn make(&self, state: &mut State, mv: Move) -> Undo {
        let undo = Self::mark(state);
        if let Some(player) = mv.disqualified() {
            self.disqualify(state, player);
        } else if state.tally.phase == Phase::Stones {
            self.place(state, mv);
        } else {
            let player = state.tally.turn as usize;
            state.tally.bombs[player] -= 1;
            state.explode(&self.board, mv.tile as usize, self.map.radius);
            self.pass_turn_on(state, player);
        }
        undo
    }

    /// Places a stone: captures on the board as it was, then the tile's effect.
    #[inline]
    fn place(&self, state: &mut State, mv: Move) {
        let board = &self.board;
        let player = state.tally.turn as usize;
        let colour = state.tally.colour(player);
        let tile = mv.tile as usize;
        let was = state.cells[tile];
        let first = state.journal.tiles.len();
        // Where each direction's captures begin, and the last end.
        let (mut rays, mut count) = ([first; 9], 0);
        let mut directions = state.capturing(board, tile, colour);
        while directions != 0 {
            let direction = directions.trailing_zeros();
            directions &= directions - 1;
            state.list_captured(board, mv.tile * 8 + direction, colour);
            count += 1;
            rays[count] = state.journal.tiles.len();
        }
        let end = rays[count];
        let own = Cell::stone(colour);
        for i in first..end {
            let captured = (state.journal.tiles[i].slot >> 3) as usize;
            Self::set(self, state, captured, own);
        }
        let slot = mv.tile * 8;
        state.journal.tiles.push(Changed { slot, was });
        Self::set(self, state, tile, own);
        self.look_after(state, slot, &rays[..=count]);
        self.take_effect(state, player, was, mv.special);
        state.tally.last = player as u8;
        self.pass_turn_on(state, player);
    }

    /// Changes a tile's content in the first phase.
    #[inline]
    fn set(&self, state: &mut State, tile: usize, cell: Cell) {
        let was = state.cells[tile];
        if was == cell {
            return;
        }
        state.cells[tile] = cell;
        state.tally.count(&self.board, tile, was, false);
        state.tally.count(&self.board, tile, cell, true);
        if was.is_empty() {
            state.count_movers(tile, was, state.takers(tile), 0);
            state.tally.empties -= 1;
            self.count_gap(state, tile, u32::MAX);
        }
    }

    /// An empty tile has come to (1) or gone from (-1) the cycles through it.
    #[inline]
    fn count_gap(&self, state: &mut State, tile: usize, by: u32) {
        if self.board.cycles.is_empty() {
            return;
        }
        for slot in tile * 8..tile * 8 + 8 {
            let cycle = self.board.cycle_of(slot as u32);
            if cycle != NONE {
                let gaps = &mut state.gaps[cycle as usize];
                *gaps = gaps.wrapping_add(by);
            }
        }
    }

    /// Brings up to date what is seen after a move. Along a captured line those who look outwards
    /// are done from its far end, those who look inwards from the tile, so that each is right at
    /// once.
    #[inline]
    fn look_after(&self, state: &mut State, placed: u32, rays: &[usize]) {
        let board = &self.board;
        for ray in rays.windows(2) {
            for i in (ray[0]..ray[1]).rev() {
                let slot = state.journal.tiles[i].slot;
                state.look_again(board, slot, 0..1);
            }
        }
        state.look_again(board, placed, 0..8);
        let (first, end) = (rays[0], rays[rays.len() - 1]);
        for i in first..end {
            let slot = state.journal.tiles[i].slot;
            state.look_again(board, slot, 1..8);
        }
    }

    /// What happens on special tiles, and what an override costs.
    #[inline]
    fn take_effect(&self, state: &mut State, player: usize, was: Cell, special: u8) {
        let players = self.map.players;
        let tally = &mut state.tally;
        if was.is_occupied() {
            tally.overrides[player] -= 1;
        }
        match was {
            Cell::INVERSION => tally.colour_of[..players].rotate_right(1),
            Cell::CHOICE => tally.colour_of.swap(player, special as usize - 1),
            // The tournament's server counts in bytes too.
            Cell::BONUS if special == BONUS_BOMB => {
                tally.bombs[player] = tally.bombs[player].wrapping_add(1);
            }
            Cell::BONUS => tally.overrides[player] = tally.overrides[player].wrapping_add(1),
            _ => {}
        }
    }

    #[inline]
    pub(super) fn take_back(&self, state: &mut State, undo: &Undo) {
        state.restore_sight(undo.slots as usize);
        let was_placing = undo.tally.phase == Phase::Stones;
        while state.journal.tiles.len() > undo.tiles as usize {
            let Some(Changed { slot, was }) = state.journal.tiles.pop() else {
                break;
            };
            let tile = (slot >> 3) as usize;
            state.cells[tile] = was;
            if was_placing && was.is_empty() {
                state.toggle_movers(tile, state.takers(tile));
                self.count_gap(state, tile, 1);
            }
        }
        state.tally = undo.tally;
    }
}

/// Why a move is against the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// There is no such tile.
    OutOfBoard,
    /// The tile is a hole.
    Hole,
    /// The tile is taken, and the player has no override stone.
    NoOverrideStone,
    /// Nothing would be captured.
    NoCapture,
    /// The choice that was or was not made does not fit this tile.
    Special(Cell),
    /// The player is out of the game already.
    AlreadyOut,
}
