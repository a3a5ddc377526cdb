//! The history heuristic (Schaeffer 1983), the butterfly heuristic (Hartmann 1988) and the
//! relative history heuristic (Winands et al. 2006), as Gras 2012, 4.3.3 describes them; and the
//! history that fades from move to move of Esser 2012, 3.2.4.
//!
//! Moves that were best in some node are tried earlier in others. Each player has his own table.

use melee_core::{Game, Player};

use crate::Ply;

/// Which score orders the moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HistoryKind {
    /// How often a move was best, weighted by 2^depth.
    History,
    /// How often a move was searched at all.
    Butterfly,
    /// How often it was best of the times it was searched.
    Relative,
    /// How often a move was best, weighted by the square of the depth; a tenth of it is left when
    /// the next move is searched.
    Aged,
}

impl HistoryKind {
    /// All kinds with their names.
    pub const NAMES: [(&'static str, HistoryKind); 4] = [
        ("plain", HistoryKind::History),
        ("butterfly", HistoryKind::Butterfly),
        ("relative", HistoryKind::Relative),
        ("aged", HistoryKind::Aged),
    ];
}

/// How often a move was best, and how often it was searched. An array, because
/// zeroed arrays come from the allocator unwritten, and signed, because that becomes a float in one
/// instruction.
type Score = [i64; 2];

/// The scores of all moves of all players.
#[derive(Debug)]
pub struct History {
    kind: HistoryKind,
    moves: usize,
    scores: Vec<Score>,
    /// Which of them are not empty: few, in a short search of a game with many moves.
    touched: Vec<u32>,
}

/// The scores of all moves of a player.
#[derive(Clone, Copy)]
pub(crate) struct PlayerHistory<'a> {
    kind: HistoryKind,
    scores: &'a [Score],
}

impl History {
    /// Empty tables for a game.
    pub fn new<G: Game>(kind: HistoryKind, game: &G) -> Self {
        let moves = game.move_indices();
        History { kind, moves, scores: vec![[0; 2]; moves * game.players()], touched: Vec::new() }
    }

    #[inline]
    fn of_move<G: Game>(&mut self, game: &G, ply: Ply<G::Move>) -> &mut Score {
        let index = ply.player.index() * self.moves + game.move_index(ply.mv);
        let score = &mut self.scores[index];
        if *score == [0; 2] {
            self.touched.push(index as u32);
        }
        score
    }

    /// A move was best in a node with this remaining depth.
    pub fn reward<G: Game>(&mut self, game: &G, ply: Ply<G::Move>, depth: u32) {
        if self.kind == HistoryKind::Butterfly {
            return;
        }
        let weight = self.weight(depth);
        let [best, _] = self.of_move(game, ply);
        *best = best.saturating_add(weight);
    }

    /// A move was searched in a node with this remaining depth.
    pub fn count<G: Game>(&mut self, game: &G, ply: Ply<G::Move>, depth: u32) {
        if !matches!(self.kind, HistoryKind::Butterfly | HistoryKind::Relative) {
            return;
        }
        let weight = self.weight(depth);
        let [_, searched] = self.of_move(game, ply);
        *searched = searched.saturating_add(weight);
    }

    /// What one player's moves are worth.
    #[inline]
    pub(crate) fn of_player(&self, player: Player) -> PlayerHistory<'_> {
        let first = player.index() * self.moves;
        PlayerHistory { kind: self.kind, scores: &self.scores[first..first + self.moves] }
    }

    /// The search of another move of the game begins.
    pub fn age(&mut self) {
        if self.kind == HistoryKind::Aged {
            let scores = &mut self.scores;
            self.touched.retain(|&index| {
                let score = &mut scores[index as usize];
                score[0] /= 10;
                *score != [0; 2]
            });
        }
    }

    #[inline]
    fn weight(&self, depth: u32) -> i64 {
        debug_assert!(depth > 0, "a score that is not empty grows");
        match self.kind {
            HistoryKind::Aged => i64::from(depth).pow(2),
            _ => 1 << depth.min(40),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for index in self.touched.drain(..) {
            self.scores[index as usize] = [0; 2];
        }
    }
}

impl PlayerHistory<'_> {
    /// The rank of a move among those of equal static rank; higher is tried earlier.
    #[inline]
    pub(crate) fn rank<G: Game>(self, game: &G, mv: G::Move) -> u16 {
        let [best, searched] = self.scores[game.move_index(mv)];
        match self.kind {
            HistoryKind::History | HistoryKind::Aged => compress(best.unsigned_abs()),
            HistoryKind::Butterfly => compress(searched.unsigned_abs()),
            HistoryKind::Relative => {
                // A division of floats is exact to the last bit on every machine, and ten times
                // faster than one of wide integers.
                let share = best as f64 / searched.max(1) as f64;
                (share * 65_535.0) as u16
            }
        }
    }
}

/// Keeps the order of large numbers in sixteen bits: the leading bit's place and the ten below it.
fn compress(score: u64) -> u16 {
    let bits = u64::BITS - score.leading_zeros();
    if bits <= 10 {
        return score as u16;
    }
    let mantissa = (score >> (bits - 11)) as u16 & 0x3ff;
    (((bits - 10) as u16) << 10) | mantissa
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Esser 2012, 3.2.4: depth squared, and a tenth of it at the next move.
    #[test]
    fn aged_history_fades() {
        use melee_testkit::tree::TreeGame;
        let game = TreeGame::parse("(a=1 b=2)", 2);
        let state = game.initial();
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        let ply = |i: usize| Ply { player: game.to_move(&state), mv: moves[i] };
        let mut history = History::new(HistoryKind::Aged, &game);
        let rank = |history: &History, i: usize| history.of_player(ply(i).player).rank(&game, ply(i).mv);
        history.reward(&game, ply(0), 5);
        history.reward(&game, ply(0), 2);
        assert_eq!(rank(&history, 0), 29);
        assert_eq!(rank(&history, 1), 0);
        history.age();
        history.reward(&game, ply(1), 1);
        assert_eq!((rank(&history, 0), rank(&history, 1)), (2, 1));
    }

    #[test]
    fn compression_keeps_the_order() {
        let scores = [0, 1, 2, 1023, 1024, 1025, 2047, 2048, 4096, 1 << 40, u64::MAX];
        for pair in scores.windows(2) {
            assert!(compress(pair[0]) <= compress(pair[1]), "{pair:?}");
        }
        assert!(compress(1023) < compress(1024));
        assert!(compress(1 << 40) < compress(u64::MAX));
    }
}
