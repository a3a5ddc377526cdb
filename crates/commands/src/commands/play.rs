//! `melee play`: a game in the terminal between people and algorithms.

mod seating;

use std::io::{self, BufRead};
use std::time::{Duration, Instant};

use melee::core::diagram::{Piece, TextStyle, text};
use melee::{
    Engine, Error, GameClock, Limits, OpenGame, Player, Ply, Position, Registry, Report, SeatError, Task, Watch,
};

use self::seating::{Allowance, Chair, chairs};
use super::search::as_line;
use super::show::{counters, status};
use crate::interrupt::Interrupt;
use crate::numbers::{parse_clock, parse_search_threads, parse_within};
use crate::options::{LimitArgs, PositionArgs};
use crate::output::Progress;
use crate::{Answer, output};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Who sits there, once per seat in turn order: human, a level (beginner, novice, casual, hobbyist,
    /// experienced, skilled, expert, master), an algorithm (a bare NAME means NAME:best), or "program:PATH ARGS" that speaks the protocol of `melee engine`; WHO@LIMIT has a
    /// limit of its own. Default: you against the strongest algorithm for the game
    #[arg(long = "seat", value_name = "WHO")]
    seats: Vec<String>,
    #[command(flatten)]
    limits: LimitArgs,
    /// The time of every seat for the whole game, such as 10min or 10min+5s (so much more after every
    /// move); instead of a limit for each move. People's clocks stand still
    #[arg(long, value_name = "D", conflicts_with_all = ["depth", "nodes", "time"], allow_hyphen_values = true, value_parser = parse_clock)]
    clock: Option<GameClock>,
    /// The seed, where chance plays a part
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = parse_within(0, u64::MAX))]
    seed: u64,
    /// So many threads look for a move
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_search_threads)]
    threads: usize,
}

const DEFAULT_LIMITS: Limits = Limits::time(Duration::from_secs(1));

const HELP: &str = "\
type a move, or
  undo    take back your last move
  hint    ask the engine what it would play
  moves   list the legal moves
  board   show the board again
  record  show the game so far
  quit    leave (the end of the input does too)
";

pub(crate) fn run(args: &Args, registry: &Registry, interrupt: &Interrupt) -> anyhow::Result<Answer> {
    let game = args.position.open(registry)?;
    let position = args.position.position(&game)?;
    let mut session = Session {
        chairs: chairs(&game, &position, args, interrupt)?,
        hinter: None,
        hint_limits: Limits { threads: args.threads, ..args.limits.limits().or(DEFAULT_LIMITS) },
        threads: args.threads,
        first_ply: position.ply_count(),
        position,
        game,
        ansi: output::colour(),
        interrupt,
        known: String::new(),
    };
    session.play(&mut io::stdin().lock())?;
    if interrupt.settle() {
        output::print(&session.known)?;
        return Ok(interrupt.answer());
    }
    Ok(Answer::Yes)
}

struct Session<'i> {
    game: OpenGame,
    position: Position,
    chairs: Vec<Chair>,
    hinter: Option<Engine>,
    hint_limits: Limits,
    threads: usize,
    /// Plies that belong to the start and are not taken back.
    first_ply: usize,
    ansi: bool,
    /// Those who play look at it, so that programs end with the game; while a person thinks nobody does.
    interrupt: &'i Interrupt,
    /// What is told of a game that is interrupted.
    known: String,
}

/// What a person wants.
enum Wish {
    Moved,
    Quit,
}

impl Session<'_> {
    fn play(&mut self, input: &mut dyn BufRead) -> anyhow::Result<()> {
        if self.has_person() {
            output::print("Type help for what you can do.\n\n")?;
        }
        loop {
            if self.leave_word() {
                return Ok(());
            }
            let Some(player) = self.position.to_move() else {
                self.show_board()?;
                let result = status(&self.position);
                output::print(&format!("The game is over: {result}.\n"))?;
                if self.has_person() && self.wants_to_go_back(input)? {
                    continue;
                }
                return Ok(());
            };
            if self.is_person(player) {
                self.show_board()?;
                if matches!(self.ask(player, input)?, Wish::Quit) {
                    return output::print("Good bye.\n");
                }
            } else if !self.take_turn(player)? {
                return Ok(());
            }
        }
    }

    /// What is said of a game that is interrupted now. Was it before?
    fn leave_word(&mut self) -> bool {
        let moves = self.position.plies().join(" ");
        let advice = if moves.is_empty() { "no move was made" } else { "the game so far; --moves goes on from there" };
        self.known = if moves.is_empty() { String::new() } else { format!("\n{moves}\n") };
        self.interrupt.remember(self.known.clone());
        self.interrupt.advise(advice.to_string());
        self.interrupt.unwatch()
    }

    fn is_person(&self, player: Player) -> bool {
        matches!(self.chairs[player.index()], Chair::Person)
    }

    /// A lost game may be taken back too.
    fn wants_to_go_back(&mut self, input: &mut dyn BufRead) -> anyhow::Result<bool> {
        loop {
            output::print("Type undo to take your last move back, record to see the game, or press Enter to leave: ")?;
            let line = read_line(input)?.unwrap_or_default().to_ascii_lowercase();
            output::print("\n")?;
            match line.as_str() {
                "record" => self.show_record()?,
                "undo" => return Ok(self.take_back()),
                _ => return Ok(false),
            }
        }
    }

    /// The moves so far, as `replay` and `review` read them.
    fn show_record(&self) -> anyhow::Result<()> {
        output::print(&format!("{}\n", self.position.plies().join(" ")))
    }

    fn has_person(&self) -> bool {
        let mut chairs = self.chairs.iter();
        chairs.any(|chair| matches!(chair, Chair::Person))
    }

    fn show_board(&self) -> anyhow::Result<()> {
        let style = TextStyle { ansi: self.ansi };
        let board = text(&self.position.diagram(true), style);
        output::print(&format!("{board}{}\n", counters(&self.position)))
    }

    /// The player's number in his colour, with the letter of his stones where he has any.
    fn name(&self, player: Player) -> String {
        let diagram = self.position.diagram(false);
        let pieces = diagram.pieces.iter();
        let (his, others): (Vec<&Piece>, Vec<&Piece>) = pieces.partition(|p| p.owner == Some(player));
        let is_shared = |glyph: char| others.iter().any(|p| p.glyph == glyph);
        let is_plain = his.iter().all(|p| !is_shared(p.glyph));
        let glyph = his.first().filter(|_| is_plain).map(|p| p.glyph);
        let letter = glyph.map_or(String::new(), |glyph| format!(" ({glyph})"));
        let name = format!("player {player}{letter}");
        if self.ansi {
            let colour = diagram.colour(player).ansi;
            format!("\x1b[1;38;5;{colour}m{name}\x1b[0m")
        } else {
            name
        }
    }

    /// Asks until there is a move.
    fn ask(&mut self, player: Player, input: &mut dyn BufRead) -> anyhow::Result<Wish> {
        loop {
            let moves = self.position.moves();
            let choices =
                if moves.len() <= 12 { format!(" [{}]", moves.join(" ")) } else { format!(" [{} moves]", moves.len()) };
            output::print(&format!("{}, your move{choices}: ", self.name(player)))?;
            let Some(line) = read_line(input)? else {
                output::print("\n")?;
                return Ok(Wish::Quit);
            };
            match line.to_lowercase().as_str() {
                "" => {}
                "quit" | "exit" | "q" => return Ok(Wish::Quit),
                "help" | "?" => output::print(HELP)?,
                "moves" => output::print(&format!("{}\n", moves.join(" ")))?,
                "board" => self.show_board()?,
                "record" => self.show_record()?,
                "hint" => self.hint()?,
                "undo" => {
                    if self.take_back() {
                        return Ok(Wish::Moved);
                    }
                    output::print("There is nothing to take back.\n")?;
                }
                _ => match self.position.play(&line) {
                    Ok(()) => return Ok(Wish::Moved),
                    Err(Error::Notation { error, .. }) => {
                        output::print(&format!("{error}\n"))?;
                    }
                    Err(error) => output::print(&format!("{error}\n"))?,
                },
            }
        }
    }

    /// Goes back to the last turn of a person; if there is none everything stays.
    fn take_back(&mut self) -> bool {
        let mut earlier = self.position.clone();
        while earlier.ply_count() > self.first_ply && earlier.undo() {
            if earlier.to_move().is_some_and(|mover| self.is_person(mover)) {
                self.position = earlier;
                return true;
            }
        }
        false
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        let mut hinter = match self.hinter.take() {
            Some(hinter) => hinter,
            None => self.game.engine("best")?,
        };
        let mut thinking = Thinking::begin();
        let mut on_report = |report: &Report| thinking.show(report);
        let task = Task::new(self.hint_limits).on_report(&mut on_report);
        let report = hinter.search(&self.position, task)?;
        drop(thinking);
        self.hinter = Some(hinter);
        output::print(&format!("hint: {}  (your view: {})\n", report.best().mv, as_line(&report).trim_end()))
    }

    /// False if the player has lost the game by what he did.
    fn take_turn(&mut self, player: Player) -> anyhow::Result<bool> {
        if !self.has_person() {
            self.show_board()?;
        }
        let who = self.name(player);
        let Chair::Player { name, seat, allowance } = &mut self.chairs[player.index()] else {
            unreachable!("people are asked");
        };
        let limits = match allowance {
            Allowance::PerMove(limits) => *limits,
            Allowance::WholeGame(clock) => clock.limits_for(self.position.moves_left()),
        };
        let limits = Limits { threads: self.threads, ..limits };
        let begin = Instant::now();
        let mut thinking = Thinking::begin();
        let mut on_report = |report: &Report| thinking.show(report);
        let watch = Watch::new().stopping_on(self.interrupt.flag());
        let task = Task::new(limits).watch(watch).on_report(&mut on_report);
        let turn = seat.take_turn(&mut self.position, task);
        let line = thinking.end();
        if self.interrupt.unwatch() {
            return Ok(false);
        }
        let mut report = match turn {
            Ok(report) => report,
            Err(SeatError::Failed(error)) => return Err(error.into()),
            Err(SeatError::Fault(offence)) => {
                output::print(&format!("{who}, {name}, loses by {offence}.\n"))?;
                return Ok(false);
            }
        };
        let mut left = String::new();
        if let Allowance::WholeGame(clock) = allowance {
            clock.spend(begin.elapsed());
            left = format!(", {:.1} s left", clock.left().as_secs_f64());
        }
        if line.first() == Some(report.best()) {
            report.line = line;
        }
        output::print(&format!(
            "{who}, {name}, plays {}  (its view: {}{left})\n",
            report.best().mv,
            as_line(&report).trim_end()
        ))?;
        Ok(true)
    }
}

/// Shows how far a search has come, and remembers the line it had in mind.
struct Thinking {
    progress: Progress,
    line: Vec<Ply<String>>,
}

impl Thinking {
    fn begin() -> Self {
        let mut progress = Progress::new();
        progress.show("thinking ...");
        Thinking { progress, line: Vec::new() }
    }

    fn show(&mut self, report: &Report) {
        self.line.clone_from(&report.line);
        let line = as_line(report);
        self.progress.show(&format!("thinking: {}", line.trim_end()));
    }

    fn end(self) -> Vec<Ply<String>> {
        self.line
    }
}

/// No move is longer.
const LONGEST_LINE: u64 = 200;

/// What was typed; whatever it is, it is text that can be shown. `None` at the end of the input.
fn read_line(input: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if io::Read::take(&mut *input, LONGEST_LINE).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() as u64 == LONGEST_LINE && bytes.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        bytes.extend_from_slice(b"...");
    }
    let line = String::from_utf8_lossy(&bytes);
    let shown = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    Ok(Some(line.trim().chars().map(shown).collect()))
}
