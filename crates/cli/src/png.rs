//! Pictures from SVG.

use anyhow::Context;
use resvg::{tiny_skia, usvg};

/// Renders an SVG of ours at twice its size.
pub(crate) fn from_svg(svg: &str) -> anyhow::Result<Vec<u8>> {
    const SCALE: f32 = 2.0;
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default())?;
    let size = tree.size().to_int_size().scale_by(SCALE).context("the picture has no size")?;
    let mut pixels = tiny_skia::Pixmap::new(size.width(), size.height()).context("the picture is too large")?;
    let scale = tiny_skia::Transform::from_scale(SCALE, SCALE);
    resvg::render(&tree, scale, &mut pixels.as_mut());
    Ok(pixels.encode_png()?)
}
