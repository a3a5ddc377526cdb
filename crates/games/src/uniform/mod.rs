//! A uniform tree with pseudo-random values and many transpositions, for studying searches
//! without any game's luck.
//!
//! Every player always has `b` moves and nobody ever wins. The order of one player's moves does not
//! matter: a state is how often each player has made each move. Scores and move ranks are hashes of
//! that, defined exactly so that an independent program gets the same numbers.

mod bench;
mod description;
mod diagram;
mod knowledge;
mod notation;

use melee_core::zobrist::{TURN, mix};
use melee_core::{Description, Game, GameOptions, OptionError, Outcome, PlayableGame, Player};

pub use knowledge::UniformKnowledge;

/// The tree's parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Uniform {
    players: usize,
    moves: usize,
    seed: u64,
}

/// How often each player has made each move, and whose turn it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// Player by player.
    counts: Vec<u16>,
    turn: Player,
    digest: u64,
    /// A count has reached its limit.
    is_full: bool,
}

/// What takes a ply back.
#[derive(Debug)]
pub struct Undo {
    /// The count that went up, if a move was made.
    counted: Option<usize>,
    turn: Player,
    digest: u64,
}

/// More moves than a player can make of one kind before hashes would overlap.
const MAX_COUNT: u16 = 4095;

impl Uniform {
    /// A tree for 2 to 8 players with 1 to 64 moves each.
    pub fn new(players: usize, moves: usize, seed: u64) -> Option<Self> {
        let fits = (2..=8).contains(&players) && (1..=64).contains(&moves);
        fits.then_some(Uniform { players, moves, seed })
    }

    /// What all values of the tree are computed from.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The number of moves of every player.
    pub fn branching(&self) -> usize {
        self.moves
    }

    fn index(&self, player: Player, mv: u8) -> usize {
        player.index() * self.moves + mv as usize
    }

    /// The part of one count in the digest; a count of zero has none.
    fn count_hash(&self, index: usize, count: u16) -> u64 {
        if count == 0 {
            return 0;
        }
        let (player, mv) = ((index / self.moves) as u64, (index % self.moves) as u64);
        let cell = (player * 64 + mv) * 4096 + u64::from(count);
        mix(self.seed.wrapping_add(1).wrapping_add(cell))
    }
}

impl Game for Uniform {
    const NAME: &'static str = "uniform";
    type State = State;
    type Move = u8;
    type Undo = Undo;

    fn players(&self) -> usize {
        self.players
    }

    fn initial(&self) -> State {
        State { counts: vec![0; self.players * self.moves], turn: Player::FIRST, digest: 0, is_full: false }
    }

    fn to_move(&self, state: &State) -> Player {
        state.turn
    }

    fn moves(&self, _state: &State, out: &mut Vec<u8>) {
        out.extend(0..self.moves as u8);
    }

    fn play(&self, state: &mut State, mv: u8) -> Undo {
        let index = self.index(state.turn, mv);
        let undo = Undo { counted: Some(index), turn: state.turn, digest: state.digest };
        let count = state.counts[index];
        state.digest ^= self.count_hash(index, count) ^ self.count_hash(index, count + 1);
        state.counts[index] = count + 1;
        state.is_full = count + 1 == MAX_COUNT;
        state.turn = state.turn.next(self.players);
        undo
    }

    fn hand_turn_to(&self, state: &mut State, player: Player) -> Undo {
        let undo = Undo { counted: None, turn: state.turn, digest: state.digest };
        state.turn = player;
        undo
    }

    fn undo(&self, state: &mut State, undo: Undo) {
        if let Some(index) = undo.counted {
            state.counts[index] -= 1;
            state.is_full = false;
        }
        state.turn = undo.turn;
        state.digest = undo.digest;
    }

    /// Nobody wins; the game stops before hashes would overlap.
    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.is_full.then(|| Outcome::draw(self.players))
    }

    fn key(&self, state: &State) -> u64 {
        state.digest ^ TURN[state.turn.index()]
    }

    fn key_from_scratch(&self, state: &State) -> u64 {
        let counts = state.counts.iter().enumerate();
        counts.fold(TURN[state.turn.index()], |key, (i, &count)| key ^ self.count_hash(i, count))
    }

    fn move_index(&self, mv: u8) -> usize {
        mv as usize
    }

    fn move_indices(&self) -> usize {
        self.moves
    }

    fn moves_per_index(&self) -> usize {
        1
    }

    fn count_moves(&self, _state: &State, _buffer: &mut Vec<u8>) -> usize {
        self.moves
    }

    fn is_legal(&self, _state: &State, mv: u8) -> bool {
        (mv as usize) < self.moves
    }
}

impl PlayableGame for Uniform {
    type Knowledge = UniformKnowledge;

    fn describe() -> Description {
        description::UNIFORM
    }

    fn with_options(options: &GameOptions) -> Result<Self, OptionError> {
        let Some(text) = &options.position else {
            let game = Uniform::new(options.players.unwrap_or(3), 4, 0);
            return Ok(game.expect("the number of players was checked"));
        };
        let game = notation::parse_parameters(text).map_err(|e| OptionError(e.to_string()))?;
        if options.players.is_some_and(|n| n != game.players) {
            return Err(OptionError(format!(
                "position '{text}' is for {} players, --players says otherwise",
                game.players
            )));
        }
        Ok(game)
    }

    fn knowledge(&self, evaluation: Option<&str>, ordering: Option<&str>) -> Option<UniformKnowledge> {
        UniformKnowledge::named(evaluation, ordering)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use melee_core::perft;

    #[test]
    fn perft_is_a_power_of_the_branching() {
        let game = Uniform::new(4, 3, 7).expect("in range");
        for depth in 0..8 {
            assert_eq!(perft(&game, &game.initial(), depth), 3u64.pow(depth));
        }
    }

    #[test]
    fn the_order_of_one_players_moves_does_not_matter() {
        let game = Uniform::new(2, 3, 1).expect("in range");
        let play = |moves: [u8; 4]| {
            let mut state = game.initial();
            for mv in moves {
                game.play(&mut state, mv);
            }
            state
        };
        assert_eq!(play([0, 1, 2, 1]), play([2, 1, 0, 1]));
        assert_ne!(play([0, 1, 2, 1]), play([1, 0, 1, 2]));
    }
}
