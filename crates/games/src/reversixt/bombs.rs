//! The second phase: bombs.

use super::Cell;
use super::board::{Board, NONE};
use super::state::{Changed, State};

impl State {
    /// Lists the tiles a bomb destroys in the journal: all within `radius` steps, holes block. What
    /// is destroyed is marked as a hole at once, which also keeps the search from going round.
    pub(super) fn explode(&mut self, board: &Board, tile: usize, radius: u8) {
        let mut from = self.journal.tiles.len();
        self.destroy(board, (tile * 8) as u32);
        for _ in 0..radius {
            let end = self.journal.tiles.len();
            if from == end {
                break;
            }
            for i in from..end {
                let first = self.journal.tiles[i].slot & !7;
                for slot in first..first + 8 {
                    let next = board.next[slot as usize];
                    if next != NONE && self.cells[(next >> 3) as usize] != Cell::HOLE {
                        self.destroy(board, next);
                    }
                }
            }
            from = end;
        }
    }

    #[inline]
    fn destroy(&mut self, board: &Board, slot: u32) {
        let tile = (slot >> 3) as usize;
        let was = self.cells[tile];
        self.journal.tiles.push(Changed { slot, was });
        self.tally.count(board, tile, was, false);
        self.tally.count(board, tile, Cell::HOLE, true);
        self.tally.tiles -= 1;
        self.tally.empties -= u32::from(was.is_empty());
        self.cells[tile] = Cell::HOLE;
    }
}
