//! `melee play`: a game in the terminal between people and algorithms.

use std::io::{self, BufRead, Write};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::bail;
use melee_arena::program::{Patience, Program, ProgramCommand};
use melee_arena::spec::catalogue::NAMED_PLAYERS;
use melee_arena::{
    ArenaError, Clock, GameClock, Limits, Player, Position, Stopwatch, Table, ThinkReport, Thinker,
    Watch,
};
use melee_core::diagram::{TextStyle, player_colour, text};

use super::perfect::{PERFECT, Perfect};
use super::search::as_line;
use super::show::status;
use crate::numbers::parse_clock;
use crate::options::{LimitArgs, PositionArgs, parse_spec};
use crate::output::Progress;
use crate::{Answer, output};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Who sits there, once per seat in turn order: human, an algorithm (a bare NAME means
    /// NAME:best), perfect (connect4), or "program:PATH ARGS" that speaks the protocol of `melee engine`. Default: you against pvs, or against brs+ in games for more
    /// players
    #[arg(long = "seat", value_name = "PLAYER")]
    seats: Vec<String>,
    #[command(flatten)]
    limits: LimitArgs,
    /// Every algorithm's time for the whole game, such as 10min or 10min+5s (so much more after every
    /// move); instead of a limit for each move
    #[arg(long, value_name = "D", conflicts_with_all = ["depth", "nodes", "time"], allow_hyphen_values = true, value_parser = parse_clock)]
    clock: Option<GameClock>,
    /// The seed, where chance plays a part
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

const DEFAULT_TIME: Duration = Duration::from_secs(1);

const HELP: &str = "\
type a move, or
  undo    take back your last move
  hint    ask the engine what it would play
  moves   list the legal moves
  board   show the board again
  record  show the game so far
  quit    leave (the end of the input does too)
";

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let table = args.position.table()?;
    let position = args.position.position(table.as_ref())?;
    let own_depths = |name: &String| name == "human" || has_own_depth(name);
    let limits = if !args.seats.is_empty() && args.seats.iter().all(own_depths) {
        // Players with a depth of their own take the time they need.
        args.limits.limits()
    } else {
        args.limits.limits_or(DEFAULT_TIME)
    };
    let mut game = Session {
        seats: seats(table.as_ref(), position.as_ref(), args)?,
        clocks: args.clock.map(|clock| vec![clock; table.players()]),
        hinter: None,
        limits,
        hint_limits: args.limits.limits_or(DEFAULT_TIME),
        first_ply: position.plies().len(),
        position,
        table: table.as_ref(),
        ansi: output::colour(),
    };
    game.play(&mut io::stdin().lock())?;
    Ok(Answer::Yes)
}

/// Who makes the moves of a seat.
enum Seat {
    Human,
    Engine(Box<dyn Thinker>),
    /// Plays by the solver, without limits.
    Perfect(Box<Perfect>),
    /// Another program, by its name.
    Program(String, Box<Program>),
}

fn default_algorithm(table: &dyn Table) -> &'static str {
    if table.players() == 2 { "pvs" } else { "brs+" }
}

fn seats(table: &dyn Table, position: &dyn Position, args: &Args) -> anyhow::Result<Vec<Seat>> {
    let given = &args.seats;
    let mut names: Vec<&str> = given.iter().map(String::as_str).collect();
    if names.is_empty() {
        names.push("human");
        names.resize(table.players(), default_algorithm(table));
    }
    if names.len() != table.players() {
        bail!(
            "{} seats given, {} has {}: repeat --seat once per player",
            names.len(),
            table.game(),
            table.players()
        );
    }
    let seat = |(i, name): (usize, &&str)| match ProgramCommand::parse(name) {
        None => seat(table, name, args),
        Some(command) => {
            let command = command?;
            command.check()?;
            let about = |offence| anyhow::anyhow!("--seat {name}: {offence}");
            let program = Program::start(&command, table.game(), Patience::default());
            let mut program = program.map_err(about)?;
            let begun = program.begin(args.seed.wrapping_add(i as u64), Some(position));
            begun.map_err(about)?;
            Ok(Seat::Program(name.to_string(), Box::new(program)))
        }
    };
    names.iter().enumerate().map(seat).collect()
}

fn seat(table: &dyn Table, name: &str, args: &Args) -> anyhow::Result<Seat> {
    match name.split_once(':') {
        None if name == "human" => return Ok(Seat::Human),
        Some(("human", _)) => bail!("--seat {name}: human takes no options"),
        None if name == PERFECT => {
            let perfect = Perfect::new(table, args.position.size())?;
            return Ok(Seat::Perfect(Box::new(perfect)));
        }
        _ => {}
    }
    Ok(Seat::Engine(strong_thinker(table, name, args.seed)?))
}

/// One of the players of the theses, who are as they are.
fn is_named_player(name: &str) -> bool {
    NAMED_PLAYERS.iter().any(|player| player.name == name)
}

/// A player of the theses who searches to one depth, however long it takes.
fn has_own_depth(name: &str) -> bool {
    let spec = name.parse::<melee_arena::Spec>();
    is_named_player(name) && spec.is_ok_and(|spec| spec.depth.is_some() && !spec.deepen)
}

/// The algorithm; a bare name in its strongest setting.
fn strong_thinker(table: &dyn Table, name: &str, seed: u64) -> anyhow::Result<Box<dyn Thinker>> {
    let spec = if name.contains(':') || is_named_player(name) {
        parse_spec(name)?
    } else {
        parse_spec(&format!("{name}:best"))?
    };
    Ok(table.thinker(&spec, seed)?)
}

struct Session<'a> {
    table: &'a dyn Table,
    position: Box<dyn Position>,
    seats: Vec<Seat>,
    hinter: Option<Box<dyn Thinker>>,
    limits: Limits,
    hint_limits: Limits,
    /// The clocks of all seats, if there are any; those of people stand still.
    clocks: Option<Vec<GameClock>>,
    /// Plies that belong to the start and are not taken back.
    first_ply: usize,
    ansi: bool,
}

/// What a person wants.
enum Wish {
    Moved,
    Quit,
}

impl Session<'_> {
    fn play(&mut self, input: &mut dyn BufRead) -> anyhow::Result<()> {
        if self.has_human() {
            output::print("Type help for what you can do.\n\n")?;
        }
        loop {
            let Some(player) = self.position.to_move() else {
                self.show_board()?;
                let result = status(self.position.as_ref());
                output::print(&format!("The game is over: {result}.\n"))?;
                if self.has_human() && self.wants_to_go_back(input)? {
                    continue;
                }
                return Ok(());
            };
            match &self.seats[player.index()] {
                Seat::Human => {
                    self.show_board()?;
                    if matches!(self.ask(player, input)?, Wish::Quit) {
                        return output::print("Good bye.\n");
                    }
                }
                Seat::Engine(_) => self.engine_moves(player)?,
                Seat::Perfect(_) => self.perfect_moves(player)?,
                Seat::Program(..) => {
                    if !self.program_moves(player)? {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// A lost game may be taken back too.
    fn wants_to_go_back(&mut self, input: &mut dyn BufRead) -> anyhow::Result<bool> {
        output::print("Type undo to take your last move back, or press Enter to leave: ")?;
        let undo = read_line(input)?.is_some_and(|line| line.eq_ignore_ascii_case("undo"));
        output::print("\n")?;
        Ok(undo && self.take_back())
    }

    fn has_human(&self) -> bool {
        self.seats.iter().any(|s| matches!(s, Seat::Human))
    }

    fn show_board(&self) -> anyhow::Result<()> {
        let style = TextStyle { ansi: self.ansi };
        let board = text(&self.position.diagram(true), style);
        output::print(&format!("{board}\n"))
    }

    /// The player's number in his colour, with the letter of his stones where he has any.
    fn name(&self, player: Player) -> String {
        let pieces = self.position.diagram(false).pieces;
        let (his, others): (Vec<_>, Vec<_>) =
            pieces.into_iter().partition(|p| p.owner == Some(player));
        let is_shared = |glyph: char| others.iter().any(|p| p.glyph == glyph);
        let is_plain = his.iter().all(|p| !is_shared(p.glyph));
        let glyph = his.first().filter(|_| is_plain).map(|p| p.glyph);
        let letter = glyph.map_or(String::new(), |glyph| format!(" ({glyph})"));
        let name = format!("player {player}{letter}");
        if self.ansi {
            let colour = player_colour(player).ansi;
            format!("\x1b[1;38;5;{colour}m{name}\x1b[0m")
        } else {
            name
        }
    }

    /// Asks until there is a move.
    fn ask(&mut self, player: Player, input: &mut dyn BufRead) -> anyhow::Result<Wish> {
        loop {
            let moves = self.position.moves();
            let choices = if moves.len() <= 12 {
                format!(" [{}]", moves.join(" "))
            } else {
                format!(" [{} moves]", moves.len())
            };
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
                "record" => output::print(&format!("{}\n", self.position.plies().join(" ")))?,
                "hint" => self.hint()?,
                "undo" => {
                    if self.take_back() {
                        return Ok(Wish::Moved);
                    }
                    output::print("There is nothing to take back.\n")?;
                }
                _ => match self.position.play(&line) {
                    Ok(()) => return Ok(Wish::Moved),
                    Err(ArenaError::Notation { error, .. }) => {
                        output::print(&format!("{error}\n"))?;
                    }
                    Err(error) => output::print(&format!("{error}\n"))?,
                },
            }
        }
    }

    /// Goes back to the last turn of a person; if there is none everything stays.
    fn take_back(&mut self) -> bool {
        let mut earlier = self.position.boxed_clone();
        while earlier.plies().len() > self.first_ply && earlier.undo() {
            let mover = earlier.to_move().map(Player::index);
            if mover.is_some_and(|mover| matches!(self.seats[mover], Seat::Human)) {
                self.position = earlier;
                return true;
            }
        }
        false
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        let mut hinter = match self.hinter.take() {
            Some(hinter) => hinter,
            None => strong_thinker(self.table, default_algorithm(self.table), 0)?,
        };
        let report = think(hinter.as_mut(), self.position.as_ref(), self.hint_limits)?;
        self.hinter = Some(hinter);
        output::print(&format!(
            "hint: {}  (your view: {})\n",
            report.best_move,
            as_line(&report).trim_end()
        ))
    }

    fn engine_moves(&mut self, player: Player) -> anyhow::Result<()> {
        if !self.has_human() {
            self.show_board()?;
        }
        let name = self.name(player);
        let Seat::Engine(thinker) = &mut self.seats[player.index()] else {
            unreachable!("only engines are asked");
        };
        let clock = self
            .clocks
            .as_mut()
            .map(|clocks| &mut clocks[player.index()]);
        let limits = clock.as_ref().map_or(self.limits, |clock| clock.limits());
        let begin = Stopwatch::start();
        let report = think(thinker.as_mut(), self.position.as_ref(), limits)?;
        let left = clock.map_or(String::new(), |clock| {
            clock.spend(begin.elapsed());
            format!(", {:.1} s left", clock.left().as_secs_f64())
        });
        let algorithm = thinker.spec().to_string();
        output::print(&format!(
            "{name}, {algorithm}, plays {}  (its view: {}{left})\n",
            report.best_move,
            as_line(&report).trim_end()
        ))?;
        self.position.play(&report.best_move)?;
        io::stdout().flush()?;
        Ok(())
    }
}

impl Session<'_> {
    fn perfect_moves(&mut self, player: Player) -> anyhow::Result<()> {
        if !self.has_human() {
            self.show_board()?;
        }
        let name = self.name(player);
        let Seat::Perfect(perfect) = &mut self.seats[player.index()] else {
            unreachable!("only perfect players are asked");
        };
        let (mv, score) = perfect.choose(self.position.as_ref())?;
        output::print(&format!(
            "{name}, {PERFECT}, plays {mv}  (score {score:+})\n"
        ))?;
        self.position.play(&mv)?;
        Ok(())
    }
}

impl Session<'_> {
    /// False if the program has lost the game by what it did.
    fn program_moves(&mut self, player: Player) -> anyhow::Result<bool> {
        if !self.has_human() {
            self.show_board()?;
        }
        let name = self.name(player);
        let Seat::Program(text, program) = &mut self.seats[player.index()] else {
            unreachable!("only programs are asked");
        };
        let clock = self
            .clocks
            .as_mut()
            .map(|clocks| &mut clocks[player.index()]);
        let limits = clock.as_ref().map_or(self.limits, |clock| clock.limits());
        match program.choose(self.position.as_ref(), limits) {
            Ok(report) => {
                if let Some(clock) = clock {
                    clock.spend(report.elapsed);
                }
                output::print(&format!(
                    "{name}, {text}, plays {}  (its view: {})\n",
                    report.best_move,
                    as_line(&report).trim_end()
                ))?;
                self.position.play(&report.best_move)?;
                Ok(true)
            }
            Err(offence) => {
                output::print(&format!("{name}, {text}, loses by {offence}.\n"))?;
                Ok(false)
            }
        }
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

/// Lets an algorithm think, and shows how far it has come.
fn think(
    thinker: &mut dyn Thinker,
    position: &dyn Position,
    limits: Limits,
) -> anyhow::Result<ThinkReport> {
    let (clock, stop) = (Stopwatch::start(), AtomicBool::new(false));
    let mut progress = Progress::new();
    progress.show("thinking ...");
    let report = thinker.think(position, limits, Watch::new(&clock, &stop), &mut |report| {
        progress.show(&format!("thinking: {}", as_line(report).trim_end()));
    })?;
    Ok(report)
}
