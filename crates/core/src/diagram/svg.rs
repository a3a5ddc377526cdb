//! Diagrams as SVG.

use std::fmt::Write;

use super::picture::{Form, Shape, picture};
use super::{Diagram, Point};

/// Draws the diagram. Cells carry their id as `data-cell`.
///
/// ```
/// use melee_core::diagram::{svg, Cell, Diagram, point};
/// let mut diagram = Diagram::default();
/// diagram.cells.push(Cell::square("a1", point(0.0, 0.0), 0));
/// assert!(svg(&diagram).contains("data-cell=\"a1\""));
/// ```
pub fn svg(diagram: &Diagram) -> String {
    let picture = picture(diagram);
    let (width, height) = (picture.width, picture.height);
    let mut out = String::new();
    let _ = writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">"#
    );
    let _ = writeln!(out, r##"<rect width="100%" height="100%" fill="#ffffff"/>"##);
    for shape in &picture.shapes {
        out.push_str(&element(shape, diagram));
    }
    out.push_str("</svg>\n");
    out
}

fn element(shape: &Shape, diagram: &Diagram) -> String {
    let cell = shape.cell.map(|cell| format!(r#" data-cell="{}""#, escape(&diagram.cells[cell].id)));
    let cell = cell.unwrap_or_default();
    let mut element = match &shape.form {
        Form::Polygon(corners) => {
            let corners: Vec<String> = corners.iter().map(|Point { x, y }| format!("{x},{y}")).collect();
            format!(r#"<polygon{cell} points="{}""#, corners.join(" "))
        }
        Form::Circle { centre, radius } => {
            format!(r#"<circle{cell} cx="{}" cy="{}" r="{radius}""#, centre.x, centre.y)
        }
        Form::Strokes(strokes) => {
            let stroke = |(from, to): &(Point, Point)| format!("M{} {}L{} {}", from.x, from.y, to.x, to.y);
            format!(r#"<path{cell} d="{}""#, strokes.iter().map(stroke).collect::<String>())
        }
    };
    let _ = write!(element, r#" fill="{}""#, shape.fill.unwrap_or("none"));
    if let Some(line) = shape.line {
        let _ = write!(element, r#" stroke="{}" stroke-width="{}""#, line.colour, line.width);
        if line.has_round_ends {
            element.push_str(r#" stroke-linecap="round""#);
        }
    }
    element + "/>\n"
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
