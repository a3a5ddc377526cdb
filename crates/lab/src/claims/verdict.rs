//! From what the parts of a claim showed to a word for the whole.

use super::needed::{MoreGames, together};
use super::{Claim, Expectation, Finding, Grounds, Part};
use crate::TableReport;

/// A claim that so many seconds of one core would decide is one to be run, not to be argued away.
pub(super) const REACH: f64 = 3600.0;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Every part holds.
    Confirmed,
    /// Some part fails and none holds; of a claim about all cases, some part fails.
    Refuted,
    /// Some parts hold and some fail.
    Depends,
    /// No part fails, but the effect is not as large as printed, or as one that counts, if there is one.
    Smaller,
    /// No part fails, but the intervals of some allow either, or something was not run; a run within [`REACH`] would
    /// decide.
    Open,
    /// By nothing that can be run here.
    Untestable,
}

impl Verdict {
    pub const ALL: [Verdict; 6] =
        [Verdict::Confirmed, Verdict::Refuted, Verdict::Smaller, Verdict::Depends, Verdict::Open, Verdict::Untestable];

    /// In a word or three.
    ///
    /// ```
    /// assert_eq!(melee_lab::claims::Verdict::Untestable.words(), "cannot be tested");
    /// ```
    pub fn words(self) -> &'static str {
        match self {
            Verdict::Confirmed => "confirmed",
            Verdict::Refuted => "refuted",
            Verdict::Smaller => "refuted in size",
            Verdict::Depends => "depends",
            Verdict::Open => "open",
            Verdict::Untestable => "cannot be tested",
        }
    }

    /// How a page shows it.
    pub(crate) fn class(self) -> &'static str {
        match self {
            Verdict::Confirmed => "agrees",
            Verdict::Refuted | Verdict::Smaller | Verdict::Depends => "differs",
            Verdict::Open => "open",
            Verdict::Untestable => "",
        }
    }

    /// In a sentence.
    pub fn meaning(self) -> &'static str {
        match self {
            Verdict::Confirmed => {
                "all that the claim says of the stored tables holds, and no 95 % interval reaches across"
            }
            Verdict::Refuted => "part of it fails beyond its interval, and no part holds or it speaks of all cases",
            Verdict::Smaller => {
                "whether there is an effect at all the interval leaves open, but not one as large as the document \
                 prints: that is larger than ours by more than the errors of both; or, where no size is printed, not one of five \
                 points: the whole interval lies nearer to no difference. How large it is at most stands beside it"
            }
            Verdict::Depends => {
                "some parts hold and some fail, or are smaller than printed or than five points; those are named"
            }
            Verdict::Open => {
                "nothing fails, but an interval reaches across both \"no difference\" and what was printed, or a table was \
                 not run; at most an hour of one core would decide, and how much stands beside it"
            }
            Verdict::Untestable => {
                "by nothing that can be run here, for the reason given; or an interval reaches across, and the games that \
                 would decide cost more than an hour of one core: their number and cost stand beside it"
            }
        }
    }

    fn of(parts: &[Part], is_universal: bool) -> Self {
        let any = |finding| parts.iter().any(|part| part.finding == finding);
        let (holds, fails, is_smaller) = (any(Finding::Holds), any(Finding::Fails), any(Finding::Smaller));
        if holds && (fails || is_smaller) && !is_universal {
            Verdict::Depends
        } else if fails {
            Verdict::Refuted
        } else if is_smaller {
            Verdict::Smaller
        } else if any(Finding::NotRun) || parts.is_empty() {
            Verdict::Open
        } else if !any(Finding::Open) {
            Verdict::Confirmed
        } else {
            let needs = needed(parts);
            let seconds: Option<f64> = needs.iter().map(|need| need.seconds).sum();
            let is_too_dear = !needs.is_empty() && seconds.is_some_and(|seconds| seconds > REACH);
            if is_too_dear { Verdict::Untestable } else { Verdict::Open }
        }
    }
}

/// The games that would decide the parts whose intervals allow either.
pub(super) fn needed(parts: &[Part]) -> Vec<MoreGames> {
    together(parts.iter().flat_map(|part| &part.needs))
}

/// A claim with what the stored results say to it.
#[derive(Debug)]
pub struct Judged<'a> {
    pub claim: &'a Claim,
    pub verdict: Verdict,
    /// One for each row that was compared; none where no table bears on the claim.
    pub parts: Vec<Part>,
}

pub fn judge<'a>(claim: &'a Claim, reports: &[TableReport]) -> Judged<'a> {
    let parts = match &claim.grounds {
        Grounds::Tables(expectations) => {
            let parts = expectations.iter().flat_map(|expectation: &Expectation| expectation.parts(reports));
            parts.collect()
        }
        Grounds::Untestable(_) | Grounds::Wanting(_) => Vec::new(),
    };
    let verdict = match claim.grounds {
        Grounds::Untestable(_) => Verdict::Untestable,
        Grounds::Tables(_) | Grounds::Wanting(_) => Verdict::of(&parts, claim.is_universal),
    };
    Judged { claim, verdict, parts }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Finding::{Fails, Holds, NotRun, Open, Smaller};

    fn parts(findings: &[Finding]) -> Vec<Part> {
        let part = |&finding| Part { finding, table: String::new(), figure: String::new(), needs: Vec::new() };
        findings.iter().map(part).collect()
    }

    fn verdict(findings: &[Finding]) -> Verdict {
        Verdict::of(&parts(findings), false)
    }

    #[test]
    fn one_that_fails_refutes_what_is_said_of_all() {
        assert_eq!(Verdict::of(&parts(&[Fails, Holds]), true), Verdict::Refuted);
        assert_eq!(Verdict::of(&parts(&[Smaller, Holds]), true), Verdict::Smaller);
        assert_eq!(Verdict::of(&parts(&[Open, Holds]), true), Verdict::Open);
        assert_eq!(Verdict::of(&parts(&[Holds, Holds]), true), Verdict::Confirmed);
    }

    #[test]
    fn a_claim_is_confirmed_only_if_all_of_it_is_run_and_holds() {
        assert_eq!(verdict(&[Holds, Holds]), Verdict::Confirmed);
        for other in [Open, NotRun, Smaller, Fails] {
            assert_ne!(verdict(&[Holds, other]), Verdict::Confirmed);
        }
        assert_eq!(verdict(&[Holds, Open]), Verdict::Open);
        assert_eq!(verdict(&[Holds, NotRun]), Verdict::Open);
        assert_eq!(verdict(&[]), Verdict::Open);
    }

    #[test]
    fn a_part_that_fails_decides() {
        assert_eq!(verdict(&[Fails, Open]), Verdict::Refuted);
        assert_eq!(verdict(&[Fails, Smaller]), Verdict::Refuted);
        assert_eq!(verdict(&[Fails, Holds, NotRun]), Verdict::Depends);
    }

    #[test]
    fn a_part_that_is_smaller_than_printed_decides_if_none_fails() {
        assert_eq!(verdict(&[Smaller]), Verdict::Smaller);
        assert_eq!(verdict(&[Smaller, Open, NotRun]), Verdict::Smaller);
        assert_eq!(verdict(&[Smaller, Holds]), Verdict::Depends);
    }

    /// Two parts that ask for games of the same match, and what each would cost.
    fn asking(seconds: [Option<f64>; 2]) -> Vec<Part> {
        let mut all = parts(&[Open, Open]);
        for (part, (number, seconds)) in all.iter_mut().zip((0..).zip(seconds)) {
            let name = format!("match {number}");
            part.needs = vec![MoreGames { table: String::new(), name, games: 100, seconds }];
        }
        all
    }

    #[test]
    fn what_an_hour_of_a_core_would_decide_stays_open_and_the_rest_cannot_be_tested() {
        let verdict = |seconds| Verdict::of(&asking(seconds), false);
        assert_eq!(verdict([Some(1000.0), Some(2000.0)]), Verdict::Open);
        assert_eq!(verdict([Some(1000.0), Some(3000.0)]), Verdict::Untestable);
        // Nobody knows what it costs: that is no reason.
        assert_eq!(verdict([Some(9000.0), None]), Verdict::Open);
    }

    #[test]
    fn what_was_not_run_is_open_however_dear_the_rest() {
        let mut all = asking([Some(9000.0), Some(9000.0)]);
        all.extend(parts(&[NotRun]));
        assert_eq!(Verdict::of(&all, false), Verdict::Open);
    }
}
