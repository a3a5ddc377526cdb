//! Boards set up by hand, and why a click makes no move.

use axum::Router;
use axum::extract::State;
use axum::routing::post;
use melee::Player;
use melee::core::diagram::Piece;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Json;
use crate::{ApiError, App, Place, view};

pub(crate) fn routes() -> Router<App> {
    Router::new().route("/kit", post(kit)).route("/setup", post(setup)).route("/why", post(why))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KitRequest {
    place: Place,
}

async fn kit(State(app): State<App>, Json(request): Json<KitRequest>) -> Result<Json<Value>, ApiError> {
    let kit = app.work(move |app| {
        let kit = request.place.position(app.registry())?.kit();
        let kit = kit.into_iter().map(|(owner, glyph)| json!([owner.map_or(0, view::number), glyph]));
        Ok(json!({"kit": kit.collect::<Value>()}))
    });
    Ok(Json(kit.await?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetupRequest {
    /// The position that is changed.
    place: Place,
    /// Everything that is to stand on the board: the cell, the owner counted from 1 or 0 for nobody, and the letter.
    pieces: Vec<(usize, usize, char)>,
    /// Counted from 1.
    to_move: usize,
}

/// The player of a number from 1; `None` for 0.
fn player(number: usize, players: usize) -> Result<Option<Player>, ApiError> {
    if number > players {
        return Err(ApiError::bad(format!("player {number}: there are {players}")));
    }
    Ok(number.checked_sub(1).map(Player::new))
}

async fn setup(State(app): State<App>, Json(request): Json<SetupRequest>) -> Result<Json<Value>, ApiError> {
    let place = app.work(move |app| {
        let position = request.place.position(app.registry())?;
        let players = position.game().players();
        let piece =
            |&(cell, owner, glyph): &(usize, usize, char)| Ok(Piece { cell, owner: player(owner, players)?, glyph });
        let pieces = request.pieces.iter().map(piece).collect::<Result<Vec<_>, ApiError>>()?;
        let to_move = player(request.to_move, players)?;
        let to_move = to_move.ok_or_else(|| ApiError::bad("to_move 0: expected a player from 1"))?;
        let text = position.set_up(&pieces, to_move)?;
        let place = request.place.at_text(app.registry(), &text)?;
        let position = place.position(app.registry())?;
        Ok(json!({"place": place, "pos": position.text(), "over": position.outcome().is_some()}))
    });
    Ok(Json(place.await?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WhyRequest {
    place: Place,
    /// The cells that were clicked, in order.
    cells: Vec<usize>,
}

async fn why(State(app): State<App>, Json(request): Json<WhyRequest>) -> Result<Json<Value>, ApiError> {
    let why = app.work(move |app| {
        let position = request.place.position(app.registry())?;
        Ok(json!({"why": position.why_not(&request.cells)}))
    });
    Ok(Json(why.await?))
}
