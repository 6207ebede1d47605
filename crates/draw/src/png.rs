//! Pictures as PNG, made from their SVG.
//!
//! Letters are left out: that would take a font and its layout, and the boards are understood without.

use resvg::{tiny_skia, usvg};
use std::fmt;

/// Why an SVG could not be made a PNG.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PngError(String);

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PngError {}

/// An SVG with fixed colours ([`Palette::Fixed`](crate::svg::Palette::Fixed)) as PNG, its longer side so many pixels
/// long.
///
/// # Errors
/// When the text is no SVG, or there is no room for so large a picture.
///
/// # Examples
/// ```
/// use quirkat_draw::png;
///
/// let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 30 20\"/>";
/// assert!(png::from_svg(svg, 60)?.starts_with(b"\x89PNG"));
/// # Ok::<(), quirkat_draw::png::PngError>(())
/// ```
pub fn from_svg(svg: &str, size: u32) -> Result<Vec<u8>, PngError> {
    let broken = |error: &dyn fmt::Display| PngError(error.to_string());
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).map_err(|error| broken(&error))?;
    let natural = tree.size();
    let scale = size as f32 / natural.width().max(natural.height());
    let pixels = |length: f32| ((length * scale).round() as u32).clamp(1, size.max(1));
    let (width, height) = (pixels(natural.width()), pixels(natural.height()));
    let mut pixmap =
        tiny_skia::Pixmap::new(width, height).ok_or_else(|| broken(&"there is no room for so large a picture"))?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| broken(&error))
}
