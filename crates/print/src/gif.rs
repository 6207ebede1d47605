//! Renders the positions of a game as an animated GIF.

use crate::png::{PngError, render};
use color_quant::NeuQuant;
use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use quirkat_draw::Scene;
use quirkat_draw::svg::{self, Palette};
use resvg::tiny_skia::{Color, Pixmap, PixmapPaint, Transform};
use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use thiserror::Error;

/// Time of a position, and of the last one, in hundredths of a second.
const DELAY: u16 = 90;
const LAST_DELAY: u16 = 400;
/// Maximum length of a side in pixels. A picture of this size takes 64 MiB in memory.
const MAX_SIZE: u32 = 4_000;
/// Number of colours of a GIF, without the number that leaves a pixel as it is.
const COLOURS: usize = 255;
const UNCHANGED: u8 = 255;
/// Share of the pixels from which the colours are chosen: one of this number.
const SAMPLING: i32 = 10;

/// Reason why an animation cannot be made.
#[derive(Debug, Error)]
pub enum GifError {
    /// A position cannot be drawn.
    #[error(transparent)]
    Picture(#[from] PngError),
    /// There is no position.
    #[error("an animation needs a position")]
    Empty,
    /// The size is too large.
    #[error("an animation has at most 4,000 pixels on each side")]
    TooLarge,
    /// The pictures cannot be written.
    #[error("the animation cannot be written: {0}")]
    Encoding(#[from] EncodingError),
    /// The end of the file cannot be written.
    #[error("the animation cannot be written: {0}")]
    Writing(#[from] io::Error),
}

/// Renders positions with fixed colours ([`Palette::Fixed`]), one after another, as a GIF that repeats. `size` is the length of its longer side in pixels. Each
/// picture after the first contains only what has changed.
///
/// # Errors
/// When there is no position, or `size` is over 4,000.
///
/// # Examples
/// ```
/// use quirkat_draw::Scene;
/// use quirkat_draw::svg::{Materials, Palette};
/// use quirkat_print::gif::animation;
/// use quirkat_rules::find_game;
///
/// let ruleset = find_game("alquerque").unwrap().ruleset(None, &[])?;
/// let scene = Scene::new(&ruleset, ruleset.start.clone());
/// assert!(animation(&[scene], Palette::Fixed(Materials::default()), 60)?.starts_with(b"GIF89a"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn animation(scenes: &[Scene], palette: Palette, size: u32) -> Result<Vec<u8>, GifError> {
    if size > MAX_SIZE {
        return Err(GifError::TooLarge);
    }
    let frames = svg::frames(scenes, palette);
    let (first, last) = frames.first().zip(frames.last()).ok_or(GifError::Empty)?;
    let mut renderer = Renderer { size, board: None };
    let shown = renderer.render(first)?;
    let mut colours = Colours::of(&[&shown, &renderer.render(last)?]);
    let mut before = None;
    let side = |length: u32| u16::try_from(length).map_err(|_| GifError::TooLarge);
    let mut encoder = Encoder::new(vec![], side(shown.width())?, side(shown.height())?, &colours.palette())?;
    encoder.set_repeat(Repeat::Infinite)?;
    for (number, frame) in frames.iter().enumerate() {
        let picture = renderer.render(frame)?;
        let area = match &before {
            Some(before) => changed_area(before, &picture),
            None => [0, 0, picture.width(), picture.height()],
        };
        let [left, top, width, height] = area;
        encoder.write_frame(&Frame {
            left: side(left)?,
            top: side(top)?,
            width: side(width)?,
            height: side(height)?,
            delay: if number + 1 == frames.len() { LAST_DELAY } else { DELAY },
            dispose: DisposalMethod::Keep,
            transparent: Some(UNCHANGED),
            buffer: colours.indices(before.as_ref(), &picture, area).into(),
            ..Frame::default()
        })?;
        before = Some(picture);
    }
    Ok(encoder.into_inner()?)
}

/// Renders boards with their pieces.
struct Renderer {
    size: u32,
    /// Board of the last picture, as SVG and rendered.
    board: Option<(Arc<str>, Pixmap)>,
}

impl Renderer {
    fn render(&mut self, [below, above]: &[Arc<str>; 2]) -> Result<Pixmap, PngError> {
        let mut picture = match &self.board {
            Some((drawn, rendered)) if Arc::ptr_eq(drawn, below) => rendered.clone(),
            _ => self.board.insert((Arc::clone(below), render(below, self.size, Color::WHITE)?)).1.clone(),
        };
        let pieces = render(above, self.size, Color::TRANSPARENT)?;
        picture.draw_pixmap(0, 0, pieces.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
        Ok(picture)
    }
}

/// The colours that all pictures share.
struct Colours {
    quantizer: NeuQuant,
    /// Numbers of the colours found so far.
    found: HashMap<[u8; 4], u8>,
}

impl Colours {
    fn of(pictures: &[&Pixmap]) -> Colours {
        let pixels: Vec<u8> = pictures.iter().flat_map(|picture| picture.data()).copied().collect();
        Colours { quantizer: NeuQuant::new(SAMPLING, COLOURS, &pixels), found: HashMap::new() }
    }

    fn palette(&self) -> Vec<u8> {
        self.quantizer.color_map_rgb()
    }

    /// Returns the numbers of the colours in a part of a picture, which is opaque, or that of unchanged pixels.
    fn indices(&mut self, before: Option<&Pixmap>, picture: &Pixmap, [left, top, width, height]: [u32; 4]) -> Vec<u8> {
        let before = before.map(Pixmap::pixels);
        let index = |place: usize| {
            let colour = picture.pixels()[place];
            if before.is_some_and(|before| before[place] == colour) {
                return UNCHANGED;
            }
            let pixel = [colour.red(), colour.green(), colour.blue(), colour.alpha()];
            *self.found.entry(pixel).or_insert_with(|| self.quantizer.index_of(&pixel) as u8)
        };
        let rows = (top..top + height).map(|y| (y * picture.width() + left) as usize);
        rows.flat_map(|row| row..row + width as usize).map(index).collect()
    }
}

/// Returns the left, top, width and height of the smallest rectangle that contains all different pixels. Of equal pictures it is
/// one pixel, so that the picture still takes its time.
fn changed_area(before: &Pixmap, after: &Pixmap) -> [u32; 4] {
    let pairs = (0..).zip(before.pixels().iter().zip(after.pixels()));
    let places =
        pairs.filter(|(_, (old, new))| old != new).map(|(index, _)| (index % after.width(), index / after.width()));
    let area = places.fold(None, |area, (x, y)| {
        let [left, top, right, bottom] = area.unwrap_or([x, y, x, y]);
        Some([left.min(x), top.min(y), right.max(x), bottom.max(y)])
    });
    let [left, top, right, bottom] = area.unwrap_or_default();
    [left, top, right - left + 1, bottom - top + 1]
}
