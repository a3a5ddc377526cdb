//! A game described as data: what the command line, the page, the protocol and the documentation
//! say about it. None of them knows a game by name.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;

use serde::Serialize;

use crate::chances::Chances;
use crate::diagram::{Colour, player_colour};
use crate::levels::Ladder;
use crate::{GameOptions, GameTable, MAX_PLAYERS, OptionError, Player};

/// Everything that is said about a game.
///
/// ```
/// use melee_core::{Description, PlayerCounts};
/// let halma = Description {
///     players: PlayerCounts::of(&[2, 3, 4, 6]),
///     ..Description::new("Halma", "a race over a star")
/// };
/// assert_eq!(halma.players.to_string(), "2, 3, 4 or 6 players");
/// ```
#[derive(Clone, Debug)]
pub struct Description {
    /// Its name for people.
    pub title: &'static str,
    pub summary: &'static str,
    /// How many may play.
    pub players: PlayerCounts,
    /// Who sits where; seats without a name of their own are numbered.
    pub seats: &'static [SeatStyle],
    /// What can be chosen beside the number of players.
    pub options: &'static [GameOption],
    /// The evaluations of its knowledge, the default first; a game may also take weights given one
    /// by one, and then says here how.
    pub evaluations: &'static [&'static str],
    /// Tables that some of them need; `melee table` makes them.
    pub tables: &'static [GameTable],
    /// The unit of their values.
    pub unit: &'static str,
    /// The evaluations that have another unit, each with its own.
    pub other_units: &'static [(&'static str, &'static str)],
    /// The static orderings of its knowledge, the default first.
    pub orderings: &'static [&'static str],
    /// Search options that `NAME:best` takes for this game beyond the general ones, such as
    /// `killers=0`; those that an algorithm does not have are left out.
    pub best: &'static str,
    /// The strongest algorithms by number of players, each with its specification; see
    /// [`strongest`](Description::strongest).
    pub champions: &'static [(usize, &'static str)],
    /// Opening books that `best` plays by, as `melee book make` writes them; each is for one number of players, one set
    /// of rules and one start.
    pub books: &'static [&'static str],
    /// Ladders of levels by number of players, where the usual one does not do; see [`levels`](crate::levels).
    pub ladders: &'static [(usize, Ladder)],
    /// What chances follow from scores by; see [`chances`](crate::chances).
    pub chances: &'static [Chances],
    /// Players that are known by name.
    pub named_players: &'static [NamedPlayer],
    /// How its games are written down.
    pub record: RecordFormat,
    /// How programs talk about it.
    pub dialect: Dialect,
    pub look: Look,
    /// The rules for somebody who wants to play, in Markdown: a paragraph or two, then a list.
    pub rules: &'static str,
    /// The same in other languages.
    pub other_rules: &'static [(&'static str, &'static str)],
    /// What it says in other languages: for each, lines of `English = words`, in which `#` stands for a number.
    pub words: &'static [(&'static str, &'static str)],
    /// Moves that show how the game goes. The position after the first of them is the game's picture on the page.
    pub samples: &'static [SampleMoves],
    /// What a named start is called: `start`, `map`.
    pub start_word: &'static str,
    /// What `melee bench` measures.
    pub benches: &'static [BenchPlan],
    /// It is a study for searches, not something to play.
    pub is_study: bool,
}

impl Description {
    /// A game for two of which nothing else is said.
    pub const fn new(title: &'static str, summary: &'static str) -> Self {
        Description {
            title,
            summary,
            players: PlayerCounts::of(&[2]),
            seats: &[],
            options: &[],
            evaluations: &["none"],
            tables: &[],
            unit: "points",
            other_units: &[],
            orderings: &["none"],
            best: "",
            champions: &[],
            books: &[],
            ladders: &[],
            chances: &[],
            named_players: &[],
            record: RecordFormat { name: "moves", extension: "txt" },
            dialect: Dialect::UGI,
            look: Look::PLAIN,
            rules: "",
            other_rules: &[],
            words: &[],
            samples: &[],
            start_word: "start",
            benches: &[],
            is_study: false,
        }
    }

    /// The evaluation made by hand that the strongest searches have; the default one if `None`.
    pub fn best_evaluation(&self) -> Option<&'static str> {
        self.best.split(',').find_map(|option| option.strip_prefix("eval="))
    }

    /// The strongest player known for so many players: the game's own champion, or else the usual one.
    pub fn strongest(&self, players: usize) -> &'static str {
        let own = self.champions.iter().find(|(count, _)| *count == players);
        match own {
            Some((_, spec)) => spec,
            None => self.strongest_by_depth(players),
        }
    }

    /// The strongest search for so many players of those that search depth after depth, where the champion does not.
    pub fn strongest_by_depth(&self, players: usize) -> &'static str {
        if players == 2 { "pvs:best" } else { "brs+:best" }
    }

    /// The unit of an evaluation's values.
    pub fn unit_of(&self, evaluation: &str) -> &'static str {
        let own = self.other_units.iter().find(|(name, _)| *name == evaluation);
        own.map_or(self.unit, |(_, unit)| unit)
    }

    /// What it says in another language, by what it says in English.
    pub fn words_in(&self, language: &str) -> BTreeMap<&'static str, &'static str> {
        let own = self.words.iter().filter(|(name, _)| *name == language);
        let lines = own.flat_map(|(_, text)| text.lines());
        lines.filter_map(|line| line.split_once(" = ")).collect()
    }

    /// The rules in a language, if they are written in it.
    pub fn rules_in(&self, language: &str) -> Option<&'static str> {
        let own = self.other_rules.iter().find(|(name, _)| *name == language);
        own.map(|(_, text)| *text)
    }

    /// The name and colour of a seat.
    pub fn seat(&self, player: Player) -> SeatStyle {
        let own = self.seats.get(player.index()).copied();
        own.unwrap_or(SeatStyle { name: "", colour: player_colour(player) })
    }

    /// The name of a seat: its own, or `player 2`.
    pub fn seat_name(&self, player: Player) -> String {
        match self.seat(player).name {
            "" => format!("player {player}"),
            name => name.to_string(),
        }
    }

    /// Refuses options that the game does not have, values they do not take, and numbers of players
    /// that it is not for.
    pub fn check(&self, options: &GameOptions) -> Result<(), OptionError> {
        if let Some(n) = options.players
            && !self.players.contains(n)
        {
            let allowed = self.players;
            return Err(OptionError(format!("--players {n}: the game is for {allowed}")));
        }
        let has = |name: &str| self.options.iter().any(|option| option.name == name);
        match options.values.keys().find(|name| !has(name)) {
            Some(name) => Err(OptionError(format!("the game has no option --{name}"))),
            None => Ok(()),
        }
    }
}

/// The numbers of players that a game is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayerCounts(u16);

impl PlayerCounts {
    /// These.
    pub const fn of(counts: &[usize]) -> Self {
        let mut bits = 0;
        let mut i = 0;
        while i < counts.len() {
            assert!(counts[i] >= 2 && counts[i] <= MAX_PLAYERS);
            bits |= 1 << counts[i];
            i += 1;
        }
        PlayerCounts(bits)
    }

    /// From the first to the last.
    pub const fn range(counts: RangeInclusive<usize>) -> Self {
        let (first, last) = (*counts.start(), *counts.end());
        assert!(first >= 2 && first <= last && last <= MAX_PLAYERS);
        PlayerCounts((1 << (last + 1)) - (1 << first))
    }

    /// May so many play?
    pub const fn contains(self, players: usize) -> bool {
        players <= MAX_PLAYERS && self.0 >> players & 1 == 1
    }

    /// The counts in ascending order.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (2..=MAX_PLAYERS).filter(move |&n| self.contains(n))
    }

    /// The smallest count.
    pub const fn fewest(self) -> usize {
        self.0.trailing_zeros() as usize
    }

    /// The largest count.
    pub const fn most(self) -> usize {
        self.0.ilog2() as usize
    }
}

impl fmt::Display for PlayerCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts: Vec<String> = self.iter().map(|n| n.to_string()).collect();
        let (first, last) = (self.fewest(), self.most());
        match counts.as_slice() {
            [one] => write!(f, "{one} players"),
            all if all.len() > 2 && all.len() == last - first + 1 => {
                write!(f, "{first} to {last} players")
            }
            [some @ .., last] => write!(f, "{} or {last} players", some.join(", ")),
            [] => f.write_str("nobody"),
        }
    }
}

/// How a seat is called and painted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeatStyle {
    /// Its name, such as `red`.
    pub name: &'static str,
    /// The colour of its pieces.
    pub colour: Colour,
}

impl SeatStyle {
    const fn new(name: &'static str, colour: Colour) -> Self {
        SeatStyle { name, colour }
    }

    pub const RED: SeatStyle = SeatStyle::new("red", Colour::RED);
    pub const YELLOW: SeatStyle = SeatStyle::new("yellow", Colour::YELLOW);
    pub const BLUE: SeatStyle = SeatStyle::new("blue", Colour::BLUE);
    pub const GREEN: SeatStyle = SeatStyle::new("green", Colour::GREEN);
    pub const PINK: SeatStyle = SeatStyle::new("pink", Colour::PINK);
    pub const SKY_BLUE: SeatStyle = SeatStyle::new("sky blue", Colour::SKY_BLUE);
    pub const ORANGE: SeatStyle = SeatStyle::new("orange", Colour::ORANGE);
    pub const GREY: SeatStyle = SeatStyle::new("grey", Colour::GREY);
    pub const BLACK: SeatStyle = SeatStyle::new("black", Colour::BLACK);
    pub const WHITE: SeatStyle = SeatStyle::new("white", Colour::WHITE);

    /// Eight seats that colour-blind people can tell apart (Okabe and Ito 2008).
    pub const EIGHT: [SeatStyle; MAX_PLAYERS] = [
        SeatStyle::RED,
        SeatStyle::YELLOW,
        SeatStyle::BLUE,
        SeatStyle::GREEN,
        SeatStyle::PINK,
        SeatStyle::SKY_BLUE,
        SeatStyle::ORANGE,
        SeatStyle::GREY,
    ];
}

/// Something that can be chosen about a game, as `--NAME VALUE` on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameOption {
    pub name: &'static str,
    /// What it takes, in a word: `NAME`, `WxH`, `FILE`.
    pub value: &'static str,
    pub summary: &'static str,
    /// Values to offer, the default first, each with a few words.
    pub choices: &'static [(&'static str, &'static str)],
    /// The value is the text of a file: the command line reads the file.
    pub is_file: bool,
}

impl GameOption {
    /// An option without values to offer.
    pub const fn new(name: &'static str, value: &'static str, summary: &'static str) -> Self {
        GameOption { name, value, summary, choices: &[], is_file: false }
    }
}

/// A player known by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct NamedPlayer {
    pub name: &'static str,
    /// The specification it stands for.
    pub spec: &'static str,
    /// Who that is.
    pub summary: &'static str,
}

/// How games are written down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct RecordFormat {
    /// The name of the format.
    pub name: &'static str,
    /// What names of its files end with.
    pub extension: &'static str,
}

/// How programs talk about a game: UGI, or a dialect of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dialect {
    /// The word of the greeting, `ugi` or `uci`.
    pub protocol: &'static str,
    /// The words for the players' clocks, such as `r` for `rtime` and `rinc`; `p1`, `p2` and so on if
    /// there are none.
    pub clocks: &'static [&'static str],
    /// Scores stand behind the line, without `cp`.
    pub bare_scores: bool,
}

impl Dialect {
    /// Players by number, scores with `cp`.
    pub const UGI: Dialect = Dialect { protocol: "ugi", clocks: &[], bare_scores: false };
}

/// How a game looks on the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Look {
    pub board: BoardStyle,
    pub pieces: PieceStyle,
    /// What a piece is called.
    pub piece: &'static str,
    /// Pieces with a name or a sign of their own.
    pub glyphs: &'static [Glyph],
    /// The board may be turned so that the player sits below.
    pub turns: bool,
    /// A move takes one piece or several, which are picked one by one in any order; then where one of them goes.
    pub groups: bool,
}

impl Look {
    /// Flat cells and discs.
    pub const PLAIN: Look = Look {
        board: BoardStyle::Flat,
        pieces: PieceStyle::Disc,
        piece: "stone",
        glyphs: &[],
        turns: true,
        groups: false,
    };
}

/// A piece, or something else that stands on a cell, by its letter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Glyph {
    /// The letter in diagrams.
    pub letter: char,
    /// Its name, such as `king`.
    pub name: &'static str,
    /// The sign that the page draws instead of the letter; empty for the letter itself.
    pub sign: &'static str,
    /// Its colour, where that is not the one of its owner.
    pub colour: Option<Colour>,
}

impl Glyph {
    /// A letter with a name.
    pub const fn new(letter: char, name: &'static str) -> Self {
        Glyph { letter, name, sign: "", colour: None }
    }

    /// A letter that is drawn as a sign.
    pub const fn sign(letter: char, name: &'static str, sign: &'static str) -> Self {
        Glyph { letter, name, sign, colour: None }
    }

    /// A letter that has its colour from no player.
    pub const fn painted(letter: char, name: &'static str, colour: Colour) -> Self {
        Glyph { letter, name, sign: "", colour: Some(colour) }
    }
}

/// How cells look.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum BoardStyle {
    Flat,
    /// Holes in a standing rack, into which pieces fall from above.
    Rack,
    /// Dimples in which marbles lie.
    Dimples,
    /// Green cloth.
    Felt,
}

/// How pieces look.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PieceStyle {
    /// A disc with its letter.
    Disc,
    /// A chess piece, by its letter.
    Chess,
    /// A disc with its letter, ringed where that is upper case.
    Ringed,
    /// A square that fills its cell.
    Tile,
}

/// Moves that show something of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SampleMoves {
    /// What they show.
    pub summary: &'static str,
    pub players: usize,
    /// The position before them in the game's notation; empty for the usual start.
    pub position: &'static str,
    /// The moves, with spaces between.
    pub moves: &'static str,
}

/// What is measured of a game, and the searches whose node counts tell that nothing has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchPlan {
    /// The position where speeds are measured, in the game's notation.
    pub position: &'static str,
    /// After so many random plies.
    pub random_plies: u32,
    /// The depth of perft from there.
    pub perft_depth: u32,
    /// Random games from there.
    pub playouts: u64,
    /// The longest of them.
    pub max_plies: u32,
    /// Algorithm and depth, from there.
    pub searches: &'static [(&'static str, u32)],
    /// Where nodes are counted.
    pub signature_positions: &'static [&'static str],
    /// Algorithm and depth, from each of those positions.
    pub signatures: &'static [(&'static str, u32)],
}
