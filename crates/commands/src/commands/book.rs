//! `melee book make`: an opening book, grown by searches that take more time than a move in play has.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, bail};
use clap::Subcommand;
use melee::book::{Book, BookPlan};
use melee::{OpenGame, Registry};
use serde_json::json;

use crate::interrupt::Interrupt;
use crate::numbers::{counted, grouped, parse_within, utf8};
use crate::options::{LimitArgs, StartArgs, check_search, parse_search, quoted};
use crate::outfile::PartFile;
use crate::output::Progress;
use crate::{Answer, outfile, output};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: BookCommand,
}

#[derive(Subcommand)]
enum BookCommand {
    /// Make a book that `best:book=FILE` plays from
    Make(MakeArgs),
}

#[derive(clap::Args)]
struct MakeArgs {
    #[command(flatten)]
    from: StartArgs,
    /// Where the book goes; what is found lies in FILE.part until it is finished, and the same command goes on
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The algorithm that searches every position of the book
    #[arg(long, value_name = "SPEC", default_value = "best:book=off")]
    algo: String,
    #[command(flatten)]
    limits: LimitArgs,
    /// So many plies of a game are in the book
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = parse_within(1usize, 200))]
    plies: usize,
    /// So many moves of an opponent are expected at each position, the best ones
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = parse_within(1usize, 20))]
    replies: usize,
    /// The seed, where chance plays a part
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = parse_within(0, u64::MAX))]
    seed: u64,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, registry: &Registry, interrupt: &Interrupt) -> anyhow::Result<Answer> {
    match &args.command {
        BookCommand::Make(args) => make(args, registry, interrupt),
    }
}

/// Lines go to `FILE.part` as they are found; what is there already is not searched again. When all are, the book itself
/// is written.
fn make(args: &MakeArgs, registry: &Registry, interrupt: &Interrupt) -> anyhow::Result<Answer> {
    let game = args.from.open(registry)?;
    let plan = plan(args, &game)?;
    let nothing = Book::new(&game, &command(args, &plan))?;
    let begin = Instant::now();
    if args.out.is_file() {
        let book = read(&args.out, &nothing, &game)?;
        tell(args, &args.out, &book, book.lines().len(), begin)?;
        return Ok(Answer::Yes);
    }
    outfile::check(&[], &[("--out", Some(&args.out))])?;
    let (mut file, text) = PartFile::open(&args.out)?;
    let part = file.path().to_path_buf();
    let place = || part.display().to_string();
    let mut book = read_part(&mut file, &text, &nothing, &game)?;
    let before = book.lines().len();
    let how_to_go_on =
        |n: usize| format!("{} in {}; the same command goes on", counted(n as u64, "position", "positions"), place());
    interrupt.advise(how_to_go_on(before));
    let (stop, mut progress, mut written) = (interrupt.flag().clone(), Progress::new(), Ok(()));
    let is_finished = plan.grow(&mut book, &stop, &mut |line, growth| {
        written = file.add(&line.text());
        interrupt.advise(how_to_go_on(growth.positions));
        progress.show(&format!("{} positions, {} waiting", grouped(growth.positions as u64), growth.waiting));
        written.is_ok()
    })?;
    drop(progress);
    written.with_context(place)?;
    let is_interrupted = interrupt.settle();
    if is_finished {
        // A run that is broken off between these loses nothing.
        outfile::write("--out", &args.out, book.text().as_bytes())?;
        file.remove();
    }
    tell(args, if is_finished { &args.out } else { &part }, &book, before, begin)?;
    Ok(if is_interrupted && !is_finished { interrupt.answer() } else { Answer::Yes })
}

fn plan(args: &MakeArgs, game: &OpenGame) -> anyhow::Result<BookPlan> {
    let (spec, own_limits) = parse_search("--algo", &args.algo)?;
    check_search(game, &spec)?;
    let limits = own_limits.or(args.limits.limits());
    game.check(&spec, limits)?;
    Ok(BookPlan { spec, limits, plies: args.plies, replies: args.replies, seed: args.seed })
}

/// The command that makes this book, whatever order the options were given in.
fn command(args: &MakeArgs, plan: &BookPlan) -> String {
    let mut words = vec!["melee".to_string(), "book".into(), "make".into()];
    words.extend(args.from.words());
    let BookPlan { spec, limits, plies, replies, seed } = plan;
    words.extend(["--algo".to_string(), quoted(format!("{spec}@{limits}").as_ref())]);
    words.push(format!("--plies {plies} --replies {replies} --seed {seed}"));
    words.join(" ")
}

/// Reads a book that the same command has made.
fn read(path: &Path, nothing: &Book, game: &OpenGame) -> anyhow::Result<Book> {
    let place = || path.display().to_string();
    let text = utf8(fs::read(path).with_context(place)?).with_context(place)?;
    of_this_command(Book::parse(game, &text).with_context(place)?, path, nothing)
}

/// The book, if it was made by the same command.
fn of_this_command(book: Book, path: &Path, nothing: &Book) -> anyhow::Result<Book> {
    if book.made() != nothing.made() {
        bail!("{}: was made by '{}'; remove it, or give another --out", path.display(), book.made());
    }
    Ok(book)
}

/// What an earlier run has found, without a last line that was broken off; `nothing` if there was none. Leaves the file
/// such that lines can be added, or as it was if it is something else.
fn read_part(part: &mut PartFile, text: &str, nothing: &Book, game: &OpenGame) -> anyhow::Result<Book> {
    let path = part.path().to_path_buf();
    let place = || path.display().to_string();
    if nothing.header().starts_with(text) {
        part.add(&nothing.header()[text.len()..]).with_context(place)?;
        return Ok(nothing.clone());
    }
    let whole_lines = text.rfind('\n').map_or(text, |at| &text[..=at]);
    let book = of_this_command(Book::parse_lines(game, whole_lines).with_context(place)?, &path, nothing)?;
    part.cut(whole_lines.len()).with_context(place)?;
    Ok(book)
}

fn tell(args: &MakeArgs, path: &Path, book: &Book, before: usize, begin: Instant) -> anyhow::Result<()> {
    let nodes: u64 = book.lines().iter().map(|line| line.nodes).sum();
    let (positions, new) = (book.lines().len(), book.lines().len() - before);
    let is_finished = path == args.out;
    if args.json {
        return output::print_json(&json!({
            "book": path.display().to_string(),
            "finished": is_finished,
            "positions": positions,
            "new_positions": new,
            "nodes": nodes,
            "seconds": begin.elapsed().as_secs_f64(),
        }));
    }
    let (many, unfinished) =
        (counted(positions as u64, "position", "positions"), if is_finished { "" } else { ", unfinished" });
    output::print(&format!(
        "{}: {many}, {} of them new, {} nodes{unfinished}\n",
        path.display(),
        grouped(new as u64),
        grouped(nodes)
    ))
}
