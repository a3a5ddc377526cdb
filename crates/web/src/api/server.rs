//! About the server itself: the description of this interface, and how busy it is.

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde_json::{Value, json};

use super::Json;
use crate::App;

pub(crate) fn routes() -> Router<App> {
    Router::new().route("/schema", get(schema)).route("/load", get(load))
}

/// The JSON Schema of every request and answer.
const SCHEMA: &str = include_str!("schema.json");

async fn schema() -> Response {
    ([(header::CONTENT_TYPE, "application/schema+json")], SCHEMA).into_response()
}

/// How busy the server is, and which engines wait for the next move of their game.
async fn load(State(app): State<App>) -> Json<Value> {
    let ((running, waiting), (engines, bytes)) = (app.pool.load(), app.service.kept_engines());
    Json(json!({
        "running": running,
        "waiting": waiting,
        "workers": app.config.workers,
        "queue": app.config.queue,
        "engines": engines,
        "engine_bytes": bytes,
    }))
}
