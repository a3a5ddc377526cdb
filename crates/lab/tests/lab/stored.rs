//! The page over the stored results is what the results say.

use std::path::Path;

use melee_lab::{Report, report};

#[test]
fn docs_reproduction_is_made_from_the_stored_results() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let reports = Report::read_all(&docs.join("reproduction")).expect("stored results are read");
    assert!(reports.len() > 40, "{} results", reports.len());
    let page = report::overview(&reports, "reproduction").expect("experiments are read");
    let stored = std::fs::read_to_string(docs.join("reproduction.md")).expect("the page is there");
    assert!(
        page == stored,
        "docs/reproduction.md is not what its results say: run `melee reproduce --out docs/reproduction --report docs/reproduction.md --claims docs/claims.md`"
    );
}
