//! Rolit: Reversi with up to four colours, for two to four players (Golad 1997).
//!
//! Whoever can turn balls of other colours must; whoever cannot plays next to any ball. Nobody
//! passes and nobody is out, so a game ends when the board is full, after as many plies as it had
//! empty squares. The four balls in the middle have one colour each however many play: those of a
//! colour without a player can be turned like any other.

mod bench;
mod board;
mod chances;
mod description;
mod diagram;
mod evaluation;
mod inputs;
mod levels;
mod notation;
mod ordering;

use melee_core::zobrist::{TURN, mix};

use crate::bits::ones;
use crate::weights::NamedWeights;
use melee_core::net::Learned;
use melee_core::{Description, Game, GameOptions, OptionError, Outcome, PlayableGame, Player, Rng};

pub use evaluation::{RolitKnowledge, Weights};
use notation::Heading;

/// Colours on the board, players or not.
const COLOURS: usize = 4;
const FEWEST_PLAYERS: usize = 2;
/// The sides of the boards.
const SIDES: [usize; 3] = [8, 6, 4];

/// The rules on one board for the players of some colours.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rolit {
    side: usize,
    /// Every square.
    board: u64,
    colours: Colours,
}

/// The colours of the players in seat order, as indices into red, yellow, green, blue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Colours {
    of_seat: [u8; COLOURS],
    players: u8,
}

impl Colours {
    /// The first colours, one for each of so many players.
    fn first(players: usize) -> Self {
        Colours { of_seat: [0, 1, 2, 3], players: players as u8 }
    }

    fn as_slice(&self) -> &[u8] {
        &self.of_seat[..self.players as usize]
    }

    #[inline]
    fn of(self, player: Player) -> usize {
        self.of_seat[player.index() & 3] as usize & 3
    }

    /// Who plays this colour, if anybody does.
    fn player(self, colour: usize) -> Option<Player> {
        let is_his = |&own: &u8| usize::from(own) == colour;
        self.as_slice().iter().position(is_his).map(Player::new)
    }
}

/// The balls on the board, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// The balls of each colour.
    balls: [u64; COLOURS],
    turn: Player,
}

impl State {
    /// The start with these colours in the middle, clockwise from the upper left.
    fn with_middle(colours: [usize; 4]) -> Self {
        let mut balls = [0; COLOURS];
        for (colour, square) in colours.into_iter().zip([35, 36, 28, 27]) {
            balls[colour] |= 1 << square;
        }
        State { balls, turn: Player::FIRST }
    }

    #[inline]
    fn occupied(&self) -> u64 {
        self.balls[0] | self.balls[1] | self.balls[2] | self.balls[3]
    }
}

/// The square on which a ball is placed, as an index into the bit board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Square(u8);

/// Keeps the colours apart in the hash of a position.
const COLOUR_KEYS: [u64; COLOURS] = melee_core::zobrist::table(0x5201);

impl Rolit {
    /// The usual rules for two to four players on a board with 4, 6 or 8 rows.
    ///
    /// ```
    /// use melee_games::Rolit;
    /// assert!(Rolit::new(4, 8).is_some());
    /// assert!(Rolit::new(4, 10).is_none());
    /// ```
    pub fn new(players: usize, side: usize) -> Option<Self> {
        let is_known = (FEWEST_PLAYERS..=COLOURS).contains(&players) && SIDES.contains(&side);
        is_known.then(|| Self::with_colours(Colours::first(players), side))
    }

    fn with_colours(colours: Colours, side: usize) -> Self {
        Rolit { side, board: board::squares(side), colours }
    }

    /// The balls of a player.
    #[inline]
    fn own(&self, state: &State, player: Player) -> u64 {
        state.balls[self.colours.of(player)]
    }

    /// The squares from which the player to move turns a ball.
    #[inline]
    fn captures(&self, state: &State) -> u64 {
        let (own, occupied) = (self.own(state, state.turn), state.occupied());
        board::captures(own, occupied & !own, self.board & !occupied)
    }

    /// The squares to which the player to move may go.
    #[inline]
    fn targets(&self, state: &State) -> u64 {
        let captures = self.captures(state);
        if captures != 0 {
            return captures;
        }
        let occupied = state.occupied();
        board::around(occupied) & self.board & !occupied
    }

    /// The balls that the player to move would turn from this square.
    #[inline]
    fn turned(&self, state: &State, square: Square) -> u64 {
        let own = self.own(state, state.turn);
        board::turned(own, state.occupied() & !own, square.0)
    }

    /// The number of balls of each player.
    fn counts(&self, state: &State) -> impl Iterator<Item = u32> {
        let colours = self.colours.of_seat.into_iter();
        let counts = state.balls.map(u64::count_ones);
        colours.take(self.players()).map(move |colour| counts[colour as usize])
    }
}

/// The hash of a position; whose turn it is comes on top.
#[inline]
fn board_key(balls: [u64; COLOURS]) -> u64 {
    let keys = balls.into_iter().zip(COLOUR_KEYS);
    keys.fold(0, |key, (balls, colour)| key ^ mix(balls ^ colour))
}

impl Game for Rolit {
    const NAME: &'static str = "rolit";
    type State = State;
    type Move = Square;
    type Undo = State;

    fn players(&self) -> usize {
        self.colours.players as usize
    }

    fn initial(&self) -> State {
        State::with_middle([0, 1, 2, 3])
    }

    #[inline]
    fn to_move(&self, state: &State) -> Player {
        state.turn
    }

    #[inline]
    fn moves(&self, state: &State, out: &mut Vec<Square>) {
        out.extend(ones(self.targets(state)).map(Square));
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Square) -> State {
        let before = *state;
        let turned = self.turned(state, mv);
        for balls in &mut state.balls {
            *balls &= !turned;
        }
        state.balls[self.colours.of(state.turn)] |= turned | 1 << (mv.0 & 63);
        state.turn = state.turn.next(self.players());
        before
    }

    fn hand_turn_to(&self, state: &mut State, player: Player) -> State {
        let before = *state;
        state.turn = player;
        before
    }

    #[inline]
    fn undo(&self, state: &mut State, undo: State) {
        *state = undo;
    }

    fn plies_left(&self, state: &State) -> Option<u32> {
        Some((self.board & !state.occupied()).count_ones())
    }

    #[inline]
    fn outcome(&self, state: &State) -> Option<Outcome> {
        if state.occupied() != self.board {
            return None;
        }
        let mut ranks = [1; COLOURS];
        for (rank, own) in ranks.iter_mut().zip(self.counts(state)) {
            *rank += self.counts(state).filter(|&other| other > own).count() as u8;
        }
        Some(Outcome::from_ranks(&ranks[..self.players()]))
    }

    /// Four multiplications side by side are quicker than keeping the key up to date ball by ball.
    #[inline]
    fn key(&self, state: &State) -> u64 {
        board_key(state.balls) ^ TURN[state.turn.index()]
    }

    fn symmetric_key(&self, state: &State) -> u64 {
        let mut balls = state.balls;
        let mut least = u64::MAX;
        for _ in 0..2 {
            for _ in 0..2 {
                for _ in 0..2 {
                    least = least.min(board_key(balls));
                    balls = balls.map(u64::swap_bytes);
                }
                balls = balls.map(board::mirrored);
            }
            balls = balls.map(board::transposed);
        }
        least ^ TURN[state.turn.index()]
    }

    #[inline]
    fn move_index(&self, mv: Square) -> usize {
        mv.0 as usize
    }

    fn move_indices(&self) -> usize {
        64
    }

    fn moves_per_index(&self) -> usize {
        1
    }

    #[inline]
    fn count_moves(&self, state: &State, _buffer: &mut Vec<Square>) -> usize {
        self.targets(state).count_ones() as usize
    }

    #[inline]
    fn is_legal(&self, state: &State, mv: Square) -> bool {
        self.targets(state) >> (mv.0 & 63) & 1 == 1
    }

    #[inline]
    fn random_move<R: Rng>(&self, state: &State, _buffer: &mut Vec<Square>, rng: &mut R) -> Square {
        let mut targets = self.targets(state);
        let pick = (u64::from(rng.next_u32()) * u64::from(targets.count_ones())) >> 32;
        for _ in 0..pick {
            targets &= targets - 1;
        }
        Square(targets.trailing_zeros() as u8)
    }
}

impl PlayableGame for Rolit {
    type Knowledge = Learned<RolitKnowledge>;

    fn describe() -> Description {
        description::ROLIT
    }

    fn with_options(options: &GameOptions) -> Result<Self, OptionError> {
        let known = |side: &usize| options.get("size") == Some(&format!("{side}x{side}"));
        let asked = match options.get("size") {
            None => None,
            Some(size) => Some(SIDES.into_iter().find(known).ok_or_else(|| {
                let size = size.escape_debug();
                OptionError(format!("--size {size}: expected 8x8, 6x6 or 4x4"))
            })?),
        };
        let Some(text) = &options.position else {
            let players = options.players.unwrap_or(FEWEST_PLAYERS);
            let game = Rolit::new(players, asked.unwrap_or(SIDES[0]));
            return Ok(game.expect("the number of players was checked"));
        };
        let heading = Heading::read(text).map_err(|error| OptionError(error.to_string()))?;
        let side = heading.rows.len();
        if let Some(asked) = asked.filter(|&asked| asked != side) {
            return Err(OptionError(format!("the position has {side} rows, --size says {asked}x{asked}")));
        }
        options.players_with(Some(heading.colours.players.into()))?;
        Ok(Rolit::with_colours(heading.colours, side))
    }

    fn knowledge(&self, evaluation: Option<&str>, ordering: Option<&str>) -> Option<Self::Knowledge> {
        RolitKnowledge::named(self, evaluation, ordering).map(Learned::by_hand)
    }

    crate::inputs::learned! { State; best: ["nets/8x8-2p.safetensors", "nets/8x8-3p.safetensors", "nets/8x8-4p.safetensors"], others: [] }

    fn weights(evaluation: &str) -> Option<Vec<(&'static str, f64)>> {
        Some(Weights::parse(evaluation)?.list())
    }
}
