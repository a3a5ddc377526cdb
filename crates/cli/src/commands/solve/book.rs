//! Books: reading one, and making one that survives being broken off.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use melee_games::connect4::Connect4;
use melee_solve::connect4::{Book, Position};
use serde_json::json;

use super::Plan;
use crate::numbers::grouped;
use crate::output::Progress;
use crate::{Answer, output};

/// Where a book is looked for, and goes.
pub(super) fn default_path(game: &Connect4) -> PathBuf {
    PathBuf::from(format!("connect4-{}x{}.book", game.width(), game.height()))
}

pub(super) fn read(path: &Path) -> anyhow::Result<Book> {
    let place = || format!("book {}", path.display());
    let bytes = fs::read(path).with_context(place)?;
    let text = String::from_utf8(bytes)
        .map_err(|e| anyhow::anyhow!("not UTF-8 at byte {}", e.utf8_error().valid_up_to()))
        .with_context(place)?;
    Book::parse(&text).with_context(place)
}

/// Lines go to `FILE.part` as they are found; what is there already is not solved again. When all
/// are, the book itself is written.
pub(super) fn make(plan: &Plan, plies: u32, out: Option<&Path>) -> anyhow::Result<Answer> {
    let (width, height) = (plan.game.width(), plan.game.height());
    let cells = Position::empty(width, height)?.cells();
    if plies >= cells {
        anyhow::bail!("--make-book {plies}: a {width}x{height} board has {cells} cells");
    }
    let path = out.map_or_else(|| default_path(&plan.game), Path::to_path_buf);
    let mut part = path.clone().into_os_string();
    part.push(".part");
    let part = PathBuf::from(part);
    let place = || part.display().to_string();
    let mut lines = match fs::read_to_string(&part) {
        Ok(text) => whole_lines(&text).to_string(),
        Err(_) => String::new(),
    };
    if lines.is_empty() {
        lines = format!("melee connect4 book\nsize {width}x{height}\nplies {plies}\n");
    }
    let before = Book::parse_lines(&lines).with_context(place)?;
    if before.size() != (width, height) || before.plies() != plies {
        anyhow::bail!(
            "{}: belongs to another book; remove it first",
            part.display()
        );
    }
    fs::write(&part, &lines).with_context(place)?;
    let mut file = OpenOptions::new()
        .append(true)
        .open(&part)
        .with_context(place)?;
    let mut solver = plan.solver(plan.settings.threads)?;
    let mut progress = Progress::new();
    let mut written = Ok(());
    let book = solver.make_book(plies, &before, &mut |line, done, all| {
        progress.show(&format!(
            "{} of {} positions",
            grouped(done as u64),
            grouped(all as u64)
        ));
        if written.is_ok() {
            written = file.write_all(line.as_bytes());
        }
    })?;
    drop(progress);
    written.with_context(place)?;
    drop(file);
    let place = || path.display().to_string();
    fs::write(&path, book.text()).with_context(place)?;
    // Only now: a run that is broken off between the two loses nothing.
    let _ = fs::remove_file(&part);
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

/// Without a last line that was broken off.
fn whole_lines(text: &str) -> &str {
    text.rfind('\n').map_or("", |at| &text[..=at])
}
