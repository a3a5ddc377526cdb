//! About the server itself: the description of this interface, and how busy it is.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Redirect, Response};
use serde_json::{Value, json};

use super::Json;
use super::routes::Routes;
use crate::App;

pub(crate) fn routes() -> Routes {
    Routes::default().get("/openapi.json", openapi).get("/schema", schema).get("/load", load)
}

/// Every request and answer, in `OpenAPI` 3.1.
pub(crate) const OPENAPI: &str = include_str!("openapi.json");

async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI).into_response()
}

/// Where the description was before it was `OpenAPI`.
async fn schema() -> Redirect {
    Redirect::permanent("/api/openapi.json")
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
