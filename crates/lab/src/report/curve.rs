//! What more nodes do to paranoid in four-player chess: its share against each of three algorithms, over the nodes a
//! move (Esser 2012, Tables 6.5, 6.6 and 6.21, and the same matches with other numbers of nodes).

use melee_arena::plot::{Axis, Chart, Scale, tick_text};

use super::TableReport;
use crate::Estimate;
use crate::numbers::grouped;

/// Its file, beside the results.
pub const FILE: &str = "esser-paranoid.svg";

/// The nodes of the points.
const NODES: [u64; 7] = [2_500, 5_000, 10_000, 25_000, 50_000, 200_000, 500_000];
/// Whom paranoid plays, in which table with 5,000 nodes, and the colour of its line.
const RIVALS: [(&str, &str, &str); 3] =
    [("brs", "esser-6.5", "#0072b2"), ("maxn", "esser-6.6", "#d55e00"), ("brs(1,C-1)", "esser-6.21", "#009e73")];

const PLOT: [f64; 2] = [520.0, 300.0];
const LEFT: f64 = 64.0;
const TOP: f64 = 84.0;

/// A point of a line: how many nodes, and paranoid's share.
type Point = (u64, Estimate);

/// Paranoid's shares against one of its rivals, and the printed one.
pub(super) struct Line {
    rival: &'static str,
    colour: &'static str,
    pub(super) points: Vec<Point>,
    printed: Option<Estimate>,
}

/// What is stored of each line.
pub(super) fn lines(reports: &[TableReport]) -> Vec<Line> {
    let line = |(rival, table, colour): (&'static str, &str, &'static str)| {
        let mut line = Line { rival, colour, points: Vec::new(), printed: None };
        for nodes in NODES {
            let id = if nodes == 5_000 { table.to_string() } else { format!("esser-paranoid-{nodes}") };
            let rows = reports.iter().find(|report| report.id == id).map(|report| &report.outcome.rows[..]);
            // In one table the rival stands first.
            let [first, second] = ["paranoid", rival].map(|one| format!(" {one}"));
            let is_ours = |label: &str| label.ends_with(&format!("{first} against{second}"));
            let is_turned = |label: &str| label.ends_with(&format!("{second} against{first}"));
            for row in rows.into_iter().flatten() {
                let turn = match (is_ours(&row.label), is_turned(&row.label)) {
                    (true, _) => std::convert::identity,
                    (false, true) => Estimate::of_others,
                    (false, false) => continue,
                };
                line.points.extend(row.measured_number.map(|share| (nodes, turn(share))));
                line.printed = line.printed.or(row.published_number.map(turn));
            }
        }
        line
    };
    RIVALS.map(line).into_iter().collect()
}

/// The plot, where there is more than one point of any line.
pub fn curve(reports: &[TableReport]) -> Option<String> {
    let lines = lines(reports);
    if lines.iter().all(|line| line.points.len() < 2) {
        return None;
    }
    let [width, height] = PLOT;
    let (right, bottom) = (LEFT + width, TOP + height);
    let nodes = NODES.map(|nodes| nodes as f64);
    let across = Axis::around(&nodes, Scale::Logarithmic, [LEFT + 20.0, right - 20.0]);
    let up = Axis::around(&[0.0, 100.0], Scale::Linear, [bottom, TOP]);
    let mut chart = Chart::new(right + 24.0, bottom + 52.0, "Paranoid against three algorithms by nodes a move");
    chart.headline("Four-player chess: paranoid's share by nodes a move");
    for &tick in &up.ticks {
        let y = up.place(tick);
        chart.line([LEFT, y], [right, y], "class=\"grid\"");
        chart.text([LEFT - 8.0, y + 4.0], "end", &tick_text(tick));
    }
    for nodes in NODES {
        let x = across.place(nodes as f64);
        chart.line([x, TOP], [x, bottom], "class=\"grid\"");
        chart.text([x, bottom + 18.0], "middle", &grouped(nodes));
    }
    chart.text([LEFT + width / 2.0, bottom + 40.0], "middle", "nodes a move; dashed: printed, with a second a move");
    for (i, line) in lines.iter().enumerate() {
        draw_line(&mut chart, line, i, &across, &up, right);
    }
    Some(chart.finish())
}

fn draw_line(chart: &mut Chart, line: &Line, number: usize, across: &Axis, up: &Axis, right: f64) {
    let stroke = format!("stroke=\"{}\" fill=\"none\" stroke-width=\"1.5\"", line.colour);
    let x = LEFT + 150.0 * number as f64;
    chart.line([x, 56.0], [x + 22.0, 56.0], &stroke);
    chart.text([x + 28.0, 60.0], "start", &format!("against {}", line.rival));
    if let Some(printed) = line.printed {
        let y = up.place(printed.value);
        chart.line([LEFT, y], [right, y], &format!("{stroke} stroke-dasharray=\"5 4\""));
    }
    // Side by side, so that intervals do not hide each other.
    let shift = 6.0 * (number as f64 - 1.0);
    let place = |&(nodes, share): &Point| [across.place(nodes as f64) + shift, up.place(share.value)];
    chart.polyline(line.points.iter().map(place), &stroke);
    for point in &line.points {
        let [x, y] = place(point);
        let share = point.1;
        chart.line([x, up.place(share.low)], [x, up.place(share.high)], &stroke);
        let about = format!("{} nodes against {}: {}", grouped(point.0), line.rival, share.percent_text());
        chart.dot([x, y], 3.5, &format!("fill=\"{}\"", line.colour), &about);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::example;
    use super::*;
    use crate::Row;

    fn report(id: &str, label: &str, share: f64) -> TableReport {
        let mut report = example();
        report.id = id.to_string();
        let printed = Some(Estimate::within(70.0, 4.0));
        report.outcome.rows = vec![Row::new(label, "", "").plotted(printed, Estimate::within(share, 5.0))];
        report
    }

    #[test]
    fn shares_are_paranoids_whoever_stands_first() {
        let reports = [
            report("esser-6.21", "1000 ms: brs(1,C-1) against paranoid", 64.0),
            report("esser-paranoid-10000", "10,000 nodes: paranoid against brs(1,C-1)", 45.0),
        ];
        let lines = lines(&reports);
        let [_, _, last] = &lines[..] else { panic!("three rivals") };
        assert_eq!(last.points, [(5_000, Estimate::within(36.0, 5.0)), (10_000, Estimate::within(45.0, 5.0))]);
        assert_eq!(last.printed, Some(Estimate::within(30.0, 4.0)));
        let svg = curve(&reports).expect("two points");
        assert_eq!(svg.matches("<circle").count(), 2);
        assert!(curve(&reports[..1]).is_none(), "a single point is no curve");
    }
}
