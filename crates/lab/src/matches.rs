//! Matches of two algorithms over all seatings: a small runner until the arena has its own.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use melee_arena::{ArenaError, GameOptions, Limits, Spec, Table, Thinker, Watch, open};

/// Two algorithms, how often and how long.
#[derive(Clone, Debug)]
pub struct Match {
    /// The game.
    pub game: String,
    /// How many play in a game.
    pub players: usize,
    /// The two algorithms.
    pub specs: [Spec; 2],
    /// Games of every seating.
    pub games_per_seating: usize,
    /// What a move may cost.
    pub limits: Limits,
    /// The seed of the noise; every game has its own.
    pub seed: u64,
    /// A game that is not over by then is shared by all.
    pub ply_cap: usize,
}

/// Who won how much.
#[derive(Clone, Debug, Default)]
pub struct MatchResult {
    /// Games played.
    pub games: usize,
    /// Points of each algorithm.
    pub points: [f64; 2],
    /// Plies of all games.
    pub plies: usize,
    /// The sum and number of completed depths of each algorithm's moves.
    pub depths: [(u64, u64); 2],
}

impl MatchResult {
    /// The share of the points of an algorithm.
    pub fn share(&self, algorithm: usize) -> f64 {
        self.points[algorithm] / self.games.max(1) as f64
    }

    /// Half the 95 % interval of a share, as the theses compute it.
    pub fn interval(&self, algorithm: usize) -> f64 {
        let p = self.share(algorithm);
        1.96 * (p * (1.0 - p) / (self.games.max(2) - 1) as f64).sqrt()
    }

    /// The mean depth of an algorithm's moves.
    pub fn mean_depth(&self, algorithm: usize) -> f64 {
        let (sum, moves) = self.depths[algorithm];
        sum as f64 / moves.max(1) as f64
    }
}

/// Every way to seat two algorithms so that both sit somewhere: 14 for four players.
///
/// ```
/// assert_eq!(melee_lab::seatings(4).len(), 14);
/// assert_eq!(melee_lab::seatings(3).len(), 6);
/// ```
pub fn seatings(players: usize) -> Vec<Vec<usize>> {
    (1..(1usize << players) - 1)
        .map(|bits| (0..players).map(|seat| bits >> seat & 1).collect())
        .collect()
}

impl Match {
    /// Plays all games on so many threads; a game depends only on the seed and its number.
    pub fn play(
        &self,
        threads: usize,
        progress: &(dyn Fn(&MatchResult) + Sync),
    ) -> Result<MatchResult, ArenaError> {
        let options = GameOptions {
            players: Some(self.players),
            ..GameOptions::default()
        };
        let table = open(&self.game, &options)?;
        let seatings = seatings(self.players);
        let games = seatings.len() * self.games_per_seating;
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
                        let seats = &seatings[number % seatings.len()];
                        let game = self.play_game(&table, seats, number);
                        let mut total = total.lock().expect("no thread panics while holding it");
                        match (&mut *total, game) {
                            (Ok(total), Ok(game)) => {
                                total.add(&game);
                                progress(total);
                            }
                            (total, Err(error)) => *total = Err(error),
                            (Err(_), Ok(_)) => {}
                        }
                    }
                });
            }
        });
        total.into_inner().expect("no thread panicked")
    }

    fn play_game(
        &self,
        table: &Arc<dyn Table>,
        seats: &[usize],
        number: usize,
    ) -> Result<MatchResult, ArenaError> {
        let seed = self
            .seed
            .wrapping_mul(1_000_003)
            .wrapping_add(number as u64);
        let mut thinkers: Vec<Box<dyn Thinker>> = Vec::new();
        for (seat, &algorithm) in seats.iter().enumerate() {
            let own_seed = seed.wrapping_mul(8).wrapping_add(seat as u64);
            thinkers.push(table.thinker(&self.specs[algorithm], own_seed)?);
        }
        let mut result = MatchResult {
            games: 1,
            ..MatchResult::default()
        };
        let mut position = table.position(None, None, &[])?;
        while let Some(player) = position.to_move() {
            if result.plies == self.ply_cap {
                break;
            }
            let watch = Watch::nothing();
            let thinker = &mut thinkers[player.index()];
            let report = thinker.think(position.as_ref(), self.limits, watch, &mut |_| {})?;
            let depths = &mut result.depths[seats[player.index()]];
            *depths = (depths.0 + u64::from(report.depth), depths.1 + 1);
            position.play(&report.best_move)?;
            result.plies += 1;
        }
        let even = vec![1.0 / seats.len() as f64; seats.len()];
        let points = position.outcome().map_or(even, |o| o.all_points());
        for (&algorithm, points) in seats.iter().zip(points) {
            result.points[algorithm] += points;
        }
        Ok(result)
    }
}

impl MatchResult {
    fn add(&mut self, game: &MatchResult) {
        self.games += game.games;
        self.plies += game.plies;
        for algorithm in 0..2 {
            self.points[algorithm] += game.points[algorithm];
            let (sum, moves) = game.depths[algorithm];
            self.depths[algorithm].0 += sum;
            self.depths[algorithm].1 += moves;
        }
    }
}
