//! Matches: start, watch, stop, resume, browse.
//!
//! `GET /api/matches` lists them, `POST` starts one. Below `/api/matches/NAME`: the standings and how they
//! came about, `live` (server-sent events), `stop`, `resume`, `games` and `games/N`.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Sse;
use axum::response::sse::Event;
use axum::routing::{get, post};
use futures_util::stream::{self, Stream};
use melee_arena::tournament::{MatchPlan, OpenMatch, PlayedGame, Standings};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval};

use super::Json;
use crate::matches::{LiveGame, NewMatch, Played, Watcher, check_games, threads};
use crate::{ApiError, App, Place, View};

/// The routes of this area.
pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/matches", get(list).post(start))
        .route("/matches/{name}", get(detail))
        .route("/matches/{name}/live", get(live))
        .route("/matches/{name}/stop", post(stop))
        .route("/matches/{name}/resume", post(resume))
        .route("/matches/{name}/games", post(games))
        .route("/matches/{name}/games/{number}", get(game))
}

async fn list(State(app): State<App>) -> Result<Json<Value>, ApiError> {
    let matches = app.matches.clone();
    let listed = app.work(move || {
        let playing = matches.played().filter(|played| played.is_running());
        let all = matches.list().into_iter().map(|listed| match listed.found {
            Ok((plan, games)) => json!({
                "name": listed.name,
                "game": plan.game,
                "algorithms": plan.players_in,
                "games": games,
                "running": playing.as_ref().is_some_and(|p| p.name == listed.name),
            }),
            Err(error) => json!({"name": listed.name, "error": error}),
        });
        Ok(json!({
            "running": playing.as_ref().map(|p| &p.name),
            "matches": all.collect::<Vec<_>>(),
        }))
    });
    Ok(Json(listed.await?))
}

async fn start(
    State(app): State<App>,
    Json(request): Json<NewMatch>,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    let (matches, app_too) = (app.matches.clone(), app.clone());
    let started = app.work(move || {
        let (plan, threads) = request.plan(&app_too)?;
        matches.start(&request.name, &plan, request.games, threads)?;
        Ok(json!({"name": request.name}))
    });
    Ok((StatusCode::CREATED, Json(started.await?)))
}

/// A match to be played on.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResumeRequest {
    /// Until it has so many games.
    pub games: u64,
    /// So many at a time.
    #[serde(default)]
    pub threads: Option<usize>,
}

async fn resume(
    State(app): State<App>,
    Path(name): Path<String>,
    Json(request): Json<ResumeRequest>,
) -> Result<Json<Value>, ApiError> {
    let matches = app.matches.clone();
    let resumed = app.work(move || {
        check_games(request.games)?;
        matches.resume(&name, request.games, threads(request.threads)?)?;
        Ok(json!({"name": name}))
    });
    Ok(Json(resumed.await?))
}

async fn stop(State(app): State<App>, Path(name): Path<String>) -> Result<Json<Value>, ApiError> {
    app.matches.stop(&name)?;
    Ok(Json(json!({"name": name})))
}

/// A match as the page shows it.
#[derive(Clone, Debug, Serialize)]
pub struct Detail {
    /// Its name.
    pub name: String,
    /// What is played.
    pub plan: MatchPlan,
    /// The names of the algorithms.
    pub names: Vec<String>,
    /// Is it being played?
    pub running: bool,
    /// Is it about to stop?
    pub stopping: bool,
    /// It is played until it has so many games; `null` if it is not played.
    pub target: Option<u64>,
    /// Why it ended before its time.
    pub failure: Option<String>,
    /// How many games a block has, in which everybody sits everywhere.
    pub block: usize,
    /// Who stands how; `null` before the first game.
    pub standings: Option<Standings>,
    /// The shares and their intervals after so many games.
    pub history: Vec<Moment>,
}

/// The standings at some time.
#[derive(Clone, Debug, Serialize)]
pub struct Moment {
    /// After so many games.
    pub games: usize,
    /// Of every algorithm: its share and the ends of the interval.
    pub shares: Vec<[f64; 3]>,
}

/// So many points of the plot.
const MOMENTS: usize = 40;
/// A match that runs has ratings up to so many games.
const RATED_LIVE: usize = 500;

impl Detail {
    fn new(app: &App, name: &str) -> Result<Self, ApiError> {
        let (plan, games) = app.matches.games(name)?;
        let played = app.matches.played_as(name);
        let running = played.as_ref().is_some_and(|p| p.is_running());
        let open = plan.open()?;
        let names = open.names();
        let len = open.block_len();
        // Ratings are found by a bootstrap: of a long match that runs they come in the end.
        let with_ratings = !running || games.len() <= RATED_LIVE;
        let standings =
            (!games.is_empty()).then(|| Standings::new(&names, &games, len, with_ratings));
        Ok(Detail {
            name: name.to_string(),
            running,
            stopping: running && played.as_ref().is_some_and(|p| p.is_stopping()),
            target: played.as_ref().map(|p| p.target).filter(|_| running),
            failure: played.and_then(|p| p.progress().failure),
            block: len,
            history: history(&open, &names, &games),
            standings,
            names,
            plan,
        })
    }
}

/// How the shares came about, block by block as far as there are not too many.
fn history(open: &OpenMatch, names: &[String], games: &[PlayedGame]) -> Vec<Moment> {
    let len = open.block_len();
    let blocks = games.len() / len;
    let step = len * blocks.div_ceil(MOMENTS).max(1);
    let mut ends: Vec<usize> = (step..games.len()).step_by(step).collect();
    ends.extend((!games.is_empty()).then_some(games.len()));
    let moment = |end: usize| {
        let standings = Standings::new(names, &games[..end], len, false);
        let shares = standings.algorithms.iter();
        Moment {
            games: end,
            shares: shares.map(|a| [a.share, a.low, a.high]).collect(),
        }
    };
    ends.into_iter().map(moment).collect()
}

async fn detail(
    State(app): State<App>,
    Path(name): Path<String>,
) -> Result<Json<Detail>, ApiError> {
    let app_too = app.clone();
    let detail = app.work(move || Detail::new(&app_too, &name));
    Ok(Json(detail.await?))
}

/// Which games are listed.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Page {
    /// The first.
    #[serde(default)]
    pub from: usize,
    /// How many.
    #[serde(default = "fifty")]
    pub count: usize,
}

fn fifty() -> usize {
    50
}

/// So many games are listed at once.
const MOST_GAMES: usize = 200;

async fn games(
    State(app): State<App>,
    Path(name): Path<String>,
    Json(page): Json<Page>,
) -> Result<Json<Value>, ApiError> {
    let matches = app.matches.clone();
    let listed = app.work(move || {
        let (_, games) = matches.games(&name)?;
        let shown = games
            .iter()
            .skip(page.from)
            .take(page.count.min(MOST_GAMES));
        let shown = shown.map(|game| {
            json!({
                "number": game.number,
                "seating": game.seating,
                "start": game.start,
                "plies": game.moves.len(),
                "points": game.points,
                "ranks": game.ranks,
                "ending": game.ending,
                "failure": game.failure,
            })
        });
        Ok(json!({"total": games.len(), "games": shown.collect::<Vec<_>>()}))
    });
    Ok(Json(listed.await?))
}

async fn game(
    State(app): State<App>,
    Path((name, number)): Path<(String, String)>,
) -> Result<Json<Value>, ApiError> {
    let matches = app.matches.clone();
    let found = app.work(move || {
        let (plan, games) = matches.games(&name)?;
        let number = number.parse().unwrap_or(u64::MAX);
        let game = games.into_iter().find(|game| game.number == number);
        let game = game.ok_or_else(|| {
            let problem = format!("match '{name}' has no such game");
            ApiError::with(StatusCode::NOT_FOUND, problem)
        })?;
        let records = match matches.read(&name) {
            Ok(store) => store.records(number)?,
            Err(_) => Vec::new(),
        };
        Ok(json!({
            "place": place_of(&plan, &game)?,
            "names": plan.open()?.names(),
            "game": game,
            "records": records,
        }))
    });
    Ok(Json(found.await?))
}

/// Where a game began, and its moves. A position stands for a map: it fits into an address.
fn place_of(plan: &MatchPlan, game: &PlayedGame) -> Result<Place, ApiError> {
    let place = Place {
        game: plan.game.clone(),
        players: plan.players,
        size: plan.size.clone(),
        rules: plan.rules.clone(),
        map: plan.map.clone(),
        start: game.start.clone(),
        ..Place::default()
    };
    let place = if place.map.is_some() {
        let table = place.table()?;
        let pos = place.position(table.as_ref())?.text();
        Place {
            game: place.game,
            pos: Some(pos),
            ..Place::default()
        }
    } else {
        place
    };
    Ok(Place {
        moves: game.moves.clone(),
        ..place
    })
}

/// How often the page hears of a match.
const NEWS: Duration = Duration::from_millis(250);

/// Somebody who watches a match.
struct Listener {
    app: App,
    played: Arc<Played>,
    _watcher: Watcher,
    progress: watch::Receiver<crate::matches::Progress>,
    tick: tokio::time::Interval,
    is_first: bool,
    /// Were standings told last?
    told_standings: bool,
}

async fn live(
    State(app): State<App>,
    Path(name): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let played = app.matches.played_as(&name).filter(|p| p.is_running());
    let played = played.ok_or_else(|| {
        ApiError::with(
            StatusCode::CONFLICT,
            format!("match '{name}' is not running"),
        )
    })?;
    let mut tick = interval(NEWS);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let listener = Listener {
        _watcher: played.watch(),
        progress: played.news(),
        played,
        app,
        tick,
        is_first: true,
        told_standings: false,
    };
    let events = stream::unfold(Some(listener), async |listener| {
        let mut listener = listener?;
        let (name, data, is_last) = listener.next().await;
        let event = Event::default().event(name).data(data.to_string());
        Some((Ok(event), (!is_last).then_some(listener)))
    });
    Ok(Sse::new(events))
}

impl Listener {
    /// `standings` when games have ended, `boards` otherwise, `end` at last. However fast games end, every second time
    /// the boards have their turn.
    async fn next(&mut self) -> (&'static str, Value, bool) {
        self.tick.tick().await;
        let progress = self.progress.borrow().clone();
        let has_news = self.is_first || self.progress.has_changed().unwrap_or(true);
        if !progress.is_running || has_news && !self.told_standings {
            (self.is_first, self.told_standings) = (false, true);
            self.progress.mark_unchanged();
            let (app, name) = (self.app.clone(), self.played.name.clone());
            let detail = self.app.work(move || Detail::new(&app, &name)).await;
            let what = if progress.is_running {
                "standings"
            } else {
                "end"
            };
            return match detail {
                Ok(detail) => (what, json!(detail), !progress.is_running),
                Err(error) => ("error", json!({"error": error.message}), true),
            };
        }
        self.told_standings = false;
        let played = self.played.clone();
        let boards = self.app.work(move || boards(&played)).await;
        match boards {
            Ok(boards) => ("boards", boards, false),
            // Too busy just now: the boards come with the next news.
            Err(_) => ("busy", json!({}), false),
        }
    }
}

fn boards(played: &Played) -> Result<Value, ApiError> {
    let table = played.plan.open()?.table;
    let board = |game: &LiveGame| {
        json!({
            "number": game.number,
            "seating": game.seating,
            "view": View::new(table.as_ref(), game.position.as_ref(), None),
        })
    };
    Ok(Value::Array(played.live.boards(board)))
}
