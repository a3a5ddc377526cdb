//! Each against each: what two algorithms did in the games in which both sat.

use std::collections::BTreeMap;

use serde::Serialize;

use super::game::PlayedGame;

/// The games of a pair.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Meeting {
    /// The two, by their numbers.
    pub pair: [usize; 2],
    /// So many games had both.
    pub games: u64,
    /// The points of either in them.
    pub points: [f64; 2],
    /// Games in which the first was ahead of the second, level with it, behind it: by the mean points of a seat, or else
    /// by the mean rank.
    pub wins_draws_losses: [u64; 3],
    /// How far the first is ahead: games ahead and half of those level, in all.
    pub share: f64,
}

impl Meeting {
    pub(super) fn new(pair: [usize; 2]) -> Self {
        Meeting { pair, games: 0, points: [0.0; 2], wins_draws_losses: [0; 3], share: 0.5 }
    }

    /// Counts a game for all pairs that met in it.
    pub(super) fn count_all(met: &mut BTreeMap<[usize; 2], Meeting>, game: &PlayedGame) {
        let mut seated = game.seating.clone();
        seated.sort_unstable();
        seated.dedup();
        for (i, &first) in seated.iter().enumerate() {
            for &second in &seated[i + 1..] {
                let pair = [first, second];
                met.entry(pair).or_insert_with(|| Meeting::new(pair)).count(game);
            }
        }
    }

    /// Adds other games of the pair.
    pub(super) fn add(&mut self, other: &Meeting) {
        self.games += other.games;
        for (sum, points) in self.points.iter_mut().zip(other.points) {
            *sum += points;
        }
        for (sum, count) in self.wins_draws_losses.iter_mut().zip(other.wins_draws_losses) {
            *sum += count;
        }
        self.sum_up();
    }

    fn count(&mut self, game: &PlayedGame) {
        self.games += 1;
        for (sum, algorithm) in self.points.iter_mut().zip(self.pair) {
            *sum += game.points_of(algorithm);
        }
        // A seat more is not ahead: in a game that all share, nobody is.
        let [first, second] = self.pair.map(|algorithm| game.mean_points_of(algorithm));
        let mut ahead = first - second;
        if ahead.abs() < ROUNDING {
            // A third may have won, with one of the two behind the other.
            let [first, second] = self.pair.map(|algorithm| game.mean_rank_of(algorithm));
            ahead = second - first;
        }
        self.wins_draws_losses[usize::from(ahead < ROUNDING) + usize::from(ahead <= -ROUNDING)] += 1;
        self.sum_up();
    }

    fn sum_up(&mut self) {
        let [wins, draws, _] = self.wins_draws_losses;
        self.share = (wins as f64 + 0.5 * draws as f64) / self.games as f64;
    }
}

/// What differs by rounding alone is equal.
const ROUNDING: f64 = 1e-9;
