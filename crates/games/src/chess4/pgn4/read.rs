//! Reading PGN4.

use melee_core::{Game, Notation, NotationError, Record};

use super::super::board::{square_name, take_square};
use super::super::moves::CASTLINGS;
use super::super::state::Status;
use super::super::{Chess4, State, fen4};
use super::{IN_PASSING, STANDARD};

/// Reads a record, PGN4 or bare moves. Moves are told as this program writes them.
pub(in super::super) fn read(game: &Chess4, state: &State, text: &str) -> Result<Record, NotationError> {
    let mut reader = Reader { rest: text, line: 1 };
    let mut start = None;
    let mut from = *state;
    while let Some((key, value)) = reader.tag()? {
        if key == "StartFen4" && value != STANDARD {
            let line = reader.line;
            if !value.contains('/') {
                return Err(error(line, format!("unknown start {}", fen4::quoted(&value))));
            }
            let setup = game.parse_position(&value);
            from = setup.map_err(|e| error(line, e))?.start;
            start = Some(game.position_text(&from));
        } else if key == "StartFen4" {
            from = game.initial();
        }
    }
    let mut replay = Replay { game, state: Some(from), moves: Vec::new() };
    while let Some(turn) = reader.turn()? {
        if !replay.take(&turn)? {
            break;
        }
    }
    Ok(Record { start, moves: replay.moves })
}

fn error(line: usize, message: impl std::fmt::Display) -> NotationError {
    NotationError::new(format!("PGN4 line {line}: {message}"))
}

/// One player's turn as it is written.
struct Turn<'a> {
    text: &'a str,
    is_in_passing: bool,
    line: usize,
}

/// What is left of the text.
struct Reader<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Reader<'a> {
    fn skip(&mut self, bytes: usize) -> &'a str {
        let (skipped, rest) = self.rest.split_at(bytes);
        self.line += skipped.matches('\n').count();
        self.rest = rest;
        skipped
    }

    fn skip_space(&mut self) {
        let space = self.rest.len() - self.rest.trim_start().len();
        self.skip(space);
    }

    /// Skips to behind a closing mark; gives what is before it.
    fn until(&mut self, close: &str, what: &str) -> Result<&'a str, NotationError> {
        let end = self.rest.find(close);
        let end = end.ok_or_else(|| error(self.line, format!("{what} without '{close}'")))?;
        let inside = self.skip(end);
        self.skip(close.len());
        Ok(inside)
    }

    /// The next tag, `[Key "Value"]`; a value may run over lines.
    fn tag(&mut self) -> Result<Option<(&'a str, String)>, NotationError> {
        self.skip_space();
        if !self.rest.starts_with('[') {
            return Ok(None);
        }
        self.skip(1);
        let key = self.until("\"", "a tag")?.trim();
        let value = self.until("\"", "a tag's value")?;
        let behind = self.until("]", "a tag")?.trim();
        if !behind.is_empty() {
            let shown = fen4::quoted(behind);
            return Err(error(self.line, format!("expected ] instead of {shown}")));
        }
        Ok(Some((key, value.split_whitespace().collect())))
    }

    /// The next turn, with the comment behind it; variations are passed over.
    fn turn(&mut self) -> Result<Option<Turn<'a>>, NotationError> {
        loop {
            self.skip_space();
            match self.rest.chars().next() {
                None => return Ok(None),
                Some('{') => {
                    self.until("}", "a comment")?;
                }
                Some('(') => self.variation()?,
                Some(_) => {
                    let word = self.word();
                    let number = word.trim_end_matches('.');
                    if !number.chars().all(|c| c.is_ascii_digit()) {
                        return self.with_comment(word).map(Some);
                    }
                }
            }
        }
    }

    fn word(&mut self) -> &'a str {
        let ends = |c: char| c.is_whitespace() || "{()}".contains(c);
        // A stray closing mark is a word of its own.
        let end = self.rest.find(ends).unwrap_or(self.rest.len()).max(1);
        self.skip(end)
    }

    fn with_comment(&mut self, text: &'a str) -> Result<Turn<'a>, NotationError> {
        let line = self.line;
        self.skip_space();
        let comment = if self.rest.starts_with('{') {
            self.skip(1);
            self.until("}", "a comment")?
        } else {
            ""
        };
        Ok(Turn { text, is_in_passing: comment.trim() == IN_PASSING, line })
    }

    /// Passes over brackets with all that is inside.
    fn variation(&mut self) -> Result<(), NotationError> {
        let (begin, mut depth) = (self.line, 0);
        loop {
            match self.rest.find(['(', ')', '{']) {
                None => return Err(error(begin, "a variation without ')'")),
                Some(at) => match self.skip(at + 1).chars().last() {
                    Some('(') => depth += 1,
                    Some('{') => {
                        self.until("}", "a comment")?;
                    }
                    _ => depth -= 1,
                },
            }
            if depth == 0 {
                return Ok(());
            }
        }
    }
}

/// The game as far as it is read.
struct Replay<'g> {
    game: &'g Chess4,
    /// The position, until a move is not legal.
    state: Option<State>,
    moves: Vec<String>,
}

impl Replay<'_> {
    /// Takes a turn; false if the record ends there.
    fn take(&mut self, turn: &Turn) -> Result<bool, NotationError> {
        match turn.text {
            // The mated leave by themselves.
            "#" => return Ok(true),
            "*" | "D" | "1-0" | "0-1" | "1/2-1/2" => return Ok(false),
            "S" => {
                let passes = self.state.is_some_and(|s| s.status == Status::Passing);
                if passes {
                    self.play("pass".to_string());
                }
                return Ok(true);
            }
            "R" | "T" => {
                let what = "resignations and lost clocks are not in these rules";
                return Err(error(turn.line, what));
            }
            _ => {}
        }
        let mv = self.coordinates(turn).ok_or_else(|| {
            let shown = fen4::quoted(turn.text);
            error(turn.line, format!("{shown} is not a move"))
        })?;
        self.play(mv);
        Ok(self.state.is_some())
    }

    fn play(&mut self, text: String) {
        if let Some(state) = &mut self.state {
            match self.game.parse_move(state, &text) {
                Ok(mv) => {
                    self.game.play(state, mv);
                }
                Err(_) => self.state = None,
            }
        }
        self.moves.push(text);
    }

    /// `Qg1xQn8+` as `g1n8`; moves in this program's own notation are read too.
    fn coordinates(&self, turn: &Turn) -> Option<String> {
        let text = turn.text.trim_end_matches(['+', '#']);
        if text == "pass" {
            return Some(text.to_string());
        }
        if let Some(side) = ["O-O", "O-O-O"].iter().position(|&c| c == text) {
            let seat = self.state.as_ref()?.turn as usize;
            let castling = &CASTLINGS[seat][side];
            let (from, to) = (square_name(castling.king), square_name(castling.king_to));
            return Some(from + &to);
        }
        let is_kind = |c: char| "PNBRQK".contains(c);
        let text = text.strip_prefix(is_kind).unwrap_or(text);
        let (from, rest) = take_square(text)?;
        let rest = match rest.strip_prefix('x') {
            Some(rest) => rest.strip_prefix(is_kind).unwrap_or(rest),
            None => rest.strip_prefix('-').unwrap_or(rest),
        };
        let (to, rest) = take_square(rest)?;
        let ending = rest.strip_prefix('=').unwrap_or(rest).to_ascii_lowercase();
        let is_known = matches!(ending.as_str(), "" | "q" | "r" | "b" | "n" | "e");
        let is_double = self.state.is_some_and(|s| s.at(to).is_piece());
        let passing = if turn.is_in_passing && is_double { "e" } else { "" };
        is_known.then(|| format!("{}{}{ending}{passing}", square_name(from), square_name(to)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Result<Vec<String>, String> {
        let game = Chess4::default();
        let record = read(&game, &game.initial(), text);
        record.map(|r| r.moves).map_err(|e| e.to_string())
    }

    #[test]
    fn records_of_servers() {
        let text = "[GameNr \"1\"]\n[TimeControl \"5+2\"]\n[Variant \"FFA\"]\n\n\
            1. h2-h3 .. b7-c7 .. g13-g12 ( .. h13-h12 { (odd } .. m8-l8 )  .. m8-l8 { clock=3 }\n\
            2. Ne1-f3\n(2.. Nj1-i3 )  .. Na5-c6 .. Ne14-f12 .. Nn10-l9\n*";
        let expected = ["h2h3", "b7c7", "g13g12", "m8l8", "e1f3", "a5c6", "e14f12", "n10l9"];
        assert_eq!(moves(text), Ok(expected.map(String::from).to_vec()));
        assert_eq!(moves("h2h3 b7-c7"), Ok(vec!["h2h3".into(), "b7c7".into()]));
    }

    #[test]
    fn what_is_none_is_refused_with_its_line() {
        for (text, why) in [
            ("1. h2-h3 .. b7-c7\n2. z9-c3", "line 2: 'z9-c3' is not a move"),
            ("1. h2-h3 { open", "line 1: a comment without '}'"),
            ("1. h2-h3\n( .. b7-c7", "line 2: a variation without ')'"),
            ("[Red \"a\"\n1. h2-h3", "a tag without ']'"),
            ("[Red \"a", "a tag's value without"),
            ("[StartFen4 \"4PCo\"]\n1. h2-h3", "line 1: unknown start '4PCo'"),
            ("1. h2-h3 .. R", "resignations"),
            ("1. h2-h3 )", "')' is not a move"),
        ] {
            let refusal = moves(text).expect_err(text);
            assert!(refusal.contains(why), "{text}: {refusal}");
        }
        // Moves that are not legal are told by whoever plays them.
        assert_eq!(moves("1. h2-h9 .. b7-c7"), Ok(vec!["h2h9".into()]));
    }
}
