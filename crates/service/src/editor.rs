//! Boards set up by hand, and why a click makes no move.

use melee::Player;
use melee::core::diagram::Piece;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::request::Ask;
use crate::view::number;
use crate::{Place, Refusal, Service};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct KitRequest {
    place: Place,
}

impl Ask for KitRequest {
    fn answer(self, service: &Service) -> Result<Value, Refusal> {
        let kit = self.place.position(service.registry())?.kit();
        let kit = kit.into_iter().map(|(owner, glyph)| json!([owner.map_or(0, number), glyph]));
        Ok(json!({"kit": kit.collect::<Value>()}))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetupRequest {
    /// The position that is changed.
    place: Place,
    /// Everything that is to stand on the board: the cell, the owner counted from 1 or 0 for nobody, and the letter.
    pieces: Vec<(usize, usize, char)>,
    /// Counted from 1.
    to_move: usize,
}

/// The player of a number from 1; `None` for 0.
fn player(number: usize, players: usize) -> Result<Option<Player>, Refusal> {
    if number > players {
        return Err(Refusal::bad(format!("player {number}: there are {players}")));
    }
    Ok(number.checked_sub(1).map(Player::new))
}

impl Ask for SetupRequest {
    fn answer(self, service: &Service) -> Result<Value, Refusal> {
        let position = self.place.position(service.registry())?;
        let players = position.game().players();
        let piece =
            |&(cell, owner, glyph): &(usize, usize, char)| Ok(Piece { cell, owner: player(owner, players)?, glyph });
        let pieces = self.pieces.iter().map(piece).collect::<Result<Vec<_>, Refusal>>()?;
        let to_move = player(self.to_move, players)?;
        let to_move = to_move.ok_or_else(|| Refusal::bad("to_move 0: expected a player from 1"))?;
        let text = position.set_up(&pieces, to_move)?;
        let place = self.place.at_text(service.registry(), &text)?;
        let position = place.position(service.registry())?;
        Ok(json!({"place": place, "pos": position.text(), "over": position.outcome().is_some()}))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WhyRequest {
    place: Place,
    /// The cells that were clicked, in order.
    cells: Vec<usize>,
}

impl Ask for WhyRequest {
    fn answer(self, service: &Service) -> Result<Value, Refusal> {
        let position = self.place.position(service.registry())?;
        Ok(json!({"why": position.why_not(&self.cells)}))
    }
}
