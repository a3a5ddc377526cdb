//! What a search did, counted exactly.

/// Counters of one search, summed over its iterations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Positions visited, root and leaves included; a position visited again counts again.
    pub nodes: u64,
    /// Visited positions at which the tree ended: evaluated ones and finished games.
    pub leaves: u64,
    /// Calls of the evaluation.
    pub evaluations: u64,
    /// Visits that only asked on which side of a bound a value lies (Scout's Test, MT's passes).
    pub tests: u64,
    /// Positions found in the transposition table.
    pub table_hits: u64,
    /// Positions whose search the table saved.
    pub table_cuts: u64,
    /// Nodes that ended early because a move was too good.
    pub cutoffs: u64,
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.leaves += other.leaves;
        self.evaluations += other.evaluations;
        self.tests += other.tests;
        self.table_hits += other.table_hits;
        self.table_cuts += other.table_cuts;
        self.cutoffs += other.cutoffs;
    }
}
