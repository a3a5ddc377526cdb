//! FEN4: the position in one line.
//!
//! `turn-dead-castleK-castleQ-points-clock[-{extra}]-board`. Colours stand for seats: red is south,
//! blue west, yellow north, green east. A pawn that has bent is its colour and the letter of its
//! heading, such as `rw`. Points are read and not kept: the winner gets one point here.
//!
//! The text says whose turn it is: his turn has begun already, so a king that hangs to him stays until
//! the next one begins. Nobody can take it by a move.

mod extra;

use melee_core::{NotationError, Setup};

use super::Chess4;
use super::board::{self, Square, file, is_on_board, is_own_back_row, rank, square};
use super::moves::CASTLINGS;
use super::piece::{Kind, Piece, SEATS, Seat};
use super::state::{DoubleStep, State};

/// Colours of the seats in order.
const COLOURS: [char; SEATS] = ['r', 'b', 'y', 'g'];
const HEADINGS: [char; 4] = ['n', 'e', 's', 'w'];

const START: &str = "R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-\
    3,yR,yN,yB,yK,yQ,yB,yN,yR,3/3,yP,yP,yP,yP,yP,yP,yP,yP,3/14/\
    bR,bP,10,gP,gR/bN,bP,10,gP,gN/bB,bP,10,gP,gB/bQ,bP,10,gP,gK/\
    bK,bP,10,gP,gQ/bB,bP,10,gP,gB/bN,bP,10,gP,gN/bR,bP,10,gP,gR/14/\
    3,rP,rP,rP,rP,rP,rP,rP,rP,3/3,rR,rN,rB,rQ,rK,rB,rN,rR,3";

pub(super) fn start_text() -> &'static str {
    START
}

pub(super) fn start(game: &Chess4) -> State {
    parse(game, START).expect("the start is a position").start
}

/// A part of the text for a message: what would run over the line or disturb it is left out.
pub(super) fn quoted(text: &str) -> String {
    const LONGEST: usize = 40;
    let shown: String = text.escape_debug().take(LONGEST).collect();
    let dots = if text.chars().count() > LONGEST { "..." } else { "" };
    format!("'{}{dots}'", shown.replace("\\'", "'"))
}

fn error(message: impl std::fmt::Display) -> NotationError {
    NotationError::new(format!("FEN4 {message}"))
}

pub(super) fn parse(game: &Chess4, text: &str) -> Result<Setup<Chess4>, NotationError> {
    let (head, rows) = text
        .rsplit_once('-')
        .ok_or_else(|| error("has no board: expected turn-dead-castleK-castleQ-points-clock-board"))?;
    let (head, extra) = match head.find('{') {
        Some(at) => (head[..at].trim_end_matches(['-', ' ', '\n']), Some(&head[at..])),
        None => (head, None),
    };
    let parts: Vec<&str> = head.split('-').map(str::trim).collect();
    let [turn, dead, short, long, points, clock] = parts[..] else {
        if parts.contains(&"") {
            return Err(error("has two '-' in a row: points and clock are not negative"));
        }
        return Err(error(format!(
            "has {} parts before the board, expected 6: turn, dead, castleK, castleQ, points, clock",
            parts.len()
        )));
    };
    let mut state = State::empty();
    let turn = COLOURS.iter().position(|c| turn == c.to_ascii_uppercase().to_string());
    let unknown = || error(format!("turn {} is none of R, B, Y, G", quoted(parts[0])));
    state.turn = turn.ok_or_else(unknown)? as Seat;
    let dead = flags(dead, "dead")?;
    state.alive = 0b1111 & !dead;
    state.castling = flags(short, "castleK")? | flags(long, "castleQ")? << 4;
    check_points(points)?;
    state.clock = clock.parse().map_err(|_| error(format!("clock {}: expected 0 to 65535 plies", quoted(clock))))?;
    read_board(game, rows, &mut state)?;
    if let Some(extra) = extra {
        extra::read(extra, &mut state)?;
    }
    finish(game, &mut state)?;
    Ok(Setup::new(state))
}

/// Four 0 or 1, as bits.
fn flags(text: &str, name: &str) -> Result<u8, NotationError> {
    let bits: Vec<&str> = text.split(',').map(str::trim).collect();
    if bits.len() != SEATS || bits.iter().any(|b| !matches!(*b, "0" | "1")) {
        return Err(error(format!("{name} {}: expected four 0 or 1 joined by commas", quoted(text))));
    }
    Ok((0..SEATS).fold(0, |all, i| all | u8::from(bits[i] == "1") << i))
}

fn check_points(text: &str) -> Result<(), NotationError> {
    let points: Vec<&str> = text.split(',').map(str::trim).collect();
    if points.len() != SEATS || points.iter().any(|p| p.parse::<i64>().is_err()) {
        return Err(error(format!("points {}: expected four numbers joined by commas", quoted(text))));
    }
    Ok(())
}

fn read_board(game: &Chess4, rows: &str, state: &mut State) -> Result<(), NotationError> {
    let rows: Vec<&str> = rows.split('/').collect();
    if rows.len() != 14 {
        return Err(error(format!("board has {} rows, expected 14", rows.len())));
    }
    for (i, row) in rows.iter().enumerate() {
        let rank = 14 - i as u8;
        let mut file = 1usize;
        for cell in row.split(',').map(str::trim) {
            if cell.starts_with(|c: char| c.is_ascii_digit()) {
                file = file.saturating_add(empty_cells(cell, rank, file)?);
                continue;
            }
            if file <= 14 {
                read_cell(game, cell, square(file as u8, rank), state)?;
            }
            file = file.saturating_add(1);
        }
        if file != 15 {
            return Err(error(format!("row {rank} has {} columns, expected 14", file - 1)));
        }
    }
    Ok(())
}

/// The empty cells that a number stands for.
fn empty_cells(cell: &str, rank: u8, file: usize) -> Result<usize, NotationError> {
    let cells: Option<usize> = cell.parse().ok();
    cells.filter(|n| (1..=14).contains(n)).ok_or_else(|| {
        let column = file.min(14);
        error(format!(
            "row {rank}, column {}: {}: expected 1 to 14 empty cells",
            char::from(b'a' + column as u8 - 1),
            quoted(cell)
        ))
    })
}

fn read_cell(game: &Chess4, cell: &str, at: Square, state: &mut State) -> Result<(), NotationError> {
    let place = || format!("row {}, column {}", rank(at), char::from(b'a' + file(at) - 1));
    if matches!(cell, "x" | "X") {
        return if is_on_board(at) { Err(error(format!("{}: a wall inside the board", place()))) } else { Ok(()) };
    }
    if cell.is_empty() {
        return Err(error(format!("{}: nothing between two commas", place())));
    }
    if cell.starts_with('d') {
        return Err(error(format!("{}: {}: the pieces of the dead leave the board", place(), quoted(cell))));
    }
    let mut letters = cell.chars();
    let (Some(colour), Some(kind), None) = (letters.next(), letters.next(), letters.next()) else {
        return Err(error(format!("{}: {} is neither a piece nor a number", place(), quoted(cell))));
    };
    let seat = COLOURS.iter().position(|&c| c == colour);
    let shown = colour.escape_debug();
    let seat = seat.ok_or_else(|| error(format!("{}: '{shown}' is none of r, b, y, g", place())))?;
    let seat = seat as Seat;
    if !is_on_board(at) {
        return Err(error(format!("{}: '{cell}' stands on a cut corner", place())));
    }
    if !state.is_alive(seat) {
        return Err(error(format!("{}: '{cell}' belongs to a dead player", place())));
    }
    let piece = if let Some(heading) = HEADINGS.iter().position(|&h| h == kind) {
        bent_pawn(game, seat, heading as u8)
            .ok_or_else(|| error(format!("{}: '{cell}' cannot head that way", place())))?
    } else {
        let kind = Kind::ALL.into_iter().find(|k| k.letter() == kind);
        let shown = quoted(cell);
        let unknown = || error(format!("{}: {shown}: unknown kind of piece", place()));
        Piece::new(seat, kind.ok_or_else(unknown)?)
    };
    let is_on_promotion_row = board::is_back_row(at) && !is_own_back_row(at, seat);
    if piece.kind() == Kind::Pawn && is_on_promotion_row {
        return Err(error(format!("{}: '{cell}' should have promoted there", place())));
    }
    if piece.is_home_pawn() && is_own_back_row(at, seat) {
        return Err(error(format!("{}: '{cell}' cannot be behind its own pawns", place())));
    }
    if piece.kind() == Kind::King {
        if state.kings[seat as usize] != 0 {
            return Err(error(format!("{}: a second king of {colour}", place())));
        }
        state.kings[seat as usize] = at;
    }
    state.put(at, piece);
    Ok(())
}

fn bent_pawn(game: &Chess4, seat: Seat, heading: u8) -> Option<Piece> {
    Piece::pawn(seat, heading).filter(|pawn| game.bends || !pawn.is_bent())
}

/// Checks what only the whole position can tell, and sees whether the player on turn can move.
fn finish(game: &Chess4, state: &mut State) -> Result<(), NotationError> {
    for seat in 0..SEATS as Seat {
        let colour = COLOURS[seat as usize];
        if !state.is_alive(seat) {
            state.castling &= !(0b1_0001 << seat);
            continue;
        }
        if state.kings[seat as usize] == 0 {
            return Err(error(format!("has no king of the living {colour}")));
        }
        if state.pieces[seat as usize].count() > 16 {
            return Err(error(format!("has more than 16 pieces of {colour}")));
        }
        for (side, castling) in CASTLINGS[seat as usize].iter().enumerate() {
            let is_home = state.kings[seat as usize] == castling.king && state.at(castling.rook).is(seat, Kind::Rook);
            let bit = 1 << (4 * side + seat as usize);
            if state.castling & bit != 0 && !is_home {
                let name = ["castleK", "castleQ"][side];
                return Err(error(format!("{name}: king or rook of {colour} has moved")));
            }
        }
    }
    if !state.is_alive(state.turn) {
        let colour = COLOURS[state.turn as usize].to_ascii_uppercase();
        return Err(error(format!("turn {colour}: that player is dead")));
    }
    state.double_steps[state.turn as usize] = None;
    state.key = state.key_from_scratch();
    for seat in 0..SEATS as Seat {
        state.note_pawns(seat);
    }
    game.continue_turn(state);
    Ok(())
}

pub(super) fn write(state: &State) -> String {
    let turn = COLOURS[state.turn as usize].to_ascii_uppercase();
    let bits = |bits: u8| (0..SEATS).map(|i| (bits >> i & 1).to_string()).collect::<Vec<_>>();
    let dead = bits(!state.alive).join(",");
    let (short, long) = (bits(state.castling).join(","), bits(state.castling >> 4).join(","));
    let rows: Vec<String> = (1..=14).rev().map(|rank| row(state, rank)).collect();
    format!("{turn}-{dead}-{short}-{long}-0,0,0,0-{}-{}{}", state.clock, extra(&state.double_steps), rows.join("/"))
}

/// A board that was set up by hand, of which nobody knows yet whether it is a position; the clock is that of `state`.
pub(super) fn write_board(state: &State, placed: &[(Square, Piece)], turn: Seat) -> String {
    let at = |square: Square| placed.iter().rfind(|(there, _)| *there == square).map(|(_, piece)| *piece);
    let of_seats = |flag: &dyn Fn(Seat) -> bool| {
        (0..SEATS as Seat).map(|seat| u8::from(flag(seat)).to_string()).collect::<Vec<_>>().join(",")
    };
    let dead = of_seats(&|seat| !placed.iter().any(|(_, piece)| piece.is_of(seat)));
    let castling = |side: usize| {
        of_seats(&|seat| {
            let castling = CASTLINGS[seat as usize][side];
            let is_home = |square: Square, kind: Kind| at(square).is_some_and(|piece| piece.is(seat, kind));
            let has_right = state.castling >> (4 * side + seat as usize) & 1 == 1;
            has_right && is_home(castling.king, Kind::King) && is_home(castling.rook, Kind::Rook)
        })
    };
    let rows: Vec<String> =
        (1..=14).rev().map(|rank| row_of(rank, |square| at(square).unwrap_or(Piece::NONE))).collect();
    // Pawns that were not touched can still be taken in passing.
    let is_as_it_was = |square: Square| at(square).unwrap_or(Piece::NONE) == state.at(square);
    let steps = state
        .double_steps
        .map(|step| step.filter(|step| turn == state.turn && is_as_it_was(step.pawn) && is_as_it_was(step.over)));
    let turn = COLOURS[turn as usize].to_ascii_uppercase();
    let (short, long, extra) = (castling(0), castling(1), extra(&steps));
    format!("{turn}-{dead}-{short}-{long}-0,0,0,0-{}-{extra}{}", state.clock, rows.join("/"))
}

fn extra(double_steps: &[Option<DoubleStep>; SEATS]) -> String {
    if double_steps.iter().all(Option::is_none) {
        return String::new();
    }
    let steps = double_steps.map(|step| match step {
        Some(DoubleStep { over, pawn }) => {
            format!("'{}:{}'", board::square_name(over), board::square_name(pawn))
        }
        None => "''".to_string(),
    });
    format!("{{'enPassant':({})}}-", steps.join(","))
}

fn row(state: &State, rank: u8) -> String {
    row_of(rank, |square| state.at(square))
}

fn row_of(rank: u8, at: impl Fn(Square) -> Piece) -> String {
    let mut cells = Vec::new();
    let mut empty = 0;
    for file in 1..=14 {
        let piece = at(square(file, rank));
        if piece.is_piece() {
            if empty > 0 {
                cells.push(empty.to_string());
                empty = 0;
            }
            cells.push(piece_text(piece));
        } else {
            empty += 1;
        }
    }
    if empty > 0 {
        cells.push(empty.to_string());
    }
    cells.join(",")
}

fn piece_text(piece: Piece) -> String {
    let colour = COLOURS[piece.seat() as usize];
    let letter = if piece.kind() == Kind::Pawn && piece.is_bent() {
        HEADINGS[piece.heading() as usize]
    } else {
        piece.kind().letter()
    };
    format!("{colour}{letter}")
}
