//! Charts as SVG: axes with round ticks, lines, dots and texts. Boards and trees are drawn elsewhere; they have no axes.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

/// How numbers become lengths.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// As they are.
    #[default]
    Linear,
    /// By their logarithms.
    Logarithmic,
}

/// Numbers along a line of the chart.
#[derive(Clone, PartialEq, Debug)]
pub struct Axis {
    scale: Scale,
    low: f64,
    high: f64,
    /// Where the lowest and the highest number lie.
    pixels: [f64; 2],
    /// Round numbers, the first and the last at the ends.
    pub ticks: Vec<f64>,
}

impl Axis {
    /// An axis from tick to tick that holds zero and all numbers; by logarithms, where that is asked for and possible,
    /// all positive ones.
    pub fn around(numbers: &[f64], scale: Scale, pixels: [f64; 2]) -> Axis {
        let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
        let most = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let positive = numbers.iter().copied().filter(|x| *x > 0.0);
        let least_positive = positive.fold(f64::INFINITY, f64::min);
        let (scale, ticks): (Scale, Vec<f64>) = match scale {
            Scale::Logarithmic if least_positive.is_finite() => {
                let low = least_positive.log10().floor() as i32;
                let high = (most.log10().ceil() as i32).max(low + 1);
                (scale, (low..=high).map(|e| 10f64.powi(e)).collect())
            }
            Scale::Linear | Scale::Logarithmic => {
                let step = round_step((most - least.min(0.0)).max(1e-9));
                let low = (least.min(0.0) / step).floor() * step;
                let high = (most / step).ceil().max(low / step + 1.0) * step;
                let count = ((high - low) / step).round() as usize;
                let ticks = (0..=count).map(|i| low + step * i as f64);
                (Scale::Linear, ticks.collect())
            }
        };
        Axis { scale, low: ticks[0], high: ticks[ticks.len() - 1], pixels, ticks }
    }

    /// Where a number lies; what is beyond an end lies at the end.
    pub fn place(&self, number: f64) -> f64 {
        let length = |x: f64| match self.scale {
            Scale::Linear => x,
            Scale::Logarithmic => x.max(f64::MIN_POSITIVE).log10(),
        };
        let (low, high) = (length(self.low), length(self.high));
        let part = ((length(number) - low) / (high - low)).clamp(0.0, 1.0);
        let [first, last] = self.pixels;
        first + (last - first) * part
    }
}

/// 1, 2 or 5 times a power of ten, so that about eight steps fill the range.
fn round_step(range: f64) -> f64 {
    let rough = range / 8.0;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().find(|s| s * power >= rough);
    step.unwrap_or(10.0) * power
}

/// A number as it stands at an axis.
///
/// ```
/// assert_eq!(melee_arena::plot::tick_text(0.5), "0.5");
/// assert_eq!(melee_arena::plot::tick_text(1e9), "10^9");
/// ```
pub fn tick_text(number: f64) -> String {
    if number.abs() >= 1e6 {
        let power = number.abs().log10().floor();
        let mantissa = number / 10f64.powf(power);
        if (mantissa - 1.0).abs() < 1e-9 {
            return format!("10^{power:.0}");
        }
        return format!("{mantissa:.0}e{power:.0}");
    }
    let text = format!("{number:.3}");
    match text.trim_end_matches('0').trim_end_matches('.') {
        "-0" => "0".to_string(),
        text => text.to_string(),
    }
}

/// Text that is safe inside elements and attributes of HTML and SVG.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            _ => out.push(c),
        }
    }
    out
}

/// Dots and lines of two kinds that differ in shape as well as in colour, on a light page and on a dark one.
const STYLE: &str = "svg{color:#222}.grid{stroke:#8888;stroke-width:.5}.then{stroke:#b35900;fill:none;stroke-width:2}\
     .now{stroke:#0b62a8;fill:#0b62a8;stroke-width:2}@media(prefers-color-scheme:dark){svg{color:#ddd}\
     .then{stroke:#ffb366}.now{stroke:#6cb8ff;fill:#6cb8ff}}";

/// A chart on its way. Attributes are given as SVG has them, such as `class="grid"`; classes are `grid`, and `then` and
/// `now` for what is compared.
pub struct Chart(String);

impl Chart {
    /// An empty chart with a title for those who cannot see it.
    pub fn new(width: f64, height: f64, title: &str) -> Self {
        Chart(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" \
             role=\"img\" aria-label=\"{}\" font-family=\"system-ui, sans-serif\" font-size=\"12\" fill=\"currentColor\">\n\
             <style>{STYLE}</style>\n",
            escape(title)
        ))
    }

    /// A text that starts, has its middle or ends (`anchor`) at a place.
    pub fn text(&mut self, [x, y]: [f64; 2], anchor: &str, text: &str) {
        let text = escape(text);
        self.put(&format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>"));
    }

    /// Writes the text above the plot.
    pub fn headline(&mut self, text: &str) {
        let text = escape(text);
        self.put(&format!("<text x=\"12\" y=\"20\" font-size=\"14\" font-weight=\"600\">{text}</text>"));
    }

    /// A straight line.
    pub fn line(&mut self, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2], attributes: &str) {
        self.put(&format!("<line {attributes} x1=\"{x1:.1}\" x2=\"{x2:.1}\" y1=\"{y1:.1}\" y2=\"{y2:.1}\"/>"));
    }

    /// A line through many points.
    pub fn polyline(&mut self, points: impl Iterator<Item = [f64; 2]>, attributes: &str) {
        let points: Vec<String> = points.map(|[x, y]| format!("{x:.1},{y:.1}")).collect();
        let points = points.join(" ");
        self.put(&format!("<polyline fill=\"none\" {attributes} points=\"{points}\"/>"));
    }

    /// A dot, with a text for whoever points at it.
    pub fn dot(&mut self, [x, y]: [f64; 2], radius: f64, attributes: &str, about: &str) {
        let about = escape(about);
        self.put(&format!(
            "<circle {attributes} cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\"><title>{about}</title></circle>"
        ));
    }

    /// The whole picture.
    pub fn finish(mut self) -> String {
        self.put("</svg>");
        self.0
    }

    fn put(&mut self, element: &str) {
        let _ = writeln!(self.0, "{element}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_hold_everything() {
        assert!((round_step(100.0) - 20.0).abs() < 1e-9);
        assert!((round_step(7.0) - 1.0).abs() < 1e-9);
        let axis = Axis::around(&[3.0, 95.0], Scale::Linear, [0.0, 100.0]);
        assert_eq!(axis.ticks, [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert!((axis.place(50.0) - 50.0).abs() < 1e-9);
        let axis = Axis::around(&[3.0, 95.0], Scale::Logarithmic, [0.0, 100.0]);
        assert_eq!(axis.ticks, [1.0, 10.0, 100.0]);
        assert!((axis.place(10.0) - 50.0).abs() < 1e-9);
    }
}
