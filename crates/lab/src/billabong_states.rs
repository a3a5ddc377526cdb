//! The state space of Billabong, counted exactly (Gras 2012, 3.1).
//!
//! The thesis counts on all 224 cells of the board; the lake takes eight of them, so there are
//! really 216. Both are given.

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

use crate::big::choose;
use crate::study::CellTable;
use crate::{Budget, LabError, MeasuredTable, Row};

const CELLS: u32 = 224;
const LAND: u32 = 216;
const PIECES: u32 = 5;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct StateTable {
    count: Count,
    row: Vec<PublishedRow>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Count {
    Placing,
    Racing,
    Terminal,
    Total,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct PublishedRow {
    label: String,
    players: u32,
    published: String,
}

impl CellTable for StateTable {
    fn count(&self, _budget: Budget) -> usize {
        self.row.len()
    }

    fn cell(&self, _budget: Budget, number: usize) -> Result<Row, LabError> {
        let row = &self.row[number];
        let [measured, corrected] = [CELLS, LAND].map(|cells| self.count.states(row.players, cells).to_string());
        Ok(Row::exact(&row.label, &row.published, measured).with("corrected", corrected))
    }

    fn outcome(&self, _budget: Budget, rows: Vec<Row>) -> MeasuredTable {
        MeasuredTable::of(rows).note(
            "measured: the thesis's formula on all 224 cells; corrected: on the 216 tiles of \
             land, which is what the rules allow",
        )
    }
}

impl Count {
    fn states(self, players: u32, cells: u32) -> BigUint {
        match self {
            Count::Placing => placing(players, cells),
            Count::Racing => racing(players, cells, 0..=1),
            Count::Terminal => racing(players, cells, 1..=1),
            Count::Total => placing(players, cells) + racing(players, cells, 0..=1),
        }
    }
}

/// Equations 3.1-3.5: some players have placed one piece more than the others, and not all five.
fn placing(players: u32, cells: u32) -> BigUint {
    let mut sum = BigUint::from(0u32);
    for placed in 0..PIECES {
        for ahead in 0..players {
            let mut ways = BigUint::from(1u32);
            let mut free = cells;
            for player in 0..players {
                let pieces = placed + u32::from(player < ahead);
                ways *= choose(free, pieces);
                free -= pieces;
            }
            sum += ways;
        }
    }
    sum
}

/// Equations 3.6-3.11: each piece on the board is in its first or its final round. The number of
/// players without pieces must be in `finished`.
fn racing(players: u32, cells: u32, finished: std::ops::RangeInclusive<u32>) -> BigUint {
    fn add(players: u32, free: u32, ways: &BigUint, without: u32, finished: &std::ops::RangeInclusive<u32>) -> BigUint {
        if players == 0 {
            return if finished.contains(&without) { ways.clone() } else { BigUint::from(0u32) };
        }
        let mut sum = BigUint::from(0u32);
        for pieces in 0..=PIECES {
            // C(free, r0) C(free - r0, r1) summed over r0 + r1 = pieces.
            let placements = choose(free, pieces) << pieces;
            let without = without + u32::from(pieces == 0);
            sum += add(players - 1, free - pieces, &(ways * placements), without, finished);
        }
        sum
    }
    add(players, cells, &BigUint::from(1u32), 0, &finished)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_the_rules_file() {
        // Two players: as printed with 224 cells, and the corrected placing count.
        assert_eq!(placing(2, CELLS).to_string(), "428810476298932169");
        assert_eq!(placing(2, LAND).to_string(), "307507306412459287");
        assert_eq!(racing(2, CELLS, 0..=1).to_string(), "18881880068059986775168");
        assert_eq!(racing(2, CELLS, 1..=1).to_string(), "290851515136");
    }
}
