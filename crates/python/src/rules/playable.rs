//! What else a game needs to be played: texts, a drawing, knowledge. Rules may say all of it, and need not.

use melee::core::diagram::{Cell, Diagram, Draw, Piece, point};
use melee::core::{
    Game, GameOption, GameOptions, Knowledge, Notation, NotationError, OptionError, OrderView, PlayableGame,
    PlayerCounts, Setup,
};
use melee::{Description, Player, Scores, Start};

use super::game::PythonGame;
use super::state::State;
use super::{NAME, NUMBER, of_options};

impl Notation for PythonGame {
    fn parse_position(&self, text: &str) -> Result<Setup<Self>, NotationError> {
        let wrong =
            || NotationError::new(format!("'{text}': expected a board and, after a space, the player to move from 1"));
        let (board, turn) = text.rsplit_once(' ').ok_or_else(wrong)?;
        let turn = turn.parse::<usize>().ok().filter(|turn| (1..=self.players()).contains(turn)).ok_or_else(wrong)?;
        let board = self.0.read_board(board).map_err(|error| NotationError::new(format!("'{board}': {error}")))?;
        Ok(Setup::new(State::new(board, Player::new(turn - 1))))
    }

    fn position_text(&self, state: &State) -> String {
        format!("{} {}", self.0.board_text(state.board()), state.turn())
    }

    fn move_text(&self, state: &State, mv: u32) -> String {
        self.0.move_text(state.board(), mv)
    }

    fn starts(&self) -> Vec<Start> {
        vec![Start::new("standard", "the usual start", self.position_text(&self.initial()))]
    }
}

impl Draw for PythonGame {
    fn diagram(&self, state: &State) -> Diagram {
        let mut diagram = Diagram::default();
        for (y, row) in self.0.rows(state.board()).unwrap_or_default().into_iter().enumerate() {
            for (x, drawn) in row.into_iter().enumerate() {
                let cell = diagram.cells.len();
                let shade = ((x + y) % 2) as u8;
                diagram.cells.push(Cell::square(format!("{x},{y}"), point(x as f32, y as f32), shade));
                if let Some((owner, glyph)) = drawn {
                    diagram.pieces.push(Piece { cell, owner: owner.map(Player::new), glyph });
                }
            }
        }
        diagram
    }
}

/// What the rules say about positions beside the rules.
#[derive(Clone)]
pub(crate) struct Judgement {
    worth_of_win: i32,
}

impl Knowledge<PythonGame> for Judgement {
    fn scores(&self, game: &PythonGame, state: &State, _root: Player) -> Scores {
        game.0.scores(state.board(), state.turn())
    }

    fn worth_of_win(&self) -> i32 {
        self.worth_of_win
    }

    fn rank_all(&self, game: &PythonGame, state: &mut State, _view: OrderView, moves: &[u32], out: &mut Vec<i32>) {
        out.extend(game.0.ranks(state.board(), state.turn(), moves));
    }

    fn noisy(&self, game: &PythonGame, state: &State, _view: OrderView, _ply: u32, out: &mut Vec<u32>) {
        out.extend(game.0.noisy(state.board(), state.turn(), state.moves(&game.0)));
    }
}

static OPTIONS: [GameOption; 1] = [GameOption::new(NUMBER, "NUMBER", "which rules")];

impl PlayableGame for PythonGame {
    type Knowledge = Judgement;

    fn describe() -> Description {
        Description {
            players: PlayerCounts::range(2..=8),
            options: &OPTIONS,
            evaluations: &["own"],
            orderings: &["own"],
            is_study: true,
            ..Description::new(NAME, "rules written in Python")
        }
    }

    fn with_options(options: &GameOptions) -> Result<Self, OptionError> {
        let rules = of_options(options).ok_or_else(|| OptionError("these rules are not open".to_string()))?;
        match options.players {
            Some(players) if players != rules.players => {
                Err(OptionError(format!("players={players}: the rules are for {}", rules.players)))
            }
            _ => Ok(PythonGame(rules)),
        }
    }

    fn knowledge(&self, evaluation: Option<&str>, ordering: Option<&str>) -> Option<Judgement> {
        let is_known = |name: Option<&str>| name.is_none_or(|name| name == "own");
        let knowledge = Judgement { worth_of_win: self.0.worth_of_win };
        (is_known(evaluation) && is_known(ordering)).then_some(knowledge)
    }
}
