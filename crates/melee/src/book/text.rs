//! Books as texts.
//!
//! ```text
//! melee book 1
//! game abalone
//! options {"start":"belgian-daisy"}
//! start ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0 0
//! made melee book make abalone --start belgian-daisy --nodes 2000000 --plies 8 --replies 2 ...
//! -> depth 9 nodes 2000000 I5I6 120 C3D3 95
//! I5I6 -> depth 8 nodes 2000000 B4C5 -80 F8G8 -110
//! end 2 60f2d2cb0f1c3a77
//! ```
//!
//! A line has the moves from the start, an arrow, how far the search came, and moves with their values, the book's own
//! first. The last line counts them and has the check sum of all before it (FNV-1a); while a book is made it is not there.

use melee_core::{GameOptions, shortened};

use super::{Book, BookError, BookLine};
use crate::{Error, OpenGame};

/// The first line.
pub(super) const TITLE: &str = "melee book 1";
/// So many lines stand before those of positions.
pub(super) const HEADER_LINES: usize = 5;
/// What stands between the moves to a position and what is said of it.
const ARROW: &str = "->";

impl Book {
    /// The lines before those of positions.
    pub fn header(&self) -> String {
        let game = self.start.game();
        let options = serde_json::to_string(game.options()).expect("texts and a number");
        format!(
            "{TITLE}\ngame {}\noptions {options}\nstart {}\nmade {}\n",
            game.name(),
            one_line(&self.start.text()),
            self.made
        )
    }

    /// The whole file of a finished book.
    pub fn text(&self) -> String {
        let mut text = self.header();
        for line in &self.lines {
            text += &line.text();
        }
        let footer = Book::footer(&text);
        text + &footer
    }

    /// The last line of a book, given all lines before it.
    pub fn footer(lines: &str) -> String {
        let count = lines.lines().count().saturating_sub(HEADER_LINES);
        format!("end {count} {:016x}\n", checksum(lines))
    }

    /// Reads a book for a game as it was opened; every line is played through.
    pub fn parse(game: &OpenGame, text: &str) -> Result<Book, BookError> {
        let body = text.strip_suffix('\n').unwrap_or(text);
        let (lines, end) = body.split_at(body.rfind('\n').map_or(0, |at| at + 1));
        let book = Book::parse_lines(game, if end.starts_with("end ") { lines } else { text })?;
        let problem = match end.starts_with("end ") {
            false => "the last line, 'end ...', is missing",
            true if format!("{end}\n") != Book::footer(lines) => "does not fit the lines before it",
            true => return Ok(book),
        };
        Err(BookError::Damaged { line: text.lines().count(), problem: problem.to_string() })
    }

    /// Reads the lines of a book that is still being made.
    pub fn parse_lines(game: &OpenGame, text: &str) -> Result<Book, BookError> {
        let header = Header::parse(text)?;
        let mut book = header.book_for(game)?;
        for (number, line) in (1..).zip(text.lines()).skip(HEADER_LINES) {
            let damaged = |problem: &str| BookError::Damaged { line: number, problem: problem.to_string() };
            book.add(BookLine::parse(line).map_err(damaged)?)?;
        }
        Ok(book)
    }
}

impl BookLine {
    /// As it stands in the file, with the line break.
    pub fn text(&self) -> String {
        let mut words: Vec<String> = self.moves.clone();
        words.push(format!("{ARROW} depth {} nodes {}", self.depth, self.nodes));
        words.extend(self.choices.iter().map(|(mv, value)| format!("{mv} {value}")));
        words.join(" ") + "\n"
    }

    fn parse(line: &str) -> Result<Self, &'static str> {
        let words: Vec<&str> = line.split(' ').collect();
        let arrow = words.iter().position(|word| *word == ARROW).ok_or("expected '-> depth N nodes N MOVE VALUE'")?;
        let (moves, rest) = (&words[..arrow], &words[arrow + 1..]);
        let ["depth", depth, "nodes", nodes, choices @ ..] = rest else {
            return Err("expected 'depth N nodes N' behind the arrow");
        };
        let depth = depth.parse().map_err(|_| "the depth is not a number")?;
        let nodes = nodes.parse().map_err(|_| "the nodes are not a number")?;
        let (pairs, []) = choices.as_chunks() else { return Err("a move without a value") };
        let mut read = Vec::with_capacity(pairs.len());
        for [mv, value] in pairs {
            read.push(((*mv).to_string(), value.parse().map_err(|_| "a value is not a number")?));
        }
        Ok(BookLine { moves: moves.iter().map(|mv| (*mv).to_string()).collect(), depth, nodes, choices: read })
    }
}

/// What a book says about itself.
struct Header<'t> {
    game: &'t str,
    options: GameOptions,
    start: &'t str,
    made: &'t str,
}

impl<'t> Header<'t> {
    fn parse(text: &'t str) -> Result<Self, BookError> {
        let mut lines = (1..).zip(text.lines());
        let title = lines.next().map_or("", |(_, line)| line);
        if title != TITLE {
            return Err(BookError::Foreign { found: shortened(title) });
        }
        let mut field = |word: &str| {
            let (number, line) = lines.next().unwrap_or((text.lines().count(), ""));
            let value = line.strip_prefix(word).and_then(|rest| rest.strip_prefix(' '));
            let damaged = move |problem: String| BookError::Damaged { line: number, problem };
            value.map(|value| (value, damaged)).ok_or_else(|| damaged(format!("expected '{word} ...'")))
        };
        let (game, _) = field("game")?;
        let (options, damaged) = field("options")?;
        let options = serde_json::from_str(options).map_err(|error| damaged(error.to_string()))?;
        let ((start, _), (made, _)) = (field("start")?, field("made")?);
        Ok(Header { game, options, start, made })
    }

    /// An empty book for this game, if it is one of it.
    fn book_for(&self, game: &OpenGame) -> Result<Book, BookError> {
        let here = |game: &OpenGame| format!("{} for {} players{}", game.name(), game.players(), rules(game.options()));
        let other = |book: String| BookError::OtherGame { book, here: here(game) };
        if self.game != game.name() {
            return Err(other(shortened(self.game)));
        }
        let damaged = |line: usize, error: &Error| BookError::Damaged { line, problem: error.to_string() };
        let own = game.reopen(&self.options).map_err(|error| damaged(3, &error))?;
        if !own.has_rules_of(game) {
            return Err(other(here(&own)));
        }
        let start = own.position(self.start).map_err(|error| damaged(4, &error))?;
        // Who sets up a position may be anywhere in a game that has begun at the start.
        let opening = game.opening().map_err(|error| damaged(4, &error))?;
        if game.options().position.is_none() && opening.key() != start.key() {
            let (book, here) = (shortened(self.start), shortened(&opening.text()));
            return Err(BookError::OtherStart { book, here });
        }
        Ok(Book { start, made: self.made.to_string(), lines: Vec::new(), places: std::collections::HashMap::new() })
    }
}

/// What is chosen about a game, for a message: ` (size 5x4)`.
fn rules(options: &GameOptions) -> String {
    let own: Vec<String> = options.values.iter().map(|(name, value)| format!("{name} {}", shortened(value))).collect();
    if own.is_empty() { String::new() } else { format!(" ({})", own.join(", ")) }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

pub(super) fn checksum(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}
