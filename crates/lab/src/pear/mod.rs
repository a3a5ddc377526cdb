//! Pear, the Connect Four program of Pantel 1997: its tournament, its counts of nodes, its times and its
//! evaluation.

pub(crate) mod evaluation;
pub(crate) mod league;
pub(crate) mod times;
