//! Focus, also called Domination: stacks that move as far as they are high, for two to four players
//! (Sackson 1963).
//!
//! The top piece says whose a stack is. Whoever makes a stack of more than five takes the lowest
//! pieces off: his own come back to his reserve, the others are captured. A player who has neither a
//! stack nor a reserve is skipped without a move, and comes back when a piece of his is uncovered.
//!
//! The number of moves made is part of a position, because its text tells it and three players enter
//! their reserves in the first three; nothing else in the rules looks at it but the cap.

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

use melee_core::net::Learned;
use melee_core::zobrist::{self, TURN, mix};

use crate::bits::ones;
use crate::weights::NamedWeights;
use melee_core::{Description, Game, GameOptions, Notation, OptionError, Outcome, PlayableGame, Player, Rng};

use board::{BOARD, REACH, Stack, TALLEST};
pub use evaluation::{FocusKnowledge, Weights};

const FEWEST_PLAYERS: usize = 2;
const MAX_SEATS: usize = 4;
/// Three players have a piece each to enter before anything else.
const ENTRIES: u32 = 3;
const DEFAULT_CAP: u32 = 1000;
/// No position is further into its game, and no game is longer.
const LONGEST: u32 = 1_000_000;

/// The rules for a number of players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Focus {
    players: usize,
    goal: Option<Goal>,
    /// A game not decided after so many moves is drawn.
    cap: u32,
    start: State,
}

/// What wins a game by the short rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Goal {
    /// Captures from every opponent,
    from_each: u8,
    /// or captures in total.
    total: u8,
}

impl Goal {
    const fn short(players: usize) -> Self {
        let (from_each, total) = match players {
            2 => (6, 6),
            3 => (3, 10),
            _ => (2, 10),
        };
        Goal { from_each, total }
    }

    /// How many captures are missing, given a player's from every seat.
    #[inline]
    fn missing(self, players: usize, player: usize, captured: [u8; MAX_SEATS]) -> u8 {
        let (mut from_each, mut sum) = (0, 0);
        for (seat, count) in captured.into_iter().enumerate().take(players) {
            if seat != player {
                from_each += self.from_each.saturating_sub(count);
                sum += count;
            }
        }
        from_each.min(self.total.saturating_sub(sum))
    }
}

/// The stacks, and what everybody holds in reserve.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    stacks: [Stack; 64],
    tally: Tally,
}

/// What a position has beside its stacks, and what is known of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Tally {
    /// The stacks of each player.
    owned: [u64; MAX_SEATS],
    /// The stacks of at least one, two, ... five pieces.
    tall: [u64; TALLEST],
    key: u64,
    reserves: [u8; MAX_SEATS],
    /// What each player has captured of each colour.
    captured: [[u8; MAX_SEATS]; MAX_SEATS],
    /// Moves made.
    ply: u32,
    turn: Player,
    winner: Option<Player>,
}

impl Tally {
    #[inline]
    fn can_act(&self, player: usize) -> bool {
        self.owned[player] != 0 || self.reserves[player] != 0
    }
}

impl State {
    const EMPTY: State = State {
        stacks: [Stack::EMPTY; 64],
        tally: Tally {
            owned: [0; MAX_SEATS],
            tall: [0; TALLEST],
            key: 0,
            reserves: [0; MAX_SEATS],
            captured: [[0; MAX_SEATS]; MAX_SEATS],
            ply: 0,
            turn: Player::FIRST,
            winner: None,
        },
    };

    #[inline]
    fn stack(&self, square: u8) -> Stack {
        self.stacks[square as usize & 63]
    }

    /// The stack that a move forms, and what it takes off the board.
    #[inline]
    fn effect(&self, mv: Move) -> (Stack, Stack) {
        let moved = if mv.is_from_reserve() {
            Stack::single(self.tally.turn.index())
        } else {
            self.stack(mv.from).split(mv.count()).1
        };
        self.stack(mv.to).under(moved)
    }

    /// Puts a stack in the place of another.
    #[inline]
    fn set(&mut self, square: u8, stack: Stack) {
        let (old, bit) = (self.stack(square), 1 << (square & 63));
        let tally = &mut self.tally;
        if let Some(owner) = old.top() {
            tally.owned[owner] &= !bit;
        }
        if let Some(owner) = stack.top() {
            tally.owned[owner] |= bit;
        }
        let height = stack.height();
        for (least, tall) in (1..).zip(&mut tally.tall) {
            *tall = *tall & !bit | u64::from(height >= least) << (square & 63);
        }
        tally.key ^= stack_key(square, old) ^ stack_key(square, stack);
        self.stacks[square as usize & 63] = stack;
    }

    /// Pieces leave the board from below a stack that the player has made too high.
    #[inline]
    fn remove(&mut self, player: usize, pieces: Stack) {
        let tally = &mut self.tally;
        for colour in pieces.pieces() {
            let (count, domain) = if colour == player {
                (&mut tally.reserves[player], reserve_domain(player))
            } else {
                (&mut tally.captured[player][colour], capture_domain(player, colour))
            };
            tally.key ^= count_key(domain, *count) ^ count_key(domain, *count + 1);
            *count += 1;
        }
    }
}

#[inline]
fn stack_key(square: u8, stack: Stack) -> u64 {
    if stack == Stack::EMPTY {
        return 0;
    }
    mix((square as u64) << 16 | stack.code() as u64)
}

/// Pieces of a position, captured ones included: what a counter can hold.
const MOST_PIECES: usize = 255;

/// The key of a counter's value: these are too many for a table.
#[inline]
fn count_key(domain: u64, count: u8) -> u64 {
    zobrist::feature(domain, u64::from(count))
}

fn reserve_domain(player: usize) -> u64 {
    0xF0_01 + player as u64
}

fn capture_domain(player: usize, colour: usize) -> u64 {
    0xF0_11 + (player * MAX_SEATS + colour) as u64
}

/// Tells positions in which three players still enter their reserves from others.
const ENTRY_KEYS: [u64; ENTRIES as usize] = zobrist::table(0xF0_31);

/// A stack that moves as many squares as pieces, or a piece from the reserve.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    from: u8,
    to: u8,
}

impl Move {
    /// Where a piece of the reserve comes from.
    const RESERVE: u8 = 64;

    #[inline]
    fn is_from_reserve(self) -> bool {
        self.from == Self::RESERVE
    }

    /// How many pieces it moves.
    #[inline]
    fn count(self) -> usize {
        if self.is_from_reserve() { 1 } else { board::distance(self.from, self.to) }
    }
}

/// The tally as it was, and the two stacks that have changed.
#[derive(Debug)]
pub struct Undo {
    tally: Tally,
    stacks: Option<[(u8, Stack); 2]>,
}

impl Focus {
    /// The short rules for two to four players.
    ///
    /// ```
    /// use melee_core::{Game, Notation};
    /// use melee_games::Focus;
    /// let game = Focus::new(3).unwrap();
    /// let mv = game.parse_move(&game.initial(), "r:a4").unwrap();
    /// assert!(game.is_legal(&game.initial(), mv));
    /// assert!(Focus::new(5).is_none());
    /// ```
    pub fn new(players: usize) -> Option<Self> {
        if !(FEWEST_PLAYERS..=MAX_SEATS).contains(&players) {
            return None;
        }
        let mut game = Focus { players, goal: Some(Goal::short(players)), cap: DEFAULT_CAP, start: State::EMPTY };
        let setup = game.parse_position(notation::START[players - FEWEST_PLAYERS]);
        game.start = setup.expect("the usual start is a position").start;
        Some(game)
    }

    /// The rules by which only the last player who can move wins.
    pub fn full(players: usize) -> Option<Self> {
        let goal = None;
        Focus::new(players).map(|game| Focus { goal, ..game })
    }

    /// Must the player to move enter a piece of his reserve? Only if there is an empty square for it.
    #[inline]
    fn is_entering(&self, tally: &Tally) -> bool {
        let has_reserve = tally.reserves[tally.turn.index()] > 0;
        self.players == 3 && tally.ply < ENTRIES && has_reserve && tally.tall[0] != BOARD
    }

    #[inline]
    fn entry_key(&self, ply: u32) -> u64 {
        if self.players == 3 && ply < ENTRIES { ENTRY_KEYS[ply as usize] } else { 0 }
    }

    /// Where the player to move may enter a piece of his reserve.
    #[inline]
    fn entry_squares(&self, tally: &Tally) -> u64 {
        if tally.reserves[tally.turn.index()] == 0 {
            0
        } else if self.is_entering(tally) {
            BOARD & !tally.tall[0]
        } else {
            BOARD
        }
    }

    /// The stacks that the player to move may move.
    #[inline]
    fn movable(&self, tally: &Tally) -> u64 {
        if self.is_entering(tally) { 0 } else { tally.owned[tally.turn.index()] }
    }

    /// Has this player captured enough?
    #[inline]
    fn has_reached_goal(&self, tally: &Tally, player: usize) -> bool {
        let captured = tally.captured[player];
        self.goal.is_some_and(|goal| goal.missing(self.players, player, captured) == 0)
    }
}

impl Game for Focus {
    const NAME: &'static str = "focus";
    type State = State;
    type Move = Move;
    type Undo = Undo;

    fn players(&self) -> usize {
        self.players
    }

    fn initial(&self) -> State {
        self.start.clone()
    }

    #[inline]
    fn to_move(&self, state: &State) -> Player {
        state.tally.turn
    }

    /// Nobody is ever out, but a player without a stack and a reserve is skipped.
    #[inline]
    fn can_act(&self, state: &State, player: Player) -> bool {
        state.tally.can_act(player.index())
    }

    #[inline]
    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        let tally = &state.tally;
        for from in ones(self.movable(tally)) {
            let reach = REACH[from as usize][state.stack(from).height()];
            out.extend(ones(reach).map(|to| Move { from, to }));
        }
        let from = Move::RESERVE;
        out.extend(ones(self.entry_squares(tally)).map(|to| Move { from, to }));
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) -> Undo {
        let tally = state.tally;
        let (mover, to) = (tally.turn.index(), state.stack(mv.to));
        let (formed, removed) = state.effect(mv);
        let mut stacks = [(mv.to, to); 2];
        if mv.is_from_reserve() {
            let (domain, count) = (reserve_domain(mover), tally.reserves[mover]);
            state.tally.key ^= count_key(domain, count) ^ count_key(domain, count - 1);
            state.tally.reserves[mover] -= 1;
        } else {
            let from = state.stack(mv.from);
            stacks[0] = (mv.from, from);
            state.set(mv.from, from.split(mv.count()).0);
        }
        state.set(mv.to, formed);
        if removed != Stack::EMPTY {
            state.remove(mover, removed);
            if self.has_reached_goal(&state.tally, mover) {
                state.tally.winner = Some(tally.turn);
            }
        }
        let now = &mut state.tally;
        now.ply += 1;
        let mut next = tally.turn.next(self.players);
        while !now.can_act(next.index()) {
            next = next.next(self.players);
        }
        if next == tally.turn {
            now.winner = Some(next);
        }
        now.turn = next;
        now.key ^= TURN[mover] ^ TURN[next.index()];
        now.key ^= self.entry_key(tally.ply) ^ self.entry_key(tally.ply + 1);
        let stacks = Some(stacks);
        Undo { tally, stacks }
    }

    fn hand_turn_to(&self, state: &mut State, player: Player) -> Undo {
        let tally = state.tally;
        state.tally.key ^= TURN[tally.turn.index()] ^ TURN[player.index()];
        state.tally.turn = player;
        let stacks = None;
        Undo { tally, stacks }
    }

    #[inline]
    fn undo(&self, state: &mut State, undo: Undo) {
        state.tally = undo.tally;
        for (square, stack) in undo.stacks.into_iter().flatten() {
            state.stacks[square as usize & 63] = stack;
        }
    }

    #[inline]
    fn outcome(&self, state: &State) -> Option<Outcome> {
        let winner = state.tally.winner;
        winner.map(|winner| Outcome::win(winner, self.players))
    }

    /// How many moves were made is not in it but for the first of three players.
    #[inline]
    fn key(&self, state: &State) -> u64 {
        state.tally.key
    }

    fn key_from_scratch(&self, state: &State) -> u64 {
        let tally = &state.tally;
        let mut key = TURN[tally.turn.index()] ^ self.entry_key(tally.ply);
        for square in ones(BOARD) {
            key ^= stack_key(square, state.stack(square));
        }
        for player in 0..MAX_SEATS {
            key ^= count_key(reserve_domain(player), tally.reserves[player]);
            for (colour, &count) in tally.captured[player].iter().enumerate() {
                key ^= count_key(capture_domain(player, colour), count);
            }
        }
        key
    }

    fn forget_past(&self, state: &mut State) {
        let ply = &mut state.tally.ply;
        *ply = if self.players == 3 { (*ply).min(ENTRIES) } else { 0 };
    }

    #[inline]
    fn move_index(&self, mv: Move) -> usize {
        mv.from as usize * 64 + mv.to as usize
    }

    fn move_indices(&self) -> usize {
        (Move::RESERVE as usize + 1) * 64
    }

    fn moves_per_index(&self) -> usize {
        1
    }

    #[inline]
    fn count_moves(&self, state: &State, _buffer: &mut Vec<Move>) -> usize {
        let tally = &state.tally;
        let entries = self.entry_squares(tally).count_ones() as usize;
        board::count_moves(self.movable(tally), &tally.tall) + entries
    }

    #[inline]
    fn is_legal(&self, state: &State, mv: Move) -> bool {
        let tally = &state.tally;
        let targets = if mv.is_from_reserve() {
            self.entry_squares(tally)
        } else if self.movable(tally) >> (mv.from & 63) & 1 == 1 {
            REACH[mv.from as usize & 63][state.stack(mv.from).height()]
        } else {
            0
        };
        targets >> (mv.to & 63) & 1 == 1
    }

    fn random_move<R: Rng>(&self, state: &State, buffer: &mut Vec<Move>, rng: &mut R) -> Move {
        let count = self.count_moves(state, buffer) as u64;
        let mut pick = ((u64::from(rng.next_u32()) * count) >> 32) as u32;
        for from in ones(self.movable(&state.tally)) {
            let reach = REACH[from as usize][state.stack(from).height()];
            if pick < reach.count_ones() {
                let to = nth(reach, pick);
                return Move { from, to };
            }
            pick -= reach.count_ones();
        }
        Move { from: Move::RESERVE, to: nth(self.entry_squares(&state.tally), pick) }
    }
}

/// One of these squares by its place among them.
fn nth(mut squares: u64, place: u32) -> u8 {
    for _ in 0..place {
        squares &= squares - 1;
    }
    squares.trailing_zeros() as u8
}

impl PlayableGame for Focus {
    type Knowledge = Learned<FocusKnowledge>;

    fn describe() -> Description {
        description::FOCUS
    }

    fn with_options(options: &GameOptions) -> Result<Self, OptionError> {
        let wrong = |error: melee_core::NotationError| OptionError(error.to_string());
        let position = options.position.as_deref();
        let given = position.map(notation::players_of).transpose();
        let players = options.players_with(given.map_err(wrong)?)?;
        let players = players.unwrap_or(FEWEST_PLAYERS);
        let game = match options.get("rules") {
            None | Some("short") => Focus::new(players),
            Some("full") => Focus::full(players),
            Some(name) => {
                let name = name.escape_debug();
                return Err(OptionError(format!("--rules {name}: expected short or full")));
            }
        };
        let mut game = game.expect("the number of players was checked");
        if let Some(cap) = options.get("cap") {
            game.cap = notation::number(cap).filter(|cap| (1..=LONGEST).contains(cap)).ok_or_else(|| {
                let cap = cap.escape_debug();
                OptionError(format!("--cap {cap}: expected moves from 1 to {LONGEST}"))
            })?;
        }
        Ok(game)
    }

    fn knowledge(&self, evaluation: Option<&str>, ordering: Option<&str>) -> Option<Self::Knowledge> {
        FocusKnowledge::named(evaluation, ordering).map(Learned::by_hand)
    }

    crate::inputs::learned! { State; best: [], others: ["nets/short-2p.safetensors", "nets/short-3p.safetensors", "nets/short-4p.safetensors"] }

    fn weights(evaluation: &str) -> Option<Vec<(&'static str, f64)>> {
        Some(Weights::parse(evaluation)?.list())
    }

    /// The position tells how many moves were made, those before it was set up included.
    fn adjudicate(&self, state: &State, _plies: usize, _occurrences: usize) -> Option<Outcome> {
        (state.tally.ply >= self.cap).then(|| Outcome::draw(self.players))
    }
}
