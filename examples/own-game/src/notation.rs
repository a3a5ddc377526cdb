//! Positions and moves as text.
//!
//! A position has the rows from the top, `/` between them: `.` is free, `#` is gone, digits are the
//! pieces of the players. Then whose turn it is: `3....../#2...../... 1`. A move is the square it goes to,
//! such as `d4`.

use melee::core::{Notation, NotationError, Player, Setup, SmallState};

use crate::game::{MAX_SEATS, SIZE};
use crate::{Board, Isolation, Square};

type State = SmallState<Board>;

/// A square as it is written: `d4`.
pub(crate) fn name(square: Square) -> String {
    let column = char::from(b'a' + square.column() as u8);
    format!("{column}{}", square.row() + 1)
}

fn wrong(problem: impl std::fmt::Display) -> NotationError {
    NotationError::new(problem)
}

/// Reads a position for any number of players.
pub(crate) fn parse(text: &str) -> Result<State, NotationError> {
    let Some((rows, turn)) = text.split_once(' ') else {
        return Err(wrong("expected rows and the player to move, such as ... 1"));
    };
    let rows: Vec<&str> = rows.split('/').collect();
    if rows.len() != SIZE {
        return Err(wrong(format!("{} rows, expected {SIZE}", rows.len())));
    }
    let mut gone = 0;
    let mut pieces = [None; MAX_SEATS];
    for (row, cells) in rows.into_iter().rev().enumerate() {
        let (number, count) = (row + 1, cells.chars().count());
        if count != SIZE {
            return Err(wrong(format!("row {number} has {count} squares, expected {SIZE}")));
        }
        for (square, cell) in
            (0..).zip(cells.chars()).filter_map(|(column, cell)| Some((Square::new(column, row)?, cell)))
        {
            let seat = cell.to_digit(10).map(|digit| (digit as usize).wrapping_sub(1));
            match (cell, seat) {
                ('.', _) => {}
                ('#', _) => gone |= 1 << square.index(),
                (_, Some(seat)) if seat < MAX_SEATS && pieces[seat].is_none() => {
                    pieces[seat] = Some(square);
                }
                _ => return Err(wrong(format!("{}: no place for '{cell}'", name(square)))),
            }
        }
    }
    let players = pieces.iter().flatten().count();
    let seats: Option<Vec<Square>> = pieces[..players].iter().copied().collect();
    let Some(pieces) = seats.filter(|seats| seats.len() >= 2) else {
        return Err(wrong("expected the pieces 1 and 2, and perhaps 3 and 4"));
    };
    let turn = turn.parse().ok().filter(|turn| (1..=players).contains(turn));
    let Some(turn) = turn else {
        return Err(wrong(format!("whose turn? Expected 1 to {players}")));
    };
    Ok(State::new(Board { gone, pieces }, Player::new(turn - 1)))
}

impl Notation for Isolation {
    fn parse_position(&self, text: &str) -> Result<Setup<Self>, NotationError> {
        use melee::core::SmallGame;
        let state = parse(text)?;
        let (given, own) = (state.board.pieces.len(), self.players());
        if given != own {
            return Err(wrong(format!("{given} players, expected {own}")));
        }
        // Searches rely on it that whoever is to move can.
        let turn = state.turn.previous(own);
        if self.next(&state.board, turn) != state.turn {
            return Err(wrong(format!("player {} cannot move", state.turn)));
        }
        Ok(Setup::new(state))
    }

    fn position_text(&self, state: &State) -> String {
        let cell = |square: Square| {
            let owner = state.board.pieces.iter().position(|&piece| piece == square);
            match owner {
                Some(seat) => (seat + 1).to_string(),
                None if state.board.is_free(square) => ".".to_string(),
                None => "#".to_string(),
            }
        };
        let row = |row: usize| -> String {
            let columns = (0..SIZE).filter_map(|column| Square::new(column, row));
            columns.map(cell).collect()
        };
        let rows: Vec<String> = (0..SIZE).rev().map(row).collect();
        format!("{} {}", rows.join("/"), state.turn)
    }

    fn move_text(&self, _state: &State, to: Square) -> String {
        name(to)
    }
}
