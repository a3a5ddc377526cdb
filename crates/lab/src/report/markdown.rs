//! All stored results on one page.

use std::fmt::Write;

use super::{CURVES, Grid, TableReport};
use crate::{Agreement, Experiment, LabError, MeasuredTable, Row};

/// More cells than this are summed up; the rest is in the CSV.
const MOST: usize = 40;

/// The page over these results, with a line for every experiment, run or not. Plots are looked for under `plots`, a
/// path from where the page will be.
pub fn overview(reports: &[TableReport], plots: &str) -> Result<String, LabError> {
    let mut text = String::from(
        "# Published tables and figures, run again\n\n\
         Made by `melee reproduce --out DIR --report FILE` from stored results; do not edit. *Direction*: above or below an even share, or fewer or\n\
         more, in both; not said where the printed interval reaches across. *Size*: the intervals meet, or as the notes of the table say. *Open*: measured on the other side, but the interval reaches across. Agreement in direction is by the measured share itself: few games make it weak, see the intervals. Intervals of shares are made anew from what is stored with them; tables of November 2026 that did not keep their blocks keep the interval over blocks of that time.\n\n\
         | table | what | state | budget | direction | size |\n|---|---|---|---|---|---|\n",
    );
    for experiment in Experiment::published()? {
        let report = reports.iter().find(|report| report.id == experiment.id);
        let (id, title) = (&experiment.id, &experiment.title);
        let state = experiment.state().name();
        let _ = match report {
            None => writeln!(text, "| {id} | {title} | {state} | not run | | |"),
            Some(report) => {
                let [direction, size] = report.outcome.tally().map(counts);
                writeln!(text, "| [{id}](#{id}) | {title} | {state} | {} | {direction} | {size} |", report.budget)
            }
        };
    }
    for report in reports.iter().filter(|report| !report.is_map()) {
        section(&mut text, report, plots);
    }
    for curve in CURVES.iter().filter(|curve| curve.plot(reports).is_some()) {
        let (title, file, from) = (curve.title, curve.file, curve.sources());
        let _ = write!(text, "\n## {title}\n\nFrom {from}.\n\n![{title}]({plots}/{file})\n");
    }
    Ok(text)
}

fn section(text: &mut String, report: &TableReport, plots: &str) {
    let _ = write!(
        text,
        "\n<a id=\"{0}\"></a>\n\n## {0}\n\n{1} {2} `{3}`\n\n",
        report.id,
        sentence(&report.title),
        sentence(&report.source),
        report.command()
    );
    let words = tally_words(&report.outcome);
    if !words.is_empty() {
        let _ = write!(text, "{words}\n\n");
    }
    if report.svg().is_some() {
        let _ = write!(text, "[Plot]({plots}/{}.svg)\n\n", report.id);
    }
    let mut grid = Grid::of(&report.outcome);
    grid.rows.truncate(MOST);
    text.push_str(&grid.markdown());
    let rest = report.outcome.rows.len().saturating_sub(MOST);
    if rest > 0 {
        let _ = writeln!(text, "\n{rest} more cells are in the CSV file.");
    }
    for note in report.notes() {
        let _ = writeln!(text, "\n{}", sentence(&note));
    }
}

/// With a full stop, if it has none.
pub(super) fn sentence(text: &str) -> String {
    let ends = text.ends_with(['.', '!', '?']);
    if ends { text.to_string() } else { format!("{text}.") }
}

fn counts([agrees, differs, open]: [usize; 3]) -> String {
    let all = agrees + differs + open;
    if all == 0 {
        return String::new();
    }
    let mut text = format!("{agrees} of {all}");
    if open > 0 {
        let _ = write!(text, ", {open} open");
    }
    text
}

/// One of the two judgements of a cell.
type Pick<'a> = &'a dyn Fn(&Row) -> Agreement;

/// What agrees and what does not, in a sentence.
pub(super) fn tally_words(outcome: &MeasuredTable) -> String {
    let named = |pick: Pick| -> Vec<&str> {
        let rows = outcome.rows.iter();
        let differ = rows.filter(|row| pick(row) == Agreement::Differs);
        differ.map(|row| row.label.as_str()).collect()
    };
    let sides: [(&str, Pick); 2] = [("Direction", &|row| row.direction), ("Size", &|row| row.size)];
    let mut sentences = Vec::new();
    for ((name, pick), tally) in sides.into_iter().zip(outcome.tally()) {
        if tally.iter().sum::<usize>() == 0 {
            continue;
        }
        let differ = named(pick);
        let mut sentence = format!("{name} agrees in {}", counts(tally));
        if !differ.is_empty() && differ.len() <= 6 {
            let _ = write!(sentence, "; differs: {}", differ.join("; "));
        }
        sentences.push(sentence + ".");
    }
    sentences.join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::tests::example;
    use super::*;

    #[test]
    fn every_experiment_has_a_line_and_every_result_a_section() {
        let text = overview(&[example()], "plots").expect("the files are read");
        let lines = text.lines().filter(|l| l.contains("| not run |")).count();
        assert_eq!(lines + 1, Experiment::published().expect("read").len());
        assert!(text.contains("\n## esser-6.21\n"));
        assert!(text.contains("(plots/esser-6.21.svg)"));
        // B is printed below a half and measured above it.
        assert!(text.contains("Direction agrees in 1 of 2; differs: B <x>."));
    }
}
