//! A result as a plot: for each cell the printed number (a ring) and the measured one (a dot) with their
//! intervals, on one scale.

use melee_arena::plot::{Axis, Chart, tick_text};

use super::TableReport;
use crate::{Estimate, Row};

const LINE: f64 = 26.0;
const TOP: f64 = 64.0;
const BOTTOM: f64 = 46.0;
const PLOT: f64 = 460.0;
const RIGHT: f64 = 24.0;
/// About the width of a letter at this size.
const LETTER: f64 = 6.6;
/// The same in a headline.
const BOLD_LETTER: f64 = 8.4;
/// More cells than this do not make a plot that can be read.
const MOST: usize = 60;

pub(super) fn draw(report: &TableReport) -> Option<String> {
    let has_number = |row: &&Row| row.measured_number.is_some();
    let rows = report.outcome.rows.iter().filter(has_number);
    let rows: Vec<&Row> = rows.take(MOST).collect();
    let longest = rows.iter().map(|row| row.label.chars().count()).max()?;
    let left = 24.0 + LETTER * longest as f64;
    let bottom = TOP + LINE * rows.len() as f64;
    let numbers = rows.iter().flat_map(|row| [row.published_number, row.measured_number]);
    let ends: Vec<f64> = numbers.flatten().flat_map(|n| [n.low, n.high]).collect();
    let axis = Axis::around(&ends, report.outcome.scale, [left, left + PLOT]);
    let headline = format!("{}: {}", report.id, report.title);
    let width = (left + PLOT).max(BOLD_LETTER * headline.chars().count() as f64) + RIGHT;
    let mut chart = Chart::new(width, bottom + BOTTOM, &report.title);
    chart.headline(&headline);
    for (i, (class, radius, name)) in MARKS.into_iter().enumerate() {
        let x = left + 4.0 + 90.0 * i as f64;
        chart.dot([x, 40.0], radius, class, name);
        chart.text([x + 10.0, 44.0], "start", name);
    }
    for &tick in &axis.ticks {
        let x = axis.place(tick);
        chart.line([x, TOP - 6.0], [x, bottom], "class=\"grid\"");
        chart.text([x, bottom + 16.0], "middle", &tick_text(tick));
    }
    chart.text([left + PLOT / 2.0, bottom + 36.0], "middle", &report.outcome.unit);
    for (i, row) in rows.into_iter().enumerate() {
        let y = TOP + LINE * (i as f64 + 0.5);
        chart.text([left - 12.0, y + 4.0], "end", &row.label);
        let both = [(row.published_number, y - 4.0), (row.measured_number, y + 4.0)];
        for ((number, y), mark) in both.into_iter().zip(MARKS) {
            if let Some(number) = number {
                draw_estimate(&mut chart, &axis, number, y, mark);
            }
        }
    }
    Some(chart.finish())
}

/// Class, radius and name of what was printed and of what was measured.
const MARKS: [(&str, f64, &str); 2] = [("class=\"then\"", 4.5, "published"), ("class=\"now\"", 4.0, "measured")];

fn draw_estimate(chart: &mut Chart, axis: &Axis, number: Estimate, y: f64, (class, radius, name): (&str, f64, &str)) {
    let [low, value, high] = [number.low, number.value, number.high].map(|x| axis.place(x));
    if high - low > 0.5 {
        chart.line([low, y], [high, y], class);
    }
    let about = format!("{name} {}", tick_text(number.value));
    chart.dot([value, y], radius, class, &about);
}

#[cfg(test)]
mod tests {
    use super::super::tests::example;

    #[test]
    fn a_plot_has_a_mark_for_each_number_and_escapes_labels() {
        let svg = example().svg().expect("numbers");
        // Two in the legend.
        assert_eq!(svg.matches("<circle class=\"then\"").count(), 3);
        assert_eq!(svg.matches("<circle class=\"now\"").count(), 3);
        assert!(svg.contains("B &lt;x&gt;") && !svg.contains("<x>"));
    }
}
