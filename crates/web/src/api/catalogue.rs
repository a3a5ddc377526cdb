//! What there is: games, algorithms, and the description of this interface.

use axum::Router;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use melee_arena::GameInfo;
use melee_arena::spec::catalogue::{ALGORITHMS, NAMED_PLAYERS, OPTIONS};
use serde_json::{Value, json};

use super::Json;
use crate::App;

/// The routes of this area.
pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/games", get(games))
        .route("/algorithms", get(algorithms))
        .route("/schema", get(schema))
}

async fn games() -> Json<Value> {
    let games = GameInfo::all().into_iter().map(|game| {
        let starts = game.starts.iter();
        let starts: Vec<Value> = starts
            .map(|start| json!({"name": start.name, "summary": start.summary}))
            .collect();
        let options = game.about.options.iter();
        let options: Vec<Value> = options
            .map(|(option, summary)| json!({"option": option, "summary": summary}))
            .collect();
        json!({
            "name": game.name,
            "summary": game.about.summary,
            "players": [game.about.players.start(), game.about.players.end()],
            "options": options,
            "starts": starts,
            "evaluations": game.evaluations,
            "orderings": game.orderings,
        })
    });
    Json(Value::Array(games.collect()))
}

async fn algorithms() -> Json<Value> {
    let algorithms = ALGORITHMS.iter().map(|algorithm| {
        json!({
            "name": algorithm.name,
            "summary": algorithm.summary,
            "two_players": algorithm.two_players,
            "options": algorithm.options,
        })
    });
    let players = NAMED_PLAYERS
        .iter()
        .map(|player| json!({"name": player.name, "spec": player.spec, "summary": player.summary}));
    let options = OPTIONS.iter().map(|option| {
        json!({
            "name": option.name,
            "values": option.values,
            "example": option.example,
            "summary": option.summary,
        })
    });
    Json(json!({
        "algorithms": algorithms.collect::<Vec<_>>(),
        "players": players.collect::<Vec<_>>(),
        "options": options.collect::<Vec<_>>(),
    }))
}

/// The JSON Schema of every request and answer.
pub(crate) const SCHEMA: &str = include_str!("schema.json");

async fn schema() -> Response {
    ([(header::CONTENT_TYPE, "application/schema+json")], SCHEMA).into_response()
}
