//! Renders SVG as PNG. Text uses the embedded fonts.

use crate::fonts::{FAMILIES, FILES};
use resvg::usvg::fontdb::Database;
use resvg::{tiny_skia, usvg};
use std::sync::{Arc, LazyLock};
use thiserror::Error;

/// Reason why an SVG cannot be rendered.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct PngError(String);

/// Renders an SVG with fixed colours ([`Palette::Fixed`](quirkat_draw::svg::Palette::Fixed)) as PNG. `size` is the
/// length of its longer side in pixels.
///
/// # Errors
/// When the text is not SVG, or the picture would be too large.
///
/// # Examples
/// ```
/// use quirkat_print::png;
///
/// let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 30 20\"/>";
/// assert!(png::from_svg(svg, 60)?.starts_with(b"\x89PNG"));
/// # Ok::<(), quirkat_print::png::PngError>(())
/// ```
pub fn from_svg(svg: &str, size: u32) -> Result<Vec<u8>, PngError> {
    render(svg, size, tiny_skia::Color::TRANSPARENT)?.encode_png().map_err(|error| PngError(error.to_string()))
}

/// Renders an SVG on white, for paper. The compression is light: the default takes as long as all the rest.
pub(crate) fn on_white(svg: &str, size: u32) -> Result<Vec<u8>, PngError> {
    let pixmap = render(svg, size, tiny_skia::Color::WHITE)?;
    let mut bytes = vec![];
    let mut encoder = png::Encoder::new(&mut bytes, pixmap.width(), pixmap.height());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_compression(png::Compression::Fast);
    let written = encoder.write_header().and_then(|mut writer| {
        writer.write_image_data(pixmap.data())?;
        writer.finish()
    });
    written.map_err(|error| PngError(error.to_string()))?;
    Ok(bytes)
}

pub(crate) fn render(svg: &str, size: u32, ground: tiny_skia::Color) -> Result<tiny_skia::Pixmap, PngError> {
    let tree = read_svg(svg)?;
    let natural = tree.size();
    let scale = size as f32 / natural.width().max(natural.height());
    let pixels = |length: f32| ((length * scale).round() as u32).clamp(1, size.max(1));
    let (width, height) = (pixels(natural.width()), pixels(natural.height()));
    let mut pixmap = tiny_skia::Pixmap::new(width, height)
        .ok_or_else(|| PngError("there is no room for so large a picture".to_owned()))?;
    pixmap.fill(ground);
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    Ok(pixmap)
}

/// Parses an SVG and converts its text to outlines of the embedded fonts.
pub(crate) fn read_svg(svg: &str) -> Result<usvg::Tree, PngError> {
    static FACES: LazyLock<Arc<Database>> = LazyLock::new(|| {
        let mut faces = Database::new();
        FILES.iter().for_each(|file| faces.load_font_data(file.to_vec()));
        faces.set_serif_family(FAMILIES[0]);
        Arc::new(faces)
    });
    let options =
        usvg::Options { font_family: FAMILIES[0].to_owned(), fontdb: Arc::clone(&FACES), ..usvg::Options::default() };
    usvg::Tree::from_str(svg, &options).map_err(|error| PngError(error.to_string()))
}
