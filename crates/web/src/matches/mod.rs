//! The stored matches, and the one that is played.
//!
//! Stores lie in one directory, which is made when the first match starts. A match is known by the name
//! of its file without the ending; names have no dots and no slashes, so no request reaches anything
//! else. One match is played at a time.

mod live;
mod plan;
mod played;

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::http::StatusCode;
use melee_arena::tournament::{MatchError, MatchPlan, PlayedGame, Store, StoreError};

pub(crate) use live::{LiveGame, Watcher};
pub(crate) use plan::NewMatch;
pub(crate) use plan::{check_games, threads};
pub(crate) use played::{Played, Progress};

use crate::ApiError;

/// The ending of a store.
const ENDING: &str = "db";
/// The longest name.
const LONGEST_NAME: usize = 64;
/// So many matches are listed.
const MOST_LISTED: usize = 500;

/// All matches.
pub(crate) struct Matches {
    directory: PathBuf,
    played: Mutex<Option<Arc<Played>>>,
}

/// A match in the list.
pub(crate) struct Listed {
    pub(crate) name: String,
    /// The plan and how many games there are, or why they cannot be read.
    pub(crate) found: Result<(MatchPlan, u64), String>,
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        let status = match error {
            StoreError::Locked(_) | StoreError::OtherMatch { .. } => StatusCode::CONFLICT,
            _ => StatusCode::BAD_REQUEST,
        };
        ApiError::with(status, error.to_string())
    }
}

impl From<MatchError> for ApiError {
    fn from(error: MatchError) -> Self {
        match error {
            MatchError::Store(error) => error.into(),
            other => ApiError::bad(other.to_string()),
        }
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
    pub(crate) fn new(directory: PathBuf) -> Self {
        Matches {
            directory,
            played: Mutex::default(),
        }
    }

    fn path(&self, name: &str) -> Result<PathBuf, ApiError> {
        check_name(name)?;
        Ok(self.directory.join(format!("{name}.{ENDING}")))
    }

    fn lock(&self) -> MutexGuard<'_, Option<Arc<Played>>> {
        self.played.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The match that is played, or was played last.
    pub(crate) fn played(&self) -> Option<Arc<Played>> {
        self.lock().clone()
    }

    /// The match of this name, if it is played or was played last.
    pub(crate) fn played_as(&self, name: &str) -> Option<Arc<Played>> {
        self.played().filter(|played| played.name == name)
    }

    /// All stored matches by name.
    pub(crate) fn list(&self) -> Vec<Listed> {
        // A directory that is not there has no matches.
        let Ok(entries) = std::fs::read_dir(&self.directory) else {
            return Vec::new();
        };
        let name_of = |path: &Path| {
            let name = path.file_stem()?.to_str()?.to_string();
            let is_store = path.extension().is_some_and(|e| e == ENDING);
            (is_store && check_name(&name).is_ok()).then_some(name)
        };
        let paths = entries.flatten().map(|entry| entry.path());
        let mut names: Vec<String> = paths.filter_map(|path| name_of(&path)).collect();
        names.sort();
        names.truncate(MOST_LISTED);
        let listed = names.into_iter().map(|name| {
            let path = self.directory.join(format!("{name}.{ENDING}"));
            let found = Store::read(&path).and_then(|store| Ok((store.plan()?, store.count()?)));
            Listed {
                name,
                found: found.map_err(|e| e.to_string()),
            }
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
        if let Some(played) = self.played_as(name) {
            return Ok((played.plan.clone(), played.games()));
        }
        let store = self.read(name)?;
        Ok((store.plan()?, store.games()?))
    }

    /// Starts a new match.
    pub(crate) fn start(
        &self,
        name: &str,
        plan: &MatchPlan,
        games: u64,
        threads: usize,
    ) -> Result<(), ApiError> {
        let path = self.path(name)?;
        if path.exists() {
            let problem =
                format!("there is a match '{name}' already; resume it or take another name");
            return Err(ApiError::with(StatusCode::CONFLICT, problem));
        }
        self.play(name, plan, games, threads)
    }

    /// Goes on with a stored match until it has so many games.
    pub(crate) fn resume(&self, name: &str, games: u64, threads: usize) -> Result<(), ApiError> {
        let plan = self.read(name)?.plan()?;
        self.play(name, &plan, games, threads)
    }

    fn play(
        &self,
        name: &str,
        plan: &MatchPlan,
        games: u64,
        threads: usize,
    ) -> Result<(), ApiError> {
        let path = self.path(name)?;
        let mut slot = self.lock();
        if let Some(other) = slot.as_ref().filter(|played| played.is_running()) {
            let doing = if other.stop.load(Ordering::Relaxed) {
                "stopping"
            } else {
                "running"
            };
            let problem = format!(
                "match '{}' is {doing}; one match is played at a time",
                other.name
            );
            return Err(ApiError::with(StatusCode::CONFLICT, problem));
        }
        plan::check_entrants(plan)?;
        let open = plan.open()?;
        std::fs::create_dir_all(&self.directory).map_err(|error| {
            let directory = self.directory.display();
            ApiError::bad(format!("cannot make the directory {directory}: {error}"))
        })?;
        let store = Store::open(&path, plan)?;
        let done = store.games()?;
        *slot = Some(Played::begin(name, open, store, done, games, threads));
        Ok(())
    }

    /// Asks the match to stop.
    pub(crate) fn stop(&self, name: &str) -> Result<(), ApiError> {
        check_name(name)?;
        let running = self.played_as(name).filter(|played| played.is_running());
        let played = running.ok_or_else(|| {
            let problem = format!("match '{name}' is not running");
            ApiError::with(StatusCode::CONFLICT, problem)
        })?;
        played.stop.store(true, Ordering::Relaxed);
        Ok(())
    }
}

impl Drop for Matches {
    fn drop(&mut self) {
        if let Some(played) = self.lock().as_ref() {
            played.stop.store(true, Ordering::Relaxed);
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
        let bad = [
            "",
            ".",
            "..",
            "../a",
            "a/b",
            "a\\b",
            "a.db",
            "-a",
            "_a",
            "a b",
            "a\0",
            "ä",
            "/etc/passwd",
            "%2e%2e",
            "a\n",
            &"x".repeat(65),
        ];
        for name in bad {
            assert!(check_name(name).is_err(), "{name}");
        }
    }
}
