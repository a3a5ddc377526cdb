//! Engines between two moves of a game.
//!
//! A page that plays a game sends a session of its own with every question. What the engine of a seat
//! has learned is then kept for its next move: the least recently used engines go first when there
//! are too many or they are too large. Whoever is at work has his engine for himself, so that two
//! searches never share one.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use melee::{Engine, GameOptions, OpenGame, Spec};

use crate::Refusal;

const MOST_ENGINES: usize = 4;

/// For whom an engine is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct EngineKey {
    pub(crate) session: String,
    pub(crate) game: String,
    pub(crate) options: GameOptions,
    pub(crate) spec: String,
    /// Opponents do not look into each other's tables, even if they are the same algorithm.
    pub(crate) player: usize,
}

/// An engine that some work needs.
pub(crate) struct EngineOrder {
    pub(crate) game: OpenGame,
    pub(crate) spec: Spec,
    /// For an engine that is made anew.
    pub(crate) seed: u64,
    /// How many bytes its tables may take.
    pub(crate) bytes: u64,
    /// Without one it is not kept.
    pub(crate) key: Option<EngineKey>,
}

struct Kept {
    key: EngineKey,
    engine: Engine,
    bytes: u64,
}

/// The engines that are kept, the least recently used first.
pub(crate) struct EngineCache {
    kept: Mutex<VecDeque<Kept>>,
    most_bytes: u64,
}

impl EngineCache {
    pub(crate) fn new(most_bytes: u64) -> Self {
        EngineCache { kept: Mutex::default(), most_bytes }
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lends an engine to some work. Afterwards it is kept, whether the search ended or was stopped;
    /// if the work failed or panicked it is dropped.
    pub(crate) fn lend<T>(
        &self,
        order: &EngineOrder,
        work: impl FnOnce(&mut Engine) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let kept = order.key.as_ref().and_then(|key| self.take(key));
        let mut engine = match kept {
            Some(engine) => engine,
            None => order.game.seeded_engine(&order.spec, order.seed)?,
        };
        let done = work(&mut engine)?;
        if let Some(key) = order.key.clone() {
            let bytes = order.bytes;
            self.keep(Kept { key, engine, bytes });
        }
        Ok(done)
    }

    fn take(&self, key: &EngineKey) -> Option<Engine> {
        let mut kept = self.lock();
        let place = kept.iter().position(|one| one.key == *key)?;
        kept.remove(place).map(|one| one.engine)
    }

    fn keep(&self, newest: Kept) {
        // Large tables take a while to be freed: that happens after the lock is given back.
        let mut dropped = Vec::new();
        let mut kept = self.lock();
        // Two questions of one session at once have made two engines.
        kept.retain(|one| one.key != newest.key);
        kept.push_back(newest);
        while kept.len() > MOST_ENGINES || bytes(&kept) > self.most_bytes {
            dropped.extend(kept.pop_front());
        }
        drop(kept);
    }

    /// How many engines are kept, and how large they are together.
    pub(crate) fn size(&self) -> (usize, u64) {
        let kept = self.lock();
        (kept.len(), bytes(&kept))
    }
}

fn bytes(kept: &VecDeque<Kept>) -> u64 {
    kept.iter().map(|one| one.bytes).sum()
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    const MOST_BYTES: u64 = 512;

    fn order(session: &str, bytes: u64) -> EngineOrder {
        let registry = melee::Registry::standard();
        let name = registry.games()[0].name;
        let options = GameOptions::default();
        let spec = Spec::from("alphabeta:tt=deep/1MiB");
        EngineOrder {
            game: registry.open(name, &options).expect("a game"),
            seed: 0,
            bytes,
            key: Some(EngineKey {
                session: session.to_string(),
                game: name.to_string(),
                options,
                spec: spec.to_string(),
                player: 1,
            }),
            spec,
        }
    }

    #[test]
    fn the_least_recently_used_go_first() {
        let engines = EngineCache::new(MOST_BYTES);
        let has = |session: &str| {
            let key = order(session, 1).key.expect("a session");
            engines.lock().iter().any(|one| one.key == key)
        };
        let use_once = |session: &str, bytes: u64| {
            let lent = engines.lend(&order(session, bytes), |_| Ok(()));
            lent.expect("an engine");
        };
        for session in ["a", "b", "c", "d", "a", "e"] {
            use_once(session, 1);
        }
        assert_eq!(engines.size(), (4, 4));
        assert!(has("a") && !has("b"), "a was used after b");
        use_once("f", MOST_BYTES);
        assert_eq!(engines.size(), (1, MOST_BYTES));
        use_once("g", MOST_BYTES + 1);
        assert_eq!(engines.size(), (0, 0), "too large to be kept at all");
    }

    #[test]
    fn an_engine_whose_work_failed_is_dropped() {
        let engines = EngineCache::new(MOST_BYTES);
        let order = order("one", 1);
        let failed = engines.lend(&order, |_| Err::<(), _>(Refusal::bad("no")));
        assert!(failed.is_err());
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            engines.lend(&order, |_| -> Result<(), Refusal> { std::panic::resume_unwind(Box::new("on purpose")) })
        }));
        assert!(panicked.is_err());
        assert_eq!(engines.size(), (0, 0));
    }
}
