//! The page over the stored results is what the results say, and the results are what their games say.
//!
//! `MELEE_UPDATE=1` writes numbers, plots and pages anew, as after a change of the formula of intervals.

use std::fs;
use std::path::{Path, PathBuf};

use melee_lab::{TableReport, report};

pub(crate) fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// With the intervals of today's formula.
pub(crate) fn reports() -> Vec<TableReport> {
    TableReport::read_all(&docs().join("reproduction")).expect("stored results are read")
}

/// Is a stored text what it would be today? Written anew if that is asked for.
pub(crate) fn is_todays(file: &Path, today: &str) -> bool {
    if std::env::var_os("MELEE_UPDATE").is_some() {
        fs::write(file, today).expect("written");
    }
    fs::read_to_string(file).is_ok_and(|stored| stored == today)
}

#[test]
fn docs_reproduction_is_made_from_the_stored_results() {
    let reports = reports();
    assert!(reports.len() > 40, "{} results", reports.len());
    let page = report::overview(&reports, "reproduction").expect("experiments are read");
    assert!(
        is_todays(&docs().join("reproduction.md"), &page),
        "docs/reproduction.md is not what its results say: run `melee reproduce --out docs/reproduction --report docs/reproduction.md --claims docs/claims.md`"
    );
}

/// Once pages were made from intervals that the program had long ceased to make, three of them without any width.
#[test]
fn stored_shares_have_what_they_were_made_from_and_the_intervals_of_todays_formula() {
    let mut shares = 0;
    for report in reports() {
        for row in report.outcome.rows.iter().filter(|row| row.measured.ends_with(')') && row.measured.contains(" % ("))
        {
            let sample = row.sample.as_ref().unwrap_or_else(|| panic!("{}, {}: of what?", report.id, row.label));
            let number = row.measured_number.expect("a share is a number");
            assert!((number.value - 100.0 * sample.points / sample.games as f64).abs() < 1e-9, "{}", row.label);
            assert!(number.low < number.high, "{}, {}: an interval without width", report.id, row.label);
            shares += 1;
        }
        let folder = docs().join("reproduction");
        let json = serde_json::to_string_pretty(&report).expect("plain data") + "\n";
        let advice = "MELEE_UPDATE=1 writes it anew";
        assert!(is_todays(&folder.join(format!("{}.json", report.id)), &json), "{}.json: {advice}", report.id);
        if let Some(plot) = report.svg() {
            assert!(is_todays(&folder.join(format!("{}.svg", report.id)), &plot), "{}.svg: {advice}", report.id);
        }
    }
    assert!(shares > 100, "{shares} shares");
    for curve in report::CURVES {
        let file = docs().join("reproduction").join(curve.file);
        let plot = curve.plot(&reports());
        assert_eq!(plot.is_some(), file.exists(), "{}", curve.file);
        if let Some(plot) = plot {
            assert!(is_todays(&file, &plot), "{}: MELEE_UPDATE=1 writes it anew", curve.file);
        }
    }
}

/// What a browser shows of a page, without plots and without what is marked as code, a line for each cell or paragraph.
fn words_of(page: &str) -> Vec<String> {
    let mut text = page.to_string();
    for (begin, end) in [("<style", "</style>"), ("<svg", "</svg>"), ("<code", "</code>")] {
        while let Some(from) = text.find(begin) {
            let length = text[from..].find(end).unwrap_or_else(|| panic!("{begin} has no end"));
            text.replace_range(from..from + length + end.len(), "");
        }
    }
    let pieces = text.split('<').map(|piece| piece.split_once('>').map_or(piece, |(_, words)| words).trim());
    pieces.filter(|words| !words.is_empty()).map(str::to_string).collect()
}

/// Boards whose empty cells are dots once stood there like words, and the backticks of the Markdown pages as they are.
#[test]
fn pages_for_a_browser_have_no_marks_of_markdown_and_no_double_full_stops() {
    let pages = report::pages(&reports(), "index.html").expect("the files are read");
    assert_eq!(words_of("a<p class=\"x\">b <code>..</code></p><svg>..</svg>c"), ["a", "b", "c"]);
    let mut read = 0;
    for (name, page) in &pages {
        for words in words_of(page) {
            for ugly in ["..", "`", "**", "](", "+-", ";;", "NaN"] {
                assert!(!words.contains(ugly), "{name}: `{ugly}` in {words}");
            }
            read += 1;
        }
    }
    assert!(read > 5000, "{read} pieces of text");
}
