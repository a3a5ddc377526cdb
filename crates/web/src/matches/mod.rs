//! The stored matches, and the one that is played.
//!
//! Stores lie in one directory, which is made when the first match starts. A match is known by the name
//! of its file without the ending; names have no dots and no slashes, so no request reaches anything
//! else. One match is played at a time. A store knows until how many games somebody wants it played, so a match
//! goes on when the server is started anew.

mod current;
mod live;
mod plan;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use melee::Registry;
use melee_arena::tournament::{MatchPlan, PlayedGame, Store, StoreError, Wanted};

use current::StoppedBy;
pub(crate) use current::{CurrentMatch, Progress};
pub(crate) use live::{LiveGame, Watcher};
use plan::Allowance;
pub(crate) use plan::{NewMatch, check_games, threads};

use crate::{ApiError, Config};

/// The ending of a store.
const ENDING: &str = "db";
/// The longest name.
const LONGEST_NAME: usize = 64;
/// So many matches are listed.
const MOST_LISTED: usize = 500;
/// So long matches that were played may still be held by the server that ends.
const LETTING_GO: Duration = Duration::from_secs(3);

pub(crate) struct Matches {
    directory: PathBuf,
    registry: Registry,
    bounds: Allowance,
    /// The match that is played, or was played last.
    current: Mutex<Option<Arc<CurrentMatch>>>,
    /// Has the match been found that an earlier server was playing?
    settled: OnceLock<()>,
}

/// A match in the list.
pub(crate) struct Listed {
    pub(crate) name: String,
    /// What is in the store, or why it cannot be read.
    pub(crate) found: Result<Stored, String>,
}

/// What the list tells of a store.
pub(crate) struct Stored {
    pub(crate) plan: MatchPlan,
    pub(crate) games: u64,
    /// What is wanted of it, if it has not come so far.
    pub(crate) wanted: Option<Wanted>,
}

impl Stored {
    fn read(path: &Path) -> Result<Self, StoreError> {
        let store = Store::read(path)?;
        let games = store.count()?;
        let wanted = store.wanted()?.filter(|wanted| wanted.games > games);
        Ok(Stored { plan: store.plan()?, games, wanted })
    }
}

/// Is it a name of a match, and no way to another file?
fn check_name(name: &str) -> Result<(), ApiError> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let begins_well = name.starts_with(|c: char| c.is_ascii_alphanumeric());
    if name.len() <= LONGEST_NAME && begins_well && name.chars().all(is_plain) {
        return Ok(());
    }
    Err(ApiError::bad(format!(
        "a match is named by 1 to {LONGEST_NAME} letters, digits, - and _, the first a letter or digit"
    )))
}

impl Matches {
    pub(crate) fn new(config: &Config) -> Self {
        Matches {
            directory: config.matches.clone(),
            registry: config.registry.clone(),
            bounds: Allowance { longest: config.longest, table_bytes: config.table_bytes },
            current: Mutex::default(),
            settled: OnceLock::new(),
        }
    }

    fn path(&self, name: &str) -> Result<PathBuf, ApiError> {
        check_name(name)?;
        Ok(self.directory.join(format!("{name}.{ENDING}")))
    }

    fn lock(&self) -> MutexGuard<'_, Option<Arc<CurrentMatch>>> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn current(&self) -> Option<Arc<CurrentMatch>> {
        self.settle();
        self.lock().clone()
    }

    /// The match of this name, if it is played or was played last.
    pub(crate) fn current_as(&self, name: &str) -> Option<Arc<CurrentMatch>> {
        self.current().filter(|current| current.name == name)
    }

    /// All stored matches by name.
    pub(crate) fn list(&self) -> Vec<Listed> {
        // A directory that is not there has no matches.
        let Ok(entries) = std::fs::read_dir(&self.directory) else {
            return Vec::new();
        };
        let name_of = |path: &Path| {
            let name = path.file_stem()?.to_str()?.to_string();
            // A pipe would be waited for.
            let is_store = path.extension().is_some_and(|e| e == ENDING) && path.is_file();
            (is_store && check_name(&name).is_ok()).then_some(name)
        };
        let paths = entries.flatten().map(|entry| entry.path());
        let mut names: Vec<String> = paths.filter_map(|path| name_of(&path)).collect();
        names.sort();
        names.truncate(MOST_LISTED);
        let listed = names.into_iter().map(|name| {
            let path = self.directory.join(format!("{name}.{ENDING}"));
            Listed { name, found: Stored::read(&path).map_err(|e| e.to_string()) }
        });
        listed.collect()
    }

    /// Opens a stored match for reading.
    pub(crate) fn read(&self, name: &str) -> Result<Store, ApiError> {
        let path = self.path(name)?;
        if !path.is_file() {
            let problem = format!("there is no match '{name}'");
            return Err(ApiError::with(StatusCode::NOT_FOUND, problem));
        }
        Ok(Store::read(&path)?)
    }

    /// The plan and the games of a match, from memory if it is played.
    pub(crate) fn games(&self, name: &str) -> Result<(MatchPlan, Vec<PlayedGame>), ApiError> {
        if let Some(current) = self.current_as(name) {
            return Ok((current.plan.clone(), current.games()));
        }
        let store = self.read(name)?;
        Ok((store.plan()?, store.games()?))
    }

    /// Goes on with the match that an earlier server was playing when it ended. Whoever asks about matches in the meantime
    /// waits until it is known, lest he hear that nothing is played.
    pub(crate) fn settle(&self) {
        self.settled.get_or_init(|| self.resume_wanted());
    }

    /// If somebody has put several there, the first that can be played goes on.
    fn resume_wanted(&self) {
        let begin = Instant::now();
        for listed in self.list() {
            let Ok(Stored { plan, wanted: Some(wanted), .. }) = listed.found else {
                continue;
            };
            let resume = || {
                check_games(wanted.games)?;
                self.play(&listed.name, &plan, wanted.games, threads(Some(wanted.threads))?)
            };
            loop {
                match resume() {
                    Ok(()) => return,
                    // The server that ends has not let go of it yet.
                    Err(error) if error.status == StatusCode::CONFLICT && begin.elapsed() < LETTING_GO => {
                        std::thread::sleep(Duration::from_millis(100));
                    }
                    Err(_) => break,
                }
            }
        }
    }

    /// Until how many games a match that is not played was to be played.
    pub(crate) fn wanted(&self, name: &str) -> Option<u64> {
        Stored::read(&self.path(name).ok()?).ok()?.wanted.map(|wanted| wanted.games)
    }

    /// Starts a new match.
    pub(crate) fn start(&self, name: &str, plan: &MatchPlan, games: u64, threads: usize) -> Result<(), ApiError> {
        self.settle();
        let path = self.path(name)?;
        if path.exists() {
            let problem = format!("there is a match '{name}' already; resume it or take another name");
            return Err(ApiError::with(StatusCode::CONFLICT, problem));
        }
        self.play(name, plan, games, threads)
    }

    /// Goes on with a stored match until it has so many games.
    pub(crate) fn resume(&self, name: &str, games: u64, threads: usize) -> Result<(), ApiError> {
        self.settle();
        let plan = self.read(name)?.plan()?;
        self.play(name, &plan, games, threads)
    }

    fn play(&self, name: &str, plan: &MatchPlan, games: u64, threads: usize) -> Result<(), ApiError> {
        let path = self.path(name)?;
        let mut slot = self.lock();
        if let Some(other) = slot.as_ref().filter(|current| current.is_running()) {
            let doing = if other.is_stopping() { "stopping" } else { "running" };
            let problem = format!("match '{}' is {doing}; one match is played at a time", other.name);
            return Err(ApiError::with(StatusCode::CONFLICT, problem));
        }
        let open = self.bounds.open(plan, &self.registry, threads)?;
        std::fs::create_dir_all(&self.directory).map_err(|error| {
            let directory = self.directory.display();
            ApiError::bad(format!("cannot make the directory {directory}: {error}"))
        })?;
        let mut store = Store::open(&path, plan)?;
        let done = store.games()?;
        open.check_seats(&done)?;
        store.set_wanted(Some(Wanted { games, threads }))?;
        *slot = Some(CurrentMatch::begin(name, open, store, done, games, threads));
        Ok(())
    }

    /// Asks the match to stop.
    pub(crate) fn stop(&self, name: &str) -> Result<(), ApiError> {
        check_name(name)?;
        let running = self.current_as(name).filter(|current| current.is_running());
        let current = running.ok_or_else(|| {
            let problem = format!("match '{name}' is not running");
            ApiError::with(StatusCode::CONFLICT, problem)
        })?;
        current.stop(StoppedBy::Person);
        Ok(())
    }
}

impl Drop for Matches {
    fn drop(&mut self) {
        if let Some(current) = self.lock().as_ref() {
            current.stop(StoppedBy::ServerEnds);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_could_lead_elsewhere_are_refused() {
        for name in ["a", "A-1_b", &"x".repeat(64)] {
            assert!(check_name(name).is_ok(), "{name}");
        }
        let long = "x".repeat(65);
        let bad = [". .. ../a a/b a\\b a.db -a _a ä /etc/passwd %2e%2e a\0 a\n", &long].join(" ");
        for name in bad.split(' ').chain(["", "a b"]) {
            assert!(check_name(name).is_err(), "{name}");
        }
    }
}
