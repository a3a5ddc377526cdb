//! The page over the claims is what the stored results say, and every claim has its verdict.

use crate::stored::{docs, is_todays, reports};
use melee_lab::Experiment;
use melee_lab::claims::{self, Document, Finding, Verdict};

/// Rows that claims name and that the stored tables do not have, as their budget does not reach so far.
const BEYOND_THE_BUDGET: [&str; 3] =
    ["depth 6, hh_rel_km2 of gras-5.9", "depth 6, hh_rel_km2 of gras-5.10", "depth 6, hh_rel_km2 of gras-5.13"];

#[test]
fn docs_claims_is_made_from_the_stored_results() {
    let page = claims::page(&reports(), "reproduction.md").expect("claims are read");
    assert!(
        is_todays(&docs().join("claims.md"), &page),
        "docs/claims.md is not what the results say: run `melee reproduce --out docs/reproduction --report docs/reproduction.md --claims docs/claims.md`"
    );
}

#[test]
fn claims_name_experiments_and_rows_that_there_are() {
    let reports = reports();
    let known: Vec<String> = Experiment::all().expect("experiments are read").into_iter().map(|e| e.id).collect();
    let is_known = |id: &str| known.iter().any(|known| known == id);
    let mut seen = 0;
    for claim in Document::all().expect("claims are read").iter().flat_map(|document| &document.claims) {
        for table in claim.tables() {
            assert!(is_known(table), "{}: there is no experiment {table}", claim.says);
        }
        for part in claims::judge(claim, &reports).parts {
            seen += 1;
            let is_there = part.finding != Finding::NotRun
                || is_known(&part.figure)
                || BEYOND_THE_BUDGET.contains(&part.figure.as_str());
            assert!(is_there, "{}: there is no {}", claim.says, part.figure);
        }
    }
    assert!(seen > 200, "{seen} comparisons");
}

#[test]
fn every_claim_has_a_line_with_its_verdict_and_those_against_it_a_command() {
    let page = claims::page(&reports(), "reproduction.md").expect("claims are read");
    for document in Document::all().expect("claims are read") {
        let heading = format!("\n## {}\n", document.title);
        let section = page.split(&heading).nth(1).unwrap_or_else(|| panic!("no section{heading}"));
        let section = section.split("\n## ").next().unwrap_or_default();
        // Below the head of the table and its rule.
        let lines: Vec<&str> = section.lines().filter(|line| line.starts_with("| ")).skip(2).collect();
        assert_eq!(lines.len(), document.claims.len(), "{}", document.title);
        for line in lines {
            let verdict = line.split(" | ").nth(2).unwrap_or_default().trim_matches('*');
            assert!(Verdict::ALL.iter().any(|known| known.words() == verdict), "{line}");
            let is_against = [Verdict::Refuted, Verdict::Depends].iter().any(|known| known.words() == verdict);
            assert!(!is_against || line.contains("`melee reproduce "), "{line}");
        }
    }
}
