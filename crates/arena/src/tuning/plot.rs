//! The way of the weights as a picture.

use super::{Event, Tuning};
use crate::plot::{Axis, Chart, Scale, tick_text};

const WIDTH: f64 = 900.0;
/// Of each of the two panels.
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = WIDTH - 170.0;
/// Where the panels begin, and the picture ends.
const FIRST: f64 = 40.0;
const SECOND: f64 = FIRST + HEIGHT + 60.0;
const END: f64 = SECOND + HEIGHT + 50.0;

/// Colours that can be told apart (Okabe and Ito 2008).
const COLOURS: [&str; 8] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f", "#8c564b"];

/// An SVG picture: above, every weight that is fitted, in units of its scale, over the iterations; below, the share against
/// the start in the test matches with their intervals.
pub fn plot(tuning: &Tuning) -> String {
    let mut chart = Chart::new(WIDTH, END, "weights and test matches over the iterations");
    draw_weights(&mut chart, tuning);
    draw_tests(&mut chart, tuning);
    chart.finish()
}

/// Where an iteration lies.
fn x(tuning: &Tuning, iteration: u64) -> f64 {
    let end = tuning.plan().spsa.iterations.max(1) as f64;
    LEFT + (RIGHT - LEFT) * iteration as f64 / end
}

fn draw_weights(chart: &mut Chart, tuning: &Tuning) {
    let plan = tuning.plan();
    let mut points = vec![(0, plan.start())];
    for event in tuning.events() {
        if let Event::Step { iteration, parameters, .. } = event {
            points.push((iteration + 1, parameters.clone()));
        }
    }
    // More points than that cannot be told apart.
    let (every, last) = (points.len().div_ceil(400), points.len() - 1);
    let mut place = 0..;
    points.retain(|_| place.next().is_some_and(|i| i % every == 0 || i == last));
    let numbers: Vec<f64> = points.iter().flat_map(|(_, p)| p).copied().collect();
    let y = panel(chart, FIRST, "weights, in units of their scale", &numbers, &tick_text);
    let fitted = plan.weights.iter().filter(|w| w.scale.is_some());
    for (i, weight) in fitted.enumerate() {
        let colour = COLOURS[i % COLOURS.len()];
        let dash = if i < COLOURS.len() { "none" } else { "5 3" };
        let line = format!("stroke-width=\"1.5\" stroke=\"{colour}\" stroke-dasharray=\"{dash}\"");
        let way = points.iter().map(|(iteration, p)| [x(tuning, *iteration), y.place(p[i])]);
        chart.polyline(way, &line);
        let (left, low) = (RIGHT + 12.0, FIRST + 14.0 + 20.0 * i as f64);
        chart.line([left, low - 4.0], [left + 18.0, low - 4.0], &line);
        chart.text([left + 24.0, low], "start", &weight.name);
    }
}

fn draw_tests(chart: &mut Chart, tuning: &Tuning) {
    let percent = |share: f64| format!("{:.0} %", 100.0 * share);
    let title = "share against the start, with 95 % intervals";
    let y = panel(chart, SECOND, title, &[0.0, 1.0], &percent);
    let half = y.place(0.5);
    chart.line([LEFT, half], [RIGHT, half], "stroke=\"#999999\" stroke-dasharray=\"4 4\"");
    for event in tuning.events() {
        if let Event::Test { after, share, interval, .. } = event {
            let x = x(tuning, *after);
            let [low, middle, high] = [interval.low, *share, interval.high].map(|s| y.place(s));
            chart.line([x, low], [x, high], "class=\"now\"");
            chart.dot([x, middle], 4.0, "class=\"now\"", &percent(*share));
        }
    }
    let (end, below) = (tuning.plan().spsa.iterations, SECOND + HEIGHT);
    for iteration in [0, end / 4, end / 2, end / 4 * 3, end] {
        let place = [x(tuning, iteration), below + 18.0];
        chart.text(place, "middle", &iteration.to_string());
    }
    chart.text([x(tuning, end / 2), below + 38.0], "middle", "iterations");
}

/// The grid of a panel with its title; numbers grow upwards.
fn panel(chart: &mut Chart, top: f64, title: &str, numbers: &[f64], text: &dyn Fn(f64) -> String) -> Axis {
    let axis = Axis::around(numbers, Scale::Linear, [top + HEIGHT, top]);
    chart.text([LEFT, top - 10.0], "start", title);
    for &tick in &axis.ticks {
        let y = axis.place(tick);
        chart.line([LEFT, y], [RIGHT, y], "class=\"grid\"");
        chart.text([LEFT - 6.0, y + 4.0], "end", &text(tick));
    }
    axis
}
