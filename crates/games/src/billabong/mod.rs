//! Billabong: a race round a lake for two to four players (Solomon 1984; Gras 2012).
//!
//! Each player places five pieces, then runs them clockwise round the billabong by steps and by
//! jumps over pivots. A piece that has crossed the start-finish line twice is off the board, and
//! who has all five off first wins.
//!
//! A player who still has pieces in hand places one; otherwise he moves one. In a game by the rules
//! that is the placing phase followed by the race; best-reply search, which skips players, meets
//! positions where it differs from player to player.

mod bench;
mod board;
mod chances;
mod description;
mod diagram;
mod evaluation;
mod inputs;
mod leaps;
mod levels;
mod notation;
mod ordering;
mod reach;
mod route;

use std::sync::LazyLock;

use melee_core::net::Learned;
use melee_core::zobrist::{self, TURN};

use crate::weights::NamedWeights;
use melee_core::{Description, Game, GameOptions, MAX_PLAYERS, OptionError, Outcome, PlayableGame, Player};

use board::Tile;
use evaluation::Values;
pub use evaluation::{BillabongKnowledge, Weights};
use leaps::Occupied;
use ordering::Order;
use reach::Jumps;

/// The rules for a number of players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Billabong {
    players: usize,
}

/// Pieces of each player.
const PIECES: usize = 5;
const MAX_SEATS: usize = 4;

/// A piece: its tile and its crossing counter in one number, or where else it is. Ordered so that
/// pieces on the board come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Piece(u16);

impl Piece {
    const IN_HAND: Piece = Piece(0xfffe);
    const OFF: Piece = Piece(0xffff);

    #[inline]
    const fn on(tile: Tile, counter: usize) -> Self {
        Piece((tile as u16) << 1 | counter as u16)
    }

    #[inline]
    fn is_on_board(self) -> bool {
        self < Self::IN_HAND
    }

    #[inline]
    fn tile(self) -> Tile {
        (self.0 >> 1) as Tile
    }

    #[inline]
    fn counter(self) -> usize {
        (self.0 & 1) as usize
    }
}

/// One player's pieces, in order, and what the evaluation wants to know about them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Side {
    pieces: [Piece; PIECES],
    on_board: u8,
    in_hand: u8,
    /// The sum of the values of the pieces on the board.
    total: i32,
    /// The smallest value of a piece; a piece in hand has none yet.
    last: i32,
}

impl Side {
    const START: Side =
        Side { pieces: [Piece::IN_HAND; PIECES], on_board: 0, in_hand: PIECES as u8, total: 0, last: 0 };

    fn off(&self) -> u8 {
        PIECES as u8 - self.on_board - self.in_hand
    }

    fn on_board(&self) -> &[Piece] {
        &self.pieces[..self.on_board as usize]
    }

    /// Replaces one piece and keeps the order.
    #[inline]
    fn replace(&mut self, old: Piece, new: Piece) {
        let mut i = self.pieces.iter().position(|&p| p == old).expect("a move is of a piece that is there");
        while i > 0 && self.pieces[i - 1] > new {
            self.pieces[i] = self.pieces[i - 1];
            i -= 1;
        }
        while i + 1 < PIECES && self.pieces[i + 1] < new {
            self.pieces[i] = self.pieces[i + 1];
            i += 1;
        }
        self.pieces[i] = new;
        let values = Values::get();
        self.total += values.of(new) - values.of(old);
        self.on_board = self.on_board + u8::from(new.is_on_board()) - u8::from(old.is_on_board());
        self.in_hand -= u8::from(old == Piece::IN_HAND);
        self.last = self.find_last();
    }

    /// The smallest value of the pieces without one of them.
    #[inline]
    fn last_without(&self, piece: Piece) -> i32 {
        if self.in_hand > u8::from(piece == Piece::IN_HAND) {
            return 0;
        }
        let values = Values::get();
        let others = self.on_board().iter().filter(|&&p| p != piece);
        others.map(|&p| values.of(p)).min().unwrap_or(evaluation::FINISHED)
    }

    fn find_last(&self) -> i32 {
        if self.in_hand > 0 {
            return 0;
        }
        let values = Values::get();
        let on_board = self.on_board().iter().map(|&p| values.of(p));
        on_board.min().unwrap_or(evaluation::FINISHED)
    }
}

/// Everybody's pieces, and whose turn it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    sides: [Side; MAX_SEATS],
    occupied: Occupied,
    key: u64,
    turn: Player,
    winner: Option<Player>,
}

/// A placing, racing or finishing move, or the pass of a player who has none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    from: Piece,
    to: Piece,
}

impl Move {
    const PASS: Move = Move { from: Piece::OFF, to: Piece::OFF };
}

/// The mover's side as it was, and what cannot be computed back.
#[derive(Debug)]
pub struct Undo {
    mv: Move,
    side: Side,
    key: u64,
    turn: Player,
    winner: Option<Player>,
}

/// A random number for each player's piece at each place; pieces in hand have none.
static PIECE_KEYS: [[u64; 512]; MAX_SEATS] =
    [zobrist::table(0xB1_01), zobrist::table(0xB1_02), zobrist::table(0xB1_03), zobrist::table(0xB1_04)];

/// The key of one more piece off the board.
const OFF_KEYS: [[u64; PIECES + 1]; MAX_SEATS] =
    [zobrist::table(0xB1_11), zobrist::table(0xB1_12), zobrist::table(0xB1_13), zobrist::table(0xB1_14)];

impl Billabong {
    /// The rules for two, three or four players.
    pub fn new(players: usize) -> Option<Self> {
        // The board's tables are made now, not on the clock of the first search.
        LazyLock::force(&leaps::MAP);
        (2..=MAX_SEATS).contains(&players).then_some(Billabong { players })
    }
}

/// All moves of the pieces of the player to move that are on the board.
#[inline]
fn racing_moves(state: &State, mut each: impl FnMut(Move)) {
    let mut jumps = Jumps::new(&state.occupied);
    for &from in state.sides[state.turn.index()].on_board() {
        let reach = jumps.reach(from.tile(), from.counter());
        reach.each(|tile, counter| {
            let to = Piece::on(tile, counter);
            each(Move { from, to });
        });
        if reach.off {
            let to = Piece::OFF;
            each(Move { from, to });
        }
    }
}

fn piece_key(player: usize, piece: Piece) -> u64 {
    if piece.is_on_board() { PIECE_KEYS[player][piece.0 as usize & 511] } else { 0 }
}

impl Game for Billabong {
    const NAME: &'static str = "billabong";
    type State = State;
    type Move = Move;
    type Undo = Undo;

    fn players(&self) -> usize {
        self.players
    }

    fn initial(&self) -> State {
        let mut state = State {
            sides: [Side::START; MAX_SEATS],
            occupied: Occupied::NONE,
            key: 0,
            turn: Player::FIRST,
            winner: None,
        };
        state.key = self.key_from_scratch(&state);
        state
    }

    #[inline]
    fn to_move(&self, state: &State) -> Player {
        state.turn
    }

    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        let base = out.len();
        if state.sides[state.turn.index()].in_hand > 0 {
            let from = Piece::IN_HAND;
            out.extend(
                board::land()
                    .filter(|&tile| !state.occupied.contains(tile))
                    .map(|tile| Move { from, to: Piece::on(tile, 0) }),
            );
        } else {
            racing_moves(state, |mv| out.push(mv));
        }
        if out.len() == base {
            out.push(Move::PASS);
        }
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) -> Undo {
        let player = state.turn.index();
        let undo = Undo { mv, side: state.sides[player], key: state.key, turn: state.turn, winner: state.winner };
        let next = state.turn.next(self.players);
        state.key ^= TURN[player] ^ TURN[next.index()];
        state.turn = next;
        if mv == Move::PASS {
            return undo;
        }
        let side = &mut state.sides[player];
        if mv.from.is_on_board() {
            state.occupied.toggle(mv.from.tile());
        }
        if mv.to.is_on_board() {
            state.occupied.toggle(mv.to.tile());
        } else {
            state.key ^= OFF_KEYS[player][side.off() as usize] ^ OFF_KEYS[player][side.off() as usize + 1];
        }
        state.key ^= piece_key(player, mv.from) ^ piece_key(player, mv.to);
        side.replace(mv.from, mv.to);
        if side.off() == PIECES as u8 {
            state.winner = Some(undo.turn);
        }
        undo
    }

    fn hand_turn_to(&self, state: &mut State, player: Player) -> Undo {
        let undo = Undo {
            mv: Move::PASS,
            side: state.sides[state.turn.index()],
            key: state.key,
            turn: state.turn,
            winner: state.winner,
        };
        state.key ^= TURN[state.turn.index()] ^ TURN[player.index()];
        state.turn = player;
        undo
    }

    #[inline]
    fn undo(&self, state: &mut State, undo: Undo) {
        let Undo { mv, side, .. } = undo;
        if mv != Move::PASS {
            if mv.from.is_on_board() {
                state.occupied.toggle(mv.from.tile());
            }
            if mv.to.is_on_board() {
                state.occupied.toggle(mv.to.tile());
            }
        }
        state.sides[undo.turn.index()] = side;
        state.key = undo.key;
        state.turn = undo.turn;
        state.winner = undo.winner;
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
        for (player, side) in state.sides[..self.players].iter().enumerate() {
            key ^= OFF_KEYS[player][side.off() as usize];
            for &piece in &side.pieces {
                key ^= piece_key(player, piece);
            }
        }
        key
    }

    /// From each of 448 tiles and counters to each other, or off; or placed on a tile.
    #[inline]
    fn move_index(&self, mv: Move) -> usize {
        const PLACES: usize = 2 * board::TILES;
        let to = if mv.to.is_on_board() { mv.to.0 as usize } else { PLACES };
        let from = if mv.from.is_on_board() { mv.from.0 as usize } else { PLACES };
        from * (PLACES + 1) + to
    }

    fn move_indices(&self) -> usize {
        (2 * board::TILES + 1) * (2 * board::TILES + 1)
    }

    fn moves_per_index(&self) -> usize {
        1
    }

    fn is_legal(&self, state: &State, mv: Move) -> bool {
        let side = &state.sides[state.turn.index()];
        if mv == Move::PASS || !side.pieces.contains(&mv.from) {
            let mut moves = Vec::new();
            self.moves(state, &mut moves);
            return moves.contains(&mv);
        }
        if side.in_hand > 0 {
            let on_land = mv.to.is_on_board() && !board::is_lake(mv.to.tile());
            return mv.from == Piece::IN_HAND
                && on_land
                && mv.to.counter() == 0
                && !state.occupied.contains(mv.to.tile());
        }
        let reach = Jumps::new(&state.occupied).reach(mv.from.tile(), mv.from.counter());
        if mv.to == Piece::OFF {
            return reach.off;
        }
        reach.contains(mv.to.tile(), mv.to.counter())
    }
}

impl PlayableGame for Billabong {
    type Knowledge = Learned<BillabongKnowledge>;

    fn describe() -> Description {
        description::BILLABONG
    }

    fn with_options(options: &GameOptions) -> Result<Self, OptionError> {
        let given = options.position.as_ref().map(|p| p.split('|').count());
        let players = options.players_with(given)?.unwrap_or(2);
        Billabong::new(players).ok_or_else(|| {
            OptionError(format!("the position has {players} players, expected 2 to {MAX_SEATS} joined by |"))
        })
    }

    fn knowledge(&self, evaluation: Option<&str>, ordering: Option<&str>) -> Option<Self::Knowledge> {
        let weights = Weights::parse(evaluation.unwrap_or("config1"))?;
        let order = Order::named(ordering.unwrap_or("angle"))?;
        Some(Learned::by_hand(BillabongKnowledge { weights, order }))
    }

    crate::inputs::learned! { State; best: ["nets/2p.safetensors", "nets/3p.safetensors", "nets/4p.safetensors"], others: [] }

    fn weights(evaluation: &str) -> Option<Vec<(&'static str, f64)>> {
        Some(Weights::parse(evaluation)?.list())
    }
}

const _: () = assert!(MAX_SEATS <= MAX_PLAYERS);
