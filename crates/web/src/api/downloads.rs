//! The games of a match as files, the same that `melee match` writes.

use std::io::{self, Write};

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use flate2::Compression;
use flate2::write::GzEncoder;
use futures_util::stream;
use melee_arena::export::{games_sheet, moves_sheet, record_file, write_tar};
use melee_arena::tournament::{OpenMatch, PlayedGame, Standings, Store, StoreError};
use serde_json::json;
use tokio::sync::mpsc;

use crate::{ApiError, App};

pub(crate) fn routes() -> Router<App> {
    Router::new().route("/matches/{name}/export/{file}", get(download))
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
        Ok(Games { open: plan.open(app.registry())?, store: app.matches.read(&name)?, all })
    });
    let games = games.await?;
    let (mut sending, body) = sending();
    tokio::task::spawn_blocking(move || {
        let _turn = turn;
        // Who has left wants no more of it; anything else ends the answer in the middle, and the browser says so.
        if let Err(error) = write(&games, &mut sending).and_then(|()| sending.flush()) {
            sending.fail(error);
        }
    });
    let headers = [(header::CONTENT_TYPE, kind.to_string()), (header::CONTENT_DISPOSITION, disposition)];
    Ok((headers, body).into_response())
}

/// So many games are put into words before they are sent.
const AT_ONCE: usize = 100;

fn games_table(games: &Games, out: &mut Sending) -> io::Result<()> {
    let names = games.open.names();
    for (i, some) in games.all.chunks(AT_ONCE).enumerate() {
        let sheet = games_sheet(&names, some);
        if i == 0 { sheet.write_csv(out) } else { sheet.write_csv_rows(out) }?;
    }
    Ok(())
}

fn moves_table(games: &Games, out: &mut Sending) -> io::Result<()> {
    let names = games.open.names();
    for (i, some) in games.all.chunks(AT_ONCE).enumerate() {
        let records = some.iter().map(|game| Ok((game, games.store.records(game.number)?)));
        let records = records.collect::<Result<Vec<_>, StoreError>>().map_err(io::Error::other)?;
        let sheet = moves_sheet(&names, &records);
        if i == 0 { sheet.write_csv(out) } else { sheet.write_csv_rows(out) }?;
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

/// A file on its way; writing waits for a slow reader and fails when he has gone.
struct Sending {
    piece: Vec<u8>,
    pieces: mpsc::Sender<io::Result<Vec<u8>>>,
}

fn sending() -> (Sending, Body) {
    let (pieces, arriving) = mpsc::channel(2);
    let stream = stream::unfold(arriving, async |mut arriving| Some((arriving.recv().await?, arriving)));
    (Sending { piece: Vec::new(), pieces }, Body::from_stream(stream))
}

impl Sending {
    fn fail(&self, error: io::Error) {
        // Nobody may be left to be told.
        let _ = self.pieces.blocking_send(Err(error));
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
        let sent = self.pieces.blocking_send(Ok(std::mem::take(&mut self.piece)));
        sent.map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}
