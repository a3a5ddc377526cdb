//! The way of the weights as a picture.

use std::fmt::Write;

use super::{Event, Tuning};

const WIDTH: f64 = 900.0;
/// Of each of the two panels.
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 170.0;
/// Where the panels begin, and the picture ends.
const FIRST: f64 = 40.0;
const SECOND: f64 = FIRST + HEIGHT + 60.0;
const END: f64 = SECOND + HEIGHT + 50.0;

/// Colours that can be told apart (Okabe and Ito 2008).
const COLOURS: [&str; 8] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999",
];

/// An SVG picture: above, every weight that is fitted, in units of its scale, over the iterations; below, the share against
/// the start in the test matches with their intervals.
pub fn plot(tuning: &Tuning) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {END}\" font-family=\"sans-serif\" \
         font-size=\"13\">\n<rect width=\"{WIDTH}\" height=\"{END}\" fill=\"white\"/>\n"
    );
    draw_weights(&mut svg, tuning);
    draw_tests(&mut svg, tuning);
    svg.push_str("</svg>\n");
    svg
}

/// Where an iteration lies.
fn x(tuning: &Tuning, iteration: u64) -> f64 {
    let end = tuning.plan().spsa.iterations.max(1) as f64;
    LEFT + (WIDTH - LEFT - RIGHT) * iteration as f64 / end
}

fn draw_weights(svg: &mut String, tuning: &Tuning) {
    let plan = tuning.plan();
    let mut points = vec![(0, plan.start())];
    for event in tuning.events() {
        if let Event::Step {
            iteration,
            parameters,
            ..
        } = event
        {
            points.push((iteration + 1, parameters.clone()));
        }
    }
    // More points than that cannot be told apart.
    let (every, last) = (points.len().div_ceil(400), points.len() - 1);
    let mut place = 0..;
    points.retain(|_| place.next().is_some_and(|i| i % every == 0 || i == last));
    let all = points.iter().flat_map(|(_, p)| p);
    let top = all.fold(1.0f64, |top, p| top.max(*p)) * 1.05;
    let y = |value: f64| FIRST + HEIGHT * (1.0 - value / top);
    frame(svg, FIRST, "weights, in units of their scale");
    for tick in 0..=4 {
        let value = top * f64::from(tick) / 4.0;
        let text = format!("{value:.2}");
        label(svg, LEFT - 6.0, y(value) + 4.0, "end", &text);
    }
    let fitted = plan.weights.iter().filter(|w| w.scale.is_some());
    for (i, weight) in fitted.enumerate() {
        let colour = COLOURS[i % COLOURS.len()];
        let dash = if i < COLOURS.len() { "none" } else { "5 3" };
        let line = format!("stroke=\"{colour}\" stroke-dasharray=\"{dash}\"");
        let path: Vec<String> = points
            .iter()
            .map(|(iteration, p)| format!("{:.1},{:.1}", x(tuning, *iteration), y(p[i])))
            .collect();
        let path = path.join(" ");
        let _ = writeln!(
            svg,
            "<polyline fill=\"none\" stroke-width=\"1.5\" {line} points=\"{path}\"/>"
        );
        let (left, low) = (WIDTH - RIGHT + 12.0, FIRST + 14.0 + 20.0 * i as f64);
        let (right, middle) = (left + 18.0, low - 4.0);
        let _ = writeln!(
            svg,
            "<line x1=\"{left}\" x2=\"{right}\" y1=\"{middle}\" y2=\"{middle}\" stroke-width=\"2\" {line}/>"
        );
        label(svg, right + 6.0, low, "start", &weight.name);
    }
}

fn draw_tests(svg: &mut String, tuning: &Tuning) {
    let y = |share: f64| SECOND + HEIGHT * (1.0 - share);
    frame(svg, SECOND, "share against the start, with 95 % intervals");
    for percent in [0.0, 25.0, 50.0, 75.0, 100.0] {
        let text = format!("{percent} %");
        label(svg, LEFT - 6.0, y(percent / 100.0) + 4.0, "end", &text);
    }
    let (half, right) = (y(0.5), WIDTH - RIGHT);
    let _ = writeln!(
        svg,
        "<line x1=\"{LEFT}\" x2=\"{right}\" y1=\"{half}\" y2=\"{half}\" stroke=\"#999999\" stroke-dasharray=\"4 4\"/>"
    );
    for event in tuning.events() {
        if let Event::Test {
            after,
            share,
            interval,
            ..
        } = event
        {
            let x = x(tuning, *after);
            let (low, middle, high) = (y(interval.low), y(*share), y(interval.high));
            let _ = writeln!(
                svg,
                "<line x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{low:.1}\" y2=\"{high:.1}\" stroke=\"#0072b2\"/>\n\
                 <circle cx=\"{x:.1}\" cy=\"{middle:.1}\" r=\"4\" fill=\"#0072b2\"/>"
            );
        }
    }
    let end = tuning.plan().spsa.iterations;
    for iteration in [0, end / 4, end / 2, end / 4 * 3, end] {
        let text = iteration.to_string();
        label(
            svg,
            x(tuning, iteration),
            SECOND + HEIGHT + 18.0,
            "middle",
            &text,
        );
    }
    label(
        svg,
        x(tuning, end / 2),
        SECOND + HEIGHT + 38.0,
        "middle",
        "iterations",
    );
}

fn frame(svg: &mut String, top: f64, title: &str) {
    let width = WIDTH - LEFT - RIGHT;
    let _ = writeln!(
        svg,
        "<rect x=\"{LEFT}\" y=\"{top}\" width=\"{width}\" height=\"{HEIGHT}\" fill=\"none\" stroke=\"black\"/>"
    );
    label(svg, LEFT, top - 10.0, "start", title);
}

fn label(svg: &mut String, x: f64, y: f64, anchor: &str, text: &str) {
    // Names of weights and numbers: nothing that would have to be escaped.
    let _ = writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>"
    );
}
