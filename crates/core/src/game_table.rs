//! Knowledge that a game computes once and that is then kept in a file, because it is too large to come
//! with the program.

use std::sync::atomic::AtomicBool;

/// A table that a game can make.
#[derive(Clone, Copy, Debug)]
pub struct GameTable {
    /// The evaluation that needs it.
    pub evaluation: &'static str,
    pub summary: &'static str,
    /// The usual name of its file.
    pub file: &'static str,
    /// Makes it; goes on from what [`TableBuild::keep`] got before, if that is given.
    pub make: fn(Option<&[u8]>, &mut TableBuild<'_>) -> Result<TableFile, TableTrouble>,
    /// Gives the games of this process the content of the file, or says in one line what is wrong with it.
    pub install: fn(&[u8]) -> Result<(), String>,
    pub is_installed: fn() -> bool,
}

/// How a table is made.
pub struct TableBuild<'a> {
    pub threads: usize,
    /// Becomes true when it is to be broken off.
    pub stop: &'a AtomicBool,
    /// Is told how far it is, in words.
    pub on_progress: &'a mut (dyn FnMut(&str) + Send),
    /// Keeps what there is, so that another run can go on from there.
    pub keep: &'a mut dyn FnMut(&[u8]) -> Result<(), String>,
}

/// A table as it goes to its file.
#[derive(Clone, Debug)]
pub struct TableFile {
    pub bytes: Vec<u8>,
    /// What can be said about it: names with numbers.
    pub facts: Vec<(String, u64)>,
}

/// Why there is no table.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TableTrouble {
    /// It was broken off; what there was is kept.
    #[error("broken off")]
    Stopped,
    /// The bytes to go on from belong to another table, or what there is could not be kept.
    #[error("{0}")]
    Other(String),
}
