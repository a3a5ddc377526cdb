//! Boards and what Pear's patterns are worth on them (Pantel 1997, Figure 4.4).

use melee::core::{Knowledge, Notation, PlayableGame, Player};
use melee::games::Connect4;
use serde::{Deserialize, Serialize};

use crate::study::CellTable;
use crate::{Budget, LabError, MeasuredTable, Row};

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EvaluationTable {
    row: Vec<Board>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Board {
    label: String,
    position: String,
    score: i32,
}

impl CellTable for EvaluationTable {
    fn count(&self, _budget: Budget) -> usize {
        self.row.len()
    }

    fn cell(&self, _budget: Budget, number: usize) -> Result<Row, LabError> {
        let board = &self.row[number];
        let game = Connect4::default();
        let pear = game.knowledge(Some("patterns"), None);
        let pear = pear.expect("an evaluation of the game");
        let position = game.parse_position(&board.position);
        let state = position.expect("boards of the table are boards").start;
        let score = pear.scores(&game, &state, Player::FIRST)[Player::FIRST];
        let row = Row::exact(&board.label, board.score.to_string(), score.to_string());
        Ok(row.with("board", &board.position))
    }

    fn outcome(&self, _budget: Budget, rows: Vec<Row>) -> MeasuredTable {
        MeasuredTable::of(rows).note(
            "patterns alone, without the bonus for columns, whose values are not printed; the boards of c and d \
             are not in the text: these hold the patterns it names and no others that count",
        )
    }
}
