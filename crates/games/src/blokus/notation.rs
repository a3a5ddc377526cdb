//! `20/.../20 b * * * *`: the rows from the top with a letter for each square and a number for empty ones,
//! the colour to move (`-` when the game is over), and what each colour has in hand: `*` everything, names
//! of pieces, `-` nothing, `+` nothing and the smallest piece was the last. `!` after a hand: the colour is out.
//!
//! Hands and colours that are out follow from the squares; a text that says otherwise is refused.
//! A move is its squares, `f9,e10,f10,g10,f11`.

use melee_core::{Game, Notation, NotationError, Outcome, Record, Setup, Start};

use super::pieces::{FULL_HAND, ORIENTATIONS, PIECES, SHAPES, moved_to_corner, orientation_of};
use super::placing::{COLUMN, MAX_SIDE};
use super::{Blokus, COLOURS, Fault, Move, OVER, State, Variant, blksgf};

/// The letters of the colours, in turn order.
pub(super) const LETTERS: [char; COLOURS] = ['b', 'y', 'r', 'g'];
pub(super) const COLOUR_NAMES: [&str; COLOURS] = ["blue", "yellow", "red", "green"];

pub(super) fn fail<T>(message: String) -> Result<T, NotationError> {
    Err(NotationError::new(message))
}

pub(super) fn square_name((x, y): (usize, usize)) -> String {
    format!("{}{}", char::from(b'a' + x as u8), y + 1)
}

/// The board that a position is of.
pub(super) fn start_of(text: &str) -> Result<&'static str, NotationError> {
    let rows = text.trim().split(' ').next().unwrap_or("").split('/').count();
    match rows {
        14 => Ok("duo"),
        20 => Ok("classic"),
        _ => fail(format!("the position has {rows} rows, expected 20 (classic) or 14 (duo)")),
    }
}

/// Squares with a colour each, rows from the bottom.
pub(super) type Squares = [[Option<u8>; MAX_SIDE]; MAX_SIDE];

/// A hand as it is written.
struct Hand {
    pieces: u32,
    last_was_one: bool,
    is_out: bool,
}

fn parse_hand(text: &str, colour: usize) -> Result<Hand, NotationError> {
    let name = COLOUR_NAMES[colour];
    let (list, is_out) = match text.strip_suffix('!') {
        Some(list) => (list, true),
        None => (text, false),
    };
    let mut hand = Hand { pieces: 0, last_was_one: list == "+", is_out };
    match list {
        "*" => hand.pieces = FULL_HAND,
        "-" | "+" if is_out => {
            return fail(format!("the hand of {name}, '{text}': an empty hand has no !"));
        }
        "-" | "+" => {}
        names => {
            for item in names.split(',') {
                let Some(piece) = SHAPES.iter().position(|(known, _)| *known == item) else {
                    return fail(format!("the hand of {name}: '{item}' is not a piece"));
                };
                if hand.pieces >> piece & 1 == 1 {
                    return fail(format!("the hand of {name}: {item} is there twice"));
                }
                hand.pieces |= 1 << piece;
            }
        }
    }
    Ok(hand)
}

pub(super) fn hand_list(hand: u32) -> String {
    let names = (0..PIECES).filter(|piece| hand >> piece & 1 == 1);
    let names: Vec<&str> = names.map(|piece| SHAPES[piece].0).collect();
    names.join(",")
}

impl Blokus {
    /// The square of this name.
    pub(super) fn parse_square(&self, text: &str) -> Result<(usize, usize), NotationError> {
        let side = self.variant.side();
        let mut chars = text.chars();
        let column = chars.next().map(|c| c.to_ascii_lowercase() as usize);
        let column = column.and_then(|c| c.checked_sub('a' as usize));
        let digits = chars.as_str();
        let is_plain = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
        let row = digits.parse::<usize>().ok().filter(|_| is_plain);
        match column.zip(row) {
            Some((x, row)) if x < side && (1..=side).contains(&row) => Ok((x, row - 1)),
            _ => fail(format!("'{text}' is not a square, expected a1 to {}", square_name((side - 1, side - 1)))),
        }
    }

    /// Reads one row: letters are squares, numbers are empty ones.
    fn parse_row(&self, y: usize, text: &str, squares: &mut Squares) -> Result<(), NotationError> {
        let (side, name) = (self.variant.side(), y + 1);
        let (mut x, mut rest) = (0, text);
        while let Some(c) = rest.chars().next() {
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            if end > 0 {
                let number = &rest[..end];
                let count = number.parse::<usize>().ok().filter(|n| (1..=side).contains(n));
                let Some(count) = count.filter(|_| !number.starts_with('0')) else {
                    return fail(format!("row {name}: '{number}' is not a number of empty squares from 1 to {side}"));
                };
                x += count;
                rest = &rest[end..];
                continue;
            }
            let letters = &LETTERS[..self.colours()];
            let Some(colour) = letters.iter().position(|&letter| letter == c) else {
                return fail(format!(
                    "row {name}: '{c}' is neither a colour ({}) nor a number of empty squares",
                    letters.iter().collect::<String>()
                ));
            };
            if x < side {
                squares[y][x] = Some(colour as u8);
            }
            x += 1;
            rest = &rest[1..];
        }
        if x == side {
            return Ok(());
        }
        let problem = if x < side { "short" } else { "long" };
        fail(format!("row {name} is too {problem}: {x} squares, expected {side}"))
    }

    /// Lays the pieces that the squares show: every group of one colour is one piece.
    pub(super) fn lay_out(&self, mut squares: Squares) -> Result<State, NotationError> {
        let side = self.variant.side();
        let mut state = self.initial();
        for (x, y) in (0..side * side).map(|i| (i % side, i / side)) {
            let Some(colour) = squares[y][x].map(usize::from) else {
                continue;
            };
            let group = take_group(&mut squares, x, y);
            let (name, place) = (COLOUR_NAMES[colour], square_name((x, y)));
            let shape = moved_to_corner(group.iter().map(|&(x, y)| (x as i32, y as i32)));
            let Some(orientation) = orientation_of(&shape) else {
                let count = group.len();
                return fail(format!("the {count} squares of {name} at {place} are not one piece"));
            };
            let piece = ORIENTATIONS[orientation].piece;
            if state.hands[colour] >> piece & 1 == 0 {
                let piece = SHAPES[piece].0;
                return fail(format!("{name} has laid {piece} twice, the second time at {place}"));
            }
            state.toggle(colour, placed(orientation, &group));
        }
        for (colour, name) in COLOUR_NAMES[..self.colours()].iter().enumerate() {
            let start = self.variant.start_square(colour);
            let covers = state.own[colour][start.1 + 1] >> (start.0 + COLUMN) & 1 == 1;
            if state.has_laid(colour) && !covers {
                let start = square_name(start);
                return fail(format!("{name} has squares, but not its start square {start}"));
            }
        }
        self.look_for_moves(&mut state);
        Ok(state)
    }

    fn parse_turn(&self, state: &State, text: &str) -> Result<usize, NotationError> {
        let next = self.next_from(state, 0);
        if text == "-" {
            return match next {
                OVER => Ok(OVER),
                colour => fail(format!("the game is not over: {} has a move", COLOUR_NAMES[colour])),
            };
        }
        let letters = &LETTERS[..self.colours()];
        let colour = letters.iter().position(|letter| letter.to_string() == text);
        match colour {
            Some(colour) if state.is_out(colour) => {
                fail(format!("{} is to move, but has no move", COLOUR_NAMES[colour]))
            }
            Some(colour) => Ok(colour),
            None => fail(format!(
                "'{text}' is not the colour to move, expected one of {} or -",
                letters.iter().collect::<String>()
            )),
        }
    }

    fn refusal(&self, state: &State, mv: Move, fault: Fault) -> String {
        let colour = state.turn as usize;
        let name = COLOUR_NAMES[colour];
        let piece = SHAPES[ORIENTATIONS[mv.orientation as usize].piece].0;
        match fault {
            Fault::NotInHand => format!("{name} has laid {piece} already"),
            Fault::Taken => "a square is taken".to_string(),
            Fault::AtAnEdge => format!("{piece} would touch {name} at an edge"),
            Fault::NoCorner => format!("{piece} would not touch {name} at a corner"),
            Fault::NotOnStart => {
                let start = square_name(self.variant.start_square(colour));
                format!("the first piece of {name} covers {start}")
            }
        }
    }

    /// The squares of a move, by row, then column.
    pub(super) fn squares_of_move(mv: Move) -> impl Iterator<Item = (usize, usize)> {
        let cells = ORIENTATIONS[mv.orientation as usize].cells.iter();
        cells.map(move |&(x, y)| ((mv.x + x) as usize, (mv.y + y) as usize))
    }

    pub(super) fn move_name(mv: Move) -> String {
        let names: Vec<String> = Self::squares_of_move(mv).map(square_name).collect();
        names.join(",")
    }
}

/// Is a hand what the board leaves, and does it say rightly whether the colour is out?
fn check_hand(state: &State, colour: usize, hand: &Hand) -> Result<(), NotationError> {
    let name = COLOUR_NAMES[colour];
    let left = state.hands[colour];
    if hand.pieces != left {
        let differing = (hand.pieces ^ left).trailing_zeros() as usize;
        let piece = SHAPES[differing].0;
        let problem = if left >> differing & 1 == 1 { "is not on the board" } else { "is on the board" };
        return fail(format!("the hand of {name} is not what is left: {piece} {problem}"));
    }
    if left != 0 && hand.is_out != state.is_out(colour) {
        let problem =
            if hand.is_out { "has a move, but is said to be out" } else { "has no move, so its hand ends with !" };
        return fail(format!("{name} {problem}"));
    }
    Ok(())
}

/// The piece with these squares, wherever it may be laid.
fn piece_on(squares: &[(usize, usize)]) -> Result<Move, String> {
    for (i, square) in squares.iter().enumerate() {
        if squares[..i].contains(square) {
            return Err(format!("{} is there twice", square_name(*square)));
        }
    }
    let shape = moved_to_corner(squares.iter().map(|&(x, y)| (x as i32, y as i32)));
    let orientation = orientation_of(&shape).ok_or("these squares are not one piece")?;
    Ok(placed(orientation, squares))
}

/// The orientation with its box around these squares.
fn placed(orientation: usize, squares: &[(usize, usize)]) -> Move {
    let left = squares.iter().map(|s| s.0).min().unwrap_or(0);
    let bottom = squares.iter().map(|s| s.1).min().unwrap_or(0);
    Move { orientation: orientation as u8, x: left as u8, y: bottom as u8 }
}

/// Takes away the squares that hang together with this one, and lists them.
pub(super) fn take_group(squares: &mut Squares, x: usize, y: usize) -> Vec<(usize, usize)> {
    let colour = squares[y][x].take();
    let mut group = vec![(x, y)];
    let mut next = 0;
    while next < group.len() {
        let (x, y) = group[next];
        next += 1;
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let beside = x.checked_add_signed(dx).zip(y.checked_add_signed(dy));
            let beside = beside.filter(|&(x, y)| x < MAX_SIDE && y < MAX_SIDE);
            if let Some((x, y)) = beside.filter(|&(x, y)| squares[y][x] == colour) {
                squares[y][x] = None;
                group.push((x, y));
            }
        }
    }
    group
}

impl Notation for Blokus {
    fn parse_position(&self, text: &str) -> Result<Setup<Self>, NotationError> {
        let words: Vec<&str> = text.trim().split(' ').collect();
        let given = start_of(text)?;
        if given != self.variant.start_name() {
            let own = self.variant.start_name();
            return fail(format!("the position is one of {given}, the game is {own}"));
        }
        let colours = self.colours();
        if words.len() != colours + 2 {
            return fail(format!(
                "the position has {} parts, expected {}: the rows, the colour to move, {colours} hands",
                words.len(),
                colours + 2
            ));
        }
        let mut squares = [[None; MAX_SIDE]; MAX_SIDE];
        for (y, row) in (0..self.variant.side()).rev().zip(words[0].split('/')) {
            self.parse_row(y, row, &mut squares)?;
        }
        let mut state = self.lay_out(squares)?;
        for (colour, text) in words[2..].iter().enumerate() {
            let hand = parse_hand(text, colour)?;
            check_hand(&state, colour, &hand)?;
            state.last_was_one |= u8::from(hand.last_was_one) << colour;
        }
        state.turn = self.parse_turn(&state, words[1])? as u8;
        state.key = self.key_from_scratch(&state);
        Ok(Setup::new(state))
    }

    fn position_text(&self, state: &State) -> String {
        let side = self.variant.side();
        let owner = |x: usize, y: usize| (0..self.colours()).find(|&c| state.own[c][y + 1] >> (x + COLUMN) & 1 == 1);
        let mut text = String::new();
        for y in (0..side).rev() {
            let mut empty = 0;
            for x in 0..=side {
                let colour = if x < side { owner(x, y) } else { None };
                if x < side && colour.is_none() {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                text.extend(colour.map(|colour| LETTERS[colour]));
            }
            text.push(if y > 0 { '/' } else { ' ' });
        }
        match state.turn as usize {
            OVER => text.push('-'),
            colour => text.push(LETTERS[colour]),
        }
        for colour in 0..self.colours() {
            text.push(' ');
            text += &match state.hands[colour] {
                0 if state.last_was_one >> colour & 1 == 1 => "+".to_string(),
                0 => "-".to_string(),
                FULL_HAND => "*".to_string(),
                hand => hand_list(hand),
            };
            if state.is_out(colour) && state.hands[colour] != 0 {
                text.push('!');
            }
        }
        text
    }

    fn parse_move(&self, state: &State, text: &str) -> Result<Move, NotationError> {
        let refuse = |why: String| NotationError::new(format!("move '{text}': {why}"));
        if state.turn as usize == OVER {
            return Err(refuse("the game is over".to_string()));
        }
        let squares = text.split(',').map(|square| self.parse_square(square));
        let squares: Result<Vec<_>, _> = squares.collect();
        let squares = squares.map_err(|error| refuse(error.to_string()))?;
        let mv = piece_on(&squares).map_err(refuse)?;
        match self.fault(state, state.turn as usize, mv) {
            Some(fault) => Err(refuse(self.refusal(state, mv, fault))),
            None => Ok(mv),
        }
    }

    fn move_text(&self, _state: &State, mv: Move) -> String {
        Self::move_name(mv)
    }

    fn read_record(&self, _state: &State, record: &str) -> Result<Record, NotationError> {
        if record.trim_start().starts_with('(') {
            return blksgf::read(self, record);
        }
        let moves = record.split_whitespace().map(str::to_string);
        Ok(Record { start: None, moves: moves.collect() })
    }

    fn write_record(&self, setup: &Setup<Self>, _result: Option<&Outcome>) -> String {
        blksgf::write(self, setup)
    }

    fn starts(&self) -> Vec<Start> {
        let summary = match self.variant {
            Variant::Classic => "20x20 squares, a colour each",
            Variant::Classic2 => "20x20 squares, two colours each",
            Variant::Classic3 => "20x20 squares, a colour each and green in turn",
            Variant::Duo => "14x14 squares, for two",
        };
        let position = self.position_text(&self.initial());
        vec![Start::new(self.variant.start_name(), summary, position)]
    }
}
