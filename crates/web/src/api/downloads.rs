//! The games of a match as files, the same that `melee match` writes.

use std::io::{self, Write};
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use futures_util::stream;
use melee_arena::export::{games_sheet, moves_sheet, record_file, write_tar};
use melee_arena::tournament::{OpenMatch, PlayedGame, Standings, Store, StoreError};
use serde_json::json;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{self, error::SendTimeoutError};

use super::routes::Routes;
use crate::{ApiError, App};

pub(crate) fn routes() -> Routes {
    Routes::default().get("/matches/{name}/export/{file}", download)
}

/// What a file is made from.
struct Games {
    open: OpenMatch,
    all: Vec<PlayedGame>,
    store: Store,
}

/// Files are written while they are sent: none is ever in memory as a whole.
type Writer = fn(&Games, &mut Sending) -> io::Result<()>;

/// The files with their types.
const FILES: [(&str, &str, Writer); 4] = [
    ("games.csv", "text/csv; charset=utf-8", games_table),
    ("moves.csv", "text/csv; charset=utf-8", moves_table),
    ("standings.json", "application/json", standings),
    ("records.tar.gz", "application/gzip", records),
];

async fn download(State(app): State<App>, Path((name, file)): Path<(String, String)>) -> Result<Response, ApiError> {
    let Some((file, kind, write)) = FILES.into_iter().find(|(known, ..)| *known == file) else {
        let known: Vec<&str> = FILES.iter().map(|(name, ..)| *name).collect();
        let problem = format!("there is no such file of a match; there are {}", known.join(", "));
        return Err(ApiError::bad(problem));
    };
    let turn = app.downloads.clone().try_acquire_owned();
    let turn = turn.map_err(|_| ApiError::busy("other files are being sent; try again in a moment"))?;
    let disposition = format!("attachment; filename=\"{name}-{file}\"");
    let games = app.work(move |app| {
        let (plan, all) = app.matches.games(&name)?;
        let open = plan.open(app.registry())?;
        open.check_seats(&all)?;
        Ok(Games { open, store: app.matches.read(&name)?, all })
    });
    let games = games.await?;
    let (mut sending, body) = sending(PATIENCE);
    tokio::task::spawn_blocking(move || {
        let _turn = turn;
        // Who has left wants no more of it; anything else ends the answer in the middle, and the browser says so.
        let _ = write(&games, &mut sending).and_then(|()| sending.finish());
    });
    let headers = [(header::CONTENT_TYPE, kind.to_string()), (header::CONTENT_DISPOSITION, disposition)];
    Ok((headers, body).into_response())
}

/// So many games are put into words before they are sent.
const AT_ONCE: usize = 100;

fn games_table(games: &Games, out: &mut Sending) -> io::Result<()> {
    let (names, seats) = (games.open.names(), games.open.game.players());
    // Of a match without games there are the names of the columns.
    games_sheet(&names, seats, &[]).write_csv(out)?;
    for some in games.all.chunks(AT_ONCE) {
        games_sheet(&names, seats, some).write_csv_rows(out)?;
    }
    Ok(())
}

fn moves_table(games: &Games, out: &mut Sending) -> io::Result<()> {
    let names = games.open.names();
    moves_sheet(&names, &[]).write_csv(out)?;
    for some in games.all.chunks(AT_ONCE) {
        let records = some.iter().map(|game| Ok((game, games.store.records(game.number)?)));
        let records = records.collect::<Result<Vec<_>, StoreError>>().map_err(io::Error::other)?;
        moves_sheet(&names, &records).write_csv_rows(out)?;
    }
    Ok(())
}

/// What `melee match --json` tells, and what was played.
fn standings(games: &Games, out: &mut Sending) -> io::Result<()> {
    let standings = Standings::new(&games.open.names(), &games.all, games.open.block_len(), true);
    let mut value = serde_json::to_value(standings)?;
    value["game"] = json!(games.open.game.name());
    value["plan"] = json!(games.open.plan);
    writeln!(out, "{value:#}")
}

fn records(games: &Games, out: &mut Sending) -> io::Result<()> {
    let mut out = GzEncoder::new(out, Compression::default());
    let files = games.all.iter().map(|game| record_file(&games.open, game).map_err(io::Error::other));
    write_tar(files, &mut out)?;
    out.finish()?;
    Ok(())
}

/// Pieces of this size are sent.
const PIECE: usize = 64 << 10;

/// So long a reader may take for a piece: who has stopped reading must not keep others from their files.
const PATIENCE: Duration = Duration::from_secs(60);

/// A file on its way; writing waits for a slow reader, and fails when he has gone or reads no more.
struct Sending {
    piece: Vec<u8>,
    /// `None` says that the file is whole. One that ends without was broken off, by an error or even a panic.
    pieces: mpsc::Sender<Option<Vec<u8>>>,
    patience: Duration,
    runtime: Handle,
}

fn sending(patience: Duration) -> (Sending, Body) {
    let (pieces, arriving) = mpsc::channel(2);
    let stream = stream::unfold(Some(arriving), async |arriving: Option<mpsc::Receiver<_>>| {
        let mut arriving = arriving?;
        match arriving.recv().await {
            Some(Some(piece)) => Some((Ok(piece), Some(arriving))),
            Some(None) => None,
            None => Some((Err(io::Error::other("the file was broken off")), None)),
        }
    });
    (Sending { piece: Vec::new(), pieces, patience, runtime: Handle::current() }, Body::from_stream(stream))
}

impl Sending {
    fn send(&self, piece: Option<Vec<u8>>) -> io::Result<()> {
        let sent = self.runtime.block_on(self.pieces.send_timeout(piece, self.patience));
        sent.map_err(|error| match error {
            SendTimeoutError::Timeout(_) => io::ErrorKind::TimedOut.into(),
            SendTimeoutError::Closed(_) => io::ErrorKind::BrokenPipe.into(),
        })
    }

    /// Sends what is left, and that it was all.
    fn finish(&mut self) -> io::Result<()> {
        self.flush()?;
        self.send(None)
    }
}

impl Write for Sending {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.piece.extend_from_slice(bytes);
        if self.piece.len() >= PIECE {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.piece.is_empty() {
            return Ok(());
        }
        let piece = std::mem::take(&mut self.piece);
        self.send(Some(piece))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a reader gets of what a writer does.
    fn sent(write: impl FnOnce(&mut Sending) + Send + 'static) -> Option<Vec<u8>> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_time().build().expect("a runtime");
        runtime.block_on(async {
            let (mut sending, body) = sending(PATIENCE);
            let writing = tokio::task::spawn_blocking(move || write(&mut sending));
            let read = axum::body::to_bytes(body, usize::MAX).await;
            // A panic of the writer is what some tests are about.
            let _ = writing.await;
            read.ok().map(|bytes| bytes.to_vec())
        })
    }

    #[test]
    fn a_file_that_is_broken_off_is_not_taken_for_whole() {
        let whole = sent(|out| out.write_all(b"whole").and_then(|()| out.finish()).expect("sent"));
        assert_eq!(whole.as_deref(), Some(&b"whole"[..]));
        assert_eq!(sent(|out| out.write_all(&vec![0; PIECE]).expect("sent")), None, "its writer failed");
        let panicking = sent(|out| {
            out.write_all(&vec![0; PIECE]).expect("sent");
            std::panic::resume_unwind(Box::new("on purpose"));
        });
        assert_eq!(panicking, None);
    }

    #[test]
    fn who_reads_no_more_is_not_waited_for() {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_time().build().expect("a runtime");
        let refused = runtime.block_on(async {
            let (mut sending, _unread) = sending(Duration::from_millis(10));
            let writing =
                tokio::task::spawn_blocking(move || (0..5).try_for_each(|_| sending.write_all(&vec![0; PIECE])));
            writing.await.expect("no panic").expect_err("nobody reads")
        });
        assert_eq!(refused.kind(), io::ErrorKind::TimedOut);
    }
}
