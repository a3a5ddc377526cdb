//! Columns from the middle outwards (Pear's `GetNextBestColumn`), and what is too hot to evaluate.

use super::board::{drop_cell, has_four};
use super::evaluation::from_side;
use super::{Column, Connect4, Pear, State};

impl Pear {
    #[inline]
    pub(super) fn rank_columns(&self, game: &Connect4, moves: &[Column], out: &mut Vec<i32>) {
        if self.centre_first {
            out.extend(moves.iter().map(|m| from_side(game, m.index()) as i32));
        } else {
            out.extend(moves.iter().map(|_| 0));
        }
    }
}

/// Wins on the spot; if there are none, the opponent's, which must be blocked.
pub(super) fn noisy(game: &Connect4, state: &State, out: &mut Vec<Column>) {
    let mover = state.turn.index();
    let base = out.len();
    for stones in [state.stones[mover], state.stones[mover ^ 1]] {
        for column in 0..game.width() {
            let cell = drop_cell(state.occupied(), column);
            if cell & game.board.cells != 0 && has_four(stones | cell) {
                out.push(Column(column as u8));
            }
        }
        if out.len() > base {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use melee_core::Notation;

    fn noisy(position: &str) -> Vec<usize> {
        let game = Connect4::default();
        let state = game.parse_position(position).expect("legal").state(&game);
        let mut moves = Vec::new();
        super::noisy(&game, &state, &mut moves);
        moves.iter().map(|m| m.index() + 1).collect()
    }

    #[test]
    fn wins_come_before_blocks_and_quiet_positions_have_neither() {
        assert_eq!(noisy("44"), [0; 0]);
        assert_eq!(noisy("11223"), [4], "the second player must block");
        assert_eq!(noisy("112233"), [4], "the first player wins");
        assert_eq!(noisy("121212"), [1], "his own win, not the block in column 2");
    }
}
