//! The tree of a small search, as the search itself walked it.

use std::time::Duration;

use melee::{Limits, SeatSpec};
use serde::Deserialize;

use crate::request::Think;
use crate::search::{algorithm, memory};
use crate::{Place, Refusal, Service, Span, Work};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TreeRequest {
    place: Place,
    /// Who searches, and how deep: `brs+@d4`.
    seat: SeatSpec,
    /// The most nodes of the tree.
    #[serde(default)]
    nodes: Option<usize>,
    #[serde(default)]
    seed: u64,
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
    fn check(&self) -> Result<usize, Refusal> {
        match self.seat.limits.depth {
            Some(1..=DEEPEST) => {}
            Some(depth) => {
                let problem = format!("depth {depth}: expected 1 to {DEEPEST}");
                return Err(Refusal::bad(problem));
            }
            None => {
                let seat = &self.seat;
                let problem = format!("{seat}: a tree needs a depth, such as {}@d3", seat.who);
                return Err(Refusal::bad(problem));
            }
        }
        match self.nodes.unwrap_or(LARGEST) {
            nodes @ 1..=LARGEST => Ok(nodes),
            nodes => Err(Refusal::bad(format!("{nodes} nodes: expected 1 to {LARGEST}"))),
        }
    }
}

impl Think for TreeRequest {
    fn prepare(self, service: &Service) -> Result<Work, Refusal> {
        let most = self.check()?;
        let spec = algorithm(&self.seat)?.clone();
        let position = self.place.position(service.registry())?;
        let limits = Limits {
            nodes: Some(self.seat.limits.nodes.unwrap_or(SAMPLED).min(SAMPLED)),
            time: Some(service.settings.longest.min(LONGEST)),
            ..self.seat.limits
        };
        let game = position.game();
        memory(service.settings.table_bytes, &game, &spec, limits)?;
        Ok(Work::new(Span::Short, move |_, listener| {
            let engine = game.seeded_engine(&spec, self.seed)?;
            let tree = engine.record(&position, limits, most, listener.watch())?;
            serde_json::to_value(tree).map_err(|error| Refusal::bad(error.to_string()))
        }))
    }
}
