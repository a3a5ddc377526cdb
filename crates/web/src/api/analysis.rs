//! Thinking: a search whose reports arrive while it runs.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::routing::{get, post};
use melee_arena::spec::catalogue::{MCTS_MEMORY, SSS_MEMORY};
use melee_arena::spec::{Algorithm, SpecError};
use melee_arena::{
    GameClock, Limits, Position, ProvenResult, Spec, Stopwatch, Table, ThinkReport, Watch,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Json;
use super::perfect::{self, PERFECT};
use super::play::Ply;
use crate::events::{Desk, Events, events};
use crate::{ApiError, App, Place};

/// The routes of this area.
pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/think", post(think))
        .route("/load", get(load))
}

/// A search to be made.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThinkRequest {
    /// Of which position.
    pub place: Place,
    /// By which algorithm: a specification as on the command line, or `perfect` (connect4).
    pub algo: String,
    /// When to stop.
    #[serde(default)]
    pub limit: Limit,
    /// Where chance plays a part.
    #[serde(default)]
    pub seed: u64,
}

/// When a search stops; the first limit reached ends it.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limit {
    /// The deepest iteration.
    #[serde(default)]
    pub depth: Option<u32>,
    /// The most nodes.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// The time in milliseconds.
    #[serde(default)]
    pub time: Option<u64>,
    /// What the player's clock shows, of which the search takes its share.
    #[serde(default)]
    pub clock: Option<ClockState>,
}

/// A player's clock in milliseconds.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockState {
    /// What is left.
    pub left: u64,
    /// What is added after a move.
    #[serde(default)]
    pub increment: u64,
}

impl Limit {
    /// As a search takes them: every search has a time.
    fn limits(self, longest: Duration) -> Limits {
        let time = self.time.map(Duration::from_millis);
        let clock = self.clock.map(|clock| {
            let (left, increment) = (clock.left, clock.increment);
            GameClock::new(
                Duration::from_millis(left),
                Duration::from_millis(increment),
            )
            .limits()
        });
        let of_clock = clock.and_then(|limits| limits.time);
        let times = [time, of_clock, Some(longest)];
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: times.into_iter().flatten().min(),
            predict: clock.is_some_and(|limits| limits.predict),
        }
    }
}

/// What a search found.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The algorithm.
    pub algorithm: String,
    /// The last completed iteration.
    pub depth: u32,
    /// The search was stopped within an iteration, from which the move comes.
    pub partial: bool,
    /// For the player to move.
    pub value: i32,
    /// One per player, from searches that know them.
    pub values: Option<Vec<i32>>,
    /// The default evaluation at the end of the line, one per player.
    pub line_values: Option<Vec<i32>>,
    /// What to play.
    pub best_move: String,
    /// What is expected then.
    pub line: Vec<Ply>,
    /// Visited positions.
    pub nodes: u64,
    /// Seconds so far.
    pub seconds: f64,
    /// `win`, `draw` or `loss`, if the search saw the end of the game.
    pub proven: Option<&'static str>,
    /// Plies to the end then.
    pub plies: Option<u32>,
}

impl Report {
    fn new(algorithm: &str, position: &dyn Position, report: &ThinkReport) -> Self {
        let line: Vec<_> = report
            .line
            .iter()
            .map(|(p, mv)| (*p, mv.as_str()))
            .collect();
        let end = position
            .imagine(&line)
            .ok()
            .filter(|end| end.outcome.is_none());
        Report {
            algorithm: algorithm.to_string(),
            depth: report.depth,
            partial: report.partial,
            value: report.value,
            values: report.values.map(|values| values.as_slice().to_vec()),
            line_values: end.map(|end| end.scores.as_slice().to_vec()),
            best_move: report.best_move.clone(),
            line: report
                .line
                .iter()
                .map(|(player, mv)| Ply {
                    player: player.index() + 1,
                    text: mv.clone(),
                })
                .collect(),
            nodes: report.counts.nodes,
            seconds: report.elapsed.as_secs_f64(),
            proven: report.proven.map(|proven| match proven.result {
                ProvenResult::Win => "win",
                ProvenResult::Draw => "draw",
                ProvenResult::Loss => "loss",
            }),
            plies: report.proven.and_then(|proven| proven.plies),
        }
    }
}

/// A search that was asked for.
struct Search {
    table: Arc<dyn Table>,
    position: Box<dyn Position>,
    spec: Spec,
    limits: Limits,
    seed: u64,
}

impl Search {
    fn new(request: &ThinkRequest, app: &App) -> Result<Self, ApiError> {
        let spec = parse_spec(&request.algo, app)?;
        let table = request.place.table()?;
        let position = request.place.position(table.as_ref())?;
        if position.to_move().is_none() {
            return Err(ApiError::bad(format!("{}: the game is over", table.game())));
        }
        Ok(Search {
            table,
            position,
            spec,
            limits: request.limit.limits(app.config.longest),
            seed: request.seed,
        })
    }

    fn run(self, desk: &Desk) -> Result<Report, ApiError> {
        let clock = Stopwatch::start();
        let mut thinker = self.table.thinker(&self.spec, self.seed)?;
        let algorithm = self.spec.to_string();
        let position = self.position.as_ref();
        let watch = Watch::new(&clock, desk.stop).counting(&desk.nodes);
        let report = thinker.think(position, self.limits, watch, &mut |report| {
            desk.report(&Report::new(&algorithm, position, report));
        })?;
        Ok(Report::new(&algorithm, position, &report))
    }
}

/// An algorithm, refused if its memory is more than the server gives.
pub(crate) fn parse_spec(text: &str, app: &App) -> Result<Spec, ApiError> {
    let spec: Spec = text
        .parse()
        .map_err(|error: SpecError| ApiError::bad(error.to_string()))?;
    let most = app.config.table_bytes;
    let is_modest = match &spec.algorithm {
        Algorithm::Sss { memory, .. } | Algorithm::MemSss { memory } => *memory <= SSS_MEMORY,
        Algorithm::Mcts(settings) => settings.memory <= MCTS_MEMORY,
        _ => spec.table_bytes().is_none_or(|bytes| bytes <= most),
    };
    if !is_modest {
        return Err(ApiError::bad(format!(
            "{spec}: that is more memory than a search has here ({} MiB for a table)",
            most >> 20
        )));
    }
    Ok(spec)
}

async fn think(
    State(app): State<App>,
    Json(request): Json<ThinkRequest>,
) -> Result<Events, ApiError> {
    if request.algo == PERFECT {
        return perfect::move_events(app, request.place).await;
    }
    let setting_up = app.clone();
    let search = app.work(move || Search::new(&request, &setting_up)).await?;
    events(&app, move |desk| Ok(json!(search.run(desk)?)))
}

/// How busy the server is.
async fn load(State(app): State<App>) -> Json<Value> {
    let (running, waiting) = app.pool.load();
    Json(json!({
        "running": running,
        "waiting": waiting,
        "workers": app.config.workers,
        "queue": app.config.queue,
    }))
}
