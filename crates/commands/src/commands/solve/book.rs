//! Books: reading one, and making one that survives being broken off.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use melee_games::connect4::Connect4;
use melee_solve::connect4::Book;
use serde_json::json;

use super::Plan;
use crate::interrupt::Interrupt;
use crate::numbers::{grouped, utf8};
use crate::outfile::PartFile;
use crate::output::Progress;
use crate::{Answer, outfile, output};

/// Where a book is looked for, and goes.
pub(super) fn default_path(game: &Connect4) -> PathBuf {
    PathBuf::from(format!("connect4-{}x{}.book", game.width(), game.height()))
}

pub(super) fn read(path: &Path) -> anyhow::Result<Book> {
    let place = || format!("book {}", path.display());
    let bytes = fs::read(path).with_context(place)?;
    Book::parse(&utf8(bytes).with_context(place)?).with_context(place)
}

/// Lines go to `FILE.part` as they are found; what is there already is not solved again. When all
/// are, the book itself is written.
pub(super) fn make(plan: &Plan, plies: u32, out: Option<&Path>, interrupt: &Interrupt) -> anyhow::Result<Answer> {
    let (width, height) = (plan.game.width(), plan.game.height());
    let nothing = Book::new(width, height, plies).context("--make-book")?;
    let path = out.map_or_else(|| default_path(&plan.game), Path::to_path_buf);
    check_place(&path, plies)?;
    let (mut file, text) = PartFile::open(&path)?;
    let part = file.path().to_path_buf();
    let place = || part.display().to_string();
    let before = read_part(&mut file, &text, nothing).with_context(place)?;
    let mut solver = plan.solver(plan.settings.threads)?;
    let monitor = solver.monitor();
    let mut progress = Progress::new();
    interrupt.advise(format!("what is solved is in {}; the same command goes on", part.display()));
    let mut written = Ok(());
    let made = solver.make_book(&before, &mut |line, done, all| {
        progress.show(&format!("{} of {} positions", grouped(done as u64), grouped(all as u64)));
        if written.is_ok() {
            written = file.add(line);
            if written.is_err() {
                monitor.cancel();
            }
        }
    });
    drop(progress);
    written.with_context(place)?;
    let book = made?;
    interrupt.settle();
    // A run that is broken off between these loses nothing.
    outfile::write("--out", &path, book.text().as_bytes())?;
    file.remove();
    let [won, drawn, lost] = book.outcomes();
    if plan.json {
        output::print_json(&json!({
            "book": path.display().to_string(),
            "size": format!("{width}x{height}"),
            "plies": plies,
            "positions": book.len(),
            "last_ply": {"won": won, "drawn": drawn, "lost": lost},
            "nodes": solver.nodes(),
        }))?;
    } else {
        output::print(&format!(
            "{}: {} positions; at ply {plies}, mirror images counted, {} won, {} drawn, {} lost\n",
            path.display(),
            grouped(book.len() as u64),
            grouped(won as u64),
            grouped(drawn as u64),
            grouped(lost as u64),
        ))?;
    }
    Ok(Answer::Yes)
}

/// Is there room for a book? Only one with no more plies makes way.
fn check_place(path: &Path, plies: u32) -> anyhow::Result<()> {
    if path.exists() && !path.is_dir() {
        let there = read(path).with_context(|| "--make-book would overwrite it")?;
        if there.plies() > plies {
            anyhow::bail!(
                "{}: is a book of {} plies already; remove it, or give another --out",
                path.display(),
                there.plies()
            );
        }
    }
    outfile::check(&[], &[("--out", Some(path))])
}

/// What an earlier run has found, without a last line that was broken off; `nothing` if there was none.
/// Leaves the file such that lines can be added.
fn read_part(part: &mut PartFile, text: &str, nothing: Book) -> anyhow::Result<Book> {
    let whole_lines = text.rfind('\n').map_or("", |at| &text[..=at]);
    let before = if whole_lines.is_empty() { None } else { Some(Book::parse_lines(whole_lines)?) };
    if before.as_ref().is_some_and(|before| (before.size(), before.plies()) != (nothing.size(), nothing.plies())) {
        anyhow::bail!("belongs to another book; remove it first");
    }
    part.cut(whole_lines.len())?;
    if before.is_none() {
        part.add(&nothing.header())?;
    }
    Ok(before.unwrap_or(nothing))
}
