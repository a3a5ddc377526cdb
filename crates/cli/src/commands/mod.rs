//! One file per subcommand.

pub(crate) mod algorithms;
pub(crate) mod bench;
pub(crate) mod engine;
pub(crate) mod games;
pub(crate) mod learn;
pub(crate) mod man;
pub(crate) mod matches;
pub(crate) mod merge;
pub(crate) mod moves;
pub(crate) mod new_game;
pub(crate) mod perft;
pub(crate) mod plan;
pub(crate) mod play;
pub(crate) mod replay;
pub(crate) mod reproduce;
pub(crate) mod reversixt;
pub(crate) mod review;
pub(crate) mod search;
pub(crate) mod serve;
pub(crate) mod shard;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod submit;
pub(crate) mod table;
pub(crate) mod tree;
pub(crate) mod tune;
