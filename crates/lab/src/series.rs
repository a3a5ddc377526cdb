//! The matches of an experiment: planned by the table, played and kept by the arena.

use melee_arena::Position;
use melee_arena::tournament::{MatchPlan, OpenMatch, PlayedGame, Run, Standings, Store};

use crate::{Bench, Budget, LabError, Outcome};

/// A match: what is played, and how many games at least.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    /// What it is called in its experiment; also its file's name.
    pub name: String,
    /// What is played.
    pub plan: MatchPlan,
    /// So many games, rounded up to whole blocks of all seatings.
    pub games: u64,
}

/// A match that was played.
pub(crate) struct Played {
    pub(crate) open: OpenMatch,
    pub(crate) games: Vec<PlayedGame>,
}

impl Series {
    /// How many games are played: whole blocks.
    pub fn whole_games(&self, open: &OpenMatch) -> u64 {
        let block = open.block_len() as u64;
        self.games.max(1).div_ceil(block) * block
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
        let games = self.whole_games(&open);
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
    /// The games that count.
    pub(crate) fn counted(&self) -> impl Iterator<Item = &PlayedGame> {
        self.games.iter().filter(|game| game.counts())
    }

    /// Plays a game again; told every position with its ply, the last one too.
    pub(crate) fn replay(
        &self,
        game: &PlayedGame,
        visit: &mut dyn FnMut(usize, &dyn Position) -> Result<(), LabError>,
    ) -> Result<(), LabError> {
        let table = &self.open.table;
        let mut position = table.position(None, game.start.as_deref(), &[])?;
        for (ply, mv) in game.moves.iter().enumerate() {
            visit(ply, position.as_ref())?;
            position.play(mv)?;
        }
        visit(game.moves.len(), position.as_ref())
    }

    /// The standings under these names.
    pub(crate) fn standings(&self, names: &[String]) -> Standings {
        Standings::new(names, &self.games, self.open.block_len(), false)
    }
}

/// A table that is made of nothing but matches.
pub(crate) trait FromMatches {
    /// The matches.
    fn series(&self, id: &str, budget: Budget) -> Vec<Series>;

    /// The table, from the games of all matches in their order.
    fn outcome(&self, budget: Budget, played: &[Played]) -> Result<Outcome, LabError>;

    /// Plays them all.
    fn run(&self, id: &str, bench: &mut Bench) -> Result<Outcome, LabError> {
        let mut played = Vec::new();
        for series in self.series(id, bench.budget) {
            played.push(series.play(bench)?);
        }
        self.outcome(bench.budget, &played)
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
