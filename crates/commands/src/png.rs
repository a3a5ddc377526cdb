//! Pictures as PNG.

use anyhow::Context;
use melee::core::diagram::{Form, Picture, Point};
use tiny_skia::{Color, FillRule, LineCap, Paint, Path, PathBuilder, Pixmap, Stroke, Transform};

/// Draws a picture at twice its size.
pub(crate) fn png(picture: &Picture) -> anyhow::Result<Vec<u8>> {
    Ok(pixels(picture)?.encode_png()?)
}

fn pixels(picture: &Picture) -> anyhow::Result<Pixmap> {
    const SCALE: f32 = 2.0;
    let size = |length: f32| (length * SCALE).ceil() as u32;
    let mut pixels = Pixmap::new(size(picture.width), size(picture.height)).context("the picture is too large")?;
    pixels.fill(Color::WHITE);
    let scale = Transform::from_scale(SCALE, SCALE);
    for shape in &picture.shapes {
        let path = path(&shape.form).context("a shape without a place")?;
        if let Some(colour) = shape.fill {
            pixels.fill_path(&path, &paint(colour)?, FillRule::Winding, scale, None);
        }
        if let Some(line) = shape.line {
            let line_cap = if line.has_round_ends { LineCap::Round } else { LineCap::Butt };
            let stroke = Stroke { width: line.width, line_cap, ..Stroke::default() };
            pixels.stroke_path(&path, &paint(line.colour)?, &stroke, scale, None);
        }
    }
    Ok(pixels)
}

fn path(form: &Form) -> Option<Path> {
    let mut path = PathBuilder::new();
    match form {
        Form::Polygon(corners) => {
            for (i, &Point { x, y }) in corners.iter().enumerate() {
                if i == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
            }
            path.close();
        }
        Form::Circle { centre, radius } => path.push_circle(centre.x, centre.y, *radius),
        Form::Strokes(strokes) => {
            for (from, to) in strokes {
                path.move_to(from.x, from.y);
                path.line_to(to.x, to.y);
            }
        }
    }
    path.finish()
}

/// A colour as SVG writes it.
fn paint(colour: &str) -> anyhow::Result<Paint<'static>> {
    let digits = colour.strip_prefix('#').filter(|digits| digits.len() == 6);
    let number = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
    let [_, red, green, blue] = number.with_context(|| format!("no colour: {colour}"))?.to_be_bytes();
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(red, green, blue, 255);
    Ok(paint)
}

#[cfg(test)]
mod tests {
    use melee::Player;
    use melee::core::diagram::{Cell, Diagram, Piece, picture, point};

    use super::*;

    /// What is filled, what is drawn as a line and what is left white, each where the picture says.
    #[test]
    fn every_shape_is_where_the_picture_says() {
        let mut diagram = Diagram::default();
        diagram.cells.push(Cell::square("a1", point(0.0, 0.0), 0));
        diagram.cells.push(Cell::square("b1", point(1.0, 0.0), 1));
        diagram.pieces.push(Piece { cell: 1, owner: Some(Player::new(2)), glyph: 'I' });
        let picture = picture(&diagram);
        let drawn = pixels(&picture).expect("drawn");
        assert_eq!((drawn.width(), drawn.height()), (240, 144));
        let colour = |x: u32, y: u32| {
            let pixel = drawn.pixel(x, y).expect("inside");
            format!("#{:02x}{:02x}{:02x}", pixel.red(), pixel.green(), pixel.blue())
        };
        let player = diagram.colour(Player::new(2));
        assert_eq!(colour(5, 5), "#ffffff", "the margin");
        assert_eq!(colour(72, 72), picture.shapes[0].fill.expect("a field"), "an empty field");
        assert_eq!(colour(124, 28), picture.shapes[1].fill.expect("a field"), "the corner of the other");
        assert_eq!(colour(168 - 28, 72), player.fill, "the piece on it");
        assert_eq!(colour(168, 60), player.ink, "its letter");
        assert_eq!(colour(24, 72), "#5a5142", "the edge of a field");
        assert!(paint("red").is_err());
    }
}
