//! A result as a plot: for each cell the printed number (a ring) and the measured one (a dot) with their
//! intervals, on one scale. Shapes differ as well as colours, and the text takes the reader's colour.

use std::fmt::Write;

use super::{Report, escape};
use crate::{Row, Scale};

const LINE: f64 = 26.0;
const TOP: f64 = 64.0;
const BOTTOM: f64 = 46.0;
const PLOT: f64 = 460.0;
const RIGHT: f64 = 24.0;
/// About the width of a letter at this size.
const LETTER: f64 = 6.6;
/// More cells than this do not make a plot that can be read.
const MOST: usize = 60;

struct Axis {
    scale: Scale,
    low: f64,
    high: f64,
    left: f64,
}

impl Axis {
    fn place(&self, value: f64) -> f64 {
        let to = |x: f64| match self.scale {
            Scale::Linear => x,
            Scale::Logarithmic => x.max(f64::MIN_POSITIVE).log10(),
        };
        let (low, high) = (to(self.low), to(self.high));
        let part = (to(value) - low) / (high - low);
        self.left + PLOT * part.clamp(0.0, 1.0)
    }

    /// An axis that holds all numbers, with ends that are ticks.
    fn new(rows: &[&Row], scale: Scale, left: f64) -> (Axis, Vec<f64>) {
        let numbers = rows
            .iter()
            .flat_map(|row| [row.published_number, row.measured_number])
            .flatten();
        let ends: Vec<f64> = numbers.flat_map(|n| [n.low, n.high]).collect();
        let least = ends.iter().copied().fold(f64::INFINITY, f64::min);
        let most = ends.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let positive = ends.iter().copied().filter(|x| *x > 0.0);
        let least_positive = positive.fold(f64::INFINITY, f64::min);
        match scale {
            Scale::Logarithmic if least_positive.is_finite() => {
                let low = least_positive.log10().floor() as i32;
                let high = (most.log10().ceil() as i32).max(low + 1);
                let ticks: Vec<f64> = (low..=high).map(|e| 10f64.powi(e)).collect();
                let axis = Axis {
                    scale,
                    low: ticks[0],
                    high: 10f64.powi(high),
                    left,
                };
                (axis, ticks)
            }
            Scale::Linear | Scale::Logarithmic => {
                let step = nice_step((most - least.min(0.0)).max(1e-9));
                let low = (least.min(0.0) / step).floor() * step;
                let high = (most / step).ceil().max(low / step + 1.0) * step;
                let count = ((high - low) / step).round() as usize;
                let ticks = (0..=count).map(|i| low + step * i as f64).collect();
                let scale = Scale::Linear;
                let axis = Axis {
                    scale,
                    low,
                    high,
                    left,
                };
                (axis, ticks)
            }
        }
    }
}

/// 1, 2 or 5 times a power of ten, so that about eight steps fill the range.
fn nice_step(range: f64) -> f64 {
    let rough = range / 8.0;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .find(|s| s * power >= rough);
    step.unwrap_or(10.0) * power
}

fn tick_text(value: f64) -> String {
    if value.abs() >= 1e6 {
        let power = value.abs().log10().floor();
        let mantissa = value / 10f64.powf(power);
        if (mantissa - 1.0).abs() < 1e-9 {
            return format!("10^{power:.0}");
        }
        return format!("{mantissa:.0}e{power:.0}");
    }
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_string()
    } else {
        text.to_string()
    }
}

pub(super) fn draw(report: &Report) -> Option<String> {
    let has_number = |row: &&Row| row.measured_number.is_some();
    let rows: Vec<&Row> = report
        .outcome
        .rows
        .iter()
        .filter(has_number)
        .take(MOST)
        .collect();
    if rows.is_empty() {
        return None;
    }
    let longest = rows.iter().map(|row| row.label.chars().count()).max()?;
    let left = 24.0 + LETTER * longest as f64;
    let (axis, ticks) = Axis::new(&rows, report.outcome.scale, left);
    let (width, height) = (left + PLOT + RIGHT, TOP + LINE * rows.len() as f64 + BOTTOM);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" \
         role=\"img\" aria-label=\"{title}\" font-family=\"system-ui, sans-serif\" font-size=\"12\" fill=\"currentColor\">\n\
         <style>svg{{color:#222}}.grid{{stroke:#8888;stroke-width:.5}}.then{{stroke:#b35900;fill:none;stroke-width:2}}\
         .now{{stroke:#0b62a8;fill:#0b62a8;stroke-width:2}}@media(prefers-color-scheme:dark){{svg{{color:#ddd}}\
         .then{{stroke:#ffb366}}.now{{stroke:#6cb8ff;fill:#6cb8ff}}}}</style>\n\
         <text x=\"12\" y=\"20\" font-size=\"14\" font-weight=\"600\">{id}: {title}</text>\n",
        title = escape(&report.title),
        id = escape(&report.id),
    );
    legend(&mut svg, left);
    let (first, last) = (TOP - 6.0, TOP + LINE * rows.len() as f64);
    for tick in ticks {
        let x = axis.place(tick);
        let _ = writeln!(
            svg,
            "<line class=\"grid\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{first:.1}\" y2=\"{last:.1}\"/>\
             <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            last + 16.0,
            tick_text(tick)
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
        left + PLOT / 2.0,
        last + 36.0,
        escape(&report.outcome.unit)
    );
    for (i, row) in rows.into_iter().enumerate() {
        cell(&mut svg, &axis, row, TOP + LINE * (i as f64 + 0.5));
    }
    svg.push_str("</svg>\n");
    Some(svg)
}

fn legend(svg: &mut String, left: f64) {
    let _ = writeln!(
        svg,
        "<circle class=\"then\" cx=\"{:.1}\" cy=\"40\" r=\"4.5\"/><text x=\"{:.1}\" y=\"44\">published</text>\
         <circle class=\"now\" cx=\"{:.1}\" cy=\"40\" r=\"4\"/><text x=\"{:.1}\" y=\"44\">measured</text>",
        left + 4.0,
        left + 14.0,
        left + 94.0,
        left + 104.0
    );
}

fn cell(svg: &mut String, axis: &Axis, row: &Row, y: f64) {
    let _ = writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
        axis.left - 12.0,
        y + 4.0,
        escape(&row.label)
    );
    let both = [
        (row.published_number, "then", y - 4.0, 4.5),
        (row.measured_number, "now", y + 4.0, 4.0),
    ];
    for (number, class, y, radius) in both {
        let Some(number) = number else {
            continue;
        };
        let [low, value, high] = [number.low, number.value, number.high].map(|x| axis.place(x));
        if high - low > 0.5 {
            let _ = write!(
                svg,
                "<line class=\"{class}\" x1=\"{low:.1}\" x2=\"{high:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>"
            );
        }
        let _ = writeln!(
            svg,
            "<circle class=\"{class}\" cx=\"{value:.1}\" cy=\"{y:.1}\" r=\"{radius}\"><title>{} {}</title></circle>",
            if class == "then" {
                "published"
            } else {
                "measured"
            },
            tick_text(number.value)
        );
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::example;
    use super::*;

    #[test]
    fn steps_are_round() {
        assert!((nice_step(100.0) - 20.0).abs() < 1e-9);
        assert!((nice_step(7.0) - 1.0).abs() < 1e-9);
        assert_eq!(tick_text(1e9), "10^9");
        assert_eq!(tick_text(0.5), "0.5");
    }

    #[test]
    fn a_plot_has_a_mark_for_each_number_and_escapes_labels() {
        let svg = example().svg().expect("numbers");
        // Two in the legend.
        assert_eq!(svg.matches("<circle class=\"then\"").count(), 3);
        assert_eq!(svg.matches("<circle class=\"now\"").count(), 3);
        assert!(svg.contains("B &lt;x&gt;") && !svg.contains("<x>"));
    }
}
