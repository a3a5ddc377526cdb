//! Connect Four is solved: an opponent who never errs, what every column is worth, and how perfect a
//! game was.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::State;
use axum::routing::post;
use melee_core::{Game, GameOptions, Notation, PlayableGame};
use melee_games::connect4::Connect4;
use melee_solve::connect4::{Goal, Position, Review, ReviewedPly, Settings, Solver};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::Json;
use super::analysis::Report;
use super::play::Ply;
use crate::events::{Desk, Events, events};
use crate::{ApiError, App, Place};

/// The name of the opponent.
pub(crate) const PERFECT: &str = "perfect";

/// The routes of this area.
pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/solve", post(solve))
        .route("/review", post(review))
}

/// A position or game to be solved.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolveRequest {
    /// Which.
    pub place: Place,
}

/// What a position is worth: 0 a draw, +1 the player to move wins with his last stone, +2 with his
/// last but one, and so on; negative for a loss.
#[derive(Clone, Debug, Serialize)]
pub struct Solved {
    /// For the player to move.
    pub score: i32,
    /// The score of a move into each column; `null` for full ones.
    pub columns: Vec<Option<i32>>,
}

/// How perfect a game was.
#[derive(Clone, Debug, Serialize)]
pub struct Reviewed {
    /// The first move with a verdict, counted from 1; those before it would have taken too long.
    pub first: usize,
    /// The moves from there.
    pub plies: Vec<ReviewedMove>,
    /// For each player the perfect moves, and all.
    pub perfect: [(usize, usize); 2],
}

/// A move and what would have been best.
#[derive(Clone, Debug, Serialize)]
pub struct ReviewedMove {
    /// The column played, from 1.
    #[serde(rename = "move")]
    pub text: String,
    /// The score of who played it, before.
    pub score: i32,
    /// The best columns, from 1.
    pub best: Vec<usize>,
    /// Was it one of them?
    pub perfect: bool,
}

impl ReviewedMove {
    fn new(ply: &ReviewedPly) -> Self {
        ReviewedMove {
            text: (ply.column + 1).to_string(),
            score: ply.score,
            best: ply.best.iter().map(|column| column + 1).collect(),
            perfect: ply.is_perfect(),
        }
    }
}

/// A game on its board, as the solver takes it.
struct SolvableGame {
    rules: Connect4,
    /// Where it began.
    start: Position,
    /// Who moved first, from 0.
    first_player: usize,
    /// The columns played since, from 0.
    columns: Vec<usize>,
    /// Where it has come to; `None` when it is over.
    now: Option<Position>,
    player: usize,
}

impl SolvableGame {
    fn new(place: &Place) -> Result<Self, ApiError> {
        if place.game != "connect4" {
            return Err(ApiError::bad(format!(
                "{}: only connect4 can be solved",
                place.game
            )));
        }
        let table = place.table()?;
        let position = place.position(table.as_ref())?;
        let options = GameOptions {
            size: place.size.clone(),
            ..GameOptions::default()
        };
        let game = Connect4::with_options(&options).map_err(|e| ApiError::bad(e.to_string()))?;
        let bad = |error: melee_solve::connect4::SolveError| ApiError::bad(error.to_string());
        let setup = game.parse_position(&position.text());
        let setup = setup.map_err(|error| ApiError::bad(error.to_string()))?;
        let start = Position::new(&game, &setup.start).map_err(bad)?;
        let plies = position.plies();
        let columns = plies.iter().filter_map(|mv| mv.parse::<usize>().ok());
        let now = match position.to_move() {
            Some(_) => Some(Position::new(&game, &setup.state(&game)).map_err(bad)?),
            None => None,
        };
        Ok(SolvableGame {
            columns: columns.map(|column| column - 1).collect(),
            player: position.to_move().map_or(0, |player| player.index() + 1),
            first_player: game.to_move(&setup.start).index(),
            rules: game,
            start,
            now,
        })
    }

    fn now(&self) -> Result<Position, ApiError> {
        self.now
            .ok_or_else(|| ApiError::bad("connect4: the game is over"))
    }
}

fn new_solver(width: usize, height: usize) -> Result<Solver, ApiError> {
    let mut solver = Solver::new(width, height, Settings::default())
        .map_err(|error| ApiError::bad(error.to_string()))?;
    solver.use_shipped_book();
    Ok(solver)
}

/// Lets a solver work until it is done, the time is up or nobody wants to know any more.
fn solving<T>(
    app: &App,
    game: &SolvableGame,
    desk: &Desk,
    work: impl FnOnce(&mut Solver) -> T,
) -> Result<T, ApiError> {
    let (width, height) = (game.rules.width(), game.rules.height());
    // The last solver knows much already, if nobody else has it.
    let mut kept = app.solver.try_lock().ok();
    let known = kept.as_mut().and_then(|kept| kept.take());
    let mut solver = match known.filter(|solver| solver.size() == (width, height)) {
        Some(solver) => solver,
        None => new_solver(width, height)?,
    };
    let longest = app.config.longest;
    let answer = solver.watched(
        Duration::from_millis(20),
        |glance, gauge| {
            desk.nodes.store(glance.nodes, Ordering::Relaxed);
            if desk.stop.load(Ordering::Relaxed) || glance.elapsed >= longest {
                gauge.cancel();
            }
        },
        work,
    );
    if solver.is_cancelled() {
        return Err(ApiError::bad(format!(
            "connect4: not solved within {} s",
            longest.as_secs()
        )));
    }
    if let Some(kept) = kept.as_mut() {
        **kept = Some(solver);
    }
    Ok(answer)
}

/// A best move as the report of a search.
pub(crate) async fn move_events(app: App, place: Place) -> Result<Events, ApiError> {
    let game = app.work(move || SolvableGame::new(&place)).await?;
    let now = game.now()?;
    let own = app.clone();
    events(&app, move |desk| {
        let begin = Instant::now();
        let (score, column) = solving(&own, &game, desk, |solver| {
            let score = solver.score(&now, Goal::Score);
            (score, solver.best_column(&now, score))
        })?;
        let column = column.ok_or_else(|| ApiError::bad("connect4: no column is left"))?;
        let best_move = (column + 1).to_string();
        Ok(json!(Report {
            algorithm: PERFECT.to_string(),
            depth: now.cells() - now.stones(),
            partial: false,
            value: score,
            values: None,
            line_values: None,
            line: vec![Ply {
                player: game.player,
                text: best_move.clone()
            }],
            best_move,
            nodes: desk.nodes.load(Ordering::Relaxed),
            seconds: begin.elapsed().as_secs_f64(),
            proven: Some(match score.signum() {
                1 => "win",
                0 => "draw",
                _ => "loss",
            }),
            plies: None,
        }))
    })
}

async fn solve(
    State(app): State<App>,
    Json(request): Json<SolveRequest>,
) -> Result<Events, ApiError> {
    let game = app.work(move || SolvableGame::new(&request.place)).await?;
    let now = game.now()?;
    let own = app.clone();
    events(&app, move |desk| {
        let columns = solving(&own, &game, desk, |solver| {
            solver.column_scores(&now, Goal::Score)
        })?;
        let score = columns.iter().flatten().max().copied();
        Ok(json!(Solved {
            score: score.unwrap_or(0),
            columns
        }))
    })
}

async fn review(
    State(app): State<App>,
    Json(request): Json<SolveRequest>,
) -> Result<Events, ApiError> {
    let game = app.work(move || SolvableGame::new(&request.place)).await?;
    let own = app.clone();
    events(&app, move |desk| {
        Ok(json!(review_backwards(&own, &game, desk)?))
    })
}

/// Reviews a game from its end, where solving is easy and helps with what was before. When the time
/// is up the first moves, which take longest, stay without a verdict.
fn review_backwards(app: &App, game: &SolvableGame, desk: &Desk) -> Result<Reviewed, ApiError> {
    let mut review = Review::default();
    let ended = solving(app, game, desk, |solver| {
        review = solver.review_telling(&game.start, &game.columns, &mut |ply| {
            desk.report(&json!({"first": ply + 1}));
        });
    });
    // Without any verdict the time was too short.
    if review.plies.is_empty() {
        ended?;
    }
    let perfect = |player: usize| review.perfect((player + game.first_player) % 2);
    Ok(Reviewed {
        first: review.first + 1,
        perfect: [perfect(0), perfect(1)],
        plies: review.plies.iter().map(ReviewedMove::new).collect(),
    })
}
