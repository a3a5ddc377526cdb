//! What a match plays. A game of it depends on nothing but the plan and its number.

use std::sync::Arc;
use std::time::Duration;

use melee_core::GameOptions;
use melee_core::zobrist::mix;
use melee_search::{Limits, Spec};
use serde::{Deserialize, Serialize};

use super::MatchError;
use super::onlooker::Onlooker;
use super::seating::{Blocks, Seating};
use crate::facade::{Table, open};
use crate::program::{Patience, ProgramCommand};

/// A match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchPlan {
    /// The game.
    pub game: String,
    /// Its number of players, where it allows several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<usize>,
    /// Its board size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<String>,
    /// Its rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// Its map, as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<String>,
    /// Names of start positions, one after the other by block; the game's own if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub starts: Vec<String>,
    /// Random plies before the algorithms take over, the same for all games of a block.
    pub random_plies: u32,
    /// Who plays.
    pub players_in: Vec<Contestant>,
    /// A game that is not over after so many plies is shared by all.
    pub ply_cap: u32,
    /// Different seeds, different games.
    pub seed: u64,
}

/// An algorithm and what a move may cost it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contestant {
    /// Its specification.
    pub algorithm: String,
    /// The deepest iteration.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The most nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The time, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub millis: Option<u64>,
}

impl Contestant {
    /// An algorithm with its limits.
    pub fn new(algorithm: &str, limits: Limits) -> Self {
        Contestant {
            algorithm: algorithm.to_string(),
            depth: limits.depth,
            nodes: limits.nodes,
            millis: limits.time.map(|t| t.as_millis() as u64),
        }
    }

    /// Its limits.
    pub fn limits(&self) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: self.millis.map(Duration::from_millis),
            predict: false,
        }
    }
}

/// One game of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// Its number, from 0.
    pub number: u64,
    /// Its block.
    pub block: u64,
    /// Who sits where.
    pub seating: Seating,
    /// The start, if it is not the game's own.
    pub start: Option<String>,
    /// For the random plies: the same in the whole block.
    pub opening_seed: u64,
    /// For the algorithms.
    pub seed: u64,
}

/// A plan that can be played: the game is open, the algorithms are known.
pub struct OpenMatch {
    /// What it was made from.
    pub plan: MatchPlan,
    /// The game; of the first start, where each start is a game of its own.
    pub table: Arc<dyn Table>,
    /// Who plays.
    pub entrants: Vec<Entrant>,
    /// How long programs are waited for.
    pub patience: Patience,
    /// The games of all starts, where each is a game of its own.
    tables: Vec<Arc<dyn Table>>,
    blocks: Blocks,
    /// Who looks on while games are played.
    pub onlooker: Option<Arc<dyn Onlooker>>,
}

/// A player of a match.
#[derive(Clone, Debug)]
pub enum Entrant {
    /// One of our algorithms.
    Search(Spec),
    /// Another program.
    Program(ProgramCommand),
}

impl Entrant {
    fn read(contestant: &Contestant) -> Result<Self, MatchError> {
        let limits = contestant.limits();
        let no_limit = || MatchError::NoLimit(contestant.algorithm.clone());
        limits.check().map_err(|error| MatchError::Limit {
            algorithm: contestant.algorithm.clone(),
            error,
        })?;
        if let Some(command) = ProgramCommand::parse(&contestant.algorithm) {
            let command = command?;
            command.check()?;
            if limits == Limits::default() {
                return Err(no_limit());
            }
            return Ok(Entrant::Program(command));
        }
        let spec: Spec = contestant.algorithm.parse()?;
        if limits == Limits::default() && spec.depth.is_none() {
            return Err(no_limit());
        }
        Ok(Entrant::Search(spec))
    }
}

impl MatchPlan {
    /// Opens the game and reads the algorithms.
    pub fn open(&self) -> Result<OpenMatch, MatchError> {
        let options = GameOptions {
            players: self.players,
            size: self.size.clone(),
            rules: self.rules.clone(),
            map: self.map.clone(),
            start: self.starts.first().cloned(),
            position: None,
        };
        let table = open(&self.game, &options)?;
        let (algorithms, seats) = (self.players_in.len(), table.players());
        if algorithms < 2 {
            return Err(MatchError::TooFew(algorithms));
        }
        if algorithms > seats {
            return Err(MatchError::TooMany { algorithms, seats });
        }
        let mut entrants = Vec::new();
        for contestant in &self.players_in {
            entrants.push(Entrant::read(contestant)?);
        }
        let tables = self.tables(&table, &options)?;
        for table in std::iter::once(&table).chain(&tables) {
            for entrant in &entrants {
                if let Entrant::Search(spec) = entrant {
                    // Whatever the game or the memory has against it shows now.
                    table.thinker(spec, 0)?;
                }
            }
        }
        Ok(OpenMatch {
            plan: self.clone(),
            table,
            entrants,
            patience: Patience::default(),
            tables,
            blocks: Blocks::new(algorithms, seats, mix(self.seed)),
            onlooker: None,
        })
    }

    /// The games of all starts, if they are not all starts of the first one's.
    fn tables(
        &self,
        first: &Arc<dyn Table>,
        options: &GameOptions,
    ) -> Result<Vec<Arc<dyn Table>>, MatchError> {
        let has_start = |table: &Arc<dyn Table>, name: &String| {
            let starts = table.starts();
            starts.iter().any(|known| known.name == *name)
        };
        if self.starts.iter().all(|start| has_start(first, start)) {
            return Ok(Vec::new());
        }
        let mut tables = Vec::new();
        for start in &self.starts {
            let own = GameOptions {
                start: Some(start.clone()),
                ..options.clone()
            };
            let table = if has_start(first, start) {
                first.clone()
            } else {
                open(&self.game, &own)?
            };
            table.position(None, Some(start), &[])?;
            let (seats, needed) = (table.players(), first.players());
            if seats != needed {
                return Err(MatchError::OtherSeats {
                    start: start.clone(),
                    seats,
                    needed,
                });
            }
            tables.push(table);
        }
        Ok(tables)
    }
}

impl OpenMatch {
    /// The game of a block.
    pub fn table_of(&self, block: u64) -> &Arc<dyn Table> {
        match self.tables.len() {
            0 => &self.table,
            n => &self.tables[(block % n as u64) as usize],
        }
    }

    /// Does the start of a game say more than the game's own?
    pub fn has_own_start(&self) -> bool {
        let plan = &self.plan;
        let parts = [&plan.size, &plan.rules, &plan.map];
        !plan.starts.is_empty() || plan.players.is_some() || parts.iter().any(|p| p.is_some())
    }

    /// How many games a block has.
    pub fn block_len(&self) -> usize {
        self.blocks.len()
    }

    /// The names of the algorithms; with their limits where the same plays twice.
    pub fn names(&self) -> Vec<String> {
        let all = &self.plan.players_in;
        let name = |c: &Contestant| {
            let alike = all.iter().filter(|o| o.algorithm == c.algorithm).count();
            if alike == 1 {
                return c.algorithm.clone();
            }
            let limit = match (c.depth, c.nodes, c.millis) {
                (_, Some(nodes), _) => format!("{nodes} nodes"),
                (_, _, Some(millis)) => format!("{millis} ms"),
                (Some(depth), _, _) => format!("depth {depth}"),
                _ => "own depth".to_string(),
            };
            format!("{} ({limit})", c.algorithm)
        };
        all.iter().map(name).collect()
    }

    /// A game by its number.
    pub fn pairing(&self, number: u64) -> Pairing {
        let len = self.blocks.len() as u64;
        let (block, index) = (number / len, (number % len) as usize);
        let starts = &self.plan.starts;
        let start = (!starts.is_empty()).then(|| starts[block as usize % starts.len()].clone());
        Pairing {
            number,
            block,
            seating: self.blocks.seating(block, index),
            start,
            opening_seed: mix(self.plan.seed ^ mix(block ^ 0x6f70_656e)),
            seed: mix(self.plan.seed ^ mix(number)),
        }
    }
}
