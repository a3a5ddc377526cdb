//! Diagrams as plain shapes, letters included, so that whoever draws them needs no font.

use super::palette::{NEUTRAL, SHADES};
use super::{Diagram, MarkKind, Point, point, segments};

/// Pixels per unit.
const SCALE: f32 = 48.0;
const MARGIN: f32 = 0.25;

/// What is to be drawn, on a white ground and in this order; all lengths are in pixels.
#[derive(Clone, PartialEq, Debug)]
pub struct Picture {
    pub width: f32,
    pub height: f32,
    pub shapes: Vec<Shape>,
}

/// A form with its colours, which are written as in SVG: `#rrggbb`.
#[derive(Clone, PartialEq, Debug)]
pub struct Shape {
    pub form: Form,
    pub fill: Option<&'static str>,
    pub line: Option<Line>,
    /// The cell that it is, if it is one.
    pub cell: Option<usize>,
}

/// What a shape looks like.
#[derive(Clone, PartialEq, Debug)]
pub enum Form {
    Polygon(Vec<Point>),
    Circle {
        centre: Point,
        radius: f32,
    },
    /// Straight lines from here to there.
    Strokes(Vec<(Point, Point)>),
}

/// How a line is drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Line {
    pub colour: &'static str,
    pub width: f32,
    pub has_round_ends: bool,
}

const fn line(colour: &'static str, width: f32) -> Line {
    Line { colour, width, has_round_ends: false }
}

/// The shapes of a diagram.
pub fn picture(diagram: &Diagram) -> Picture {
    let (low, high) = diagram.bounds();
    let (width, height) = if diagram.cells.is_empty() {
        (1.0, 1.0)
    } else {
        (high.x - low.x + 2.0 * MARGIN, high.y - low.y + 2.0 * MARGIN)
    };
    let place = |p: Point| point(pixels(p.x - low.x + MARGIN), pixels(p.y - low.y + MARGIN));
    let centre = |cell: usize| place(diagram.cells[cell].centre());
    let mut shapes = Vec::new();
    let mut draw = |form, fill, line| shapes.push(Shape { form, fill, line, cell: None });

    for edge in &diagram.edges {
        draw(Form::Strokes(vec![(place(edge.from), place(edge.to))]), None, Some(line("#b00020", 5.0)));
    }
    for piece in &diagram.pieces {
        let colour = piece.owner.map_or(NEUTRAL, |player| diagram.colour(player));
        let circle = Form::Circle { centre: centre(piece.cell), radius: pixels(0.38) };
        draw(circle, Some(colour.fill), Some(line("#000000", 1.5)));
        if let Some(letters) = letters(&piece.glyph.to_string(), centre(piece.cell), segments::sign) {
            draw(letters, None, Some(ink(colour.ink)));
        }
    }
    for mark in &diagram.marks {
        let (radius, fill, line) = match mark.kind {
            MarkKind::LastMove => (0.44, None, Some(line("#000000", 4.0))),
            MarkKind::Winning => (0.44, None, Some(line("#009e73", 6.0))),
            MarkKind::Threatened => (0.47, None, Some(line("#b00020", 5.0))),
            MarkKind::Legal => (0.12, Some("#0072b2"), None),
        };
        draw(Form::Circle { centre: centre(mark.cell), radius: pixels(radius) }, fill, line);
    }
    for label in &diagram.labels {
        if let Some(letters) = letters(&label.text, place(label.at), segments::strokes) {
            draw(letters, None, Some(ink("#222222")));
        }
    }

    let cells = diagram.cells.iter().enumerate().map(|(i, cell)| Shape {
        form: Form::Polygon(cell.polygon.iter().map(|&p| place(p)).collect()),
        fill: Some(SHADES[cell.shade as usize % SHADES.len()]),
        line: Some(line("#5a5142", 1.5)),
        cell: Some(i),
    });
    Picture { width: pixels(width), height: pixels(height), shapes: cells.chain(shapes).collect() }
}

fn ink(colour: &'static str) -> Line {
    Line { has_round_ends: true, ..line(colour, 2.0) }
}

/// A text around its middle, its characters drawn so; none if there is nothing to see.
fn letters(text: &str, middle: Point, drawn: fn(char) -> Vec<(Point, Point)>) -> Option<Form> {
    let width = pixels(0.14);
    let advance = width * 1.6;
    let count = text.chars().count() as f32;
    let left = middle.x - f32::midpoint(advance * (count - 1.0), width);
    let top = middle.y - width;
    let mut strokes = Vec::new();
    for (i, letter) in text.chars().enumerate() {
        let x = left + advance * i as f32;
        let place = |p: Point| point(round(x + p.x * width), round(top + p.y * width));
        strokes.extend(drawn(letter).into_iter().map(|(from, to)| (place(from), place(to))));
    }
    (!strokes.is_empty()).then_some(Form::Strokes(strokes))
}

fn pixels(units: f32) -> f32 {
    round(units * SCALE)
}

fn round(v: f32) -> f32 {
    (v * 10.0).round() / 10.0
}
