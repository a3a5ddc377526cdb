//! `B/BB/BBB/10/9/8/7/8/9/10/AAA/AA/A 1 0`: the rows from the top with a letter for each piece and a
//! number for empty holes, the player to move, the plies played. The rows say which board it is, the
//! letters how many play.
//!
//! A move is `c4-d4`, or `pass`. Whole routes are read too, `e5-g7-g9-i9`, and checked jump by jump.

use melee_core::{Game, Notation, NotationError, Player, Setup, Start};

use super::board::{Board, Hole, Holes};
use super::{ChineseCheckers, MAX_SEATS, Move, Size, State, seats};

/// Pieces on a board, before anybody asks whether a game has such a position.
pub(super) struct Arrangement {
    pub(super) size: Size,
    pub(super) players: usize,
    pieces: [Holes; MAX_SEATS],
    turn: Player,
    ply: u32,
}

fn fail<T>(message: String) -> Result<T, NotationError> {
    Err(NotationError::new(message))
}

/// The name of a row, `a` at the bottom.
fn row_name(row: usize) -> char {
    char::from(b'a' + row as u8)
}

pub(super) fn hole_name(board: &Board, hole: Hole) -> String {
    let (row, column) = board.place(hole);
    format!("{}{}", row_name(row), column + 1)
}

impl Arrangement {
    pub(super) fn parse(text: &str) -> Result<Self, NotationError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (rows, turn, ply) = match words[..] {
            [rows, turn] => (rows, turn, "0"),
            [rows, turn, ply] => (rows, turn, ply),
            _ => {
                let count = words.len();
                return fail(format!(
                    "the position has {count} parts, expected the rows, the player to move and the plies played"
                ));
            }
        };
        let rows: Vec<&str> = rows.split('/').collect();
        let board = match rows.len() {
            13 => Size::Small.board(),
            17 => Size::Large.board(),
            count => {
                return fail(format!("the position has {count} rows, expected 13 (small) or 17 (large)"));
            }
        };
        let mut pieces = [Holes::NONE; MAX_SEATS];
        for (row, text) in (0..rows.len()).rev().zip(&rows) {
            parse_row(board, row, text, &mut pieces)?;
        }
        let players = count_players(&pieces)?;
        let size = size_of(board, &pieces[..players])?;
        let turn = match turn.parse::<usize>() {
            Ok(turn) if (1..=players).contains(&turn) => Player::new(turn - 1),
            _ => {
                return fail(format!("'{turn}' is not the player to move, expected 1 to {players}"));
            }
        };
        let is_number = ply.bytes().all(|b| b.is_ascii_digit());
        let Some(ply) = ply.parse().ok().filter(|_| is_number) else {
            return fail(format!("'{ply}' is not the number of plies played"));
        };
        Ok(Arrangement { size, players, pieces, turn, ply })
    }
}

/// Reads one row: letters are pieces, numbers are empty holes.
fn parse_row(board: &Board, row: usize, text: &str, pieces: &mut [Holes; MAX_SEATS]) -> Result<(), NotationError> {
    let (name, holes) = (row_name(row), &board.rows[row]);
    let (mut at, mut rest) = (0, text);
    while let Some(c) = rest.chars().next() {
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        if end > 0 {
            let number = &rest[..end];
            if number.starts_with('0') {
                return fail(format!("row {name}: '{number}' is not a number of empty holes"));
            }
            // Nothing is longer than a row, however long the number.
            at += number.parse::<usize>().unwrap_or(usize::MAX).min(1000);
            rest = &rest[end..];
            continue;
        }
        let Some(player) = "ABCDEF".find(c) else {
            return fail(format!("row {name}: '{c}' is neither a piece (A to F) nor a number of empty holes"));
        };
        if let Some(&hole) = holes.get(at) {
            pieces[player].toggle(hole);
        }
        at += 1;
        rest = &rest[1..];
    }
    if at == holes.len() {
        return Ok(());
    }
    let problem = if at < holes.len() { "short" } else { "long" };
    fail(format!("row {name} is too {problem}: {at} holes, expected {}", holes.len()))
}

fn count_players(pieces: &[Holes; MAX_SEATS]) -> Result<usize, NotationError> {
    let highest = pieces.iter().rposition(|own| *own != Holes::NONE);
    let players = highest.map_or(0, |player| player + 1);
    if let Some(missing) = pieces[..players].iter().position(|own| *own == Holes::NONE) {
        let (missing, letter) = (missing + 1, char::from(b'A' + missing as u8));
        return fail(format!("player {missing} is missing: {players} play, but there is no {letter}"));
    }
    if seats(players).is_none() {
        return fail(format!("the position has {players} players, expected 2, 3, 4 or 6"));
    }
    Ok(players)
}

fn size_of(board: &'static Board, pieces: &[Holes]) -> Result<Size, NotationError> {
    let fits = |size: &Size| size.board() == board && size.seats(pieces.len()) && home_size(*size) == pieces[0].len();
    let count = pieces[0].len();
    let Some(size) = Size::ALL.into_iter().find(fits) else {
        let expected = match (board.arm, pieces.len()) {
            (3, _) => "6",
            (_, 2) => "10 or 15",
            _ => "10",
        };
        return fail(format!("player 1 has {count} pieces, expected {expected}"));
    };
    match pieces.iter().position(|own| own.len() != count) {
        None => Ok(size),
        Some(other) => fail(format!(
            "player {} has {} pieces, player 1 has {count}: expected as many",
            other + 1,
            pieces[other].len()
        )),
    }
}

/// The pieces of each player.
fn home_size(size: Size) -> usize {
    match size {
        Size::Small => 6,
        Size::Large => 10,
        Size::Large15 => 15,
    }
}

fn row_text(state: &State, row: &[Hole]) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    for &hole in row {
        let owner = state.pieces.iter().position(|own| own.contains(hole));
        match owner {
            None => empty += 1,
            Some(player) => {
                if empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                text.push(char::from(b'A' + player as u8));
            }
        }
    }
    if empty > 0 {
        text += &empty.to_string();
    }
    text
}

impl ChineseCheckers {
    fn parse_hole(&self, text: &str) -> Result<Hole, NotationError> {
        let mut chars = text.chars();
        let row = chars.next().and_then(|c| (c as usize).checked_sub('a' as usize));
        let digits = chars.as_str();
        let is_plain = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
        let column = digits.parse::<usize>().ok().filter(|_| is_plain);
        let hole = row.zip(column).and_then(|(row, column)| self.board.hole(row, column.checked_sub(1)?));
        hole.ok_or_else(|| {
            let top = self.board.rows.len() - 1;
            let (first, last) = (self.board.rows[0][0], self.board.rows[top][0]);
            NotationError::new(format!(
                "'{text}' is not a hole, expected a row and a column from {} to {}",
                hole_name(self.board, first),
                hole_name(self.board, last)
            ))
        })
    }

    /// Why the holes are not those of a move, or the move.
    fn check_route(&self, state: &State, holes: &[Hole]) -> Result<Move, String> {
        let name = |hole: Hole| hole_name(self.board, hole);
        let (from, to) = (holes[0], holes[holes.len() - 1]);
        if !state.pieces[state.turn.index()].contains(from) {
            return Err(format!("player {} has no piece on {}", state.turn, name(from)));
        }
        if from == to {
            return Err(format!("a move ends on another hole than {}", name(from)));
        }
        if holes.len() > 2 {
            for hop in holes.windows(2) {
                if !self.is_jump(state, from, hop[0], hop[1]) {
                    return Err(format!("{}-{} is not a jump here", name(hop[0]), name(hop[1])));
                }
            }
        }
        if state.occupied.contains(to) {
            return Err(format!("there is a piece on {}", name(to)));
        }
        if !self.reach(state, from).contains(to) {
            return Err(format!("neither a step nor a chain of jumps leads from {} to {}", name(from), name(to)));
        }
        Ok(Move { from, to })
    }
}

impl Notation for ChineseCheckers {
    fn parse_position(&self, text: &str) -> Result<Setup<Self>, NotationError> {
        let given = Arrangement::parse(text)?;
        if given.size != self.size {
            let (given, own) = (given.size.name(), self.size.name());
            return fail(format!("the position is one of {given}, the game is {own}"));
        }
        if given.players != self.players {
            return fail(format!("the position has {} players, the game {}", given.players, self.players));
        }
        Ok(Setup::new(self.set_up(given.pieces, given.turn, given.ply)))
    }

    fn position_text(&self, state: &State) -> String {
        let rows = self.board.rows.iter().rev();
        let rows: Vec<String> = rows.map(|row| row_text(state, row)).collect();
        format!("{} {} {}", rows.join("/"), state.turn, state.ply)
    }

    fn parse_move(&self, state: &State, text: &str) -> Result<Move, NotationError> {
        let refuse = |why: String| NotationError::new(format!("move '{text}': {why}"));
        if self.outcome(state).is_some() {
            return Err(refuse("the game is over".to_string()));
        }
        if text == "pass" {
            let mv = Move::PASS;
            let may_pass = self.is_legal(state, mv);
            return may_pass
                .then_some(mv)
                .ok_or_else(|| refuse(format!("player {} can move and must not pass", state.turn)));
        }
        let holes: Result<Vec<Hole>, _> = text.split('-').map(|hole| self.parse_hole(hole)).collect();
        let holes = holes.map_err(|error| refuse(error.to_string()))?;
        if holes.len() < 2 {
            return Err(refuse("expected two holes, such as c4-d4, or pass".to_string()));
        }
        self.check_route(state, &holes).map_err(refuse)
    }

    fn move_text(&self, _state: &State, mv: Move) -> String {
        if mv == Move::PASS {
            return "pass".to_string();
        }
        let name = |hole| hole_name(self.board, hole);
        format!("{}-{}", name(mv.from), name(mv.to))
    }

    fn starts(&self) -> Vec<Start> {
        let position = self.position_text(&self.initial());
        vec![Start::new(self.size.name(), self.size.summary(), position)]
    }
}
