//! `8/8/8/3ry3/3bg3/8/8/8 r rygb`: the rows from the top, whose turn it is, and the players' colours in
//! seat order. Letters are balls, numbers runs of empty squares. A move is its square, `d3`.

use melee_core::{Game, Notation, NotationError, Player, Setup, Start};

use super::{COLOURS, Colours, FEWEST_PLAYERS, Rolit, SIDES, Square, State};

/// The letters of the colours.
pub(super) const LETTERS: [char; COLOURS] = ['r', 'y', 'g', 'b'];

fn colour_of(letter: char) -> Option<usize> {
    LETTERS.iter().position(|&own| own == letter)
}

fn error(message: impl std::fmt::Display) -> NotationError {
    NotationError::new(message)
}

/// A position of which only the parameters of the game have been read.
pub(super) struct Heading<'t> {
    pub(super) rows: Vec<&'t str>,
    mover: Player,
    pub(super) colours: Colours,
}

impl<'t> Heading<'t> {
    pub(super) fn read(text: &'t str) -> Result<Self, NotationError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [rows, mover, colours] = words[..] else {
            return Err(error(format!("the position has {} parts, expected 3: rows, mover and colours", words.len())));
        };
        let rows: Vec<&str> = rows.split('/').collect();
        if !SIDES.contains(&rows.len()) {
            return Err(error(format!("the board has {} rows, expected 8, 6 or 4", rows.len())));
        }
        let given = colours;
        let colours = read_colours(given)?;
        let mut letters = mover.chars();
        let mover = (letters.next())
            .filter(|_| letters.next().is_none())
            .and_then(colour_of)
            .and_then(|colour| colours.player(colour))
            .ok_or_else(|| {
                let mover = mover.escape_debug();
                error(format!("mover '{mover}' is not one of the colours '{given}'"))
            })?;
        Ok(Heading { rows, mover, colours })
    }
}

fn read_colours(text: &str) -> Result<Colours, NotationError> {
    let shown = text.escape_debug();
    let mut colours = Colours::first(0);
    for letter in text.chars() {
        let colour = colour_of(letter).ok_or_else(|| {
            let letter = letter.escape_debug();
            error(format!("colours '{shown}': '{letter}' is not one of r y g b"))
        })?;
        if colours.player(colour).is_some() {
            return Err(error(format!("colours '{shown}': '{letter}' twice")));
        }
        colours.of_seat[colours.players as usize] = colour as u8;
        colours.players += 1;
    }
    if (colours.players as usize) < FEWEST_PLAYERS {
        return Err(error(format!("colours '{shown}': expected 2 to 4")));
    }
    // What stands behind the seats must not depend on the text.
    let unused = (0..COLOURS as u8).filter(|colour| !colours.as_slice().contains(colour));
    let unused: Vec<u8> = unused.collect();
    colours.of_seat[colours.players as usize..].copy_from_slice(&unused);
    Ok(colours)
}

impl Rolit {
    /// The index of a square by its column and row, counted from the lower left corner of the board.
    fn square(&self, column: usize, row: usize) -> u8 {
        let margin = (8 - self.side) / 2;
        ((row + margin) * 8 + column + margin) as u8
    }

    /// Column and row of a square.
    pub(super) fn place(&self, square: u8) -> (usize, usize) {
        let margin = (8 - self.side) / 2;
        let (column, row) = (square as usize % 8, square as usize / 8);
        (column - margin, row - margin)
    }

    pub(super) fn square_name(&self, square: u8) -> String {
        let (column, row) = self.place(square);
        format!("{}{}", char::from(b'a' + column as u8), row + 1)
    }

    fn read_row(&self, text: &str, row: usize, state: &mut State) -> Result<(), NotationError> {
        let at = |problem: String| error(format!("row {}: {problem}", row + 1));
        let mut column = 0;
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            if digits > 0 {
                let run = rest[..digits].parse().unwrap_or(usize::MAX);
                if rest.starts_with('0') {
                    let run = &rest[..digits];
                    return Err(at(format!("'{run}' is not a number of empty squares, expected 1 to {}", self.side)));
                }
                column = run.saturating_add(column);
                rest = &rest[digits..];
            } else {
                let colour = colour_of(first).ok_or_else(|| {
                    let first = first.escape_debug();
                    at(format!("'{first}' is neither a ball (r y g b) nor a number of empty squares"))
                })?;
                if column < self.side {
                    state.balls[colour] |= 1 << self.square(column, row);
                }
                column += 1;
                rest = &rest[first.len_utf8()..];
            }
            if column > self.side {
                return Err(at(format!("more than {} squares", self.side)));
            }
        }
        if column < self.side {
            return Err(at(format!("{column} squares, expected {}", self.side)));
        }
        Ok(())
    }

    fn row_text(&self, state: &State, row: usize) -> String {
        let mut text = String::new();
        let mut run = 0;
        for column in 0..self.side {
            let bit = 1 << self.square(column, row);
            let ball = (0..COLOURS).find(|&colour| state.balls[colour] & bit != 0);
            if let Some(colour) = ball {
                if run > 0 {
                    text.push_str(&run.to_string());
                }
                text.push(LETTERS[colour]);
                run = 0;
            } else {
                run += 1;
            }
        }
        if run > 0 {
            text.push_str(&run.to_string());
        }
        text
    }

    fn letters(&self) -> String {
        let colours = self.colours.as_slice().iter();
        colours.map(|&colour| LETTERS[colour as usize]).collect()
    }

    fn read_square(&self, text: &str) -> Option<Square> {
        let mut chars = text.chars();
        let column = (chars.next()? as usize).checked_sub('a' as usize)?;
        let mut digits = chars.as_str().chars();
        let row = digits.next()?.to_digit(10)? as usize;
        let is_on_board = column < self.side && (1..=self.side).contains(&row);
        let is_whole = digits.next().is_none();
        (is_on_board && is_whole).then(|| Square(self.square(column, row - 1)))
    }
}

impl Notation for Rolit {
    fn parse_position(&self, text: &str) -> Result<Setup<Self>, NotationError> {
        let heading = Heading::read(text)?;
        if heading.rows.len() != self.side {
            return Err(error(format!("the board has {} rows, the game's {}", heading.rows.len(), self.side)));
        }
        let (own, given) = (self.colours, heading.colours);
        if own.as_slice() != given.as_slice() {
            return Err(error(format!(
                "the position is for {}, the game for {}",
                Rolit::with_colours(given, self.side).letters(),
                self.letters()
            )));
        }
        let mut state = State { balls: [0; COLOURS], turn: heading.mover };
        for (row, text) in (0..self.side).rev().zip(heading.rows) {
            self.read_row(text, row, &mut state)?;
        }
        if state.occupied() == 0 {
            return Err(error("the board has no ball, expected at least one"));
        }
        Ok(Setup::new(state))
    }

    fn position_text(&self, state: &State) -> String {
        let rows: Vec<String> = (0..self.side).rev().map(|row| self.row_text(state, row)).collect();
        let mover = LETTERS[self.colours.of(state.turn)];
        format!("{} {mover} {}", rows.join("/"), self.letters())
    }

    fn parse_move(&self, state: &State, text: &str) -> Result<Square, NotationError> {
        let shown = text.escape_debug();
        if self.outcome(state).is_some() {
            return Err(error(format!("no move '{shown}': the game is over")));
        }
        let square = self.read_square(text).ok_or_else(|| {
            let last = self.square_name(self.square(self.side - 1, self.side - 1));
            error(format!("move '{shown}' is not a square, expected a1 to {last}"))
        })?;
        if self.is_legal(state, square) {
            return Ok(square);
        }
        let problem = if state.occupied() >> square.0 & 1 == 1 {
            "there is a ball"
        } else if self.captures(state) != 0 {
            "it turns no ball, and there are squares that do"
        } else {
            "it touches no ball"
        };
        Err(error(format!("move '{shown}': {problem}")))
    }

    fn move_text(&self, _state: &State, mv: Square) -> String {
        self.square_name(mv.0)
    }

    fn starts(&self) -> Vec<Start> {
        let text = |state: &State| self.position_text(state);
        let mut starts =
            vec![Start::new("box", "one ball of each colour in the middle, however many play", text(&self.initial()))];
        if let [first, second] = *self.colours.as_slice() {
            let (first, second) = (first as usize, second as usize);
            let othello = State::with_middle([first, second, first, second]);
            starts.push(Start {
                players: Some(2),
                ..Start::new("othello", "two balls of each player in the middle", text(&othello))
            });
        }
        starts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_name_what_and_where() {
        let game = Rolit::new(4, 4).expect("in range");
        let refusal = |text: &str| game.parse_position(text).expect_err("refused").to_string();
        for (text, problem) in [
            ("", "the position has 0 parts, expected 3: rows, mover and colours"),
            ("4/1ry1/1bg1/4 r", "the position has 2 parts, expected 3: rows, mover and colours"),
            ("4/1ry1/1bg1/4 r rygb 1", "the position has 4 parts, expected 3: rows, mover and colours"),
            ("4/1ry1/1bg1 r rygb", "the board has 3 rows, expected 8, 6 or 4"),
            ("6/6/2ry2/2bg2/6/6 r rygb", "the board has 6 rows, the game's 4"),
            ("4/1ry1/1bg1/4 r ryg", "the position is for ryg, the game for rygb"),
            ("4/1ry1/1bg1/4 r r", "colours 'r': expected 2 to 4"),
            ("4/1ry1/1bg1/4 r rr", "colours 'rr': 'r' twice"),
            ("4/1ry1/1bg1/4 r rx", "colours 'rx': 'x' is not one of r y g b"),
            ("4/1ry1/1bg1/4 R rygb", "mover 'R' is not one of the colours 'rygb'"),
            ("4/1ry1/1bg1/4 ry rygb", "mover 'ry' is not one of the colours 'rygb'"),
            ("4/1ry1/1bg1/4 g ry", "mover 'g' is not one of the colours 'ry'"),
            ("4/1ry1/1bg2/4 r rygb", "row 2: more than 4 squares"),
            ("4/1ry1/1bg/4 r rygb", "row 2: 3 squares, expected 4"),
            ("/1ry1/1bg1/4 r rygb", "row 4: 0 squares, expected 4"),
            ("99999999999999999999999/1ry1/1bg1/4 r rygb", "row 4: more than 4 squares"),
            ("4/1ry1/01bg1/4 r rygb", "row 2: '01' is not a number of empty squares, expected 1 to 4"),
            ("4/1rY1/1bg1/4 r rygb", "row 3: 'Y' is neither a ball (r y g b) nor a number of empty squares"),
            ("4/4/4/4 r rygb", "the board has no ball, expected at least one"),
        ] {
            assert_eq!(refusal(text), problem, "{text}");
        }
    }

    #[test]
    fn moves_are_refused_with_the_reason() {
        let game = Rolit::new(4, 4).expect("in range");
        let refusal = |state: &State, text: &str| {
            let refused = game.parse_move(state, text).expect_err("refused");
            refused.to_string()
        };
        let start = game.initial();
        for text in ["", "d", "e1", "d5", "d0", "D3", "d33", "d+3", "ä1", "3d", "pass"] {
            let expected = format!("move '{text}' is not a square, expected a1 to d4");
            assert_eq!(refusal(&start, text), expected);
        }
        assert_eq!(refusal(&start, "b3"), "move 'b3': there is a ball");
        assert_eq!(refusal(&start, "a1"), "move 'a1': it turns no ball, and there are squares that do");
        let read = |text| game.parse_position(text).expect("a position").start;
        let alone = read("4/4/4/3y r rygb");
        assert_eq!(refusal(&alone, "a1"), "move 'a1': it touches no ball");
        let full = read("rrrr/yyyy/gggg/bbbb r rygb");
        assert_eq!(refusal(&full, "a1"), "no move 'a1': the game is over");
    }
}
