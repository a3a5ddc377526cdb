//! `POST /api/tree`: the tree of a small search, as the search itself walked it.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::routing::post;
use melee_arena::search_tree::SearchTree;
use melee_arena::spec::Algorithm;
use melee_arena::{Limits, Stopwatch, Watch};
use serde::Deserialize;
use tokio::sync::oneshot;

use super::Json;
use super::analysis::parse_spec;
use crate::{ApiError, App, Place};

/// The routes of this area.
pub(crate) fn routes() -> Router<App> {
    Router::new().route("/tree", post(tree))
}

/// A tree to be searched and drawn.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TreeRequest {
    /// Below which position.
    pub place: Place,
    /// By which algorithm: a specification as on the command line.
    pub algo: String,
    /// How deep.
    pub depth: u32,
    /// The most nodes of the tree.
    #[serde(default)]
    pub nodes: Option<usize>,
    /// Where chance plays a part.
    #[serde(default)]
    pub seed: u64,
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
        if !(1..=DEEPEST).contains(&self.depth) {
            let problem = format!("depth {}: expected 1 to {DEEPEST}", self.depth);
            return Err(ApiError::bad(problem));
        }
        match self.nodes.unwrap_or(LARGEST) {
            nodes @ 1..=LARGEST => Ok(nodes),
            nodes => Err(ApiError::bad(format!(
                "{nodes} nodes: expected 1 to {LARGEST}"
            ))),
        }
    }

    fn search(&self, app: &App, stop: &AtomicBool) -> Result<SearchTree, ApiError> {
        let most = self.check()?;
        let spec = parse_spec(&self.algo, app)?;
        let table = self.place.table()?;
        let position = self.place.position(table.as_ref())?;
        let is_sampled = matches!(spec.algorithm, Algorithm::Mc { .. } | Algorithm::Mcts(_));
        let limits = Limits {
            nodes: is_sampled.then_some(SAMPLED),
            time: Some(app.config.longest.min(LONGEST)),
            ..Limits::depth(self.depth)
        };
        let clock = Stopwatch::start();
        let watch = Watch::new(&clock, stop);
        let position = position.as_ref();
        Ok(table.record(&spec, position, limits, most, self.seed, watch)?)
    }
}

async fn tree(
    State(app): State<App>,
    Json(request): Json<TreeRequest>,
) -> Result<Json<SearchTree>, ApiError> {
    request.check()?;
    let (answer, answered) = oneshot::channel();
    let searching = app.clone();
    let ticket = app.pool.submit(move |stop| {
        // Nobody may be left to be told.
        let _ = answer.send(request.search(&searching, stop));
    });
    let _ticket = ticket.map_err(|_| {
        ApiError::busy("too many searches are waiting; stop one, or try again in a moment")
    })?;
    let tree = answered.await.map_err(|_| ApiError::internal())??;
    Ok(Json(tree))
}
