//! A position and how pieces come to and leave its squares.

use melee_core::zobrist::{self, TURN, feature, mix};

use super::attacks::Threats;
use super::board::{CELLS, EMPTY, Square, Squares};
use super::evaluation::{pawn_formation, piece_value};
use super::piece::{Kind, PIECES, Piece, SEATS, Seat};

/// A pawn that has just made a double step: the square it stepped over and the one it is on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct DoubleStep {
    pub(super) over: Square,
    pub(super) pawn: Square,
}

/// How the game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Status {
    /// The player to move has a legal move.
    Moving,
    /// He has none, is not in check, and more than two are alive: he passes.
    Passing,
    /// One is left, or two and one of them cannot move: the living share the point.
    Over,
}

/// The board, who is alive, and what a move may still do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    pub(super) board: [Piece; CELLS],
    pub(super) pieces: [Squares; SEATS],
    /// Everybody's pawns that have not bent.
    pub(super) pawns: Squares,
    pub(super) kings: [Square; SEATS],
    pub(super) double_steps: [Option<DoubleStep>; SEATS],
    /// How many pieces of each kind everybody has.
    counts: [[u8; KINDS]; SEATS],
    /// What the formation of everybody's pawns is worth.
    pub(super) formation: [i32; SEATS],
    pub(super) key: u64,
    /// What the player on turn has to mind.
    pub(super) threats: Threats,
    /// Who may still castle short (the lower four bits) and long.
    pub(super) castling: u8,
    /// The living, as bits.
    pub(super) alive: u8,
    pub(super) turn: Seat,
    pub(super) status: Status,
    /// Plies since the last capture, pawn move or elimination.
    pub(super) clock: u16,
}

const KINDS: usize = Kind::ALL.len();

/// The random number of a piece on a square, reckoned when it is needed: a table of all would have 54 KB.
#[inline]
fn piece_key(piece: Piece, square: Square) -> u64 {
    const DOMAINS: [u64; PIECES] = {
        let mut domains = [0; PIECES];
        let mut i = 0;
        while i < PIECES {
            domains[i] = mix(0xC4_00 + i as u64);
            i += 1;
        }
        domains
    };
    mix(DOMAINS[piece.index()] ^ u64::from(square))
}

const CASTLING_KEYS: [u64; CELLS] = zobrist::table(0xC4_40);
const ALIVE_KEYS: [u64; 16] = zobrist::table(0xC4_41);
const STATUS_KEYS: [u64; 3] = zobrist::table(0xC4_42);

fn double_step_key(seat: Seat, step: Option<DoubleStep>) -> u64 {
    step.map_or(0, |step| feature(0xC4_50 + u64::from(seat), u64::from(step.over) << 8 | u64::from(step.pawn)))
}

impl State {
    /// A board without pieces.
    pub(super) fn empty() -> Self {
        State {
            board: EMPTY,
            pieces: [Squares::NONE; SEATS],
            pawns: Squares::NONE,
            kings: [0; SEATS],
            double_steps: [None; SEATS],
            counts: [[0; KINDS]; SEATS],
            formation: [0; SEATS],
            key: 0,
            threats: Threats::NONE,
            castling: 0,
            alive: 0b1111,
            turn: 0,
            status: Status::Moving,
            clock: 0,
        }
    }

    #[inline]
    pub(super) fn at(&self, square: Square) -> Piece {
        self.board[square as usize]
    }

    #[inline]
    pub(super) fn is_alive(&self, seat: Seat) -> bool {
        self.alive >> seat & 1 == 1
    }

    /// The living opponents of a seat, as bits.
    #[inline]
    pub(super) fn opponents(&self, seat: Seat) -> u8 {
        self.alive & !(1 << seat)
    }

    /// The next living seat.
    #[inline]
    pub(super) fn next_alive(&self, seat: Seat) -> Seat {
        let mut next = (seat + 1) & 3;
        while !self.is_alive(next) {
            next = (next + 1) & 3;
        }
        next
    }

    /// How many pieces of a kind a seat has.
    #[inline]
    pub(super) fn count(&self, seat: usize, kind: Kind) -> i32 {
        i32::from(self.counts[seat & 3][kind as usize])
    }

    /// The value of a seat's pieces.
    #[inline]
    pub(super) fn material(&self, seat: usize) -> i32 {
        let value = |&kind: &Kind| self.count(seat, kind) * piece_value(kind);
        Kind::ALL.iter().map(value).sum()
    }

    /// A seat's pawns.
    #[inline]
    pub(super) fn pawns_of(&self, seat: Seat) -> Squares {
        let seat = seat as usize & 3;
        let pawns = self.pieces[seat].and(&self.pawns);
        if pawns.count() == u32::from(self.counts[seat][Kind::Pawn as usize]) {
            return pawns;
        }
        // Some have bent.
        let mut pawns = Squares::NONE;
        for square in self.pieces[seat].iter() {
            if self.at(square).kind() == Kind::Pawn {
                pawns.add(square);
            }
        }
        pawns
    }

    /// A pawn of the seat has come, gone or moved.
    #[inline]
    pub(super) fn note_pawns(&mut self, seat: Seat) {
        self.formation[seat as usize & 3] = pawn_formation(self, seat);
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(super) fn put(&mut self, square: Square, piece: Piece) {
        let seat = piece.seat() as usize & 3;
        self.board[square as usize] = piece;
        self.pieces[seat].toggle(square);
        self.counts[seat][piece.kind() as usize] += 1;
        if piece.is_home_pawn() {
            self.pawns.toggle(square);
        }
        self.key ^= piece_key(piece, square);
    }

    /// Takes the piece from a square; its double step and its castling go with it.
    #[inline]
    pub(super) fn take(&mut self, square: Square) -> Piece {
        let piece = self.at(square);
        let seat = piece.seat() as usize & 3;
        self.board[square as usize] = Piece::NONE;
        self.pieces[seat].toggle(square);
        self.counts[seat][piece.kind() as usize] -= 1;
        if piece.is_home_pawn() {
            self.pawns.toggle(square);
        }
        self.key ^= piece_key(piece, square);
        piece
    }

    pub(super) fn set_double_step(&mut self, seat: Seat, step: Option<DoubleStep>) {
        let old = self.double_steps[seat as usize];
        self.key ^= double_step_key(seat, old) ^ double_step_key(seat, step);
        self.double_steps[seat as usize] = step;
    }

    #[inline]
    pub(super) fn set_castling(&mut self, castling: u8) {
        self.key ^= CASTLING_KEYS[self.castling as usize] ^ CASTLING_KEYS[castling as usize];
        self.castling = castling;
    }

    #[inline]
    pub(super) fn set_turn(&mut self, seat: Seat) {
        self.key ^= TURN[self.turn as usize] ^ TURN[seat as usize];
        self.turn = seat;
    }

    pub(super) fn set_status(&mut self, status: Status) {
        self.key ^= STATUS_KEYS[self.status as usize] ^ STATUS_KEYS[status as usize];
        self.status = status;
    }

    /// A player is out: all his pieces leave the board.
    pub(super) fn eliminate(&mut self, seat: Seat) {
        for square in self.pieces[seat as usize].iter() {
            self.take(square);
        }
        self.set_double_step(seat, None);
        self.set_castling(self.castling & !(0b1_0001 << seat));
        let alive = self.opponents(seat);
        self.key ^= ALIVE_KEYS[self.alive as usize & 15] ^ ALIVE_KEYS[alive as usize & 15];
        self.alive = alive;
        self.kings[seat as usize] = 0;
        self.formation[seat as usize] = 0;
        self.clock = 0;
    }

    pub(super) fn key_from_scratch(&self) -> u64 {
        let mut key = TURN[self.turn as usize]
            ^ CASTLING_KEYS[self.castling as usize]
            ^ ALIVE_KEYS[self.alive as usize & 15]
            ^ STATUS_KEYS[self.status as usize];
        for seat in 0..SEATS {
            key ^= double_step_key(seat as Seat, self.double_steps[seat]);
            for square in self.pieces[seat].iter() {
                key ^= piece_key(self.at(square), square);
            }
        }
        key
    }
}
