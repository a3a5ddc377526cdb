//! The tree of a small search, as objects.

use std::sync::Arc;

use melee::search_tree::{self, SearchTree, TreeNode};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use crate::json::to_python;

struct Whole {
    tree: SearchTree,
    children: Vec<Vec<usize>>,
    /// As rules written in Python call it, which are one game to the library.
    game: String,
}

/// A search that was recorded: every visit of a position, in the order of the visits.
#[pyclass(frozen, sequence, module = "melee")]
pub(crate) struct Tree(Arc<Whole>);

/// One visit of a position.
#[pyclass(frozen, module = "melee")]
pub(crate) struct Node {
    whole: Arc<Whole>,
    index: usize,
}

impl Tree {
    pub(crate) fn new(tree: SearchTree, game: String) -> Self {
        let children = tree.children();
        Tree(Arc::new(Whole { tree, children, game }))
    }

    fn node(&self, index: usize) -> Node {
        Node { whole: self.0.clone(), index }
    }
}

#[pymethods]
impl Tree {
    #[getter]
    fn game(&self) -> &str {
        &self.0.game
    }

    #[getter]
    fn algorithm(&self) -> &str {
        &self.0.tree.algorithm
    }

    #[getter]
    fn players(&self) -> usize {
        self.0.tree.players
    }

    #[getter]
    fn best_move(&self) -> &str {
        &self.0.tree.best_move
    }

    #[getter]
    fn value(&self) -> i32 {
        self.0.tree.value
    }

    #[getter]
    fn values(&self) -> Option<Vec<i32>> {
        self.0.tree.values.clone()
    }

    #[getter]
    fn depth(&self) -> u32 {
        self.0.tree.depth
    }

    #[getter]
    fn nodes(&self) -> u64 {
        self.0.tree.nodes
    }

    #[getter]
    fn leaves(&self) -> u64 {
        self.0.tree.leaves
    }

    #[getter]
    fn cutoffs(&self) -> u64 {
        self.0.tree.cutoffs
    }

    #[getter]
    fn pv(&self) -> Vec<String> {
        self.0.tree.pv.clone()
    }

    /// There was more than is here.
    #[getter]
    fn cut_short(&self) -> bool {
        self.0.tree.cut_short
    }

    /// The last root: of searches that begin several times, the one that the result comes from.
    #[getter]
    fn root(&self) -> Option<Node> {
        self.0.tree.roots().last().map(|index| self.node(index))
    }

    /// All roots: one an iteration or pass.
    #[getter]
    fn roots(&self) -> Vec<Node> {
        self.0.tree.roots().map(|index| self.node(index)).collect()
    }

    /// The tree as a drawing.
    fn svg(&self) -> String {
        search_tree::svg(&self.0.tree)
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __str__(&self) -> String {
        search_tree::text(&self.0.tree)
    }

    fn __len__(&self) -> usize {
        self.0.tree.tree.len()
    }

    fn __getitem__(&self, index: isize) -> PyResult<Node> {
        let len = self.0.tree.tree.len();
        let place = if index < 0 { index.checked_add_unsigned(len) } else { Some(index) };
        match place.and_then(|place| usize::try_from(place).ok()).filter(|&place| place < len) {
            Some(place) => Ok(self.node(place)),
            None => Err(PyIndexError::new_err(format!("node {index} of {len}"))),
        }
    }

    fn __repr__(&self) -> String {
        let tree = &self.0.tree;
        format!("<melee.Tree {}, {} nodes, {} {:+}>", tree.algorithm, tree.nodes, tree.best_move, tree.value)
    }

    /// All of it as the program's JSON has it, where players count from 1.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let all = to_python(py, &self.0.tree)?;
        all.set_item("game", &self.0.game)?;
        Ok(all)
    }
}

impl Node {
    fn inner(&self) -> &TreeNode {
        &self.whole.tree.tree[self.index]
    }

    fn other(&self, index: usize) -> Node {
        Node { whole: self.whole.clone(), index }
    }
}

/// Seats of the library's trees count from 1.
fn from_zero(seat: Option<usize>) -> Option<usize> {
    seat.map(|seat| seat - 1)
}

#[pymethods]
impl Node {
    /// Its place in the order of the visits.
    #[getter]
    fn index(&self) -> usize {
        self.index
    }

    #[getter]
    fn parent(&self) -> Option<Node> {
        self.inner().parent.map(|parent| self.other(parent))
    }

    #[getter]
    fn children(&self) -> Vec<Node> {
        self.whole.children[self.index].iter().map(|&child| self.other(child)).collect()
    }

    /// The move that leads here; none at a root, after a null move and where a round ends early.
    #[getter(r#move)]
    fn mv(&self) -> Option<&str> {
        self.inner().mv.as_deref()
    }

    /// Who made it.
    #[getter]
    fn player(&self) -> Option<usize> {
        from_zero(self.inner().player)
    }

    /// Plies below the root.
    #[getter]
    fn ply(&self) -> u32 {
        self.inner().ply
    }

    /// Whose turn it is by the rules; none when the game is over.
    #[getter]
    fn to_move(&self) -> Option<usize> {
        from_zero(self.inner().to_move)
    }

    /// The player who chooses here, where it is one.
    #[getter]
    fn chooser(&self) -> Option<usize> {
        from_zero(self.inner().chooser)
    }

    /// The root player's value; none if the search ended before it was known.
    #[getter]
    fn value(&self) -> Option<i32> {
        self.inner().value
    }

    #[getter]
    fn values(&self) -> Option<Vec<i32>> {
        self.inner().values.clone()
    }

    /// The window on entry; `None` is infinity.
    #[getter]
    fn window(&self) -> (Option<i32>, Option<i32>) {
        (self.inner().alpha, self.inner().beta)
    }

    /// Who chooses: `max`, `min`, `any`, `own`; none at a leaf.
    #[getter]
    fn layer<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.inner().layer)
    }

    /// How the value relates to the true one.
    #[getter]
    fn bound<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.inner().bound)
    }

    /// Why it is a leaf.
    #[getter]
    fn leaf<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.inner().leaf)
    }

    /// The moves that were cut off.
    #[getter]
    fn cut(&self) -> Vec<String> {
        self.inner().cut.clone()
    }

    /// It is the best move-ordering move of an opponent who does not search.
    #[getter]
    fn bmom(&self) -> bool {
        self.inner().bmom
    }

    /// It lies on the expected line.
    #[getter]
    fn on_line(&self) -> bool {
        self.inner().on_line
    }

    /// Random games through it.
    #[getter]
    fn games(&self) -> Option<u64> {
        self.inner().games
    }

    /// All of it as the program's JSON has it, where players count from 1.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, self.inner())
    }

    fn __repr__(&self) -> String {
        let node = self.inner();
        format!("<melee.Node {} {}>", node.mv.as_deref().unwrap_or("root"), node.value_text())
    }
}
