//! Games that are solved: what every move is worth, and how perfect a game was.

use axum::Router;
use axum::extract::State;
use axum::routing::post;
use melee::{Engine, Limits, Position, Spec};
use serde::Deserialize;
use serde_json::{Value, json};

use super::Json;
use super::search::{not_solved, order};
use crate::engines::EngineOrder;
use crate::events::{self, Client, Events};
use crate::{ApiError, App, Place};

pub(crate) fn routes() -> Router<App> {
    Router::new().route("/solve", post(solve)).route("/review", post(review))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SolveRequest {
    place: Place,
    /// The game that the solver is kept for.
    #[serde(default)]
    session: Option<String>,
}

/// A position of a game that is solved, and who solves it.
struct Question {
    position: Position,
    order: EngineOrder,
    limits: Limits,
}

impl SolveRequest {
    fn question(self, app: &App) -> Result<Question, ApiError> {
        let position = self.place.position(app.registry())?;
        let game = position.game();
        let solver = game.solver().ok_or_else(|| {
            let problem = format!("{}: nobody solves this game", game.name());
            ApiError::bad(problem)
        })?;
        let limits = Limits::time(app.config.longest);
        let spec = Spec::from(solver);
        let order = order(app, &self.place, &position, &spec, limits, self.session)?;
        Ok(Question { position, order, limits })
    }
}

impl Question {
    /// What every legal move is worth to the player to move.
    fn move_scores(&self, engine: &mut Engine, client: &Client) -> Result<Value, ApiError> {
        let scores = engine.move_scores(&self.position, self.limits, client.watch())?;
        let scores = scores.ok_or_else(|| not_solved(&self.order.game, self.limits))?;
        let moves = scores.iter();
        let moves = moves.map(|(mv, score)| json!({"move": mv, "score": score}));
        Ok(json!({
            "score": scores.iter().map(|(_, score)| score).max(),
            "moves": moves.collect::<Vec<_>>(),
        }))
    }

    /// Reviews the game from its end, where solving is easy and helps with what was before. When the
    /// time is up the first moves, which take longest, stay without a verdict.
    fn review(&self, engine: &mut Engine, client: &Client) -> Result<Value, ApiError> {
        let mut position = self.position.clone();
        let (moves, movers) = (position.plies(), position.movers());
        let mut first = moves.len();
        let mut plies = Vec::new();
        let mut perfect = vec![(0, 0); self.order.game.players()];
        // One watch for all positions: together they have the time.
        let watch = client.watch();
        while first > 0 && position.undo() {
            let Some(scores) = engine.move_scores(&position, self.limits, watch)? else {
                break;
            };
            first -= 1;
            let score = scores.iter().map(|(_, score)| *score).max();
            let best = scores.iter().filter(|(_, one)| Some(*one) == score);
            let best: Vec<&String> = best.map(|(mv, _)| mv).collect();
            let is_perfect = best.contains(&&moves[first]);
            let (good, all) = &mut perfect[movers[first].index()];
            (*good, *all) = (*good + usize::from(is_perfect), *all + 1);
            plies.push(json!({
                "move": moves[first], "score": score, "best": best, "perfect": is_perfect,
            }));
            client.report(json!({"first": first + 1}));
        }
        if plies.is_empty() && !moves.is_empty() {
            return Err(not_solved(&self.order.game, self.limits));
        }
        plies.reverse();
        Ok(json!({"first": first + 1, "plies": plies, "perfect": perfect}))
    }
}

type Work = fn(&Question, &mut Engine, &Client) -> Result<Value, ApiError>;

async fn answer(app: App, request: SolveRequest, work: Work) -> Result<Events, ApiError> {
    let question = app.work(move |app| request.question(app)).await?;
    let engines = app.engines.clone();
    events::think(&app, move |client| engines.lend(&question.order, |engine| work(&question, engine, client)))
}

async fn solve(State(app): State<App>, Json(request): Json<SolveRequest>) -> Result<Events, ApiError> {
    answer(app, request, Question::move_scores).await
}

async fn review(State(app): State<App>, Json(request): Json<SolveRequest>) -> Result<Events, ApiError> {
    answer(app, request, Question::review).await
}
