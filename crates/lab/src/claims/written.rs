//! Expectations as they are written in the files of claims: what does not fit together is refused in words.

use serde::Deserialize;

use super::expectation::{Comparison, Expectation, Factor, Margin, Mark, Quantity, Relation, Size};

#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum FactorFile {
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
pub(super) struct ExpectationFile {
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
    equal: Option<Mark>,
    #[serde(default)]
    as_printed: bool,
    /// Of `above` and `below`.
    #[serde(default)]
    lead: Size,
}

impl TryFrom<ExpectationFile> for Expectation {
    type Error = String;
    fn try_from(file: ExpectationFile) -> Result<Self, String> {
        let ExpectationFile { table, rows, column, other_side, above, below, about, within, equal, as_printed, lead } =
            file;
        if lead != Size::Counts && above.is_none() && below.is_none() {
            return Err(format!("{table}: lead goes with above or below"));
        }
        let relation = match (above, below, about, within, equal, as_printed) {
            (Some(mark), None, None, None, None, false) => Relation::Compared(Comparison::Above(lead), mark),
            (None, Some(mark), None, None, None, false) => Relation::Compared(Comparison::Below(lead), mark),
            (None, None, Some(mark), Some(within), None, false) => {
                Relation::Compared(Comparison::Within(Margin::Stated(within)), mark)
            }
            (None, None, None, None, Some(mark), false) => Relation::Compared(Comparison::Within(Margin::Equal), mark),
            (None, None, None, None, None, true) => Relation::AsPrinted,
            _ => return Err(format!("{table}: give one of above, below, about with within, equal, and as_printed")),
        };
        if rows.is_empty() && !as_printed {
            return Err(format!("{table}: which rows?"));
        }
        Ok(Expectation { table, rows, quantity: Quantity { column, other_side }, relation })
    }
}
