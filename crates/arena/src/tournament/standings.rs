//! Who stands how in a match.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

use super::game::{Ending, PlayedGame};
use crate::program::{Fault, Verdict};
use crate::statistics::{self, Interval, Rating};

/// What one algorithm has reached.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AlgorithmStanding {
    /// Its name.
    pub name: String,
    /// Its points; shared games count in parts.
    pub points: f64,
    /// Its part of all points.
    pub share: f64,
    /// The lower end of the 95 % interval of the share, over blocks where there are several.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// Half the interval that the theses print, which takes every game for itself.
    pub plain_half: f64,
    /// Games with all points, with some, with none.
    pub wins_draws_losses: [u64; 3],
    /// The mean depth of its moves.
    pub mean_depth: f64,
    /// Nodes a move.
    pub nodes_a_move: f64,
    /// Games it lost by crash, illegal move, time-out and the like.
    pub verdicts: BTreeMap<Fault, u64>,
    /// Its rating (Plackett-Luce, in the scale of Elo, the mean is 0), with a bootstrap interval.
    pub rating: Option<Rating>,
}

/// All about the games so far.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standings {
    /// How many games count.
    pub games: u64,
    /// How many blocks are whole.
    pub blocks: u64,
    /// One entry for each algorithm.
    pub algorithms: Vec<AlgorithmStanding>,
    /// The mean points of each seat.
    pub seats: Vec<f64>,
    /// Games that were played before, move for move.
    pub duplicates: u64,
    /// Games ended by the cap.
    pub capped: u64,
    /// Games that a program lost by what it did.
    pub forfeits: u64,
    /// Games that could not be played on; they do not count.
    pub failed: u64,
    /// The mean length in plies.
    pub mean_plies: f64,
    /// The part of the time that was not spent in searches.
    pub overhead: f64,
}

/// Games of each block, for intervals over blocks.
fn whole_blocks<'g>(games: &[&'g PlayedGame], block_len: usize) -> Vec<Vec<&'g PlayedGame>> {
    let mut blocks: BTreeMap<u64, Vec<&PlayedGame>> = BTreeMap::new();
    for game in games {
        blocks.entry(game.block).or_default().push(game);
    }
    blocks
        .into_values()
        .filter(|b| b.len() == block_len)
        .collect()
}

/// The shares of an algorithm in all whole blocks: what intervals and tests are made of.
pub fn block_shares(all: &[PlayedGame], block_len: usize, algorithm: usize) -> Vec<f64> {
    let games: Vec<&PlayedGame> = all.iter().filter(|g| g.counts()).collect();
    shares(&whole_blocks(&games, block_len), algorithm)
}

fn shares(blocks: &[Vec<&PlayedGame>], algorithm: usize) -> Vec<f64> {
    let share = |block: &Vec<&PlayedGame>| {
        let sum: f64 = block.iter().map(|g| g.points_of(algorithm)).sum();
        sum / block.len() as f64
    };
    blocks.iter().map(share).collect()
}

impl Standings {
    /// The standings of games of which a block has so many; ratings cost some time and are left out of
    /// those that are only shown for a moment.
    pub fn new(
        names: &[String],
        all: &[PlayedGame],
        block_len: usize,
        with_ratings: bool,
    ) -> Standings {
        let games: Vec<&PlayedGame> = all.iter().filter(|g| g.counts()).collect();
        let blocks = whole_blocks(&games, block_len);
        let ratings = if with_ratings {
            statistics::ratings(names.len(), &blocks)
        } else {
            None
        };
        let seats = games.first().map_or(0, |g| g.seating.len());
        let mean = |sum: f64, n: usize| if n == 0 { 0.0 } else { sum / n as f64 };
        let seat_mean = |seat: usize| {
            let sum: f64 = games.iter().map(|g| g.points[seat]).sum();
            mean(sum, games.len())
        };
        let plies: f64 = games.iter().map(|g| g.moves.len() as f64).sum();
        let whole: u64 = games.iter().map(|g| g.micros).sum();
        let searching: u64 = games.iter().flat_map(|g| &g.work).map(|w| w.micros).sum();
        Standings {
            games: games.len() as u64,
            blocks: blocks.len() as u64,
            algorithms: (0..names.len())
                .map(|a| {
                    let rating = ratings.as_ref().map(|r| r[a]);
                    AlgorithmStanding::new(a, &names[a], &games, &blocks, rating)
                })
                .collect(),
            seats: (0..seats).map(seat_mean).collect(),
            duplicates: duplicates(&games),
            capped: all.iter().filter(|g| g.ending == Ending::Capped).count() as u64,
            forfeits: all.iter().filter(|g| g.verdict.is_some()).count() as u64,
            failed: all.iter().filter(|g| !g.counts()).count() as u64,
            mean_plies: mean(plies, games.len()),
            overhead: if whole == 0 {
                0.0
            } else {
                1.0 - searching as f64 / whole as f64
            },
        }
    }
}

fn duplicates(games: &[&PlayedGame]) -> u64 {
    let mut seen: HashMap<u64, u64> = HashMap::new();
    for game in games {
        *seen.entry(game.fingerprint()).or_default() += 1;
    }
    seen.values().map(|n| n - 1).sum()
}

impl AlgorithmStanding {
    fn new(
        algorithm: usize,
        name: &str,
        games: &[&PlayedGame],
        blocks: &[Vec<&PlayedGame>],
        rating: Option<Rating>,
    ) -> Self {
        let points: f64 = games.iter().map(|g| g.points_of(algorithm)).sum();
        let n = games.len();
        let share = if n == 0 { 0.0 } else { points / n as f64 };
        let Interval { low, high } = statistics::block_interval(&shares(blocks, algorithm))
            .unwrap_or_else(|| statistics::wilson(points, n as u64));
        let mut wins_draws_losses = [0; 3];
        for game in games {
            let points = game.points_of(algorithm);
            let kind = usize::from(points < 1.0 - 1e-9) + usize::from(points < 1e-9);
            wins_draws_losses[kind] += 1;
        }
        let own = games.iter().flat_map(|g| {
            let seats = g.seating.iter().zip(&g.work);
            seats
                .filter(|(a, _)| **a == algorithm)
                .map(|(_, work)| work)
        });
        let (mut moves, mut depths, mut nodes) = (0, 0, 0);
        for work in own {
            moves += work.moves;
            depths += work.depths;
            nodes += work.nodes;
        }
        let mut verdicts = BTreeMap::new();
        for game in games {
            let own = |v: &&Verdict| game.seating[v.seat] == algorithm;
            if let Some(verdict) = game.verdict.as_ref().filter(own) {
                *verdicts.entry(verdict.fault).or_default() += 1;
            }
        }
        let a_move = |sum: u64| sum as f64 / moves.max(1) as f64;
        AlgorithmStanding {
            name: name.to_string(),
            points,
            share,
            low,
            high,
            plain_half: statistics::plain_half(share, n as u64),
            wins_draws_losses,
            mean_depth: a_move(depths),
            nodes_a_move: a_move(nodes),
            verdicts,
            rating,
        }
    }
}
