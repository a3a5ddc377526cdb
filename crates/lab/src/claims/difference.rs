//! The difference of two numbers that each have a 95 % interval.

use crate::Estimate;

/// Are two numbers from the same games?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Relatives {
    /// From different games: they miss the truth independently, and their errors add up as squares do (Newcombe 1998,
    /// method 10).
    Strangers,
    /// From the same games: the shares of one match add up to the whole, so that what one has too much another has too
    /// little. Their errors are added as they are, which is never too narrow.
    Siblings,
}

/// The first less the second.
pub(super) fn difference(first: Estimate, second: Estimate, relatives: Relatives) -> Estimate {
    let value = first.value - second.value;
    let added = |a: f64, b: f64| match relatives {
        Relatives::Strangers => a.hypot(b),
        Relatives::Siblings => a + b,
    };
    Estimate {
        value,
        low: value - added(first.value - first.low, second.high - second.value),
        high: value + added(first.high - first.value, second.value - second.low),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(value: f64, low: f64, high: f64) -> Estimate {
        Estimate { value, low, high }
    }

    /// Newcombe 1998, Table II, example (a): 56 of 70 against 48 of 80 with Wilson's intervals is 0.0524 to 0.3339.
    #[test]
    fn errors_of_different_games_add_up_as_squares_do() {
        let (first, second) = (of(0.8, 0.6920, 0.8769), of(0.6, 0.4904, 0.7004));
        let between = difference(first, second, Relatives::Strangers);
        assert!((between.low - 0.0524).abs() < 5e-4 && (between.high - 0.3339).abs() < 5e-4, "{between:?}");
    }

    #[test]
    fn shares_of_one_match_are_further_apart_only_if_their_intervals_do_not_meet() {
        let (first, second) = (of(60.0, 54.0, 66.0), of(49.0, 43.0, 55.0));
        assert!(difference(first, second, Relatives::Strangers).low > 0.0);
        let siblings = difference(first, second, Relatives::Siblings);
        assert_eq!(siblings, of(11.0, -1.0, 23.0));
    }

    #[test]
    fn a_number_without_an_interval_adds_no_error() {
        for relatives in [Relatives::Strangers, Relatives::Siblings] {
            assert_eq!(difference(of(60.0, 54.0, 66.0), Estimate::exact(50.0), relatives), of(10.0, 4.0, 16.0));
        }
    }
}
