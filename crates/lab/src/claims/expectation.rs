//! What a table should show if a claim is true, and whether it does.
//!
//! Two cells are compared by their 95 % intervals, and differ where those do not meet. That is strict on purpose: the
//! shares of one match add up to the whole, so that what one has too much another has too little, and an interval for
//! their difference made as if they were independent would be too narrow.

use std::fmt;

use serde::Deserialize;

use crate::{Agreement, Estimate, Row, TableReport};

/// Some rows of a table, and how each should compare.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "ExpectationFile")]
pub struct Expectation {
    table: String,
    /// By their labels. None at all stands for every row that has a printed size.
    rows: Vec<String>,
    quantity: Quantity,
    relation: Relation,
}

/// Which number of a row is meant.
#[derive(Clone, Debug, Default)]
struct Quantity {
    /// A further column instead of what was measured.
    column: Option<String>,
    /// In `A against B`, B's share instead of A's.
    other_side: bool,
}

#[derive(Clone, Debug)]
enum Relation {
    Compared(Comparison, Mark),
    /// As the table itself judges sizes.
    AsPrinted,
}

#[derive(Clone, Copy, Debug)]
enum Comparison {
    Above,
    Below,
    Within(f64),
}

/// What a row is compared with.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Mark {
    Number(f64),
    Row(MarkedRow),
}

/// A row of a table, or several: then it is compared with each of them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct MarkedRow {
    /// The table of the expectation unless said.
    table: Option<String>,
    #[serde(alias = "row")]
    rows: OneOrMore,
    column: Option<String>,
    #[serde(default)]
    other_side: bool,
    /// So many times the number that stands there.
    times: Option<Factor>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum OneOrMore {
    One(String),
    More(Vec<String>),
}

impl OneOrMore {
    fn all(&self) -> &[String] {
        match self {
            OneOrMore::One(row) => std::slice::from_ref(row),
            OneOrMore::More(rows) => rows,
        }
    }
}

/// A number, or one over another: two thirds are no decimal.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "FactorFile")]
struct Factor {
    value: f64,
    text: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum FactorFile {
    Number(f64),
    Fraction([u32; 2]),
}

impl TryFrom<FactorFile> for Factor {
    type Error = String;
    fn try_from(file: FactorFile) -> Result<Self, String> {
        match file {
            FactorFile::Number(value) => Ok(Factor { value, text: value.to_string() }),
            FactorFile::Fraction([over, 0]) => Err(format!("{over} over nought is no number")),
            FactorFile::Fraction([over, under]) => {
                Ok(Factor { value: f64::from(over) / f64::from(under), text: format!("{over}/{under}") })
            }
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExpectationFile {
    table: String,
    #[serde(default)]
    rows: Vec<String>,
    column: Option<String>,
    #[serde(default)]
    other_side: bool,
    above: Option<Mark>,
    below: Option<Mark>,
    about: Option<Mark>,
    within: Option<f64>,
    #[serde(default)]
    as_printed: bool,
}

impl TryFrom<ExpectationFile> for Expectation {
    type Error = String;
    fn try_from(file: ExpectationFile) -> Result<Self, String> {
        let ExpectationFile { table, rows, column, other_side, above, below, about, within, as_printed } = file;
        let relation = match (above, below, about, within, as_printed) {
            (Some(mark), None, None, None, false) => Relation::Compared(Comparison::Above, mark),
            (None, Some(mark), None, None, false) => Relation::Compared(Comparison::Below, mark),
            (None, None, Some(mark), Some(within), false) => Relation::Compared(Comparison::Within(within), mark),
            (None, None, None, None, true) => Relation::AsPrinted,
            _ => return Err(format!("{table}: give one of above, below, about with within, and as_printed")),
        };
        if rows.is_empty() && !as_printed {
            return Err(format!("{table}: which rows?"));
        }
        Ok(Expectation { table, rows, quantity: Quantity { column, other_side }, relation })
    }
}

/// What came of one comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finding {
    Holds,
    Fails,
    /// The intervals allow either.
    Open,
    /// The table is not stored, or not this row of it.
    NotRun,
}

/// One row of an expectation, compared.
#[derive(Clone, PartialEq, Debug)]
pub struct Part {
    pub finding: Finding,
    pub table: String,
    /// The numbers and what was wanted of them; where nothing was run, what is missing.
    pub figure: String,
}

/// A number with the words for it.
struct Shown {
    number: Estimate,
    text: String,
}

impl Expectation {
    pub(super) fn tables(&self) -> impl Iterator<Item = &str> {
        let marked = self.marked().and_then(|marked| marked.table.as_deref());
        std::iter::once(self.table.as_str()).chain(marked)
    }

    fn marked(&self) -> Option<&MarkedRow> {
        match &self.relation {
            Relation::Compared(_, Mark::Row(row)) => Some(row),
            Relation::Compared(_, Mark::Number(_)) | Relation::AsPrinted => None,
        }
    }

    /// Is no row compared with another?
    #[cfg(test)]
    pub(super) fn is_against_numbers(&self) -> bool {
        self.marked().is_none()
    }

    /// Each row by its table and label.
    #[cfg(test)]
    pub(super) fn named_rows(&self) -> Vec<(&str, &str)> {
        let own = self.rows.iter().map(|row| (self.table.as_str(), row.as_str()));
        let marked = self.marked().into_iter().flat_map(|marked| {
            let table = marked.table.as_deref().unwrap_or(&self.table);
            marked.rows.all().iter().map(move |row| (table, row.as_str()))
        });
        own.chain(marked).collect()
    }

    pub(super) fn parts(&self, reports: &[TableReport]) -> Vec<Part> {
        let part = |(finding, figure)| Part { finding, table: self.table.clone(), figure };
        let missing = |what| (Finding::NotRun, what);
        let Some(report) = report(reports, &self.table) else {
            return vec![part(missing(self.table.clone()))];
        };
        if self.rows.is_empty() {
            let judged = report.outcome.rows.iter().filter(|row| row.size != Agreement::Unsaid);
            return judged.map(|row| as_printed(report, row)).map(part).collect();
        }
        let found = self.rows.iter().flat_map(|label| self.compare(reports, report, label));
        found.map(|found| part(found.unwrap_or_else(missing))).collect()
    }

    /// What came of a row, with the figure, for each that it is compared with; or what is missing.
    fn compare(
        &self,
        reports: &[TableReport],
        report: &TableReport,
        label: &str,
    ) -> Vec<Result<(Finding, String), String>> {
        let Relation::Compared(comparison, mark) = &self.relation else {
            return vec![find(reports, &self.table, label).map(|row| as_printed(report, row))];
        };
        let marks = match mark {
            Mark::Number(number) => vec![Ok(Shown::plain(*number))],
            Mark::Row(marked) => marked.rows.all().iter().map(|row| self.show_marked(reports, marked, row)).collect(),
        };
        let compared = marks.into_iter().map(|mark| {
            let (here, mark) = (self.quantity.show(reports, &self.table, label)?, mark?);
            let finding = comparison.judge(here.number, mark.number);
            Ok((finding, format!("{}, wanted {comparison} {}", here.text, mark.text)))
        });
        compared.collect()
    }

    fn show_marked(&self, reports: &[TableReport], marked: &MarkedRow, row: &str) -> Result<Shown, String> {
        let table = marked.table.as_ref().unwrap_or(&self.table);
        let quantity = Quantity { column: marked.column.clone(), other_side: marked.other_side };
        let mut shown = quantity.show(reports, table, row)?;
        if table != &self.table {
            shown.text = format!("{table}, {}", shown.text);
        }
        Ok(match &marked.times {
            Some(times) => shown.times(times),
            None => shown,
        })
    }
}

impl Comparison {
    fn judge(self, number: Estimate, mark: Estimate) -> Finding {
        match self {
            Comparison::Above => above(number, mark),
            Comparison::Below => above(mark, number),
            Comparison::Within(most) => about(number, mark, most),
        }
    }
}

/// As it stands before the mark: `wanted above 50`.
impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Comparison::Above => f.write_str("above"),
            Comparison::Below => f.write_str("below"),
            Comparison::Within(most) if *most > 0.0 => write!(f, "within {most} of"),
            Comparison::Within(_) => f.write_str("as much as"),
        }
    }
}

impl Quantity {
    fn show(&self, reports: &[TableReport], table: &str, label: &str) -> Result<Shown, String> {
        let row = find(reports, table, label)?;
        let missing = || format!("a number in {table}, {label}");
        let (mut number, mut text) = match &self.column {
            None => {
                let number = row.measured_number.or_else(|| leading_number(&row.measured));
                (number.ok_or_else(missing)?, format!("{label} {}", row.measured))
            }
            Some(column) => {
                let text = row.more(column).ok_or_else(missing)?;
                let words = format!("{label}, {}: {text}", column.replace('_', " "));
                (leading_number(text).ok_or_else(missing)?, words)
            }
        };
        if self.other_side {
            number = Estimate { value: 100.0 - number.value, low: 100.0 - number.high, high: 100.0 - number.low };
            text = format!("other side of {label} {}", number.percent_text());
        }
        Ok(Shown { number, text })
    }
}

impl Shown {
    fn plain(number: f64) -> Self {
        let text = if number.abs() < 1e15 { number.to_string() } else { format!("{number:e}") };
        Shown { number: Estimate::exact(number), text }
    }

    fn times(self, times: &Factor) -> Self {
        let Estimate { value, low, high } = self.number;
        let [value, low, high] = [value, low, high].map(|number| number * times.value);
        Shown { number: Estimate { value, low, high }, text: format!("{} times {}", times.text, self.text) }
    }
}

fn report<'a>(reports: &'a [TableReport], table: &str) -> Option<&'a TableReport> {
    reports.iter().find(|report| report.id == table)
}

/// A stored row; what is missing where there is none.
fn find<'a>(reports: &'a [TableReport], table: &str, label: &str) -> Result<&'a Row, String> {
    let report = report(reports, table).ok_or_else(|| table.to_string())?;
    let row = report.outcome.rows.iter().find(|row| row.label == label);
    row.ok_or_else(|| format!("{label} of {table}"))
}

/// `91.8 %`, `2 : 180`, `+8 =2 -10`: what stands first.
fn leading_number(text: &str) -> Option<Estimate> {
    let first = text.split_whitespace().next()?;
    first.parse().ok().map(Estimate::exact)
}

fn above(number: Estimate, mark: Estimate) -> Finding {
    let is_exact = |estimate: Estimate| estimate.low >= estimate.high;
    if number.low > mark.high {
        Finding::Holds
    } else if number.high < mark.low || is_exact(number) && is_exact(mark) {
        // Two numbers without intervals that are equal: the one is not above the other.
        Finding::Fails
    } else {
        Finding::Open
    }
}

fn about(number: Estimate, mark: Estimate, within: f64) -> Finding {
    let (least, most) = (number.low - mark.high, number.high - mark.low);
    if -within <= least && most <= within {
        Finding::Holds
    } else if least > within || most < -within {
        Finding::Fails
    } else {
        Finding::Open
    }
}

fn as_printed(report: &TableReport, row: &Row) -> (Finding, String) {
    let finding = match row.size {
        Agreement::Agrees => Finding::Holds,
        Agreement::Differs => Finding::Fails,
        Agreement::Open | Agreement::Unsaid => Finding::Open,
    };
    // What is equal needs no tolerance.
    let tolerance = report.tolerance.filter(|_| row.measured != row.published);
    let within = tolerance.map_or(String::new(), |tolerance| format!(", {tolerance}"));
    (finding, format!("{} {}, printed {}{within}", row.label, row.measured, row.published))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(value: f64, half: f64) -> Estimate {
        Estimate::within(value, half)
    }

    #[test]
    fn a_difference_is_one_only_where_the_intervals_do_not_meet() {
        assert_eq!(above(share(60.0, 9.0), share(50.0, 0.0)), Finding::Holds);
        assert_eq!(above(share(60.0, 11.0), share(50.0, 0.0)), Finding::Open);
        assert_eq!(above(share(40.0, 9.0), share(50.0, 0.0)), Finding::Fails);
        assert_eq!(above(share(60.0, 6.0), share(50.0, 5.0)), Finding::Open);
    }

    #[test]
    fn of_equal_numbers_without_intervals_neither_is_above() {
        assert_eq!(above(share(6.5, 0.0), share(6.5, 0.0)), Finding::Fails);
        assert_eq!(above(share(6.6, 0.0), share(6.5, 0.0)), Finding::Holds);
        assert_eq!(above(share(6.5, 0.1), share(6.5, 0.0)), Finding::Open);
    }

    #[test]
    fn who_is_above_all_others_is_compared_with_each_of_them() {
        let mut report = crate::report::example();
        report.id = "t".to_string();
        let expectation = |rest: &str| {
            let text = format!("table = 't'\nrows = ['A']\nabove = {{ rows = ['B <x>', 'A'], {rest} }}");
            toml::from_str::<Expectation>(&text).expect("an expectation")
        };
        let found = |rest: &str| -> Vec<Finding> {
            let parts = expectation(rest).parts(std::slice::from_ref(&report));
            parts.into_iter().map(|part| part.finding).collect()
        };
        // 66 and 58, six either way.
        assert_eq!(found("times = 1"), [Finding::Open, Finding::Open]);
        assert_eq!(found("times = [2, 3]"), [Finding::Holds, Finding::Holds]);
        assert_eq!(found("times = [1, 3], table = 's'"), [Finding::NotRun, Finding::NotRun]);
        assert!(
            toml::from_str::<Expectation>("table = 't'\nrows = ['a']\nabove = { row = 'b', times = [1, 0] }").is_err()
        );
    }

    #[test]
    fn few_games_do_not_show_that_two_are_equal() {
        let even = share(50.0, 0.0);
        assert_eq!(about(share(50.0, 11.0), even, 5.0), Finding::Open);
        assert_eq!(about(share(51.0, 3.0), even, 5.0), Finding::Holds);
        assert_eq!(about(share(61.0, 5.0), even, 5.0), Finding::Fails);
    }

    #[test]
    fn an_expectation_says_one_thing_about_some_rows() {
        let read = |rest: &str| toml::from_str::<Expectation>(&format!("table = 't'\n{rest}"));
        assert!(read("rows = ['a']\nabove = 50").is_ok());
        assert!(read("rows = ['a']\nbelow = { row = 'b', times = 0.5 }").is_ok());
        assert!(read("as_printed = true").is_ok());
        for wrong in ["above = 50", "rows = ['a']", "rows = ['a']\nabove = 1\nbelow = 2", "rows = ['a']\nabout = 1"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_other_side_of_a_match_has_the_rest_of_the_points() {
        let mut report = crate::report::example();
        report.id = "t".to_string();
        let label = report.outcome.rows[0].label.clone();
        let number = report.outcome.rows[0].measured_number.expect("a share");
        let quantity = Quantity { other_side: true, ..Quantity::default() };
        let shown = quantity.show(&[report], "t", &label).expect("the row is there");
        assert!((shown.number.low - (100.0 - number.high)).abs() < 1e-9);
    }
}
