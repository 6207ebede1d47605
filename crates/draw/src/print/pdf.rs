//! Pages as PDF. Nothing in it tells when it was made: the same pages are the same bytes.

use super::letters::{FACE, letters, width};
use super::measure::{Mm, Spot};
use super::order::PrintError;
use super::shapes::{Ink, Page, Paint, Shape};
use krilla::Document;
use krilla::color::{luma, rgb};
use krilla::geom::{Path, PathBuilder, Point};
use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use krilla::paint::{Fill, LineCap, LineJoin, Paint as Colour, Stroke};
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph};
use quirkat_rules::Language;

/// The pages as one PDF.
pub fn pdf(title: &str, language: Language, pages: &[Page]) -> Result<Vec<u8>, PrintError> {
    let broken = |what: &str| PrintError::Pdf(what.to_owned());
    let font = Font::new(FACE.into(), 0).ok_or_else(|| broken("the embedded face is no font"))?;
    let mut document = Document::new();
    let code = match language {
        Language::En => "en",
        Language::Es => "es",
    };
    document.set_metadata(Metadata::new().title(title.to_owned()).language(code.to_owned()));
    for page in pages {
        let settings = PageSettings::from_wh(page.size.0.points(), page.size.1.points());
        let mut sheet = document.start_page_with(settings.ok_or_else(|| broken("a page has no size"))?);
        let mut surface = sheet.surface();
        for shape in &page.shapes {
            draw(&mut surface, shape, &font);
        }
        surface.finish();
        sheet.finish();
    }
    document.finish().map_err(|error| PrintError::Pdf(error.to_string()))
}

fn draw(surface: &mut Surface<'_>, shape: &Shape, font: &Font) {
    match shape {
        Shape::Way { spots, is_closed, paint } => {
            let mut builder = PathBuilder::new();
            for (number, &spot) in spots.iter().enumerate() {
                let Point { x, y } = at(spot);
                if number == 0 { builder.move_to(x, y) } else { builder.line_to(x, y) }
            }
            if *is_closed {
                builder.close();
            }
            inked(surface, builder.finish(), paint);
        }
        Shape::Circle { middle, radius, paint } => inked(surface, circle(*middle, *radius), paint),
        Shape::Text { at: middle, size, text, ink } => {
            let glyphs: Vec<_> = letters(text)
                .into_iter()
                .map(|letter| {
                    let glyph = GlyphId::new(letter.glyph);
                    KrillaGlyph::new(glyph, letter.width, 0.0, 0.0, 0.0, letter.bytes, None)
                })
                .collect();
            surface.set_stroke(None);
            surface.set_fill(Some(Fill { paint: colour(*ink), ..Fill::default() }));
            let start = at(*middle - Spot::new(width(text, *size).half(), Mm::ZERO));
            surface.draw_glyphs(start, &glyphs, font.clone(), text, size.points(), false);
        }
    }
}

/// A path with its ink; a path without any length is nothing.
fn inked(surface: &mut Surface<'_>, path: Option<Path>, paint: &Paint) {
    let Some(path) = path else { return };
    surface.set_fill(paint.fill.map(|ink| Fill { paint: colour(ink), ..Fill::default() }));
    surface.set_stroke(paint.line.map(|(ink, width)| Stroke {
        paint: colour(ink),
        width: width.points(),
        line_cap: LineCap::Butt,
        line_join: LineJoin::Round,
        ..Stroke::default()
    }));
    surface.draw_path(&path);
}

/// A circle as four curves, as good as round in print.
fn circle(middle: Spot, radius: Mm) -> Option<Path> {
    const BEND: f32 = 0.552_285;
    let (Point { x, y }, radius) = (at(middle), radius.points());
    let bend = radius * BEND;
    let mut builder = PathBuilder::new();
    builder.move_to(x + radius, y);
    builder.cubic_to(x + radius, y + bend, x + bend, y + radius, x, y + radius);
    builder.cubic_to(x - bend, y + radius, x - radius, y + bend, x - radius, y);
    builder.cubic_to(x - radius, y - bend, x - bend, y - radius, x, y - radius);
    builder.cubic_to(x + bend, y - radius, x + radius, y - bend, x + radius, y);
    builder.close();
    builder.finish()
}

fn at(spot: Spot) -> Point {
    Point::from_xy(spot.x.points(), spot.y.points())
}

/// Greys are written as greys, so that printers take black ink alone for them.
fn colour(Ink(red, green, blue): Ink) -> Colour {
    if red == green && green == blue { luma::Color::new(red).into() } else { rgb::Color::new(red, green, blue).into() }
}
