//! Boards and what Pear's patterns are worth on them (Pantel 1997, Figure 4.4).

use melee_core::{Evaluator, Knowledge, Notation, Player};
use melee_games::connect4::{Connect4, Pear};
use serde::Deserialize;

use crate::{Outcome, Row};

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Table {
    row: Vec<Board>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Board {
    label: String,
    position: String,
    score: i32,
}

impl Table {
    pub(crate) fn run(&self) -> Outcome {
        let game = Connect4::default();
        let pear = Pear::named(&game, Some("patterns"), None).expect("an evaluation of the game");
        let rows = self.row.iter().map(|board| {
            let position = game.parse_position(&board.position);
            let state = position.expect("boards of the table are boards").start;
            let score = pear.scores(&game, &state, Player::FIRST)[Player::FIRST];
            Row::exact(&board.label, board.score.to_string(), score.to_string())
                .with("board", &board.position)
        });
        Outcome {
            rows: rows.collect(),
            notes: vec![
                "patterns alone, without the bonus for columns, whose values are not printed; the boards of c and d \
                 are not in the text: these hold the patterns it names and no others that count"
                    .to_string(),
            ],
            ..Outcome::default()
        }
    }
}
