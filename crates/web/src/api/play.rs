//! Positions and records: what the board shows, and games in and out as text.

use axum::Router;
use axum::extract::State;
use axum::routing::post;
use melee_arena::Player;
use serde::{Deserialize, Serialize};

use super::Json;
use crate::place::LONGEST_GAME;
use crate::{ApiError, App, Place, View};

/// The routes of this area.
pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/position", post(position))
        .route("/export", post(export))
        .route("/import", post(import))
}

/// A position to look at.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionRequest {
    /// Which.
    pub place: Place,
    /// The key of the board that the page has.
    #[serde(default)]
    pub board: Option<String>,
    /// A line that a search thought of; the position after it is shown.
    #[serde(default)]
    pub line: Vec<Ply>,
}

/// A move of a line, with who makes it: lines of a search may skip players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ply {
    /// Counted from 1.
    pub player: usize,
    /// In the game's notation.
    #[serde(rename = "move")]
    pub text: String,
}

/// The longest line of a search.
const LONGEST_LINE: usize = 300;

fn line_of(plies: &[Ply], players: usize) -> Result<Vec<(Player, &str)>, ApiError> {
    if plies.len() > LONGEST_LINE {
        return Err(ApiError::bad(format!(
            "a line of more than {LONGEST_LINE} moves"
        )));
    }
    let player = |ply: &Ply| match ply.player.checked_sub(1) {
        Some(index) if index < players => Ok(Player::new(index)),
        _ => Err(ApiError::bad(format!(
            "player {}: there are {players}",
            ply.player
        ))),
    };
    plies
        .iter()
        .map(|ply| Ok((player(ply)?, ply.text.as_str())))
        .collect()
}

async fn position(
    State(app): State<App>,
    Json(request): Json<PositionRequest>,
) -> Result<Json<View>, ApiError> {
    let view = app.work(move || {
        let table = request.place.table()?;
        let position = request.place.position(table.as_ref())?;
        let known = request.board.as_deref();
        if request.line.is_empty() {
            return Ok(View::new(table.as_ref(), position.as_ref(), known));
        }
        let line = line_of(&request.line, table.players())?;
        let imagined = position.imagine(&line)?;
        Ok(View::imagined(
            table.as_ref(),
            position.as_ref(),
            imagined,
            known,
        ))
    });
    Ok(Json(view.await?))
}

/// A game to be written as text.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExportRequest {
    /// Which.
    pub place: Place,
}

/// A game as text.
#[derive(Clone, Debug, Serialize)]
pub struct Exported {
    /// In the game's own record format.
    pub record: String,
    /// The moves with spaces between.
    pub moves: String,
    /// The position in the game's notation.
    pub pos: String,
    /// The board as a picture.
    pub svg: String,
}

async fn export(
    State(app): State<App>,
    Json(request): Json<ExportRequest>,
) -> Result<Json<Exported>, ApiError> {
    let exported = app.work(move || {
        let table = request.place.table()?;
        let position = request.place.position(table.as_ref())?;
        Ok(Exported {
            record: position.record(),
            moves: position.plies().join(" "),
            pos: position.text(),
            svg: melee_core::diagram::svg(&position.diagram(false)),
        })
    });
    Ok(Json(exported.await?))
}

/// A text to be read as a game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImportRequest {
    /// The game, and where it begins if the text does not say.
    pub place: Place,
    /// A record, moves, or a position.
    pub text: String,
}

/// A game that was read.
#[derive(Clone, Debug, Serialize)]
pub struct Imported {
    /// Where it begins and its moves.
    pub place: Place,
    /// The first move that is not legal, counted from 1, and why; the moves before it are kept.
    pub problem: Option<String>,
}

async fn import(
    State(app): State<App>,
    Json(request): Json<ImportRequest>,
) -> Result<Json<Imported>, ApiError> {
    let imported = app.work(move || read(&request.place, &request.text));
    Ok(Json(imported.await?))
}

/// Reads a text as a record if its first move is one, else as a position or a map.
fn read(place: &Place, text: &str) -> Result<Imported, ApiError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(ApiError::bad("there is nothing to read"));
    }
    let begin = Place {
        moves: Vec::new(),
        ..place.clone()
    };
    let refusal = match read_record(begin, text) {
        Ok(imported) => return Ok(imported),
        Err(refusal) => refusal,
    };
    let bare = Place {
        game: place.game.clone(),
        rules: place.rules.clone(),
        ..Place::default()
    };
    let as_position = Place {
        pos: Some(text.to_string()),
        size: place.size.clone(),
        ..bare.clone()
    };
    let as_map = Place {
        map: Some(text.to_string()),
        ..bare.clone()
    };
    for reading in [as_position, as_map] {
        if let Ok(table) = reading.table()
            && let Ok(position) = reading.position(table.as_ref())
        {
            // Addresses hold a position rather than a map, which has many lines.
            let pos = Some(position.text());
            let place = if reading.map.is_some() {
                Place { pos, ..bare }
            } else {
                reading
            };
            return Ok(Imported {
                place,
                problem: None,
            });
        }
    }
    Err(ApiError::bad(format!(
        "neither a position nor a record: {refusal}"
    )))
}

/// Reads a record up to the first move that is not legal; the first must be.
fn read_record(begin: Place, text: &str) -> Result<Imported, ApiError> {
    let record = begin.position(begin.table()?.as_ref())?.read_record(text)?;
    let begin = match record.start {
        Some(start) => Place {
            pos: Some(start),
            start: None,
            ..begin
        },
        None => begin,
    };
    let mut position = begin.position(begin.table()?.as_ref())?;
    let before = position.plies().len();
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
    Ok(Imported {
        place: Place { moves, ..begin },
        problem,
    })
}
