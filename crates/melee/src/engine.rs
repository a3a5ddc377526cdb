//! An algorithm with its memory, for any game.

use melee_search::{ExactScores, Limits, Pace, Spec, Watch};

use crate::search_tree::SearchTree;
use crate::{Error, Position, Report, Task};

/// A search bound to a game; it keeps what it learns from move to move.
///
/// ```
/// use melee::Limits;
/// let mut position = melee::open("connect4")?.start();
/// let mut engine = position.engine("pvs:best")?;
/// while position.to_move().is_some() {
///     engine.take_turn(&mut position, Limits::nodes(500))?;
/// }
/// assert!(position.outcome().is_some());
/// # Ok::<(), melee::Error>(())
/// ```
pub struct Engine(pub(crate) Box<dyn AnyEngine>);

impl Engine {
    /// The algorithm with its options.
    pub fn spec(&self) -> &Spec {
        self.0.spec()
    }

    /// The evaluation that its values come from; empty for the game's first.
    pub fn evaluation(&self) -> &str {
        self.0.evaluation()
    }

    /// Does it search depth after depth, or at any time?
    pub fn pace(&self) -> Pace {
        self.0.pace()
    }

    /// Can it search within these limits? Searches that do not end by themselves need one.
    pub fn check(&self, limits: Limits) -> Result<(), Error> {
        self.0.check(limits)
    }

    /// Searches a position of its game for the player to move.
    pub fn search<'t>(&mut self, position: &Position, task: impl Into<Task<'t>>) -> Result<Report, Error> {
        self.0.search(position, task.into())
    }

    /// Searches and plays the best move. The line of the report is only that move.
    pub fn take_turn<'t>(&mut self, position: &mut Position, task: impl Into<Task<'t>>) -> Result<Report, Error> {
        self.0.take_turn(position, task.into())
    }

    /// What every legal move is worth to the player to move, from an engine that solves the game; `None`
    /// if a limit or the watch ended it before.
    pub fn move_scores(
        &mut self,
        position: &Position,
        limits: Limits,
        watch: Watch,
    ) -> Result<ExactScores<String>, Error> {
        self.0.move_scores(position, limits, watch)
    }

    /// Searches with memory of its own and records the tree, at most so many nodes of it. A limit of
    /// nodes is for searches by random games.
    pub fn record(&self, position: &Position, limits: Limits, most: usize, watch: Watch) -> Result<SearchTree, Error> {
        self.0.record(position, limits, most, watch)
    }

    /// The fewest leaves that prove the value of a position at a depth, whatever the order of moves. None where that is not
    /// defined for this search, or if the whole tree has more than `most` nodes.
    pub fn minimal_leaves(
        &self,
        position: &Position,
        depth: u32,
        most: usize,
        watch: Watch,
    ) -> Result<Option<u64>, Error> {
        self.0.minimal_leaves(position, depth, most, watch)
    }

    /// Forgets everything learned: from here on it searches as if made anew with this seed.
    pub fn forget(&mut self, seed: u64) {
        self.0.forget(seed);
    }
}

/// What an engine does, its game's type hidden.
pub(crate) trait AnyEngine: Send {
    fn spec(&self) -> &Spec;
    fn evaluation(&self) -> &str;
    fn pace(&self) -> Pace;
    fn check(&self, limits: Limits) -> Result<(), Error>;
    fn search(&mut self, position: &Position, task: Task) -> Result<Report, Error>;
    fn take_turn(&mut self, position: &mut Position, task: Task) -> Result<Report, Error>;
    fn move_scores(&mut self, position: &Position, limits: Limits, watch: Watch) -> Result<ExactScores<String>, Error>;
    fn record(&self, position: &Position, limits: Limits, most: usize, watch: Watch) -> Result<SearchTree, Error>;
    fn minimal_leaves(&self, position: &Position, depth: u32, most: usize, watch: Watch) -> Result<Option<u64>, Error>;
    fn forget(&mut self, seed: u64);
}
