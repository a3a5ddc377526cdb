//! What the kernel can be told to do.

use melee_core::{Policy, Value};

use super::selective::Selective;
use crate::options::TableSize;
use crate::ordering::HistoryKind;

/// Which table entries may end the search of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cut {
    /// Only those of the same remaining depth: values stay those of a search without table.
    Equal,
    /// Deeper ones too.
    Deeper,
}

/// What the kernel does besides plain alpha-beta.
#[expect(clippy::struct_excessive_bools, reason = "independent switches, each an option of its own")]
#[derive(Clone, Debug)]
pub struct TreeSettings {
    /// The opponents.
    pub policy: Policy,
    /// How many opponents the name speaks of, where it is written with numbers alone: three in `brs(2,1)`.
    pub opponents: Option<u8>,
    /// Cut off what cannot matter; without it the whole tree is searched.
    pub prune: bool,
    /// Search all but the first move with a null window first (Marsland and Campbell 1982).
    pub pvs: bool,
    /// A transposition table.
    pub table: Option<TableSize>,
    /// Which of its entries end a search.
    pub cut: Cut,
    /// Try the table's move first.
    pub table_move: bool,
    /// Look positions up together with their images in the board's symmetries.
    pub symmetry: bool,
    /// Killer moves per ply.
    pub killers: usize,
    /// The history heuristic.
    pub history: Option<HistoryKind>,
    /// How many plies of noisy moves are searched beyond the horizon.
    pub quiescence: u32,
    /// Iterations begin with a window of this much around the last value.
    pub aspiration: Option<Value>,
    /// Only so many moves of a node are searched, the first of the static order (RWTH 2019).
    pub beam: Option<usize>,
    /// One ply before the horizon search only the first move where the order says it is the best.
    pub frontier: bool,
    /// What is searched less deep.
    pub selective: Selective,
    /// Which move is an opponent's best move-ordering move.
    pub bmom: Bmom,
    /// How many best move-ordering moves an opponent has.
    pub bmom_count: usize,
    /// A position that the game has seen before counts as so much less than a draw for the root player; where that is
    /// not said, what was played before does not matter.
    pub repetition: Option<Value>,
    /// So many plies in which nothing is won or lost try the root player's patience: then his pieces are drawn to a side of
    /// the board. Where that is not said, he is patient for ever.
    pub patience: Option<u32>,
    /// How many moves an opponent who searches chooses among, the first of the static order.
    pub replies: Option<usize>,
}

/// How an opponent who does not search chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bmom {
    /// The first of the static order against the root player.
    Against,
    /// The first of the static order in his own interest.
    Own,
    /// The first of the static order against the root player and what the search has learned.
    Dynamic(Learned),
}

/// What of a search's learning decides a best move-ordering move (Esser 2012, 6.4.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Learned {
    /// The table's move is first.
    pub table: bool,
    /// Then killer moves.
    pub killers: bool,
    /// Among moves of equal static rank the history decides.
    pub history: bool,
}

impl Learned {
    /// Nothing of it.
    pub const NONE: Learned = Learned { table: false, killers: false, history: false };
    /// Whatever a search can remember.
    pub const ALL: Learned = Learned { table: true, killers: true, history: true };
}

impl TreeSettings {
    /// Plain alpha-beta under a policy.
    pub fn plain(policy: Policy) -> Self {
        TreeSettings {
            policy,
            opponents: None,
            prune: true,
            pvs: false,
            table: None,
            cut: Cut::Deeper,
            table_move: true,
            symmetry: false,
            killers: 0,
            history: None,
            quiescence: 0,
            aspiration: None,
            beam: None,
            frontier: false,
            selective: Selective::default(),
            bmom: Bmom::Against,
            bmom_count: 1,
            repetition: None,
            patience: None,
            replies: None,
        }
    }

    /// Is the tree the same whatever is found on the way? Not if moves are searched less deep, left out or chosen by what was
    /// learned; and beyond the horizon nobody has to move.
    pub(super) fn is_tree_given(&self) -> bool {
        let is_learned = matches!(self.bmom, Bmom::Dynamic(_)) || self.beam.is_some() && self.history.is_some();
        !self.selective.is_on() && self.quiescence == 0 && !is_learned
    }

    /// Can an opponent's move be missing that he might have chosen? Then nothing is proven, and in an image of the
    /// position it may be another move that is missing.
    pub(super) fn leaves_replies_out(&self) -> bool {
        self.beam.is_some() || self.replies.is_some()
    }
}
