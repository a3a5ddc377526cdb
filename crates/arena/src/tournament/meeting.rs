//! Each against each: what two algorithms did in the games in which both sat.

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
    /// Games in which the first had more points than the second, as many, fewer.
    pub wins_draws_losses: [u64; 3],
}

impl Meeting {
    /// All pairs that have met, in order.
    pub fn all(algorithms: usize, games: &[&PlayedGame]) -> Vec<Meeting> {
        let pairs = (0..algorithms).flat_map(|first| (first + 1..algorithms).map(move |second| [first, second]));
        let met = pairs.map(|pair| Meeting::new(pair, games));
        met.filter(|meeting| meeting.games > 0).collect()
    }

    fn new(pair: [usize; 2], games: &[&PlayedGame]) -> Meeting {
        let mut meeting = Meeting { pair, games: 0, points: [0.0; 2], wins_draws_losses: [0; 3] };
        for game in games.iter().filter(|game| pair.iter().all(|a| game.seating.contains(a))) {
            let [first, second] = pair.map(|algorithm| game.points_of(algorithm));
            meeting.games += 1;
            meeting.points[0] += first;
            meeting.points[1] += second;
            let kind = usize::from(first < second + ROUNDING) + usize::from(first < second - ROUNDING);
            meeting.wins_draws_losses[kind] += 1;
        }
        meeting
    }

    /// The part of the first in the points that the two have taken; half where neither has any.
    pub fn share(&self) -> f64 {
        let both: f64 = self.points.iter().sum();
        if both > 0.0 { self.points[0] / both } else { 0.5 }
    }
}

/// Points that differ by rounding alone are equal.
const ROUNDING: f64 = 1e-9;
