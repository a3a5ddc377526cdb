//! Games and moves as rows of a store, and the seals of rows.

use rusqlite::types::Value;
use rusqlite::{Connection, Row, params_from_iter};

use crate::hash::Hash;
use crate::tournament::{Ending, MoveList, MoveRecord, PlayedGame};

/// A game as it is kept, what its seal is about; the seal itself comes behind.
pub(super) const GAME_COLUMNS: &str = "number, block, seating, start, moves, points, ranks, ending, failure, verdict, work, micros, \
                            moves_seal";
/// How many they are.
pub(super) const GAME_WIDTH: usize = 13;

/// A move as it is kept, but for the number of its game.
pub(super) const MOVE_COLUMNS: &str = "ply, seat, move, value, depth, nodes, micros";
pub(super) const MOVE_WIDTH: usize = 7;

pub(super) fn put_game(connection: &Connection, game: &PlayedGame) -> rusqlite::Result<()> {
    let moves: Vec<Vec<Value>> = (0..).zip(&game.records).map(|(ply, record)| row_of_move(ply, record)).collect();
    let row = row_of_game(game, moves_seal(&moves));
    let seal = seal_of([&row]);
    let places = places(GAME_WIDTH + 1);
    let insert = format!("INSERT OR REPLACE INTO games ({GAME_COLUMNS}, seal) VALUES ({places})");
    connection.prepare_cached(&insert)?.execute(params_from_iter(row.into_iter().chain([Value::Text(seal)])))?;
    // Of a game that takes the place of a longer one no move stays.
    connection.prepare_cached("DELETE FROM moves WHERE game = ?1")?.execute([game.number as i64])?;
    let insert = format!("INSERT INTO moves ({MOVE_COLUMNS}, game) VALUES ({})", self::places(MOVE_WIDTH + 1));
    for row in moves {
        let row = row.into_iter().chain([Value::Integer(game.number as i64)]);
        connection.prepare_cached(&insert)?.execute(params_from_iter(row))?;
    }
    Ok(())
}

/// So many places for values in a statement.
fn places(count: usize) -> String {
    vec!["?"; count].join(", ")
}

/// A game as [`GAME_COLUMNS`] have it.
fn row_of_game(game: &PlayedGame, moves_seal: Option<String>) -> Vec<Value> {
    let text = |text: Option<String>| text.map_or(Value::Null, Value::Text);
    vec![
        Value::Integer(game.number as i64),
        Value::Integer(game.block as i64),
        Value::Text(json(&game.seating)),
        text(game.start.clone()),
        Value::Text(game.moves.as_str().to_string()),
        Value::Text(json(&game.points)),
        Value::Text(json(&game.ranks)),
        Value::Text(json(&game.ending)),
        text(game.failure.clone()),
        text(game.verdict.as_ref().map(json)),
        Value::Text(json(&game.work)),
        Value::Integer(game.micros as i64),
        text(moves_seal),
    ]
}

/// A move as [`MOVE_COLUMNS`] have it.
fn row_of_move(ply: i64, record: &MoveRecord) -> Vec<Value> {
    vec![
        Value::Integer(ply),
        Value::Integer(record.seat as i64),
        Value::Text(record.mv.clone()),
        Value::Integer(record.value),
        Value::Integer(record.depth.into()),
        Value::Integer(record.nodes as i64),
        Value::Integer(record.micros as i64),
    ]
}

pub(super) fn values_of(row: &Row, width: usize) -> rusqlite::Result<Vec<Value>> {
    (0..width).map(|i| row.get(i)).collect()
}

/// The hash of rows. Every value is told apart from its neighbours and from values of another kind.
pub(super) fn seal_of<'r>(rows: impl IntoIterator<Item = &'r Vec<Value>>) -> String {
    let mut hash = Hash::new();
    for value in rows.into_iter().flatten() {
        match value {
            Value::Null => hash.feed(b"n"),
            Value::Integer(number) => hash.feed(format!("i{number};").as_bytes()),
            Value::Real(number) => hash.feed(format!("r{:x};", number.to_bits()).as_bytes()),
            Value::Text(text) => hash.feed(format!("t{}:{text}", text.len()).as_bytes()),
            Value::Blob(bytes) => {
                hash.feed(format!("b{}:", bytes.len()).as_bytes());
                hash.feed(bytes);
            }
        }
    }
    hash.to_string()
}

/// The hash of the moves of a game; none if none were kept.
pub(super) fn moves_seal(moves: &[Vec<Value>]) -> Option<String> {
    (!moves.is_empty()).then(|| seal_of(moves))
}

pub(super) fn meta_seal(plan: &str, program: &str) -> String {
    Hash::of(&format!("{plan}\n{program}")).to_string()
}

pub(super) fn wanted_seal(games: &str) -> String {
    meta_seal("wanted", games)
}

pub(super) fn read_record(row: &Row) -> rusqlite::Result<MoveRecord> {
    Ok(MoveRecord {
        seat: row.get::<_, i64>(1)? as usize,
        mv: row.get(2)?,
        value: row.get(3)?,
        depth: row.get(4)?,
        nodes: row.get::<_, i64>(5)? as u64,
        micros: row.get::<_, i64>(6)? as u64,
    })
}

pub(super) fn read_game(row: &Row) -> Result<PlayedGame, String> {
    fn list<T: serde::de::DeserializeOwned>(row: &Row, i: usize) -> Result<T, String> {
        let text: String = row.get(i).map_err(|e| e.to_string())?;
        serde_json::from_str(&text).map_err(|e| e.to_string())
    }
    let number = |i: usize| row.get::<_, i64>(i).map_err(|e| e.to_string());
    let text = |i: usize| row.get::<_, Option<String>>(i).map_err(|e| e.to_string());
    let moves = text(4)?.unwrap_or_default();
    let ending: Ending = list(row, 7)?;
    Ok(PlayedGame {
        number: number(0)? as u64,
        block: number(1)? as u64,
        seating: list(row, 2)?,
        start: text(3)?,
        moves: MoveList::new(&moves),
        points: list(row, 5)?,
        ranks: list(row, 6)?,
        ending,
        failure: text(8)?,
        verdict: match text(9)? {
            Some(verdict) => Some(serde_json::from_str(&verdict).map_err(|e| e.to_string())?),
            None => None,
        },
        work: list(row, 10)?,
        records: Vec::new(),
        micros: number(11)? as u64,
    })
}

pub(super) fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("plain data has a JSON text")
}
