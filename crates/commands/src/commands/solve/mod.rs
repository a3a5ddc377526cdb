//! `melee solve`: the game-theoretic value of a position.

mod book;
mod file;
mod one;
mod prove;
mod rate;
mod report;
mod review;

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, bail};
use melee::core::{Game, Notation, PlayableGame};
use melee::search::parse_size;
use melee::{OpenGame, Registry};
use melee_games::connect4::Connect4;
use melee_solve::connect4::{Book, Goal, Position, Settings, Solver, TECHNIQUES, Techniques};

use crate::interrupt::Interrupt;
use crate::numbers::parse_within;
use crate::options::{LimitArgs, PositionArgs, machine_memory};
use crate::{Answer, output};

#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "independent switches of a command line")]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Score every column
    #[arg(long)]
    analyse: bool,
    /// Only who wins: 1, 0 or -1
    #[arg(long)]
    weak: bool,
    /// Only the score, without the best columns
    #[arg(long, conflicts_with_all = ["analyse", "pv"])]
    score_only: bool,
    /// Show best play to the end of the game
    #[arg(long, conflicts_with = "weak")]
    pv: bool,
    /// Solve one position a line, `-` for standard input; a score after the position is checked
    #[arg(long, value_name = "FILE", conflicts_with_all = ["pos", "start", "moves"])]
    file: Option<PathBuf>,
    /// Rate every move of the game that leads to the position
    #[arg(long, conflicts_with_all = ["file", "analyse", "pv", "weak", "score_only"])]
    review: bool,
    /// How often this algorithm plays a perfect move in random positions; can be repeated
    #[arg(long, value_name = "SPEC", conflicts_with_all = ["file", "review", "analyse", "pv", "weak", "score_only", "make_book", "pos", "start", "moves"])]
    rate: Vec<String>,
    /// With --rate: how many positions
    #[arg(long, value_name = "N", default_value_t = 100, requires = "rate", value_parser = parse_within(1, u64::MAX))]
    positions: u64,
    /// With --rate: which positions, and the algorithms' chance
    #[arg(long, value_name = "N", default_value_t = 0, requires = "rate", value_parser = parse_within(0, u64::MAX))]
    seed: u64,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    proof: prove::ProofArgs,
    /// Make a book of all positions up to so many plies
    #[arg(long, value_name = "PLIES", conflicts_with_all = ["file", "review", "analyse", "pv", "weak", "score_only", "pos", "start", "moves", "book"], value_parser = parse_within(0, u32::MAX))]
    make_book: Option<u32>,
    /// Where the book goes (default: connect4-WxH.book)
    #[arg(long, value_name = "FILE", requires = "make_book")]
    out: Option<PathBuf>,
    /// Use this book (default: connect4-WxH.book, if it is here)
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Use no book
    #[arg(long, conflicts_with = "book")]
    no_book: bool,
    /// Threads: for one position, or with --file for so many positions at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_within(1, MOST_THREADS))]
    threads: usize,
    /// The size of the table, such as 64MiB; with --file every thread has one, and with --player a no that rests on
    /// repetitions may take as much again to check
    #[arg(long, value_name = "SIZE", default_value = "64MiB")]
    table: String,
    /// Switch techniques off, to see what they are worth
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    without: Vec<String>,
    /// Switch techniques on that are off
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    with: Vec<String>,
    /// One JSON object, or one a line with --file
    #[arg(long)]
    json: bool,
}

const MOST_THREADS: usize = 256;

pub(crate) fn run(args: &Args, registry: &Registry, interrupt: &Interrupt) -> anyhow::Result<Answer> {
    let game = args.position.open(registry)?;
    if let Some(player) = args.proof.player {
        return prove::run(args, player, &game, args.limits.limits(), interrupt);
    }
    if game.name() != Connect4::NAME {
        let solved = registry.game(Connect4::NAME).map_or(String::new(), |game| format!("; known: {}", game.name));
        bail!("{}: no solver{solved} (--player P asks what a player can force)", game.name());
    }
    let limits = args.limits.limits();
    if !limits.is_none() && args.rate.is_empty() {
        bail!("--depth, --nodes and --time are for --rate: a solve ends when it is done");
    }
    let plan = Plan::new(args, &game)?;
    if let Some(words) = about_table(all_tables(args, plan.settings.bytes)) {
        output::complain(&words);
    }
    if let Some(plies) = args.make_book {
        return book::make(&plan, plies, args.out.as_deref(), interrupt);
    }
    if let Some(path) = &args.file {
        return file::run(&plan, path, interrupt);
    }
    if !args.rate.is_empty() {
        let rating = rate::Rating { algorithms: &args.rate, positions: args.positions, seed: args.seed, limits };
        return rate::run(&plan, &game, &rating, interrupt);
    }
    let position = args.position.position(&game)?;
    if args.review {
        return review::run(&plan, &position, interrupt);
    }
    one::run(&plan, &position.text(), interrupt)
}

/// A book, and where it was found.
struct FoundBook {
    path: String,
    book: Arc<Book>,
}

/// What is to be done, checked.
#[expect(clippy::struct_excessive_bools, reason = "independent switches of a command line")]
struct Plan {
    game: Connect4,
    settings: Settings,
    goal: Goal,
    book: Option<FoundBook>,
    no_book: bool,
    analyse: bool,
    best: bool,
    pv: bool,
    json: bool,
}

impl Plan {
    fn new(args: &Args, opened: &OpenGame) -> anyhow::Result<Self> {
        let game = Connect4::with_options(opened.options()).context(Connect4::NAME)?;
        let settings = Settings { bytes: table_bytes(args)?, threads: args.threads, techniques: techniques(args)? };
        let here = book::default_path(&game);
        let path = match &args.book {
            Some(path) => Some(path),
            None => Some(&here).filter(|path| !args.no_book && args.make_book.is_none() && path.exists()),
        };
        let book = match path {
            Some(path) => Some(FoundBook { path: path.display().to_string(), book: Arc::new(book::read(path)?) }),
            None => None,
        };
        let plan = Plan {
            game,
            settings,
            goal: if args.weak { Goal::Outcome } else { Goal::Score },
            book,
            no_book: args.no_book,
            analyse: args.analyse,
            best: !args.score_only,
            pv: args.pv,
            json: args.json,
        };
        // Of a file every position has one thread and a table of its own.
        plan.check(if args.file.is_some() { 1 } else { args.threads })?;
        Ok(plan)
    }

    /// Complains about boards, tables and books before anything else is done.
    fn check(&self, threads: usize) -> anyhow::Result<()> {
        let settings = Settings { threads, ..self.settings };
        let (width, height) = (self.game.width(), self.game.height());
        settings.check(width, height).context("connect4")?;
        if let Some(found) = &self.book {
            let place = || format!("book {}", found.path);
            found.book.check(width, height).with_context(place)?;
        }
        Ok(())
    }

    /// A solver that uses so many threads for one position.
    fn solver(&self, threads: usize) -> anyhow::Result<Solver> {
        let settings = Settings { threads, ..self.settings };
        let mut solver = Solver::new(self.game.width(), self.game.height(), settings).context("connect4")?;
        if let Some(found) = &self.book {
            solver.use_book(found.book.clone())?;
        }
        Ok(solver)
    }

    /// Reads a position that is not over.
    fn position(&self, text: &str) -> anyhow::Result<Position> {
        let setup = self.game.parse_position(text).context("connect4")?;
        Position::new(&self.game, &setup.state(&self.game)).context("connect4")
    }
}

fn table_bytes(args: &Args) -> anyhow::Result<u64> {
    let bytes = parse_size(&args.table).context("--table")?;
    check_table(&args.table, all_tables(args, bytes))?;
    Ok(bytes)
}

/// The bytes of all tables, if one has so many.
fn all_tables(args: &Args, bytes: u64) -> u64 {
    let tables = if args.file.is_some() { args.threads } else { 1 };
    bytes.saturating_mul(tables as u64)
}

/// What is said before so many bytes are laid out, if that takes seconds.
fn about_table(all: u64) -> Option<String> {
    let gibibytes = all >> 30;
    (gibibytes > 0).then(|| format!("laying out {gibibytes} GiB of table, which takes a while"))
}

/// Refuses tables that the machine cannot hold.
fn check_table(given: &str, all: u64) -> anyhow::Result<()> {
    match machine_memory().filter(|&machine| all > machine) {
        Some(machine) => bail!("--table {given}: {all} bytes in all is more than the {machine} bytes of this machine"),
        None => Ok(()),
    }
}

fn techniques(args: &Args) -> anyhow::Result<Techniques> {
    let mut techniques = Techniques::default();
    for (names, option, on) in [(&args.without, "--without", false), (&args.with, "--with", true)] {
        for name in names {
            if !techniques.switch(name, on) {
                let known: Vec<&str> = TECHNIQUES.iter().map(|(name, _)| *name).collect();
                bail!("{option} {name}: no such technique; known: {}", known.join(", "));
            }
        }
    }
    Ok(techniques)
}

#[cfg(test)]
mod tests {
    use super::about_table;

    #[test]
    fn tables_that_take_seconds_to_lay_out_are_announced() {
        assert_eq!(about_table(64 << 20), None);
        let words = about_table(4 << 30).expect("it takes seconds");
        assert!(words.starts_with("laying out 4 GiB"), "{words}");
    }
}
