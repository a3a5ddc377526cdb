//! Diagrams as SVG: plain shapes without text elements, so that no font is needed.

use std::fmt::Write;

use super::palette::{NEUTRAL, SHADES};
use super::{Diagram, MarkKind, Point, point, segments};

/// Pixels per unit.
const SCALE: f32 = 48.0;
const MARGIN: f32 = 0.25;

/// Draws the diagram. Cells carry their id as `data-cell`.
///
/// ```
/// use melee_core::diagram::{svg, Cell, Diagram, point};
/// let mut diagram = Diagram::default();
/// diagram.cells.push(Cell::square("a1", point(0.0, 0.0), 0));
/// assert!(svg(&diagram).contains("data-cell=\"a1\""));
/// ```
pub fn svg(diagram: &Diagram) -> String {
    let (low, high) = diagram.bounds();
    let (width, height) = if diagram.cells.is_empty() {
        (1.0, 1.0)
    } else {
        (high.x - low.x + 2.0 * MARGIN, high.y - low.y + 2.0 * MARGIN)
    };
    let mut out = String::new();
    let px = |v: f32| round(v * SCALE);
    let _ = writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}">"#,
        px(width),
        px(height)
    );
    let _ = writeln!(out, r##"<rect width="100%" height="100%" fill="#ffffff"/>"##);
    let place = |p: Point| point(px(p.x - low.x + MARGIN), px(p.y - low.y + MARGIN));

    let _ = writeln!(out, r##"<g stroke="#5a5142" stroke-width="1.5">"##);
    for cell in &diagram.cells {
        let corners: Vec<String> = cell.polygon.iter().map(|&p| place(p)).map(|p| format!("{},{}", p.x, p.y)).collect();
        let _ = writeln!(
            out,
            r#"<polygon data-cell="{}" points="{}" fill="{}"/>"#,
            escape(&cell.id),
            corners.join(" "),
            SHADES[cell.shade as usize % SHADES.len()]
        );
    }
    out.push_str("</g>\n");

    for edge in &diagram.edges {
        let (from, to) = (place(edge.from), place(edge.to));
        let _ = writeln!(
            out,
            r##"<path d="M{} {}L{} {}" stroke="#b00020" stroke-width="5" fill="none"/>"##,
            from.x, from.y, to.x, to.y
        );
    }
    for piece in &diagram.pieces {
        let centre = place(diagram.cells[piece.cell].centre());
        let colour = piece.owner.map_or(NEUTRAL, |player| diagram.colour(player));
        let _ = writeln!(
            out,
            r##"<circle cx="{}" cy="{}" r="{}" fill="{}" stroke="#000000" stroke-width="1.5"/>"##,
            centre.x,
            centre.y,
            px(0.38),
            colour.fill
        );
        letters(&mut out, &piece.glyph.to_string(), centre, px(0.14), colour.ink);
    }
    for mark in &diagram.marks {
        let centre = place(diagram.cells[mark.cell].centre());
        let (radius, style) = match mark.kind {
            MarkKind::LastMove => (0.44, r##"fill="none" stroke="#000000" stroke-width="4""##),
            MarkKind::Winning => (0.44, r##"fill="none" stroke="#009e73" stroke-width="6""##),
            MarkKind::Threatened => (0.47, r##"fill="none" stroke="#b00020" stroke-width="5""##),
            MarkKind::Legal => (0.12, r##"fill="#0072b2" stroke="none""##),
        };
        let _ = writeln!(out, r#"<circle cx="{}" cy="{}" r="{}" {style}/>"#, centre.x, centre.y, px(radius));
    }
    for label in &diagram.labels {
        letters(&mut out, &label.text, place(label.at), px(0.14), "#222222");
    }
    out.push_str("</svg>\n");
    out
}

/// Writes `text` around `centre` with letters `width` wide.
fn letters(out: &mut String, text: &str, centre: Point, width: f32, ink: &str) {
    let advance = width * 1.6;
    let count = text.chars().count() as f32;
    let left = centre.x - f32::midpoint(advance * (count - 1.0), width);
    let top = centre.y - width;
    let mut path = String::new();
    for (i, c) in text.chars().enumerate() {
        let x = left + advance * i as f32;
        for (from, to) in segments::strokes(c) {
            let _ = write!(
                path,
                "M{} {}L{} {}",
                round(x + from.x * width),
                round(top + from.y * width),
                round(x + to.x * width),
                round(top + to.y * width)
            );
        }
    }
    if !path.is_empty() {
        let _ =
            writeln!(out, r#"<path d="{path}" stroke="{ink}" stroke-width="2" stroke-linecap="round" fill="none"/>"#);
    }
}

fn round(v: f32) -> f32 {
    (v * 10.0).round() / 10.0
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
