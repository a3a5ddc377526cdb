//! The difference of two numbers that each have a 95 % interval.

use crate::Estimate;

/// How the errors of two numbers go together, between -1 and 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Correlation(f64);

impl Correlation {
    /// Numbers from different games miss the truth independently.
    pub(super) const NONE: Correlation = Correlation(0.0);

    /// Two shares, as parts of one, of the same games: what one wins another does not. Of two players alone, one has too
    /// little whatever the other has too much, and their errors add up; among more, others take a part of it.
    pub(super) fn of_one_match(first: f64, second: f64) -> Self {
        let odds = |share: f64| share / (1.0 - share);
        let both = odds(first) * odds(second);
        // Shares that leave nothing for others are those of a duel, as far as rounding lets one see; of somebody who won
        // nothing or everything nothing is known.
        Correlation(if both.is_finite() && both > 0.0 { -both.sqrt().min(1.0) } else { -1.0 })
    }

    /// The error of a difference of two numbers with these errors.
    pub(super) fn error(self, first: f64, second: f64) -> f64 {
        (first * first + second * second - 2.0 * self.0 * first * second).max(0.0).sqrt()
    }
}

/// The first less the second: their errors from different games add up as squares do (Newcombe 1998, Statistics in Medicine
/// 17, 873-890, method 10), from the same games with their correlation (the same, 2635-2650, method 10).
pub(super) fn difference(first: Estimate, second: Estimate, correlation: Correlation) -> Estimate {
    let value = first.value - second.value;
    Estimate {
        value,
        low: value - correlation.error(first.value - first.low, second.high - second.value),
        high: value + correlation.error(first.high - first.value, second.value - second.low),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use melee_arena::statistics::corrected_wilson;
    use melee_core::{Rng, seeded_rng};

    fn of(value: f64, low: f64, high: f64) -> Estimate {
        Estimate { value, low, high }
    }

    /// Newcombe 1998, Table II, example (a): 56 of 70 against 48 of 80 with Wilson's intervals is 0.0524 to 0.3339.
    #[test]
    fn errors_of_different_games_add_up_as_squares_do() {
        let (first, second) = (of(0.8, 0.6920, 0.8769), of(0.6, 0.4904, 0.7004));
        let between = difference(first, second, Correlation::NONE);
        assert!((between.low - 0.0524).abs() < 5e-4 && (between.high - 0.3339).abs() < 5e-4, "{between:?}");
    }

    #[test]
    fn in_a_duel_errors_add_up_as_they_are() {
        let (first, second) = (of(60.0, 54.0, 66.0), of(40.0, 34.0, 46.0));
        let between = difference(first, second, Correlation::of_one_match(0.6, 0.4));
        assert!((between.low - 8.0).abs() < 1e-9 && (between.high - 32.0).abs() < 1e-9, "{between:?}");
    }

    #[test]
    fn among_more_players_errors_are_between_those_of_a_duel_and_of_different_games() {
        let (first, second) = (of(40.0, 34.0, 46.0), of(30.0, 24.0, 36.0));
        let width = |correlation| {
            let between = difference(first, second, correlation);
            between.high - between.low
        };
        let one_match = width(Correlation::of_one_match(0.4, 0.3));
        assert!(width(Correlation::NONE) < one_match && one_match < width(Correlation(-1.0)), "{one_match}");
    }

    #[test]
    fn of_who_won_nothing_the_worst_is_thought() {
        for (first, second) in [(0.0, 0.5), (1.0, 0.0), (0.0, 0.0)] {
            assert_eq!(Correlation::of_one_match(first, second), Correlation(-1.0));
        }
    }

    #[test]
    fn a_number_without_an_interval_adds_no_error() {
        for correlation in [Correlation::NONE, Correlation(-0.5), Correlation(-1.0)] {
            assert_eq!(difference(of(60.0, 54.0, 66.0), Estimate::exact(50.0), correlation), of(10.0, 4.0, 16.0));
        }
    }

    /// Matches of three and four whose shares are known, over and over: the interval of the difference may miss the true one
    /// in one of twenty. Three standard errors of two thousand matches are one and a half of a hundred.
    #[test]
    fn the_interval_of_two_shares_of_a_match_misses_the_truth_no_more_often_than_it_says() {
        let mut rng = seeded_rng(1);
        for shares in [vec![0.4, 0.35, 0.25], vec![0.25; 4], vec![0.5, 0.3, 0.15, 0.05], vec![0.12, 0.13, 0.4, 0.35]] {
            for games in [36, 96, 200] {
                let matches = 2000;
                let misses = (0..matches).filter(|_| {
                    let mut points = vec![0.0; shares.len()];
                    for _ in 0..games {
                        let mut at = f64::from(rng.next_u32()) / f64::from(u32::MAX);
                        let winner = shares.iter().position(|share| {
                            at -= share;
                            at < 0.0
                        });
                        points[winner.unwrap_or(0)] += 1.0;
                    }
                    let estimate = |player: usize| {
                        let interval = corrected_wilson(points[player], games);
                        of(points[player] / games as f64, interval.low, interval.high)
                    };
                    let [first, second] = [estimate(0), estimate(1)];
                    let between = difference(first, second, Correlation::of_one_match(first.value, second.value));
                    let truth = shares[0] - shares[1];
                    truth < between.low || between.high < truth
                });
                let missed = misses.count() as f64 / f64::from(matches);
                assert!(missed < 0.065, "{shares:?}, {games} games: {missed}");
            }
        }
    }
}
