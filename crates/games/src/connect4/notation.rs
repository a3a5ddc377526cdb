//! Positions as the columns played (`44453`), or as a board drawn with `.`, `x` and `o`.
//!
//! The columns are the convention of public solvers and test sets. The board form has the rows
//! from the top, separated by `/` or line breaks, and may end with whose turn it is; without that,
//! the stones are counted: `......./......./......./......./...o.../...x... x`.

use std::collections::HashSet;

use melee_core::{Game, Notation, NotationError, Player, Setup, Start};

use super::board::has_four;
use super::diagram::GLYPHS;
use super::{Column, Connect4, State};

impl Notation for Connect4 {
    fn parse_position(&self, text: &str) -> Result<Setup<Self>, NotationError> {
        let text = text.trim();
        if text.contains(['/', '\n', '.', 'x', 'o', 'X', 'O']) && !text.starts_with(|c: char| c.is_ascii_digit()) {
            return self.parse_board(text).map(Setup::new);
        }
        let mut setup = Setup::new(self.initial());
        let mut state = setup.start;
        for (i, c) in text.chars().enumerate() {
            let mv = self
                .parse_move(&state, c.encode_utf8(&mut [0; 4]))
                .map_err(|e| NotationError::new(format!("position '{text}', ply {}: {e}", i + 1)))?;
            self.play(&mut state, mv);
            setup.moves.push(mv);
        }
        Ok(setup)
    }

    fn position_text(&self, state: &State) -> String {
        match Unwind::new(self, state).order() {
            Some(columns) => columns_text(&columns),
            None => self.board_text(state),
        }
    }

    fn setup_text(&self, setup: &Setup<Self>) -> String {
        if setup.start == self.initial() { columns_text(&setup.moves) } else { self.position_text(&setup.state(self)) }
    }

    fn parse_move(&self, state: &State, text: &str) -> Result<Column, NotationError> {
        if self.outcome(state).is_some() {
            return Err(NotationError::new(format!("no move '{text}': the game is over")));
        }
        let column = text
            .parse::<usize>()
            .ok()
            .filter(|c| (1..=self.width()).contains(c) && !text.starts_with('+'))
            .ok_or_else(|| NotationError::new(format!("'{text}' is no column, expected 1 to {}", self.width())))?;
        let mv = Column(column as u8 - 1);
        if self.is_legal(state, mv) { Ok(mv) } else { Err(NotationError::new(format!("column {column} is full"))) }
    }

    fn move_text(&self, _state: &State, mv: Column) -> String {
        (mv.index() + 1).to_string()
    }

    fn record_moves<'t>(&self, _state: &State, record: &'t str) -> Vec<&'t str> {
        record.split_whitespace().flat_map(|word| word.split("").filter(|c| !c.is_empty())).collect()
    }

    fn starts(&self) -> Vec<Start> {
        vec![Start::new("empty", "the empty board", "")]
    }
}

fn columns_text(moves: &[Column]) -> String {
    moves.iter().map(|m| (m.index() + 1).to_string()).collect()
}

impl Connect4 {
    fn board_text(&self, state: &State) -> String {
        let glyph = |bit: u64| match () {
            () if state.stones[0] & bit != 0 => GLYPHS[0],
            () if state.stones[1] & bit != 0 => GLYPHS[1],
            () => '.',
        };
        let rows: Vec<String> = (0..self.height())
            .rev()
            .map(|row| (0..self.width()).map(|column| glyph(1u64 << (8 * column + row))).collect())
            .collect();
        format!("{} {}", rows.join("/"), GLYPHS[state.turn.index()])
    }

    fn parse_board(&self, text: &str) -> Result<State, NotationError> {
        let mut rows: Vec<&str> = text.split(['/', '\n']).map(str::trim).collect();
        let mut turn = None;
        if let Some((row, side)) = rows.last().and_then(|last| last.split_once(char::is_whitespace)) {
            turn = Some(parse_side(side.trim())?);
            *rows.last_mut().expect("split of a last row") = row;
        }
        if rows.len() != self.height() {
            return Err(NotationError::new(format!("board has {} rows, expected {}", rows.len(), self.height())));
        }
        let mut stones = [0u64; 2];
        for (i, row) in rows.iter().enumerate() {
            self.parse_row(row, i, &mut stones)?;
        }
        self.check_gravity(stones[0] | stones[1])?;
        self.assemble(stones, turn)
    }

    fn parse_row(&self, row: &str, i: usize, stones: &mut [u64; 2]) -> Result<(), NotationError> {
        if row.chars().count() != self.width() {
            return Err(NotationError::new(format!(
                "board row {} has {} columns, expected {}",
                i + 1,
                row.chars().count(),
                self.width()
            )));
        }
        for (column, c) in row.chars().enumerate() {
            let bit = 1u64 << (8 * column + self.height() - 1 - i);
            match c.to_ascii_lowercase() {
                '.' => {}
                'x' => stones[0] |= bit,
                'o' => stones[1] |= bit,
                _ => {
                    return Err(NotationError::new(format!(
                        "board row {}, column {}: '{c}' is not one of . x o",
                        i + 1,
                        column + 1
                    )));
                }
            }
        }
        Ok(())
    }

    fn check_gravity(&self, occupied: u64) -> Result<(), NotationError> {
        for column in 0..self.width() {
            let stones = occupied >> (8 * column) & 0xff;
            if stones & (stones + 1) != 0 {
                return Err(NotationError::new(format!("column {}: a stone floats above an empty cell", column + 1)));
            }
        }
        Ok(())
    }

    fn assemble(&self, stones: [u64; 2], turn: Option<Player>) -> Result<State, NotationError> {
        let counts = stones.map(u64::count_ones);
        let turn = match turn {
            Some(turn) => turn,
            None if counts[0] == counts[1] => Player::new(0),
            None if counts[0] == counts[1] + 1 => Player::new(1),
            None => {
                return Err(NotationError::new(format!(
                    "{} x and {} o: whose turn is it? end the board with ' x' or ' o'",
                    counts[0], counts[1]
                )));
            }
        };
        let winner = match stones.map(has_four) {
            [true, true] => return Err(NotationError::new("both sides have four in a row")),
            [true, false] => Some(Player::new(0)),
            [false, true] => Some(Player::new(1)),
            [false, false] => None,
        };
        let mut state = State { stones, key: 0, turn, winner };
        state.key = self.key_from_scratch(&state);
        Ok(state)
    }
}

fn parse_side(side: &str) -> Result<Player, NotationError> {
    match side.to_ascii_lowercase().as_str() {
        "x" | "1" => Ok(Player::new(0)),
        "o" | "2" => Ok(Player::new(1)),
        _ => Err(NotationError::new(format!("'{side}' after the board is not whose turn it is, expected x or o"))),
    }
}

/// Finds an order in which a position can have been played: stones come off the tops of the
/// columns, the players in turn, and nobody may have won before the last stone.
struct Unwind<'a> {
    game: &'a Connect4,
    dead_ends: HashSet<u64>,
    order: Vec<Column>,
    stones: [u64; 2],
}

impl<'a> Unwind<'a> {
    fn new(game: &'a Connect4, state: &State) -> Self {
        Unwind { game, dead_ends: HashSet::new(), order: Vec::new(), stones: state.stones }.with_turn(state.turn)
    }

    /// Positions whose turn does not follow from the stones have no order at all.
    fn with_turn(mut self, turn: Player) -> Self {
        let [first, second] = self.stones.map(u64::count_ones);
        if first != second + turn.index() as u32 {
            self.dead_ends.insert(self.stones[0] | self.stones[1]);
        }
        self
    }

    fn order(mut self) -> Option<Vec<Column>> {
        self.search(true).then(|| {
            self.order.reverse();
            self.order
        })
    }

    fn search(&mut self, last: bool) -> bool {
        let occupied = self.stones[0] | self.stones[1];
        if self.dead_ends.contains(&occupied) || (!last && self.stones.into_iter().any(has_four)) {
            return false;
        }
        if occupied == 0 {
            return true;
        }
        let mover = (occupied.count_ones() as usize - 1) % 2;
        for column in (0..self.game.width()).rev() {
            let stones = occupied & super::board::column(column);
            if stones == 0 {
                continue;
            }
            let top = 1u64 << stones.ilog2();
            if self.stones[mover] & top == 0 {
                continue;
            }
            self.stones[mover] ^= top;
            self.order.push(Column(column as u8));
            if self.search(false) {
                return true;
            }
            self.order.pop();
            self.stones[mover] ^= top;
        }
        self.dead_ends.insert(occupied);
        false
    }
}
