//! A game looked back at: what every move has cost, by a search of every position.

use std::time::Duration;

use melee::review::{ReviewedPly, Reviewer};
use melee::{Engine, Limits, Position, SeatSpec};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::engines::EngineOrder;
use crate::request::Think;
use crate::search::{algorithm, check_lines, not_solved, one, order};
use crate::{Listener, Place, Refusal, Service, Span, Work};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReviewRequest {
    place: Place,
    /// Who looks at the moves, and what each position may cost; without one whoever solves the game, or else the strongest.
    #[serde(default)]
    seat: Option<SeatSpec>,
    /// How many of the best moves of every position are told.
    #[serde(default = "one")]
    lines: usize,
    /// The game that the engine is kept for.
    #[serde(default)]
    session: Option<String>,
}

/// A game, and who looks at it.
struct Question {
    position: Position,
    order: EngineOrder,
    limits: Limits,
    /// What a solver finds is exact: it has the time for all positions together, and the first may go without.
    is_solver: bool,
}

impl ReviewRequest {
    fn question(self, service: &Service) -> Result<Question, Refusal> {
        let position = self.place.position(service.registry())?;
        let game = position.game();
        let plies = position.ply_count();
        if plies == 0 {
            return Err(Refusal::bad(format!("{}: a review needs a game", game.name())));
        }
        check_lines(self.lines)?;
        let usual = game.solver().unwrap_or(game.description().strongest(game.players()));
        let seat = self.seat.unwrap_or_else(|| SeatSpec::search(usual, Limits::NONE));
        let spec = algorithm(&seat)?;
        let is_solver = game.solver() == Some(spec.name.as_str());
        let longest = service.settings.longest;
        let limits = if is_solver {
            Limits { time: Some(longest), lines: usize::MAX, ..seat.limits }
        } else {
            // Every position is searched three times at most. Nobody wants to read of nanoseconds.
            let share = longest / (3 * plies as u32 + 1);
            let share = Duration::from_millis(share.as_millis() as u64).max(Duration::from_millis(1));
            let asked = seat.limits.time.unwrap_or(if seat.limits.is_none() { USUAL } else { share });
            let time = asked.min(share);
            Limits { time: Some(time), lines: self.lines, ..seat.limits }
        };
        let order = order(service, &self.place, &position, spec, limits, self.session)?;
        Ok(Question { position, order, limits, is_solver })
    }
}

/// For every search if nothing is said.
const USUAL: Duration = Duration::from_millis(300);

impl Question {
    fn review(&self, engine: &mut Engine, listener: &dyn Listener) -> Result<Value, Refusal> {
        let mut tell = |ply: &ReviewedPly, all: usize| {
            listener.add(json!({"ply": ply.ply, "all": all, "chances": rounded(&ply.chances)}));
        };
        let begun = listener.watch();
        let watch = || if self.is_solver { begun } else { listener.watch() };
        let mut reviewer = Reviewer { engine, limits: self.limits, watch: &watch, on_ply: &mut tell };
        let review = reviewer.review(&self.position)?;
        if review.plies.is_empty() {
            return Err(if self.is_solver { not_solved(&self.order.game, self.limits) } else { self.nothing_found() });
        }
        let mut told = json!({"limit": self.limit_text(), "for_all": self.is_solver});
        if let (Some(told), Ok(Value::Object(fields))) = (told.as_object_mut(), serde_json::to_value(&review)) {
            told.extend(fields);
        }
        Ok(told)
    }
}

impl Question {
    fn limit_text(&self) -> String {
        Limits { lines: 1, ..self.limits }.to_string()
    }

    fn nothing_found(&self) -> Refusal {
        let (name, spec, limit) = (self.order.game.name(), &self.order.spec, self.limit_text());
        Refusal::bad(format!("{name}: {spec} found nothing about any move within {limit}"))
    }
}

/// As exact as anybody can see.
fn rounded(chances: &[f64]) -> Vec<f64> {
    chances.iter().map(|chance| (chance * 1e4).round() / 1e4).collect()
}

impl Think for ReviewRequest {
    fn prepare(self, service: &Service) -> Result<Work, Refusal> {
        let question = self.question(service)?;
        Ok(Work::new(Span::Long, move |service, listener| {
            service.engines.lend(&question.order, |engine| question.review(engine, listener))
        }))
    }
}
