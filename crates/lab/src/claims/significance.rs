//! A claim that says "significantly" speaks of its own games.
//!
//! That a lead is significant says that those who played the games could tell it from chance. Whether they could, the intervals
//! that they print tell: games of ours may show the lead, but not that theirs did.

use crate::Estimate;

/// What is wrong with the word, if the lead that a document prints is within its own error. A document that prints no
/// interval, or no lead at all, is believed.
pub(super) fn objection(printed: Option<Estimate>) -> Option<String> {
    let Estimate { value, low, high } = printed.filter(|lead| lead.low < lead.high && lead.low <= 0.0)?;
    Some(format!(", significantly, printed by {value:.1} points with an interval from {low:.1} to {high:.1}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::{Document, Grounds};

    #[test]
    fn a_printed_lead_within_its_own_error_is_not_significant() {
        let words = objection(Some(Estimate::within(5.2, 7.7))).expect("within its error");
        assert_eq!(words, ", significantly, printed by 5.2 points with an interval from -2.5 to 12.9");
        assert_eq!(objection(Some(Estimate::within(7.8, 7.7))), None);
        assert_eq!(objection(Some(Estimate::exact(5.2))), None, "nobody knows its error");
        assert_eq!(objection(None), None);
    }

    /// The word is one that a claim uses or does not; who judges it may not choose.
    #[test]
    fn claims_that_say_significantly_are_judged_by_it_and_no_others() {
        let mut saying = 0;
        for claim in Document::all().expect("the files are read").into_iter().flat_map(|document| document.claims) {
            let Grounds::Tables(expectations) = &claim.grounds else { continue };
            let says = claim.says.contains("significantly");
            let judged = expectations.iter().any(super::super::Expectation::is_about_significance);
            assert_eq!(says, judged, "{}", claim.says);
            saying += usize::from(says);
        }
        assert!(saying >= 3, "{saying} claims");
    }
}
