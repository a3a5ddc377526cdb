//! FEN-like positions and the thesis's moves.
//!
//! A position is the rows I to A, the side to move and the marbles each side has lost:
//! `wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0 0`. With three players the third has the letter
//! `r`, and after the losses come the marbles each has pushed off: `... b 0 0 0 0 0 0`.
//!
//! A move along the row is the field of the rear marble and the field it moves to (`A1B2`), a move
//! sideways the first and the last field of the row and where the first goes (`C3C5D3`). AIBA names
//! as first the marble with the smaller number, of equal ones the one in the higher row; both ends
//! are read. The notation of `PlayStrategy` is read too: lower case, the rear field and the one the head
//! of the row reaches (`a1d4`), or the first field and the new field of the last marble (`e7f5`).

use melee_core::{Game, Notation, NotationError, Player, Setup, Start};

use super::board::{AXES, BOARD, Bits, DIRECTIONS, Field, SIDE, bit, field, number, numbers, row, step};
use super::moves::Move;
use super::shape::Shape;
use super::{Abalone, MAX_SEATS, State, TO_WIN, starts};

const LETTERS: [char; MAX_SEATS] = ['b', 'w', 'r'];
/// The most marbles of a player.
const MOST: [u32; 4] = [0, 0, 14, 11];

/// How many players a position text is for.
pub(super) fn players_of(text: &str) -> usize {
    let words = text.split_whitespace().count();
    if words >= 8 { 3 } else { 2 }
}

pub(super) fn field_name(field: Field) -> String {
    format!("{}{}", char::from(b'A' + row(field) as u8), number(field) + 1)
}

/// A field on the board.
fn parse_field(text: &str) -> Result<Field, NotationError> {
    let bytes = text.as_bytes();
    let (row, number) = match bytes {
        [row, number] => (row.to_ascii_uppercase().wrapping_sub(b'A') as usize, number.wrapping_sub(b'1') as usize),
        _ => (SIDE, SIDE),
    };
    if row < SIDE && numbers(row).contains(&number) {
        Ok(field(row, number))
    } else {
        Err(NotationError::new(format!("'{text}' is not a field, expected A1 to I9")))
    }
}

fn parse_row(text: &str, r: usize, marbles: &mut [Bits; MAX_SEATS]) -> Result<(), NotationError> {
    let name = char::from(b'A' + r as u8);
    let mut n = numbers(r).start;
    for c in text.chars() {
        if let Some(empty) = c.to_digit(10) {
            n += empty as usize;
            continue;
        }
        let owner = LETTERS.iter().position(|&l| l == c).ok_or_else(|| {
            NotationError::new(format!("FEN row {name}: '{c}' is neither a marble nor a number of empty fields"))
        })?;
        if n < numbers(r).end {
            marbles[owner] |= bit(field(r, n));
        }
        n += 1;
    }
    if n == numbers(r).end {
        Ok(())
    } else {
        Err(NotationError::new(format!(
            "FEN row {name} has {} fields, expected {}",
            n - numbers(r).start,
            numbers(r).len()
        )))
    }
}

impl Abalone {
    fn parse_counts(words: &[&str], what: &str) -> Result<[u8; MAX_SEATS], NotationError> {
        let mut counts = [0; MAX_SEATS];
        for (player, word) in words.iter().enumerate() {
            counts[player] = word.parse().map_err(|_| {
                NotationError::new(format!("'{word}' is not the number of marbles player {} has {what}", player + 1))
            })?;
        }
        Ok(counts)
    }

    fn check(&self, state: &State) -> Result<(), NotationError> {
        let owned = |p: usize| state.marbles[p].count_ones() + u32::from(state.lost[p]);
        // One of the known starts has fifteen marbles a side.
        let is_sibe = self.players == 2 && owned(0) == 15 && owned(1) == 15;
        for player in 0..self.players {
            let most = MOST[self.players];
            if owned(player) > most && !is_sibe {
                return Err(NotationError::new(format!(
                    "player {} has {} marbles, the lost ones included, expected at most {most}",
                    player + 1,
                    owned(player)
                )));
            }
            if state.ejected[player] > TO_WIN {
                return Err(NotationError::new(format!(
                    "player {} has pushed off {} marbles, the game ends at {TO_WIN}",
                    player + 1,
                    state.ejected[player]
                )));
            }
        }
        let lost: u32 = state.lost.iter().map(|&n| u32::from(n)).sum();
        let ejected: u32 = state.ejected.iter().map(|&n| u32::from(n)).sum();
        if lost != ejected {
            return Err(NotationError::new(format!("{lost} marbles are lost but {ejected} were pushed off")));
        }
        let winners = state.ejected.iter().filter(|&&n| n == TO_WIN).count();
        if winners > 1 {
            return Err(NotationError::new(format!("{winners} players have pushed off {TO_WIN} marbles")));
        }
        Ok(())
    }
}

impl Notation for Abalone {
    fn parse_position(&self, text: &str) -> Result<Setup<Self>, NotationError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let expected = if self.players == 2 { 4 } else { 8 };
        if words.len() != expected {
            return Err(NotationError::new(format!(
                "position '{text}' has {} parts, expected {expected}: the rows I to A, the side to \
                 move, the marbles lost{}",
                words.len(),
                if self.players == 2 { "" } else { " and the marbles pushed off" }
            )));
        }
        let rows: Vec<&str> = words[0].split('/').collect();
        if rows.len() != SIDE {
            return Err(NotationError::new(format!("FEN has {} rows, expected {SIDE}", rows.len())));
        }
        let mut marbles = [0; MAX_SEATS];
        for (i, text) in rows.iter().enumerate() {
            parse_row(text, SIDE - 1 - i, &mut marbles)?;
        }
        let sides = &LETTERS[..self.players];
        if self.players == 2 && marbles[2] != 0 {
            return Err(NotationError::new("'r' marbles are for three players"));
        }
        let turn = sides.iter().position(|l| words[1] == l.to_string());
        let turn = turn
            .map(Player::new)
            .ok_or_else(|| NotationError::new(format!("'{}' is not the side to move", words[1])))?;
        let lost = Self::parse_counts(&words[2..2 + self.players], "lost")?;
        let ejected =
            if self.players == 2 { [lost[1], lost[0], 0] } else { Self::parse_counts(&words[5..], "pushed off")? };
        let winner = ejected.iter().position(|&n| n >= TO_WIN);
        let mut state = State {
            marbles,
            shapes: marbles.map(Shape::of),
            key: 0,
            lost,
            ejected,
            turn,
            winner: winner.map(Player::new),
        };
        self.check(&state)?;
        state.key = self.key_from_scratch(&state);
        Ok(Setup::new(state))
    }

    fn position_text(&self, state: &State) -> String {
        let rows: Vec<String> = (0..SIDE).rev().map(|r| row_text(state, r)).collect();
        let mut words = vec![rows.join("/"), LETTERS[state.turn.index()].to_string()];
        words.extend(state.lost[..self.players].iter().map(u8::to_string));
        if self.players == 3 {
            words.extend(state.ejected.iter().map(u8::to_string));
        }
        words.join(" ")
    }

    fn parse_move(&self, state: &State, text: &str) -> Result<Move, NotationError> {
        if self.outcome(state).is_some() {
            return Err(NotationError::new(format!("no move '{text}': the game is over")));
        }
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        if text == "pass" {
            let pass = moves.first().filter(|&&mv| mv == Move::PASS);
            return pass
                .copied()
                .ok_or_else(|| NotationError::new("move 'pass': passing is only for players without a move"));
        }
        if !text.is_ascii() || !matches!(text.len(), 4 | 6) {
            return Err(NotationError::new(format!(
                "move '{text}': expected two or three fields, such as A1B2 or C3C5D3"
            )));
        }
        let named = (0..text.len() / 2).map(|i| parse_field(&text[2 * i..2 * i + 2]));
        let named: Vec<Field> =
            named.collect::<Result<_, _>>().map_err(|e| NotationError::new(format!("move '{text}': {e}")))?;
        // PlayStrategy writes lower case; where its reading and the thesis's differ, that decides.
        let is_playstrategy = text.starts_with(|c: char| c.is_ascii_lowercase());
        let meant: Vec<Move> = moves
            .into_iter()
            .filter(|&mv| match named[..] {
                [from, to] if is_playstrategy => is_playstrategy_move(mv, from, to),
                [from, to] => mv.axis().is_none() && mv.first == from && first_step(mv) == to,
                [a, b, to] => is_broadside(mv, a, b, to),
                _ => false,
            })
            .collect();
        match meant[..] {
            [mv] => Ok(mv),
            [] => Err(NotationError::new(format!("move '{text}' is not legal for player {}", state.turn))),
            _ => Err(NotationError::new(format!(
                "move '{text}' is ambiguous: {}",
                meant.iter().map(|&mv| self.move_text(state, mv)).collect::<Vec<_>>().join(" or ")
            ))),
        }
    }

    fn move_text(&self, _state: &State, mv: Move) -> String {
        if mv == Move::PASS {
            return "pass".to_string();
        }
        let Some(_) = mv.axis() else {
            return format!("{}{}", field_name(mv.first), field_name(first_step(mv)));
        };
        let [low, high] = ends(mv);
        // The smaller number first; of equal ones the higher row.
        let (first, last) = match number(low).cmp(&number(high)) {
            std::cmp::Ordering::Less => (low, high),
            std::cmp::Ordering::Greater => (high, low),
            std::cmp::Ordering::Equal => (high, low),
        };
        let to = step(first, mv.direction(), 1);
        format!("{}{}{}", field_name(first), field_name(last), field_name(to))
    }

    fn starts(&self) -> Vec<Start> {
        starts::all(self)
    }
}

/// Where the marble named first goes.
fn first_step(mv: Move) -> Field {
    step(mv.first, mv.direction(), 1)
}

/// The two ends of a row that moves sideways.
fn ends(mv: Move) -> [Field; 2] {
    let axis = AXES[mv.axis().unwrap_or(0)];
    [mv.first, step(mv.first, axis, mv.marbles() as i32 - 1)]
}

fn is_broadside(mv: Move, a: Field, b: Field, to: Field) -> bool {
    let [low, high] = ends(mv);
    mv.axis().is_some() && ([low, high] == [a, b] || [high, low] == [a, b]) && step(a, mv.direction(), 1) == to
}

fn is_playstrategy_move(mv: Move, from: Field, to: Field) -> bool {
    if mv.axis().is_none() {
        return mv.first == from && step(from, mv.direction(), mv.marbles() as i32) == to;
    }
    let [low, high] = ends(mv);
    let goes = |last: Field| step(last, mv.direction(), 1) == to;
    (from == low && goes(high)) || (from == high && goes(low))
}

fn row_text(state: &State, r: usize) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for n in numbers(r) {
        let here = bit(field(r, n));
        let owner = state.marbles.iter().position(|m| m & here != 0);
        if let Some(owner) = owner {
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            text.push(LETTERS[owner]);
        } else {
            empty += 1;
        }
    }
    if empty > 0 {
        text += &empty.to_string();
    }
    text
}

const _: () = assert!(BOARD.count_ones() == 61 && DIRECTIONS.len() == 6);
