//! Where the games of a match are kept: one `SQLite` file.
//!
//! | table | what |
//! |---|---|
//! | `meta` | `plan`: the match as JSON; `program`: the version that made the file; `seal`: the hash of both; `wanted`: until how many games somebody had it played and how many at a time, as long as it has not come so far, with its hash |
//! | `games` | one row a game: `number`, `block`, `seating`, `start`, `moves`, `points`, `ranks`, `ending`, `failure`, `verdict`, `work`, `micros`; lists are JSON, moves are separated by spaces; `moves_seal`: the hash of its rows in `moves`; `seal`: the hash of the row |
//! | `moves` | one row a move, if asked for: `game`, `ply`, `seat`, `move`, `value`, `depth`, `nodes`, `micros` |
//!
//! Nothing is taken from a file whose bytes were changed: `SQLite` checks how the file is built, the seals what it says.
//! Stores of earlier versions have no seals and get them when they are opened for writing.
//!
//! `user_version` is the version of this schema. Games are committed before they are counted, so a program that is
//! killed loses those that it was playing and no others. One process writes at a time; a lock file beside the
//! store sees to that, and the system lets go of it when the process ends, however it ends.

mod rows;

use std::cell::Cell;
use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags, params};

use super::game::{MoveRecord, PlayedGame};
use super::plan::MatchPlan;
use rows::{
    GAME_COLUMNS, GAME_WIDTH, MOVE_COLUMNS, MOVE_WIDTH, json, meta_seal, moves_seal, put_game, read_game, read_record,
    seal_of, values_of, wanted_seal,
};

/// The version of the schema.
pub const SCHEMA_VERSION: i64 = 4;

/// The oldest version that can be read: it wrote the players of a plan differently.
const OLDEST_VERSION: i64 = 2;

/// The first version with seals.
const SEALED_VERSION: i64 = 4;

/// How a match is to be played on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// Until it has so many games.
    pub games: u64,
    /// So many games at a time.
    pub threads: usize,
}

impl Wanted {
    fn read(text: &str) -> Option<Self> {
        let (games, threads) = text.split_once(' ')?;
        Some(Wanted { games: games.parse().ok()?, threads: threads.parse().ok()? })
    }
}

/// So many games of an old store are in memory when it gets its seals.
const READ_AT_ONCE: i64 = 256;

/// Tells our files from other databases ("Mele").
const APPLICATION_ID: i64 = 0x4d65_6c65;

const SCHEMA: &str = "
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
    CREATE TABLE games (
        number INTEGER PRIMARY KEY, block INTEGER NOT NULL, seating TEXT NOT NULL, start TEXT,
        moves TEXT NOT NULL, points TEXT NOT NULL, ranks TEXT NOT NULL, ending TEXT NOT NULL,
        failure TEXT, verdict TEXT, work TEXT NOT NULL, micros INTEGER NOT NULL,
        moves_seal TEXT, seal TEXT
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
    /// Somebody else has written into the file, or the disk has lost what was there.
    #[error("store {path}: {what}; nothing of it is used, move it away to begin anew")]
    Changed {
        path: String,
        /// What is not as it was written.
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
    /// Does every row say itself whether it is as it was written?
    is_sealed: bool,
    /// Has `SQLite` looked at the whole file since it was opened?
    is_checked: Cell<bool>,
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
        let mut store =
            Store { connection, path: name.clone(), is_sealed: true, is_checked: Cell::new(false), _lock: Some(lock) };
        match store.version()? {
            None => store.create(plan)?,
            Some(version) => {
                store.is_sealed = version >= SEALED_VERSION;
                store.check_structure()?;
            }
        }
        let known = store.plan()?;
        if let Some(what) = difference(&known, plan) {
            return Err(StoreError::OtherMatch { path: name, what });
        }
        if !store.is_sealed {
            store.seal_all()?;
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
        let mut store =
            Store { connection, path: name.clone(), is_sealed: true, is_checked: Cell::new(false), _lock: None };
        let version = store.version()?.ok_or(StoreError::NotAStore(name))?;
        store.is_sealed = version >= SEALED_VERSION;
        Ok(store)
    }

    /// The version of the schema; none of an empty file. Anything else than that or a store is refused.
    fn version(&self) -> Result<Option<i64>, StoreError> {
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
            (0, 0, 0) => Ok(None),
            (APPLICATION_ID, OLDEST_VERSION..=SCHEMA_VERSION, _) => Ok(Some(version)),
            (APPLICATION_ID, found, _) => Err(StoreError::Version { path: self.path.clone(), found }),
            _ => Err(StoreError::NotAStore(self.path.clone())),
        }
    }

    /// Lets `SQLite` look at how the file is built.
    fn check_structure(&self) -> Result<(), StoreError> {
        if self.is_checked.replace(true) {
            return Ok(());
        }
        let found = self.connection.pragma_query_value(None, "integrity_check", |row| row.get::<_, String>(0));
        match found.map_err(|e| failure(&self.path, &e))? {
            sound if sound == "ok" => Ok(()),
            fault => Err(self.changed(fault.split_whitespace().collect::<Vec<_>>().join(" "))),
        }
    }

    fn changed(&self, what: String) -> StoreError {
        StoreError::Changed { path: self.path.clone(), what }
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
            transaction.execute(insert, params!["seal", meta_seal(&plan, program)])?;
            transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
            transaction.pragma_update(None, "user_version", SCHEMA_VERSION)?;
            transaction.commit()
        })();
        made.map_err(|e: rusqlite::Error| failure(&self.path, &e))
    }

    /// Gives a store of an earlier version its seals, all or none.
    fn seal_all(&mut self) -> Result<(), StoreError> {
        let sql = |e: rusqlite::Error| failure(&self.path, &e);
        let transaction = self.connection.unchecked_transaction().map_err(sql)?;
        let columns = "ALTER TABLE games ADD COLUMN moves_seal TEXT; ALTER TABLE games ADD COLUMN seal TEXT;";
        transaction.execute_batch(columns).map_err(sql)?;
        let mut next = Some(i64::MIN);
        while let Some(first) = next {
            let games = self.games_from(first, Some(READ_AT_ONCE))?;
            // A damaged store whose numbers are not those of its rows must not lead round in circles.
            next = games.last().and_then(|last| (last.number as i64).checked_add(1)).filter(|&next| next > first);
            for game in games {
                let game = PlayedGame { records: self.records(game.number)?, ..game };
                put_game(&transaction, &game).map_err(sql)?;
            }
        }
        let sealed = (|| {
            let text = |key: &str| -> rusqlite::Result<String> {
                transaction.query_row("SELECT value FROM meta WHERE key = ?1", [key], |row| row.get(0))
            };
            let seal = meta_seal(&text("plan")?, &text("program")?);
            transaction.execute("INSERT INTO meta (key, value) VALUES ('seal', ?1)", [seal])?;
            transaction.pragma_update(None, "user_version", SCHEMA_VERSION)?;
            transaction.commit()
        })();
        sealed.map_err(sql)?;
        self.is_sealed = true;
        Ok(())
    }

    /// What the games of this store are games of.
    pub fn plan(&self) -> Result<MatchPlan, StoreError> {
        let text = |key: &str| -> Result<String, StoreError> {
            let query = "SELECT value FROM meta WHERE key = ?1";
            let value = self.connection.query_row(query, [key], |row| row.get(0));
            value.map_err(|e| failure(&self.path, &e))
        };
        let plan = text("plan")?;
        if self.is_sealed && text("seal")? != meta_seal(&plan, &text("program")?) {
            return Err(self.changed("its plan is not as it was written".to_string()));
        }
        serde_json::from_str(&plan)
            .map_err(|e| StoreError::Io { path: self.path.clone(), why: format!("its plan cannot be read: {e}") })
    }

    /// What somebody wants of it who has not called it off.
    pub fn wanted(&self) -> Result<Option<Wanted>, StoreError> {
        let query = "SELECT value FROM meta WHERE key = 'wanted'";
        let value = self.connection.query_row(query, [], |row| row.get::<_, String>(0));
        let value = match value {
            Err(rusqlite::Error::QueryReturnedNoRows) => return Ok(None),
            value => value.map_err(|error| failure(&self.path, &error))?,
        };
        let sealed = value.rsplit_once(' ').filter(|(wanted, seal)| *seal == wanted_seal(wanted));
        let wanted = sealed.and_then(|(wanted, _)| Wanted::read(wanted));
        wanted.map(Some).ok_or_else(|| self.changed("how many games are wanted is not as it was written".to_string()))
    }

    /// Notes what is wanted of it, or that nobody wants any more.
    pub fn set_wanted(&mut self, wanted: Option<Wanted>) -> Result<(), StoreError> {
        let done = match wanted {
            Some(Wanted { games, threads }) => {
                let text = format!("{games} {threads}");
                let value = format!("{text} {}", wanted_seal(&text));
                self.connection.execute("INSERT OR REPLACE INTO meta (key, value) VALUES ('wanted', ?1)", [value])
            }
            None => self.connection.execute("DELETE FROM meta WHERE key = 'wanted'", []),
        };
        done.map(drop).map_err(|e| failure(&self.path, &e))
    }

    /// Keeps games for good.
    pub fn put(&mut self, games: &[PlayedGame]) -> Result<(), StoreError> {
        let put = (|| {
            let transaction = self.connection.transaction()?;
            for game in games {
                put_game(&transaction, game)?;
            }
            transaction.commit()
        })();
        put.map_err(|e: rusqlite::Error| failure(&self.path, &e))
    }

    /// All games, in order.
    pub fn games(&self) -> Result<Vec<PlayedGame>, StoreError> {
        self.games_from(i64::MIN, None)
    }

    /// The games from a number on, all or so many of them.
    fn games_from(&self, first: i64, at_most: Option<i64>) -> Result<Vec<PlayedGame>, StoreError> {
        self.check_structure()?;
        let sql = |e: rusqlite::Error| failure(&self.path, &e);
        let columns = if self.is_sealed {
            format!("{GAME_COLUMNS}, seal")
        } else {
            GAME_COLUMNS.replace("moves_seal", "NULL, NULL")
        };
        // By the rows' own numbers, which no change of the schema hides: a game whose number is none is found, not skipped.
        let query = format!("SELECT {columns} FROM games WHERE rowid >= ?1 ORDER BY rowid LIMIT ?2");
        let mut statement = self.connection.prepare(&query).map_err(sql)?;
        // SQLite takes a negative limit as none.
        let mut rows = statement.query([first, at_most.unwrap_or(-1)]).map_err(sql)?;
        let mut games = Vec::new();
        while let Some(row) = rows.next().map_err(sql)? {
            let number: i64 = row.get(0).map_err(sql)?;
            if self.is_sealed {
                let values = values_of(row, GAME_WIDTH).map_err(sql)?;
                let seal: Option<String> = row.get(GAME_WIDTH).map_err(sql)?;
                if seal != Some(seal_of([&values])) {
                    return Err(self.changed(format!("game {number} is not as it was written")));
                }
            }
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
        let sql = |e: rusqlite::Error| failure(&self.path, &e);
        let query = format!("SELECT {MOVE_COLUMNS} FROM moves WHERE game = ?1 ORDER BY ply");
        let mut statement = self.connection.prepare_cached(&query).map_err(sql)?;
        let mut rows = statement.query([game as i64]).map_err(sql)?;
        let (mut records, mut values) = (Vec::new(), Vec::new());
        while let Some(row) = rows.next().map_err(sql)? {
            records.push(read_record(row).map_err(sql)?);
            values.push(values_of(row, MOVE_WIDTH).map_err(sql)?);
        }
        if self.is_sealed {
            let query = "SELECT moves_seal FROM games WHERE number = ?1";
            let mut statement = self.connection.prepare_cached(query).map_err(sql)?;
            let mut seals = statement.query([game as i64]).map_err(sql)?;
            let seal: Option<String> = match seals.next().map_err(sql)? {
                Some(row) => row.get(0).map_err(sql)?,
                None => None,
            };
            if seal != moves_seal(&values) {
                return Err(self.changed(format!("the moves of game {game} are not as they were written")));
            }
        }
        Ok(records)
    }
}

fn failure(path: &str, error: &rusqlite::Error) -> StoreError {
    use rusqlite::ErrorCode;
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => StoreError::NotAStore(path.to_string()),
        Some(ErrorCode::DatabaseCorrupt) => StoreError::Changed { path: path.to_string(), what: error.to_string() },
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
