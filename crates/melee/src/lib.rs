#![doc = include_str!("../README.md")]

mod actions;
mod best;
pub mod book;
mod chances;
mod engine;
mod error;
mod evaluations;
mod game;
pub mod history;
mod position;
mod registry;
pub mod review;
pub mod search_tree;
mod seat;
mod tables;
mod task;
mod typed;

pub use chances::{chances, share_of_mover, standing_shares, weighed_scores};
pub use engine::Engine;
pub use error::Error;
pub use evaluations::{NetRun, NetView};
pub use game::{InputList, OpenGame};
pub use position::{AnyPosition, LinePreview, Position};
pub use registry::{GameInfo, GameSet, GameVisitor, Melee, Registry, Shelf, Weights, open, open_with};
pub use seat::{EngineSeat, Fault, Offence, Seat, SeatError, SeatSpec, Who};
pub use tables::{TABLES_VARIABLE, table_path};
pub use task::Task;

pub use melee_core as core;
pub use melee_games as games;
pub use melee_search as search;

pub use melee_core::{Description, GameOptions, MAX_PLAYERS, Outcome, Player, Scores, Start};
pub use melee_search::{
    AlgorithmInfo, Clock, Counts, GameClock, Limits, Neighbours, Ply, Proven, ProvenResult, RankedLine, Spec,
    Stopwatch, Watch,
};

/// What a search found, its moves in the game's notation.
pub type Report = melee_search::Report<String>;
