//! A result as a table: one line a cell; further columns are those that any cell has.

use melee_arena::export::{Column, Sheet};

use crate::{Estimate, MeasuredTable, Row};

pub(super) fn table(outcome: &MeasuredTable) -> String {
    let column = |name: &str, of: &dyn Fn(&Row) -> Option<String>| {
        let texts = outcome.rows.iter().map(of).collect();
        (name.to_string(), Column::Text(texts))
    };
    let number = |name: &str, of: &dyn Fn(&Row) -> Option<Estimate>| {
        let part = |ending: &str, part: &dyn Fn(Estimate) -> f64| {
            column(&format!("{name}{ending}"), &|row| Some(part(of(row)?).to_string()))
        };
        [part("", &|e| e.value), part("_low", &|e| e.low), part("_high", &|e| e.high)]
    };
    let mut columns = vec![column("label", &|row| Some(row.label.clone()))];
    columns.extend(number("published", &|row| row.published_number));
    columns.extend(number("measured", &|row| row.measured_number));
    columns.extend([
        column("direction", &|row| Some(row.direction.word().to_string())),
        column("size", &|row| Some(row.size.word().to_string())),
        column("published_text", &|row| Some(row.published.clone())),
        column("measured_text", &|row| Some(row.measured.clone())),
    ]);
    for name in outcome.more_names() {
        columns.push(column(name, &|row| row.more(name).map(str::to_string)));
    }
    let mut csv = Vec::new();
    (Sheet::new(columns).write_csv(&mut csv)).expect("memory takes everything");
    String::from_utf8(csv).expect("made of texts")
}

#[cfg(test)]
mod tests {
    use super::super::tests::example;

    #[test]
    fn every_line_has_as_many_cells_and_quotes_are_doubled() {
        let csv = example().csv();
        let lines: Vec<&str> = csv.lines().collect();
        assert_eq!(lines.len(), 3);
        assert!(lines[0].ends_with(",games"));
        assert_eq!(lines[1], "A,70,66,74,66,60,72,agrees,agrees,70 % +-4,\"66 %, \"\"so\"\" <to> say\",28");
    }
}
