//! From what the parts of a claim showed to a word for the whole.

use super::{Claim, Expectation, Finding, Grounds, Part};
use crate::TableReport;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Every part holds.
    Confirmed,
    /// Some part fails and none holds; of a claim about all cases, some part fails.
    Refuted,
    /// Some parts hold and some fail.
    Depends,
    /// No part fails, but the intervals of some allow either, or something was not run.
    Open,
    Untestable,
}

impl Verdict {
    pub const ALL: [Verdict; 5] =
        [Verdict::Confirmed, Verdict::Refuted, Verdict::Depends, Verdict::Open, Verdict::Untestable];

    /// In a word or three.
    ///
    /// ```
    /// assert_eq!(melee_lab::claims::Verdict::Untestable.words(), "cannot be tested");
    /// ```
    pub fn words(self) -> &'static str {
        match self {
            Verdict::Confirmed => "confirmed",
            Verdict::Refuted => "refuted",
            Verdict::Depends => "depends",
            Verdict::Open => "open",
            Verdict::Untestable => "cannot be tested",
        }
    }

    /// How a page shows it.
    pub(crate) fn class(self) -> &'static str {
        match self {
            Verdict::Confirmed => "agrees",
            Verdict::Refuted | Verdict::Depends => "differs",
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
            Verdict::Depends => "some parts hold and some fail; those that fail are named",
            Verdict::Open => "nothing fails, but an interval reaches across, or a table was not run",
            Verdict::Untestable => "by nothing that could be run here, for the reason given",
        }
    }

    fn of(parts: &[Part], is_universal: bool) -> Self {
        let any = |finding| parts.iter().any(|part| part.finding == finding);
        match (any(Finding::Holds), any(Finding::Fails)) {
            (true, true) if !is_universal => Verdict::Depends,
            (_, true) => Verdict::Refuted,
            (true, false) if !any(Finding::Open) && !any(Finding::NotRun) => Verdict::Confirmed,
            _ => Verdict::Open,
        }
    }
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
    use Finding::{Fails, Holds, NotRun, Open};

    fn parts(findings: &[Finding]) -> Vec<Part> {
        let part = |&finding| Part { finding, table: String::new(), figure: String::new() };
        findings.iter().map(part).collect()
    }

    fn verdict(findings: &[Finding]) -> Verdict {
        Verdict::of(&parts(findings), false)
    }

    #[test]
    fn one_that_fails_refutes_what_is_said_of_all() {
        assert_eq!(Verdict::of(&parts(&[Fails, Holds]), true), Verdict::Refuted);
        assert_eq!(Verdict::of(&parts(&[Open, Holds]), true), Verdict::Open);
        assert_eq!(Verdict::of(&parts(&[Holds, Holds]), true), Verdict::Confirmed);
    }

    #[test]
    fn a_claim_is_confirmed_only_if_all_of_it_is_run_and_holds() {
        assert_eq!(verdict(&[Holds, Holds]), Verdict::Confirmed);
        assert_eq!(verdict(&[Holds, Open]), Verdict::Open);
        assert_eq!(verdict(&[Holds, NotRun]), Verdict::Open);
        assert_eq!(verdict(&[]), Verdict::Open);
    }

    #[test]
    fn a_part_that_fails_decides() {
        assert_eq!(verdict(&[Fails, Open]), Verdict::Refuted);
        assert_eq!(verdict(&[Fails, Holds, NotRun]), Verdict::Depends);
    }
}
