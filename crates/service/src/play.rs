//! Positions and records: what the board shows, and games in and out as text.

use melee::{Player, Registry};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::place::LONGEST_GAME;
use crate::request::Ask;
use crate::{Place, Refusal, Service, view};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PositionRequest {
    place: Place,
    /// The key of the board that the page has.
    #[serde(default)]
    board: Option<String>,
    /// A line that a search thought of; the position after it is shown.
    #[serde(default)]
    line: Vec<Ply>,
    /// It is only looked at: nothing is said about what can be done in it.
    #[serde(default)]
    still: bool,
}

/// A move of a line, with who makes it: lines of a search may skip players.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ply {
    /// Counted from 1.
    player: usize,
    #[serde(rename = "move")]
    text: String,
}

/// The longest line of a search.
const LONGEST_LINE: usize = 300;

fn line_of(plies: &[Ply], players: usize) -> Result<Vec<melee::Ply<&str>>, Refusal> {
    if plies.len() > LONGEST_LINE {
        let problem = format!("a line of more than {LONGEST_LINE} moves");
        return Err(Refusal::bad(problem));
    }
    let mut line = Vec::new();
    for Ply { player, text } in plies {
        if !(1..=players).contains(player) {
            let problem = format!("player {player}: there are {players}");
            return Err(Refusal::bad(problem));
        }
        line.push(melee::Ply { player: Player::new(player - 1), mv: text.as_str() });
    }
    Ok(line)
}

impl Ask for PositionRequest {
    fn answer(self, service: &Service) -> Result<Value, Refusal> {
        let position = self.place.position(service.registry())?;
        let known = self.board.as_deref();
        if self.line.is_empty() {
            return Ok(view::view(&position, known, self.still));
        }
        let line = line_of(&self.line, position.game().players())?;
        Ok(view::preview(&position, position.preview(&line)?, known))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExportRequest {
    place: Place,
}

impl Ask for ExportRequest {
    fn answer(self, service: &Service) -> Result<Value, Refusal> {
        let position = self.place.position(service.registry())?;
        Ok(json!({
            "record": position.record(),
            "moves": position.plies().join(" "),
            "pos": position.text(),
            "svg": melee::core::diagram::svg(&position.diagram(false)),
        }))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ImportRequest {
    /// The game, and where it begins if the text does not say.
    place: Place,
    /// A record, moves, a position, or a file of the game such as a map.
    text: String,
}

struct Imported {
    place: Place,
    /// The first move that is not legal, counted from 1, and why; the moves before it are kept.
    problem: Option<String>,
}

impl Ask for ImportRequest {
    fn answer(self, service: &Service) -> Result<Value, Refusal> {
        let Imported { place, problem } = read(service.registry(), self.place, self.text.trim())?;
        Ok(json!({"place": place, "problem": problem}))
    }
}

/// Reads a text as a record if its first move is one, else as a position or one of the game's files.
fn read(registry: &Registry, place: Place, text: &str) -> Result<Imported, Refusal> {
    if text.is_empty() {
        return Err(Refusal::bad("there is nothing to read"));
    }
    let place = place.with_moves(Vec::new());
    let refusal = match read_record(registry, place.clone(), text) {
        Ok(imported) => return Ok(imported),
        Err(refusal) => refusal,
    };
    let (bare, files) = place.rules(registry)?;
    let as_files = files.iter().map(|name| bare.clone().with(name, text));
    let as_text = std::iter::once(bare.clone().at(text)).chain(as_files);
    let as_text = as_text.map(|options| Place { game: place.game.clone(), options, moves: Vec::new() });
    let readings = std::iter::once(place.at_text(registry, text)?).chain(as_text);
    let mut no_position = None;
    for place in readings {
        match place.position(registry) {
            Ok(_) => return Ok(Imported { place: place.without_files(registry)?, problem: None }),
            Err(error) => no_position = no_position.or(Some(error)),
        }
    }
    let no_position = no_position.map_or(String::new(), |error| format!(" ({error})"));
    Err(Refusal::bad(format!("neither a position{no_position} nor a record: {refusal}")))
}

/// Reads a record up to the first move that is not legal; the first must be.
fn read_record(registry: &Registry, mut place: Place, text: &str) -> Result<Imported, Refusal> {
    place.options = registry.game(&place.game)?.options_for_record(&place.options, text);
    let mut position = place.position(registry)?;
    let record = position.read_record(text)?;
    if let Some(start) = record.start {
        place.options.start = None;
        place.options.position = Some(start);
        position = place.position(registry)?;
    }
    let before = position.ply_count();
    let mut problem = None;
    for (i, mv) in record.moves.iter().enumerate() {
        let played = if i < LONGEST_GAME {
            position.play(mv).map_err(Refusal::from)
        } else {
            Err(Refusal::bad("the game is too long"))
        };
        if let Err(error) = played {
            if i == 0 {
                return Err(error);
            }
            problem = Some(format!("move {}: {error}", i + 1));
            break;
        }
    }
    // As the game writes them, whatever form was read.
    let moves = position.plies().split_off(before);
    Ok(Imported { place: place.with_moves(moves), problem })
}
