//! Abalone for two players, and free for all for three (Chorus 2009; the boxed rules).
//!
//! A move shifts one to three marbles in a row by one field, along the row or sideways. Along the
//! row more marbles push fewer (two one, three one or two) if there is room behind them or the
//! edge. Who has pushed six marbles of others off the board wins.

mod aiba;
mod bench;
mod board;
mod chances;
mod description;
mod diagram;
mod evaluation;
mod inputs;
mod knowledge;
mod levels;
mod moves;
mod notation;
mod ordering;
mod refusal;
mod shape;
mod starts;

use melee_core::net::Learned;
use melee_core::zobrist::{self, TURN};
use melee_core::{Description, Game, GameOptions, OptionError, Outcome, PlayableGame, Player};

use board::{AXES, BOARD, Bits, Field, PLACES, SYMMETRIES, bit, step};
pub use evaluation::{Tapered, Weights};
pub use knowledge::AbaloneKnowledge;
pub use moves::Move;
use moves::{SHAPES, View};
pub use ordering::Effect;
use shape::Shape;

/// The rules for two or three players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Abalone {
    players: usize,
    /// A game not decided by then is drawn (Chorus 2009: 200).
    ply_cap: Option<usize>,
    /// The third occurrence of a position is a draw.
    repetition: bool,
}

const MAX_SEATS: usize = 3;
/// Marbles to push off the board for a win.
const TO_WIN: u8 = 6;

/// Everybody's marbles, and how many he has lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    marbles: [Bits; MAX_SEATS],
    shapes: [Shape; MAX_SEATS],
    key: u64,
    /// Marbles each player has lost.
    lost: [u8; MAX_SEATS],
    /// Marbles of others each player has pushed off.
    ejected: [u8; MAX_SEATS],
    turn: Player,
    winner: Option<Player>,
}

/// A move in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveShape {
    /// The own marbles that move, as row (A is 0) and number (1 is 0).
    pub marbles: Vec<(usize, usize)>,
    /// Up, up right, left, right, down left, down, as one looks from A to I.
    pub direction: usize,
    /// Along the row; single marbles too.
    pub is_inline: bool,
    /// What it meets.
    pub effect: Effect,
}

static MARBLE_KEYS: [[u64; 128]; MAX_SEATS] =
    [zobrist::table(0xAB_01), zobrist::table(0xAB_02), zobrist::table(0xAB_03)];
const LOST_KEYS: [[u64; 64]; MAX_SEATS] = [zobrist::table(0xAB_11), zobrist::table(0xAB_12), zobrist::table(0xAB_13)];
const EJECTED_KEYS: [[u64; 8]; MAX_SEATS] = [zobrist::table(0xAB_21), zobrist::table(0xAB_22), zobrist::table(0xAB_23)];

impl State {
    #[inline]
    fn view(&self, player: usize) -> View {
        let all = self.marbles[0] | self.marbles[1] | self.marbles[2];
        let own = self.marbles[player];
        View { own, others: all & !own }
    }

    /// Whose marble stands on a field that is taken.
    #[inline]
    fn owner(&self, field: Field) -> usize {
        let is_his = |p: &usize| self.marbles[*p] & bit(field) != 0;
        (0..MAX_SEATS).find(is_his).unwrap_or(0)
    }

    #[inline]
    fn toggle(&mut self, player: usize, field: Field) {
        let (marbles, shape) = (&mut self.marbles[player], &mut self.shapes[player]);
        *marbles ^= bit(field);
        if *marbles & bit(field) == 0 {
            shape.remove(*marbles, field);
        } else {
            shape.add(*marbles, field);
        }
        self.key ^= MARBLE_KEYS[player][field as usize & 127];
    }

    /// Moves the marbles of others one field on, from the farthest to the nearest.
    fn push(&mut self, mover: usize, nearest: Field, direction: usize, others: Bits) {
        let second = step(nearest, direction, 1);
        let pushed = if others & bit(second) != 0 { 2 } else { 1 };
        for i in (0..pushed).rev() {
            let from = step(nearest, direction, i);
            let to = step(from, direction, 1);
            let owner = self.owner(from);
            self.toggle(owner, from);
            if BOARD & bit(to) != 0 {
                self.toggle(owner, to);
            } else {
                self.eject(mover, owner);
            }
        }
    }

    #[cold]
    fn eject(&mut self, mover: usize, owner: usize) {
        let (lost, ejected) = (self.lost[owner] as usize, self.ejected[mover] as usize);
        self.key ^= LOST_KEYS[owner][lost & 63] ^ LOST_KEYS[owner][(lost + 1) & 63];
        self.key ^= EJECTED_KEYS[mover][ejected & 7] ^ EJECTED_KEYS[mover][(ejected + 1) & 7];
        self.lost[owner] += 1;
        self.ejected[mover] += 1;
        if self.ejected[mover] >= TO_WIN {
            self.winner = Some(Player::new(mover));
        }
    }
}

impl Abalone {
    /// What a move does, for programs with an order of their own.
    pub fn move_shape(&self, state: &State, mv: Move) -> MoveShape {
        let along = mv.axis().map_or(mv.direction(), |axis| AXES[axis]);
        let fields = (0..mv.marbles() as i32).map(|i| step(mv.first, along, i));
        MoveShape {
            marbles: fields.map(|f| (board::row(f), board::number(f))).collect(),
            direction: mv.direction(),
            is_inline: mv.axis().is_none(),
            effect: ordering::effect(state, mv),
        }
    }

    /// The marbles of a player as rows and numbers, counted from 0.
    pub fn marbles(&self, state: &State, player: Player) -> Vec<(usize, usize)> {
        board::fields(state.marbles[player.index()]).map(|f| (board::row(f), board::number(f))).collect()
    }

    /// The rules for two or three players, drawn after 200 plies.
    pub fn new(players: usize) -> Option<Self> {
        (2..=MAX_SEATS).contains(&players).then_some(Abalone { players, ply_cap: Some(200), repetition: false })
    }
}

impl Game for Abalone {
    const NAME: &'static str = "abalone";
    type State = State;
    type Move = Move;
    type Undo = State;

    fn players(&self) -> usize {
        self.players
    }

    fn initial(&self) -> State {
        starts::initial(self)
    }

    #[inline]
    fn to_move(&self, state: &State) -> Player {
        state.turn
    }

    #[inline]
    fn takes_turns(&self) -> bool {
        true
    }

    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        let base = out.len();
        state.view(state.turn.index()).moves(|mv| out.push(mv));
        if out.len() == base {
            out.push(Move::PASS);
        }
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) -> State {
        let before = *state;
        let mover = state.turn.index();
        let next = state.turn.next(self.players);
        state.key ^= TURN[mover] ^ TURN[next.index()];
        state.turn = next;
        if mv == Move::PASS {
            return before;
        }
        let (direction, marbles) = (mv.direction(), mv.marbles() as i32);
        if let Some(axis) = mv.axis() {
            for i in 0..marbles {
                let from = step(mv.first, AXES[axis], i);
                state.toggle(mover, from);
                state.toggle(mover, step(from, direction, 1));
            }
        } else {
            let front = step(mv.first, direction, marbles);
            let others = before.view(mover).others;
            if others & bit(front) != 0 {
                state.push(mover, front, direction, others);
            }
            state.toggle(mover, mv.first);
            state.toggle(mover, front);
        }
        before
    }

    fn hand_turn_to(&self, state: &mut State, player: Player) -> State {
        let before = *state;
        state.key ^= TURN[state.turn.index()] ^ TURN[player.index()];
        state.turn = player;
        before
    }

    #[inline]
    fn undo(&self, state: &mut State, undo: State) {
        *state = undo;
    }

    #[inline]
    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.winner.map(|winner| Outcome::win(winner, self.players))
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        state.key
    }

    fn key_from_scratch(&self, state: &State) -> u64 {
        let mut key = TURN[state.turn.index()];
        for player in 0..self.players {
            key ^= LOST_KEYS[player][state.lost[player] as usize & 63];
            key ^= EJECTED_KEYS[player][state.ejected[player] as usize & 7];
            for field in board::fields(state.marbles[player]) {
                key ^= MARBLE_KEYS[player][field as usize];
            }
        }
        key
    }

    fn symmetric_key(&self, state: &State) -> u64 {
        let mut rest = state.key;
        let mut keys = [0; SYMMETRIES];
        for (player, own_keys) in MARBLE_KEYS.iter().enumerate() {
            for field in board::fields(state.marbles[player]) {
                rest ^= own_keys[field as usize];
                for (key, image) in keys.iter_mut().zip(board::images(field)) {
                    *key ^= own_keys[image as usize];
                }
            }
        }
        rest ^ keys.into_iter().min().expect("there is a symmetry")
    }

    #[inline]
    fn move_index(&self, mv: Move) -> usize {
        mv.index()
    }

    fn move_indices(&self) -> usize {
        PLACES * SHAPES
    }

    fn moves_per_index(&self) -> usize {
        1
    }

    #[inline]
    fn count_moves(&self, state: &State, _buffer: &mut Vec<Move>) -> usize {
        // A player without moves passes.
        state.view(state.turn.index()).count().max(1)
    }
}

impl PlayableGame for Abalone {
    type Knowledge = Learned<AbaloneKnowledge>;

    fn describe() -> Description {
        description::ABALONE
    }

    fn with_options(options: &GameOptions) -> Result<Self, OptionError> {
        let given = options.position.as_deref().map(notation::players_of);
        let players = options.players_with(given)?;
        let game = Abalone::new(players.unwrap_or(2)).expect("the number of players was checked");
        match options.get("rules") {
            None | Some("plies") => Ok(game),
            Some("repetition") => Ok(Abalone { repetition: true, ..game }),
            Some("endless") => Ok(Abalone { ply_cap: None, ..game }),
            Some(name) => Err(OptionError(format!("unknown rules '{name}'; known: plies, repetition, endless"))),
        }
    }

    fn knowledge(&self, evaluation: Option<&str>, ordering: Option<&str>) -> Option<Self::Knowledge> {
        AbaloneKnowledge::named(evaluation, ordering).map(Learned::by_hand)
    }

    crate::inputs::learned! { State; best: ["nets/2p.safetensors", "nets/3p.safetensors"], others: [] }

    fn weights(evaluation: &str) -> Option<Vec<(&'static str, f64)>> {
        Some(Weights::parse(evaluation)?.list())
    }

    fn headway(&self, state: &State) -> Option<u32> {
        Some(state.lost.iter().copied().map(u32::from).sum())
    }

    fn adjudicate(&self, _state: &State, plies: usize, occurrences: usize) -> Option<Outcome> {
        let too_long = self.ply_cap.is_some_and(|cap| plies >= cap);
        let repeated = self.repetition && occurrences >= 3;
        (too_long || repeated).then(|| Outcome::draw(self.players))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use melee_core::{Notation, perft};

    fn state(game: &Abalone, fen: &str) -> State {
        game.parse_position(fen).expect("a position").start
    }

    #[test]
    fn perft_of_the_rules_file() {
        let game = Abalone::new(2).expect("two players");
        for (fen, counts) in [
            ("wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0 0", [44, 1_936, 98_912, 5_045_110]),
            ("ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0 0", [52, 2_692, 149_322, 8_270_666]),
            ("5/2w3/1bbb1b1/1wbbbb2/1wwbwb3/1bwbwww1/1ww1w2/1b1wb1/5 b 0 1", [59, 3_046, 184_804, 9_855_103]),
        ] {
            let state = state(&game, fen);
            for (depth, leaves) in (1..).zip(counts) {
                assert_eq!(perft(&game, &state, depth), leaves, "{fen} depth {depth}");
            }
        }
    }

    #[test]
    fn playstrategys_test_position() {
        let game = Abalone::new(2).expect("two players");
        let state = state(&game, "5/6/7/8/4bbbw1/4w3/7/6/5 b 0 0");
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        let with = |n: usize| moves.iter().filter(|m| m.marbles() == n).count();
        assert_eq!([with(1), with(2), with(3)], [11, 7, 4]);
    }

    #[test]
    fn the_sixth_ejection_wins() {
        let game = Abalone::new(2).expect("two players");
        let mut state = state(&game, "5/6/7/8/5bbbw/8/7/6/5 b 0 5");
        let mv = game.parse_move(&state, "E6E7").expect("legal");
        game.play(&mut state, mv);
        assert_eq!(game.outcome(&state), Some(Outcome::win(Player::FIRST, 2)));
        assert_eq!(state.lost, [0, 6, 0]);
    }
}
