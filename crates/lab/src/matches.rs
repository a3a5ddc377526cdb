//! Matches of two algorithms over all seatings: a small runner until the arena has its own.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use melee_arena::statistics::{plain_half, wilson};
use melee_arena::{ArenaError, GameOptions, Limits, Position, Spec, Table, Thinker, Watch, open};
use serde::{Deserialize, Serialize};

/// Two algorithms, how often and how long.
#[derive(Clone, Debug)]
pub struct Match {
    /// The game.
    pub game: String,
    /// Its options, the number of players among them.
    pub options: GameOptions,
    /// Names of start positions, one after the other; the usual start if there are none.
    pub starts: Vec<String>,
    /// Random plies from the start before the algorithms take over, the same for all seatings.
    pub random_plies: usize,
    /// The two algorithms.
    pub specs: [Spec; 2],
    /// Games of every seating from every start.
    pub games_per_seating: usize,
    /// What a move may cost each of them.
    pub limits: [Limits; 2],
    /// The seed of the noise; every game has its own.
    pub seed: u64,
    /// A game that is not over by then is shared by all.
    pub ply_cap: usize,
}

/// A game that was played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayedGame {
    /// Its number in the match.
    pub number: usize,
    /// Which algorithm sat where.
    pub seats: Vec<usize>,
    /// What each seat got.
    pub points: Vec<f64>,
    /// How long it was.
    pub plies: usize,
    /// Where it ended.
    pub last_position: String,
    /// The sum and number of completed depths of each algorithm's moves.
    depths: [(u64, u64); 2],
}

impl PlayedGame {
    /// The points of an algorithm, over all seats it had.
    pub fn points_of(&self, algorithm: usize) -> f64 {
        let seats = self.seats.iter().zip(&self.points);
        seats
            .filter(|(seat, _)| **seat == algorithm)
            .map(|(_, points)| points)
            .sum()
    }
}

/// Who won how much.
#[derive(Clone, Debug, Default)]
pub struct MatchResult {
    /// The games in the order of their numbers.
    pub games: Vec<PlayedGame>,
}

impl MatchResult {
    /// The points of an algorithm.
    pub fn points(&self, algorithm: usize) -> f64 {
        self.games.iter().map(|g| g.points_of(algorithm)).sum()
    }

    /// The share of the points of an algorithm.
    pub fn share(&self, algorithm: usize) -> f64 {
        self.points(algorithm) / self.games.len().max(1) as f64
    }

    /// Half the 95 % interval of a share, as the theses compute it.
    pub fn interval(&self, algorithm: usize) -> f64 {
        plain_half(self.share(algorithm), self.games.len() as u64)
    }

    /// The 95 % interval of a share (Wilson 1927), which is right for few games and shares near 0
    /// and 1 too. A draw counts as half a win, so with draws it is a little too wide.
    pub fn wilson(&self, algorithm: usize) -> (f64, f64) {
        let interval = wilson(self.points(algorithm), self.games.len() as u64);
        (interval.low, interval.high)
    }

    /// How many games ended with all points, with some and with no points for an algorithm.
    pub fn wins_draws_losses(&self, algorithm: usize) -> [usize; 3] {
        let mut counts = [0; 3];
        for game in &self.games {
            let points = game.points_of(algorithm);
            let kind = usize::from(points < 1.0) + usize::from(points <= 0.0);
            counts[kind] += 1;
        }
        counts
    }

    /// The mean depth of an algorithm's moves.
    pub fn mean_depth(&self, algorithm: usize) -> f64 {
        let depths = self.games.iter().map(|g| g.depths[algorithm]);
        let (sum, moves) = depths.fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
        sum as f64 / moves.max(1) as f64
    }

    /// A line for each algorithm and one about the games.
    pub fn summary(&self, names: [&str; 2]) -> String {
        let mut text = String::new();
        for (i, name) in names.into_iter().enumerate() {
            let [wins, draws, losses] = self.wins_draws_losses(i);
            let (low, high) = self.wilson(i);
            text += &format!(
                "{name:<40} {:.2} points of {} (+{wins} ={draws} -{losses}), {:.1} % ({:.0}-{:.0}), \
                 mean depth {:.1}\n",
                self.points(i),
                self.games.len(),
                100.0 * self.share(i),
                100.0 * low,
                100.0 * high,
                self.mean_depth(i)
            );
        }
        text + &format!("mean length {:.1} plies\n", self.mean_plies())
    }

    /// The mean length of a game.
    pub fn mean_plies(&self) -> f64 {
        let plies: usize = self.games.iter().map(|g| g.plies).sum();
        plies as f64 / self.games.len().max(1) as f64
    }
}

/// Every way to seat two algorithms so that both sit somewhere: 14 for four players; the first seat changes
/// fastest.
///
/// ```
/// assert_eq!(melee_lab::seatings(4).len(), 14);
/// assert_eq!(melee_lab::seatings(3).len(), 6);
/// ```
pub fn seatings(players: usize) -> Vec<Vec<usize>> {
    let mut all = melee_arena::tournament::seatings(2, players);
    for seating in &mut all {
        seating.reverse();
    }
    all
}

impl Match {
    /// Plays all games on so many threads; a game depends only on the seed and its number.
    pub fn play(
        &self,
        threads: usize,
        progress: &(dyn Fn(&MatchResult) + Sync),
    ) -> Result<MatchResult, ArenaError> {
        let (table, games) = (self.open()?, self.games()?);
        let seatings = seatings(table.players());
        let next = AtomicUsize::new(0);
        let total = Mutex::new(Ok(MatchResult::default()));
        std::thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= games {
                            break;
                        }
                        let game = self.game(&table, &seatings, number);
                        let mut total = total.lock().expect("no thread panics while holding it");
                        match (&mut *total, game) {
                            (Ok(total), Ok(game)) => {
                                total.games.push(game);
                                progress(total);
                            }
                            (total, Err(error)) => *total = Err(error),
                            (Err(_), Ok(_)) => {}
                        }
                    }
                });
            }
        });
        let mut result = total.into_inner().expect("no thread panicked")?;
        result.games.sort_by_key(|game| game.number);
        Ok(result)
    }

    /// How many games there are.
    pub(crate) fn games(&self) -> Result<usize, ArenaError> {
        let seatings = seatings(self.open()?.players()).len();
        Ok(seatings * self.games_per_seating * self.starts.len().max(1))
    }

    pub(crate) fn open(&self) -> Result<Arc<dyn Table>, ArenaError> {
        open(&self.game, &self.options)
    }

    /// One game by its number.
    pub(crate) fn game(
        &self,
        table: &Arc<dyn Table>,
        seatings: &[Vec<usize>],
        number: usize,
    ) -> Result<PlayedGame, ArenaError> {
        let seats = &seatings[number % seatings.len()];
        let start = number / seatings.len() % self.starts.len().max(1);
        let start = self.starts.get(start).map(String::as_str);
        self.play_game(table, start, seats, number)
    }

    fn play_random_plies(
        &self,
        table: &Arc<dyn Table>,
        position: &mut dyn Position,
        seed: u64,
    ) -> Result<(), ArenaError> {
        let random = "random".parse().expect("a known algorithm");
        let mut thinker = table.thinker(&random, seed)?;
        for _ in 0..self.random_plies {
            if position.to_move().is_none() {
                break;
            }
            let (limits, watch) = (Limits::depth(1), Watch::nothing());
            let report = thinker.think(position, limits, watch, &mut |_| {})?;
            position.play(&report.best_move)?;
        }
        Ok(())
    }

    fn play_game(
        &self,
        table: &Arc<dyn Table>,
        start: Option<&str>,
        seats: &[usize],
        number: usize,
    ) -> Result<PlayedGame, ArenaError> {
        let seed = self
            .seed
            .wrapping_mul(1_000_003)
            .wrapping_add(number as u64);
        let mut thinkers: Vec<Box<dyn Thinker>> = Vec::new();
        for (seat, &algorithm) in seats.iter().enumerate() {
            let own_seed = seed.wrapping_mul(8).wrapping_add(seat as u64);
            thinkers.push(table.thinker(&self.specs[algorithm], own_seed)?);
        }
        let mut position = table.position(None, start, &[])?;
        let opening = (self.seed << 32) ^ (number / seatings(seats.len()).len()) as u64;
        self.play_random_plies(table, position.as_mut(), opening)?;
        let (mut plies, mut depths) = (0, [(0, 0); 2]);
        while let Some(player) = position.to_move() {
            if plies == self.ply_cap {
                break;
            }
            let algorithm = seats[player.index()];
            let (limits, watch) = (self.limits[algorithm], Watch::nothing());
            let thinker = &mut thinkers[player.index()];
            let report = thinker.think(position.as_ref(), limits, watch, &mut |_| {})?;
            depths[algorithm].0 += u64::from(report.depth);
            depths[algorithm].1 += 1;
            position.play(&report.best_move)?;
            plies += 1;
        }
        let even = vec![1.0 / seats.len() as f64; seats.len()];
        Ok(PlayedGame {
            number,
            seats: seats.to_vec(),
            points: position.outcome().map_or(even, |o| o.all_points()),
            plies,
            last_position: position.text(),
            depths,
        })
    }
}
