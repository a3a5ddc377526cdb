//! Looking on while a search walks its tree.
//!
//! Every search tells the same things through its [`Walk`](crate::Walk): which position it enters,
//! by which move, with which window, what it found there and what it left out. Who listens is a
//! type parameter. [`Silent`], the default, listens to nothing and compiles to nothing, so that an
//! ordinary search pays nothing; [`Recorder`](crate::record::Recorder) keeps the tree.
//!
//! Values and windows are the root player's throughout, whoever chooses.

use melee_core::{Bounded, Player, Scores, Value};

use serde::Serialize;

use crate::Ply;

/// Who chooses among the moves of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chooser {
    /// The root player, for the highest value.
    Max(Player),
    /// An opponent, for the lowest.
    Min(Player),
    /// Any of the opponents left in a round, for the lowest.
    AnyMin,
    /// A player, for the highest value of his own.
    Own(Player),
}

/// How a value relates to the true one of the node's tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bound {
    /// Both are the same.
    Exact,
    /// The true value is this or more.
    AtLeast,
    /// The true value is this or less.
    AtMost,
    /// What was skipped below could change it, but nothing above (max^n).
    Loose,
}

/// What is known of a node that was left: the value for the root player, and for everybody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeValue {
    /// The root player's value.
    pub value: Value,
    /// How it relates to the true one.
    pub bound: Bound,
    /// One value per player, from searches that know them.
    pub values: Option<Scores>,
}

impl NodeValue {
    /// A value that is known exactly.
    pub fn exact(value: Value) -> Self {
        NodeValue { value, bound: Bound::Exact, values: None }
    }

    /// A value that is known not to be higher.
    pub fn at_most(value: Value) -> Self {
        NodeValue { bound: Bound::AtMost, ..NodeValue::exact(value) }
    }

    /// A value found with a window: exact only inside it.
    pub fn within(value: Value, alpha: Value, beta: Value) -> Self {
        let bound = if value >= beta {
            Bound::AtLeast
        } else if value <= alpha {
            Bound::AtMost
        } else {
            Bound::Exact
        };
        NodeValue { value, bound, values: None }
    }
}

/// How a subtree grown by random games stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sampled {
    /// Random games through it.
    pub visits: u64,
    /// Everybody's mean points in millionths.
    pub values: Scores,
    /// Moves that no game went through.
    pub untried: usize,
}

/// Somebody who looks on. All methods do nothing unless they are given.
///
/// A node is entered and left like a bracket; between the two, what is said is about it and not
/// about its children. Best-first searches come back to nodes by their number.
pub trait Observer<M> {
    /// Does anybody look on? What is only for the observer is not even computed otherwise.
    const LOOKS: bool;

    /// Somebody like that for a helping thread; nobody can follow several at once who keeps a tree.
    fn beside() -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// The number of the node entered last and not left yet.
    fn here(&self) -> usize {
        0
    }

    /// The search goes back to the root, whatever it was doing.
    fn restarted(&mut self) {}

    /// A move is made that leads to ply `ply`; the next node entered there is behind it.
    fn moved(&mut self, _ply: u32, _mv: Option<Ply<M>>) {}

    /// The next move is a best move-ordering move, of an opponent who does not search.
    fn next_is_bmom(&mut self) {}

    /// The turn was given to `to`; the players `over`, next by the rules, were passed over.
    fn passed_over(&mut self, _over: &[Player]) {}

    /// The turn was given back.
    fn turn_back(&mut self) {}

    /// Nobody else acts in this round: the next node entered has the parent's ply.
    fn round_ends(&mut self) {}

    /// A node is entered where it is `mover`'s turn by the rules.
    fn entered(&mut self, _ply: u32, _mover: Player) {}

    /// Who chooses at this node.
    fn chooser(&mut self, _chooser: Chooser) {}

    /// The window in which a value matters.
    fn window(&mut self, _alpha: Value, _beta: Value) {}

    /// The moves of this node, in search order; those that no node is behind in the end were cut.
    fn listed(&mut self, _moves: &[Ply<M>]) {}

    /// The position was in the table, which decided it or not.
    fn in_table(&mut self, _decided: bool) {}

    /// The game is over here for the root player.
    fn over(&mut self) {}

    /// The evaluation said this.
    fn evaluated(&mut self, _score: Bounded) {}

    /// The evaluation was good enough; noisy moves were not looked at.
    fn stood_pat(&mut self) {}

    fn left(&mut self, _verdict: NodeValue) {}

    /// The node is left for a while, by a search that comes back to it.
    fn suspended(&mut self) {}

    /// The search comes back to a node; what it enters next is below that.
    fn returned_to(&mut self, _node: usize) {}

    /// A node that was left before is now known to be worth this.
    fn valued(&mut self, _node: usize, _verdict: NodeValue) {}

    /// What follows are random games, of which only the sums are told, in the end.
    fn samples(&mut self, _root: Player) {}

    /// A node of the tree that random games have grown below `parent`; returns its number, or that
    /// no more is kept.
    fn grown(
        &mut self,
        _parent: Option<usize>,
        _mv: Option<Ply<M>>,
        _mover: Player,
        _chooser: Chooser,
        _sampled: Sampled,
    ) -> Option<usize> {
        None
    }
}

/// Nobody looks on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl<M> Observer<M> for Silent {
    const LOOKS: bool = false;

    fn beside() -> Option<Self> {
        Some(Silent)
    }
}
