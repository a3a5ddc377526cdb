//! How large a lead a claim speaks of, and whether a difference is one.

use super::difference::{Correlation, difference};
use super::expectation::{Finding, Shown, Size};
use super::needed::{Aim, Played};
use crate::Estimate;

pub(super) fn turned(Estimate { value, low, high }: Estimate) -> Estimate {
    Estimate { value: -value, low: -high, high: -low }
}

/// The lead that a claim speaks of, in points of a hundred.
#[derive(Clone, Copy, Debug)]
pub(super) enum Lead {
    Printed(Estimate),
    /// No size is printed; one of fewer points than these does not count.
    AtLeast(f64),
    /// Of whatever size.
    Any,
}

impl Lead {
    pub(super) fn new(size: Size, printed: Option<Estimate>, here: &Shown, mark: &Shown) -> Self {
        let counts = |played: &&Played| {
            // A number is written to a tenth, a third as 33.3; one that is no even share is a bound and no lead.
            let is_even = (mark.number.value - played.even).abs() < 0.05;
            size != Size::Any && (mark.played.is_some() || is_even)
        };
        let least = here.played.as_ref().filter(counts).and_then(Played::least_lead);
        match (printed, least) {
            (Some(printed), _) => Lead::Printed(printed),
            (None, Some(least)) => Lead::AtLeast(least),
            (None, None) => Lead::Any,
        }
    }

    /// Is a lead with this interval, which reaches across nought, too small? Printed and measured are from different games:
    /// two intervals may meet, and the two still differ beyond their errors (Schenker and Gentleman 2001).
    fn is_more_than(self, measured: Estimate) -> bool {
        match self {
            Lead::Printed(printed) => difference(printed, measured, Correlation::NONE).low > 0.0,
            Lead::AtLeast(points) => about(measured, points) == Finding::Holds,
            Lead::Any => false,
        }
    }
}

/// Is a difference above nought, and what would show it, or that there is next to none? `even` is what all would have if
/// nobody were better.
pub(super) fn above(measured: Estimate, lead: Lead, even: f64) -> (Finding, Vec<Aim>) {
    let printed = if let Lead::Printed(printed) = lead { Some(printed.value) } else { None };
    let mut aims = vec![Aim::above(measured.value, printed, even)];
    if let Lead::AtLeast(points) = lead {
        aims.push(Aim::within(measured.value, None, points));
    }
    let finding = if measured.low > 0.0 {
        Finding::Holds
    } else if measured.high < 0.0 || measured.low >= measured.high {
        // Two numbers without intervals that are equal: the one is not above the other.
        Finding::Fails
    } else if lead.is_more_than(measured) {
        Finding::Smaller
    } else {
        Finding::Open
    };
    (finding, aims)
}

/// Is a difference at most so large either way?
pub(super) fn about(measured: Estimate, within: f64) -> Finding {
    if -within <= measured.low && measured.high <= within {
        Finding::Holds
    } else if measured.low > within || measured.high < -within {
        Finding::Fails
    } else {
        Finding::Open
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(value: f64, half: f64) -> Estimate {
        Estimate::within(value, half)
    }

    fn found(measured: Estimate, lead: Lead) -> Finding {
        above(measured, lead, 50.0).0
    }

    #[test]
    fn a_difference_is_one_only_where_its_interval_does_not_reach_across() {
        assert_eq!(found(share(10.0, 9.0), Lead::Any), Finding::Holds);
        assert_eq!(found(share(10.0, 11.0), Lead::Any), Finding::Open);
        assert_eq!(found(share(-10.0, 9.0), Lead::Any), Finding::Fails);
    }

    #[test]
    fn of_equal_numbers_without_intervals_neither_is_above() {
        assert_eq!(found(share(0.0, 0.0), Lead::Any), Finding::Fails);
        assert_eq!(found(share(0.1, 0.0), Lead::Any), Finding::Holds);
        assert_eq!(found(share(0.0, 0.1), Lead::Any), Finding::Open);
    }

    #[test]
    fn a_lead_of_no_printed_size_is_refuted_where_it_is_surely_next_to_nothing() {
        let least = Lead::AtLeast(5.0);
        assert_eq!(found(share(1.0, 2.8), least), Finding::Smaller);
        // Five points are not ruled out, one way or the other.
        assert_eq!(found(share(1.0, 4.1), least), Finding::Open);
        assert_eq!(found(share(-3.0, 4.0), least), Finding::Open);
        // What is there is there, however small, and so is what is there the other way round.
        assert_eq!(found(share(2.0, 1.5), least), Finding::Holds);
        assert_eq!(found(share(-2.0, 1.5), least), Finding::Fails);
        // Nobody has said that it is large.
        assert_eq!(found(share(1.0, 2.8), Lead::Any), Finding::Open);
    }

    #[test]
    fn a_printed_lead_beyond_the_interval_is_refuted_in_size() {
        assert_eq!(found(share(-2.0, 8.0), Lead::Printed(share(20.0, 4.0))), Finding::Smaller);
        // The two intervals meet, and the leads still differ by more than their errors, 11 by 8.9: the print is beyond.
        assert_eq!(found(share(-2.0, 8.0), Lead::Printed(share(9.0, 4.0))), Finding::Smaller);
        // 11 by 13.6: both may be right.
        assert_eq!(found(share(-2.0, 8.0), Lead::Printed(share(9.0, 11.0))), Finding::Open);
        assert_eq!(found(share(3.0, 8.0), Lead::Printed(share(9.0, 4.0))), Finding::Open);
        // The print does not support its own claim.
        assert_eq!(found(share(2.0, 8.0), Lead::Printed(share(-20.0, 4.0))), Finding::Open);
        // What holds or fails is not asked for its size.
        assert_eq!(found(share(10.0, 8.0), Lead::Printed(share(30.0, 4.0))), Finding::Holds);
        assert_eq!(found(share(-10.0, 8.0), Lead::Printed(share(30.0, 4.0))), Finding::Fails);
    }
}
