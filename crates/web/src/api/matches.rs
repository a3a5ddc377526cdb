//! Matches: start, watch, stop, resume, browse.
//!
//! `GET /api/matches` lists them, `POST` starts one. Below `/api/matches/NAME`: the standings and how they
//! came about, `live` (server-sent events), `stop`, `resume`, `games` and `games/N`, and files to take away (`export/`).

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use melee::GameOptions;
use melee_arena::tournament::{MatchPlan, PlayedGame, Standings};
use melee_service::{Place, view};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::watch;

use super::Json;
use super::routes::Routes;
use crate::events::{Events, News, NewsSource, send, ticks};
use crate::matches::{CurrentMatch, LiveGame, NewMatch, Progress, Watcher, check_games, threads};
use crate::{ApiError, App};

pub(crate) fn routes() -> Routes {
    Routes::default()
        .get("/matches", list)
        .post("/matches", start)
        .get("/matches/{name}", detail)
        .get("/matches/{name}/live", live)
        .post("/matches/{name}/stop", stop)
        .post("/matches/{name}/resume", resume)
        .post("/matches/{name}/games", games)
        .get("/matches/{name}/games/{number}", game)
        .merge(super::downloads::routes())
}

async fn list(State(app): State<App>) -> Result<Json<Value>, ApiError> {
    let listed = app.work(|app| {
        let playing = app.matches.current();
        let playing = playing.filter(|current| current.is_running());
        let all = app.matches.list().into_iter().map(|listed| match listed.found {
            Ok(stored) => json!({
                "name": listed.name,
                "game": stored.plan.game,
                "entrants": stored.plan.entrants,
                "games": stored.games,
                "target": stored.wanted.map(|wanted| wanted.games),
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

async fn start(State(app): State<App>, Json(request): Json<NewMatch>) -> Result<(StatusCode, Json<Value>), ApiError> {
    let started = app.work(move |app| {
        let (plan, threads) = request.plan(app)?;
        app.matches.start(&request.name, &plan, request.games, threads)?;
        Ok(json!({"name": request.name}))
    });
    Ok((StatusCode::CREATED, Json(started.await?)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ResumeRequest {
    /// It is played until it has so many games.
    games: u64,
    /// So many at a time.
    #[serde(default)]
    threads: Option<usize>,
}

async fn resume(
    State(app): State<App>,
    Path(name): Path<String>,
    Json(request): Json<ResumeRequest>,
) -> Result<Json<Value>, ApiError> {
    let resumed = app.work(move |app| {
        check_games(request.games)?;
        app.matches.resume(&name, request.games, threads(request.threads)?)?;
        Ok(json!({"name": name}))
    });
    Ok(Json(resumed.await?))
}

async fn stop(State(app): State<App>, Path(name): Path<String>) -> Result<Json<Value>, ApiError> {
    let stopped = app.work(move |app| {
        app.matches.stop(&name)?;
        Ok(json!({"name": name}))
    });
    Ok(Json(stopped.await?))
}

/// A match as the page shows it; see `match` in the schema.
#[derive(Serialize)]
struct Detail {
    name: String,
    plan: MatchPlan,
    names: Vec<String>,
    running: bool,
    stopping: bool,
    /// It is, or was to be, played until it has so many games; `null` if nobody wants more.
    target: Option<u64>,
    /// Why it ended before its time.
    failure: Option<String>,
    /// How many games a block has, in which everybody sits everywhere.
    block: usize,
    /// `null` before the first game.
    standings: Option<Standings>,
    history: Vec<Value>,
}

/// So many points of the plot.
const MOMENTS: usize = 40;
/// A match that runs has ratings up to so many games.
const RATED_LIVE: usize = 500;

impl Detail {
    fn new(app: &App, name: &str) -> Result<Self, ApiError> {
        let (plan, games) = app.matches.games(name)?;
        let current = app.matches.current_as(name);
        let running = current.as_ref().is_some_and(|c| c.is_running());
        let open = plan.open(app.registry())?;
        open.check_seats(&games)?;
        let names = open.names();
        let len = open.block_len();
        // Ratings and tests take their time: of a long match that runs they come in the end.
        let with_ratings = !running || games.len() <= RATED_LIVE;
        let standings = (!games.is_empty()).then(|| Standings::new(&names, &games, len, with_ratings));
        Ok(Detail {
            name: name.to_string(),
            running,
            stopping: running && current.as_ref().is_some_and(|c| c.is_stopping()),
            target: if running { current.as_ref().map(|c| c.target) } else { app.matches.wanted(name) },
            failure: current.and_then(|c| c.progress().failure),
            block: len,
            history: history(len, &names, &games),
            standings,
            names,
            plan,
        })
    }
}

/// How the shares and their intervals came about, block by block as far as there are not too many.
fn history(len: usize, names: &[String], games: &[PlayedGame]) -> Vec<Value> {
    let blocks = games.len() / len;
    let step = len * blocks.div_ceil(MOMENTS).max(1);
    let mut ends: Vec<usize> = (step..games.len()).step_by(step).collect();
    ends.extend((!games.is_empty()).then_some(games.len()));
    let moment = |end: usize| {
        let standings = Standings::new(names, &games[..end], len, false);
        let shares = standings.algorithms.iter();
        let shares = shares.map(|a| [a.share, a.low, a.high]);
        json!({"games": end, "shares": shares.collect::<Vec<_>>()})
    };
    ends.into_iter().map(moment).collect()
}

async fn detail(State(app): State<App>, Path(name): Path<String>) -> Result<Json<Detail>, ApiError> {
    let detail = app.work(move |app| Detail::new(app, &name));
    Ok(Json(detail.await?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    #[serde(default)]
    from: usize,
    #[serde(default = "fifty")]
    count: usize,
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
    let listed = app.work(move |app| {
        let (_, games) = app.matches.games(&name)?;
        let shown = games.iter().skip(page.from).take(page.count.min(MOST_GAMES));
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

async fn game(State(app): State<App>, Path((name, number)): Path<(String, String)>) -> Result<Json<Value>, ApiError> {
    let found = app.work(move |app| {
        let (plan, games) = app.matches.games(&name)?;
        let number = number.parse().unwrap_or(u64::MAX);
        let game = games.into_iter().find(|game| game.number == number);
        let game = game.ok_or_else(|| {
            let problem = format!("match '{name}' has no such game");
            ApiError::with(StatusCode::NOT_FOUND, problem)
        })?;
        let records = match app.matches.read(&name) {
            Ok(store) => store.records(number)?,
            Err(_) => Vec::new(),
        };
        Ok(json!({
            "names": plan.open(app.registry())?.names(),
            "place": place_of(app, plan, &game)?,
            "game": game,
            "records": records,
        }))
    });
    Ok(Json(found.await?))
}

/// Where a game began, and its moves.
fn place_of(app: &App, plan: MatchPlan, game: &PlayedGame) -> Result<Place, ApiError> {
    let place = Place {
        game: plan.game,
        options: GameOptions { start: game.start.clone(), ..plan.options },
        moves: game.moves.iter().map(str::to_string).collect(),
    };
    Ok(place.without_files(app.registry())?)
}

/// How often the page hears of a match.
const NEWS: Duration = Duration::from_millis(250);

/// A match that somebody watches.
struct LiveMatch {
    app: App,
    current: Arc<CurrentMatch>,
    _watcher: Watcher,
    progress: watch::Receiver<Progress>,
    ticks: tokio::time::Interval,
    is_first: bool,
    /// Were the last news standings?
    sent_standings: bool,
}

async fn live(State(app): State<App>, Path(name): Path<String>) -> Result<Events, ApiError> {
    let current = app.work(move |app| {
        let current = app.matches.current_as(&name).filter(|c| c.is_running());
        current.ok_or_else(|| {
            let problem = format!("match '{name}' is not running");
            ApiError::with(StatusCode::CONFLICT, problem)
        })
    });
    let current = current.await?;
    Ok(send(LiveMatch {
        _watcher: current.watch(),
        progress: current.news(),
        current,
        app,
        ticks: ticks(NEWS),
        is_first: true,
        sent_standings: false,
    }))
}

impl NewsSource for LiveMatch {
    /// `standings` when games have ended, `boards` otherwise, `end` at last. However fast games end, every second time
    /// the boards have their turn.
    async fn next(&mut self) -> News {
        self.ticks.tick().await;
        let progress = self.progress.borrow().clone();
        let has_news = self.is_first || self.progress.has_changed().unwrap_or(true);
        if !progress.is_running || has_news && !self.sent_standings {
            (self.is_first, self.sent_standings) = (false, true);
            self.progress.mark_unchanged();
            let name = self.current.name.clone();
            let detail = self.app.work(move |app| Detail::new(app, &name)).await;
            return match detail {
                Ok(detail) if progress.is_running => News::new("standings", json!(detail)),
                Ok(detail) => News::last("end", json!(detail)),
                Err(error) => News::error(&error),
            };
        }
        self.sent_standings = false;
        let current = self.current.clone();
        let boards = self.app.work(move |_| Ok(current.live.boards(board)));
        match boards.await {
            Ok(boards) => News::new("boards", json!(boards)),
            // Too busy just now: the boards come with the next news.
            Err(_) => News::new("busy", json!({})),
        }
    }
}

fn board(game: &LiveGame) -> Value {
    json!({
        "number": game.number,
        "seating": game.seating,
        "view": view(&game.position, None, true),
    })
}
