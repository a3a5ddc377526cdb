//! The games of a match as files, the same that `melee match` writes.

use std::io::{self, Write};

use axum::Router;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use flate2::Compression;
use flate2::write::GzEncoder;
use melee_arena::export::{Sheet, games_sheet, moves_sheet, record_file, write_tar};
use melee_arena::tournament::{OpenMatch, PlayedGame, Standings};
use serde_json::json;

use crate::{ApiError, App};

pub(crate) fn routes() -> Router<App> {
    Router::new().route("/matches/{name}/export/{file}", get(download))
}

/// What a file is made from.
struct Games {
    name: String,
    open: OpenMatch,
    all: Vec<PlayedGame>,
}

type Writer = fn(&App, &Games) -> Result<Vec<u8>, ApiError>;

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
    let made = app.work(move |app| {
        let (plan, all) = app.matches.games(&name)?;
        let games = Games { open: plan.open(app.registry())?, name, all };
        Ok((format!("attachment; filename=\"{}-{file}\"", games.name), write(app, &games)?))
    });
    let (disposition, bytes) = made.await?;
    let headers = [(header::CONTENT_TYPE, kind.to_string()), (header::CONTENT_DISPOSITION, disposition)];
    Ok((headers, bytes).into_response())
}

fn games_table(_: &App, games: &Games) -> Result<Vec<u8>, ApiError> {
    csv(&games_sheet(&games.open.names(), &games.all))
}

fn moves_table(app: &App, games: &Games) -> Result<Vec<u8>, ApiError> {
    let store = app.matches.read(&games.name)?;
    let mut all = Vec::new();
    for game in &games.all {
        all.push((game, store.records(game.number)?));
    }
    csv(&moves_sheet(&games.open.names(), &all))
}

fn csv(sheet: &Sheet) -> Result<Vec<u8>, ApiError> {
    let mut bytes = Vec::new();
    sheet.write_csv(&mut bytes).map_err(|_| ApiError::internal())?;
    Ok(bytes)
}

/// What `melee match --json` tells, and what was played.
fn standings(_: &App, games: &Games) -> Result<Vec<u8>, ApiError> {
    let standings = Standings::new(&games.open.names(), &games.all, games.open.block_len(), true);
    let mut value = serde_json::to_value(standings).map_err(|_| ApiError::internal())?;
    value["game"] = json!(games.open.game.name());
    value["plan"] = json!(games.open.plan);
    Ok(format!("{value:#}\n").into_bytes())
}

fn records(_: &App, games: &Games) -> Result<Vec<u8>, ApiError> {
    let files = games.all.iter().map(|game| record_file(&games.open, game));
    let files = files.collect::<Result<Vec<_>, _>>()?;
    let archive = || -> io::Result<Vec<u8>> {
        let mut out = GzEncoder::new(Vec::new(), Compression::default());
        write_tar(&files, &mut out)?;
        out.flush()?;
        out.finish()
    };
    archive().map_err(|_| ApiError::internal())
}
