//! The short way to a game: five methods, and everything else follows.
//!
//! [`SmallGame`] is for games that need not be fast. Whoever implements it has a [`Game`] that every
//! search plays: turns, keys, undoing by copy and handing the turn on are done here.
//!
//! ```
//! use melee_core::{Outcome, Player, SmallGame};
//!
//! /// One heap; each player in turn takes one to three stones, who takes the last one wins.
//! struct Nim;
//!
//! impl SmallGame for Nim {
//!     const NAME: &'static str = "nim";
//!     type Board = u8;
//!     type Move = u8;
//!
//!     fn players(&self) -> usize {
//!         3
//!     }
//!     fn start(&self) -> u8 {
//!         10
//!     }
//!     fn moves(&self, stones: &u8, _player: Player, out: &mut Vec<u8>) {
//!         out.extend(1..=3.min(*stones));
//!     }
//!     fn play(&self, stones: &mut u8, _player: Player, taken: u8) {
//!         *stones -= taken;
//!     }
//!     fn result(&self, stones: &u8, to_move: Player) -> Option<Outcome> {
//!         (*stones == 0).then(|| Outcome::win(to_move.previous(3), 3))
//!     }
//! }
//!
//! use melee_core::{Game, perft};
//! assert_eq!(perft(&Nim, &Nim.initial(), 3), 27);
//! ```

use std::fmt::Debug;
use std::hash::{Hash, Hasher};

use crate::zobrist::{TURN, mix};
use crate::{Game, Outcome, Player};

/// The rules of a game whose states are small enough to be copied at every move.
///
/// The board does not say whose turn it is: that is kept beside it, and goes round the table unless
/// [`next`](SmallGame::next) says otherwise.
pub trait SmallGame: Send + Sync + Sized + 'static {
    /// The name on the command line: lower case, no spaces.
    const NAME: &'static str;

    /// What moves change.
    type Board: Clone + Eq + Hash + Debug + Send + Sync;
    /// One ply of one player.
    type Move: Copy + Eq + Hash + Debug + Send + Sync;

    /// The number of seats.
    fn players(&self) -> usize;

    /// The board before the first move.
    fn start(&self) -> Self::Board;

    /// Appends the legal moves of a player, in a fixed order, if the game is not over.
    fn moves(&self, board: &Self::Board, player: Player, out: &mut Vec<Self::Move>);

    /// Makes a legal move.
    fn play(&self, board: &mut Self::Board, player: Player, mv: Self::Move);

    /// The result if the game is over; `to_move` is who would be next.
    fn result(&self, board: &Self::Board, to_move: Player) -> Option<Outcome>;

    /// Who moves after this player; he must have a move if the game is not over.
    fn next(&self, _board: &Self::Board, player: Player) -> Player {
        player.next(self.players())
    }
}

/// A board, and whose turn it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SmallState<B> {
    pub board: B,
    /// Who moves next.
    pub turn: Player,
    key: u64,
}

impl<B: Hash> SmallState<B> {
    /// A position, set up.
    pub fn new(board: B, turn: Player) -> Self {
        let key = stable_hash(&board) ^ TURN[turn.index()];
        SmallState { board, turn, key }
    }
}

/// A hash that is the same on every machine and in every version.
pub fn stable_hash<T: Hash>(value: &T) -> u64 {
    let mut hasher = StableHasher(0);
    value.hash(&mut hasher);
    mix(hasher.0)
}

struct StableHasher(u64);

impl Hasher for StableHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }
    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }
    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }
    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }
    fn write_u64(&mut self, number: u64) {
        self.0 = mix(self.0 ^ number);
    }
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }
    fn finish(&self) -> u64 {
        self.0
    }
}

impl<R: SmallGame> Game for R {
    const NAME: &'static str = R::NAME;
    type State = SmallState<R::Board>;
    type Move = R::Move;
    type Undo = Self::State;

    fn players(&self) -> usize {
        SmallGame::players(self)
    }

    fn initial(&self) -> Self::State {
        SmallState::new(self.start(), Player::FIRST)
    }

    fn to_move(&self, state: &Self::State) -> Player {
        state.turn
    }

    fn can_act(&self, state: &Self::State, player: Player) -> bool {
        let mut moves = Vec::new();
        SmallGame::moves(self, &state.board, player, &mut moves);
        !moves.is_empty()
    }

    fn moves(&self, state: &Self::State, out: &mut Vec<R::Move>) {
        SmallGame::moves(self, &state.board, state.turn, out);
    }

    fn play(&self, state: &mut Self::State, mv: R::Move) -> Self::State {
        let before = state.clone();
        SmallGame::play(self, &mut state.board, state.turn, mv);
        state.turn = self.next(&state.board, state.turn);
        state.key = self.key_from_scratch(state);
        before
    }

    fn hand_turn_to(&self, state: &mut Self::State, player: Player) -> Self::State {
        let before = state.clone();
        state.key ^= TURN[state.turn.index()] ^ TURN[player.index()];
        state.turn = player;
        before
    }

    fn undo(&self, state: &mut Self::State, undo: Self::State) {
        *state = undo;
    }

    fn outcome(&self, state: &Self::State) -> Option<Outcome> {
        self.result(&state.board, state.turn)
    }

    fn key(&self, state: &Self::State) -> u64 {
        state.key
    }

    fn key_from_scratch(&self, state: &Self::State) -> u64 {
        stable_hash(&state.board) ^ TURN[state.turn.index()]
    }
}
