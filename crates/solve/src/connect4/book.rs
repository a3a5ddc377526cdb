//! Opening books: the exact scores of all positions up to some ply, in a text file.
//!
//! ```
//! # let book = melee_solve::connect4::Book::parse(
//! "melee connect4 book
//! size 7x6
//! plies 1
//! 1 2
//! 2 1
//! 3 0
//! 4 -1
//!  1
//! end 5 89e9e67184c8272a
//! "
//! # )?;
//! # assert_eq!(book.len(), 5);
//! # Ok::<(), melee_solve::connect4::BookError>(())
//! ```
//!
//! After three lines of header comes a line per position: the columns played (none for the empty
//! board) and the score of the player to move. Mirror images are left out, and so are finished
//! games. The last line has the number of positions and a checksum (FNV-1a, 64 bits) of all lines
//! before it, so that a damaged or unfinished book is noticed.

use std::collections::HashMap;
use std::fmt::Write;

use melee_core::{Notation, shortened};
use melee_games::connect4::Connect4;

use super::SolveError;
use super::openings::{Opening, openings};
use super::position::Position;

/// Exact scores of openings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    width: u32,
    height: u32,
    plies: u32,
    scores: HashMap<u64, i8>,
}

/// What is wrong with a book.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BookError {
    /// Not the beginning of a book.
    #[error("line {line}: '{found}', expected {expected}")]
    Header {
        /// Counted from 1.
        line: usize,
        /// What stands there.
        found: String,
        /// What should.
        expected: &'static str,
    },
    /// A line that is no position with a score.
    #[error("line {line}: {problem}")]
    Line {
        /// Counted from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// Not the whole book, or another text than was written.
    #[error("damaged: {0}")]
    Damaged(String),
}

const TITLE: &str = "melee connect4 book";

impl Book {
    /// A book of positions up to so many stones, with nothing in it yet.
    pub fn new(width: usize, height: usize, plies: u32) -> Result<Self, SolveError> {
        let cells = Position::empty(width, height)?.cells();
        if plies >= cells {
            return Err(SolveError::LongBook { plies, cells });
        }
        Ok(Book { width: width as u32, height: height as u32, plies, scores: HashMap::new() })
    }

    /// A book of all positions up to so many stones whose scores come in the order of the lines of its [`text`](Self::text);
    /// none if there are more or fewer of them.
    pub(super) fn of_scores(
        width: usize,
        height: usize,
        plies: u32,
        mut scores: impl Iterator<Item = i8>,
    ) -> Option<Self> {
        let mut book = Book::new(width, height, plies).ok()?;
        for opening in book.openings().flatten() {
            book.insert(&opening.position, scores.next()?);
        }
        scores.next().is_none().then_some(book)
    }

    /// The board it is for: columns and rows.
    pub fn size(&self) -> (usize, usize) {
        (self.width as usize, self.height as usize)
    }

    /// Is it for this board?
    pub fn check(&self, width: usize, height: usize) -> Result<(), SolveError> {
        let (own_width, own_height) = self.size();
        if (own_width, own_height) == (width, height) {
            return Ok(());
        }
        Err(SolveError::OtherBook(own_width, own_height, width, height))
    }

    /// It holds the positions up to so many stones.
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// How many positions it holds, mirror images not counted.
    pub fn len(&self) -> usize {
        self.scores.len()
    }

    /// Is there nothing in it?
    pub fn is_empty(&self) -> bool {
        self.scores.is_empty()
    }

    pub(super) fn score(&self, own: u64, occupied: u64) -> Option<i8> {
        let (width, height) = (self.width, self.height);
        let position = Position { width, height, own, occupied };
        self.scores.get(&position.key()).copied()
    }

    /// Adds a position; false if it was there.
    pub(super) fn insert(&mut self, position: &Position, score: i8) -> bool {
        self.scores.insert(position.key(), score).is_none()
    }

    /// The first lines of a book file.
    pub fn header(&self) -> String {
        let Book { width, height, plies, .. } = self;
        format!("{TITLE}\nsize {width}x{height}\nplies {plies}\n")
    }

    /// The last line of a book file, given all lines before it.
    pub fn footer(lines: &str) -> String {
        let count = lines.lines().count().saturating_sub(3);
        format!("end {count} {:016x}\n", checksum(lines))
    }

    /// The whole book file: the same text for the same book, however it was made.
    ///
    /// ```
    /// use melee_solve::connect4::{Book, Settings, Solver};
    /// let nothing = Book::new(4, 4, 1)?;
    /// let mut solver = Solver::new(4, 4, Settings::default())?;
    /// let book = solver.make_book(&nothing, &mut |_, _, _| ())?;
    /// assert!(book.text().starts_with("melee connect4 book\nsize 4x4\nplies 1\n1 0\n2 0\n 0\nend 3 "));
    /// # Ok::<(), melee_solve::connect4::SolveError>(())
    /// ```
    pub fn text(&self) -> String {
        let mut text = self.header();
        for opening in self.openings().flatten() {
            if let Some(score) = self.scores.get(&opening.position.key()) {
                text += &line(&opening.columns, *score);
            }
        }
        let footer = Book::footer(&text);
        text + &footer
    }

    /// How many positions with as many stones as the book has plies are won, drawn and lost for the
    /// player to move, mirror images counted.
    pub fn outcomes(&self) -> [usize; 3] {
        let mut outcomes = [0; 3];
        for opening in self.openings().next().into_iter().flatten() {
            if let Some(score) = self.scores.get(&opening.position.key()) {
                outcomes[(1 - score.signum()) as usize] += opening.images();
            }
        }
        outcomes
    }

    /// Its positions by layers, the last ply first.
    fn openings(&self) -> impl Iterator<Item = Vec<Opening>> + use<> {
        let root = Position { width: self.width, height: self.height, own: 0, occupied: 0 };
        openings(root, self.plies).into_iter()
    }

    /// Reads a book.
    pub fn parse(text: &str) -> Result<Book, BookError> {
        let body = text.trim_end_matches('\n');
        let (lines, end) = match body.rfind('\n') {
            Some(at) => body.split_at(at + 1),
            None => (body, ""),
        };
        let mut book = Book::parse_lines(if end.starts_with("end ") { lines } else { text })?;
        if !end.starts_with("end ") {
            return Err(BookError::Damaged("the last line, 'end ...', is missing".into()));
        }
        if format!("{end}\n") != Book::footer(lines) {
            return Err(BookError::Damaged("the last line does not fit the lines before it".into()));
        }
        book.scores.shrink_to_fit();
        Ok(book)
    }

    /// Reads the lines of a book whose last line is not there yet.
    pub fn parse_lines(text: &str) -> Result<Book, BookError> {
        let mut lines = text.lines();
        let mut header = |line: usize, expected: &'static str| {
            let found = lines.next().unwrap_or_default();
            (found, move || BookError::Header { line, found: shortened(found), expected })
        };
        let (title, wrong) = header(1, "'melee connect4 book'");
        if title != TITLE {
            return Err(wrong());
        }
        let (size, wrong) = header(2, "a size up to 8x7 or 7x8, such as 'size 7x6'");
        let game = size
            .strip_prefix("size ")
            .and_then(|size| size.split_once('x'))
            .and_then(|(w, h)| Connect4::new(w.parse().ok()?, h.parse().ok()?))
            .filter(|game| Position::empty(game.width(), game.height()).is_ok())
            .ok_or_else(wrong)?;
        let (plies, wrong) = header(3, "a number of plies, such as 'plies 8'");
        let plies = plies
            .strip_prefix("plies ")
            .and_then(|plies| plies.parse().ok())
            .filter(|&plies| plies < (game.width() * game.height()) as u32)
            .ok_or_else(&wrong)?;
        let mut book = Book::new(game.width(), game.height(), plies).map_err(|_| wrong())?;
        for (i, line) in lines.enumerate() {
            let (position, score) =
                read_line(&game, line).map_err(|problem| BookError::Line { line: i + 4, problem })?;
            if position.stones() > plies || !book.insert(&position, score) {
                return Err(BookError::Line {
                    line: i + 4,
                    problem: format!("'{}' has too many plies or stands here twice", shortened(line)),
                });
            }
        }
        Ok(book)
    }
}

fn read_line(game: &Connect4, line: &str) -> Result<(Position, i8), String> {
    let (columns, score) =
        line.split_once(' ').ok_or_else(|| format!("'{}' is no position with a score", shortened(line)))?;
    let setup = game.parse_position(columns).map_err(|e| e.to_string())?;
    let position = Position::new(game, &setup.state(game)).map_err(|e| e.to_string())?;
    let most = (position.cells() as i32 + 1) / 2;
    let score: i8 = score
        .parse()
        .ok()
        .filter(|&s: &i8| i32::from(s).abs() <= most)
        .ok_or_else(|| format!("'{}' is no score of {} cells", shortened(score), position.cells()))?;
    Ok((position, score))
}

/// A line of a book.
pub(super) fn line(columns: &[usize], score: i8) -> String {
    let mut text = String::new();
    for column in columns {
        // Writing to a string does not fail.
        let _ = write!(text, "{}", column + 1);
    }
    text + &format!(" {score}\n")
}

fn checksum(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}
