//! Matches: start, watch, stop, resume, browse.

use axum::Router;

use crate::App;

/// The routes of this area.
pub(crate) fn routes() -> Router<App> {
    Router::new()
}
