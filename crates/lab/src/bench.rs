//! What an experiment is given to work with.

use std::path::PathBuf;

use crate::Budget;

/// How much an experiment may spend, on how many threads, where it keeps its games, and who wants to
/// know how far it is.
pub struct Bench<'a> {
    /// How much to spend.
    pub budget: Budget,
    /// Games are played on so many threads; how many does not change them.
    pub threads: usize,
    /// The directory for the games of matches, from which a killed run goes on; without it they are
    /// only in memory.
    pub games: Option<PathBuf>,
    /// Is told what is being done.
    pub progress: &'a mut dyn FnMut(&str),
}

impl<'a> Bench<'a> {
    /// One thread, nothing kept.
    pub fn new(budget: Budget, progress: &'a mut dyn FnMut(&str)) -> Self {
        Bench {
            budget,
            threads: 1,
            games: None,
            progress,
        }
    }

    pub(crate) fn tell(&mut self, what: &str) {
        (self.progress)(what);
    }
}
