//! Who stands how in a match.
//!
//! All figures come from the same games: those of whole blocks, in which every algorithm sat everywhere equally often.
//! Only before the first block is whole they come from what there is, without ratings and tests. What is merely
//! counted (games, duplicates, capped, verdicts, failed, seconds) is counted over all games.
//!
//! Games are counted once, when they come ([`Scoreboard`]): what is shown of a long match while it runs costs no more than
//! that of a short one.

use std::collections::{BTreeMap, HashSet};

use serde::Serialize;

use melee::Fault;

use super::game::{Ending, Forfeit, PlayedGame, SeatWork};
use super::meeting::Meeting;
use crate::statistics::{self, Comparison, Interval, Rating, SeatBias, ShareIntervals, WengLin};

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

/// Counts the games of a match as they come.
///
/// ```
/// use melee_arena::tournament::{Scoreboard, Standings};
/// let mut board = Scoreboard::new(&["pvs".to_string(), "brs".to_string()], 2);
/// board.count(&[]);
/// assert_eq!(board.standings(), Standings::new(&["pvs".to_string(), "brs".to_string()], &[], 2, false));
/// ```
pub struct Scoreboard {
    names: Vec<String>,
    block_len: usize,
    /// All games that count.
    counting: Sums,
    /// Those of whole blocks.
    compared: Sums,
    /// The games of blocks that are not whole yet.
    begun: BTreeMap<u64, Sums>,
    /// The whole blocks, in order.
    blocks: Vec<u64>,
    /// The share of each algorithm in each of them.
    shares: Vec<Vec<f64>>,
    verdicts: Vec<BTreeMap<Fault, u64>>,
    fingerprints: HashSet<u64>,
    duplicates: u64,
    capped: u64,
    forfeits: u64,
    failed: u64,
    micros: u64,
    searching: u64,
}

impl Scoreboard {
    /// Nothing was played yet by these; a block has so many games.
    pub fn new(names: &[String], block_len: usize) -> Self {
        let nothing = || Sums::new(names.len());
        Scoreboard {
            names: names.to_vec(),
            block_len,
            counting: nothing(),
            compared: nothing(),
            begun: BTreeMap::new(),
            blocks: Vec::new(),
            shares: vec![Vec::new(); names.len()],
            verdicts: vec![BTreeMap::new(); names.len()],
            fingerprints: HashSet::new(),
            duplicates: 0,
            capped: 0,
            forfeits: 0,
            failed: 0,
            micros: 0,
            searching: 0,
        }
    }

    /// Counts these games too.
    pub fn count(&mut self, new: &[PlayedGame]) {
        for game in new {
            self.capped += u64::from(game.ending == Ending::Capped);
            self.forfeits += u64::from(game.verdict.is_some());
            if game.counts() {
                self.count_one(game);
            } else {
                self.failed += 1;
            }
        }
    }

    fn count_one(&mut self, game: &PlayedGame) {
        self.micros += game.micros;
        self.searching += game.work.iter().map(|work| work.micros).sum::<u64>();
        self.duplicates += u64::from(!self.fingerprints.insert(game.fingerprint()));
        if let Some(Forfeit { seat, fault, .. }) = &game.verdict {
            *self.verdicts[game.seating[*seat]].entry(*fault).or_default() += 1;
        }
        self.counting.add_game(game);
        let block = self.begun.entry(game.block).or_insert_with(|| Sums::new(self.names.len()));
        block.add_game(game);
        if block.games == self.block_len as u64 {
            self.compared.add(block);
            // Blocks end nearly in order: the place is behind the last or a few before it.
            let place = self.blocks.partition_point(|&known| known < game.block);
            self.blocks.insert(place, game.block);
            for (shares, sums) in self.shares.iter_mut().zip(&block.algorithms) {
                shares.insert(place, sums.share());
            }
            self.begun.remove(&game.block);
        }
    }

    /// The shares of an algorithm in all whole blocks: what intervals and tests are made of.
    pub fn block_shares(&self, algorithm: usize) -> &[f64] {
        &self.shares[algorithm]
    }

    /// The standings without ratings and tests.
    pub fn standings(&self) -> Standings {
        let sums = if self.blocks.is_empty() { &self.counting } else { &self.compared };
        let mean = |sum: f64| if sums.games == 0 { 0.0 } else { sum / sums.games as f64 };
        let overhead = if self.micros == 0 { 0.0 } else { 1.0 - self.searching as f64 / self.micros as f64 };
        let algorithms = self.names.iter().zip(&sums.algorithms).enumerate();
        let intervals = ShareIntervals::of_blocks(self.blocks.len());
        Standings {
            games: self.counting.games,
            blocks: self.blocks.len() as u64,
            compared: sums.games,
            algorithms: algorithms
                .map(|(a, (name, sums))| {
                    sums.standing(
                        name,
                        intervals.interval(&self.shares[a], sums.points, sums.games),
                        self.verdicts[a].clone(),
                    )
                })
                .collect(),
            comparisons: Vec::new(),
            meetings: sums.meetings.values().cloned().collect(),
            seats: sums.seats.iter().map(|&points| mean(points)).collect(),
            seat_bias: None,
            duplicates: self.duplicates,
            capped: self.capped,
            forfeits: self.forfeits,
            failed: self.failed,
            mean_plies: mean(sums.plies as f64),
            search_seconds: self.searching as f64 * 1e-6,
            game_seconds: self.micros as f64 * 1e-6,
            overhead,
        }
    }
}

/// What is summed over games.
#[derive(Clone)]
struct Sums {
    games: u64,
    plies: u64,
    algorithms: Vec<AlgorithmSums>,
    /// The points of each seat.
    seats: Vec<f64>,
    meetings: BTreeMap<[usize; 2], Meeting>,
}

/// What an algorithm did in the games in which it sat; of more algorithms than seats, some wait.
#[derive(Clone, Default)]
struct AlgorithmSums {
    games: u64,
    points: f64,
    wins_draws_losses: [u64; 3],
    work: SeatWork,
}

impl Sums {
    fn new(algorithms: usize) -> Self {
        let algorithms = vec![AlgorithmSums::default(); algorithms];
        Sums { games: 0, plies: 0, algorithms, seats: Vec::new(), meetings: BTreeMap::new() }
    }

    fn add_game(&mut self, game: &PlayedGame) {
        self.games += 1;
        self.plies += game.moves.len() as u64;
        self.seats.resize(game.seating.len(), 0.0);
        for (sum, points) in self.seats.iter_mut().zip(&game.points) {
            *sum += points;
        }
        for (seat, &algorithm) in game.seating.iter().enumerate() {
            // Once, however many seats it has.
            if !game.seating[..seat].contains(&algorithm) {
                self.algorithms[algorithm].add_points(game.points_of(algorithm));
            }
        }
        for (&algorithm, work) in game.seating.iter().zip(&game.work) {
            self.algorithms[algorithm].work.add(work);
        }
        Meeting::count_all(&mut self.meetings, game);
    }

    /// Adds what was summed over other games.
    fn add(&mut self, other: &Sums) {
        self.games += other.games;
        self.plies += other.plies;
        self.seats.resize(other.seats.len(), 0.0);
        for (sum, points) in self.seats.iter_mut().zip(&other.seats) {
            *sum += points;
        }
        for (sums, others) in self.algorithms.iter_mut().zip(&other.algorithms) {
            sums.games += others.games;
            sums.points += others.points;
            for (sum, count) in sums.wins_draws_losses.iter_mut().zip(others.wins_draws_losses) {
                *sum += count;
            }
            sums.work.add(&others.work);
        }
        for (pair, meeting) in &other.meetings {
            self.meetings.entry(*pair).or_insert_with(|| Meeting::new(*pair)).add(meeting);
        }
    }
}

impl AlgorithmSums {
    fn add_points(&mut self, points: f64) {
        self.games += 1;
        self.points += points;
        let kind = usize::from(points < 1.0 - 1e-9) + usize::from(points < 1e-9);
        self.wins_draws_losses[kind] += 1;
    }

    fn share(&self) -> f64 {
        if self.games == 0 { 0.0 } else { self.points / self.games as f64 }
    }

    fn standing(&self, name: &str, interval: Interval, verdicts: BTreeMap<Fault, u64>) -> AlgorithmStanding {
        let Interval { low, high } = interval;
        let a_move = |sum: u64| sum as f64 / self.work.moves.max(1) as f64;
        AlgorithmStanding {
            name: name.to_string(),
            points: self.points,
            share: self.share(),
            low,
            high,
            plain_half: statistics::plain_half(self.share(), self.games),
            wins_draws_losses: self.wins_draws_losses,
            mean_depth: a_move(self.work.depths),
            nodes_a_move: a_move(self.work.nodes),
            verdicts,
            rating: None,
            weng_lin: None,
        }
    }
}

impl Standings {
    /// The standings of games of which a block has so many; ratings and tests cost some time and are left out of
    /// those that are only shown for a moment.
    pub fn new(names: &[String], all: &[PlayedGame], block_len: usize, with_ratings: bool) -> Standings {
        let mut board = Scoreboard::new(names, block_len);
        board.count(all);
        let standings = board.standings();
        if with_ratings { standings.with_ratings(&board, all) } else { standings }
    }

    /// Adds ratings and tests, which look at every game again.
    #[must_use]
    pub fn with_ratings(mut self, board: &Scoreboard, all: &[PlayedGame]) -> Standings {
        let count = self.algorithms.len();
        let blocks = whole_blocks(all, board.block_len);
        if let Some(ratings) = statistics::ratings(count, &blocks) {
            let rankings: Vec<statistics::Ranking> = blocks.iter().flatten().map(|g| statistics::ranking(g)).collect();
            let second_opinion = statistics::weng_lin(count, &rankings.iter().collect::<Vec<_>>());
            for (standing, (rating, weng_lin)) in
                self.algorithms.iter_mut().zip(ratings.into_iter().zip(second_opinion))
            {
                (standing.rating, standing.weng_lin) = (Some(rating), Some(weng_lin));
            }
        }
        self.comparisons = comparisons(board);
        self.seat_bias = Some(SeatBias::new(self.seats.len(), &seat_points(self.seats.len(), &blocks)));
        self
    }
}

/// The games of each whole block.
fn whole_blocks(all: &[PlayedGame], block_len: usize) -> Vec<Vec<&PlayedGame>> {
    let mut blocks: BTreeMap<u64, Vec<&PlayedGame>> = BTreeMap::new();
    for game in all.iter().filter(|game| game.counts()) {
        blocks.entry(game.block).or_default().push(game);
    }
    blocks.into_values().filter(|block| block.len() == block_len).collect()
}

/// The shares of an algorithm in all whole blocks of these games.
pub fn block_shares(all: &[PlayedGame], block_len: usize, algorithm: usize) -> Vec<f64> {
    let share = |block: &Vec<&PlayedGame>| {
        let mut sums = AlgorithmSums::default();
        for game in block.iter().filter(|game| game.seating.contains(&algorithm)) {
            sums.add_points(game.points_of(algorithm));
        }
        sums.share()
    };
    whole_blocks(all, block_len).iter().map(share).collect()
}

/// Each against each.
fn comparisons(board: &Scoreboard) -> Vec<Comparison> {
    let all = &board.shares;
    let mut comparisons = Vec::new();
    for first in 0..all.len() {
        for second in first + 1..all.len() {
            let both = all[first].iter().zip(&all[second]);
            let differences: Vec<f64> = both.map(|(a, b)| a - b).collect();
            // In whole blocks all sit equally often.
            comparisons.push(Comparison::new(first, second, &differences, board.compared.algorithms[first].games));
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
