//! What a match plays. A game of it depends on nothing but the plan and its number.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use melee::core::zobrist::mix;
use melee::search::SearchError;
use melee::{GameOptions, OpenGame, Position, Registry, SeatSpec, Who};
use serde::{Deserialize, Serialize};

use super::MatchError;
use super::game::PlayedGame;
use super::onlooker::Onlooker;
use super::seating::{Blocks, Seating};
use crate::program::{Patience, ProgramCommand};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchPlan {
    pub game: String,
    /// Which game of its kind.
    #[serde(flatten)]
    pub options: GameOptions,
    /// Names of start positions, one after the other by block; the game's own if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub starts: Vec<String>,
    /// Random plies before the players take over, the same for all games of a block.
    pub random_plies: u32,
    /// Who plays, each with what a move may cost.
    #[serde(alias = "players_in", deserialize_with = "earlier::entrants")]
    pub entrants: Vec<SeatSpec>,
    /// A game that is not over after so many plies is shared by all.
    pub ply_cap: u32,
    /// Time limits of searches are processor time, of which a busy machine takes nothing; programs have clocks of their own.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_processor: bool,
    /// Different seeds, different games.
    pub seed: u64,
}

/// So many random plies are more than an opening of any game.
pub const MOST_RANDOM_PLIES: u32 = 1_000;
/// So many plies are more than any game has.
pub const LARGEST_PLY_CAP: u32 = 1_000_000;

/// One game of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// Its number, from 0.
    pub number: u64,
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

/// A plan that can be played: the game is open, the players are known.
pub struct OpenMatch {
    /// What it was made from.
    pub plan: MatchPlan,
    /// The game; of the first start, where each start is a game of its own.
    pub game: OpenGame,
    /// How long programs are waited for.
    pub patience: Patience,
    /// The games of all starts, where each is a game of its own.
    games: Vec<OpenGame>,
    blocks: Blocks,
    /// Who looks on while games are played.
    pub onlooker: Option<Arc<dyn Onlooker>>,
    /// When this becomes true, games that are being played are broken off and do not count.
    pub stop: Arc<AtomicBool>,
}

impl MatchPlan {
    /// The same with time limits by the processor's time; without a time limit it is no other match.
    #[must_use]
    pub fn timed_by_processor(self) -> Self {
        let by_processor = self.entrants.iter().any(|entrant| entrant.limits.time.is_some());
        MatchPlan { by_processor, ..self }
    }

    /// Opens the game and reads the players.
    pub fn open(&self, registry: &Registry) -> Result<OpenMatch, MatchError> {
        let options = GameOptions { start: self.starts.first().cloned(), ..self.options.clone() };
        let game = registry.open(&self.game, &options)?;
        if self.random_plies > MOST_RANDOM_PLIES {
            return Err(MatchError::RandomPlies { plies: self.random_plies, most: MOST_RANDOM_PLIES });
        }
        if !(1..=LARGEST_PLY_CAP).contains(&self.ply_cap) {
            return Err(MatchError::PlyCap { plies: self.ply_cap, most: LARGEST_PLY_CAP });
        }
        let (algorithms, seats) = (self.entrants.len(), game.players());
        if algorithms < 2 {
            return Err(MatchError::TooFew(algorithms));
        }
        let games = self.games(&game, &options)?;
        for game in std::iter::once(&game).chain(&games) {
            for entrant in &self.entrants {
                check(entrant, game)?;
            }
        }
        Ok(OpenMatch {
            plan: self.clone(),
            game,
            patience: Patience::default(),
            games,
            blocks: Blocks::new(algorithms, seats, mix(self.seed)),
            onlooker: None,
            stop: Arc::default(),
        })
    }

    /// The games of all starts, if they are not all starts of the first one's.
    fn games(&self, first: &OpenGame, options: &GameOptions) -> Result<Vec<OpenGame>, MatchError> {
        let has_start = |game: &OpenGame, name: &String| {
            let starts = game.starts();
            starts.iter().any(|known| known.name == *name)
        };
        if self.starts.iter().all(|start| has_start(first, start)) {
            return Ok(Vec::new());
        }
        let mut games = Vec::new();
        for start in &self.starts {
            let game = if has_start(first, start) {
                first.clone()
            } else {
                first.reopen(&options.clone().from_start(start))?
            };
            game.named_start(start)?;
            let (seats, needed) = (game.players(), first.players());
            if seats != needed {
                return Err(MatchError::OtherSeats { start: start.clone(), seats, needed });
            }
            games.push(game);
        }
        Ok(games)
    }
}

/// Can this player play this game?
fn check(entrant: &SeatSpec, game: &OpenGame) -> Result<(), MatchError> {
    let limits = entrant.limits;
    let refused = |error| MatchError::Limit { algorithm: entrant.who.to_string(), error };
    limits.check().map_err(refused)?;
    match &entrant.who {
        Who::Person => Err(MatchError::Person),
        Who::Program(_) if limits.is_none() => Err(MatchError::NoLimit(entrant.who.to_string())),
        Who::Program(command) => Ok(ProgramCommand::parse(command)?.check()?),
        Who::Search(spec) => {
            let no_limit = |error| match error {
                melee::Error::Search { error: SearchError::NoLimit, .. } => MatchError::NoLimit(spec.to_string()),
                error => error.into(),
            };
            // A large table is not laid out for this; a small one may be too small.
            if game.check(spec, limits).map_err(no_limit)? < 1 << 20 {
                game.engine(spec)?;
            }
            Ok(())
        }
    }
}

/// Players as files of earlier versions have them.
mod earlier {
    use std::time::Duration;

    use melee::{Limits, SeatSpec};
    use serde::{Deserialize, Deserializer, de};

    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Entrant {
        Text(SeatSpec),
        Parts { algorithm: String, depth: Option<u32>, nodes: Option<u64>, millis: Option<u64> },
    }

    pub(super) fn entrants<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<SeatSpec>, D::Error> {
        let mut entrants = Vec::new();
        for entrant in Vec::<Entrant>::deserialize(from)? {
            entrants.push(match entrant {
                Entrant::Text(seat) => seat,
                Entrant::Parts { algorithm, depth, nodes, millis } => {
                    let limits = Limits { depth, nodes, time: millis.map(Duration::from_millis), ..Limits::NONE };
                    let seat: SeatSpec = algorithm.parse().map_err(de::Error::custom)?;
                    seat.or_limits(limits)
                }
            });
        }
        Ok(entrants)
    }
}

impl OpenMatch {
    /// The game of a block.
    pub fn game_of(&self, block: u64) -> &OpenGame {
        match self.games.len() {
            0 => &self.game,
            n => &self.games[(block % n as u64) as usize],
        }
    }

    /// Where the games of a block begin. A start may be told by moves, which are the first of the game.
    pub fn opening(&self, block: u64, start: Option<&str>) -> Result<Position, melee::Error> {
        let game = self.game_of(block);
        match start {
            Some(start) => game.named_start(start),
            None => game.opening(),
        }
    }

    /// The number of the start that a block begins with, where each is a game of its own.
    pub(super) fn start_of(&self, block: u64) -> u64 {
        block.checked_rem(self.games.len() as u64).unwrap_or(0)
    }

    /// Does the start of a game say more than the game's own?
    pub fn has_own_start(&self) -> bool {
        let plan = &self.plan;
        !plan.starts.is_empty() || plan.options != GameOptions::default()
    }

    /// Did somebody ask to stop?
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// How many games a block has.
    pub fn block_len(&self) -> usize {
        self.blocks.len()
    }

    /// The names of the players; with their limits where the same plays twice, and numbered where those are the same too.
    pub fn names(&self) -> Vec<String> {
        let all = &self.plan.entrants;
        let name = |(i, entrant): (usize, &SeatSpec)| {
            let equals = |among: &[SeatSpec]| among.iter().filter(|other| *other == entrant).count();
            let is_alone = all.iter().filter(|other| other.who == entrant.who).count() == 1;
            match equals(all) {
                _ if is_alone => entrant.who.to_string(),
                1 => entrant.to_string(),
                _ => format!("{entrant} {}", equals(&all[..i]) + 1),
            }
        };
        all.iter().enumerate().map(name).collect()
    }

    /// Stored games belong to this match only if everybody sat where this program would have seated them: blocks of
    /// another order would be neither whole nor balanced.
    pub fn check_seats(&self, games: &[PlayedGame]) -> Result<(), MatchError> {
        let is_other = |game: &&PlayedGame| {
            let pairing = self.pairing(game.number);
            (game.block, &game.seating) != (pairing.block, &pairing.seating)
        };
        match games.iter().find(is_other) {
            None => Ok(()),
            Some(game) => Err(MatchError::OtherOrder(game.number)),
        }
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
