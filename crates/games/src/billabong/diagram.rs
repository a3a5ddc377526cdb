//! The board as a drawing: capital letters are pieces that have crossed the line once.

use melee_core::diagram::{Cell, Counter, Diagram, Draw, Edge, Gesture, Label, Prompt, point};
use melee_core::{Game, NotationError, Player};

use super::board::{COLUMNS, ROWS, TILES, Tile, column, is_lake, row};
use super::notation::tile_name;
use super::route::{landings, route};
use super::{Billabong, Move, Piece, State};

/// The thesis's colours: red, yellow, orange, white.
const LETTERS: [[char; 2]; 4] = [['r', 'R'], ['y', 'Y'], ['o', 'O'], ['w', 'W']];

const LAKE: u8 = 2;

/// The diagram lists its cells from the top, as one reads.
fn cell_index(tile: Tile) -> usize {
    (ROWS - 1 - row(tile)) * COLUMNS + column(tile)
}

fn tile_of(cell: usize) -> Option<Tile> {
    (0..TILES as Tile).find(|&tile| cell_index(tile) == cell)
}

fn centre(tile: Tile) -> melee_core::diagram::Point {
    point(column(tile) as f32, (ROWS - 1 - row(tile)) as f32)
}

impl Draw for Billabong {
    fn diagram(&self, state: &State) -> Diagram {
        let mut diagram = Diagram::default();
        let mut tiles: Vec<Tile> = (0..TILES as Tile).collect();
        tiles.sort_by_key(|&t| cell_index(t));
        diagram.cells.extend(tiles.iter().map(|&tile| {
            let shade = if is_lake(tile) { LAKE } else { 0 };
            Cell::square(tile_name(tile), centre(tile), shade)
        }));
        for (player, side) in state.sides[..self.players()].iter().enumerate() {
            diagram.pieces.extend(side.on_board().iter().map(|piece| melee_core::diagram::Piece {
                cell: cell_index(piece.tile()),
                owner: Some(Player::new(player)),
                glyph: LETTERS[player][piece.counter()],
            }));
        }
        // The start-finish line runs from the bottom edge up to the lake.
        diagram.edges.push(Edge { from: point(7.5, ROWS as f32 - 0.5), to: point(7.5, ROWS as f32 - 6.5) });
        for c in 0..COLUMNS {
            diagram
                .labels
                .push(Label { at: point(c as f32, ROWS as f32), text: char::from(b'a' + c as u8).to_string() });
        }
        for r in 0..ROWS {
            diagram.labels.push(Label { at: point(-1.0, (ROWS - 1 - r) as f32), text: (r + 1).to_string() });
        }
        diagram
    }

    fn move_cells(&self, _state: &State, mv: Move) -> Vec<usize> {
        [mv.from, mv.to].into_iter().filter(|piece| piece.is_on_board()).map(|piece| cell_index(piece.tile())).collect()
    }

    /// One clicks the piece and where it goes; a piece that leaves the board goes to a tile behind
    /// the line. The way shows every leap.
    fn gesture(&self, state: &State, mv: Move) -> Gesture {
        if mv == Move::PASS || !mv.from.is_on_board() {
            return Gesture::over(self.move_cells(state, mv));
        }
        let cell = |tile: Tile| cell_index(tile);
        let from = cell(mv.from.tile());
        let way: Vec<usize> = route(&state.occupied, mv).into_iter().map(cell).collect();
        let choice = match (mv.from.counter(), mv.to) {
            (_, Piece::OFF) => "off the board",
            (0, to) if to.counter() == 1 => "over the line",
            (1, to) if to.counter() == 0 => "back over the line",
            _ => "not over the line",
        };
        let ends = if mv.to == Piece::OFF { landings(&state.occupied, mv.from) } else { vec![mv.to.tile()] };
        Gesture {
            paths: ends.into_iter().map(|end| vec![from, cell(end)]).collect(),
            choice: Some(choice.to_string()),
            question: "where does it go",
            route: way,
            leaves: mv.to == Piece::OFF,
            ..Gesture::default()
        }
    }

    fn counters(&self, state: &State) -> Vec<Counter> {
        let sides = &state.sides[..self.players()];
        let of = |count: fn(&super::Side) -> u8| sides.iter().map(|s| count(s).into()).collect();
        vec![
            Counter { name: "off the board", values: of(super::Side::off) },
            Counter { name: "in hand", values: of(|side| side.in_hand) },
        ]
    }

    /// A capital letter is a piece that has crossed the line.
    fn kit(&self) -> Vec<(Option<Player>, char)> {
        let letters = LETTERS[..self.players()].iter().enumerate();
        letters.flat_map(|(owner, pair)| pair.map(|letter| (Some(Player::new(owner)), letter))).collect()
    }

    /// Pieces that are off the board stay off, all others that are not on it are in hand.
    fn set_up(
        &self,
        state: &State,
        pieces: &[melee_core::diagram::Piece],
        to_move: Player,
    ) -> Result<String, NotationError> {
        let side = |player: usize| {
            let own = pieces.iter().filter(|piece| piece.owner == Some(Player::new(player)));
            let words = own.filter_map(|piece| {
                let name = tile_name(tile_of(piece.cell)?);
                Some(format!("{name}:{}", u8::from(piece.glyph.is_ascii_uppercase())))
            });
            let mut words: Vec<String> = words.collect();
            let off = state.sides[player].off();
            words.extend((off > 0).then(|| format!("x{off}")));
            words.join(",")
        };
        let sides: Vec<String> = (0..self.players()).map(side).collect();
        Ok(format!("{} {to_move}", sides.join("|")))
    }

    fn why_not(&self, state: &State, cells: &[usize]) -> Option<String> {
        let to = tile_of(*cells.last()?)?;
        let side = &state.sides[state.turn.index()];
        let is_own = side.in_hand == 0 && side.on_board().iter().any(|piece| piece.tile() == to);
        let why = if is_lake(to) {
            "nobody comes to stand in the lake"
        } else if cells.len() == 1 && is_own {
            "nothing is free beside it, and there is no piece that it can leap over"
        } else if state.occupied.contains(to) {
            "a piece stands there"
        } else if cells.len() > 1 {
            "it is neither a step to a tile beside it nor a jump: a leap goes straight over one piece, to the tile just \
             as far behind it, and over no water"
        } else {
            return None;
        };
        Some(why.to_string())
    }

    fn prompt(&self, state: &State) -> Prompt {
        if state.sides[state.turn.index()].in_hand > 0 {
            return Prompt { phase: "placing", ask: "put a piece on a free square" };
        }
        Prompt { phase: "race", ask: "choose a piece, then where it steps or jumps" }
    }

    fn ending(&self, _state: &State, _plies: usize) -> &'static str {
        "all five are round the lake and off the board"
    }
}
