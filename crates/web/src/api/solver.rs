//! Games that are solved: what every move is worth.

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
use crate::pool::Span;
use crate::{ApiError, App, Place};

pub(crate) fn routes() -> Router<App> {
    Router::new().route("/solve", post(solve))
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
}

async fn solve(State(app): State<App>, Json(request): Json<SolveRequest>) -> Result<Events, ApiError> {
    let question = app.work(move |app| request.question(app)).await?;
    let engines = app.engines.clone();
    events::think(&app, Span::Long, move |client| {
        engines.lend(&question.order, |engine| question.move_scores(engine, client))
    })
}
