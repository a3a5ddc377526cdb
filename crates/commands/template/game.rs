//! The game: three in a row on a board of four by four, for two or three players.
//!
//! It is here to be replaced. Change `SmallGame` (the rules) first, and then what follows until
//! `cargo test` is content again: its message names the law that is broken.

use melee::core::diagram::{Cell, Diagram, Piece, Prompt, point};
use melee::core::{
    Description, Draw, GameOptions, Knowledge, Notation, NotationError, OptionError, Outcome, PlayableGame, Player,
    PlayerCounts, SampleMoves, Scores, Setup, SmallGame, SmallState,
};

/// Squares in a row or column.
const SIZE: usize = 4;
/// So many in a row win.
const ROW: usize = 3;

/// The rules with their parameters. What moves change is not here but in the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MyGame {
    players: usize,
}

/// Whose stone lies on each square, row by row from the top.
type Board = [Option<Player>; SIZE * SIZE];
/// The board, and whose turn it is.
type State = SmallState<Board>;

/// All rows of three squares: across, down and along both diagonals.
fn rows() -> impl Iterator<Item = [usize; ROW]> {
    const STEPS: [(usize, isize); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];
    let squares = (0..SIZE).flat_map(|y| (0..SIZE).map(move |x| (y, x)));
    squares.flat_map(|(y, x)| {
        STEPS.iter().filter_map(move |&(down, right)| {
            let mut row = [0; ROW];
            for (i, square) in row.iter_mut().enumerate() {
                let (y, x) = (y + i * down, x.checked_add_signed(i as isize * right)?);
                *square = (y < SIZE && x < SIZE).then_some(y * SIZE + x)?;
            }
            Some(row)
        })
    })
}

/// Who has three in a row.
fn winner(board: &Board) -> Option<Player> {
    let owner = |row: [usize; ROW]| {
        let first = board[row[0]]?;
        let is_his = row.iter().all(|&square| board[square] == Some(first));
        is_his.then_some(first)
    };
    rows().find_map(owner)
}

// The rules: this is all that searches need.
impl SmallGame for MyGame {
    const NAME: &'static str = "my-game";
    type Board = Board;
    /// The square that a stone is put on.
    type Move = usize;

    fn players(&self) -> usize {
        self.players
    }

    fn start(&self) -> Board {
        [None; SIZE * SIZE]
    }

    fn moves(&self, board: &Board, _player: Player, out: &mut Vec<usize>) {
        out.extend((0..board.len()).filter(|&square| board[square].is_none()));
    }

    fn play(&self, board: &mut Board, player: Player, square: usize) {
        board[square] = Some(player);
    }

    // The turn goes round the table; a game in which players are passed over also has `next`.
    fn result(&self, board: &Board, _to_move: Player) -> Option<Outcome> {
        match winner(board) {
            Some(winner) => Some(Outcome::win(winner, self.players)),
            None if board.iter().all(Option::is_some) => Some(Outcome::draw(self.players)),
            None => None,
        }
    }
}

/// `b3`: the column, then the row from the bottom.
fn name(square: usize) -> String {
    let column = char::from(b'a' + (square % SIZE) as u8);
    format!("{column}{}", SIZE - square / SIZE)
}

// Text: rows from the top with `/` between them and a digit for each stone, then the player to move.
impl Notation for MyGame {
    fn parse_position(&self, text: &str) -> Result<Setup<Self>, NotationError> {
        let wrong = || {
            let problem = "expected four rows and the player to move, such as 1.../..2./..../.... 1";
            NotationError::new(format!("'{text}': {problem}"))
        };
        let player = |digit: char| {
            let number = digit.to_digit(10)? as usize;
            let is_there = (1..=self.players).contains(&number);
            is_there.then(|| Player::new(number - 1))
        };
        let (rows, turn) = text.split_once(' ').ok_or_else(wrong)?;
        let rows: Vec<&str> = rows.split('/').collect();
        let is_square = |row: &&str| row.chars().count() == SIZE;
        if rows.len() != SIZE || !rows.iter().all(is_square) {
            return Err(wrong());
        }
        let mut board = self.start();
        for (square, cell) in rows.concat().chars().enumerate() {
            if cell != '.' {
                board[square] = Some(player(cell).ok_or_else(wrong)?);
            }
        }
        let turn = turn.parse().ok().and_then(player);
        Ok(Setup::new(State::new(board, turn.ok_or_else(wrong)?)))
    }

    fn position_text(&self, state: &State) -> String {
        let cell = |stone: &Option<Player>| stone.map_or(".".to_string(), |owner| owner.to_string());
        let row = |row: &[Option<Player>]| row.iter().map(cell).collect::<String>();
        let rows: Vec<String> = state.board.chunks(SIZE).map(row).collect();
        format!("{} {}", rows.join("/"), state.turn)
    }

    fn move_text(&self, _state: &State, square: usize) -> String {
        name(square)
    }
}

// The board, for the terminal and the page.
impl Draw for MyGame {
    fn diagram(&self, state: &State) -> Diagram {
        let cell = |square: usize| {
            let centre = point((square % SIZE) as f32, (square / SIZE) as f32);
            Cell::square(name(square), centre, 0)
        };
        let piece = |(cell, stone): (usize, &Option<Player>)| {
            let owner = (*stone)?;
            let glyph = ['x', 'o', 'z'][owner.index()];
            Some(Piece { cell, owner: Some(owner), glyph })
        };
        Diagram {
            cells: (0..SIZE * SIZE).map(cell).collect(),
            pieces: state.board.iter().enumerate().filter_map(piece).collect(),
            ..Diagram::default()
        }
    }

    // Where one clicks; a move without cells gets a button.
    fn move_cells(&self, _state: &State, square: usize) -> Vec<usize> {
        vec![square]
    }

    // What the page asks of whoever is to move, as the end of a sentence; `phase` is for games that have several parts.
    fn prompt(&self, _state: &State) -> Prompt {
        Prompt { phase: "", ask: "put a stone on a free square" }
    }

    // Why it is over, beside the result.
    fn ending(&self, state: &State, _plies: usize) -> &'static str {
        if winner(&state.board).is_some() { "three in a row" } else { "the board is full" }
    }
}

/// What the game knows about its positions. `NoKnowledge` of `melee::core` does too, for a beginning.
#[derive(Clone, Copy, Debug)]
pub struct OpenRows;

impl Knowledge<MyGame> for OpenRows {
    /// For each row that only one player has stones in: the square of their number.
    fn scores(&self, game: &MyGame, state: &State, _root: Player) -> Scores {
        let mut scores = Scores::new(game.players);
        for row in rows() {
            let stones = row.iter().filter_map(|&square| state.board[square]);
            let stones: Vec<Player> = stones.collect();
            if let Some(&owner) = stones.first()
                && stones.iter().all(|&stone| stone == owner)
            {
                scores[owner] += (stones.len() * stones.len()) as i32;
            }
        }
        scores
    }
}

/// Everything that is said about the game. All that has a default is left out here: options of its own,
/// names and colours of seats, players known by name, how it looks.
const DESCRIPTION: Description = Description {
    players: PlayerCounts::of(&[2, 3]),
    evaluations: &["rows"],
    rules: "Put a stone of yours on a free square. Three in a row, across, down or diagonally, win.",
    samples: &[SampleMoves { summary: "Both want the middle.", players: 2, position: "", moves: "b2 c3" }],
    ..Description::new("My Game", "three in a row on four by four squares")
};

impl PlayableGame for MyGame {
    type Knowledge = OpenRows;

    fn describe() -> Description {
        DESCRIPTION
    }

    fn with_options(options: &GameOptions) -> Result<Self, OptionError> {
        // The number of players was checked against the description.
        let players = options.players.unwrap_or(2);
        Ok(MyGame { players })
    }

    fn knowledge(&self, evaluation: Option<&str>, ordering: Option<&str>) -> Option<OpenRows> {
        let is_known = evaluation.is_none_or(|name| name == "rows");
        (is_known && ordering.is_none_or(|name| name == "none")).then_some(OpenRows)
    }
}

#[cfg(test)]
mod tests {
    use melee::{Limits, Melee};
    use melee_testkit::conformance::{Effort, check_game};

    use super::*;
    use crate::search::CarefulSearch;

    #[test]
    fn the_game_obeys_all_laws() {
        check_game::<MyGame>(Effort {
            games: 20,
            // Random games must be over by then.
            ply_cap: Some(16),
            seed: 1,
        });
    }

    #[test]
    fn searches_find_the_winning_move() {
        let melee = Melee::empty().with_game::<MyGame>();
        let registry = melee.with_search(CarefulSearch).registry();
        let game = registry.open("my-game", &GameOptions::default());
        let position = game.and_then(|game| game.position("11../22../..../.... 1"));
        let position = position.expect("a position");
        for algorithm in ["alphabeta@d2", "mcts", "careful"] {
            let seat: melee::SeatSpec = algorithm.parse().expect("a seat");
            let limits = seat.limits.or(Limits::nodes(5_000));
            let report = position.search(seat.who.to_string().as_str(), limits);
            assert_eq!(report.expect("a move").best().mv, "c4", "{algorithm}");
        }
    }
}
