//! What rules say, asked of the object in Python. Whatever it raises, or says that no game can mean, unwinds the search.

use std::sync::{Mutex, PoisonError};

use melee::core::value::{MAX_PLIES, WIN};
use melee::core::{MAX_PLAYERS, stable_hash};
use melee::{Outcome, Player, Scores};
use pyo3::exceptions::{PyAttributeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyDict, PyString};

use crate::errors::{raise, refuse};

/// An object with rules, its methods found once.
pub(crate) struct Rules {
    object: Py<PyAny>,
    name: String,
    pub(super) players: usize,
    pub(super) worth_of_win: i32,
    pub(super) start: Py<PyAny>,
    moves: Py<PyAny>,
    play: Py<PyAny>,
    result: Py<PyAny>,
    optional: Optional,
    seen: Mutex<Seen>,
    failure: Mutex<Option<PyErr>>,
}

/// Methods that rules need not have.
struct Optional {
    next: Option<Py<PyAny>>,
    alive: Option<Py<PyAny>>,
    scores: Option<Py<PyAny>>,
    rank: Option<Py<PyAny>>,
    noisy: Option<Py<PyAny>>,
    rows: Option<Py<PyAny>>,
    move_text: Option<Py<PyAny>>,
    board_text: Option<Py<PyAny>>,
    read_board: Option<Py<PyAny>>,
}

/// Moves in the order in which they were first seen: a search knows them by number.
struct Seen {
    numbers: Py<PyDict>,
    list: Vec<SeenMove>,
}

struct SeenMove {
    object: Py<PyAny>,
    /// Of its text: the same in every run, whatever was seen before.
    hash: u64,
}

/// A piece on a drawn board: whose it is, and its letter.
pub(super) type Drawn = Option<(Option<usize>, char)>;

impl Rules {
    pub(crate) fn new(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = object.py();
        let class = || object.get_type().name().map_or_else(|_| "object".to_string(), |name| name.to_string());
        // What is not there, or `None`, is not said; whatever else a property raises comes out.
        let said = |name: &str| match object.getattr(name) {
            Ok(value) => Ok((!value.is_none()).then(|| value.unbind())),
            Err(error) if error.is_instance_of::<PyAttributeError>(py) => Ok(None),
            Err(error) => Err(error),
        };
        let optional = |name: &str| match said(name)? {
            Some(value) if !value.bind(py).is_callable() => {
                Err(PyTypeError::new_err(format!("{}: '{name}' is no method", class())))
            }
            method => Ok(method),
        };
        let lacking = |what: &str| PyTypeError::new_err(format!("{}: rules need {what}", class()));
        let needed = |name: &str| optional(name)?.ok_or_else(|| lacking(&format!("a method '{name}'")));
        let players: usize = said("players")?.ok_or_else(|| lacking("a number of 'players'"))?.extract(py)?;
        if !(2..=MAX_PLAYERS).contains(&players) {
            return Err(refuse(format!("{players} players: expected 2 to {MAX_PLAYERS}")));
        }
        let name = match said("name")? {
            Some(name) => name.extract(py)?,
            None => object.get_type().name()?.to_string().to_lowercase(),
        };
        let worth_of_win = said("worth_of_win")?.map_or(Ok(10_000), |worth| worth.extract(py))?;
        Ok(Rules {
            name,
            players,
            worth_of_win,
            start: needed("start")?,
            moves: needed("moves")?,
            play: needed("play")?,
            result: needed("result")?,
            optional: Optional {
                next: optional("next")?,
                alive: optional("alive")?,
                scores: optional("scores")?,
                rank: optional("rank")?,
                noisy: optional("noisy")?,
                rows: optional("rows")?,
                move_text: optional("move_text")?,
                board_text: optional("board_text")?,
                read_board: optional("read_board")?,
            },
            seen: Mutex::new(Seen { numbers: PyDict::new(py).unbind(), list: Vec::new() }),
            failure: Mutex::new(None),
            object: object.clone().unbind(),
        })
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn object(&self, py: Python<'_>) -> Py<PyAny> {
        self.object.clone_ref(py)
    }

    /// What has gone wrong since somebody last asked.
    pub(crate) fn take_failure(&self) -> Option<PyErr> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Asks Python; an exception leaves the search.
    pub(super) fn ask<T>(&self, question: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
        Python::attach(|py| match question(py) {
            Ok(answer) => answer,
            Err(error) => {
                // Somebody on the way may take what unwinds for something else.
                *self.failure.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner) = Some(error.clone_ref(py));
                raise(error)
            }
        })
    }

    /// The rules contradict themselves.
    pub(super) fn complain(&self, what: String) {
        self.ask(|_| Err::<(), _>(refuse(format!("{}: {what}", self.name))));
    }

    /// The number of a move.
    fn number(&self, py: Python<'_>, mv: &Bound<'_, PyAny>) -> PyResult<u32> {
        let mut seen = self.seen.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        let numbers = seen.numbers.bind(py).clone();
        if let Some(number) = numbers.get_item(mv)? {
            return number.extract();
        }
        let number = seen.list.len() as u32;
        let text = mv.str()?.to_string();
        numbers.set_item(mv, number)?;
        seen.list.push(SeenMove { object: mv.clone().unbind(), hash: stable_hash(&text) });
        Ok(number)
    }

    fn object_of<'py>(&self, py: Python<'py>, number: u32) -> Bound<'py, PyAny> {
        let seen = self.seen.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        seen.list[number as usize].object.bind(py).clone()
    }

    /// A hash of a move that does not depend on what was seen before.
    pub(super) fn hash_of(&self, number: u32) -> u64 {
        let held = || self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        // Whoever has the list may wait for the interpreter's lock, and so may we.
        match self.seen.try_lock() {
            Ok(seen) => seen.list[number as usize].hash,
            Err(_) => Python::attach(|py| py.detach(|| held().list[number as usize].hash)),
        }
    }

    fn numbers(&self, py: Python<'_>, moves: &Bound<'_, PyAny>) -> PyResult<Vec<u32>> {
        moves.try_iter()?.map(|mv| self.number(py, &mv?)).collect()
    }

    fn objects<'py>(&self, py: Python<'py>, moves: &[u32]) -> Vec<Bound<'py, PyAny>> {
        moves.iter().map(|&mv| self.object_of(py, mv)).collect()
    }

    pub(super) fn initial(&self) -> Py<PyAny> {
        self.ask(|py| self.start.call0(py))
    }

    pub(super) fn moves(&self, board: &Py<PyAny>, player: Player) -> Vec<u32> {
        self.ask(|py| self.numbers(py, self.moves.call1(py, (board, player.index()))?.bind(py)))
    }

    pub(super) fn play(&self, board: &Py<PyAny>, player: Player, mv: u32) -> Py<PyAny> {
        self.ask(|py| self.play.call1(py, (board, player.index(), self.object_of(py, mv))))
    }

    /// Nothing, the number of the winner, or the ranks of all.
    pub(super) fn result(&self, board: &Py<PyAny>, player: Player) -> Option<Outcome> {
        self.ask(|py| {
            let answer = self.result.call1(py, (board, player.index()))?.into_bound(py);
            if answer.is_none() {
                return Ok(None);
            }
            if let Ok(winner) = answer.extract::<usize>() {
                return Ok(Some(Outcome::win(self.checked(winner, "result")?, self.players)));
            }
            let ranks: Vec<u8> = answer.extract().map_err(|_| {
                refuse(format!("{}: result: expected None, a player's number or a list of ranks", self.name))
            })?;
            if ranks.len() != self.players || !ranks.contains(&1) || ranks.contains(&0) {
                let players = self.players;
                return Err(refuse(format!("{}: result {ranks:?}: expected {players} ranks from 1", self.name)));
            }
            Ok(Some(Outcome::from_ranks(&ranks)))
        })
    }

    fn checked(&self, player: usize, what: &str) -> PyResult<Player> {
        if player < self.players {
            return Ok(Player::new(player));
        }
        Err(refuse(format!("{}: {what}: player {player}: expected 0 to {}", self.name, self.players - 1)))
    }

    pub(super) fn next(&self, board: &Py<PyAny>, player: Player) -> Player {
        match &self.optional.next {
            None => player.next(self.players),
            Some(next) => self.ask(|py| self.checked(next.call1(py, (board, player.index()))?.extract(py)?, "next")),
        }
    }

    pub(super) fn is_alive(&self, board: &Py<PyAny>, player: Player) -> bool {
        match &self.optional.alive {
            None => true,
            Some(alive) => self.ask(|py| alive.call1(py, (board, player.index()))?.is_truthy(py)),
        }
    }

    pub(super) fn scores(&self, board: &Py<PyAny>, to_move: Player) -> Scores {
        let mut scores = Scores::new(self.players);
        let Some(method) = &self.optional.scores else {
            return scores;
        };
        let given: Vec<i32> = self.ask(|py| {
            let given: Vec<i32> = method.call1(py, (board, to_move.index()))?.extract(py)?;
            let is_small = |score: &i32| score.unsigned_abs() < (WIN - MAX_PLIES) as u32;
            if given.len() == self.players && given.iter().all(is_small) {
                return Ok(given);
            }
            let players = self.players;
            Err(refuse(format!("{}: scores {given:?}: expected {players} numbers, none as large as a win", self.name)))
        });
        for (player, score) in Player::all(self.players).zip(given) {
            scores[player] = score;
        }
        scores
    }

    pub(super) fn ranks(&self, board: &Py<PyAny>, player: Player, moves: &[u32]) -> Vec<i32> {
        let Some(rank) = &self.optional.rank else {
            return vec![0; moves.len()];
        };
        self.ask(|py| {
            let ranks: Vec<i32> = rank.call1(py, (board, player.index(), self.objects(py, moves)))?.extract(py)?;
            if ranks.len() == moves.len() {
                return Ok(ranks);
            }
            Err(refuse(format!("{}: rank: {} ranks for {} moves", self.name, ranks.len(), moves.len())))
        })
    }

    pub(super) fn noisy(&self, board: &Py<PyAny>, player: Player, legal: &[u32]) -> Vec<u32> {
        let Some(noisy) = &self.optional.noisy else {
            return Vec::new();
        };
        self.ask(|py| {
            let moves = self.numbers(py, noisy.call1(py, (board, player.index()))?.bind(py))?;
            if moves.iter().all(|mv| legal.contains(mv)) {
                return Ok(moves);
            }
            Err(refuse(format!("{}: noisy: not all of them are legal moves", self.name)))
        })
    }

    pub(super) fn move_text(&self, board: &Py<PyAny>, mv: u32) -> String {
        self.ask(|py| {
            let mv = self.object_of(py, mv);
            match &self.optional.move_text {
                None => Ok(mv.str()?.to_string()),
                Some(text) => text.call1(py, (board, mv))?.extract(py),
            }
        })
    }

    pub(super) fn board_text(&self, board: &Py<PyAny>) -> String {
        self.ask(|py| match &self.optional.board_text {
            None => Ok(board.bind(py).repr()?.to_string()),
            Some(text) => text.call1(py, (board,))?.extract(py),
        })
    }

    /// A board from its text; an exception is what is wrong with the text.
    pub(super) fn read_board(&self, text: &str) -> PyResult<Py<PyAny>> {
        Python::attach(|py| match &self.optional.read_board {
            Some(read) => read.call1(py, (text,)),
            None => py.import("ast")?.call_method1("literal_eval", (text,)).map(Bound::unbind),
        })
    }

    /// The board row by row, if the rules can draw it.
    pub(super) fn rows(&self, board: &Py<PyAny>) -> Option<Vec<Vec<Drawn>>> {
        let rows = self.optional.rows.as_ref()?;
        Some(self.ask(|py| {
            let rows = rows.call1(py, (board,))?.into_bound(py);
            let mut drawn = Vec::new();
            for row in rows.try_iter()? {
                let cells: PyResult<Vec<Drawn>> = row?.try_iter()?.map(|cell| self.drawn(&cell?)).collect();
                drawn.push(cells?);
            }
            Ok(drawn)
        }))
    }

    /// Nothing, a letter, or a player's number with a letter; a blank and a dot are nothing too.
    fn drawn(&self, cell: &Bound<'_, PyAny>) -> PyResult<Drawn> {
        if cell.is_none() {
            return Ok(None);
        }
        if cell.is_instance_of::<PyString>() {
            let letter: char = cell.extract()?;
            return Ok((letter != ' ' && letter != '.').then_some((None, letter)));
        }
        let (player, letter): (usize, char) = cell.extract()?;
        Ok(Some((Some(self.checked(player, "rows")?.index()), letter)))
    }
}
