//! All moves of a position at once.
//!
//! The same few operations on up to eight boards are what vector units are for; the compiler finds
//! them in plain loops over arrays.

use super::geometry::Geometry;
use super::node::{Node, Settled};

/// The moves of a node with what they bring about.
pub(super) struct Batch {
    cells: [u64; 8],
    /// Where the mover would complete four after the move.
    wins: [u64; 8],
    ranks: [u32; 8],
    pub(super) count: usize,
}

impl Batch {
    /// The moves, column by column in the order given, and how much they promise: threats count
    /// most, and half as much again where they can be carried out at once; then the free cells of
    /// lines with two stones.
    #[inline]
    pub(super) fn new<const H: u32>(g: &Geometry<H>, node: &Node, columns: &[u64; 8], ranked: bool) -> Self {
        let mut cells = [0; 8];
        let mut count = 0;
        for &column in columns {
            let cell = node.moves & column;
            cells[count & 7] = cell;
            count += usize::from(cell != 0);
        }
        let empty = g.board ^ node.occupied;
        let mut wins = [0; 8];
        for (wins, cell) in wins.iter_mut().zip(cells) {
            *wins = g.completions(node.own | cell) & (empty ^ cell);
        }
        let mut ranks = [0; 8];
        if ranked {
            let mut hopes = [0; 8];
            for (hopes, cell) in hopes.iter_mut().zip(cells) {
                *hopes = g.hopes(node.own | cell, empty ^ cell);
            }
            for (i, rank) in ranks[..count].iter_mut().enumerate() {
                let urgent = wins[i] & g.playable(node.occupied | cells[i]);
                *rank = 4 * wins[i].count_ones() + 2 * urgent.count_ones() + hopes[i].count_ones();
            }
        }
        Batch { cells, wins, ranks, count }
    }

    /// How much a move promises.
    #[inline]
    pub(super) fn rank(&self, i: usize) -> u32 {
        self.ranks[i & 7]
    }

    /// Writes the quiet position that a move leads to into `child`, and whether the same player
    /// moves there; or tells the mover's score if the game is decided.
    #[inline]
    pub(super) fn settle<const H: u32>(
        &self,
        g: &Geometry<H>,
        node: &Node,
        i: usize,
        forced: bool,
        (child, same): (&mut Node, &mut bool),
    ) -> Option<i32> {
        let cell = self.cells[i & 7];
        let after = Node {
            own: node.occupied ^ node.own,
            occupied: node.occupied | cell,
            own_wins: node.opp_wins & !cell,
            opp_wins: self.wins[i & 7],
            moves: 0,
            stones: node.stones + 1,
        };
        // Most moves leave a quiet position: it is written where it will be read, field by field,
        // because a struct copied as a whole right after that makes the processor wait.
        let playable = g.playable(after.occupied);
        let moves = playable & !(after.opp_wins >> 1);
        if playable & after.opp_wins == 0 && moves & moves.wrapping_sub(1) != 0 && after.stones + 2 < g.cells {
            child.own = after.own;
            child.occupied = after.occupied;
            child.own_wins = after.own_wins;
            child.opp_wins = after.opp_wins;
            child.moves = moves;
            child.stones = after.stones;
            *same = false;
            return None;
        }
        match after.settle(g, forced) {
            Settled::Score(score) => Some(-score),
            Settled::Quiet(quiet, first) => {
                *child = quiet;
                *same = !first;
                None
            }
        }
    }
}
