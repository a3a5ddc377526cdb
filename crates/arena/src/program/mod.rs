//! Other programs as players, by the protocol that [`crate::protocol`] answers: UGI, or the game's dialect of it.
//!
//! A program is a process of its own, for one game. Whatever it does (it ends, plays what is not legal, is late, says
//! nothing, never stops talking, forks), it loses the game by an [`Offence`], its process group is
//! killed, and the match goes on. Only a program that leaves its process group is not found any more.

mod command;
mod info;
mod pipes;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use melee::{Counts, Fault, Limits, Offence, Ply, Position, Report, Seat, SeatError, Task};

pub use command::{CommandError, ProgramCommand};
pub use pipes::LONGEST_LINE;

use info::EngineInfo;
use pipes::{Heard, Pipes};

/// How long a program is waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// For the answers to the greeting and to `isready`, and for a move that no time limits.
    pub answer: Duration,
    /// For a move, beyond its time.
    pub grace: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Patience { answer: Duration::from_secs(30), grace: Duration::from_millis(500) }
    }
}

/// One that is told to leave may take so long.
const FAREWELL: Duration = Duration::from_millis(300);

/// A program that sits at the board; every game has a process of its own.
pub struct ProgramSeat {
    command: ProgramCommand,
    patience: Patience,
    /// Tell where a game begins, even at the game's own start.
    tells_start: bool,
    /// When this becomes true, nobody waits for it any more.
    stop: Arc<AtomicBool>,
    program: Option<Program>,
}

impl ProgramSeat {
    /// A program that is told where games begin if they do not begin at the game's own start.
    pub fn new(command: ProgramCommand, patience: Patience, tells_start: bool) -> Self {
        ProgramSeat { command, patience, tells_start, stop: Arc::default(), program: None }
    }

    /// Every wait for it ends when this becomes true, as if its time were up.
    #[must_use]
    pub fn stopping_on(self, stop: Arc<AtomicBool>) -> Self {
        ProgramSeat { stop, ..self }
    }
}

impl Seat for ProgramSeat {
    fn name(&self) -> String {
        format!("program:{}", self.command.words().join(" "))
    }

    fn begin(&mut self, start: &Position, seed: u64) -> Result<(), SeatError> {
        let mut program = Program::start(&self.command, start, self.patience, self.stop.clone())?;
        program.begin(seed, self.tells_start.then_some(start))?;
        self.program = Some(program);
        Ok(())
    }

    fn take_turn(&mut self, position: &mut Position, task: Task) -> Result<Report, SeatError> {
        let ended = || Offence::new(Fault::Crash, "it is not running");
        let program = self.program.as_mut().ok_or_else(ended)?;
        Ok(program.choose(position, task.limits())?)
    }

    fn end(&mut self) {
        if let Some(program) = self.program.take() {
            program.end();
        }
    }
}

/// A program that plays a game.
struct Program {
    pipes: Pipes,
    patience: Patience,
    /// The largest seed it takes, if it takes one.
    largest_seed: Option<u64>,
    /// What the position is told from: a text, and how many plies it has already.
    from: Option<(String, usize)>,
}

impl Program {
    /// Starts a program and greets it.
    fn start(
        command: &ProgramCommand,
        position: &Position,
        patience: Patience,
        stop: Arc<AtomicBool>,
    ) -> Result<Self, Offence> {
        let mut program = Program { pipes: Pipes::start(command, stop)?, patience, largest_seed: None, from: None };
        let game = position.game();
        let protocol = game.description().dialect.protocol;
        let mut largest_seed = None;
        program.ask(protocol, &format!("{protocol}ok"), &mut |line| {
            largest_seed = largest_seed.or_else(|| info::largest_seed(line));
        })?;
        program.largest_seed = largest_seed;
        program.say(&format!("{protocol}newgame"))?;
        Ok(program)
    }

    /// Tells it what chance to use, if it wants to know, and where the game begins: in the game's own start, or in this
    /// position, which is there already.
    fn begin(&mut self, seed: u64, from: Option<&Position>) -> Result<(), Offence> {
        self.from = from.map(|position| (position.text(), position.ply_count())).filter(|(text, _)| !text.is_empty());
        if let Some(largest) = self.largest_seed {
            let seed = largest.checked_add(1).map_or(seed, |values| seed % values);
            self.say(&format!("setoption name Seed value {seed}"))?;
        }
        self.ask("isready", "readyok", &mut |_| {})
    }

    /// Asks for its move and plays it; only legal ones are taken.
    fn choose(&mut self, position: &mut Position, limits: Limits) -> Result<Report, Offence> {
        self.say(&self.position_line(position))?;
        // What it may still have to say belongs to the past.
        self.ask("isready", "readyok", &mut |_| {})?;
        let begin = Instant::now();
        let time = match limits.time {
            Some(time) => time + self.patience.grace,
            None => self.patience.answer,
        };
        self.say(&go_line(limits))?;
        let mut info = EngineInfo::default();
        let best = loop {
            match self.pipes.hear(begin + time)? {
                Heard::Nothing => {
                    let detail = format!("no move after {:.3} s", begin.elapsed().as_secs_f64());
                    return Err(Offence::new(Fault::Timeout, detail));
                }
                Heard::Line(line) => match line.strip_prefix("bestmove") {
                    Some(best) => break best.split_whitespace().next().map(str::to_string),
                    None => info.hear(&line),
                },
            }
        };
        let elapsed = begin.elapsed();
        let player = position.to_move().unwrap_or(melee::Player::FIRST);
        let mv = play(position, &best.unwrap_or_default())?;
        Ok(Report {
            depth: info.depth,
            partial: false,
            value: info.value,
            values: None,
            line: vec![Ply { player, mv }],
            threads: 1,
            counts: Counts { nodes: info.nodes, ..Counts::default() },
            elapsed,
            proven: None,
            complete: false,
            are_points: false,
            are_scores: true,
            worth_of_win: position.worth_of_win(),
            chance_scale: None,
            standing: None,
            others: Vec::new(),
        })
    }

    /// Says goodbye; whoever does not go is made to.
    fn end(self) {
        self.pipes.farewell(FAREWELL);
    }

    fn say(&mut self, line: &str) -> Result<(), Offence> {
        let deadline = Instant::now() + self.patience.answer;
        self.pipes.say(line, deadline)
    }

    /// Says something and waits for the answer; other lines go by.
    fn ask(&mut self, line: &str, answer: &str, others: &mut dyn FnMut(&str)) -> Result<(), Offence> {
        self.say(line)?;
        let deadline = Instant::now() + self.patience.answer;
        loop {
            match self.pipes.hear(deadline)? {
                Heard::Line(line) if line == answer => return Ok(()),
                Heard::Line(line) => others(&line),
                Heard::Nothing => {
                    let seconds = self.patience.answer.as_secs_f64();
                    let detail = format!("no {answer} after {seconds} s");
                    return Err(Offence::new(Fault::Silence, detail));
                }
            }
        }
    }

    fn position_line(&self, position: &Position) -> String {
        let (text, skip) = match &self.from {
            Some((text, plies)) => (format!("fen {text}"), *plies),
            None => ("startpos".to_string(), 0),
        };
        let moves = position.plies().split_off(skip).join(" ");
        if moves.is_empty() { format!("position {text}") } else { format!("position {text} moves {moves}") }
    }
}

fn go_line(limits: Limits) -> String {
    let mut line = "go".to_string();
    if let Some(depth) = limits.depth {
        line += &format!(" depth {depth}");
    }
    if let Some(nodes) = limits.nodes {
        line += &format!(" nodes {nodes}");
    }
    if let Some(time) = limits.time {
        line += &format!(" movetime {}", time.as_millis());
    }
    line
}

/// Plays the move and gives it back as the game writes it.
fn play(position: &mut Position, mv: &str) -> Result<String, Offence> {
    let illegal = |why: String| {
        // A hostile move may be as long as a line.
        let why: String = why.chars().take(300).collect();
        Offence::new(Fault::Illegal, why)
    };
    position.play(mv).map_err(|e| illegal(e.to_string()))?;
    let played = position.plies().pop();
    played.ok_or_else(|| illegal(format!("'{mv}' is no move")))
}
