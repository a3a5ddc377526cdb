//! The map as a drawing. A transition is a line between its exits; in the terminal a letter stands
//! in front of both, where there is room. What a bomb has destroyed is drawn as water.

use std::collections::HashSet;

use melee_core::diagram::{Cell as Field, Counter, Diagram, Draw, Edge, Gesture, Label, Piece, Point, Prompt, point};
use melee_core::{Notation, NotationError, Player};

use super::map::{Exit, STEPS};
use super::moves::{BONUS_BOMB, BONUS_OVERRIDE};
use super::state::Phase;
use super::{Cell, Move, ReversiXt, State};

/// What bonus and choice tiles ask.
const BONUS: &str = "what do you take";
const CHOICE: &str = "whose stones do you take";

const CRATER: u8 = 2;
const SPECIAL: u8 = 1;

/// So many transitions get letters.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

impl ReversiXt {
    fn centre(&self, tile: usize) -> Point {
        let (x, y) = (tile % self.map.width, tile / self.map.width);
        point(x as f32, y as f32)
    }

    /// The tiles of the map, in the order they are drawn.
    fn drawn(&self) -> impl Iterator<Item = usize> {
        let cells = self.map.cells.iter().enumerate();
        cells.filter(|(_, cell)| **cell != Cell::HOLE).map(|(tile, _)| tile)
    }
}

/// A point beside the tile of an exit: on its border at 0.5, where the neighbour would be at 1.
fn beside(exit: Exit, distance: f32) -> Point {
    let (dx, dy) = STEPS[exit.direction];
    point(exit.x as f32 + distance * dx as f32, exit.y as f32 + distance * dy as f32)
}

impl Draw for ReversiXt {
    fn diagram(&self, state: &State) -> Diagram {
        let mut diagram = Diagram::default();
        for tile in self.drawn() {
            let cell = state.owned_cell(tile);
            let name = format!("{},{}", tile % self.map.width, tile / self.map.width);
            let shade = match cell {
                Cell::HOLE => CRATER,
                cell if cell.is_special() => SPECIAL,
                _ => 0,
            };
            if cell != Cell::HOLE && cell != Cell::EMPTY {
                diagram.pieces.push(Piece {
                    cell: diagram.cells.len(),
                    owner: cell.colour().map(Player::new),
                    glyph: cell.to_char(),
                });
            }
            diagram.cells.push(Field::square(name, self.centre(tile), shade));
        }
        let mut taken = HashSet::new();
        for (i, &(a, b)) in self.map.transitions.iter().enumerate() {
            let is_left = |e: Exit| state.cells[e.y * self.map.width + e.x] != Cell::HOLE;
            if !is_left(a) || !is_left(b) {
                continue;
            }
            diagram.edges.push(Edge { from: beside(a, 0.4), to: beside(b, 0.4) });
            let Some(letter) = LETTERS.chars().nth(i) else {
                continue;
            };
            for exit in [a, b] {
                let at = beside(exit, 1.0);
                if taken.insert((at.x as i32, at.y as i32)) {
                    let text = letter.to_string();
                    diagram.labels.push(Label { at, text });
                }
            }
        }
        let step = |side: usize| if side > 30 { 5 } else { 1 };
        let (width, height) = (self.map.width, self.map.height);
        diagram.labels.extend(
            (0..width)
                .step_by(step(width))
                .map(|x| Label { at: point(x as f32, height as f32 + 1.0), text: x.to_string() }),
        );
        diagram.labels.extend(
            (0..height).step_by(step(height)).map(|y| Label { at: point(-2.0, y as f32), text: y.to_string() }),
        );
        diagram
    }

    fn move_cells(&self, _state: &State, mv: Move) -> Vec<usize> {
        if mv.disqualified().is_some() {
            return Vec::new();
        }
        vec![self.board.drawn[mv.tile as usize] as usize]
    }

    fn gesture(&self, state: &State, mv: Move) -> Gesture {
        let gesture = Gesture::over(self.move_cells(state, mv));
        match mv.special {
            0 => gesture,
            BONUS_BOMB => gesture.called("a bomb").asking(BONUS),
            BONUS_OVERRIDE => gesture.called("an override stone").asking(BONUS),
            player if usize::from(player) == usize::from(state.tally.turn) + 1 => {
                gesture.called("keep your stones").asking(CHOICE)
            }
            player => gesture.called(format!("swap with player {player}")).asking(CHOICE),
        }
    }

    fn kit(&self) -> Vec<(Option<Player>, char)> {
        let stones = (0..self.map.players).map(Cell::stone);
        let tiles = [Cell::EXPANSION, Cell::CHOICE, Cell::INVERSION, Cell::BONUS];
        stones.chain(tiles).map(|cell| (cell.colour().map(Player::new), cell.to_char())).collect()
    }

    /// Holes stay holes, and craters too where nothing is put.
    fn set_up(&self, state: &State, pieces: &[Piece], to_move: Player) -> Result<String, NotationError> {
        let mut tiles: Vec<char> = self.map.cells.iter().map(|_| Cell::HOLE.to_char()).collect();
        for (cell, tile) in self.drawn().enumerate() {
            let piece = pieces.iter().rfind(|piece| piece.cell == cell);
            let bare = if state.owned_cell(tile) == Cell::HOLE { Cell::HOLE } else { Cell::EMPTY };
            tiles[tile] = piece.map_or(bare.to_char(), |piece| piece.glyph);
        }
        let rows: Vec<String> = tiles.chunks(self.map.width).map(|row| row.iter().collect()).collect();
        let text = self.position_text(state);
        let words = text.split(' ').skip(1).map(|word| match word.split_once('=') {
            Some(("turn", _)) => format!("turn={to_move}"),
            _ => word.to_string(),
        });
        Ok(format!("{} {}", rows.join("/"), words.collect::<Vec<_>>().join(" ")))
    }

    fn why_not(&self, state: &State, cells: &[usize]) -> Option<String> {
        let tile = self.drawn().nth(*cells.last()?)?;
        let text = format!("{},{}", tile % self.map.width, tile / self.map.width);
        self.parse_move(state, &text).err().map(|error| error.reason().to_string())
    }

    fn counters(&self, state: &State) -> Vec<Counter> {
        let tally = &state.tally;
        let of = |count: &dyn Fn(usize) -> i64| (0..self.map.players).map(count).collect();
        vec![
            Counter { name: "stones", values: of(&|p| tally.stones[tally.colour(p)].into()) },
            Counter { name: "override stones", values: of(&|p| tally.overrides[p].into()) },
            Counter { name: "bombs", values: of(&|p| tally.bombs[p].into()) },
        ]
    }

    fn prompt(&self, state: &State) -> Prompt {
        match state.tally.phase {
            Phase::Stones => Prompt { phase: "stones", ask: "put a stone that encloses others in a line" },
            Phase::Bombs => Prompt { phase: "bombs", ask: "choose a tile for your bomb" },
        }
    }

    fn ending(&self, state: &State, _plies: usize) -> &'static str {
        match state.tally.phase {
            Phase::Stones => "nobody can put a stone any more; most stones win",
            Phase::Bombs => "all bombs are thrown; most stones win",
        }
    }
}
