//! Who chooses the moves of a player: a search, a solver, another program, a person.
//!
//! [`Seat`] is whoever answers by himself. A person's moves come from outside when he likes, and so do those of others in a
//! network game: there the front end plays them on the position, and no trait stands between.
//!
//! A seat is written `WHO@LIMIT`: `brs+:best@100ms`, `pvs@5000`, `perfect`, `human`,
//! `program:./engine --fast@1s`. The text means the same on the command line, in files and in the page. Where the game is
//! known, the name of a level is a seat too: [`SeatSpec::in_game`].

use std::fmt;
use std::str::FromStr;

use melee_core::levels::LEVELS;
use melee_search::{LimitError, Limits, Spec, shortened};
use serde::{Deserialize, Serialize};

use crate::{Engine, Error, OpenGame, Position, Report, Task};

/// Somebody who makes moves in games of one kind.
pub trait Seat: Send {
    /// Who it is, as it was written.
    fn name(&self) -> String;

    /// A game begins at this position; the seed decides where chance plays a part. What was learned in
    /// another game is forgotten.
    fn begin(&mut self, _start: &Position, _seed: u64) -> Result<(), SeatError> {
        Ok(())
    }

    /// Chooses a move for the player to move and plays it. The line of the report begins with it.
    fn take_turn(&mut self, position: &mut Position, task: Task) -> Result<Report, SeatError>;

    /// The game is over.
    fn end(&mut self) {}
}

/// Why a seat made no move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SeatError {
    /// It is not the player's fault: the game does not count.
    #[error(transparent)]
    Failed(#[from] Error),
    /// The player has lost by what he did.
    #[error(transparent)]
    Fault(#[from] Offence),
}

/// A kind of misbehaviour; each loses the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fault {
    /// It ended, or closed its pipes.
    Crash,
    /// It played what is not legal.
    Illegal,
    /// It did not move in time.
    Timeout,
    /// It did not answer the greeting, or does not listen.
    Silence,
    /// A line without end.
    Garbage,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::Crash => "crash",
            Fault::Illegal => "illegal move",
            Fault::Timeout => "time-out",
            Fault::Silence => "silence",
            Fault::Garbage => "garbage",
        })
    }
}

/// A fault and what was seen of it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{fault}: {detail}")]
pub struct Offence {
    pub fault: Fault,
    pub detail: String,
}

impl Offence {
    /// A fault with one line about it.
    pub fn new(fault: Fault, detail: impl Into<String>) -> Self {
        Offence { fault, detail: detail.into() }
    }
}

/// A search that sits at the board; its memory lasts for a game.
pub struct EngineSeat {
    engine: Engine,
    is_fresh: bool,
}

impl EngineSeat {
    /// An engine of this game.
    pub fn new(game: &OpenGame, spec: impl Into<Spec>, seed: u64) -> Result<Self, Error> {
        Ok(EngineSeat { engine: game.seeded_engine(spec, seed)?, is_fresh: true })
    }
}

impl Seat for EngineSeat {
    fn name(&self) -> String {
        self.engine.spec().to_string()
    }

    fn begin(&mut self, _start: &Position, seed: u64) -> Result<(), SeatError> {
        if !std::mem::take(&mut self.is_fresh) {
            self.engine.forget(seed);
        }
        Ok(())
    }

    fn take_turn(&mut self, position: &mut Position, task: Task) -> Result<Report, SeatError> {
        Ok(self.engine.take_turn(position, task)?)
    }
}

/// Who sits at a seat, and what a move may cost him.
///
/// ```
/// use melee::{Limits, SeatSpec, Who};
/// let seat: SeatSpec = "pvs:best@5000".parse()?;
/// assert_eq!(seat.limits, Limits::nodes(5000));
/// assert_eq!(seat.to_string(), "pvs:best@5000");
/// let person: SeatSpec = "human".parse()?;
/// assert_eq!(person.who, Who::Person);
/// # Ok::<(), melee::search::LimitError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SeatSpec {
    pub who: Who,
    /// For each of his moves.
    pub limits: Limits,
}

/// Who makes the moves of a player.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Who {
    /// Somebody who is asked.
    Person,
    /// One of the searches, or a player that the game knows by name.
    Search(Spec),
    /// Another program: its path and arguments.
    Program(String),
}

impl Who {
    /// What stands before the colon and the command of another program.
    const PROGRAM: &'static str = "program";
    /// The name of a person's seat.
    pub const PERSON: &'static str = "human";
}

impl From<&str> for Who {
    fn from(text: &str) -> Self {
        let text = text.trim();
        let spec = Spec::from(text);
        // Names of algorithms may have spaces, which mean nothing: so may these.
        match text.split_once(':') {
            Some((_, command)) if spec.name == Who::PROGRAM => Who::Program(command.to_string()),
            _ if spec.name == Who::PERSON && spec.options.is_empty() => Who::Person,
            _ => Who::Search(spec),
        }
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Who::Person => f.write_str(Who::PERSON),
            Who::Search(spec) => spec.fmt(f),
            Who::Program(command) => write!(f, "{}:{command}", Who::PROGRAM),
        }
    }
}

impl SeatSpec {
    /// A search within limits.
    pub fn search(spec: impl Into<Spec>, limits: Limits) -> Self {
        SeatSpec { who: Who::Search(spec.into()), limits }
    }

    /// With these limits, if it has none of its own.
    #[must_use]
    pub fn or_limits(self, limits: Limits) -> Self {
        SeatSpec { limits: self.limits.or(limits), ..self }
    }

    /// Who that is in a game. The name of a level stands for who plays on that rung of the game's ladder for so many
    /// players, and his nodes; everybody else is who he is. Whatever keeps a seat keeps what this gives: a ladder that
    /// is fitted anew must not change what was played on the old one.
    ///
    /// ```
    /// use melee::SeatSpec;
    /// let game = melee::open("connect4")?;
    /// let novice = "novice".parse::<SeatSpec>()?.in_game(&game)?;
    /// assert_eq!(novice.to_string(), game.description().levels(2)[1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn in_game(self, game: &OpenGame) -> Result<Self, Error> {
        let Who::Search(spec) = &self.who else { return Ok(self) };
        let Some(level) = LEVELS.iter().position(|name| *name == spec.name) else { return Ok(self) };
        if !spec.options.is_empty() || !self.limits.is_none() {
            return Err(Error::ChangedLevel { seat: shortened(&self.to_string()) });
        }
        let ladder = game.description().ladder(game.players());
        let rung = ladder.rungs[level];
        Ok(SeatSpec::search(rung.search(ladder.player).as_str(), Limits::nodes(u64::from(rung.nodes))))
    }
}

impl FromStr for SeatSpec {
    type Err = LimitError;

    fn from_str(text: &str) -> Result<Self, LimitError> {
        let bare = || SeatSpec { who: text.into(), limits: Limits::NONE };
        let Some((who, limit)) = text.rsplit_once('@') else {
            return Ok(bare());
        };
        match (limit.trim().parse(), Who::from(who)) {
            (Ok(limits), who) => Ok(SeatSpec { who, limits }),
            // Paths and arguments may have the sign for themselves.
            (Err(_), Who::Program(_)) => Ok(bare()),
            (Err(error), _) => Err(error),
        }
    }
}

impl fmt::Display for SeatSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.who.fmt(f)?;
        if self.limits.is_none() {
            return Ok(());
        }
        write!(f, "@{}", self.limits)
    }
}

impl TryFrom<String> for SeatSpec {
    type Error = LimitError;
    fn try_from(text: String) -> Result<Self, LimitError> {
        text.parse()
    }
}

impl From<SeatSpec> for String {
    fn from(seat: SeatSpec) -> Self {
        seat.to_string()
    }
}
