//! Records as Pentobi writes them: SGF with a node for each move, `(;GM[Blokus Duo];B[e10,..];W[j5,..])`.
//!
//! Two colours are `B` and `W`, four are `1` to `4`; older files have a property for each square of a
//! four-colour move (`BLUE[a1][a2]`), which is read too. A game that does not begin with the empty board has its
//! pieces in `A1` to `A4` (`AB` and `AW` in Duo), a value each, and the colour to move in `PL`. Their order matters
//! only to a colour that has laid everything: if the single square comes last, it was laid last. Of a tree of
//! variations the first one is read; comments and everything else are skipped.

use melee_core::{Game, Notation, NotationError, Record, Setup};

use super::notation::{COLOUR_NAMES, Squares, fail, square_name, take_group};
use super::placing::MAX_SIDE;
use super::{Blokus, COLOURS, OVER, State, Variant};

/// The names of the variants, with Pentobi's own first.
fn game_name(variant: Variant) -> &'static str {
    match variant {
        Variant::Classic => "Blokus",
        Variant::Classic2 => "Blokus Two-Player",
        Variant::Classic3 => "Blokus Three-Player",
        Variant::Duo => "Blokus Duo",
    }
}

/// The property of a colour's moves; the one of its setup has an `A` before it.
fn property_of(variant: Variant, colour: usize) -> &'static str {
    match variant {
        Variant::Duo => ["B", "W"][colour],
        _ => ["1", "2", "3", "4"][colour],
    }
}

/// A property with its values, and the line it begins in.
struct Property {
    line: usize,
    name: String,
    values: Vec<String>,
}

/// The properties of the first variation.
fn properties(text: &str) -> Result<Vec<Property>, NotationError> {
    let mut found: Vec<Property> = Vec::new();
    let mut line = 1;
    let mut name = String::new();
    let mut chars = text.chars();
    let mut closed = false;
    while let Some(c) = chars.next() {
        match c {
            '\n' => line += 1,
            ')' => {
                closed = true;
                break;
            }
            '(' | ';' => name.clear(),
            '[' => {
                let (first, mut value) = (line, String::new());
                loop {
                    match chars.next() {
                        Some(']') => break,
                        Some('\\') => value.extend(chars.next()),
                        Some(c) => {
                            line += usize::from(c == '\n');
                            value.push(c);
                        }
                        None => return fail(format!("line {first}: '[' is never closed")),
                    }
                }
                match found.last_mut() {
                    // Another value of the same property.
                    Some(last) if name.is_empty() => last.values.push(value),
                    _ if name.is_empty() => {
                        return fail(format!("line {first}: a value without a property"));
                    }
                    _ => found.push(Property { line: first, name: std::mem::take(&mut name), values: vec![value] }),
                }
            }
            c if c.is_whitespace() => {}
            c if c.is_ascii_alphanumeric() => name.push(c),
            c => return fail(format!("line {line}: '{c}' is not part of a property")),
        }
    }
    if closed { Ok(found) } else { fail(format!("line {line}: '(' is never closed")) }
}

/// The variant that a record says it is of.
pub(super) fn variant_of(text: &str) -> Option<Variant> {
    let name = properties(text).ok()?.into_iter().find(|property| property.name == "GM")?.values.remove(0);
    Variant::ALL.into_iter().find(|&variant| game_name(variant) == name)
}

pub(super) fn read(game: &Blokus, text: &str) -> Result<Record, NotationError> {
    let mut record = Record::default();
    let mut squares: Squares = [[None; MAX_SIDE]; MAX_SIDE];
    let (mut is_set_up, mut turn) = (false, 0);
    let mut ends_with_one = [false; COLOURS];
    for Property { line, name, values } in properties(text)? {
        let colours = 0..game.colours();
        let of = |name: &str| {
            let mut colours = colours.clone();
            colours.find(|&c| property_of(game.variant, c).eq_ignore_ascii_case(name))
        };
        let older = COLOUR_NAMES.iter().position(|known| known.eq_ignore_ascii_case(&name));
        let setup = name.strip_prefix('A').and_then(of);
        if name == "GM" {
            let expected = game_name(game.variant);
            if values[0] != expected {
                let given = &values[0];
                return fail(format!("line {line}: a game of {given}, expected {expected}"));
            }
        } else if of(&name).is_some() || older.is_some() {
            record.moves.push(values.join(","));
        } else if let Some(colour) = setup {
            if !record.moves.is_empty() {
                return fail(format!("line {line}: pieces are set up after the first move"));
            }
            is_set_up = true;
            ends_with_one[colour] = values.last().is_some_and(|piece| !piece.contains(','));
            for square in values.iter().flat_map(|value| value.split(',')) {
                let (x, y) = game.parse_square(square).map_err(|e| NotationError::new(format!("line {line}: {e}")))?;
                if let Some(before) = squares[y][x].replace(colour as u8) {
                    let (before, square) = (COLOUR_NAMES[before as usize], square_name((x, y)));
                    let now = COLOUR_NAMES[colour];
                    return fail(format!("line {line}: {square} is set up for {now} and was for {before} already"));
                }
            }
        } else if name == "PL" {
            turn = of(&values[0]).ok_or_else(|| {
                let given = &values[0];
                NotationError::new(format!("line {line}: '{given}' is not a colour to move"))
            })?;
        }
    }
    if is_set_up {
        let mut state = game.lay_out(squares)?;
        for (colour, _) in ends_with_one.iter().enumerate().filter(|(_, ends)| **ends) {
            state.last_was_one |= u8::from(state.hands[colour] == 0) << colour;
        }
        state.turn = game.next_from(&state, turn) as u8;
        record.start = Some(game.position_text(&state));
    }
    Ok(record)
}

/// The pieces of a colour, by rows from the bottom; the single square is last if it was laid last, else first.
fn pieces_of(state: &State, colour: usize) -> Vec<String> {
    let mut squares: Squares = [[None; MAX_SIDE]; MAX_SIDE];
    for (x, y) in state.squares_of(colour) {
        squares[y][x] = Some(colour as u8);
    }
    let mut pieces = Vec::new();
    for (x, y) in state.squares_of(colour) {
        if squares[y][x].is_some() {
            let mut piece = take_group(&mut squares, x, y);
            piece.sort_unstable_by_key(|&(x, y)| (y, x));
            pieces.push(piece);
        }
    }
    let is_last = state.last_was_one >> colour & 1 == 1;
    pieces.sort_by_key(|piece| (piece.len() == 1) == is_last);
    let name = |piece: Vec<_>| piece.into_iter().map(square_name).collect::<Vec<_>>().join(",");
    pieces.into_iter().map(name).collect()
}

pub(super) fn write(game: &Blokus, setup: &Setup<Blokus>) -> String {
    let mut state = setup.start.clone();
    let mut text = format!("(;GM[{}]", game_name(game.variant));
    let initial = game.initial();
    if state != initial {
        for colour in 0..game.colours() {
            let pieces = pieces_of(&state, colour);
            if !pieces.is_empty() {
                text += &format!("A{}[{}]", property_of(game.variant, colour), pieces.join("]["));
            }
        }
        if state.turn as usize != OVER {
            let turn = property_of(game.variant, state.turn as usize);
            text += &format!("PL[{turn}]");
        }
    }
    for &mv in &setup.moves {
        let colour = property_of(game.variant, state.turn as usize);
        text += &format!("\n;{colour}[{}]", Blokus::move_name(mv));
        game.play(&mut state, mv);
    }
    text + ")\n"
}
