//! Positions and records: what the board shows, and games in and out as text.

use axum::Router;
use axum::extract::State;
use axum::routing::post;
use melee::{Player, Registry};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Json;
use crate::place::LONGEST_GAME;
use crate::{ApiError, App, Place, view};

pub(crate) fn routes() -> Router<App> {
    Router::new().route("/position", post(position)).route("/export", post(export)).route("/import", post(import))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionRequest {
    place: Place,
    /// The key of the board that the page has.
    #[serde(default)]
    board: Option<String>,
    /// A line that a search thought of; the position after it is shown.
    #[serde(default)]
    line: Vec<Ply>,
    /// It is only looked at: nothing is said about what can be done in it.
    #[serde(default)]
    still: bool,
}

/// A move of a line, with who makes it: lines of a search may skip players.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ply {
    /// Counted from 1.
    player: usize,
    #[serde(rename = "move")]
    text: String,
}

/// The longest line of a search.
const LONGEST_LINE: usize = 300;

fn line_of(plies: &[Ply], players: usize) -> Result<Vec<melee::Ply<&str>>, ApiError> {
    if plies.len() > LONGEST_LINE {
        let problem = format!("a line of more than {LONGEST_LINE} moves");
        return Err(ApiError::bad(problem));
    }
    let mut line = Vec::new();
    for Ply { player, text } in plies {
        if !(1..=players).contains(player) {
            let problem = format!("player {player}: there are {players}");
            return Err(ApiError::bad(problem));
        }
        line.push(melee::Ply { player: Player::new(player - 1), mv: text.as_str() });
    }
    Ok(line)
}

async fn position(State(app): State<App>, Json(request): Json<PositionRequest>) -> Result<Json<Value>, ApiError> {
    let view = app.work(move |app| {
        let position = request.place.position(app.registry())?;
        let known = request.board.as_deref();
        if request.line.is_empty() {
            return Ok(view::view(&position, known, request.still));
        }
        let line = line_of(&request.line, position.game().players())?;
        Ok(view::preview(&position, position.preview(&line)?, known))
    });
    Ok(Json(view.await?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExportRequest {
    place: Place,
}

async fn export(State(app): State<App>, Json(request): Json<ExportRequest>) -> Result<Json<Value>, ApiError> {
    let exported = app.work(move |app| {
        let position = request.place.position(app.registry())?;
        Ok(json!({
            "record": position.record(),
            "moves": position.plies().join(" "),
            "pos": position.text(),
            "svg": melee::core::diagram::svg(&position.diagram(false)),
        }))
    });
    Ok(Json(exported.await?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ImportRequest {
    /// The game, and where it begins if the text does not say.
    place: Place,
    /// A record, moves, a position, or a file of the game such as a map.
    text: String,
}

#[derive(Serialize)]
struct Imported {
    place: Place,
    /// The first move that is not legal, counted from 1, and why; the moves before it are kept.
    problem: Option<String>,
}

async fn import(State(app): State<App>, Json(request): Json<ImportRequest>) -> Result<Json<Imported>, ApiError> {
    let imported = app.work(move |app| read(app.registry(), request.place, request.text.trim()));
    Ok(Json(imported.await?))
}

/// Reads a text as a record if its first move is one, else as a position or one of the game's files.
fn read(registry: &Registry, place: Place, text: &str) -> Result<Imported, ApiError> {
    if text.is_empty() {
        return Err(ApiError::bad("there is nothing to read"));
    }
    let place = place.with_moves(Vec::new());
    let refusal = match read_record(registry, place.clone(), text) {
        Ok(imported) => return Ok(imported),
        Err(refusal) => refusal,
    };
    let (bare, files) = place.rules(registry)?;
    let as_files = files.iter().map(|name| bare.clone().with(name, text));
    let as_text = std::iter::once(bare.clone().at(text)).chain(as_files);
    let as_text = as_text.map(|options| Place { game: place.game.clone(), options, moves: Vec::new() });
    let readings = std::iter::once(place.at_text(registry, text)?).chain(as_text);
    let mut no_position = None;
    for place in readings {
        match place.position(registry) {
            Ok(_) => return Ok(Imported { place: place.without_files(registry)?, problem: None }),
            Err(error) => no_position = no_position.or(Some(error)),
        }
    }
    let no_position = no_position.map_or(String::new(), |error| format!(" ({error})"));
    Err(ApiError::bad(format!("neither a position{no_position} nor a record: {refusal}")))
}

/// Reads a record up to the first move that is not legal; the first must be.
fn read_record(registry: &Registry, mut place: Place, text: &str) -> Result<Imported, ApiError> {
    place.options = registry.game(&place.game)?.options_for_record(&place.options, text);
    let mut position = place.position(registry)?;
    let record = position.read_record(text)?;
    if let Some(start) = record.start {
        place.options.start = None;
        place.options.position = Some(start);
        position = place.position(registry)?;
    }
    let before = position.ply_count();
    let mut problem = None;
    for (i, mv) in record.moves.iter().enumerate() {
        let played = if i < LONGEST_GAME {
            position.play(mv).map_err(ApiError::from)
        } else {
            Err(ApiError::bad("the game is too long"))
        };
        if let Err(error) = played {
            if i == 0 {
                return Err(error);
            }
            problem = Some(format!("move {}: {error}", i + 1));
            break;
        }
    }
    // As the game writes them, whatever form was read.
    let moves = position.plies().split_off(before);
    Ok(Imported { place: place.with_moves(moves), problem })
}
