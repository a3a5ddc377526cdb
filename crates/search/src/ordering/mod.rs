//! Dynamic move ordering: what the search itself has learned about moves.

mod history;
mod killers;

pub use history::{History, HistoryKind};
pub(crate) use killers::Killers;
