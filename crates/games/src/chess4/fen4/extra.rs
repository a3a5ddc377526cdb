//! The braces of FEN4: `{'enPassant':('','c7:d7','','')}`.
//!
//! Only `enPassant` means something here. Other keys of the format are read and passed over where they
//! say nothing that these rules contradict.

use melee_core::NotationError;

use super::super::board::{self, Square, square_name, take_square};
use super::super::piece::{Kind, SEATS, Seat};
use super::super::state::{DoubleStep, State};
use super::{COLOURS, error, quoted};

/// Keys that the format knows.
const KEYS: [&str; 12] = [
    "royal",
    "lives",
    "resigned",
    "flagged",
    "stalemated",
    "gameOver",
    "zombieImmune",
    "zombieType",
    "enPassant",
    "pawnsBaseRank",
    "uniquify",
    "std2pc",
];

/// A value: `'text'`, a number, `true` or `false`, or several in brackets.
#[derive(PartialEq, Debug)]
enum Item<'a> {
    Text(&'a str),
    Word(&'a str),
    List(Vec<Item<'a>>),
}

/// Reads the braces with all that is in them.
pub(super) fn read(text: &str, state: &mut State) -> Result<(), NotationError> {
    let mut reader = Reader { rest: text.trim(), all: text };
    reader.expect('{')?;
    let mut seen: Vec<&str> = Vec::new();
    while !reader.takes('}') {
        let Item::Text(key) = reader.item(0)? else {
            return Err(reader.wrong("a key in quotes"));
        };
        reader.expect(':')?;
        let value = reader.item(0)?;
        if !KEYS.contains(&key) {
            return Err(error(format!("extra key {} is unknown", quoted(key))));
        }
        if seen.contains(&key) {
            return Err(error(format!("extra key '{key}' is there twice")));
        }
        seen.push(key);
        mean(key, &value, state)?;
        if !reader.takes(',') {
            reader.expect('}')?;
            break;
        }
    }
    if reader.rest.trim().is_empty() { Ok(()) } else { Err(reader.wrong("nothing after the braces")) }
}

/// Takes what a key says into the position, or refuses what these rules cannot do.
fn mean(key: &str, value: &Item, state: &mut State) -> Result<(), NotationError> {
    let of_the_living = |says: fn(&Item) -> bool| match value {
        Item::List(items) => items.iter().enumerate().any(|(seat, item)| state.is_alive(seat as Seat) && says(item)),
        item => says(item),
    };
    let conflict = match key {
        "enPassant" => return double_steps(value, state),
        "resigned" | "flagged" | "stalemated" => of_the_living(|item| *item == Item::Word("true")),
        "royal" => of_the_living(|item| !matches!(item, Item::Text(""))),
        "lives" => of_the_living(|item| *item != Item::Word("1")),
        "gameOver" => *value != Item::Text(""),
        "pawnsBaseRank" => *value != Item::Word("2"),
        // Zombies, unique pieces and boards for two are nothing without the dead or with this board.
        _ => false,
    };
    if conflict {
        return Err(error(format!("extra '{key}' says what these rules do not know")));
    }
    Ok(())
}

fn double_steps(value: &Item, state: &mut State) -> Result<(), NotationError> {
    let wrong = || error("enPassant: expected four texts in brackets, such as ('','c7:d7','','')");
    let Item::List(items) = value else {
        return Err(wrong());
    };
    if items.len() != SEATS {
        return Err(wrong());
    }
    for (seat, item) in items.iter().enumerate() {
        match item {
            Item::Text("") => {}
            Item::Text(text) => {
                let step = double_step(text, seat as Seat, state)?;
                state.double_steps[seat] = Some(step);
            }
            _ => return Err(wrong()),
        }
    }
    Ok(())
}

/// Reads `c7:d7`, the square stepped over and the one the pawn is on.
fn double_step(text: &str, seat: Seat, state: &State) -> Result<DoubleStep, NotationError> {
    let shown = quoted(text);
    let (over, pawn) = two_squares(text).ok_or_else(|| {
        error(format!("enPassant {shown}: expected the square stepped over and the pawn's, such as c7:d7"))
    })?;
    let (colour, step) = (COLOURS[seat as usize], board::FORWARD[seat as usize]);
    let begin = over.wrapping_sub(step);
    let is_step = board::is_pawn_row(begin, seat) && over.wrapping_add(step) == pawn;
    let because = |why: String| Err(error(format!("enPassant {shown}: {why}")));
    if !is_step {
        because(format!("no double step of {colour}"))
    } else if !state.at(pawn).is(seat, Kind::Pawn) {
        because(format!("no pawn of {colour} on {}", square_name(pawn)))
    } else if let Some(at) = [begin, over].into_iter().find(|&s| state.at(s).is_of(seat)) {
        because(format!("the pawn came over {}, where a piece of {colour} stands", square_name(at)))
    } else {
        Ok(DoubleStep { over, pawn })
    }
}

fn two_squares(text: &str) -> Option<(Square, Square)> {
    let (over, rest) = take_square(text)?;
    let (pawn, rest) = take_square(rest.strip_prefix(':')?)?;
    rest.is_empty().then_some((over, pawn))
}

/// What is left of the text.
struct Reader<'a> {
    rest: &'a str,
    all: &'a str,
}

impl<'a> Reader<'a> {
    fn wrong(&self, expected: &str) -> NotationError {
        error(format!("extra {}: expected {expected}", quoted(self.all)))
    }

    fn takes(&mut self, c: char) -> bool {
        self.rest = self.rest.trim_start();
        match self.rest.strip_prefix(c) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn expect(&mut self, c: char) -> Result<(), NotationError> {
        if self.takes(c) { Ok(()) } else { Err(self.wrong(&format!("'{c}' before {}", quoted(self.rest)))) }
    }

    /// A value; lists are at most two deep.
    fn item(&mut self, depth: u32) -> Result<Item<'a>, NotationError> {
        if self.takes('\'') {
            let end = self.rest.find('\'');
            let end = end.ok_or_else(|| self.wrong("a quote that ends"))?;
            let text = &self.rest[..end];
            self.rest = &self.rest[end + 1..];
            return Ok(Item::Text(text));
        }
        if depth < 2 && self.takes('(') {
            let mut items = Vec::new();
            while !self.takes(')') {
                items.push(self.item(depth + 1)?);
                if !self.takes(',') {
                    self.expect(')')?;
                    break;
                }
            }
            return Ok(Item::List(items));
        }
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '.';
        let end = self.rest.find(|c| !is_word(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        if word.is_empty() {
            return Err(self.wrong("a text, a number, true, false or a list"));
        }
        self.rest = rest;
        Ok(Item::Word(word))
    }
}
