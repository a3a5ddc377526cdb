//! A position as the page draws it.
//!
//! The outline of the board is sent only to pages that do not have it yet: they tell the key of the
//! one they have.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use melee_arena::{
    Counter, Diagram, Gesture, Imagined, MarkKind, Outcome, Player, Position, Table,
};
use serde::Serialize;

use crate::api::play::Ply;

/// A position and what can be done in it. Players count from 1, cells from 0.
#[derive(Clone, Debug, Serialize)]
pub struct View {
    /// The game's name.
    pub game: &'static str,
    /// The number of players.
    pub players: usize,
    /// The board.
    pub board: Board,
    /// Cells that are not of the usual kind: index and kind.
    pub shades: Vec<(usize, u8)>,
    /// What stands on the cells: index, owner (0: nobody) and letter.
    pub pieces: Vec<(usize, usize, char)>,
    /// Heavy lines.
    pub edges: Vec<[[f32; 2]; 2]>,
    /// The cells of the last move.
    pub last: Vec<usize>,
    /// The cells that decided the game.
    pub winning: Vec<usize>,
    /// The way of the last move.
    pub route: Vec<usize>,
    /// Who moves next; `null` when the game is over.
    pub to_move: Option<usize>,
    /// The legal moves.
    pub moves: Vec<LegalMove>,
    /// The moves since the start, those that belong to the position included.
    pub plies: Vec<Ply>,
    /// Who still takes part.
    pub alive: Vec<bool>,
    /// What is counted for every player.
    pub counters: Vec<Count>,
    /// The default evaluation, per player.
    pub scores: Vec<i32>,
    /// What a score is measured by: so much is as good as won.
    pub worth_of_win: i32,
    /// The result.
    pub outcome: Option<Result>,
    /// The position in the game's notation.
    pub pos: String,
}

/// A board's outline.
#[derive(Clone, Debug, Serialize)]
pub struct Board {
    /// Changes when the outline does.
    pub key: String,
    /// The cells, unless the page has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cells: Option<Vec<Cell>>,
    /// Texts beside the board, unless the page has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub labels: Option<Vec<Label>>,
}

/// A cell of the board.
#[derive(Clone, Debug, Serialize)]
pub struct Cell {
    /// Its name.
    pub id: String,
    /// Its corners.
    pub points: Vec<[f32; 2]>,
}

/// A text beside the board.
#[derive(Clone, Debug, Serialize)]
pub struct Label {
    /// Its middle.
    pub at: [f32; 2],
    /// What it says.
    pub text: String,
}

/// A legal move.
#[derive(Clone, Debug, Serialize)]
pub struct LegalMove {
    /// In the game's notation.
    #[serde(rename = "move")]
    pub text: String,
    /// The cells to click, in order; any of these.
    pub paths: Vec<Vec<usize>>,
    /// What tells it from others with the same clicks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice: Option<String>,
    /// The way it takes.
    pub route: Vec<usize>,
}

/// Something counted for every player.
#[derive(Clone, Debug, Serialize)]
pub struct Count {
    /// What.
    pub name: &'static str,
    /// One number per player.
    pub values: Vec<i64>,
}

/// How a game ended.
#[derive(Clone, Debug, Serialize)]
pub struct Result {
    /// The rank of every player.
    pub ranks: Vec<u8>,
    /// The points of every player.
    pub points: Vec<f64>,
}

fn rounded(v: f32) -> f32 {
    (v * 1000.0).round() / 1000.0
}

fn corner(point: melee_core::diagram::Point) -> [f32; 2] {
    [rounded(point.x), rounded(point.y)]
}

impl Board {
    fn new(diagram: &Diagram, known: Option<&str>) -> Self {
        let mut hasher = DefaultHasher::new();
        for cell in &diagram.cells {
            cell.id.hash(&mut hasher);
            for point in &cell.polygon {
                (point.x.to_bits(), point.y.to_bits()).hash(&mut hasher);
            }
        }
        for label in &diagram.labels {
            label.text.hash(&mut hasher);
            (label.at.x.to_bits(), label.at.y.to_bits()).hash(&mut hasher);
        }
        let key = format!("{:016x}", hasher.finish());
        if known == Some(key.as_str()) {
            return Board {
                key,
                cells: None,
                labels: None,
            };
        }
        let cells = diagram.cells.iter().map(|cell| Cell {
            id: cell.id.clone(),
            points: cell.polygon.iter().copied().map(corner).collect(),
        });
        let labels = diagram.labels.iter().map(|label| Label {
            at: corner(label.at),
            text: label.text.clone(),
        });
        Board {
            key,
            cells: Some(cells.collect()),
            labels: Some(labels.collect()),
        }
    }
}

impl LegalMove {
    fn new((text, gesture): (String, Gesture)) -> Self {
        LegalMove {
            text,
            paths: gesture.paths,
            choice: gesture.choice,
            route: gesture.route,
        }
    }
}

impl Result {
    fn new(outcome: Outcome) -> Self {
        Result {
            ranks: outcome.ranks().to_vec(),
            points: outcome.all_points(),
        }
    }
}

fn number(player: Player) -> usize {
    player.index() + 1
}

impl View {
    /// What the page needs to know of a position; `known` is the key of the board it has.
    pub fn new(table: &dyn Table, position: &dyn Position, known: Option<&str>) -> Self {
        let counters = position.counters().into_iter();
        View {
            to_move: position.to_move().map(number),
            moves: position
                .gestures()
                .into_iter()
                .map(LegalMove::new)
                .collect(),
            route: position.last_route(),
            scores: position.scores().as_slice().to_vec(),
            outcome: position.outcome().map(Result::new),
            counters: counters
                .map(|Counter { name, values }| Count { name, values })
                .collect(),
            ..View::drawn(table, position, &position.diagram(false), known)
        }
    }

    /// A position of a search tree below this one: there is nothing to be done in it.
    pub fn imagined(
        table: &dyn Table,
        position: &dyn Position,
        imagined: Imagined,
        known: Option<&str>,
    ) -> Self {
        View {
            to_move: imagined.to_move.map(number),
            route: imagined.route,
            scores: imagined.scores.as_slice().to_vec(),
            outcome: imagined.outcome.map(Result::new),
            ..View::drawn(table, position, &imagined.diagram, known)
        }
    }

    fn drawn(
        table: &dyn Table,
        position: &dyn Position,
        diagram: &Diagram,
        known: Option<&str>,
    ) -> Self {
        let mut marks: HashMap<MarkKind, Vec<usize>> = HashMap::new();
        for mark in &diagram.marks {
            marks.entry(mark.kind).or_default().push(mark.cell);
        }
        let shades = diagram.cells.iter().map(|cell| cell.shade).enumerate();
        let pieces = diagram.pieces.iter();
        let movers = position.movers().into_iter().map(number);
        let plies = movers.zip(position.plies());
        let plies = plies.map(|(player, text)| Ply { player, text });
        View {
            game: table.game(),
            players: table.players(),
            board: Board::new(diagram, known),
            shades: shades.filter(|(_, shade)| *shade != 0).collect(),
            pieces: pieces
                .map(|piece| (piece.cell, piece.owner.map_or(0, number), piece.glyph))
                .collect(),
            edges: diagram
                .edges
                .iter()
                .map(|edge| [corner(edge.from), corner(edge.to)])
                .collect(),
            last: marks.remove(&MarkKind::LastMove).unwrap_or_default(),
            winning: marks.remove(&MarkKind::Winning).unwrap_or_default(),
            route: Vec::new(),
            to_move: None,
            moves: Vec::new(),
            plies: plies.collect(),
            alive: position.alive(),
            counters: Vec::new(),
            scores: Vec::new(),
            worth_of_win: position.worth_of_win(),
            outcome: None,
            pos: position.text(),
        }
    }
}
