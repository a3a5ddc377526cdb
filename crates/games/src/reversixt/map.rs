//! Map files: what they say, how they are read and written.
//!
//! A file is a stream of tokens separated by white space, whatever the line breaks:
//!
//! ```text
//! players  overrides  bombs radius  height width
//! cells, row by row: 0 empty, - hole, 1..8 stone, c choice, i inversion, b bonus, x expansion
//! x y r <-> x y r       transitions; r is 0 up, 1 up-right, ... 7 up-left
//! ```
//!
//! Stocks and the radius are bytes, as in the tournament's server: 256 in a file is 0.

use std::collections::HashMap;
use std::fmt::Write;

use super::cell::Cell;

/// The directions of a tile: 0 up, then clockwise. The opposite of `d` is `d ^ 4`.
pub(super) const DIRECTIONS: usize = 8;

/// Where direction `d` leads: columns to the right, rows down.
pub(super) const STEPS: [(i32, i32); DIRECTIONS] =
    [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

/// The most rows or columns of a map.
pub const MAX_SIDE: usize = 1000;

/// A way out of a tile: where a transition can be attached.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Exit {
    /// The column, from 0.
    pub x: usize,
    /// The row, from 0.
    pub y: usize,
    /// The direction in which the tile is left.
    pub direction: usize,
}

/// A transition: who leaves by one exit arrives by the other.
pub type Transition = (Exit, Exit);

/// Where each exit that has a transition leads.
pub(super) type Joined = HashMap<Exit, Exit>;

/// Everything a map file says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Map {
    pub players: usize,
    /// Override stones of each player.
    pub overrides: u8,
    /// Bombs of each player.
    pub bombs: u8,
    /// How far a bomb reaches.
    pub radius: u8,
    pub height: usize,
    pub width: usize,
    /// The tiles row by row.
    pub cells: Vec<Cell>,
    /// The transitions in the order of the file.
    pub transitions: Vec<Transition>,
}

/// What is wrong with a map, and where: line and column count from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("map line {line}, column {column}: {problem}")]
pub struct MapError {
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
    /// What was found and what was expected.
    pub problem: String,
}

/// A word of the file and where it stands.
#[derive(Clone, Copy)]
struct Token<'t> {
    text: &'t str,
    line: usize,
    column: usize,
}

impl Token<'_> {
    fn error(&self, problem: impl Into<String>) -> MapError {
        MapError { line: self.line, column: self.column, problem: problem.into() }
    }

    /// The word as a person can read it in an error.
    fn shown(&self) -> String {
        let mut short: String = self.text.chars().take(20).collect();
        if short.len() < self.text.len() {
            short.push_str("...");
        }
        format!("'{}'", short.escape_debug())
    }
}

/// The words of a file one after the other.
struct Tokens<'t> {
    rest: &'t str,
    line: usize,
    column: usize,
}

impl<'t> Tokens<'t> {
    fn new(text: &'t str) -> Self {
        Tokens {
            // One server writes a C string with its end.
            rest: text.strip_suffix('\0').unwrap_or(text),
            line: 1,
            column: 1,
        }
    }

    fn next(&mut self) -> Option<Token<'t>> {
        let start = self.rest.find(|c: char| !c.is_ascii_whitespace());
        let start = start.unwrap_or(self.rest.len());
        for c in self.rest[..start].chars() {
            if c == '\n' {
                self.line += 1;
                self.column = 1;
            } else {
                self.column += 1;
            }
        }
        let rest = &self.rest[start..];
        let end = rest.find(|c: char| c.is_ascii_whitespace());
        let (text, after) = rest.split_at(end.unwrap_or(rest.len()));
        let token = Token { text, line: self.line, column: self.column };
        self.rest = after;
        self.column += text.chars().count();
        (!text.is_empty()).then_some(token)
    }

    /// The next word, or an error that says what is missing.
    fn expect(&mut self, what: &str) -> Result<Token<'t>, MapError> {
        self.next().ok_or_else(|| MapError {
            line: self.line,
            column: self.column,
            problem: format!("the map ends here, expected {what}"),
        })
    }

    fn number(&mut self, what: &str, low: i64, high: i64) -> Result<(i64, Token<'t>), MapError> {
        let token = self.expect(what)?;
        let number = token.text.parse::<i64>().ok();
        match number.filter(|n| (low..=high).contains(n)) {
            Some(number) => Ok((number, token)),
            None => {
                Err(token.error(format!("{} is not {what}, expected a number from {low} to {high}", token.shown())))
            }
        }
    }

    /// A stock, which the tournament's server keeps in a byte.
    fn stock(&mut self, what: &str) -> Result<u8, MapError> {
        let (number, _) = self.number(what, i64::from(i32::MIN), i64::from(i32::MAX))?;
        Ok(number as u8)
    }
}

impl Map {
    /// Reads a map file.
    ///
    /// ```
    /// use melee_games::reversixt::Map;
    /// let map = Map::parse("2\n0\n0 0\n2 2\n1 2\n2 1\n").unwrap();
    /// assert_eq!((map.players, map.width), (2, 2));
    /// let error = Map::parse("2\n0\n0 0\n2 2\n1 2\n2 3\n").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "map line 6, column 3: stone 3, but there are 2 players"
    /// );
    /// ```
    pub fn parse(text: &str) -> Result<Self, MapError> {
        let (map, repeated) = Self::parse_leniently(text)?;
        match repeated {
            Some(error) => Err(error),
            None => Ok(map),
        }
    }

    /// Reads a map file that others play on already. A transition listed again says nothing new, so
    /// it counts once; the first one that is comes back as the error it is for
    /// [`parse`](Map::parse).
    pub fn parse_leniently(text: &str) -> Result<(Self, Option<MapError>), MapError> {
        let mut tokens = Tokens::new(text);
        let (players, _) = tokens.number("the number of players", 2, 8)?;
        let overrides = tokens.stock("the number of override stones")?;
        let bombs = tokens.stock("the number of bombs")?;
        let radius = tokens.stock("the radius of bombs")?;
        let side = MAX_SIDE as i64;
        let (height, _) = tokens.number("the height of the map", 1, side)?;
        let (width, _) = tokens.number("the width of the map", 1, side)?;
        let mut map = Map {
            players: players as usize,
            overrides,
            bombs,
            radius,
            height: height as usize,
            width: width as usize,
            cells: Vec::new(),
            transitions: Vec::new(),
        };
        map.read_cells(&mut tokens)?;
        let repeated = map.read_transitions(&mut tokens)?;
        Ok((map, repeated))
    }

    fn read_cells(&mut self, tokens: &mut Tokens) -> Result<(), MapError> {
        let count = self.height * self.width;
        self.cells.reserve_exact(count);
        for i in 0..count {
            let (x, y) = (i % self.width, i / self.width);
            let token = tokens.expect(&format!("the tile of row {y}, column {x}"))?;
            let mut chars = token.text.chars();
            let cell = chars.next().and_then(Cell::from_char);
            let Some(cell) = cell.filter(|_| chars.next().is_none()) else {
                return Err(token.error(format!(
                    "{} is no tile, expected one of 0 to {}, -, c, i, b, x",
                    token.shown(),
                    self.players
                )));
            };
            if cell.colour().is_some_and(|colour| colour >= self.players) {
                return Err(token.error(format!("stone {}, but there are {} players", cell.to_char(), self.players)));
            }
            self.cells.push(cell);
        }
        Ok(())
    }

    /// Reads all transitions; tells of the first that was there already.
    fn read_transitions(&mut self, tokens: &mut Tokens) -> Result<Option<MapError>, MapError> {
        let mut joined = Joined::new();
        let mut repeated = None;
        while let Some(first) = tokens.next() {
            let one = self.read_exit(first, tokens)?;
            let arrow = tokens.expect("<->")?;
            if arrow.text != "<->" {
                return Err(arrow.error(format!("{} instead of <->", arrow.shown())));
            }
            let second = tokens.expect("the column of the transition's other end")?;
            let other = self.read_exit(second, tokens)?;
            let is_there = joined.get(&one) == Some(&other);
            let added = self.join(&mut joined, one, other).map_err(|(is_second, problem)| {
                let token = if is_second { second } else { first };
                token.error(problem)
            });
            match added {
                Err(error) if is_there => repeated = repeated.or(Some(error)),
                added => added?,
            }
        }
        Ok(repeated)
    }

    /// One end of a transition, whose column is already read.
    fn read_exit(&self, x: Token, tokens: &mut Tokens) -> Result<Exit, MapError> {
        let column = x.text.parse().ok().filter(|&c: &usize| c < self.width);
        let column = column.ok_or_else(|| {
            x.error(format!(
                "{} after the last tile is no transition, expected a column from 0 to {}",
                x.shown(),
                self.width - 1
            ))
        })?;
        let (y, _) = tokens.number("the row of a transition", 0, self.height as i64 - 1)?;
        let (direction, _) = tokens.number("the direction of a transition", 0, 7)?;
        let exit = Exit { x: column, y: y as usize, direction: direction as usize };
        self.check_exit(exit).map_err(|problem| x.error(problem))?;
        Ok(exit)
    }

    /// May a transition be attached here?
    pub(super) fn check_exit(&self, exit: Exit) -> Result<(), String> {
        let Exit { x, y, direction } = exit;
        if self.cell(x, y) == Cell::HOLE {
            return Err(format!("a transition cannot begin in the hole {x},{y}"));
        }
        if self.geometric_neighbour(exit).is_some() {
            return Err(format!(
                "tile {x},{y} has a neighbour in direction {direction}, a transition cannot be \
                 there"
            ));
        }
        Ok(())
    }

    /// Adds a transition between two exits that may have one; `joined` are those that have. Says
    /// which of the two has one already. An exit may be joined to itself.
    pub(super) fn join(&mut self, joined: &mut Joined, one: Exit, other: Exit) -> Result<(), (bool, String)> {
        for (exit, is_second) in [(one, false), (other, true)] {
            if joined.contains_key(&exit) {
                let Exit { x, y, direction } = exit;
                let problem = format!("tile {x},{y} has a transition in direction {direction} already");
                return Err((is_second, problem));
            }
        }
        joined.extend([(one, other), (other, one)]);
        self.transitions.push((one, other));
        Ok(())
    }

    /// What lies at a column and row.
    pub fn cell(&self, x: usize, y: usize) -> Cell {
        self.cells[y * self.width + x]
    }

    /// The tile beside an exit on the grid, if there is one.
    pub(super) fn geometric_neighbour(&self, exit: Exit) -> Option<(usize, usize)> {
        let (dx, dy) = STEPS[exit.direction];
        let x = exit.x.checked_add_signed(dx as isize)?;
        let y = exit.y.checked_add_signed(dy as isize)?;
        let inside = x < self.width && y < self.height;
        (inside && self.cell(x, y) != Cell::HOLE).then_some((x, y))
    }

    /// Writes it in the usual layout; [`parse`](Map::parse) gives it back.
    pub fn to_text(&self) -> String {
        let mut out = format!(
            "{}\n{}\n{} {}\n{} {}\n",
            self.players, self.overrides, self.bombs, self.radius, self.height, self.width
        );
        for row in self.cells.chunks(self.width) {
            let row: Vec<String> = row.iter().map(|c| c.to_char().to_string()).collect();
            out += &row.join(" ");
            out.push('\n');
        }
        for (a, b) in &self.transitions {
            // Writing to a string does not fail.
            let _ = writeln!(out, "{} {} {} <-> {} {} {}", a.x, a.y, a.direction, b.x, b.y, b.direction);
        }
        out
    }
}
