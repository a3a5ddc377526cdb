//! Games: which there are, and one with its parameters.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use melee::search::Pace;
use melee::{AlgorithmInfo, GameOptions, Melee, OpenGame, Registry};
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Value, json};

use crate::engine::Engine;
use crate::errors::{guarded, refuse};
use crate::json::of_value;
use crate::limits::parse_search;
use crate::position::Position;
use crate::rules::{self, PythonGame};

/// What is seen of positions in games that say nothing else of them.
pub(crate) const KEY_BITS: usize = u64::BITS as usize;

/// The games of Melee, and the one that rules written in Python are.
pub(crate) static REGISTRY: LazyLock<Registry> =
    LazyLock::new(|| Melee::standard().with_game::<PythonGame>().registry());

/// The games of Melee: for each its name, title, numbers of players, options, named starts, named players and evaluations.
#[pyfunction]
pub(crate) fn games(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let ours = REGISTRY.games().iter().filter(|info| info.name != rules::NAME);
    let all: Vec<Value> = ours
        .map(|info| {
            let about = &info.description;
            let options: Vec<Value> = about
                .options
                .iter()
                .map(|option| {
                    let choices: Vec<&str> = option.choices.iter().map(|(value, _)| *value).collect();
                    json!({"name": option.name, "summary": option.summary, "choices": choices})
                })
                .collect();
            json!({
                "name": info.name,
                "title": about.title,
                "summary": about.summary,
                "players": about.players.iter().collect::<Vec<_>>(),
                "options": options,
                "starts": info.starts(),
                "named_players": about.named_players,
                "evaluations": about.evaluations,
                "is_study": about.is_study,
            })
        })
        .collect();
    of_value(py, &Value::Array(all))
}

/// All algorithms: for each its name, a summary, whether it is for two players only, and its options.
#[pyfunction]
pub(crate) fn algorithms(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    list(py, REGISTRY.algorithms())
}

fn list(py: Python<'_>, algorithms: Vec<AlgorithmInfo>) -> PyResult<Bound<'_, PyAny>> {
    let described = algorithms.into_iter().map(|info| {
        json!({
            "name": info.name,
            "summary": info.summary,
            "two_players": info.two_players,
            "by_depth": info.pace == Pace::ByDepth,
            "exact": info.exact,
            "options": info.options,
        })
    });
    of_value(py, &described.collect())
}

/// A game with its parameters: positions and engines come from here.
///
/// >>> import melee
/// >>> game = melee.open("chess4")
/// >>> game.title, game.players, game.seats
/// ('Four-player chess', 4, ['red', 'blue', 'yellow', 'green'])
/// >>> game.start().game == game
/// True
#[pyclass(frozen, module = "melee")]
pub(crate) struct Game {
    pub(crate) open: OpenGame,
    /// The rules, where they are written in Python: they live as long as their game.
    rules: Option<Py<PyAny>>,
}

/// Opens a game by its name, or the game that an object with rules is.
#[pyfunction]
#[pyo3(signature = (game, players=None, start=None, position=None, options=None))]
pub(crate) fn open_game(
    game: &Bound<'_, PyAny>,
    players: Option<usize>,
    start: Option<String>,
    position: Option<String>,
    options: Option<BTreeMap<String, String>>,
) -> PyResult<Game> {
    let mut wanted = GameOptions { players, start, position, values: options.unwrap_or_default() };
    if let Ok(name) = game.extract::<String>() {
        if name == rules::NAME {
            return Err(refuse("rules written in Python are opened as an object"));
        }
        let open = guarded(|| REGISTRY.open(&name, &wanted))?.map_err(refuse)?;
        return Ok(Game { open, rules: None });
    }
    let (number, rules) = rules::register(game)?;
    wanted.values.insert(rules::NUMBER.to_string(), number.to_string());
    let open = guarded(|| REGISTRY.open(rules::NAME, &wanted))?.map_err(refuse)?;
    drop(rules);
    Ok(Game { open, rules: Some(game.clone().unbind()) })
}

impl Game {
    /// The game of a position, with its rules where they are written in Python.
    pub(crate) fn of(py: Python<'_>, open: OpenGame) -> Self {
        let rules = rules::of_options(open.options()).map(|rules| rules.object(py));
        Game { open, rules }
    }
}

/// The name of a game; of rules written in Python the one that they say.
pub(crate) fn game_name(open: &OpenGame) -> String {
    match rules::of_options(open.options()) {
        Some(rules) => rules.name().to_string(),
        None => open.name().to_string(),
    }
}

#[pymethods]
impl Game {
    /// Its name; of rules written in Python the one that they say.
    #[getter]
    fn name(&self) -> String {
        game_name(&self.open)
    }

    /// Its name for people.
    #[getter]
    fn title(&self) -> String {
        match self.rules {
            Some(_) => self.name(),
            None => self.open.description().title.to_string(),
        }
    }

    /// How many play.
    #[getter]
    fn players(&self) -> usize {
        self.open.players()
    }

    /// How many play, as OpenSpiel asks for it.
    fn num_players(&self) -> usize {
        self.open.players()
    }

    /// How many actions there are; those of legal moves are below it.
    fn num_distinct_actions(&self) -> usize {
        self.open.action_count()
    }

    /// How many numbers an observation has.
    #[getter]
    pub(crate) fn observation_size(&self) -> usize {
        self.open.input_count().unwrap_or(KEY_BITS)
    }

    /// The object with the rules, where they are written in Python.
    #[getter]
    fn rules(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.rules.as_ref().map(|rules| rules.clone_ref(py))
    }

    /// The parameters it was opened with.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let options = self.open.options();
        let dict = PyDict::new(py);
        for (name, value) in [("start", &options.start), ("position", &options.position)] {
            if let Some(value) = value {
                dict.set_item(name, value)?;
            }
        }
        if let Some(players) = options.players {
            dict.set_item("players", players)?;
        }
        for (name, value) in options.values.iter().filter(|(name, _)| *name != rules::NUMBER) {
            dict.set_item(name, value)?;
        }
        Ok(dict)
    }

    /// The names of the seats, such as `red`.
    #[getter]
    fn seats(&self) -> Vec<String> {
        let about = self.open.description();
        melee::Player::all(self.open.players()).map(|player| about.seat_name(player)).collect()
    }

    /// The names of the starts, the usual one first.
    #[getter]
    fn starts(&self) -> PyResult<Vec<String>> {
        guarded(|| self.open.starts().into_iter().map(|start| start.name).collect())
    }

    /// The rules for somebody who wants to play, in Markdown.
    #[getter]
    fn rules_text(&self) -> &'static str {
        self.open.description().rules
    }

    /// The algorithms that play it, as `melee.algorithms()` lists all.
    fn algorithms<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        list(py, self.open.algorithms())
    }

    /// The position that the game was opened for: its text, its named start, or the usual one.
    fn start(&self) -> PyResult<Position> {
        Ok(Position(guarded(|| self.open.opening())?.map_err(refuse)?))
    }

    /// The same, as OpenSpiel calls it.
    fn new_initial_state(&self) -> PyResult<Position> {
        self.start()
    }

    /// A position in the game's notation.
    fn position(&self, text: &str) -> PyResult<Position> {
        Ok(Position(guarded(|| self.open.position(text))?.map_err(refuse)?))
    }

    /// A named start.
    fn named_start(&self, name: &str) -> PyResult<Position> {
        Ok(Position(guarded(|| self.open.named_start(name))?.map_err(refuse)?))
    }

    /// An algorithm with its memory, which lasts from search to search.
    #[pyo3(signature = (algorithm="best", *, seed=0))]
    fn engine(&self, algorithm: &str, seed: u64) -> PyResult<Engine> {
        let (spec, limits) = parse_search(algorithm)?;
        Engine::new(&self.open, spec, limits, seed)
    }

    fn __repr__(&self) -> String {
        format!("<melee.Game {}, {} players>", self.name(), self.open.players())
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp, py: Python<'_>) -> Py<PyAny> {
        let Ok(other) = other.cast::<Game>() else {
            return py.NotImplemented();
        };
        let other = other.get();
        let is_same = self.open.name() == other.open.name() && self.open.options() == other.open.options();
        let answer = match op {
            CompareOp::Eq => is_same,
            CompareOp::Ne => !is_same,
            _ => return py.NotImplemented(),
        };
        pyo3::types::PyBool::new(py, answer).to_owned().into_any().unbind()
    }

    fn __hash__(&self) -> u64 {
        melee::core::stable_hash(&(self.open.name(), format!("{:?}", self.open.options())))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let py = slf.py();
        let game = slf.get();
        let options = game.open.options();
        let what: Bound<'_, PyAny> = match &game.rules {
            Some(rules) => rules.bind(py).clone(),
            None => game.open.name().into_pyobject(py)?.into_any(),
        };
        let mut values = options.values.clone();
        values.remove(rules::NUMBER);
        let arguments = (what, options.players, options.start.clone(), options.position.clone(), values);
        let open = py.import("melee._native")?.getattr("open_game")?;
        Ok((open, arguments.into_pyobject(py)?.into_any()))
    }
}
