//! Where the games of a match are kept: one `SQLite` file.
//!
//! | table | what |
//! |---|---|
//! | `meta` | `plan`: the match as JSON; `program`: the version that made the file |
//! | `games` | one row a game: `number`, `block`, `seating`, `start`, `moves`, `points`, `ranks`, `ending`, `failure`, `verdict`, `work`, `micros`; lists are JSON, moves are separated by spaces |
//! | `moves` | one row a move, if asked for: `game`, `ply`, `seat`, `move`, `value`, `depth`, `nodes`, `micros` |
//!
//! `user_version` is the version of this schema. Games are committed before they are counted, so a program that is
//! killed loses those that it was playing and no others. One process writes at a time; a lock file beside the
//! store sees to that, and the system lets go of it when the process ends, however it ends.

use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags, params};

use super::game::{Ending, MoveRecord, PlayedGame};
use super::plan::MatchPlan;

/// The version of the schema.
pub const SCHEMA_VERSION: i64 = 3;

/// The oldest version that can be read: it wrote the players of a plan differently.
const OLDEST_VERSION: i64 = 2;

/// Tells our files from other databases ("Mele").
const APPLICATION_ID: i64 = 0x4d65_6c65;

const SCHEMA: &str = "
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
    CREATE TABLE games (
        number INTEGER PRIMARY KEY, block INTEGER NOT NULL, seating TEXT NOT NULL, start TEXT,
        moves TEXT NOT NULL, points TEXT NOT NULL, ranks TEXT NOT NULL, ending TEXT NOT NULL,
        failure TEXT, verdict TEXT, work TEXT NOT NULL, micros INTEGER NOT NULL
    );
    CREATE TABLE moves (
        game INTEGER NOT NULL REFERENCES games(number), ply INTEGER NOT NULL, seat INTEGER NOT NULL,
        move TEXT NOT NULL, value INTEGER NOT NULL, depth INTEGER NOT NULL, nodes INTEGER NOT NULL,
        micros INTEGER NOT NULL, PRIMARY KEY (game, ply)
    ) WITHOUT ROWID;
";

/// Why a store cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another process has it.
    #[error("store {0}: another process is writing it")]
    Locked(String),
    /// Something else.
    #[error("store {0}: not a store of this program")]
    NotAStore(String),
    /// Another schema.
    #[error("store {path}: schema version {found}, this program writes version {SCHEMA_VERSION}")]
    Version { path: String, found: i64 },
    /// Another match.
    #[error("store {path}: holds another match ({what} differs)")]
    OtherMatch {
        path: String,
        /// The first part of the plan that is not the same.
        what: String,
    },
    /// A row that no program of this version wrote.
    #[error("store {path}: game {number} cannot be read: {why}")]
    Damaged { path: String, number: i64, why: String },
    /// The disk is full.
    #[error("store {0}: no room on the disk; what is there is kept, and the same command goes on when there is room")]
    Full(String),
    /// The disk or the database.
    #[error("store {path}: {why}")]
    Io { path: String, why: String },
}

/// An open store.
pub struct Store {
    connection: Connection,
    path: String,
    /// Held as long as the store is open.
    _lock: Option<File>,
}

impl Store {
    /// Opens the store of a match for writing, or makes it.
    pub fn open(path: &Path, plan: &MatchPlan) -> Result<Self, StoreError> {
        let lock = lock(path)?;
        let name = path.display().to_string();
        let io = |error: rusqlite::Error| failure(&name, &error);
        let connection = Connection::open(path).map_err(io)?;
        let mut store = Store { connection, path: name.clone(), _lock: Some(lock) };
        if store.is_new()? {
            store.create(plan)?;
        }
        let known = store.plan()?;
        if let Some(what) = difference(&known, plan) {
            return Err(StoreError::OtherMatch { path: name, what });
        }
        // Written to the disk at every commit; readers are not held up.
        let mode = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;";
        store.connection.execute_batch(mode).map_err(io)?;
        Ok(store)
    }

    /// Opens a store for reading.
    pub fn read(path: &Path) -> Result<Self, StoreError> {
        let name = path.display().to_string();
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
        let connection = Connection::open_with_flags(path, flags).map_err(|e| failure(&name, &e))?;
        let store = Store { connection, path: name.clone(), _lock: None };
        if store.is_new()? {
            return Err(StoreError::NotAStore(name));
        }
        Ok(store)
    }

    /// Is it empty? Anything but an empty file or a store of this version is refused.
    fn is_new(&self) -> Result<bool, StoreError> {
        let pragma = |name: &str| {
            let value = self.connection.pragma_query_value(None, name, |row| row.get(0));
            value.map_err(|e| failure(&self.path, &e))
        };
        let (id, version): (i64, i64) = (pragma("application_id")?, pragma("user_version")?);
        let tables: i64 = self
            .connection
            .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
            .map_err(|e| failure(&self.path, &e))?;
        match (id, version, tables) {
            (0, 0, 0) => Ok(true),
            (APPLICATION_ID, OLDEST_VERSION..=SCHEMA_VERSION, _) => Ok(false),
            (APPLICATION_ID, found, _) => Err(StoreError::Version { path: self.path.clone(), found }),
            _ => Err(StoreError::NotAStore(self.path.clone())),
        }
    }

    fn create(&mut self, plan: &MatchPlan) -> Result<(), StoreError> {
        let plan = json(plan);
        let program = env!("CARGO_PKG_VERSION");
        let made = (|| {
            let transaction = self.connection.transaction()?;
            transaction.execute_batch(SCHEMA)?;
            let insert = "INSERT INTO meta (key, value) VALUES (?1, ?2)";
            transaction.execute(insert, params!["plan", plan])?;
            transaction.execute(insert, params!["program", program])?;
            transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
            transaction.pragma_update(None, "user_version", SCHEMA_VERSION)?;
            transaction.commit()
        })();
        made.map_err(|e: rusqlite::Error| failure(&self.path, &e))
    }

    /// The match.
    pub fn plan(&self) -> Result<MatchPlan, StoreError> {
        let query = "SELECT value FROM meta WHERE key = 'plan'";
        let text: String =
            self.connection.query_row(query, [], |row| row.get(0)).map_err(|e| failure(&self.path, &e))?;
        serde_json::from_str(&text)
            .map_err(|e| StoreError::Io { path: self.path.clone(), why: format!("its plan cannot be read: {e}") })
    }

    /// Keeps games for good.
    pub fn put(&mut self, games: &[PlayedGame]) -> Result<(), StoreError> {
        let put = (|| {
            let transaction = self.connection.transaction()?;
            for game in games {
                transaction
                    .prepare_cached(
                        "INSERT OR REPLACE INTO games (number, block, seating, start, moves, points, \
                     ranks, ending, failure, verdict, work, micros) \
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
                    )?
                    .execute(params![
                        game.number as i64,
                        game.block as i64,
                        json(&game.seating),
                        game.start,
                        game.moves.join(" "),
                        json(&game.points),
                        json(&game.ranks),
                        json(&game.ending),
                        game.failure,
                        game.verdict.as_ref().map(json),
                        json(&game.work),
                        game.micros as i64,
                    ])?;
                for (ply, record) in game.records.iter().enumerate() {
                    transaction
                        .prepare_cached("INSERT OR REPLACE INTO moves VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")?
                        .execute(params![
                            game.number as i64,
                            ply as i64,
                            record.seat as i64,
                            record.mv,
                            record.value,
                            record.depth,
                            record.nodes as i64,
                            record.micros as i64,
                        ])?;
                }
            }
            transaction.commit()
        })();
        put.map_err(|e: rusqlite::Error| failure(&self.path, &e))
    }

    /// All games, in order.
    pub fn games(&self) -> Result<Vec<PlayedGame>, StoreError> {
        let sql = |e: rusqlite::Error| failure(&self.path, &e);
        let mut statement = self
            .connection
            .prepare(
                "SELECT number, block, seating, start, moves, points, ranks, ending, failure, verdict, \
                 work, micros FROM games ORDER BY number",
            )
            .map_err(sql)?;
        let mut rows = statement.query([]).map_err(sql)?;
        let mut games = Vec::new();
        while let Some(row) = rows.next().map_err(sql)? {
            let number: i64 = row.get(0).map_err(sql)?;
            let game = read_game(row).map_err(|why| StoreError::Damaged { path: self.path.clone(), number, why })?;
            games.push(game);
        }
        Ok(games)
    }

    /// How many games there are.
    pub fn count(&self) -> Result<u64, StoreError> {
        let query = "SELECT count(*) FROM games";
        let count = self.connection.query_row(query, [], |row| row.get(0));
        let count: i64 = count.map_err(|e| failure(&self.path, &e))?;
        Ok(count as u64)
    }

    /// The moves of a game that were recorded one by one.
    pub fn records(&self, game: u64) -> Result<Vec<MoveRecord>, StoreError> {
        let query = "SELECT seat, move, value, depth, nodes, micros FROM moves WHERE game = ?1 ORDER BY ply";
        let read: Result<Vec<MoveRecord>, rusqlite::Error> = (|| {
            let mut statement = self.connection.prepare_cached(query)?;
            let rows = statement.query_map([game as i64], |row| {
                Ok(MoveRecord {
                    seat: row.get::<_, i64>(0)? as usize,
                    mv: row.get(1)?,
                    value: row.get(2)?,
                    depth: row.get(3)?,
                    nodes: row.get::<_, i64>(4)? as u64,
                    micros: row.get::<_, i64>(5)? as u64,
                })
            })?;
            rows.collect()
        })();
        read.map_err(|e| failure(&self.path, &e))
    }
}

fn read_game(row: &rusqlite::Row) -> Result<PlayedGame, String> {
    fn list<T: serde::de::DeserializeOwned>(row: &rusqlite::Row, i: usize) -> Result<T, String> {
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
        moves: moves.split_whitespace().map(str::to_string).collect(),
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

fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("plain data has a JSON text")
}

fn failure(path: &str, error: &rusqlite::Error) -> StoreError {
    use rusqlite::ErrorCode;
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => StoreError::NotAStore(path.to_string()),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Locked(path.to_string()),
        // A file that may not grow is an error of input and output to SQLite, which has no other name for it.
        Some(ErrorCode::DiskFull) => StoreError::Full(path.to_string()),
        Some(ErrorCode::SystemIoFailure) if is_full(path) => StoreError::Full(path.to_string()),
        _ => StoreError::Io { path: path.to_string(), why: error.to_string() },
    }
}

/// May a file beside the store not be a little larger than the store or its journal?
fn is_full(path: &str) -> bool {
    let size = |name: &str| std::fs::metadata(name).map_or(0, |about| about.len());
    let larger = size(path).max(size(&format!("{path}-wal"))) + (1 << 20);
    let beside = format!("{path}.room");
    let grown = File::create(&beside).and_then(|file| file.set_len(larger));
    let _ = std::fs::remove_file(&beside);
    grown.is_err_and(|e| e.kind() == ErrorKind::FileTooLarge)
}

/// Takes the lock beside the store.
fn lock(path: &Path) -> Result<File, StoreError> {
    let mut beside = path.as_os_str().to_os_string();
    beside.push(".lock");
    let (name, beside) = (path.display().to_string(), PathBuf::from(beside));
    let io = |error: std::io::Error| StoreError::Io { path: name.clone(), why: error.to_string() };
    let file = File::create(&beside).map_err(io)?;
    match crate::files::lock(&file) {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::Locked(name)),
        Err(TryLockError::Error(error)) => Err(io(error)),
    }
}

/// The first part in which two plans differ.
fn difference(known: &MatchPlan, asked: &MatchPlan) -> Option<String> {
    let (known, asked) = (json(known), json(asked));
    if known == asked {
        return None;
    }
    let read =
        |text: &str| -> serde_json::Map<String, serde_json::Value> { serde_json::from_str(text).unwrap_or_default() };
    let (known, asked) = (read(&known), read(&asked));
    let mut keys: Vec<&String> = known.keys().chain(asked.keys()).collect();
    keys.dedup();
    let differs = keys.into_iter().find(|key| known.get(*key) != asked.get(*key));
    Some(differs.map_or("something".to_string(), |key| match key.as_str() {
        "entrants" => "an algorithm or its limit".to_string(),
        key => key.replace('_', " "),
    }))
}
