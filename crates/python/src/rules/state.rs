//! A position of rules written in Python: the board, whose turn it is, and what was asked about both.

use std::fmt;
use std::sync::{Arc, OnceLock};

use melee::core::stable_hash;
use melee::core::zobrist::TURN;
use melee::{Outcome, Player};
use pyo3::prelude::*;

use super::Rules;

/// A position; copies share what is known of it.
#[derive(Clone)]
pub(crate) struct State(Arc<Known>);

struct Known {
    board: Arc<Py<PyAny>>,
    turn: Player,
    moves: OnceLock<Vec<u32>>,
    result: OnceLock<Option<Outcome>>,
    key: OnceLock<u64>,
}

impl State {
    pub(super) fn new(board: Py<PyAny>, turn: Player) -> Self {
        State::of(Arc::new(board), turn)
    }

    fn of(board: Arc<Py<PyAny>>, turn: Player) -> Self {
        let (moves, result, key) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        State(Arc::new(Known { board, turn, moves, result, key }))
    }

    pub(super) fn handed_to(&self, player: Player) -> Self {
        State::of(self.0.board.clone(), player)
    }

    pub(super) fn board(&self) -> &Py<PyAny> {
        &self.0.board
    }

    pub(super) fn turn(&self) -> Player {
        self.0.turn
    }

    // Two threads may ask the same at once: both are answered, and the first answer is kept. To let one wait for the other
    // would have it wait with the interpreter's lock, which the other needs.

    pub(super) fn moves(&self, rules: &Rules) -> &[u32] {
        let known = &self.0;
        if known.moves.get().is_none() {
            let _ = known.moves.set(rules.moves(&known.board, known.turn));
        }
        known.moves.get().expect("just set")
    }

    pub(super) fn result(&self, rules: &Rules) -> Option<Outcome> {
        let known = &self.0;
        if let Some(result) = known.result.get() {
            return *result;
        }
        let result = rules.result(&known.board, known.turn);
        let _ = known.result.set(result);
        result
    }

    /// From the board's text, which is the same in every run, as Python's hashes are not.
    pub(super) fn key(&self, rules: &Rules) -> u64 {
        let known = &self.0;
        if let Some(key) = known.key.get() {
            return *key;
        }
        let key = stable_hash(&rules.board_text(&known.board)) ^ TURN[known.turn.index()];
        let _ = known.key.set(key);
        key
    }
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        if Arc::ptr_eq(&self.0, &other.0) {
            return true;
        }
        let (own, others) = (&self.0, &other.0);
        own.turn == others.turn
            && (Arc::ptr_eq(&own.board, &others.board)
                || Python::attach(|py| own.board.bind(py).eq(others.board.bind(py)).unwrap_or(false)))
    }
}

impl Eq for State {}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = Python::attach(|py| self.0.board.bind(py).repr().map(|text| text.to_string()));
        write!(f, "{} {}", board.unwrap_or_default(), self.0.turn)
    }
}
