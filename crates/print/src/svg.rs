//! Writes pages as SVG in millimetres, one below another. Text is drawn as outlines, so viewers need no fonts. Its
//! content is included for screen readers.

use super::measure::{Mm, Spot};
use super::page::Page;
use super::shapes::{Ink, Paint, Shape, Stroke};
use super::text::{Line, Run};
use crate::fonts::{FILES, Font};
use quirkat_draw::svg::paint::escape;
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Writes the pages as one SVG.
pub fn svg(title: &str, pages: &[Page]) -> String {
    let width = pages.iter().map(|page| page.size.0).max().unwrap_or_default();
    let mut height = Mm::ZERO;
    let mut writer = Writer::default();
    let mut groups = String::new();
    for page in pages {
        let by = Spot::new(Mm::ZERO, height);
        let shapes: String = page.shapes().map(|shape| writer.element(&shape.moved(by))).collect();
        groups += &format!("<g class=\"q-page\">\n{shapes}</g>\n");
        height = height + page.size.1;
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" \
         viewBox=\"0 0 {width} {height}\">\n<title>{}</title>\n<defs>\n{}</defs>\n{groups}</svg>\n",
        escape(title),
        writer.outlines()
    )
}

/// SVG writer. It collects the glyphs that the shapes use.
#[derive(Default)]
struct Writer {
    glyphs: BTreeSet<(Font, u32)>,
}

impl Writer {
    fn element(&mut self, shape: &Shape) -> String {
        match shape {
            Shape::Polyline { spots, is_closed, paint } => {
                let mut data = String::new();
                for (number, spot) in spots.iter().enumerate() {
                    data += &format!("{}{} {}", if number == 0 { 'M' } else { 'L' }, spot.x, spot.y);
                }
                format!("<path{} d=\"{data}{}\"/>\n", paint_attributes(paint), if *is_closed { "z" } else { "" })
            }
            Shape::Circle { middle, radius, paint } => {
                format!("<circle{} cx=\"{}\" cy=\"{}\" r=\"{radius}\"/>\n", paint_attributes(paint), middle.x, middle.y)
            }
            Shape::Curve { strokes, paint } => {
                let ends = if paint.line.is_some() { " stroke-linecap=\"round\"" } else { "" };
                let data: String = strokes.iter().map(|stroke| stroke_data(*stroke)).collect();
                format!("<path{}{ends} d=\"{data}\"/>\n", paint_attributes(paint))
            }
            Shape::Text { at, line, ink } => {
                let runs: String = line.runs.iter().map(|run| self.run(*at, line, run)).collect();
                format!(
                    "<g role=\"img\" aria-label=\"{}\" fill=\"{}\">{runs}</g>\n",
                    escape(&line.text()),
                    colour(*ink)
                )
            }
        }
    }

    fn run(&mut self, at: Spot, line: &Line, run: &Run) -> String {
        let size = line.size.millimetres();
        let mut x = (at.x + run.x).millimetres();
        let mut written = String::new();
        for glyph in &run.glyphs {
            self.glyphs.insert((run.font, glyph.id));
            let right = x + size * f64::from(glyph.x);
            let down = at.y.millimetres() - size * f64::from(glyph.y);
            let scale = size / f64::from(PER_EM);
            let _ = write!(
                written,
                "<use href=\"#g{}-{}\" transform=\"translate({right:.3} {down:.3})scale({scale:.6})\"/>",
                run.font.index(),
                glyph.id
            );
            x += size * f64::from(glyph.advance);
        }
        written
    }

    /// Returns the outlines of all glyphs used.
    fn outlines(&self) -> String {
        let mut defined = String::new();
        for &(font, glyph) in &self.glyphs {
            let face = FontRef::new(FILES[font.index()]).expect("the embedded faces are sound fonts");
            let mut outline = Outline::default();
            let settings = DrawSettings::unhinted(Size::new(PER_EM), LocationRef::default());
            // A glyph without an outline is a blank.
            let drawn = face.outline_glyphs().get(GlyphId::new(glyph)).map(|found| found.draw(settings, &mut outline));
            if drawn.is_some_and(|drawn| drawn.is_err()) {
                outline = Outline::default();
            }
            let _ = writeln!(defined, "<path id=\"g{}-{glyph}\" d=\"{}\"/>", font.index(), outline.0);
        }
        defined
    }
}

/// Size in which glyphs are outlined.
const PER_EM: f32 = 1000.0;

/// Outline as the data of an SVG path, with the y axis pointing down.
#[derive(Default)]
struct Outline(String);

impl OutlinePen for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        let _ = write!(self.0, "M{x:.0} {:.0}", -y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let _ = write!(self.0, "L{x:.0} {:.0}", -y);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        let _ = write!(self.0, "Q{cx:.0} {:.0} {x:.0} {:.0}", -cy, -y);
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        let _ = write!(self.0, "C{ax:.0} {:.0} {bx:.0} {:.0} {x:.0} {:.0}", -ay, -by, -y);
    }

    fn close(&mut self) {
        self.0.push('z');
    }
}

fn stroke_data(stroke: Stroke) -> String {
    match stroke {
        Stroke::Move(to) => format!("M{} {}", to.x, to.y),
        Stroke::Line(to) => format!("L{} {}", to.x, to.y),
        Stroke::Bend(a, b, to) => format!("C{} {} {} {} {} {}", a.x, a.y, b.x, b.y, to.x, to.y),
        Stroke::Close => "z".to_owned(),
    }
}

fn paint_attributes(paint: &Paint) -> String {
    let fill = paint.fill.map_or("none".to_owned(), colour);
    let line = paint.line.map_or(String::new(), |(ink, width)| {
        format!(" stroke=\"{}\" stroke-width=\"{width}\" stroke-linejoin=\"round\"", colour(ink))
    });
    format!(" fill=\"{fill}\"{line}")
}

fn colour(Ink(red, green, blue): Ink) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}
