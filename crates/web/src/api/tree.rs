//! `POST /api/tree`: the tree of a small search.

use axum::Router;

use crate::App;

/// The routes of this area.
pub(crate) fn routes() -> Router<App> {
    Router::new()
}
