//! The matches of an experiment: planned by the table, played and kept by the arena.

use melee_arena::tournament::{MatchPlan, OpenMatch, PlayedGame, Run, Standings, Store};

use crate::{Bench, LabError};

/// A match: what is played, and how many blocks of all seatings.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    /// What it is called in its experiment; also its file's name.
    pub name: String,
    /// What is played.
    pub plan: MatchPlan,
    /// So many blocks.
    pub blocks: u64,
}

/// A match that was played.
pub(crate) struct Played {
    pub(crate) open: OpenMatch,
    pub(crate) games: Vec<PlayedGame>,
}

impl Series {
    /// How many games it has.
    pub fn games(&self) -> Result<u64, LabError> {
        Ok(self.blocks * self.plan.open()?.block_len() as u64)
    }

    /// Plays what is missing; where the bench has a directory for games, each is kept there before it
    /// is counted.
    pub(crate) fn play(&self, bench: &mut Bench) -> Result<Played, LabError> {
        let open = self.plan.open()?;
        let mut store = match &bench.games {
            None => None,
            Some(directory) => {
                let io = |error: std::io::Error| LabError::Directory {
                    path: directory.display().to_string(),
                    error,
                };
                std::fs::create_dir_all(directory).map_err(io)?;
                let file = directory.join(format!("{}.sqlite", file_name(&self.name)));
                Some(Store::open(&file, &self.plan)?)
            }
        };
        let games = self.blocks * open.block_len() as u64;
        let mut done = match &store {
            Some(store) => store.games()?,
            None => Vec::new(),
        };
        done.retain(|game| game.number < games);
        let run = Run {
            games,
            threads: bench.threads,
            keep_moves: false,
        };
        let all = run.play(&open, done, &mut |new, all| {
            if let Some(store) = &mut store {
                store.put(new)?;
            }
            (bench.progress)(&format!("{}: {} of {games} games", self.name, all.len()));
            Ok(true)
        })?;
        Ok(Played { open, games: all })
    }
}

impl Played {
    /// The standings under these names.
    pub(crate) fn standings(&self, names: &[String]) -> Standings {
        Standings::new(names, &self.games, self.open.block_len(), false)
    }
}

/// Letters, digits, dots and dashes of a name; the rest becomes dashes.
fn file_name(name: &str) -> String {
    let kept = |c: char| {
        if c.is_ascii_alphanumeric() || c == '.' {
            c
        } else {
            '-'
        }
    };
    name.chars().map(kept).collect()
}
