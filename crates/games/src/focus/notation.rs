//! `4/rrggrr/1ggrrgg1/1rrggrr1/1ggrrgg1/1rrggrr1/ggrrgg/4 r 0,0 0,0/0,0 0`: the rows from the top, whose
//! turn it is, everybody's reserve, what everybody has captured of each colour, and the moves made.
//!
//! Rows have only their real squares. A digit is a run of empty ones, a letter a single piece, `(rgr)`
//! a stack from the bottom to the top. Moves are `c3-f3` (three pieces, three squares; `c3-f3:3` is read
//! too) and `r:e5` from the reserve.

use melee_core::{Game, Notation, NotationError, Player, Setup, Start};

use super::board::{BOARD, REACH, Stack, TALLEST};
use super::{FEWEST_PLAYERS, Focus, LONGEST, MAX_SEATS, MOST_PIECES, Move, State};
use crate::bits::ones;

/// The letters of the colours, in seat order.
pub(super) const LETTERS: [char; MAX_SEATS] = ['r', 'g', 'b', 'y'];

/// For two, three and four players. Two: as pbmserv has it. Three: the same pattern in three colours,
/// a decision of the rules file. Four: turning the board by a quarter passes every colour on to the
/// next seat.
pub(super) const START: [&str; 3] = [
    "4/rrggrr/1ggrrgg1/1rrggrr1/1ggrrgg1/1rrggrr1/ggrrgg/4 r 0,0 0,0/0,0 0",
    "4/rrggbb/1ggbbrr1/1bbrrgg1/1rrggbb1/1ggbbrr1/bbrrgg/4 r 1,1,1 0,0,0/0,0,0/0,0,0 0",
    "rrbg/gggbgb/rrrrbgbg/ggggbgbg/yryryyyy/yryrbbbb/ryryyy/yrbb r 0,0,0,0 \
     0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 0",
];

fn error(message: impl std::fmt::Display) -> NotationError {
    NotationError::new(message)
}

/// A number in digits and nothing else.
pub(super) fn number(text: &str) -> Option<u32> {
    let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_plain.then(|| text.parse().ok()).flatten()
}

/// The five parts of a position.
fn parts(text: &str) -> Result<[&str; 5], NotationError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    words[..].try_into().map_err(|_| {
        error(format!(
            "the position has {} parts, expected 5: rows, mover, reserves, captures and moves made",
            words.len()
        ))
    })
}

/// The number of players of a position: one reserve each.
pub(super) fn players_of(text: &str) -> Result<usize, NotationError> {
    let [_, _, reserves, _, _] = parts(text)?;
    let players = reserves.split(',').count();
    if (FEWEST_PLAYERS..=MAX_SEATS).contains(&players) {
        return Ok(players);
    }
    Err(error(format!("the position has {players} reserves, expected one for each of 2 to 4 players")))
}

pub(super) fn square_name(square: u8) -> String {
    let column = char::from(b'a' + square % 8);
    format!("{column}{}", square / 8 + 1)
}

fn read_square(text: &str) -> Result<u8, NotationError> {
    let square = match text.as_bytes() {
        &[column @ b'a'..=b'h', row @ b'1'..=b'8'] => (row - b'1') * 8 + column - b'a',
        _ => 64,
    };
    if square < 64 && BOARD >> square & 1 == 1 {
        return Ok(square);
    }
    let text = text.escape_debug();
    Err(error(format!("'{text}' is not a square of the board")))
}

impl Focus {
    fn colour(&self, letter: char) -> Option<usize> {
        LETTERS[..self.players].iter().position(|&own| own == letter)
    }

    fn unknown_colour(&self, letter: char) -> String {
        let known: Vec<String> = (LETTERS[..self.players].iter()).map(char::to_string).collect();
        let letter = letter.escape_debug();
        format!("'{letter}' is not one of {}", known.join(" "))
    }

    /// The stack at the beginning of a text, and how long it is there.
    fn read_stack(&self, text: &str) -> Result<(Stack, usize), String> {
        let (pieces, length) = if let Some(inside) = text.strip_prefix('(') {
            let end = inside.find(')').ok_or_else(|| format!("'{}' has no )", text.escape_debug()))?;
            (&inside[..end], end + 2)
        } else {
            let first = text.chars().next().map_or(0, char::len_utf8);
            (&text[..first], first)
        };
        let mut stack = Stack::EMPTY;
        for letter in pieces.chars() {
            let colour = self.colour(letter).ok_or_else(|| self.unknown_colour(letter))?;
            if stack.height() == TALLEST {
                let pieces = pieces.escape_debug();
                return Err(format!("'({pieces})' has more than {TALLEST} pieces"));
            }
            stack = stack.with(colour);
        }
        if stack == Stack::EMPTY {
            return Err("'()' has no pieces".to_string());
        }
        Ok((stack, length))
    }

    fn read_row(&self, text: &str, row: usize, state: &mut State) -> Result<(), NotationError> {
        let at = |problem: String| error(format!("row {}: {problem}", row + 1));
        let squares: Vec<u8> = ones(BOARD & 0xff << (8 * row)).collect();
        let (mut filled, mut rest, mut after_run) = (0, text, false);
        while let Some(first) = rest.chars().next() {
            if let Some(run) = first.to_digit(10) {
                if run == 0 || after_run {
                    let problem = "is not how empty squares are written, expected one digit a run";
                    return Err(at(format!("'{first}' {problem}")));
                }
                filled += run as usize;
                rest = &rest[1..];
            } else {
                let (stack, length) = self.read_stack(rest).map_err(at)?;
                if let Some(&square) = squares.get(filled) {
                    state.set(square, stack);
                }
                filled += 1;
                rest = &rest[length..];
            }
            after_run = first.is_ascii_digit();
        }
        if filled == squares.len() {
            return Ok(());
        }
        Err(at(format!("{filled} squares, expected {}", squares.len())))
    }

    fn read_counts(&self, text: &str, what: &str) -> Result<[u8; MAX_SEATS], NotationError> {
        let mut counts = [0; MAX_SEATS];
        let given: Vec<&str> = text.split(',').collect();
        if given.len() != self.players {
            return Err(error(format!("{what}: {} numbers, expected {}", given.len(), self.players)));
        }
        for (count, text) in counts.iter_mut().zip(given) {
            let value = number(text).and_then(|n| u8::try_from(n).ok());
            *count = value.ok_or_else(|| {
                let text = text.escape_debug();
                error(format!("{what}: '{text}' is not a number of pieces, expected 0 to {MOST_PIECES}"))
            })?;
        }
        Ok(counts)
    }

    fn read_captures(&self, text: &str, state: &mut State) -> Result<(), NotationError> {
        let given: Vec<&str> = text.split('/').collect();
        if given.len() != self.players {
            return Err(error(format!("captures of {} players, expected {}", given.len(), self.players)));
        }
        for (player, text) in given.into_iter().enumerate() {
            let what = format!("captures of player {}", player + 1);
            let counts = self.read_counts(text, &what)?;
            if counts[player] != 0 {
                return Err(error(format!("{what}: his own pieces, expected 0 of them")));
            }
            state.tally.captured[player] = counts;
        }
        Ok(())
    }

    /// Who has won in a position that was set up.
    fn find_winner(&self, state: &mut State) -> Result<(), NotationError> {
        let tally = &mut state.tally;
        let reached = (0..self.players).filter(|&p| self.has_reached_goal(tally, p));
        let reached: Vec<Player> = reached.map(Player::new).collect();
        if let [first, second, ..] = reached[..] {
            return Err(error(format!("players {first} and {second} have both captured enough to win")));
        }
        let can_act = Player::all(self.players).filter(|p| tally.can_act(p.index()));
        let can_act: Vec<Player> = can_act.collect();
        tally.winner = match can_act[..] {
            [last] => Some(last),
            _ => reached.first().copied(),
        };
        Ok(())
    }

    fn row_text(state: &State, row: usize) -> String {
        let mut text = String::new();
        let mut run = 0;
        for square in ones(BOARD & 0xff << (8 * row)) {
            let stack = state.stack(square);
            if stack == Stack::EMPTY {
                run += 1;
                continue;
            }
            if run > 0 {
                text.push_str(&run.to_string());
                run = 0;
            }
            let pieces: String = stack.pieces().map(|colour| LETTERS[colour]).collect();
            if stack.height() == 1 {
                text.push_str(&pieces);
            } else {
                text.push_str(&format!("({pieces})"));
            }
        }
        if run > 0 {
            text.push_str(&run.to_string());
        }
        text
    }

    fn counts_text(&self, counts: [u8; MAX_SEATS]) -> String {
        let counts = counts[..self.players].iter();
        counts.map(u8::to_string).collect::<Vec<_>>().join(",")
    }

    /// Reads a move without asking whether it is legal.
    fn read_move(text: &str) -> Result<Move, NotationError> {
        if let Some(to) = text.strip_prefix("r:") {
            let (from, to) = (Move::RESERVE, read_square(to)?);
            return Ok(Move { from, to });
        }
        let (from, rest) = text
            .split_once('-')
            .ok_or_else(|| error("expected two squares such as c3-f3, or r:e5 from the reserve"))?;
        let (to, count) = match rest.split_once(':') {
            Some((to, count)) => (to, Some(count)),
            None => (rest, None),
        };
        let (from, to) = (read_square(from)?, read_square(to)?);
        if REACH[from as usize][TALLEST] >> to & 1 == 0 {
            return Err(error("a stack moves one to five squares along a row or a column"));
        }
        let mv = Move { from, to };
        match count {
            Some(count) if number(count) != Some(mv.count() as u32) => {
                Err(error(format!("':{}' does not fit, the squares are {} apart", count.escape_debug(), mv.count())))
            }
            _ => Ok(mv),
        }
    }

    /// Why a move that could be read is not legal.
    fn refusal(&self, state: &State, mv: Move) -> String {
        let (tally, mover) = (&state.tally, state.tally.turn);
        if mv.is_from_reserve() {
            return if tally.reserves[mover.index()] == 0 {
                format!("player {mover} has no reserve")
            } else {
                "the first pieces of three players are entered on empty squares".to_string()
            };
        }
        self.refusal_of_stack(state, mv.from).unwrap_or_else(|| {
            let (from, height) = (square_name(mv.from), state.stack(mv.from).height());
            format!("the stack on {from} has only {height} of {} pieces", mv.count())
        })
    }

    /// Why nothing goes from this square now, however far.
    pub(super) fn refusal_of_stack(&self, state: &State, from: u8) -> Option<String> {
        let mover = state.tally.turn;
        let name = square_name(from);
        match state.stack(from).top() {
            _ if self.is_entering(&state.tally) => {
                Some(format!("player {mover} must first enter the piece of his reserve"))
            }
            None => Some(format!("{name} is empty")),
            Some(owner) if owner != mover.index() => Some(format!("the stack on {name} is player {}'s", owner + 1)),
            Some(_) => None,
        }
    }
}

impl Notation for Focus {
    fn parse_position(&self, text: &str) -> Result<Setup<Self>, NotationError> {
        let [rows, mover, reserves, captures, ply] = parts(text)?;
        let players = players_of(text)?;
        if players != self.players {
            return Err(error(format!("the position has {players} players, the game {}", self.players)));
        }
        let rows: Vec<&str> = rows.split('/').collect();
        if rows.len() != 8 {
            return Err(error(format!("{} rows, expected 8", rows.len())));
        }
        let mut state = State::EMPTY;
        for (row, text) in (0..8).rev().zip(rows) {
            self.read_row(text, row, &mut state)?;
        }
        let mut letters = mover.chars();
        let turn = (letters.next())
            .filter(|_| letters.next().is_none())
            .and_then(|letter| self.colour(letter))
            .ok_or_else(|| {
                let known = &LETTERS[..self.players];
                let known: Vec<String> = known.iter().map(char::to_string).collect();
                let mover = mover.escape_debug();
                error(format!("mover '{mover}' is not one of {}", known.join(" ")))
            })?;
        state.tally.turn = Player::new(turn);
        state.tally.reserves = self.read_counts(reserves, "reserves")?;
        self.read_captures(captures, &mut state)?;
        state.tally.ply = number(ply).filter(|&ply| ply <= LONGEST).ok_or_else(|| {
            let ply = ply.escape_debug();
            error(format!("'{ply}' is not a number of moves made, expected 0 to {LONGEST}"))
        })?;
        let tally = &state.tally;
        let on_board: usize = state.stacks.iter().map(|stack| stack.height()).sum();
        let counted = tally.reserves.iter().chain(tally.captured.as_flattened());
        let pieces = on_board + counted.map(|&n| usize::from(n)).sum::<usize>();
        if pieces > MOST_PIECES {
            return Err(error(format!("the position has {pieces} pieces, expected at most {MOST_PIECES}")));
        }
        if !tally.can_act(turn) {
            return Err(error(format!("mover '{mover}' has neither a stack nor a reserve")));
        }
        self.find_winner(&mut state)?;
        state.tally.key = self.key_from_scratch(&state);
        Ok(Setup::new(state))
    }

    fn position_text(&self, state: &State) -> String {
        let tally = &state.tally;
        let rows: Vec<String> = (0..8).rev().map(|r| Self::row_text(state, r)).collect();
        let captures = tally.captured[..self.players].iter();
        let captures: Vec<String> = captures.map(|&counts| self.counts_text(counts)).collect();
        format!(
            "{} {} {} {} {}",
            rows.join("/"),
            LETTERS[tally.turn.index()],
            self.counts_text(tally.reserves),
            captures.join("/"),
            tally.ply
        )
    }

    fn parse_move(&self, state: &State, text: &str) -> Result<Move, NotationError> {
        let shown = text.escape_debug();
        if self.outcome(state).is_some() {
            return Err(error(format!("no move '{shown}': the game is over")));
        }
        let mv = Self::read_move(text).map_err(|e| error(format!("move '{shown}': {e}")))?;
        if self.is_legal(state, mv) {
            return Ok(mv);
        }
        let problem = self.refusal(state, mv);
        Err(error(format!("move '{shown}': {problem}")))
    }

    fn move_text(&self, _state: &State, mv: Move) -> String {
        let to = square_name(mv.to);
        if mv.is_from_reserve() { format!("r:{to}") } else { format!("{}-{to}", square_name(mv.from)) }
    }

    fn starts(&self) -> Vec<Start> {
        let summary = match self.players {
            2 => "pairs of single pieces on the inner squares",
            3 => "pairs of single pieces on the inner squares, one each in reserve",
            _ => "a single piece on every square",
        };
        let position = self.position_text(&self.initial());
        vec![Start::new("standard", summary, position)]
    }
}
