//! What a network sees of the board, so that Isolation can be learned: `docs/learning.md`.
//!
//! Blocks of 49 squares: those that are gone, then for every player from the viewer on where his piece stands, the squares it
//! can go to, and those it can go to after that.

use melee::core::{Inputs, Marks, Player, SmallGame, SmallState};

use crate::game::SIZE;
use crate::{Board, Isolation, Square, Walk};

const SQUARES: usize = SIZE * SIZE;
/// Blocks that every player has.
const KINDS: usize = 3;

impl Isolation {
    /// The squares that a piece can go to, as bits.
    fn reach(&self, board: &Board, player: Player) -> u64 {
        let mut found = Vec::new();
        self.targets(board, player, &mut found);
        found.iter().fold(0, |all, square| all | 1 << square.index())
    }
}

impl Inputs<SmallState<Board>> for Isolation {
    fn inputs_name(&self) -> String {
        let walk = match self.walk() {
            Walk::Queen => "queen",
            Walk::King => "king",
            Walk::Knight => "knight",
        };
        format!("isolation-{walk}-{}p-1", self.players())
    }

    fn input_count(&self) -> usize {
        SQUARES * (1 + KINDS * self.players())
    }

    fn mark_inputs(&self, state: &SmallState<Board>, viewer: Player, marks: &mut Marks) {
        let board = &state.board;
        marks.add_all(0, board.gone);
        let mut player = viewer;
        for seat in 0..self.players() {
            let near = self.reach(board, player);
            let mut far = 0;
            let mut walker = board.clone();
            for square in Square::all().filter(|square| near >> square.index() & 1 == 1) {
                walker.pieces[player.index()] = square;
                far |= self.reach(&walker, player);
            }
            let own = 1 << board.pieces[player.index()].index();
            for (kind, squares) in [own, near, far & !near].into_iter().enumerate() {
                marks.add_all(SQUARES * (1 + KINDS * seat + kind), squares);
            }
            player = player.next(self.players());
        }
    }

    /// The board looks the same from all sides, and in a mirror.
    fn input_symmetries(&self) -> Vec<Vec<usize>> {
        let image = |symmetry: usize, input: usize| {
            let (mut column, mut row) = (input % SQUARES % SIZE, input % SQUARES / SIZE);
            if symmetry & 1 != 0 {
                column = SIZE - 1 - column;
            }
            if symmetry & 2 != 0 {
                row = SIZE - 1 - row;
            }
            if symmetry & 4 != 0 {
                (column, row) = (row, column);
            }
            input / SQUARES * SQUARES + row * SIZE + column
        };
        (1..8).map(|symmetry| (0..self.input_count()).map(|input| image(symmetry, input)).collect()).collect()
    }
}
