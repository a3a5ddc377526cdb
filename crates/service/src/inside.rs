//! What the network that comes with a game thinks of a position, and which pieces matter to it.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::request::Ask;
use crate::{Place, Refusal, Service};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct InsideRequest {
    place: Place,
}

impl Ask for InsideRequest {
    fn answer(self, service: &Service) -> Result<Value, Refusal> {
        let Some(view) = self.place.position(service.registry())?.net_view() else {
            return Ok(json!({"net": null}));
        };
        let without = view.without.iter().map(|(cell, changes)| json!({"cell": cell, "changes": changes}));
        let without: Vec<Value> = without.collect();
        Ok(json!({"net": {"shares": view.shares, "by_hand": view.by_hand, "without": without}}))
    }
}
