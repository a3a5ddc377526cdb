//! What is in the tables of a match.

use super::{Column, Sheet};
use crate::tournament::{MoveRecord, PlayedGame};

/// One row a game: its number, block, start, ending, verdict and moves, and for every one of the seats who sat there, the points, the
/// rank, and the sums of moves, depths and nodes. Nothing depends on the clock, so equal matches have equal tables.
pub fn games_sheet(names: &[String], seats: usize, games: &[PlayedGame]) -> Sheet {
    let whole = |of: &dyn Fn(&PlayedGame) -> i64| Column::Whole(games.iter().map(of).collect());
    let real = |of: &dyn Fn(&PlayedGame) -> f64| Column::Real(games.iter().map(of).collect());
    let text = |of: &dyn Fn(&PlayedGame) -> Option<String>| Column::Text(games.iter().map(of).collect());
    let mut columns = vec![
        ("game".to_string(), whole(&|g| g.number as i64)),
        ("block".to_string(), whole(&|g| g.block as i64)),
        ("start".to_string(), text(&|g| g.start.clone())),
        ("ending".to_string(), text(&|g| Some(g.ending.name().to_string()))),
        (
            "verdict".to_string(),
            text(&|g| {
                let verdict = g.verdict.as_ref()?;
                Some(format!("seat {}: {}", verdict.seat + 1, verdict.fault))
            }),
        ),
        ("plies".to_string(), whole(&|g| g.moves.len() as i64)),
        ("moves".to_string(), text(&|g| Some(g.moves.as_str().to_string()))),
    ];
    for seat in 0..seats {
        let name = |what: &str| format!("seat{}_{what}", seat + 1);
        columns.extend([
            (name("algorithm"), text(&|g| Some(names[g.seating[seat]].clone()))),
            (name("points"), real(&|g| g.points[seat])),
            (name("rank"), whole(&|g| i64::from(g.ranks[seat]))),
            (name("moves"), whole(&|g| g.work[seat].moves as i64)),
            (name("depths"), whole(&|g| g.work[seat].depths as i64)),
            (name("nodes"), whole(&|g| g.work[seat].nodes as i64)),
        ]);
    }
    Sheet::new(columns)
}

/// A game, the ply, and what was played.
type Row<'r> = (&'r PlayedGame, usize, &'r MoveRecord);

/// One row a move that an algorithm chose: the game, the ply (random plies before it count), the seat, who sat there, the
/// move, and what it was worth and cost.
pub fn moves_sheet(names: &[String], games: &[(&PlayedGame, Vec<MoveRecord>)]) -> Sheet {
    let mut rows = Vec::new();
    for (game, records) in games {
        // A game that was not kept move by move has none.
        let first = game.moves.len().saturating_sub(records.len());
        for (i, record) in records.iter().enumerate() {
            rows.push((*game, first + i + 1, record));
        }
    }
    let whole = |of: &dyn Fn(&Row) -> i64| Column::Whole(rows.iter().map(of).collect());
    let text = |of: &dyn Fn(&Row) -> String| Column::Text(rows.iter().map(|row| Some(of(row))).collect());
    let columns = vec![
        ("game", whole(&|r| r.0.number as i64)),
        ("ply", whole(&|r| r.1 as i64)),
        ("seat", whole(&|r| r.2.seat as i64 + 1)),
        ("algorithm", text(&|r| names[r.0.seating[r.2.seat]].clone())),
        ("move", text(&|r| r.2.mv.clone())),
        ("value", whole(&|r| r.2.value)),
        ("depth", whole(&|r| i64::from(r.2.depth))),
        ("nodes", whole(&|r| r.2.nodes as i64)),
        ("micros", whole(&|r| r.2.micros as i64)),
    ];
    Sheet::new(columns.into_iter().map(|(name, column)| (name.to_string(), column)).collect())
}
