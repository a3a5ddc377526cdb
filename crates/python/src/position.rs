//! A game in progress, in two vocabularies: moves in the game's notation, and numbered actions as OpenSpiel has them.

use melee::core::diagram::{self, TextStyle};
use melee::{Player, Spec, Watch};
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyTuple};

use crate::engine::{Engine, Reports, Wanted};
use crate::errors::{guarded, refuse};
use crate::game::{Game, KEY_BITS, game_name};
use crate::limits::{Time, limits, parse_search};
use crate::report::Report;
use crate::tree::Tree;
use crate::waiting;

/// A position with the game that led to it.
///
/// >>> import copy, pickle, melee
/// >>> position = melee.open("connect4").position("444")
/// >>> position.to_move, position.moves()
/// (1, ['1', '2', '3', '4', '5', '6', '7'])
/// >>> position.play("3", "5")
/// >>> position.text
/// '44435'
/// >>> position.undo()
/// >>> position.played
/// ['4', '4', '4', '3']
/// >>> copy.copy(position) == position == pickle.loads(pickle.dumps(position))
/// True
#[pyclass(module = "melee")]
pub(crate) struct Position(pub(crate) melee::Position);

/// How a game ended.
#[pyclass(frozen, eq, get_all, module = "melee")]
#[derive(PartialEq)]
pub(crate) struct Outcome {
    /// The rank of each player, from 1; equal ranks are a tie.
    ranks: Vec<u8>,
    /// Those on rank 1 share one point.
    points: Vec<f64>,
    /// The single winner, if there is one.
    winner: Option<usize>,
}

#[pymethods]
impl Outcome {
    fn __repr__(&self) -> String {
        format!("<melee.Outcome ranks {:?}>", self.ranks)
    }
}

/// What OpenSpiel calls the player to move of a finished game.
const TERMINAL: isize = -4;
/// So many legal ones are named in a message.
const SHOWN: usize = 12;

/// A position as it was pickled: the game, where it began, and the moves since.
#[pyfunction]
pub(crate) fn restore(game: PyRef<'_, Game>, start: &str, moves: Vec<String>) -> PyResult<Position> {
    let restored = guarded(|| {
        let mut position = game.open.position(start)?;
        position.play_all(moves)?;
        Ok::<_, melee::Error>(position)
    })?;
    Ok(Position(restored.map_err(refuse)?))
}

impl Position {
    /// Where the game began.
    fn beginning(&self) -> melee::Position {
        let mut start = self.0.clone();
        while start.undo() {}
        start
    }

    fn viewer(&self, player: Option<usize>) -> PyResult<Player> {
        let players = self.0.game().players();
        match player {
            None => Ok(guarded(|| self.0.to_move())?.unwrap_or(Player::FIRST)),
            Some(player) if player < players => Ok(Player::new(player)),
            Some(player) => Err(refuse(format!("player {player}: expected 0 to {}", players - 1))),
        }
    }

    /// The numbers of all legal moves, in their order.
    fn actions(&self) -> PyResult<Vec<usize>> {
        let (actions, count) = (guarded(|| self.0.actions())?, self.num_distinct_actions());
        if actions.iter().all(|&action| action < count) {
            return Ok(actions);
        }
        let game = game_name(&self.0.game());
        Err(refuse(format!("{game}: so many legal moves share a hash that {count} numbers do not do")))
    }

    fn find_action(&self, action: usize) -> PyResult<usize> {
        let actions = self.actions()?;
        actions.iter().position(|&legal| legal == action).ok_or_else(|| self.no_action(action, actions))
    }

    /// The number of a legal move, written as the game writes it. Moves that are not listed, such as a disqualification, have none.
    fn number_of(&self, mv: &str) -> PyResult<usize> {
        let place = guarded(|| self.0.moves().iter().position(|legal| legal == mv))?;
        let place = place.ok_or_else(|| refuse(format!("'{}' has no number", melee::core::shortened(mv))))?;
        Ok(self.actions()?[place])
    }

    fn no_action(&self, action: impl std::fmt::Display, mut legal: Vec<usize>) -> PyErr {
        let game = game_name(&self.0.game());
        if legal.is_empty() {
            return refuse(format!("{game}: no action {action}: the game is over"));
        }
        legal.sort_unstable();
        let mut names: Vec<String> = legal.iter().take(SHOWN).map(ToString::to_string).collect();
        if legal.len() > SHOWN {
            names.push("...".to_string());
        }
        refuse(format!("{game}: action {action} is not legal; legal: {}", names.join(", ")))
    }

    fn engine(&self, algorithm: &str, seed: u64) -> PyResult<Engine> {
        let (spec, own) = parse_search(algorithm)?;
        Engine::new(&self.0.game(), spec, own, seed)
    }
}

#[pymethods]
impl Position {
    /// The game it is of.
    #[getter]
    fn game(&self, py: Python<'_>) -> Game {
        Game::of(py, self.0.game())
    }

    /// The position in the game's notation.
    #[getter]
    fn text(&self) -> PyResult<String> {
        guarded(|| self.0.text())
    }

    /// Who moves next; `None` when the game is over.
    #[getter]
    fn to_move(&self) -> PyResult<Option<usize>> {
        Ok(guarded(|| self.0.to_move())?.map(Player::index))
    }

    /// The legal moves; none when the game is over.
    fn moves(&self) -> PyResult<Vec<String>> {
        guarded(|| self.0.moves())
    }

    /// Makes moves, all of them or none.
    ///
    /// >>> import melee
    /// >>> position = melee.open("connect4").start()
    /// >>> position.play("4", "9")
    /// Traceback (most recent call last):
    /// melee.Error: connect4: move 2 of the list: '9' is no column, expected 1 to 7
    /// >>> position.played
    /// []
    #[pyo3(signature = (*moves))]
    fn play(&mut self, moves: &Bound<'_, PyTuple>) -> PyResult<()> {
        let moves: Vec<String> = moves.extract()?;
        let before = self.0.ply_count();
        let position = &mut self.0;
        let played = guarded(|| match moves.as_slice() {
            [mv] => position.play(mv),
            moves => position.play_all(moves),
        })
        .and_then(|played| played.map_err(refuse));
        if played.is_err() {
            while self.0.ply_count() > before && self.0.undo() {}
        }
        played
    }

    /// A copy in which moves were made.
    ///
    /// >>> import melee
    /// >>> melee.open("connect4").start().after("4", "4").text
    /// '44'
    #[pyo3(signature = (*moves))]
    fn after(&self, moves: &Bound<'_, PyTuple>) -> PyResult<Position> {
        let mut copy = self.clone();
        copy.play(moves)?;
        Ok(copy)
    }

    /// Takes the last moves back.
    #[pyo3(signature = (plies=1))]
    fn undo(&mut self, plies: usize) -> PyResult<()> {
        let played = self.0.ply_count();
        if plies > played {
            let game = game_name(&self.0.game());
            return Err(refuse(format!("{game}: {plies} plies to take back, {played} were played")));
        }
        let position = &mut self.0;
        guarded(|| {
            for _ in 0..plies {
                position.undo();
            }
        })
    }

    /// The moves so far.
    #[getter]
    fn played(&self) -> PyResult<Vec<String>> {
        guarded(|| self.0.plies())
    }

    /// How the game ended; `None` while it goes on.
    #[getter]
    fn outcome(&self) -> PyResult<Option<Outcome>> {
        let outcome = guarded(|| self.0.outcome())?;
        Ok(outcome.map(|outcome| Outcome {
            ranks: outcome.ranks().to_vec(),
            points: outcome.all_points(),
            winner: outcome.winner().map(Player::index),
        }))
    }

    /// The game's own evaluation of the position, one score per player.
    fn scores(&self) -> PyResult<Vec<i32>> {
        guarded(|| self.0.scores().as_slice().to_vec())
    }

    /// A hash of the position and the player to move.
    #[getter]
    fn key(&self) -> PyResult<u64> {
        guarded(|| self.0.key())
    }

    /// The number of positions so many plies below. Ctrl-C stops it.
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        if depth > melee::core::DEEPEST_PERFT {
            return Err(refuse(format!("depth {depth}: expected 0 to {}", melee::core::DEEPEST_PERFT)));
        }
        let position = &self.0;
        let counted = waiting::search(py, |ask| position.perft_until(depth, ask))?;
        Ok(counted.expect("only a signal ends it, and that is raised"))
    }

    /// The game so far in the game's own record format.
    fn record(&self) -> PyResult<String> {
        guarded(|| self.0.record())
    }

    /// Searches once. Who wants more moves of one game had better keep an engine.
    ///
    /// One of `depth`, `nodes` and `time` (seconds, or a text such as `"250ms"`) is needed, or a limit behind the algorithm:
    /// `pvs:best@5000`. `lines` asks for so many of the best moves, `moves` for some moves only. With one thread the same search
    /// does the same, node for node, on every machine. Other threads of Python run meanwhile, and Ctrl-C stops it.
    ///
    /// >>> import melee
    /// >>> position = melee.open("connect4").position("44444")
    /// >>> report = position.search("alphabeta", depth=6)
    /// >>> report.depth, report.to_dict()["algorithm"]
    /// (6, 'alphabeta')
    /// >>> report = position.search("pvs@d4", lines=2)
    /// >>> [line.move for line in report.lines][0] == report.best_move == report.pv[0]
    /// True
    /// >>> position.search("pvs")
    /// Traceback (most recent call last):
    /// melee.Error: connect4: a search needs a limit: depth, nodes or time
    #[pyo3(signature = (algorithm="best", *, depth=None, nodes=None, time=None, lines=1, threads=1, seed=0, deepen=false, moves=None))]
    fn search(
        &self,
        py: Python<'_>,
        algorithm: &str,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<Time>,
        lines: usize,
        threads: usize,
        seed: u64,
        deepen: bool,
        moves: Option<Vec<String>>,
    ) -> PyResult<Report> {
        let wanted = Wanted::new(depth, nodes, time, lines, threads, deepen, moves)?;
        self.engine(algorithm, seed)?.search_for(py, self, wanted)
    }

    /// Searches depth after depth; gives a report after each.
    ///
    /// >>> import melee
    /// >>> position = melee.open("connect4").start()
    /// >>> [report.depth for report in position.iterate("pvs", depth=4)]
    /// [1, 2, 3, 4]
    /// >>> for report in position.iterate("pvs:best", time=60):
    /// ...     if report.nodes > 1000:
    /// ...         break
    #[pyo3(signature = (algorithm="best", *, depth=None, nodes=None, time=None, lines=1, threads=1, seed=0, moves=None))]
    fn iterate(
        &self,
        algorithm: &str,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<Time>,
        lines: usize,
        threads: usize,
        seed: u64,
        moves: Option<Vec<String>>,
    ) -> PyResult<Reports> {
        let wanted = Wanted::new(depth, nodes, time, lines, threads, true, moves)?;
        self.engine(algorithm, seed)?.iterate_for(self, wanted)
    }

    /// Searches and records the tree, at most so many nodes of it.
    ///
    /// >>> import melee
    /// >>> tree = melee.open("uniform", position="n=3,b=2,seed=4").start().tree("brs+", depth=4)
    /// >>> tree.root.value == tree.value, len(tree) == tree.nodes
    /// (True, True)
    /// >>> sorted(child.move for child in tree.root.children)
    /// ['0', '1']
    #[pyo3(signature = (algorithm, *, depth=None, nodes=None, most=5000, seed=0))]
    fn tree(
        &self,
        py: Python<'_>,
        algorithm: &str,
        depth: Option<u32>,
        nodes: Option<u64>,
        most: usize,
        seed: u64,
    ) -> PyResult<Tree> {
        let (spec, own) = parse_search(algorithm)?;
        let limits = limits(depth, nodes, None)?.or(own);
        let position = &self.0;
        let engine = guarded(|| position.game().seeded_engine(spec, seed))?.map_err(refuse)?;
        // An engine is lent to no other thread, and may be given to one.
        let recorded = waiting::search(py, move |ask| engine.record(position, limits, most, Watch::new().asking(ask)))?;
        Ok(Tree::new(recorded.map_err(refuse)?, game_name(&position.game())))
    }

    /// The exact score of the position and of every legal move, where Melee can solve the game.
    ///
    /// >>> import melee
    /// >>> melee.open("connect4").position("414141").solve()["best_moves"]
    /// ['4']
    fn solve<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let game = self.0.game();
        let Some(solver) = game.solver() else {
            return Err(refuse(format!("{}: there is no solver for this game", game.name())));
        };
        let engine = Engine::new(&game, Spec::new(solver), melee::Limits::NONE, 0)?;
        let scores = engine.scores_for(py, self)?;
        let best = scores.iter().map(|(_, score)| *score).max();
        let best_moves: Vec<&String> =
            scores.iter().filter(|(_, score)| Some(*score) == best).map(|(mv, _)| mv).collect();
        let solution = PyDict::new(py);
        solution.set_item("score", best)?;
        solution.set_item("best_moves", best_moves)?;
        let of_moves = PyDict::new(py);
        for (mv, score) in &scores {
            of_moves.set_item(mv, score)?;
        }
        solution.set_item("scores", of_moves)?;
        Ok(solution)
    }

    /// The board as SVG; with `legal` the cells that one can move to are marked.
    ///
    /// >>> import melee
    /// >>> melee.open("chess4").start().svg().startswith("<svg")
    /// True
    #[pyo3(signature = (*, legal=false))]
    fn svg(&self, legal: bool) -> PyResult<String> {
        guarded(|| diagram::svg(&self.0.diagram(legal)))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(false)
    }

    /// The board as text.
    fn __str__(&self) -> PyResult<String> {
        guarded(|| diagram::text(&self.0.diagram(false), TextStyle::default()))
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("<melee.Position {} '{}'>", game_name(&self.0.game()), self.text()?))
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let (Ok(other), CompareOp::Eq | CompareOp::Ne) = (other.cast::<Position>(), op) else {
            return Ok(py.NotImplemented());
        };
        let other = other.try_borrow()?;
        let (own, others) = (self.0.game(), other.0.game());
        let is_same_game = own.is_same(&others) || own.name() == others.name() && own.options() == others.options();
        let is_same = is_same_game && self.text()? == other.text()?;
        Ok(PyBool::new(py, is_same == matches!(op, CompareOp::Eq)).to_owned().into_any().unbind())
    }

    /// Positions change: what they are now is told by `text` and `key`.
    #[classattr]
    fn __hash__() -> Option<Py<PyAny>> {
        None
    }

    fn __copy__(&self) -> Position {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Position {
        self.clone()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let start = guarded(|| self.beginning().text())?;
        let restore = py.import("melee._native")?.getattr("restore")?;
        let arguments = (Game::of(py, self.0.game()), start, self.played()?);
        Ok((restore, arguments.into_pyobject(py)?.into_any()))
    }

    // As OpenSpiel has it.

    /// Who moves next, from 0; -4 when the game is over.
    fn current_player(&self) -> PyResult<isize> {
        Ok(guarded(|| self.0.to_move())?.map_or(TERMINAL, |player| player.index() as isize))
    }

    /// How many play.
    fn num_players(&self) -> usize {
        self.0.game().players()
    }

    /// How many actions there are; those of legal moves are below it.
    fn num_distinct_actions(&self) -> usize {
        self.0.game().action_count()
    }

    /// The legal moves by number, ascending; none for somebody who is not to move.
    ///
    /// >>> import melee
    /// >>> state = melee.open("connect4").new_initial_state()
    /// >>> state.legal_actions()
    /// [0, 1, 2, 3, 4, 5, 6]
    /// >>> state.apply_action(3)
    /// >>> state.current_player(), state.legal_actions(0), state.is_terminal(), state.returns()
    /// (1, [], False, [0.0, 0.0])
    /// >>> state.apply_action(7)
    /// Traceback (most recent call last):
    /// melee.Error: connect4: action 7 is not legal; legal: 0, 1, 2, 3, 4, 5, 6
    #[pyo3(signature = (player=None))]
    fn legal_actions(&self, player: Option<usize>) -> PyResult<Vec<usize>> {
        if let Some(player) = player
            && guarded(|| self.0.to_move())? != Some(self.viewer(Some(player))?)
        {
            return Ok(Vec::new());
        }
        let mut actions = self.actions()?;
        actions.sort_unstable();
        Ok(actions)
    }

    /// One for every action: 1 if it is legal, else 0.
    #[pyo3(signature = (player=None))]
    fn legal_actions_mask(&self, player: Option<usize>) -> PyResult<Vec<u8>> {
        let mut mask = vec![0; self.num_distinct_actions()];
        for action in self.legal_actions(player)? {
            mask[action] = 1;
        }
        Ok(mask)
    }

    /// Makes the legal move of this number.
    fn apply_action(&mut self, action: i64) -> PyResult<()> {
        let position = &mut self.0;
        if guarded(|| usize::try_from(action).is_ok_and(|action| position.play_action(action)))? {
            return Ok(());
        }
        Err(self.no_action(action, self.actions()?))
    }

    /// Takes the last move back.
    fn undo_action(&mut self, _player: usize, _action: usize) -> PyResult<()> {
        self.undo(1)
    }

    /// A copy in which the legal move of this number was made.
    fn child(&self, action: i64) -> PyResult<Position> {
        let mut child = self.clone();
        child.apply_action(action)?;
        Ok(child)
    }

    /// A legal move of this number in the game's notation.
    fn action_to_string(&self, action: usize) -> PyResult<String> {
        let place = self.find_action(action)?;
        guarded(|| self.0.moves().swap_remove(place))
    }

    /// The number of a legal move.
    fn string_to_action(&self, r#move: &str) -> PyResult<usize> {
        let mut after = self.0.clone();
        guarded(|| after.play(r#move))?.map_err(refuse)?;
        self.number_of(&guarded(|| after.plies().pop().unwrap_or_default())?)
    }

    /// The actions so far.
    fn history(&self) -> PyResult<Vec<usize>> {
        let mut position = Position(self.beginning());
        let mut actions = Vec::new();
        for mv in self.played()? {
            actions.push(position.number_of(&mv)?);
            guarded(|| position.0.play(&mv))?.map_err(refuse)?;
        }
        Ok(actions)
    }

    /// How many moves were made.
    fn move_number(&self) -> usize {
        self.0.ply_count()
    }

    /// Is the game over?
    fn is_terminal(&self) -> PyResult<bool> {
        Ok(guarded(|| self.0.outcome())?.is_some())
    }

    /// What the game has brought each player: 1 for the only winner, so much less for the others that all add up to nothing,
    /// 0 for a draw and while the game goes on.
    fn returns(&self) -> PyResult<Vec<f64>> {
        let players = self.num_players();
        let Some(outcome) = guarded(|| self.0.outcome())? else {
            return Ok(vec![0.0; players]);
        };
        let (all, others) = (players as f64, (players - 1) as f64);
        Ok(outcome.all_points().into_iter().map(|points| (all * points - 1.0) / others).collect())
    }

    /// A copy.
    fn clone(&self) -> Position {
        Position(self.0.clone())
    }

    /// What a player sees of the position: which numbers of an observation are 1, ascending. In games that networks learn
    /// these are their inputs, and nothing once the game is over; in others the bits of its key.
    #[pyo3(signature = (player=None))]
    fn observation(&self, player: Option<usize>) -> PyResult<Vec<usize>> {
        let viewer = self.viewer(player)?;
        guarded(|| {
            if self.0.game().input_count().is_some() {
                return self.0.active_inputs(viewer);
            }
            let key = self.0.key();
            (0..KEY_BITS).filter(|bit| key >> bit & 1 == 1).collect()
        })
    }

    /// The same as a list of zeros and ones.
    #[pyo3(signature = (player=None))]
    fn observation_tensor(&self, py: Python<'_>, player: Option<usize>) -> PyResult<Vec<f32>> {
        let (active, size) = (self.observation(player)?, self.game(py).observation_size());
        guarded(|| {
            let mut tensor = vec![0.0; size];
            for place in active {
                tensor[place] = 1.0;
            }
            tensor
        })
    }
}
