//! Thinking: a search whose reports arrive while it runs, as server-sent events.
//!
//! `queued` tells how many are before it, `report` what it found so far, `done` the same at the end,
//! `error` that it came to nothing. Who closes the connection stops the search.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::response::Sse;
use axum::response::sse::Event;
use axum::routing::{get, post};
use futures_util::stream::{self, Stream};
use melee_arena::spec::catalogue::{MCTS_MEMORY, SSS_MEMORY};
use melee_arena::spec::{Algorithm, SpecError};
use melee_arena::{
    GameClock, Limits, Position, ProvenResult, Spec, Stopwatch, Table, ThinkReport, Watch,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::{oneshot, watch};
use tokio::time::{Interval, MissedTickBehavior, interval};

use super::Json;
use super::play::Ply;
use crate::pool::Ticket;
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
    /// By which algorithm: a specification as on the command line.
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

type Answer = Result<Report, ApiError>;

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

    fn run(
        self,
        stop: &AtomicBool,
        nodes: &AtomicU64,
        progress: &watch::Sender<Option<Report>>,
    ) -> Answer {
        let clock = Stopwatch::start();
        let mut thinker = self.table.thinker(&self.spec, self.seed)?;
        let algorithm = self.spec.to_string();
        let position = self.position.as_ref();
        let watch = Watch::new(&clock, stop).counting(nodes);
        let report = thinker.think(position, self.limits, watch, &mut |report| {
            progress.send_replace(Some(Report::new(&algorithm, position, report)));
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
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let setting_up = app.clone();
    let search = app.work(move || Search::new(&request, &setting_up)).await?;
    let (progress, reports) = watch::channel(None);
    let (answer, answered) = oneshot::channel();
    let nodes = Arc::new(AtomicU64::new(0));
    let counter = nodes.clone();
    let ticket = app.pool.submit(move |stop| {
        // Nobody may be left to be told.
        let _ = answer.send(search.run(stop, &counter, &progress));
    });
    let ticket = ticket.map_err(|_| {
        ApiError::busy("too many searches are waiting; stop one, or try again in a moment")
    })?;
    Ok(Sse::new(events(ticket, nodes, reports, answered)))
}

/// How often the page hears of a search that runs.
const NEWS: Duration = Duration::from_millis(100);

/// A search as the page hears of it.
struct Listener {
    /// Dropped with the connection, and the search ends.
    ticket: Ticket,
    nodes: Arc<AtomicU64>,
    reports: watch::Receiver<Option<Report>>,
    answered: oneshot::Receiver<Answer>,
    tick: Interval,
}

fn events(
    ticket: Ticket,
    nodes: Arc<AtomicU64>,
    reports: watch::Receiver<Option<Report>>,
    answered: oneshot::Receiver<Answer>,
) -> impl Stream<Item = Result<Event, Infallible>> {
    let mut tick = interval(NEWS);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let listener = Listener {
        ticket,
        nodes,
        reports,
        answered,
        tick,
    };
    stream::unfold(Some(listener), async |listener| {
        let mut listener = listener?;
        let (name, data, is_last) = listener.next().await;
        let event = Event::default().event(name).data(data.to_string());
        Some((Ok(event), (!is_last).then_some(listener)))
    })
}

impl Listener {
    /// What to tell next, and whether it is the last.
    async fn next(&mut self) -> (&'static str, Value, bool) {
        tokio::select! {
            biased;
            answer = &mut self.answered => match answer {
                Ok(Ok(report)) => ("done", json!(report), true),
                Ok(Err(error)) => ("error", json!({"error": error.message}), true),
                // The search has panicked.
                Err(_) => ("error", json!({"error": ApiError::internal().message}), true),
            },
            _ = self.tick.tick() => match (self.ticket.ahead(), self.reports.has_changed()) {
                (Some(ahead), _) => ("queued", json!({"ahead": ahead}), false),
                (None, Ok(true)) => ("report", json!(*self.reports.borrow_and_update()), false),
                _ => ("nodes", json!({"nodes": self.nodes.load(Ordering::Relaxed)}), false),
            },
        }
    }
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
