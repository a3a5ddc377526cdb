//! `POST /api/tree`: the tree of a small search, as the search itself walked it.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::routing::post;
use melee::search_tree::SearchTree;
use melee::{Limits, SeatSpec, Watch};
use serde::Deserialize;

use super::Json;
use super::search::{algorithm, memory};
use crate::pool::Span;
use crate::{ApiError, App, Place};

pub(crate) fn routes() -> Router<App> {
    Router::new().route("/tree", post(tree))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TreeRequest {
    place: Place,
    /// Who searches, and how deep: `brs+@d4`.
    seat: SeatSpec,
    /// The most nodes of the tree.
    #[serde(default)]
    nodes: Option<usize>,
    #[serde(default)]
    seed: u64,
}

/// The largest tree that is sent: more than anybody looks at.
const LARGEST: usize = 5_000;
/// The deepest, beyond any that is small.
const DEEPEST: u32 = 60;
/// So many positions are visited by random games.
const SAMPLED: u64 = 400_000;
/// A tree that takes longer is cut short.
const LONGEST: Duration = Duration::from_secs(10);

impl TreeRequest {
    fn check(&self) -> Result<usize, ApiError> {
        match self.seat.limits.depth {
            Some(1..=DEEPEST) => {}
            Some(depth) => {
                let problem = format!("depth {depth}: expected 1 to {DEEPEST}");
                return Err(ApiError::bad(problem));
            }
            None => {
                let seat = &self.seat;
                let problem = format!("{seat}: a tree needs a depth, such as {}@d3", seat.who);
                return Err(ApiError::bad(problem));
            }
        }
        match self.nodes.unwrap_or(LARGEST) {
            nodes @ 1..=LARGEST => Ok(nodes),
            nodes => Err(ApiError::bad(format!("{nodes} nodes: expected 1 to {LARGEST}"))),
        }
    }

    fn search(&self, app: &App, stop: &AtomicBool) -> Result<SearchTree, ApiError> {
        let most = self.check()?;
        let spec = algorithm(&self.seat)?;
        let position = self.place.position(app.registry())?;
        let limits = Limits {
            nodes: Some(self.seat.limits.nodes.unwrap_or(SAMPLED).min(SAMPLED)),
            time: Some(app.config.longest.min(LONGEST)),
            ..self.seat.limits
        };
        let game = position.game();
        memory(app.config.table_bytes, &game, spec, limits)?;
        let watch = Watch::new().stopping_on(stop);
        let engine = game.seeded_engine(spec, self.seed)?;
        Ok(engine.record(&position, limits, most, watch)?)
    }
}

async fn tree(State(app): State<App>, Json(request): Json<TreeRequest>) -> Result<Json<SearchTree>, ApiError> {
    request.check()?;
    let searching = app.clone();
    let (_ticket, answer) = app.think(Span::Short, move |stop| request.search(&searching, stop))?;
    let tree = answer.await.map_err(|_| ApiError::internal())??;
    Ok(Json(tree))
}
