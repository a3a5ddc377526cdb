//! What more nodes do to the algorithms of four-player chess: the share of one against another in pairs, over the nodes a move
//! (Esser 2012, Tables 6.5, 6.6, 6.7 and 6.21 to 6.23, and the same matches with other numbers of nodes).

use melee_arena::plot::{Axis, Chart, Scale, tick_text};

use super::TableReport;
use crate::Estimate;
use crate::numbers::grouped;

/// Some pairs by the nodes a move, in one plot.
pub struct Curve {
    /// Its file, beside the results.
    pub file: &'static str,
    /// Whose shares they are.
    pub title: &'static str,
    /// Tables by nodes are called this and the nodes.
    tables: &'static str,
    pairs: [Pair; 3],
}

/// Two algorithms, in which table with 5,000 nodes they are, and the colour of their line.
struct Pair {
    first: &'static str,
    second: &'static str,
    usual: &'static str,
    colour: &'static str,
}

impl Pair {
    const fn new(first: &'static str, second: &'static str, usual: &'static str, colour: &'static str) -> Self {
        Pair { first, second, usual, colour }
    }
}

/// The plots.
pub const CURVES: [Curve; 2] = [
    Curve {
        file: "esser-paranoid.svg",
        title: "Paranoid by nodes a move",
        tables: "esser-paranoid",
        pairs: [
            Pair::new("paranoid", "brs", "esser-6.5", "#0072b2"),
            Pair::new("paranoid", "maxn", "esser-6.6", "#d55e00"),
            Pair::new("paranoid", "brs(1,C-1)", "esser-6.21", "#009e73"),
        ],
    },
    Curve {
        file: "esser-pairs.svg",
        title: "The other pairs by nodes a move",
        tables: "esser-pairs",
        pairs: [
            Pair::new("brs", "maxn", "esser-6.7", "#0072b2"),
            Pair::new("brs(1,C-1)", "maxn", "esser-6.22", "#d55e00"),
            Pair::new("brs(1,C-1)", "brs", "esser-6.23", "#009e73"),
        ],
    },
];

/// The nodes of the points; where a table has no number of nodes in its name it is this one, which stands for a second.
const NODES: [u64; 5] = [2_500, USUAL, 10_000, 50_000, 200_000];
const USUAL: u64 = 5_000;

const PLOT: [f64; 2] = [520.0, 300.0];
const LEFT: f64 = 64.0;
const TOP: f64 = 84.0;

/// A point of a line: how many nodes, and the first one's share.
type Point = (u64, Estimate);

/// The shares of one algorithm against another, and the printed one.
struct Line<'a> {
    pair: &'a Pair,
    points: Vec<Point>,
    printed: Option<Estimate>,
}

impl Curve {
    fn lines(&self, reports: &[TableReport]) -> Vec<Line<'_>> {
        self.pairs.iter().map(|pair| self.line(pair, reports)).collect()
    }

    /// The tables that its points are from.
    pub(super) fn sources(&self) -> String {
        let usual: Vec<&str> = self.pairs.iter().map(|pair| pair.usual).collect();
        format!("{} and the tables {}", usual.join(", "), self.tables)
    }

    /// What is stored of a pair.
    fn line<'a>(&self, pair: &'a Pair, reports: &[TableReport]) -> Line<'a> {
        let mut line = Line { pair, points: Vec::new(), printed: None };
        for nodes in NODES {
            let id = if nodes == USUAL { pair.usual.to_string() } else { format!("{}-{nodes}", self.tables) };
            let rows = reports.iter().find(|report| report.id == id).map(|report| &report.outcome.rows[..]);
            // In a document's table the other may stand first, and there may be a row with more time.
            let [first, second] = [pair.first, pair.second].map(|one| format!(" {one}"));
            let is_ours = |label: &str| label.ends_with(&format!("{first} against{second}"));
            let is_turned = |label: &str| label.ends_with(&format!("{second} against{first}"));
            let is_usual = |label: &str| nodes != USUAL || label.starts_with("1000 ms");
            for row in rows.into_iter().flatten().filter(|row| is_usual(&row.label)) {
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
    }

    /// The plot, where there is more than one point of any line.
    pub fn plot(&self, reports: &[TableReport]) -> Option<String> {
        let lines = self.lines(reports);
        if lines.iter().all(|line| line.points.len() < 2) {
            return None;
        }
        let [width, height] = PLOT;
        let (right, bottom) = (LEFT + width, TOP + height);
        let known = |nodes: &u64| lines.iter().any(|line| line.points.iter().any(|point| point.0 == *nodes));
        let known: Vec<u64> = NODES.into_iter().filter(known).collect();
        let nodes: Vec<f64> = known.iter().map(|&nodes| nodes as f64).collect();
        let across = Axis::around(&nodes, Scale::Logarithmic, [LEFT + 20.0, right - 20.0]);
        let up = Axis::around(&[0.0, 100.0], Scale::Linear, [bottom, TOP]);
        let mut chart = Chart::new(right + 24.0, bottom + 52.0, &format!("Four-player chess: {}", self.title));
        chart.headline(&format!("Four-player chess: {}", self.title.to_lowercase()));
        for &tick in &up.ticks {
            let y = up.place(tick);
            chart.line([LEFT, y], [right, y], "class=\"grid\"");
            chart.text([LEFT - 8.0, y + 4.0], "end", &tick_text(tick));
        }
        for nodes in known {
            let x = across.place(nodes as f64);
            chart.line([x, TOP], [x, bottom], "class=\"grid\"");
            chart.text([x, bottom + 18.0], "middle", &grouped(nodes));
        }
        let below = "nodes a move, share of the first in percent; dashed: printed, with a second a move";
        chart.text([LEFT + width / 2.0, bottom + 40.0], "middle", below);
        for (i, line) in lines.iter().enumerate() {
            draw_line(&mut chart, line, i, &across, &up, right);
        }
        Some(chart.finish())
    }
}

fn draw_line(chart: &mut Chart, line: &Line<'_>, number: usize, across: &Axis, up: &Axis, right: f64) {
    let stroke = format!("stroke=\"{}\" fill=\"none\" stroke-width=\"1.5\"", line.pair.colour);
    let x = LEFT + 176.0 * number as f64;
    chart.line([x, 56.0], [x + 22.0, 56.0], &stroke);
    chart.text([x + 28.0, 60.0], "start", &format!("{} against {}", line.pair.first, line.pair.second));
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
        let about = format!("{} nodes against {}: {}", grouped(point.0), line.pair.second, share.percent_text());
        chart.dot([x, y], 3.5, &format!("fill=\"{}\"", line.pair.colour), &about);
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
    fn shares_are_those_of_the_first_whoever_stands_first_in_the_table() {
        let reports = [
            report("esser-6.21", "1000 ms: brs(1,C-1) against paranoid", 64.0),
            report("esser-paranoid-10000", "10,000 nodes: paranoid against brs(1,C-1)", 45.0),
        ];
        let [paranoid, others] = &CURVES;
        let lines = paranoid.lines(&reports);
        let [_, _, last] = &lines[..] else { panic!("three pairs") };
        assert_eq!(last.points, [(5_000, Estimate::within(36.0, 5.0)), (10_000, Estimate::within(45.0, 5.0))]);
        assert_eq!(last.printed, Some(Estimate::within(30.0, 4.0)));
        let svg = paranoid.plot(&reports).expect("two points");
        assert_eq!(svg.matches("<circle").count(), 2);
        assert!(paranoid.plot(&reports[..1]).is_none(), "a single point is no curve");
        assert!(others.plot(&reports).is_none(), "those are other pairs");
    }

    #[test]
    fn a_row_with_more_time_is_no_point_at_the_usual_nodes() {
        let mut table = report("esser-6.23", "1000 ms: brs(1,C-1) against brs", 48.0);
        let longer = report("esser-6.23", "5000 ms: brs(1,C-1) against brs", 51.0);
        table.outcome.rows.extend(longer.outcome.rows);
        let reports = [table, report("esser-pairs-10000", "10,000 nodes: brs(1,C-1) against brs", 50.0)];
        let [_, _, last] = &CURVES[1].lines(&reports)[..] else { panic!("three pairs") };
        assert_eq!(last.points.iter().map(|point| point.0).collect::<Vec<_>>(), [5_000, 10_000]);
    }
}
