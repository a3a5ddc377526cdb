//! Quiet positions, and the forced moves that lead from one to the next.

use super::bounds::win_score;
use super::geometry::Geometry;

/// A position in which nobody can complete four with the next stone and the player to move has
/// moves that do not lose at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Node {
    /// The stones of the player to move.
    pub(super) own: u64,
    pub(super) occupied: u64,
    /// Free cells in which the player to move would complete four.
    pub(super) own_wins: u64,
    /// The same for his opponent.
    pub(super) opp_wins: u64,
    /// The moves that do not lose at once, one bit each.
    pub(super) moves: u64,
    pub(super) stones: u32,
}

/// What following forced moves leads to, for the player who is to move first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Settled {
    /// The game is decided.
    Score(i32),
    /// There is a choice; `true` if the player who moved first has it.
    Quiet(Node, bool),
}

impl Node {
    /// The node after a move of the player to move; its `moves` are still to be found.
    #[inline]
    pub(super) fn after<const H: u32>(&self, g: &Geometry<H>, cell: u64) -> Node {
        let occupied = self.occupied | cell;
        Node {
            own: self.occupied ^ self.own,
            occupied,
            own_wins: self.opp_wins & !cell,
            opp_wins: g.completions(self.own | cell) & (g.board ^ occupied),
            moves: 0,
            stones: self.stones + 1,
        }
    }

    /// Plays on while there is only one move that does not lose at once (or, without `forced`,
    /// only looks whether the game is decided). Nobody may be able to win with the next stone.
    pub(super) fn settle<const H: u32>(mut self, g: &Geometry<H>, forced: bool) -> Settled {
        let mut sign = 1;
        loop {
            let playable = g.playable(self.occupied);
            let blocks = playable & self.opp_wins;
            let mut moves = if blocks == 0 { playable } else { blocks };
            moves &= !(self.opp_wins >> 1);
            if moves == 0 || blocks & blocks.wrapping_sub(1) != 0 {
                return Settled::Score(if playable == 0 { 0 } else { -sign * win_score(g.cells, self.stones + 2) });
            }
            if self.stones + 2 >= g.cells {
                return Settled::Score(0);
            }
            if !forced || moves & (moves - 1) != 0 {
                self.moves = moves;
                return Settled::Quiet(self, sign > 0);
            }
            self = self.after(g, moves);
            sign = -sign;
        }
    }
}
