//! What came out: each printed cell with the measured one beside it, and whether the two agree.

use std::collections::BTreeMap;
use std::fmt;

pub use melee_arena::plot::Scale;
use serde::{Deserialize, Serialize};

use crate::sample::Sample;

/// A number with what is known of its error; both ends are the number itself where nothing is.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Estimate {
    pub value: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    pub high: f64,
}

impl Estimate {
    /// A number without an interval.
    pub fn exact(value: f64) -> Self {
        Estimate { value, low: value, high: value }
    }

    /// A number, as much either way.
    pub fn within(value: f64, half: f64) -> Self {
        Estimate { value, low: value - half, high: value + half }
    }

    /// The mean of many numbers, with the 95 % interval of the normal distribution.
    pub(crate) fn mean_of(numbers: &[f64]) -> Self {
        let count = numbers.len().max(1) as f64;
        let mean = numbers.iter().sum::<f64>() / count;
        let squares = numbers.iter().map(|n| (n - mean).powi(2)).sum::<f64>();
        Estimate::within(mean, 1.96 * (squares / (count - 1.0).max(1.0) / count).sqrt())
    }

    /// A share with its interval, in percent.
    pub(crate) fn percent(share: f64, low: f64, high: f64) -> Self {
        Estimate { value: 100.0 * share, low: 100.0 * low, high: 100.0 * high }
    }

    /// What the others have of the whole, of a share in percent.
    pub(crate) fn of_others(self) -> Self {
        Estimate { value: 100.0 - self.value, low: 100.0 - self.high, high: 100.0 - self.low }
    }

    /// `61.0 % (55.9-66.1)`
    pub(crate) fn percent_text(self) -> String {
        format!("{:.1} % ({:.1}-{:.1})", self.value, self.low, self.high)
    }

    fn meets(self, other: Estimate) -> bool {
        self.low <= other.high && other.low <= self.high
    }
}

/// Do a printed and a measured number tell the same?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Agreement {
    Agrees,
    Differs,
    /// They point different ways, but the measured interval allows either.
    Open,
    /// Nothing was printed that could be compared.
    #[default]
    Unsaid,
}

impl Agreement {
    /// In a word.
    ///
    /// ```
    /// assert_eq!(melee_lab::Agreement::Agrees.word(), "agrees");
    /// ```
    pub fn word(self) -> &'static str {
        match self {
            Agreement::Agrees => "agrees",
            Agreement::Differs => "differs",
            Agreement::Open => "open",
            Agreement::Unsaid => "-",
        }
    }

    pub(crate) fn of(yes: bool) -> Self {
        if yes { Agreement::Agrees } else { Agreement::Differs }
    }

    /// Do both lie on the same side of a mark? `Open` where the measured one does not, but its interval reaches across;
    /// nothing is said where the printed one does, or lies on the mark.
    pub(crate) fn direction(published: Estimate, measured: Estimate, mark: f64) -> Self {
        let (printed, ours) = (published.value - mark, measured.value - mark);
        if printed.abs() <= 0.0 || published.low < mark && mark < published.high {
            Agreement::Unsaid
        } else if printed * ours > 0.0 {
            Agreement::Agrees
        } else if measured.low <= mark && mark <= measured.high {
            Agreement::Open
        } else {
            Agreement::Differs
        }
    }

    /// Do the intervals meet?
    pub(crate) fn size(published: Estimate, measured: Estimate) -> Self {
        Self::of(published.meets(measured))
    }

    /// Is one at most so many times the other?
    pub(crate) fn factor(published: f64, measured: f64, factor: f64) -> Self {
        let (small, large) = (published.min(measured), published.max(measured));
        Self::of(large <= small * factor)
    }
}

/// How near to a printed number a measured one is as large.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Tolerance {
    /// The one is at most so many times the other.
    Factor(f64),
    Plies(f64),
    /// Their intervals meet.
    Intervals,
}

impl fmt::Display for Tolerance {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Tolerance::Factor(factor) => write!(f, "within a factor of {factor}"),
            Tolerance::Plies(plies) => write!(f, "within {plies} plies"),
            Tolerance::Intervals => f.write_str("intervals that meet"),
        }
    }
}

/// What stands where a share would, in a table that was made before its games were played.
const NOT_PLAYED: &str = "not played";

/// One cell: what was printed beside what was measured.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Row {
    pub label: String,
    /// As printed; empty if nothing was.
    pub published: String,
    pub measured: String,
    /// Do both point the same way?
    #[serde(default)]
    pub direction: Agreement,
    /// Are they as large?
    #[serde(default)]
    pub size: Agreement,
    /// The printed number, for the plot.
    pub published_number: Option<Estimate>,
    pub measured_number: Option<Estimate>,
    /// Of a share: what it was made from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample: Option<Sample>,
    /// Further columns by name.
    #[serde(default)]
    pub more: Vec<(String, String)>,
    /// Which build made it, where that is another than the build that made the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
}

impl Row {
    pub(crate) fn new(label: impl Into<String>, published: impl Into<String>, measured: impl Into<String>) -> Self {
        Row { label: label.into(), published: published.into(), measured: measured.into(), ..Row::default() }
    }

    /// A row whose number is either right or wrong.
    pub(crate) fn exact(label: impl Into<String>, published: impl Into<String>, measured: impl Into<String>) -> Self {
        let row = Row::new(label, published, measured);
        let size = Agreement::of(row.published == row.measured);
        row.judged(Agreement::Unsaid, size)
    }

    /// A share of points in percent, printed with its interval or without, or not at all.
    pub(crate) fn share(label: impl Into<String>, printed: Option<(f64, Option<f64>)>, sample: Sample) -> Self {
        let text = match printed {
            Some((share, Some(half))) => format!("{share:.1} % +-{half:.1}"),
            Some((share, None)) => format!("{share:.1} %"),
            None => String::new(),
        };
        let published_number = printed.map(|(share, half)| Estimate::within(share, half.unwrap_or(0.0)));
        Row { published_number, sample: Some(sample), ..Row::new(label, text, "") }.by_sample()
    }

    /// The row with the interval that its share has by today's formula, and judged by it.
    pub(crate) fn by_sample(mut self) -> Self {
        if let Some(sample) = &self.sample {
            if sample.games == 0 {
                self.measured = NOT_PLAYED.to_string();
                return self;
            }
            let measured = sample.estimate();
            self.measured = measured.percent_text();
            self.measured_number = Some(measured);
            let judge = |published| {
                (Agreement::direction(published, measured, sample.even), Agreement::size(published, measured))
            };
            (self.direction, self.size) = self.published_number.map(judge).unwrap_or_default();
        }
        self
    }

    fn is_not_played(&self) -> bool {
        self.sample.as_ref().is_some_and(|sample| sample.games == 0)
    }

    /// A further column.
    pub(crate) fn more(&self, name: &str) -> Option<&str> {
        let found = self.more.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    pub(crate) fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.more.push((name.to_string(), value.into()));
        self
    }

    pub(crate) fn judged(mut self, direction: Agreement, size: Agreement) -> Self {
        (self.direction, self.size) = (direction, size);
        self
    }

    pub(crate) fn plotted(mut self, published: Option<Estimate>, measured: Estimate) -> Self {
        (self.published_number, self.measured_number) = (published, Some(measured));
        self
    }
}

/// A table with its measured numbers.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct MeasuredTable {
    pub rows: Vec<Row>,
    /// What a reader should know.
    pub notes: Vec<String>,
    #[serde(default)]
    pub unit: String,
    #[serde(default)]
    pub scale: Scale,
}

impl MeasuredTable {
    pub(crate) fn of(rows: Vec<Row>) -> Self {
        MeasuredTable { rows, ..MeasuredTable::default() }
    }

    pub(crate) fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Rows that were not played are those of an earlier table, if it has them, as its build made them, beside what is said to
    /// be printed now.
    pub(crate) fn filled_up(mut self, earlier: &MeasuredTable, program: &str) -> Self {
        for row in self.rows.iter_mut().filter(|row| row.is_not_played()) {
            let mut played = earlier.rows.iter().filter(|known| !known.is_not_played());
            if let Some(known) = played.find(|known| known.label == row.label) {
                let program = known.program.clone().or(Some(program.to_string()));
                let (published, published_number) = (row.published.clone(), row.published_number);
                *row = Row { published, published_number, program, ..known.clone() }.by_sample();
            }
        }
        self
    }

    /// Which rows are another build's, if any are.
    pub(crate) fn other_builds(&self) -> Option<String> {
        let mut rows_of: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for row in &self.rows {
            if let Some(program) = &row.program {
                rows_of.entry(program).or_default().push(&row.label);
            }
        }
        let said = rows_of.iter().map(|(program, rows)| format!("By {program}: {}.", rows.join("; ")));
        let said: Vec<String> = said.collect();
        (!said.is_empty()).then(|| format!("Rows kept from earlier runs. {}", said.join(" ").trim_end_matches('.')))
    }

    pub(crate) fn in_units(mut self, unit: &str) -> Self {
        self.unit = unit.to_string();
        self
    }

    pub(crate) fn logarithmic(mut self) -> Self {
        self.scale = Scale::Logarithmic;
        self
    }

    /// The names of further columns that any cell has, in the order of their first use.
    pub(crate) fn more_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for (name, _) in self.rows.iter().flat_map(|row| &row.more) {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        names
    }

    /// How many cells agree, differ, and are open, by direction and by size.
    pub fn tally(&self) -> [[usize; 3]; 2] {
        let count = |pick: &dyn Fn(&Row) -> Agreement| {
            let of = |a: Agreement| self.rows.iter().filter(|row| pick(row) == a).count();
            [Agreement::Agrees, Agreement::Differs, Agreement::Open].map(of)
        };
        [count(&|row| row.direction), count(&|row| row.size)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_on_the_other_side_is_open_only_if_its_interval_reaches_across() {
        let direction = |measured| Agreement::direction(Estimate::within(60.0, 4.0), measured, 50.0);
        assert_eq!(direction(Estimate::within(55.0, 1.0)), Agreement::Agrees);
        assert_eq!(direction(Estimate::within(45.0, 6.0)), Agreement::Open);
        assert_eq!(direction(Estimate::within(45.0, 4.0)), Agreement::Differs);
        let even = Estimate::within(51.0, 4.0);
        let measured = Estimate::within(45.0, 4.0);
        assert_eq!(Agreement::direction(even, measured, 50.0), Agreement::Unsaid);
        assert_eq!(Agreement::direction(Estimate::exact(50.0), measured, 50.0), Agreement::Unsaid);
        assert_eq!(direction(Estimate::within(50.0, 26.0)), Agreement::Open, "what is even points nowhere");
    }

    #[test]
    fn rows_that_were_not_played_are_those_of_the_earlier_table() {
        let row = |label: &str, points: f64, games: u64| {
            let blocks = crate::sample::Blocks::Blocks(vec![points / games.max(1) as f64; 4]);
            Row::share(label, None, Sample { points, games, even: 50.0, blocks })
        };
        let earlier = MeasuredTable::of(vec![row("a", 6.0, 8), row("b", 4.0, 8)]);
        let played = MeasuredTable::of(vec![row("a", 20.0, 40), row("b", 0.0, 0), row("c", 0.0, 0)]);
        let now = played.clone().filled_up(&earlier, "melee 1");
        assert_eq!((&now.rows[0], &now.rows[2]), (&played.rows[0], &played.rows[2]));
        let kept = Row { program: Some("melee 1".into()), ..earlier.rows[1].clone() };
        assert_eq!(now.rows[1], kept);
        // Whoever kept it last did not make it.
        let again = played.clone().filled_up(&now, "melee 2");
        assert_eq!(again.rows[1], kept);
        assert_eq!(again.other_builds().as_deref(), Some("Rows kept from earlier runs. By melee 1: b"));
        assert_eq!(played.other_builds(), None);
    }

    #[test]
    fn what_is_kept_is_judged_by_what_is_said_to_be_printed_now() {
        let row = |printed: Option<f64>, games: u64| {
            let blocks = crate::sample::Blocks::Blocks(vec![0.6; 40]);
            let printed = printed.map(|share| (share, None));
            Row::share("a", printed, Sample { points: 0.6 * games as f64, games, even: 50.0, blocks })
        };
        let earlier = MeasuredTable::of(vec![row(Some(40.0), 40)]);
        for printed in [Some(60.0), None] {
            let now = MeasuredTable::of(vec![row(printed, 0)]).filled_up(&earlier, "melee 1");
            assert_eq!(now.rows[0], Row { program: Some("melee 1".into()), ..row(printed, 40) });
            assert_ne!(now.rows[0].direction, earlier.rows[0].direction);
        }
    }

    #[test]
    fn sizes_agree_where_intervals_meet() {
        let published = Estimate::within(60.0, 4.0);
        let size = |measured| Agreement::size(published, measured);
        assert_eq!(size(Estimate::within(54.0, 2.0)), Agreement::Agrees);
        assert_eq!(size(Estimate::within(54.0, 1.5)), Agreement::Differs);
    }
}
