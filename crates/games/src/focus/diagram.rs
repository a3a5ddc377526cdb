//! The board as a drawing: every square is a block of five places, so that all pieces of a stack are seen.
//!
//! A stack fills its block from the lower left: three pieces in the lower row, two in the upper. The
//! top piece has a capital letter and a ring, for it says whose the stack is. Reserves lie on places of
//! their own beside the board. How many pieces move is said by where one clicks: on a lower piece for it
//! and all above it, on the top piece for as many as the squares to the target.

use melee_core::diagram::{Cell, Counter, Diagram, Draw, Gesture, Label, Piece, Point, Prompt, point};
use melee_core::{Game, Notation, NotationError, Player};

use super::board::{BOARD, TALLEST};
use super::description::SEATS;
use super::notation::{LETTERS, square_name};
use super::{Focus, Move, State};
use crate::bits::ones;

/// Blocks are three places wide and two high, with a gap between them.
const WIDTH: f32 = 10.0 / 3.0;
const HEIGHT: f32 = 2.25;

/// The centre of each place of a block, and its width.
const PLACES: [(f32, f32, f32); TALLEST] =
    [(-1.0, 0.5, 1.0), (0.0, 0.5, 1.0), (1.0, 0.5, 1.0), (-0.75, -0.5, 1.5), (0.75, -0.5, 1.5)];

/// The cell of a piece by its square and the number of pieces below it. Cells are listed square by
/// square from the top, as one reads, and reserves last.
fn cell_index(square: u8, level: usize) -> usize {
    let (column, row) = (square % 8, square / 8);
    let above = BOARD & !(u64::MAX >> (8 * (7 - row)));
    let before = BOARD >> (8 * row) & ((1 << column) - 1);
    let squares = above.count_ones() + before.count_ones();
    squares as usize * TALLEST + level
}

fn reserve_cell(player: Player) -> usize {
    BOARD.count_ones() as usize * TALLEST + player.index()
}

fn centre(square: u8) -> Point {
    let (column, row) = (square % 8, square / 8);
    point(f32::from(column) * WIDTH, f32::from(7 - row) * HEIGHT)
}

fn place(square: u8, level: usize) -> Cell {
    let block = centre(square);
    let (x, y, width) = PLACES[level];
    let corner = |dx: f32, dy: f32| point(block.x + x + dx * width, block.y + y + dy);
    let id = match level {
        0 => square_name(square),
        _ => format!("{}.{}", square_name(square), level + 1),
    };
    Cell {
        id,
        polygon: vec![corner(-0.5, -0.5), corner(0.5, -0.5), corner(0.5, 0.5), corner(-0.5, 0.5)],
        shade: (square + square / 8) % 2,
    }
}

/// Where a player's reserve lies.
fn reserve_centre(player: Player) -> Point {
    point(8.0 * WIDTH, (1 + 2 * player.index()) as f32 * HEIGHT - 0.5)
}

fn glyph(colour: usize, is_top: bool) -> char {
    let letter = LETTERS[colour];
    if is_top { letter.to_ascii_uppercase() } else { letter }
}

impl Draw for Focus {
    fn diagram(&self, state: &State) -> Diagram {
        let mut diagram = Diagram::default();
        let mut squares: Vec<u8> = ones(BOARD).collect();
        squares.sort_by_key(|&square| cell_index(square, 0));
        for square in squares {
            let places = (0..TALLEST).map(|level| place(square, level));
            diagram.cells.extend(places);
            let stack = state.stack(square);
            let pieces = stack.pieces().enumerate();
            diagram.pieces.extend(pieces.map(|(level, colour)| Piece {
                cell: cell_index(square, level),
                owner: Some(Player::new(colour)),
                glyph: glyph(colour, level + 1 == stack.height()),
            }));
        }
        for player in Player::all(self.players()) {
            let (at, seat) = (reserve_centre(player), player.index());
            let name = SEATS[seat].name;
            let cell = Cell::square(format!("reserve.{name}"), at, 0);
            diagram.cells.push(cell);
            let count = state.tally.reserves[seat];
            if count > 0 {
                diagram.pieces.push(Piece {
                    cell: reserve_cell(player),
                    owner: Some(player),
                    glyph: glyph(seat, true),
                });
            }
            let text = match count {
                // Nothing else tells whose it is.
                0 => format!("{} 0", glyph(seat, true)),
                count => count.to_string(),
            };
            diagram.labels.push(Label { at: point(at.x, at.y + 1.0), text });
        }
        for i in 0..8u8 {
            diagram
                .labels
                .push(Label { at: point(f32::from(i) * WIDTH, 7.75 * HEIGHT), text: char::from(b'a' + i).to_string() });
            diagram.labels.push(Label { at: point(-2.0, f32::from(7 - i) * HEIGHT + 0.5), text: (i + 1).to_string() });
        }
        diagram.colours = SEATS[..self.players()].iter().map(|s| s.colour).collect();
        diagram
    }

    /// The lowest piece that moves, and where the top piece comes to lie.
    fn move_cells(&self, state: &State, mv: Move) -> Vec<usize> {
        let from = if mv.is_from_reserve() {
            reserve_cell(state.tally.turn)
        } else {
            cell_index(mv.from, state.stack(mv.from).height() - mv.count())
        };
        let (formed, _) = state.effect(mv);
        vec![from, cell_index(mv.to, formed.height() - 1)]
    }

    fn gesture(&self, state: &State, mv: Move) -> Gesture {
        let cells = self.move_cells(state, mv);
        let mut origins = vec![cells[0]];
        if !mv.is_from_reserve() && mv.count() > 1 {
            origins.push(cell_index(mv.from, state.stack(mv.from).height() - 1));
        }
        let ends = 0..TALLEST;
        let to = |origin: usize| ends.clone().map(move |level| vec![origin, cell_index(mv.to, level)]);
        let paths = origins.into_iter().flat_map(to).collect();
        let lifted = |level: usize| (cell_index(mv.from, level), cells[1]);
        let height = state.stack(mv.from).height();
        let shifts =
            if mv.is_from_reserve() { Vec::new() } else { (height - mv.count()..height).map(lifted).collect() };
        Gesture { paths, route: cells, ..Gesture::default() }.shifting(shifts)
    }

    fn prompt(&self, state: &State) -> Prompt {
        let tally = &state.tally;
        let (can_move, can_enter) = (self.movable(tally) != 0, self.entry_squares(tally) != 0);
        let ask = match (can_move, can_enter) {
            (true, true) => "choose a stack, or the lowest piece of it that is to move, or your reserve; then a square",
            (true, false) => "choose a stack, or the lowest piece of it that is to move; then a square",
            _ => "choose a square for a piece of your reserve",
        };
        Prompt { phase: "", ask }
    }

    fn ending(&self, state: &State, _plies: usize) -> &'static str {
        match state.tally.winner {
            Some(winner) if self.has_reached_goal(&state.tally, winner.index()) => "enough pieces are captured",
            Some(_) => "nobody else can move",
            None => "so many moves without a winner are a draw",
        }
    }

    fn kit(&self) -> Vec<(Option<Player>, char)> {
        (0..self.players()).map(|colour| (Some(Player::new(colour)), glyph(colour, false))).collect()
    }

    /// The pieces of a square lie on each other without gaps; captures stay, and so do reserves that are not emptied.
    fn set_up(&self, state: &State, pieces: &[Piece], to_move: Player) -> Result<String, NotationError> {
        let square_text = |square: u8| {
            let at = |level: usize| pieces.iter().rfind(|piece| piece.cell == cell_index(square, level));
            let owners = (0..TALLEST).filter_map(at).filter_map(|piece| piece.owner);
            let letters: String = owners.map(|owner| LETTERS[owner.index()]).collect();
            match letters.len() {
                0 => None,
                1 => Some(letters),
                _ => Some(format!("({letters})")),
            }
        };
        let row = |row: usize| {
            let (mut text, mut empty) = (String::new(), 0);
            for square in ones(BOARD & 0xff << (8 * row)) {
                let Some(stack) = square_text(square) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    text += &empty.to_string();
                }
                empty = 0;
                text += &stack;
            }
            if empty > 0 { text + &empty.to_string() } else { text }
        };
        let rows: Vec<String> = (0..8).rev().map(row).collect();
        let text = self.position_text(state);
        let rest: Vec<&str> = text.split(' ').skip(3).collect();
        let reserve = |player: Player| {
            let is_there = pieces.iter().any(|piece| piece.cell == reserve_cell(player));
            if is_there { state.tally.reserves[player.index()].max(1) } else { 0 }
        };
        let reserves: Vec<String> = Player::all(self.players()).map(|player| reserve(player).to_string()).collect();
        let mover = LETTERS[to_move.index()];
        Ok(format!("{} {mover} {} {}", rows.join("/"), reserves.join(","), rest.join(" ")))
    }

    fn why_not(&self, state: &State, cells: &[usize]) -> Option<String> {
        let square = |cell: usize| ones(BOARD).find(|&square| cell_index(square, cell % TALLEST) == cell);
        // From the piece that was clicked to the top of its stack: so many go, and so far.
        let count = |cell: usize, stack: u8| state.stack(stack).height().saturating_sub(cell % TALLEST);
        if let &[from] = cells {
            let Some(stack) = square(from) else {
                return Some("nothing is entered from this reserve now".to_string());
            };
            let too_far = || format!("no square of the board lies {} squares away from here", count(from, stack));
            return Some(self.refusal_of_stack(state, stack).unwrap_or_else(too_far));
        }
        let &[from, to] = cells else {
            return None;
        };
        let Some(to) = square(to).map(square_name) else {
            return Some("what a stack has too many comes to a reserve by itself".to_string());
        };
        let text = match square(from) {
            Some(from) => format!("{}-{to}", square_name(from)),
            None => format!("r:{to}"),
        };
        let wrong_piece = || {
            let stack = square(from)?;
            let pieces = count(from, stack);
            Some(format!("of this stack {pieces} pieces go from that one up, and they go {pieces} squares"))
        };
        self.parse_move(state, &text).map_or_else(|error| Some(error.reason().to_string()), |_| wrong_piece())
    }

    fn counters(&self, state: &State) -> Vec<Counter> {
        let tally = &state.tally;
        let seats = 0..self.players();
        let captured = |seat: usize| tally.captured[seat].iter().map(|&n| i64::from(n)).sum();
        let mut counters = vec![
            Counter { name: "in reserve", values: seats.clone().map(|s| tally.reserves[s].into()).collect() },
            Counter { name: "captured", values: seats.clone().map(captured).collect() },
        ];
        if let Some(goal) = self.goal {
            let missing = |s: usize| goal.missing(self.players, s, tally.captured[s]).into();
            counters.push(Counter { name: "captures to go", values: seats.map(missing).collect() });
        }
        counters
    }
}
