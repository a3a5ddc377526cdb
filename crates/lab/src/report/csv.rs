//! A result as a table (RFC 4180).

use crate::Outcome;

/// One line a cell; further columns are those that any cell has.
pub(super) fn table(outcome: &Outcome) -> String {
    let more = outcome.more_names();
    let mut lines = Vec::new();
    let mut head = vec![
        "label",
        "published",
        "published_low",
        "published_high",
        "measured",
        "measured_low",
        "measured_high",
        "direction",
        "size",
        "published_text",
        "measured_text",
    ];
    head.extend(&more);
    lines.push(line(head.into_iter().map(String::from)));
    for row in &outcome.rows {
        let mut cells = vec![row.label.clone()];
        for number in [row.published_number, row.measured_number] {
            let parts = number.map(|n| [n.value, n.low, n.high].map(|x| x.to_string()));
            cells.extend(parts.unwrap_or_default());
        }
        cells.push(row.direction.word().to_string());
        cells.push(row.size.word().to_string());
        cells.push(row.published.clone());
        cells.push(row.measured.clone());
        for name in &more {
            let value = row.more.iter().find(|(n, _)| n == name);
            cells.push(value.map(|(_, v)| v.clone()).unwrap_or_default());
        }
        lines.push(line(cells.into_iter()));
    }
    lines.concat()
}

fn line(cells: impl Iterator<Item = String>) -> String {
    let quoted = |cell: String| {
        if cell.contains([',', '"', '\n', '\r']) {
            format!("\"{}\"", cell.replace('"', "\"\""))
        } else {
            cell
        }
    };
    cells.map(quoted).collect::<Vec<_>>().join(",") + "\n"
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
        assert_eq!(
            lines[1],
            "A,70,66,74,66,60,72,agrees,agrees,70 % +-4,\"66 %, \"\"so\"\" <to> say\",28"
        );
    }
}
