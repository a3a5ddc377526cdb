//! Who stands how in a match.
//!
//! All figures come from the same games: those of whole blocks, in which every algorithm sat everywhere equally often.
//! Only before the first block is whole they come from what there is, without ratings and tests. What is merely
//! counted (games, duplicates, capped, verdicts, failed, seconds) is counted over all games.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

use melee::Fault;

use super::game::{Ending, PlayedGame, Verdict};
use super::meeting::Meeting;
use crate::statistics::{self, Comparison, Interval, Rating, SeatBias, WengLin};

/// What one algorithm has reached.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AlgorithmStanding {
    pub name: String,
    /// Its points; shared games count in parts.
    pub points: f64,
    /// Its part of the points of the games in which it sat.
    pub share: f64,
    /// The lower end of the 95 % interval of the share (`statistics::share_interval`).
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// Half the interval that the theses print, which takes every game for itself.
    pub plain_half: f64,
    /// Games with all points, with some, with none.
    pub wins_draws_losses: [u64; 3],
    /// The mean depth of its moves.
    pub mean_depth: f64,
    pub nodes_a_move: f64,
    /// Games it lost by crash, illegal move, time-out and the like.
    pub verdicts: BTreeMap<Fault, u64>,
    /// Its rating (Plackett-Luce, in the scale of Elo, the mean is 0), with an interval.
    pub rating: Option<Rating>,
    /// Its rating by another method, as a check.
    pub weng_lin: Option<WengLin>,
}

/// All about the games so far.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standings {
    /// How many games count.
    pub games: u64,
    /// How many blocks are whole.
    pub blocks: u64,
    /// How many games all shares, intervals, ratings and tests come from.
    pub compared: u64,
    /// One entry for each algorithm.
    pub algorithms: Vec<AlgorithmStanding>,
    /// Each against each, if it was asked for.
    pub comparisons: Vec<Comparison>,
    /// What each pair did in the games that had both.
    pub meetings: Vec<Meeting>,
    /// The mean points of each seat.
    pub seats: Vec<f64>,
    /// Whether seats matter, if it was asked for.
    pub seat_bias: Option<SeatBias>,
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
    /// Seconds that the players were thinking.
    pub search_seconds: f64,
    /// Seconds that games took, summed over all threads.
    pub game_seconds: f64,
    /// The part of these that was not spent in searches.
    pub overhead: f64,
}

/// Games of each block, for intervals over blocks.
fn whole_blocks<'g>(games: &[&'g PlayedGame], block_len: usize) -> Vec<Vec<&'g PlayedGame>> {
    let mut blocks: BTreeMap<u64, Vec<&PlayedGame>> = BTreeMap::new();
    for game in games {
        blocks.entry(game.block).or_default().push(game);
    }
    blocks.into_values().filter(|b| b.len() == block_len).collect()
}

/// The shares of an algorithm in all whole blocks: what intervals and tests are made of.
pub fn block_shares(all: &[PlayedGame], block_len: usize, algorithm: usize) -> Vec<f64> {
    let games: Vec<&PlayedGame> = all.iter().filter(|g| g.counts()).collect();
    shares(&whole_blocks(&games, block_len), algorithm)
}

fn shares(blocks: &[Vec<&PlayedGame>], algorithm: usize) -> Vec<f64> {
    blocks.iter().map(|block| Tally::new(algorithm, block).share()).collect()
}

/// What an algorithm did in the games in which it sat; of more algorithms than seats, some wait.
struct Tally {
    games: u64,
    points: f64,
}

impl Tally {
    fn new(algorithm: usize, games: &[&PlayedGame]) -> Self {
        let mut tally = Tally { games: 0, points: 0.0 };
        for game in games.iter().filter(|game| game.seating.contains(&algorithm)) {
            tally.games += 1;
            tally.points += game.points_of(algorithm);
        }
        tally
    }

    fn share(&self) -> f64 {
        if self.games == 0 { 0.0 } else { self.points / self.games as f64 }
    }
}

impl Standings {
    /// The standings of games of which a block has so many; ratings and tests cost some time and are left out of
    /// those that are only shown for a moment.
    pub fn new(names: &[String], all: &[PlayedGame], block_len: usize, with_ratings: bool) -> Standings {
        let counting: Vec<&PlayedGame> = all.iter().filter(|g| g.counts()).collect();
        let blocks = whole_blocks(&counting, block_len);
        let games = if blocks.is_empty() { counting.clone() } else { blocks.concat() };
        let ratings = with_ratings.then(|| statistics::ratings(names.len(), &blocks)).flatten();
        let second_opinion = ratings.as_ref().map(|_| {
            let rankings = games.iter().map(|g| statistics::ranking(g));
            let rankings: Vec<statistics::Ranking> = rankings.collect();
            statistics::weng_lin(names.len(), &rankings.iter().collect::<Vec<_>>())
        });
        let seats = games.first().map_or(0, |g| g.seating.len());
        let mean = |sum: f64, n: usize| if n == 0 { 0.0 } else { sum / n as f64 };
        let seat_mean = |seat: usize| {
            let sum: f64 = games.iter().map(|g| g.points[seat]).sum();
            mean(sum, games.len())
        };
        let plies: f64 = games.iter().map(|g| g.moves.len() as f64).sum();
        let whole: u64 = counting.iter().map(|g| g.micros).sum();
        let searching: u64 = counting.iter().flat_map(|g| &g.work).map(|w| w.micros).sum();
        Standings {
            games: counting.len() as u64,
            blocks: blocks.len() as u64,
            compared: games.len() as u64,
            algorithms: (0..names.len())
                .map(|a| {
                    let standing = AlgorithmStanding::new(a, &names[a], &games, &blocks);
                    AlgorithmStanding {
                        verdicts: verdicts(a, &counting),
                        rating: ratings.as_ref().map(|r| r[a]),
                        weng_lin: second_opinion.as_ref().map(|r| r[a]),
                        ..standing
                    }
                })
                .collect(),
            comparisons: if with_ratings { comparisons(names.len(), &blocks) } else { Vec::new() },
            meetings: Meeting::all(&games),
            seats: (0..seats).map(seat_mean).collect(),
            seat_bias: with_ratings.then(|| SeatBias::new(seats, &seat_points(seats, &blocks))),
            duplicates: duplicates(&counting),
            capped: all.iter().filter(|g| g.ending == Ending::Capped).count() as u64,
            forfeits: all.iter().filter(|g| g.verdict.is_some()).count() as u64,
            failed: all.iter().filter(|g| !g.counts()).count() as u64,
            mean_plies: mean(plies, games.len()),
            search_seconds: searching as f64 * 1e-6,
            game_seconds: whole as f64 * 1e-6,
            overhead: if whole == 0 { 0.0 } else { 1.0 - searching as f64 / whole as f64 },
        }
    }
}

/// Each against each.
fn comparisons(algorithms: usize, blocks: &[Vec<&PlayedGame>]) -> Vec<Comparison> {
    let all: Vec<Vec<f64>> = (0..algorithms).map(|a| shares(blocks, a)).collect();
    let games = blocks.concat();
    let mut comparisons = Vec::new();
    for first in 0..algorithms {
        for second in first + 1..algorithms {
            let both = all[first].iter().zip(&all[second]);
            let differences: Vec<f64> = both.map(|(a, b)| a - b).collect();
            // In whole blocks all sit equally often.
            let sat = Tally::new(first, &games).games;
            comparisons.push(Comparison::new(first, second, &differences, sat));
        }
    }
    comparisons
}

/// The mean points of every seat in every block.
fn seat_points(seats: usize, blocks: &[Vec<&PlayedGame>]) -> Vec<Vec<f64>> {
    let of_block = |block: &Vec<&PlayedGame>| {
        let mean = |seat: usize| {
            let sum: f64 = block.iter().map(|g| g.points[seat]).sum();
            sum / block.len() as f64
        };
        (0..seats).map(mean).collect()
    };
    blocks.iter().map(of_block).collect()
}

fn duplicates(games: &[&PlayedGame]) -> u64 {
    let mut seen: HashMap<u64, u64> = HashMap::new();
    for game in games {
        *seen.entry(game.fingerprint()).or_default() += 1;
    }
    seen.values().map(|n| n - 1).sum()
}

/// The games that an algorithm lost by its conduct, by the kind of its fault.
fn verdicts(algorithm: usize, games: &[&PlayedGame]) -> BTreeMap<Fault, u64> {
    let mut verdicts = BTreeMap::new();
    for game in games {
        let own = |v: &&Verdict| game.seating[v.seat] == algorithm;
        if let Some(verdict) = game.verdict.as_ref().filter(own) {
            *verdicts.entry(verdict.fault).or_default() += 1;
        }
    }
    verdicts
}

impl AlgorithmStanding {
    fn new(algorithm: usize, name: &str, games: &[&PlayedGame], blocks: &[Vec<&PlayedGame>]) -> Self {
        let tally = Tally::new(algorithm, games);
        let (points, share) = (tally.points, tally.share());
        let Interval { low, high } = statistics::share_interval(&shares(blocks, algorithm), points, tally.games);
        let mut wins_draws_losses = [0; 3];
        for game in games.iter().filter(|game| game.seating.contains(&algorithm)) {
            let points = game.points_of(algorithm);
            let kind = usize::from(points < 1.0 - 1e-9) + usize::from(points < 1e-9);
            wins_draws_losses[kind] += 1;
        }
        let own = games.iter().flat_map(|g| {
            let seats = g.seating.iter().zip(&g.work);
            seats.filter(|(a, _)| **a == algorithm).map(|(_, work)| work)
        });
        let (mut moves, mut depths, mut nodes) = (0, 0, 0);
        for work in own {
            moves += work.moves;
            depths += work.depths;
            nodes += work.nodes;
        }
        let a_move = |sum: u64| sum as f64 / moves.max(1) as f64;
        AlgorithmStanding {
            name: name.to_string(),
            points,
            share,
            low,
            high,
            plain_half: statistics::plain_half(share, tally.games),
            wins_draws_losses,
            mean_depth: a_move(depths),
            nodes_a_move: a_move(nodes),
            verdicts: BTreeMap::new(),
            rating: None,
            weng_lin: None,
        }
    }
}
