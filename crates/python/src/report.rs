//! What a search found.

use melee::{Ply, Proven, Scores};
use pyo3::prelude::*;
use serde_json::json;

use crate::json::of_value;

/// The result of a search, or of one iteration of it.
#[pyclass(frozen, module = "melee")]
pub(crate) struct Report {
    pub(crate) inner: melee::Report,
    pub(crate) game: String,
    pub(crate) algorithm: String,
}

/// One of the best moves, with its value and the line that is expected after it.
#[pyclass(frozen, get_all, module = "melee")]
pub(crate) struct Line {
    /// How deep it was searched.
    depth: u32,
    /// The root player's value.
    value: i32,
    /// One value per player, from searches that know them.
    values: Option<Vec<i32>>,
    /// The moves.
    pv: Vec<String>,
    /// `win`, `draw` or `loss`, where the search saw to the end of the game.
    proven: Option<&'static str>,
    /// Plies to that end.
    plies: Option<u32>,
}

#[pymethods]
impl Line {
    /// The move itself.
    #[getter(r#move)]
    fn first(&self) -> &str {
        &self.pv[0]
    }

    fn __repr__(&self) -> String {
        format!("<melee.Line {:+} {}>", self.value, self.pv.join(" "))
    }
}

fn list(values: Option<Scores>) -> Option<Vec<i32>> {
    values.map(|values| values.as_slice().to_vec())
}

fn moves(line: &[Ply<String>]) -> Vec<String> {
    line.iter().map(|ply| ply.mv.clone()).collect()
}

fn result(proven: Option<Proven>) -> Option<&'static str> {
    proven.map(|proven| proven.result.name())
}

#[pymethods]
impl Report {
    #[getter]
    fn game(&self) -> &str {
        &self.game
    }

    /// The algorithm, as it was asked for.
    #[getter]
    fn algorithm(&self) -> &str {
        &self.algorithm
    }

    /// What to play.
    #[getter]
    fn best_move(&self) -> &str {
        &self.inner.best().mv
    }

    /// The value for the player to move, in the evaluation's own units.
    #[getter]
    fn value(&self) -> i32 {
        self.inner.value
    }

    /// One value per player, from searches that know them.
    #[getter]
    fn values(&self) -> Option<Vec<i32>> {
        list(self.inner.values)
    }

    /// The last completed depth.
    #[getter]
    fn depth(&self) -> u32 {
        self.inner.depth
    }

    /// The positions that were visited, root and leaves included.
    #[getter]
    fn nodes(&self) -> u64 {
        self.inner.counts.nodes
    }

    /// Those of them at which the tree ended.
    #[getter]
    fn leaves(&self) -> u64 {
        self.inner.counts.leaves
    }

    /// How long it took.
    #[getter]
    fn seconds(&self) -> f64 {
        self.inner.elapsed.as_secs_f64()
    }

    /// On how many threads it was done at most.
    #[getter]
    fn threads(&self) -> usize {
        self.inner.threads
    }

    /// The expected line, beginning with the best move.
    #[getter]
    fn pv(&self) -> Vec<String> {
        moves(&self.inner.line)
    }

    /// The expected line with who makes each move: some searches skip players.
    #[getter]
    fn plies_of_line(&self) -> Vec<(usize, String)> {
        self.inner.line.iter().map(|ply| (ply.player.index(), ply.mv.clone())).collect()
    }

    /// `win`, `draw` or `loss`, where the search saw to the end of the game.
    #[getter]
    fn proven(&self) -> Option<&'static str> {
        result(self.inner.proven)
    }

    /// Plies to that end.
    #[getter]
    fn plies(&self) -> Option<u32> {
        self.inner.proven.and_then(|proven| proven.plies)
    }

    /// It was stopped in the middle of an iteration.
    #[getter]
    fn partial(&self) -> bool {
        self.inner.partial
    }

    /// No guess is left in the value.
    #[getter]
    fn complete(&self) -> bool {
        self.inner.complete
    }

    /// The best moves, best first: as many as `lines` asked for.
    #[getter]
    fn lines(&self) -> Vec<Line> {
        let lines = self.inner.lines().into_iter();
        lines
            .map(|line| Line {
                depth: line.depth,
                value: line.value,
                values: list(line.values),
                pv: moves(&line.line),
                proven: result(line.proven),
                plies: line.proven.and_then(|proven| proven.plies),
            })
            .collect()
    }

    /// All of it as a dictionary, named as in the program's JSON.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let counts = &self.inner.counts;
        let all = json!({
            "game": self.game,
            "algorithm": self.algorithm,
            "best_move": self.best_move(),
            "value": self.value(),
            "values": self.values(),
            "depth": self.depth(),
            "nodes": counts.nodes,
            "leaves": counts.leaves,
            "seconds": self.seconds(),
            "threads": self.inner.threads,
            "pv": self.pv(),
            "proven": self.proven(),
            "plies": self.plies(),
            "partial": self.inner.partial,
            "complete": self.inner.complete,
            "are_points": self.inner.are_points,
            "evaluations": counts.evaluations,
            "tests": counts.tests,
            "cutoffs": counts.cutoffs,
            "table_hits": counts.table_hits,
            "table_cuts": counts.table_cuts,
        });
        of_value(py, &all)
    }

    fn __repr__(&self) -> String {
        let (value, depth, nodes) = (self.inner.value, self.inner.depth, self.inner.counts.nodes);
        format!("<melee.Report {} {value:+}, depth {depth}, {nodes} nodes>", self.best_move())
    }
}
