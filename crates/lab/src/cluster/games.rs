//! Matches in units: one unit, one game.

use std::time::{Duration, Instant};

use melee_arena::tournament::{
    AlgorithmStanding, Contestant, MatchError, MatchPlan, OpenMatch, PlayedGame, SeatWork,
    Standings, play_game,
};

use super::units::{Divisible, Done, Section, Worker};
use crate::{Estimate, LabError, Outcome, Row, Series};

/// A match and how many games of it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Games {
    pub(crate) label: String,
    pub(crate) plan: MatchPlan,
    pub(crate) count: u64,
}

impl Games {
    /// A match of an experiment.
    pub(crate) fn of_series(series: Series) -> Result<Self, LabError> {
        let count = series.whole_games(&series.plan.open()?);
        Ok(Games {
            label: series.name,
            plan: series.plan,
            count,
        })
    }

    pub(crate) fn section(&self) -> Result<Section, LabError> {
        if self.count == 0 {
            return Err(MatchError::NoGames.into());
        }
        Ok(Section {
            label: self.label.clone(),
            units: self.count,
            task: serde_json::to_value(&self.plan).expect("plain data has a JSON text"),
        })
    }

    pub(crate) fn worker(&self) -> Result<Box<dyn Worker>, LabError> {
        Ok(Box::new(GamesWorker(self.plan.open()?)))
    }

    /// How many plies a game has, from games with small limits, times what a ply costs with the real ones.
    pub(crate) fn seconds_a_game(&self) -> Result<f64, LabError> {
        const SMALL: u64 = 500;
        let (open, begin) = (self.limited_to(SMALL, true).open()?, Instant::now());
        let (mut plies, mut games) = (0, 0);
        while games < self.count.min(5) && begin.elapsed() < Duration::from_secs(1) {
            plies += searched_plies(&play_game(&open, &open.pairing(games), false));
            games += 1;
        }
        let length = plies as f64 / games.max(1) as f64;
        Ok(length * self.seconds_a_ply(open.table.players())?)
    }

    /// From the first plies of a game, more and more of them until two seconds are spent. Searches of very many
    /// nodes are cut short and their time multiplied.
    fn seconds_a_ply(&self, seats: usize) -> Result<f64, LabError> {
        const MANY: u64 = 100_000;
        let mut cap = seats as u32;
        loop {
            let begun = MatchPlan {
                ply_cap: cap.min(self.plan.ply_cap),
                ..self.limited_to(MANY, false)
            };
            let open = begun.open()?;
            let game = play_game(&open, &open.pairing(0), false);
            let plies = searched_plies(&game);
            let whole = plies < u64::from(cap) || cap >= self.plan.ply_cap;
            if whole || game.micros > 2_000_000 {
                let seats = game.seating.iter().zip(&game.work);
                let seat_micros = |(&algorithm, work): (&usize, &SeatWork)| {
                    let nodes = self.plan.players_in[algorithm].nodes;
                    let times = nodes.map_or(1.0, |n| n as f64 / n.min(MANY) as f64);
                    work.micros as f64 * times
                };
                let micros: f64 = seats.map(seat_micros).sum();
                return Ok(micros / 1e6 / plies.max(1) as f64);
            }
            cap *= 2;
        }
    }

    /// The same match with at most so many nodes a move, for all or for those that have such a limit.
    fn limited_to(&self, most: u64, all: bool) -> MatchPlan {
        let limited = |contestant: &Contestant| Contestant {
            nodes: match contestant.nodes {
                Some(nodes) => Some(nodes.min(most)),
                None => all.then_some(most),
            },
            ..contestant.clone()
        };
        MatchPlan {
            players_in: self.plan.players_in.iter().map(limited).collect(),
            ..self.plan.clone()
        }
    }
}

fn searched_plies(game: &PlayedGame) -> u64 {
    game.work.iter().map(|w| w.moves).sum()
}

struct GamesWorker(OpenMatch);

impl Worker for GamesWorker {
    fn unit(&mut self, number: u64) -> Result<Done, LabError> {
        let game = play_game(&self.0, &self.0.pairing(number), false);
        Ok(Done::Game(Box::new(game)))
    }
}

/// The games among units.
pub(crate) fn games_of(done: &[Done]) -> Vec<PlayedGame> {
    let game = |done: &Done| match done {
        Done::Game(game) => Some(PlayedGame::clone(game)),
        Done::Nodes(_) => None,
    };
    done.iter().filter_map(game).collect()
}

/// A user's own match.
pub(crate) struct OwnMatch(pub(crate) Games);

impl Divisible for OwnMatch {
    fn sections(&self) -> Result<Vec<Section>, LabError> {
        self.0.plan.open()?;
        Ok(vec![self.0.section()?])
    }

    fn seconds_a_unit(&self, _section: usize) -> Result<f64, LabError> {
        self.0.seconds_a_game()
    }

    fn worker(&self, _section: usize) -> Result<Box<dyn Worker>, LabError> {
        self.0.worker()
    }

    fn outcome(&self, done: &[Vec<Done>]) -> Result<Outcome, LabError> {
        let open = self.0.plan.open()?;
        let games = games_of(&done[0]);
        let standings = Standings::new(&open.names(), &games, open.block_len(), false);
        let row = |a: &AlgorithmStanding| {
            let share = Estimate {
                value: 100.0 * a.share,
                low: 100.0 * a.low,
                high: 100.0 * a.high,
            };
            let text = format!("{:.1} % ({:.1}-{:.1})", share.value, share.low, share.high);
            Row::new(&a.name, "", text)
                .plotted(None, share)
                .with("points", format!("{:.2}", a.points))
                .with("games", standings.games.to_string())
                .with("depth", format!("{:.1}", a.mean_depth))
        };
        Ok(Outcome {
            rows: standings.algorithms.iter().map(row).collect(),
            notes: vec!["shares of the points with 95 % intervals over blocks".to_string()],
            unit: "share of the points in percent".to_string(),
            ..Outcome::default()
        })
    }
}
