//! Typesets text in lines.

use super::measure::Mm;
use crate::fonts::{self, FAMILIES, Font, with_setter};
use parley::Alignment;
use parley::style::{FontFamily, FontFamilyName, FontStyle, FontWeight, StyleProperty};
use std::borrow::Cow;
use std::ops::Range;

/// Style of letters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Face {
    /// Upright, for running text.
    #[default]
    Regular,
    /// Bold, for headings.
    Bold,
    /// Italic, for side notes.
    Italic,
}

/// Destination of a link.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    /// Address on the web.
    Address(String),
    /// Number of a bookmark in the same document.
    Bookmark(usize),
}

/// Text of one style and one link target.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Span {
    /// Text of the span.
    pub text: String,
    /// Style of the letters.
    pub face: Face,
    /// Destination, if the span is a link.
    pub target: Option<Target>,
}

impl Span {
    /// Creates a span without a link.
    pub fn new(text: impl Into<String>, face: Face) -> Span {
        Span { text: text.into(), face, target: None }
    }
}

/// A glyph: a letter, or a ligature. Distances are multiples of the type size.
#[derive(Clone, PartialEq, Debug)]
pub struct Glyph {
    /// Number of the glyph in its font.
    pub id: u32,
    /// Distance to the next glyph.
    pub advance: f32,
    /// Offset to the right.
    pub x: f32,
    /// Offset upwards.
    pub y: f32,
    /// Bytes of the run's text that the glyph draws.
    pub bytes: Range<usize>,
}

/// Glyphs of one font, from left to right.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    /// Font of the glyphs.
    pub font: Font,
    /// Distance from the start of the line.
    pub x: Mm,
    /// Width of the run.
    pub width: Mm,
    /// Text that the glyphs draw.
    pub text: String,
    /// Glyphs from left to right.
    pub glyphs: Vec<Glyph>,
    /// Index of the span that contains the run.
    pub span: usize,
}

/// A typeset line of text.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// Type size of the line.
    pub size: Mm,
    /// Width without trailing blanks.
    pub width: Mm,
    /// Runs from left to right.
    pub runs: Vec<Run>,
}

impl Line {
    /// Returns the text of the line.
    pub fn text(&self) -> String {
        self.runs.iter().map(|run| run.text.as_str()).collect()
    }

    /// Returns the line in another type size.
    pub(super) fn scaled(&self, factor: f64) -> Line {
        let run = |run: &Run| Run { x: run.x.times(factor), width: run.width.times(factor), ..run.clone() };
        Line {
            size: self.size.times(factor),
            width: self.width.times(factor),
            runs: self.runs.iter().map(run).collect(),
        }
    }

    /// Returns whether the fonts have a glyph for every letter.
    pub fn is_complete(&self) -> bool {
        self.runs.iter().flat_map(|run| &run.glyphs).all(|glyph| glyph.id != 0)
    }
}

/// Replacement for a character that no font has.
const UNKNOWN: char = '\u{fffd}';

/// Converts a text to printable characters: separators become blanks, invisible characters are removed, and characters
/// missing from the fonts become [`UNKNOWN`].
pub fn printable(text: &str) -> String {
    let printed = |sign: char| match sign {
        '\t' | '\n' | '\r' => Some(' '),
        _ if sign.is_control() => None,
        // Joiners stay where a font supports them.
        '\u{200c}' | '\u{200d}' => fonts::has(sign).then_some(sign),
        // Invisible separators, direction marks, variation selectors and byte order marks.
        '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => None,
        '\u{61c}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}' => None,
        _ if fonts::has(sign) => Some(sign),
        _ if sign.is_whitespace() => Some(' '),
        _ => Some(UNKNOWN),
    };
    text.chars().filter_map(printed).collect()
}

/// Returns whether a text shows no ink.
pub fn is_blank(text: &str) -> bool {
    printable(text).chars().all(|sign| sign.is_whitespace() || sign == '\u{ad}')
}

/// Typesets a text in lines of at most the given width. Longer words are broken.
pub fn set(spans: &[Span], size: Mm, width: Option<Mm>) -> Vec<Line> {
    let spans: Vec<Span> = spans.iter().map(|span| Span { text: printable(&span.text), ..span.clone() }).collect();
    let text: String = spans.iter().map(|span| span.text.as_str()).collect();
    if text.is_empty() {
        // The layout library would return a blank line.
        return vec![];
    }
    let points = size.millimetres() as f32;
    with_setter(|setter| {
        let mut builder = setter.layouts.ranged_builder(&mut setter.fonts, &text, 1.0, false);
        let families = FAMILIES.map(|name| FontFamilyName::Named(Cow::Borrowed(name)));
        builder.push_default(StyleProperty::FontFamily(FontFamily::List(Cow::Borrowed(&families))));
        builder.push_default(StyleProperty::FontSize(points));
        builder.push_default(StyleProperty::OverflowWrap(parley::style::OverflowWrap::Anywhere));
        let mut start = 0;
        for (number, span) in spans.iter().enumerate() {
            let range = start..start + span.text.len();
            match span.face {
                Face::Regular => {}
                Face::Bold => builder.push(StyleProperty::FontWeight(FontWeight::BOLD), range.clone()),
                Face::Italic => builder.push(StyleProperty::FontStyle(FontStyle::Italic), range.clone()),
            }
            builder.push(StyleProperty::Brush(number), range.clone());
            start = range.end;
        }
        let mut layout = builder.build(&text);
        layout.break_all_lines(width.map(|width| width.millimetres() as f32));
        layout.align(Alignment::Start, parley::AlignmentOptions::default());
        let lines = layout.lines().map(|line| {
            let mut runs: Vec<Run> = Vec::new();
            let mut x = 0.0;
            for run in line.runs() {
                let font = setter.font(run.font().data.id());
                let mut open: Option<usize> = None;
                for cluster in run.visual_clusters() {
                    let bytes = cluster.text_range();
                    if cluster.is_ligature_continuation() {
                        // All glyphs of a cluster refer to its whole text.
                        if let Some(run) = runs.last_mut() {
                            let from = run.text.len();
                            run.text += &text[bytes];
                            let to = run.text.len();
                            for glyph in run.glyphs.iter_mut().rev().take_while(|glyph| glyph.bytes.end == from) {
                                glyph.bytes.end = to;
                            }
                        }
                        continue;
                    }
                    let span = cluster.style().brush;
                    if open != Some(span) {
                        open = Some(span);
                        let (x, width) = (Mm::nearest(f64::from(x)), Mm::ZERO);
                        runs.push(Run { font, x, width, text: String::new(), glyphs: vec![], span });
                    }
                    let run = runs.last_mut().expect("a run has just been opened");
                    let from = run.text.len();
                    run.text += &text[bytes];
                    for glyph in cluster.glyphs() {
                        run.glyphs.push(Glyph {
                            id: glyph.id,
                            advance: glyph.advance / points,
                            x: glyph.x / points,
                            y: glyph.y / points,
                            bytes: from..run.text.len(),
                        });
                        x += glyph.advance;
                    }
                    run.width = Mm::nearest(f64::from(x)) - run.x;
                }
            }
            let metrics = line.metrics();
            let width = Mm::nearest(f64::from(metrics.advance - metrics.hanging_advance));
            Line { size, width, runs }
        });
        lines.collect()
    })
}

/// Typesets a text in one line.
pub fn line(text: &str, face: Face, size: Mm) -> Line {
    let lines = set(&[Span::new(text, face)], size, None);
    lines.into_iter().next().unwrap_or(Line { size, width: Mm::ZERO, runs: vec![] })
}

/// Typesets a text in one line, in the largest size up to the wished one that fits the given width.
pub fn fitting(text: &str, face: Face, wished: Mm, room: Mm) -> Line {
    let set = line(text, face, wished);
    if set.width <= room {
        return set;
    }
    // Rounding up would make very long lines too wide.
    let size = f64::from(wished.count()) * room.millimetres() / set.width.millimetres() * 0.99;
    line(text, face, Mm::hundredths(size.floor() as i32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fonts_cover_all_names() {
        let names = "Kōnane, Kolowis Awithlaknannai — ʻokina ½ × 50 mm ¡ñ! Āāēīōū Łódź шашки ♢ बाघचाल القرق";
        for name in names.split(' ').filter(|name| *name != "♢") {
            assert!(line(name, Face::Regular, Mm::whole(5)).is_complete(), "{name}");
        }
        let unknown = line("将\t棋", Face::Regular, Mm::whole(5));
        assert!(unknown.is_complete() && unknown.text() == "\u{fffd} \u{fffd}", "{unknown:?}");
        assert_eq!(printable("a\u{0}\u{feff}b\r\nc"), "ab  c");
        assert!(is_blank(" \u{a0}\u{200b}\u{ad}\t") && !is_blank("\u{1f600}"));
    }

    #[test]
    fn the_width_of_a_line_is_that_of_its_letters() {
        let size = Mm::whole(10);
        let width = |text: &str| line(text, Face::Regular, size).width;
        assert_eq!(width(""), Mm::ZERO);
        assert!(width("mm") > width("ii") && width("a b") > width("ab"));
        let long = "a".repeat(100);
        assert!(fitting(&long, Face::Bold, size, Mm::whole(90)).width <= Mm::whole(90));
    }

    #[test]
    fn lines_contain_the_whole_text_within_their_width() {
        let text = "The board is made of points and lines; the first player must give a man away. ".repeat(5);
        let spans = [Span::new(&text, Face::Regular), Span::new("x".repeat(200), Face::Bold)];
        let lines = set(&spans, Mm::whole(3), Some(Mm::whole(60)));
        assert!(lines.iter().all(|line| line.width <= Mm::whole(60)), "{lines:?}");
        assert_eq!(lines.iter().map(Line::text).collect::<String>(), text + &"x".repeat(200));
    }

    #[test]
    fn right_to_left_text_is_complete() {
        let line = line("Alquerque القرق", Face::Regular, Mm::whole(5));
        let letters: usize = line.runs.iter().map(|run| run.text.chars().count()).sum();
        assert_eq!(letters, "Alquerque القرق".chars().count());
        assert!(line.runs.len() > 1);
    }
}
