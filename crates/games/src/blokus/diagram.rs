//! The board as a drawing.

use melee_core::diagram::{Cell, Counter, Diagram, Draw, Gesture, Hand, HeldPiece, Label, Piece, Prompt, point};
use melee_core::{Game, Notation, NotationError, Player};

use super::notation::{LETTERS, Squares, fail, square_name};
use super::pieces::{SHAPES, Square, squares};
use super::{Blokus, MAX_SIDE, Move, OVER, State};

/// Squares on which a colour begins.
const START: u8 = 1;

impl Blokus {
    /// The diagram lists its cells from the top, as one reads.
    fn cell_index(&self, (x, y): (usize, usize)) -> usize {
        let side = self.variant.side();
        (side - 1 - y) * side + x
    }

    fn square_of(&self, cell: usize) -> (usize, usize) {
        let side = self.variant.side();
        (cell % side, side - 1 - cell / side)
    }

    fn per_player(&self, of: impl Fn(usize) -> i64) -> Vec<i64> {
        let mut values = vec![0; self.players()];
        for colour in 0..self.colours() {
            if let Some(owner) = self.owner(colour) {
                values[owner.index()] += of(colour);
            }
        }
        values
    }
}

impl Draw for Blokus {
    fn diagram(&self, state: &State) -> Diagram {
        let side = self.variant.side();
        let mut diagram = Diagram::default();
        let starts: Vec<_> = (0..self.colours()).map(|colour| self.variant.start_square(colour)).collect();
        for (x, y) in (0..side * side).map(|i| (i % side, side - 1 - i / side)) {
            let at = point(x as f32, (side - 1 - y) as f32);
            let shade = if starts.contains(&(x, y)) { START } else { 0 };
            diagram.cells.push(Cell::square(square_name((x, y)), at, shade));
        }
        for (colour, &glyph) in LETTERS[..self.colours()].iter().enumerate() {
            let laid = state.squares_of(colour);
            diagram.pieces.extend(laid.map(|square| Piece {
                cell: self.cell_index(square),
                owner: self.owner(colour),
                glyph,
            }));
        }
        for i in 0..side {
            diagram
                .labels
                .push(Label { at: point(i as f32, side as f32), text: char::from(b'a' + i as u8).to_string() });
            diagram.labels.push(Label { at: point(-1.0, (side - 1 - i) as f32), text: (i + 1).to_string() });
        }
        diagram
    }

    fn move_cells(&self, _state: &State, mv: Move) -> Vec<usize> {
        let squares = Self::squares_of_move(mv);
        squares.map(|square| self.cell_index(square)).collect()
    }

    /// A piece goes to all its squares at once.
    fn target_cells(&self, state: &State, mv: Move) -> Vec<usize> {
        self.move_cells(state, mv)
    }

    /// One clicks the squares of the piece row by row from the bottom, and the last one once more: a piece
    /// may be the beginning of another.
    fn gesture(&self, state: &State, mv: Move) -> Gesture {
        let cells = self.move_cells(state, mv);
        let mut clicks = cells.clone();
        clicks.extend(cells.last());
        Gesture::over(clicks).along(cells)
    }

    fn hands(&self, state: &State) -> Vec<Hand> {
        let held = |hand: u32| {
            let pieces = SHAPES.iter().enumerate().filter(move |(i, _)| hand >> i & 1 == 1);
            let from_top = |squares: &[Square]| {
                let top = squares.iter().map(|square| square.1).max().unwrap_or(0);
                squares.iter().map(|&(x, y)| (x, top - y)).collect()
            };
            pieces.map(move |(_, &(name, squares))| HeldPiece { name, squares: from_top(squares) }).collect()
        };
        let hand = |colour: usize| Hand {
            owner: (state.turn as usize != OVER).then(|| self.player_of(state, colour)),
            glyph: LETTERS[colour],
            is_to_move: colour == state.turn as usize,
            pieces: held(state.hands[colour]),
        };
        (0..self.colours()).map(hand).collect()
    }

    fn prompt(&self, state: &State) -> Prompt {
        let is_first = state.squares_of(state.turn as usize % self.colours()).next().is_none();
        let ask = if is_first {
            "choose a piece and lay it over your start square"
        } else {
            "choose a piece and lay it corner to corner with your colour, never edge to edge"
        };
        Prompt { phase: "", ask }
    }

    fn ending(&self, _state: &State, _plies: usize) -> &'static str {
        "nobody can lay a piece any more; most points win"
    }

    fn kit(&self) -> Vec<(Option<Player>, char)> {
        (0..self.colours()).map(|colour| (self.owner(colour), LETTERS[colour])).collect()
    }

    /// Squares of one colour that hang together are one piece; what is not on the board is in the hands.
    fn set_up(&self, was: &State, pieces: &[Piece], to_move: Player) -> Result<String, NotationError> {
        let mut squares: Squares = [[None; MAX_SIDE]; MAX_SIDE];
        for piece in pieces {
            let (x, y) = self.square_of(piece.cell);
            squares[y][x] = LETTERS.iter().position(|&letter| letter == piece.glyph).map(|colour| colour as u8);
        }
        let mut state = self.lay_out(squares)?;
        // Which piece was laid last does not show on the board.
        for colour in (0..self.colours()).filter(|&colour| state.hands[colour] == 0 && was.hands[colour] == 0) {
            state.last_was_one |= was.last_was_one & 1 << colour;
        }
        let may_move = |&colour: &usize| !state.is_out(colour) && self.player_of(&state, colour) == to_move;
        // Who has two colours goes on with the one whose turn it was.
        let mut colours = std::iter::once(was.turn as usize).filter(|&turn| turn != OVER).chain(0..self.colours());
        let turn = match colours.find(may_move) {
            Some(colour) => colour,
            None if self.next_from(&state, 0) == OVER => OVER,
            None => return fail(format!("player {to_move} is to move, but has no move")),
        };
        state.turn = turn as u8;
        Ok(self.position_text(&state))
    }

    fn why_not(&self, state: &State, cells: &[usize]) -> Option<String> {
        let squares: Vec<String> = cells.iter().map(|&cell| square_name(self.square_of(cell))).collect();
        self.parse_move(state, &squares.join(",")).err().map(|error| error.reason().to_string())
    }

    fn counters(&self, state: &State) -> Vec<Counter> {
        vec![
            Counter { name: "points", values: self.per_player(|colour| self.colour_score(state, colour).into()) },
            Counter {
                name: "pieces in hand",
                values: self.per_player(|colour| state.hands[colour].count_ones().into()),
            },
            Counter { name: "squares in hand", values: self.per_player(|colour| squares(state.hands[colour]).into()) },
        ]
    }
}
