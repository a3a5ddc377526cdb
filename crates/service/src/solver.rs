//! Games that are solved: what every move is worth.

use melee::{Engine, Limits, Position, Spec};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::engines::EngineOrder;
use crate::request::Think;
use crate::search::{not_solved, order};
use crate::{Listener, Place, Refusal, Service, Span, Work};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SolveRequest {
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
    fn question(self, service: &Service) -> Result<Question, Refusal> {
        let position = self.place.position(service.registry())?;
        let game = position.game();
        let solver = game.solver().ok_or_else(|| {
            let problem = format!("{}: nobody solves this game", game.name());
            Refusal::bad(problem)
        })?;
        let limits = Limits::time(service.settings.longest);
        let spec = Spec::from(solver);
        let order = order(service, &self.place, &position, &spec, limits, self.session)?;
        Ok(Question { position, order, limits })
    }
}

impl Question {
    /// What every legal move is worth to the player to move.
    fn move_scores(&self, engine: &mut Engine, listener: &dyn Listener) -> Result<Value, Refusal> {
        let scores = engine.move_scores(&self.position, self.limits, listener.watch())?;
        let scores = scores.ok_or_else(|| not_solved(&self.order.game, self.limits))?;
        let moves = scores.iter();
        let moves = moves.map(|(mv, score)| json!({"move": mv, "score": score}));
        Ok(json!({
            "score": scores.iter().map(|(_, score)| score).max(),
            "moves": moves.collect::<Vec<_>>(),
        }))
    }
}

impl Think for SolveRequest {
    fn prepare(self, service: &Service) -> Result<Work, Refusal> {
        let question = self.question(service)?;
        Ok(Work::new(Span::Long, move |service, listener| {
            service.engines.lend(&question.order, |engine| question.move_scores(engine, listener))
        }))
    }
}
