//! What the game knows about itself: who stands better, and which moves look good.

use melee::core::{Knowledge, OrderView, Player, Scores, SmallGame, SmallState};

use crate::{Board, Isolation, Square};

/// An evaluation, and an ordering or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Insight {
    pub(crate) evaluation: Evaluation,
    pub(crate) orders: bool,
}

/// Ways to value a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evaluation {
    /// Squares that a piece can go to in one move.
    Mobility,
    /// Squares that a piece could come to if nobody else moved.
    Room,
}

impl Evaluation {
    fn of(self, game: &Isolation, board: &Board, player: Player) -> i32 {
        match self {
            Evaluation::Mobility => game.mobility(board, player) as i32,
            Evaluation::Room => room(game, board, player) as i32,
        }
    }
}

/// How many squares a piece could come to if nobody else moved and nothing were lost.
fn room(game: &Isolation, board: &Board, player: Player) -> usize {
    let mut walker = board.clone();
    let mut found: Vec<Square> = Vec::new();
    game.targets(&walker, player, &mut found);
    let mut looked_at = 0;
    while let Some(&square) = found.get(looked_at) {
        looked_at += 1;
        walker.pieces[player.index()] = square;
        let mut next = Vec::new();
        game.targets(&walker, player, &mut next);
        for square in next {
            if !found.contains(&square) && board.is_free(square) {
                found.push(square);
            }
        }
    }
    found.len()
}

impl Knowledge<Isolation> for Insight {
    /// What a player has beyond the mean of all, times their number: the scores add up to nothing.
    fn scores(&self, game: &Isolation, state: &SmallState<Board>, _root: Player) -> Scores {
        let players = game.players();
        let mut scores = Scores::new(players);
        let mut sum = 0;
        for player in Player::all(players) {
            scores[player] = self.evaluation.of(game, &state.board, player);
            sum += scores[player];
        }
        for player in Player::all(players) {
            scores[player] = scores[player] * players as i32 - sum;
        }
        scores
    }

    fn worth_of_win(&self) -> i32 {
        40
    }

    /// Squares with free neighbours first.
    fn rank_all(
        &self,
        _game: &Isolation,
        state: &mut SmallState<Board>,
        _view: OrderView,
        moves: &[Square],
        out: &mut Vec<i32>,
    ) {
        let board = &state.board;
        let neighbours = |to: Square| {
            let near = Square::all()
                .filter(|square| square.column().abs_diff(to.column()) <= 1 && square.row().abs_diff(to.row()) <= 1);
            near.filter(|&square| board.is_free(square)).count() as i32
        };
        let rank = |&to: &Square| if self.orders { neighbours(to) } else { 0 };
        out.extend(moves.iter().map(rank));
    }
}
