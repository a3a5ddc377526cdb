//! A text protocol for other programs: UGI, which is UCI for any game, or the dialect that a game's
//! programs share.
//!
//! A [`Session`] is told one line at a time and writes its answers; searches run beside it, so that
//! `stop` and `isready` are heard.
//!
//! ```
//! use melee_arena::protocol::Session;
//! let mut session = Session::new(melee::open("connect4")?, "alphabeta".into(), std::io::sink())?;
//! session.tell("position startpos moves 4 4");
//! session.tell("go depth 4");
//! session.finish();
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod dialect;
mod go;
mod thinking;

use std::io::Write;
use std::sync::{Arc, Mutex};

use melee::core::{DEEPEST_PERFT, Dialect};
use melee::search::shortened;
use melee::{Engine, Error, Limits, OpenGame, Position, Spec};

use go::Go;
use thinking::Thinking;

/// Whether the other program wants to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// It may send more.
    Continue,
    /// It has said goodbye.
    Quit,
}

/// Where answers go; a search that runs beside writes there too.
type Output = Arc<Mutex<dyn Write + Send>>;

/// Writes a line at once. A program that does not listen any more is not told.
fn say(output: &Output, line: &str) {
    if let Ok(mut output) = output.lock() {
        let _ = writeln!(output, "{line}").and_then(|()| output.flush());
    }
}

/// More lines than that nobody reads.
const MOST_LINES: usize = 500;

/// One conversation.
pub struct Session {
    game: OpenGame,
    dialect: Dialect,
    position: Position,
    spec: Spec,
    seed: u64,
    /// How many of the best moves are told.
    lines: usize,
    /// The algorithm with its memory, while it does not think.
    engine: Option<Engine>,
    thinking: Option<Thinking>,
    output: Output,
}

impl Session {
    /// A session that answers to `output` and thinks with `spec` until told otherwise. The position that
    /// the game was opened for is what the other program calls `startpos`.
    pub fn new(game: OpenGame, spec: Spec, output: impl Write + Send + 'static) -> Result<Self, Error> {
        Ok(Session {
            dialect: game.description().dialect,
            position: game.opening()?,
            engine: Some(game.engine(&spec)?),
            game,
            spec,
            seed: 0,
            lines: 1,
            thinking: None,
            output: Arc::new(Mutex::new(output)),
        })
    }

    /// Takes one line. What cannot be done is answered with `info string` and changes nothing.
    pub fn tell(&mut self, line: &str) -> Flow {
        self.gather();
        let mut words = line.split_whitespace();
        let command = words.next().unwrap_or_default();
        let rest = line.trim_start();
        let rest = rest.strip_prefix(command).unwrap_or(rest).trim();
        let done = match command {
            "" | "debug" | "ponderhit" | "register" => Ok(()),
            "uci" | "ugi" => {
                self.introduce(command);
                Ok(())
            }
            "isready" => {
                say(&self.output, "readyok");
                Ok(())
            }
            "stop" => {
                self.stop();
                Ok(())
            }
            "quit" => {
                self.stop();
                return Flow::Quit;
            }
            "ucinewgame" | "uginewgame" => self.when_idle(Self::new_game),
            "setoption" => self.when_idle(|session| session.set_option(rest)),
            "position" => self.when_idle(|session| session.set_position(rest)),
            "go" => self.when_idle(|session| session.go(rest)),
            "perft" => self.when_idle(|session| session.perft(rest)),
            "query" => self.query(rest),
            "d" | "print" => {
                say(&self.output, &self.position.text());
                Ok(())
            }
            _ => Err(format!("unknown command '{}'", shortened(command))),
        };
        if let Err(why) = done {
            say(&self.output, &format!("info string {why}"));
        }
        Flow::Continue
    }

    /// The other program has gone: a search with an end is waited for, any other stopped.
    pub fn finish(&mut self) {
        if self.thinking.as_ref().is_some_and(|t| !t.is_endless()) {
            self.wait();
        } else {
            self.stop();
        }
    }

    /// Does what needs the engine, unless it thinks.
    fn when_idle(&mut self, action: impl FnOnce(&mut Self) -> Result<(), String>) -> Result<(), String> {
        if self.thinking.is_some() {
            return Err("still thinking: send stop first".to_string());
        }
        action(self)
    }

    fn introduce(&self, command: &str) {
        let (version, game) = (env!("CARGO_PKG_VERSION"), self.game.name());
        say(&self.output, &format!("id name Melee {version} {game}"));
        say(&self.output, "id author the Melee authors");
        let algorithm = &self.spec;
        say(&self.output, &format!("option name Algorithm type string default {algorithm}"));
        let seeds = u64::MAX;
        say(&self.output, &format!("option name Seed type spin default 0 min 0 max {seeds}"));
        say(&self.output, &format!("option name MultiPV type spin default 1 min 1 max {MOST_LINES}"));
        say(&self.output, &format!("{command}ok"));
    }

    fn new_game(&mut self) -> Result<(), String> {
        self.renew(self.spec.clone(), self.seed)?;
        self.position = self.game.opening().map_err(|e| e.to_string())?;
        Ok(())
    }

    /// Another algorithm, or the same without what it has learned.
    fn renew(&mut self, spec: Spec, seed: u64) -> Result<(), String> {
        let engine = self.position.game().seeded_engine(&spec, seed);
        self.engine = Some(engine.map_err(|e| e.to_string())?);
        (self.spec, self.seed) = (spec, seed);
        Ok(())
    }

    /// `name NAME value VALUE`
    fn set_option(&mut self, text: &str) -> Result<(), String> {
        let form = "expected setoption name NAME value VALUE";
        let text = text.strip_prefix("name ").ok_or(form)?;
        let (name, value) = text.split_once(" value ").ok_or(form)?;
        let value = value.trim();
        match name.trim().to_ascii_lowercase().as_str() {
            "algorithm" => self.renew(value.into(), self.seed),
            "seed" => {
                let seed = value.parse::<u64>();
                let seed = seed.map_err(|_| format!("Seed '{}' is not a number", shortened(value)))?;
                self.renew(self.spec.clone(), seed)
            }
            "multipv" => {
                let lines = value.parse().ok().filter(|lines| (1..=MOST_LINES).contains(lines));
                let wrong = || format!("MultiPV '{}': expected 1 to {MOST_LINES}", shortened(value));
                self.lines = lines.ok_or_else(wrong)?;
                Ok(())
            }
            name => Err(format!("unknown option '{}'; known: Algorithm, Seed, MultiPV", shortened(name))),
        }
    }

    /// `startpos`, `fen POSITION` or `fen4 POSITION`, then `moves ...`
    fn set_position(&mut self, text: &str) -> Result<(), String> {
        let (what, moves) = match text.split_once("moves") {
            Some((what, moves)) => (what.trim(), moves),
            None => (text, ""),
        };
        let (kind, position) = what.split_once(' ').unwrap_or((what, ""));
        let set_up = match kind {
            "startpos" if position.is_empty() => self.game.opening(),
            "fen" | "fen4" if !position.is_empty() => self.game.position_of_any(position.trim()),
            _ => return Err("expected position startpos or position fen POSITION".to_string()),
        };
        let mut set_up = set_up.map_err(|e| e.to_string())?;
        let played = set_up.play_all(moves.split_whitespace());
        played.map_err(|e| e.to_string())?;
        let before = std::mem::replace(&mut self.position, set_up);
        if !self.position.game().is_same(&before.game()) {
            // A board of another size, or for more players, is another game to the algorithm.
            if let Err(why) = self.renew(self.spec.clone(), self.seed) {
                self.position = before;
                return Err(why);
            }
        }
        Ok(())
    }

    fn go(&mut self, text: &str) -> Result<(), String> {
        let Some(player) = self.position.to_move() else {
            say(&self.output, "info string the game is over");
            say(&self.output, "bestmove (none)");
            return Ok(());
        };
        let go = Go::parse(text, &self.dialect)?;
        if let Some(depth) = go.perft {
            return self.perft(&depth.to_string());
        }
        let engine = self.engine.take().ok_or("no algorithm")?;
        let position = self.position.clone();
        let limits = Limits { lines: self.lines, ..go.limits(player, position.moves_left()) };
        self.thinking = Some(Thinking::begin(engine, position, limits, self.dialect, self.output.clone()));
        Ok(())
    }

    fn perft(&mut self, text: &str) -> Result<(), String> {
        let depth = text.parse().ok().filter(|&depth: &u32| depth <= DEEPEST_PERFT);
        let wrong = || format!("perft '{}': expected a depth from 0 to {DEEPEST_PERFT}", shortened(text));
        let depth = depth.ok_or_else(wrong)?;
        let leaves = self.position.perft(depth);
        say(&self.output, &format!("nodes {leaves}"));
        Ok(())
    }

    /// What UGI asks about the game itself.
    fn query(&mut self, what: &str) -> Result<(), String> {
        let to_move = self.position.to_move();
        let seat = |text: &str| -> Option<usize> {
            let number = text.strip_prefix('p')?.strip_suffix("turn")?;
            number.parse().ok().filter(|&n: &usize| n > 0)
        };
        let answer = match (what, seat(what)) {
            ("gameover", _) => to_move.is_none().to_string(),
            ("result", _) => match self.position.outcome() {
                None => "none".to_string(),
                Some(outcome) => dialect::result_text(&outcome),
            },
            ("legalmoves" | "moves", _) => self.position.moves().join(" "),
            (_, Some(number)) => to_move.is_some_and(|p| p.index() + 1 == number).to_string(),
            _ => return Err(format!("unknown query '{}'", shortened(what))),
        };
        say(&self.output, &format!("response {answer}"));
        Ok(())
    }

    /// Takes the engine back if it is done.
    fn gather(&mut self) {
        if self.thinking.as_ref().is_some_and(Thinking::is_done) {
            self.wait();
        }
    }

    fn stop(&mut self) {
        if let Some(thinking) = &self.thinking {
            thinking.stop();
            self.wait();
        }
    }

    fn wait(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            self.engine = thinking.end();
            if self.engine.is_none() {
                // What a search leaves behind that broke is not used again.
                let renewed = self.renew(self.spec.clone(), self.seed);
                if let Err(why) = renewed {
                    say(&self.output, &format!("info string {why}"));
                }
            }
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.stop();
    }
}
