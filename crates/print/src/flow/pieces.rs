//! Converts blocks to pieces: lines of a paragraph, headings, list items, entries of the contents.

use super::Scale;
use crate::inks::{HAIR, Inks};
use crate::measure::{Area, Mm, Spot};
use crate::page::{Child, Content, Element, Structure, Tag};
use crate::shapes::{Paint, Shape};
use crate::story::{Block, Look};
use crate::text::{Face, Line, Run, Span, Target, line, set};

/// Line height as a multiple of the type size.
pub const LEADING: f64 = 1.36;
/// Distance from the top of a line to its baseline as a multiple of the type size.
pub const BASELINE: f64 = 1.06;
/// Size of small type as a share of running text.
pub const SMALL: f64 = 0.86;
/// Type size of headings by level, as a multiple of running text.
const HEADINGS: [f64; 3] = [2.3, 1.22, 1.06];
/// Width of the column of item numbers as a multiple of the type size.
const LABEL: f64 = 2.2;

/// A part of a story that is never split between frames.
pub struct Piece {
    pub height: Mm,
    /// White space above it, omitted at the top of a frame.
    pub before: Mm,
    /// Whether the next piece must be in the same frame.
    pub is_kept: bool,
    pub bits: Vec<Bit>,
    pub bookmark: Option<(usize, String, u16)>,
    /// Table head repeated above it at the top of a frame, with its height.
    pub head: Option<(Mm, Vec<Bit>)>,
}

/// Shapes of one content element, relative to the upper left corner of the piece.
#[derive(Clone)]
pub struct Bit {
    pub content: Option<Content>,
    pub shapes: Vec<Shape>,
    pub link: Option<(Area, Target)>,
}

impl Piece {
    pub fn new(height: Mm, before: Mm, bits: Vec<Bit>) -> Piece {
        Piece { height, before, is_kept: false, bits, bookmark: None, head: None }
    }
}

impl Bit {
    pub fn moved(self, by: Spot) -> Bit {
        let shapes = self.shapes.iter().map(|shape| shape.moved(by)).collect();
        let link = self.link.map(|(area, target)| (Area { from: area.from + by, to: area.to + by }, target));
        Bit { shapes, link, ..self }
    }
}

/// Converter from blocks to pieces. It records the elements in the structure of the document.
pub struct Maker<'a> {
    pub scale: Scale,
    pub inks: &'a Inks,
    pub structure: &'a mut Structure,
    /// Whether the last block was a list item.
    pub has_list: &'a mut bool,
}

impl Maker<'_> {
    /// Converts a block to pieces of the given width.
    pub fn pieces(&mut self, block: &Block, width: Mm) -> Vec<Piece> {
        match block {
            Block::Heading(level, text, bookmark) => self.heading(*level, text, *bookmark, width),
            Block::Paragraph(spans, look) => {
                let (scale, is_centred) = match look {
                    Look::Plain => (1.0, false),
                    Look::Small => (SMALL, false),
                    Look::Centred => (1.0, true),
                };
                let size = self.scale.size.times(scale);
                let mut element = Element::new(Tag::Paragraph);
                let lines = set(spans, size, Some(width));
                let bits = self.lines(&lines, spans, &mut element, is_centred.then_some(width), Mm::ZERO);
                self.structure.elements.push(element);
                torn(bits, size.times(LEADING), size.times(0.55))
            }
            Block::Item(label, spans) => self.item(label, spans, width),
            Block::Pictures(pictures) => self.pictures(pictures, width),
            Block::Entry(words, target, page) => vec![self.entry(words, target, page, width)],
            Block::Table(shares, heads, rows) => self.table(shares, heads, rows, width),
            Block::Filling(_) | Block::Break => vec![],
        }
    }

    fn heading(&mut self, level: u16, text: &str, bookmark: Option<usize>, width: Mm) -> Vec<Piece> {
        let scale = HEADINGS[usize::from(level.clamp(1, HEADINGS.len() as u16)) - 1];
        let spans = [Span::new(text, Face::Bold)];
        let size = self.scale.size.times(scale);
        let mut element = Element::new(Tag::Heading(level, text.to_owned()));
        let lines = set(&spans, size, Some(width));
        let bits = self.lines(&lines, &spans, &mut element, (level == 1).then_some(width), Mm::ZERO);
        self.structure.elements.push(element);
        let mut pieces = torn(bits, size.times(if level == 1 { 1.2 } else { LEADING }), self.scale.size.times(1.0));
        pieces.iter_mut().for_each(|piece| piece.is_kept = true);
        if let Some(first) = pieces.first_mut() {
            first.bookmark = bookmark.map(|number| (number, text.to_owned(), level));
        }
        pieces
    }

    /// Lays out a list item. Its number hangs to the left of its lines.
    fn item(&mut self, label: &str, spans: &[Span], width: Mm) -> Vec<Piece> {
        let (size, indent) = (self.scale.size, self.scale.size.times(LABEL));
        let mut element = Element::new(Tag::Label);
        let number = [Span::new(label, Face::Regular)];
        let hanging = set(&number, size, Some(indent));
        let label = self.lines(&hanging[..hanging.len().min(1)], &number, &mut element, None, Mm::ZERO);
        let mut body = Element::new(Tag::Body);
        let lines = set(spans, size, Some(width - indent));
        let mut bits = self.lines(&lines, spans, &mut body, None, indent);
        if let Some(first) = bits.first_mut() {
            first.splice(0..0, label.into_iter().flatten());
        }
        let item = Element::new(Tag::Item).with(element).with(body);
        let elements = &mut self.structure.elements;
        match elements.last_mut().filter(|last| *self.has_list && last.tag == Tag::List) {
            Some(list) => list.children.push(Child::Element(item)),
            None => elements.push(Element::new(Tag::List).with(item)),
        }
        *self.has_list = true;
        torn(bits, size.times(LEADING), size.times(0.28))
    }

    /// Lays out a line of the contents, with dots between its words and its page number.
    fn entry(&mut self, words: &str, target: &Target, page: &str, width: Mm) -> Piece {
        let size = self.scale.size;
        let mut element = Element::new(Tag::Paragraph);
        let page = line(page, Face::Regular, size);
        let room = width - page.width - size * 2;
        let words = Span { target: Some(target.clone()), ..Span::new(words, Face::Regular) };
        let set = set(std::slice::from_ref(&words), size, Some(room));
        let mut bits =
            self.lines(&set[..set.len().min(1)], std::slice::from_ref(&words), &mut element, None, Mm::ZERO).concat();
        let content = self.structure.content();
        element.children.push(content.into());
        self.structure.elements.push(element);
        let y = size.times(BASELINE);
        let (from, to) =
            (set.first().map_or(Mm::ZERO, |line| line.width) + size.times(0.5), width - page.width - size.times(0.5));
        let step = size.times(0.55);
        // A common grid aligns the dots of all lines.
        let number = |at: Mm| at.count() / step.count();
        let dot = |at: i32| Shape::circle(Spot::new(step * at, y), HAIR * 2, Paint::fill(self.inks.line));
        let dots = (number(from) + 1..=number(to)).map(dot).collect();
        bits.push(Bit { content: None, shapes: dots, link: None });
        let at = Spot::new(width - page.width, y);
        bits.push(Bit {
            content: Some(content),
            shapes: vec![Shape::Text { at, line: page, ink: self.inks.line }],
            link: None,
        });
        Piece::new(size.times(1.7), Mm::ZERO, bits)
    }

    /// Returns the bits of each line. Text without a link forms one content element until the next link. Every link is
    /// an element.
    pub fn lines(
        &mut self,
        lines: &[Line],
        spans: &[Span],
        element: &mut Element,
        centred: Option<Mm>,
        indent: Mm,
    ) -> Vec<Vec<Bit>> {
        let mut contents: Vec<Content> = Vec::new();
        for (number, span) in spans.iter().enumerate() {
            let goes_on = number > 0 && span.target.is_none() && spans[number - 1].target.is_none();
            if goes_on {
                contents.push(contents[number - 1]);
                continue;
            }
            let content = self.structure.content();
            contents.push(content);
            match span.target {
                None => element.children.push(content.into()),
                Some(_) => element.children.push(Element::new(Tag::Link).with(content).into()),
            }
        }
        let ink = self.inks.line;
        let bits_of = |line: &Line| {
            let left = centred.map_or(indent, |width| (width - line.width).half());
            let mut bits: Vec<Bit> = Vec::new();
            for runs in line.runs.chunk_by(|a, b| contents.get(a.span) == contents.get(b.span)) {
                let first = &runs[0];
                let start = first.x;
                let end = runs.last().map_or(start, |run| run.x + run.width);
                let at = Spot::new(left + start, line.size.times(BASELINE));
                let runs = runs.iter().map(|run| Run { x: run.x - start, ..run.clone() }).collect();
                let part = Line { size: line.size, width: end - start, runs };
                let target = spans.get(first.span).and_then(|span| span.target.clone());
                let area = Area::new(Spot::new(at.x, Mm::ZERO), end - start, line.size.times(LEADING));
                bits.push(Bit {
                    content: contents.get(first.span).copied(),
                    shapes: vec![Shape::Text { at, line: part, ink }],
                    link: target.map(|target| (area, target)),
                });
            }
            bits
        };
        lines.iter().map(bits_of).collect()
    }
}

/// Converts lines to pieces that keep the first two and the last two lines of a paragraph together.
fn torn(lines: Vec<Vec<Bit>>, leading: Mm, before: Mm) -> Vec<Piece> {
    let number = lines.len();
    let piece = |(line, bits): (usize, Vec<Bit>)| Piece {
        is_kept: line + 1 < number && (line == 0 || line + 2 == number),
        ..Piece::new(leading, if line == 0 { before } else { Mm::ZERO }, bits)
    };
    lines.into_iter().enumerate().map(piece).collect()
}
