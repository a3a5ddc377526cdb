//! From a request to a plan that the machine can bear.

use std::time::Duration;

use melee::{Limits, Registry, SeatSpec};
use melee_arena::tournament::{MatchPlan, OpenMatch};
use melee_service::{Place, algorithm, memory};
use serde::Deserialize;

use crate::{ApiError, App};

/// A match to be started.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewMatch {
    /// Its name, which is that of its file.
    pub(crate) name: String,
    /// The game and its parameters; no position and no moves.
    place: Place,
    entrants: Vec<SeatSpec>,
    pub(crate) games: u64,
    /// Random plies before the algorithms take over.
    #[serde(default = "two")]
    random_plies: u32,
    /// A game that is not over after so many plies is shared.
    #[serde(default = "thousand")]
    ply_cap: u32,
    #[serde(default)]
    seed: u64,
    /// So many games at a time.
    #[serde(default)]
    threads: Option<usize>,
}

fn two() -> u32 {
    2
}

fn thousand() -> u32 {
    1000
}

const MOST_GAMES: u64 = 100_000;
const MOST_PLIES: u32 = 5_000;
const MOST_NODES: u64 = 1_000_000_000;
const MOST_ENTRANTS: usize = 16;
/// All tables of all games that are played at once.
const MOST_MEMORY: u64 = 2 << 30;

impl NewMatch {
    /// The plan, and how many games at a time.
    pub(crate) fn plan(&self, app: &App) -> Result<(MatchPlan, usize), ApiError> {
        let mut options = self.place.options.clone();
        if options.position.is_some() || !self.place.moves.is_empty() {
            return Err(ApiError::bad("a match begins at a named start"));
        }
        check_games(self.games)?;
        let mut entrants = Vec::new();
        for entrant in &self.entrants {
            let limits = with_time(entrant.limits, app.config.longest);
            entrants.push(SeatSpec::search(algorithm(entrant)?, limits));
        }
        let plan = MatchPlan {
            game: self.place.game.clone(),
            starts: options.start.take().into_iter().collect(),
            options,
            random_plies: self.random_plies,
            entrants,
            ply_cap: self.ply_cap,
            by_processor: false,
            seed: self.seed,
        };
        Ok((plan, threads(self.threads)?))
    }
}

/// A depth alone may take for ever: such a move has the server's longest time as well.
fn with_time(limits: Limits, longest: Duration) -> Limits {
    let only_depth = limits.depth.is_some() && limits.nodes.is_none();
    Limits { time: limits.time.or(only_depth.then_some(longest)), ..limits }
}

/// What a match may cost here.
#[derive(Clone, Copy)]
pub(super) struct Allowance {
    /// The longest a move may take.
    pub(super) longest: Duration,
    /// The most memory of a player in bytes.
    pub(super) table_bytes: u64,
}

impl Allowance {
    /// Opens a match if the machine can bear it with so many games at a time. It may come from a store that somebody has
    /// put there.
    pub(super) fn open(self, plan: &MatchPlan, registry: &Registry, threads: usize) -> Result<OpenMatch, ApiError> {
        if !(1..=MOST_PLIES).contains(&plan.ply_cap) {
            let problem = format!("ply_cap {}: expected 1 to {MOST_PLIES}", plan.ply_cap);
            return Err(ApiError::bad(problem));
        }
        let count = plan.entrants.len();
        if count > MOST_ENTRANTS {
            let problem = format!("{count} algorithms: at most {MOST_ENTRANTS} play");
            return Err(ApiError::bad(problem));
        }
        for entrant in &plan.entrants {
            // Other programs are not started from a page.
            algorithm(entrant)?;
            self.check_move(entrant)?;
        }
        let open = plan.open(registry)?;
        let game = &open.game;
        let mut largest = 0;
        for entrant in &plan.entrants {
            largest = largest.max(memory(self.table_bytes, game, algorithm(entrant)?, entrant.limits)?);
        }
        // Who waits for his next game keeps his memory.
        let seats = game.players().max(count) as u64;
        if largest * seats * threads as u64 > MOST_MEMORY {
            return Err(ApiError::bad(format!(
                "tables of {} MiB for {seats} seats and {threads} games at a time: at most {} MiB in all",
                largest >> 20,
                MOST_MEMORY >> 20
            )));
        }
        Ok(open)
    }

    fn check_move(self, entrant: &SeatSpec) -> Result<(), ApiError> {
        let (limits, seconds) = (entrant.limits, self.longest.as_secs());
        if limits.nodes.is_some_and(|nodes| nodes > MOST_NODES) {
            let problem = format!("{entrant}: at most {MOST_NODES} nodes a move");
            return Err(ApiError::bad(problem));
        }
        if limits.time.is_some_and(|time| time > self.longest) {
            let problem = format!("{entrant}: a move takes at most {seconds} seconds");
            return Err(ApiError::bad(problem));
        }
        if with_time(limits, self.longest) != limits {
            let problem =
                format!("{entrant}: a depth alone may take for ever; played here it needs nodes or a time too");
            return Err(ApiError::bad(problem));
        }
        Ok(())
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
