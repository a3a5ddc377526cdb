//! From a request to a plan that the machine can bear.

use std::time::Duration;

use melee_arena::Spec;
use melee_arena::tournament::{Contestant, MatchPlan};
use serde::Deserialize;

use crate::api::analysis::parse_spec;
use crate::{ApiError, App, Place};

/// A match to be started.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewMatch {
    /// Its name, which is that of its file.
    pub(crate) name: String,
    /// The game and its parameters; no position and no moves.
    pub(crate) place: Place,
    /// Who plays.
    pub(crate) entrants: Vec<Entrant>,
    /// How many games.
    pub(crate) games: u64,
    /// Random plies before the algorithms take over.
    #[serde(default = "two")]
    pub(crate) random_plies: u32,
    /// A game that is not over after so many plies is shared.
    #[serde(default = "thousand")]
    pub(crate) ply_cap: u32,
    /// Different seeds, different games.
    #[serde(default)]
    pub(crate) seed: u64,
    /// So many games at a time.
    #[serde(default)]
    pub(crate) threads: Option<usize>,
}

/// An algorithm and what a move may cost it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entrant {
    /// A specification as on the command line.
    pub(crate) algo: String,
    /// The deepest iteration.
    #[serde(default)]
    pub(crate) depth: Option<u32>,
    /// The most nodes.
    #[serde(default)]
    pub(crate) nodes: Option<u64>,
    /// The time in milliseconds.
    #[serde(default)]
    pub(crate) time: Option<u64>,
}

fn two() -> u32 {
    2
}

fn thousand() -> u32 {
    1000
}

/// The largest match.
pub(crate) const MOST_GAMES: u64 = 100_000;
const MOST_PLIES: u32 = 5_000;
const MOST_NODES: u64 = 1_000_000_000;
/// All tables of all games that are played at once.
const MOST_MEMORY: u64 = 2 << 30;

impl NewMatch {
    /// The plan, and how many games at a time.
    pub(crate) fn plan(&self, app: &App) -> Result<(MatchPlan, usize), ApiError> {
        let place = &self.place;
        if place.pos.is_some() || !place.moves.is_empty() {
            return Err(ApiError::bad("a match begins at a named start"));
        }
        check_games(self.games)?;
        let too_long = self.random_plies > MOST_PLIES || !(1..=MOST_PLIES).contains(&self.ply_cap);
        if too_long {
            let problem = format!("plies: expected 1 to {MOST_PLIES}");
            return Err(ApiError::bad(problem));
        }
        if self.entrants.len() > 8 {
            let problem = format!("{} algorithms: at most 8 play", self.entrants.len());
            return Err(ApiError::bad(problem));
        }
        let mut players_in = Vec::new();
        let mut tables = 0;
        for entrant in &self.entrants {
            let (contestant, bytes) = entrant.contestant(app)?;
            players_in.push(contestant);
            tables = tables.max(bytes);
        }
        let threads = threads(self.threads)?;
        let seats = place.table()?.players() as u64;
        if tables * seats * threads as u64 > MOST_MEMORY {
            return Err(ApiError::bad(format!(
                "tables of {} MiB for {seats} seats and {threads} games at a time: at most {} MiB in all",
                tables >> 20,
                MOST_MEMORY >> 20
            )));
        }
        let plan = MatchPlan {
            game: place.game.clone(),
            players: place.players,
            size: place.size.clone(),
            rules: place.rules.clone(),
            map: place.map.clone(),
            starts: place.start.iter().cloned().collect(),
            random_plies: self.random_plies,
            players_in,
            ply_cap: self.ply_cap,
            seed: self.seed,
        };
        Ok((plan, threads))
    }
}

/// A number of games that can be played.
pub(crate) fn check_games(games: u64) -> Result<(), ApiError> {
    if (1..=MOST_GAMES).contains(&games) {
        return Ok(());
    }
    let problem = format!("{games} games: expected 1 to {MOST_GAMES}");
    Err(ApiError::bad(problem))
}

/// How many games at a time: no more than the machine has cores.
pub(crate) fn threads(asked: Option<usize>) -> Result<usize, ApiError> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    match asked.unwrap_or(cores) {
        0 => Err(ApiError::bad("no games at a time: expected at least one")),
        n => Ok(n.min(cores)),
    }
}

/// Only our own algorithms are started from a page: a stored match of other programs is not.
pub(super) fn check_entrants(plan: &MatchPlan) -> Result<(), ApiError> {
    for contestant in &plan.players_in {
        let spec = contestant.algorithm.parse::<Spec>();
        spec.map_err(|error| ApiError::bad(error.to_string()))?;
    }
    Ok(())
}

impl Entrant {
    fn contestant(&self, app: &App) -> Result<(Contestant, u64), ApiError> {
        let spec = parse_spec(&self.algo, app)?;
        let longest = app.config.longest;
        if self
            .time
            .is_some_and(|t| Duration::from_millis(t) > longest)
        {
            return Err(ApiError::bad(format!(
                "{}: a move takes at most {} seconds",
                self.algo,
                longest.as_secs()
            )));
        }
        if self.nodes.is_some_and(|n| !(1..=MOST_NODES).contains(&n)) || self.time == Some(0) {
            return Err(ApiError::bad(format!(
                "{}: expected 1 to {MOST_NODES} nodes, and some time",
                self.algo
            )));
        }
        let bytes = spec.table_bytes().unwrap_or(0);
        // A depth alone may take for ever: a move has a time as well.
        let only_depth = self.nodes.is_none() && self.time.is_none() && self.depth.is_some();
        let time = only_depth.then_some(longest.as_millis() as u64);
        let contestant = Contestant {
            algorithm: spec.to_string(),
            depth: self.depth,
            nodes: self.nodes,
            millis: self.time.or(time),
        };
        Ok((contestant, bytes))
    }
}
