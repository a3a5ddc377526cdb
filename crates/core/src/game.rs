//! The rules of a game, as searches see them.

use std::fmt::Debug;
use std::hash::Hash;

use rand_core::Rng;

use crate::small::stable_hash;
use crate::{Outcome, Player};

/// The rules of one game with its parameters (board size, player count, map, rule set).
///
/// The value itself is immutable and shared; all change is in `State`. The game has perfect
/// information, no chance, and 2 to 8 players. A game that need not be fast is better written as a
/// [`SmallGame`](crate::SmallGame), which is shorter and gives all of this.
///
/// Laws, checked for every game by the conformance suite of `melee-testkit`:
/// * a state that is not over has a move, and no move twice; a forced pass is a move;
/// * `play` then `undo`, and `hand_turn_to` then `undo`, restore the state and its key;
/// * the incremental `key` equals `key_from_scratch`; equal states have equal keys;
/// * `count_moves`, `is_legal` and `random_move` agree with `moves`;
/// * who has lost while the others play on is not alive, and not among the first at the end;
/// * random games end.
///
/// Rules that look at more than the position (repetition, move clocks, ply caps) do not belong
/// here: a game describes them as [`adjudicate`](crate::PlayableGame::adjudicate), and the history of a
/// game applies them.
pub trait Game: Send + Sync + Sized + 'static {
    /// The name on the command line: lower case, no spaces.
    const NAME: &'static str;

    /// Everything that moves change.
    type State: Clone + Eq + Debug + Send + Sync;
    /// One ply of one player.
    type Move: Copy + Eq + Hash + Debug + Send + Sync;
    /// What takes a ply back: the old state for small games, a mark into a journal for big ones.
    type Undo;

    /// The number of seats, eliminated players included.
    fn players(&self) -> usize;

    /// The game's usual start.
    fn initial(&self) -> Self::State;

    /// Who moves next. Meaningless once the game is over.
    fn to_move(&self, state: &Self::State) -> Player;

    /// Does this player still take part? Eliminated players are never to move.
    fn alive(&self, _state: &Self::State, _player: Player) -> bool {
        true
    }

    /// Has this player lost although the others play on? Who is eliminated has, unless all it means is that he has no
    /// more moves, and what he has done so far may still win.
    fn has_lost(&self, state: &Self::State, player: Player) -> bool {
        !self.alive(state, player)
    }

    /// Could this player move if the turn were handed to him? Not if he is eliminated, nor if he
    /// has no move in a game that skips such players silently.
    fn can_act(&self, state: &Self::State, player: Player) -> bool {
        self.alive(state, player)
    }

    /// Does the turn always go to the next player who can act? Searches in which everybody chooses need not ask at every
    /// node then, which shows where nodes are cheap. To say no is always right; where a player may move twice it must be said.
    #[inline]
    fn takes_turns(&self) -> bool {
        false
    }

    /// Appends the legal moves in a fixed order. The state must not be over.
    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>);

    /// Makes a legal move.
    fn play(&self, state: &mut Self::State, mv: Self::Move) -> Self::Undo;

    /// Gives the turn to another player who [can act](Game::can_act), without a move: best-reply
    /// search skips players. Whatever the rules do when a turn begins happens: that may end the
    /// game, or the player's part in it.
    fn hand_turn_to(&self, state: &mut Self::State, player: Player) -> Self::Undo;

    /// Takes back the last `play` or `hand_turn_to`.
    fn undo(&self, state: &mut Self::State, undo: Self::Undo);

    /// The result if the game is over, by the position alone.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// A 64-bit hash of the position and the player to move, kept up to date by `play`.
    fn key(&self, state: &Self::State) -> u64;

    /// The same hash computed anew, for games that keep it up to date.
    fn key_from_scratch(&self, state: &Self::State) -> u64 {
        self.key(state)
    }

    /// Forgets what the position carries of the moves before it, such as a clock of quiet moves. Two
    /// positions are one for rules about repetition if they are equal after that, and
    /// [`perft`](crate::perft) counts trees without such clocks.
    fn forget_past(&self, _state: &mut Self::State) {}

    /// What the position carries of the moves before it and the key leaves out, if it may end the game. What is proven of
    /// a position holds for another only if they share the key and the past.
    fn past(&self, _state: &Self::State) -> u64 {
        0
    }

    /// A hash that positions share which a symmetry of the board turns into each other, computed
    /// anew; their games and evaluations are the same. By default only equal positions do.
    fn symmetric_key(&self, state: &Self::State) -> u64 {
        self.key(state)
    }

    /// A number below [`move_indices`](Game::move_indices) for history tables; moves that mean
    /// the same on the board share it.
    fn move_index(&self, mv: Self::Move) -> usize {
        stable_hash(&mv) as usize % self.move_indices()
    }

    /// How many different move indices there are.
    fn move_indices(&self) -> usize {
        1024
    }

    /// The most legal moves of one position that share an index: all that tells them apart for those who know moves by
    /// number is their order in the list. What the default index, a hash, brings together is far below this.
    fn moves_per_index(&self) -> usize {
        16
    }

    /// The number of legal moves; games that can count without listing do.
    fn count_moves(&self, state: &Self::State, buffer: &mut Vec<Self::Move>) -> usize {
        let base = buffer.len();
        self.moves(state, buffer);
        let count = buffer.len() - base;
        buffer.truncate(base);
        count
    }

    /// The most plies that can still be played, where the rules bound them: a clock is divided among those.
    fn plies_left(&self, _state: &Self::State) -> Option<u32> {
        None
    }

    /// Is this move legal here? Asked about moves from tables and killers, which may be stale.
    fn is_legal(&self, state: &Self::State, mv: Self::Move) -> bool {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        moves.contains(&mv)
    }

    /// A uniformly random legal move of a state that is not over.
    fn random_move<R: Rng>(&self, state: &Self::State, buffer: &mut Vec<Self::Move>, rng: &mut R) -> Self::Move {
        let base = buffer.len();
        self.moves(state, buffer);
        let mv = buffer[base + below(rng, buffer.len() - base)];
        buffer.truncate(base);
        mv
    }

    /// The living player after `player` in turn order (himself if nobody else lives).
    fn next_alive(&self, state: &Self::State, player: Player) -> Player {
        let mut next = player.next(self.players());
        while next != player && !self.alive(state, next) {
            next = next.next(self.players());
        }
        next
    }
}

/// A random number below `bound` (Lemire's multiplication; the bias is under 2^-24 for move lists).
#[inline]
pub(crate) fn below<R: Rng>(rng: &mut R, bound: usize) -> usize {
    ((u64::from(rng.next_u32()) * bound as u64) >> 32) as usize
}
