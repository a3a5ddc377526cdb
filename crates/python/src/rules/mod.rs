//! Rules written in Python, as a game that every search plays.
//!
//! The registry opens games by name and options. Rules are objects, so each gets a number when it is opened, and the
//! number is an option of the one game that all of them are. Boards are whatever the rules use, never changed in place;
//! what Python was asked about a board is remembered with it, since asking is what costs.

mod game;
mod methods;
mod playable;
mod state;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};

use melee::GameOptions;
use pyo3::prelude::*;

pub(crate) use game::PythonGame;
pub(crate) use methods::Rules;

/// The name of the game that all rules in Python are.
pub(crate) const NAME: &str = "python";
/// The option that says which of them.
pub(crate) const NUMBER: &str = "rules";

/// The rules that live, by number.
static KNOWN: LazyLock<Mutex<HashMap<u64, Weak<Rules>>>> = LazyLock::new(Mutex::default);
static NEXT: AtomicU64 = AtomicU64::new(0);

fn known() -> std::sync::MutexGuard<'static, HashMap<u64, Weak<Rules>>> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Gives an object with rules its number. It is known by it as long as somebody has the rules, such as their game.
pub(crate) fn register(object: &Bound<'_, PyAny>) -> PyResult<(u64, Arc<Rules>)> {
    let rules = Arc::new(Rules::new(object)?);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let mut known = known();
    known.retain(|_, rules| rules.strong_count() > 0);
    known.insert(number, Arc::downgrade(&rules));
    Ok((number, rules))
}

/// The rules that options of the game speak of, if they are written in Python.
pub(crate) fn of_options(options: &GameOptions) -> Option<Arc<Rules>> {
    let number = options.get(NUMBER)?.parse().ok()?;
    known().get(&number)?.upgrade()
}
