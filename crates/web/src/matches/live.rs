//! The games that are being played, for those who watch.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use melee::Position;
use melee_arena::tournament::{Onlooker, Pairing};

/// A board is copied at most this often, and only if somebody watches.
const NEWS: Duration = Duration::from_millis(150);
/// So many boards are shown.
const MOST_BOARDS: usize = 4;

/// A game that is being played.
pub(crate) struct LiveGame {
    pub(crate) number: u64,
    pub(crate) seating: Vec<usize>,
    pub(crate) position: Position,
    at: Instant,
}

/// The games that are being played.
#[derive(Default)]
pub(crate) struct Live {
    watchers: AtomicUsize,
    games: Mutex<BTreeMap<u64, LiveGame>>,
}

/// Somebody who watches, until he lets go of this.
pub(crate) struct Watcher(Arc<Live>);

impl Drop for Watcher {
    fn drop(&mut self) {
        self.0.watchers.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Live {
    pub(super) fn watch(self: &Arc<Self>) -> Watcher {
        self.watchers.fetch_add(1, Ordering::Relaxed);
        Watcher(self.clone())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<u64, LiveGame>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn boards<T>(&self, look: impl FnMut(&LiveGame) -> T) -> Vec<T> {
        self.lock().values().map(look).collect()
    }

    /// A game has ended.
    pub(super) fn ended(&self, number: u64) {
        self.lock().remove(&number);
    }

    /// No game is played any more.
    pub(super) fn all_ended(&self) {
        self.lock().clear();
    }

    fn note(&self, pairing: &Pairing, position: &Position) {
        if self.watchers.load(Ordering::Relaxed) == 0 {
            return;
        }
        let mut games = self.lock();
        let now = Instant::now();
        if let Some(game) = games.get_mut(&pairing.number) {
            if now.duration_since(game.at) >= NEWS {
                game.position = position.clone();
                game.at = now;
            }
        } else if games.len() < MOST_BOARDS {
            let game = LiveGame {
                number: pairing.number,
                seating: pairing.seating.clone(),
                position: position.clone(),
                at: now,
            };
            games.insert(pairing.number, game);
        }
    }
}

impl Onlooker for Live {
    fn moved(&self, pairing: &Pairing, position: &Position) {
        self.note(pairing, position);
    }
}
