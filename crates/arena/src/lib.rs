//! Games played out: matches over all seats, other programs as players, what results are worth.
//!
//! * [`tournament`]: matches that can be stopped and resumed, and the store that keeps them;
//! * [`statistics`]: intervals, ratings, sequential tests;
//! * [`program`]: other programs as seats, [`protocol`]: us as a program for others;
//! * [`tuning`]: weights of an evaluation, fitted by self-play;
//! * [`learning`]: positions of self-play, for networks;
//! * [`export`]: games as tables for other tools.

pub mod export;
pub mod files;
pub mod hash;
pub mod learning;
pub mod plot;
pub mod program;
pub mod protocol;
pub mod statistics;
pub mod tournament;
pub mod tuning;
pub mod workers;
