//! Speeds on a page: the part between two marks is written anew from what `melee bench --json` prints, so that no figure
//! stands there that was not measured.

use std::path::Path;

use anyhow::{Context, bail};
use serde_json::Value;

use crate::numbers::grouped;
use crate::{infile, outfile};

/// The part that is written stands between these, each on a line of its own.
const BEGIN: &str = "<!-- melee bench: begin -->";
const END: &str = "<!-- melee bench: end -->";

/// No page and no list of speeds is longer.
const LARGEST: u64 = 4 << 20;

/// What an earlier `melee bench --json` has printed.
pub(super) fn read(file: &Path) -> anyhow::Result<Value> {
    let bytes = infile::read("--from", file, LARGEST)?;
    let bench: Value = serde_json::from_slice(&bytes).with_context(|| format!("--from {}", file.display()))?;
    if !bench["speeds"].is_array() {
        bail!("--from {}: there are no speeds; expected what melee bench --json prints", file.display());
    }
    Ok(bench)
}

/// Writes the speeds into a page.
pub(super) fn write(file: &Path, bench: &Value) -> anyhow::Result<()> {
    let bytes = infile::read("--page", file, LARGEST)?;
    let text = String::from_utf8(bytes).with_context(|| format!("--page {}", file.display()))?;
    let Some(page) = with_figures(&text, bench) else {
        bail!("--page {}: expected the lines {BEGIN} and {END}", file.display());
    };
    outfile::write("--page", file, page.as_bytes())
}

/// The page with the speeds between its marks.
fn with_figures(page: &str, bench: &Value) -> Option<String> {
    let (before, rest) = page.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}\n\n{}\n{END}{after}", table(bench)))
}

/// A row for everything that was measured.
fn table(bench: &Value) -> String {
    let mut text = "| game | work | count | seconds | speed |\n|---|---|--:|--:|--:|\n".to_string();
    for speed in bench["speeds"].as_array().into_iter().flatten() {
        let word = |name: &str| speed[name].as_str().unwrap_or_default().to_string();
        let seconds = speed["seconds"].as_f64().unwrap_or(0.0);
        let (count, unit) = (speed["count"].as_u64().unwrap_or(0), word("unit"));
        let pace = pace(count, seconds, &unit);
        text += &format!(
            "| {} | {} | {} {unit} | {seconds:.3} | {pace} |\n",
            word("game"),
            word("work").replace('|', "\\|"),
            grouped(count)
        );
    }
    text
}

fn pace(count: u64, seconds: f64, unit: &str) -> String {
    if unit == "solved" {
        let each = seconds / count.max(1) as f64;
        return if each < 1.0 { format!("{:.3} ms each", 1e3 * each) } else { format!("{each:.2} s each") };
    }
    match count as f64 / seconds.max(1e-9) {
        fast if fast >= 1e7 => format!("{:.0} M/s", fast / 1e6),
        fast if fast >= 1e6 => format!("{:.1} M/s", fast / 1e6),
        slow if slow >= 1e4 => format!("{:.0} k/s", slow / 1e3),
        slow => format!("{:.1} k/s", slow / 1e3),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_stands_between_the_marks_is_written_anew() {
        let speed = |work: &str, unit: &str, count: u64, seconds: f64| json!({"game": "chess4", "work": work, "unit": unit, "count": count, "seconds": seconds, "per_second": 1.0});
        let bench = json!({"speeds": [
            speed("perft 5", "leaves", 9_000_000, 0.1),
            speed("random playouts", "playouts", 500, 1.0),
            speed("solve 10 hard openings", "solved", 10, 25.0),
        ], "signatures": []});
        let page = format!("# Speed\n\n{BEGIN}\nwhat was true once\n{END}\n\nMore.\n");
        let written = with_figures(&page, &bench).expect("there are marks");
        assert!(written.contains("| chess4 | perft 5 | 9,000,000 leaves | 0.100 | 90 M/s |\n"), "{written}");
        assert!(written.contains("| 0.5 k/s |") && written.contains("| 2.50 s each |"), "{written}");
        assert!(!written.contains("true once") && written.ends_with(&format!("{END}\n\nMore.\n")), "{written}");
        assert_eq!(with_figures(&written, &bench).expect("they stay"), written);
        assert_eq!(with_figures("# Speed\n", &bench), None);
    }
}
