//! From a request to a plan that the machine can bear.

use melee::{Limits, SeatSpec};
use melee_arena::tournament::MatchPlan;
use serde::Deserialize;

use crate::api::search::{algorithm, memory};
use crate::{ApiError, App, Place};

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
        if !(1..=MOST_PLIES).contains(&self.ply_cap) {
            let problem = format!("ply_cap {}: expected 1 to {MOST_PLIES}", self.ply_cap);
            return Err(ApiError::bad(problem));
        }
        let count = self.entrants.len();
        if count > MOST_ENTRANTS {
            let problem = format!("{count} algorithms: at most {MOST_ENTRANTS} play");
            return Err(ApiError::bad(problem));
        }
        let game = self.place.position(app.registry())?.game();
        let mut entrants = Vec::new();
        let mut largest = 0;
        for entrant in &self.entrants {
            let limits = move_limits(entrant, app)?;
            let spec = algorithm(entrant)?;
            largest = largest.max(memory(app, &game, spec, limits)?);
            entrants.push(SeatSpec::search(spec, limits));
        }
        let threads = threads(self.threads)?;
        let plan = MatchPlan {
            game: self.place.game.clone(),
            starts: options.start.take().into_iter().collect(),
            options,
            random_plies: self.random_plies,
            entrants,
            ply_cap: self.ply_cap,
            seed: self.seed,
        };
        // Who waits for his next game keeps his memory.
        let seats = game.players().max(count) as u64;
        if largest * seats * threads as u64 > MOST_MEMORY {
            return Err(ApiError::bad(format!(
                "tables of {} MiB for {seats} seats and {threads} games at a time: at most {} MiB in all",
                largest >> 20,
                MOST_MEMORY >> 20
            )));
        }
        Ok((plan, threads))
    }
}

/// What a move may cost, if the machine can bear it. A depth alone may take for ever: such a move has
/// the server's longest time as well.
fn move_limits(entrant: &SeatSpec, app: &App) -> Result<Limits, ApiError> {
    let (limits, longest) = (entrant.limits, app.config.longest);
    if limits.nodes.is_some_and(|nodes| nodes > MOST_NODES) {
        let problem = format!("{entrant}: at most {MOST_NODES} nodes a move");
        return Err(ApiError::bad(problem));
    }
    if limits.time.is_some_and(|time| time > longest) {
        let seconds = longest.as_secs();
        let problem = format!("{entrant}: a move takes at most {seconds} seconds");
        return Err(ApiError::bad(problem));
    }
    let only_depth = limits.depth.is_some() && limits.nodes.is_none();
    Ok(Limits { time: limits.time.or(only_depth.then_some(longest)), ..limits })
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
