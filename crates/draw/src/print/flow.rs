//! Flowing stories into frames: columns and panels, one after another.
//!
//! A story becomes pieces that are never torn: lines, rows of pictures, rows of tables. They are placed from the top of
//! each frame, with two lines of a paragraph at least on either side of a gap, and headings with what follows them.

use super::inks::{HAIR, Inks};
use super::measure::{Area, Mm, Spot};
use super::page::{Bookmark, Child, Content, Element, Link, Page, Structure, Tag};
use super::shapes::{Paint, Shape};
use super::story::{Block, Captioned, Look};
use super::text::{Face, Line, Run, Span, Target, line, set};

/// Pages in the making.
#[derive(Clone, Default)]
pub struct Document {
    pub pages: Vec<Page>,
    pub structure: Structure,
}

/// Where a story goes on.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// The number of its page, which is there.
    pub page: usize,
    /// Its place on the page.
    pub area: Area,
}

/// Where stories get their frames from.
pub trait Frames {
    /// The next frame, on a page that the document then has; none when the story must end.
    fn next(&mut self, document: &mut Document) -> Option<Frame>;
}

/// There was no room for the rest of a story.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overflow;

/// The height of a line, by the size of its type.
const LEADING: f64 = 1.36;
/// How far below the top of a line its letters stand, by the size of their type.
const BASELINE: f64 = 1.06;
/// The size of small type, by that of running text.
const SMALL: f64 = 0.86;
/// The size of headings by their level.
const HEADINGS: [f64; 3] = [2.3, 1.22, 1.06];
/// How wide the column of an item's number is, by the size of the type.
const LABEL: f64 = 2.2;
/// The height of pictures in rows, as shares of the width of the frame: of most, of the largest boards, and of a step
/// between points.
const PICTURE: [f64; 2] = [0.36, 0.5];
const PICTURE_STEP: f64 = 0.045;
/// The least height of a picture that fills a frame, as a share of the width of the frame.
const LEAST_FILLING: f64 = 0.3;

/// Something that is never torn.
struct Piece {
    height: Mm,
    /// The white above it, unless a frame begins with it.
    before: Mm,
    /// Whether the next piece must be in the same frame.
    is_kept: bool,
    bits: Vec<Bit>,
    bookmark: Option<(usize, String, u16)>,
    /// What stands above it where a frame begins with it: the heads of a table.
    head: Option<Vec<Bit>>,
    head_height: Mm,
}

/// Shapes of one content, their places counted from the upper left corner of the piece.
#[derive(Clone)]
struct Bit {
    content: Option<Content>,
    shapes: Vec<Shape>,
    link: Option<(Area, Target)>,
}

impl Piece {
    fn new(height: Mm, before: Mm, bits: Vec<Bit>) -> Piece {
        Piece { height, before, is_kept: false, bits, bookmark: None, head: None, head_height: Mm::ZERO }
    }
}

/// Flows stories into frames, one after the other.
pub struct Flow<'a> {
    /// The size of running text.
    pub size: Mm,
    pub inks: &'a Inks,
    pub frames: &'a mut dyn Frames,
    pub document: &'a mut Document,
    frame: Option<Frame>,
    y: Mm,
    has_list: bool,
}

impl<'a> Flow<'a> {
    pub fn new(size: Mm, inks: &'a Inks, frames: &'a mut dyn Frames, document: &'a mut Document) -> Flow<'a> {
        Flow { size, inks, frames, document, frame: None, y: Mm::ZERO, has_list: false }
    }

    /// Flows a story in, below the last one.
    pub fn flow(&mut self, story: &[Block]) -> Result<(), Overflow> {
        let mut pending = Vec::new();
        for block in story {
            self.has_list &= matches!(block, Block::Item(..));
            match block {
                Block::Break => {
                    self.place(&mut pending)?;
                    self.frame = None;
                }
                Block::Filling(captioned) => {
                    self.place(&mut pending)?;
                    self.fill(captioned)?;
                }
                _ => {
                    let width = self.frame()?.area.width();
                    pending.extend(self.pieces(block, width));
                    if pending.last().is_none_or(|piece: &Piece| !piece.is_kept) {
                        self.place(&mut pending)?;
                    }
                }
            }
        }
        self.place(&mut pending)
    }

    /// How far down the page the story has come.
    pub fn bottom(&self) -> Mm {
        self.y
    }

    /// The frame that is being filled.
    fn frame(&mut self) -> Result<Frame, Overflow> {
        match self.frame {
            Some(frame) => Ok(frame),
            None => {
                let frame = self.frames.next(self.document).ok_or(Overflow)?;
                self.y = frame.area.from.y;
                Ok(*self.frame.insert(frame))
            }
        }
    }

    /// Places pieces, each with those that it must not leave.
    fn place(&mut self, pieces: &mut Vec<Piece>) -> Result<(), Overflow> {
        let mut rest = std::mem::take(pieces).into_iter().peekable();
        while rest.peek().is_some() {
            let mut group: Vec<Piece> = Vec::new();
            for piece in rest.by_ref() {
                let is_kept = piece.is_kept;
                group.push(piece);
                if !is_kept {
                    break;
                }
            }
            self.place_group(group)?;
        }
        Ok(())
    }

    fn place_group(&mut self, group: Vec<Piece>) -> Result<(), Overflow> {
        let between: Mm = group.iter().skip(1).fold(Mm::ZERO, |all, piece| all + piece.before);
        let height = group.iter().fold(between, |all, piece| all + piece.height);
        // Two frames at most: one that is partly filled, and an empty one.
        for _ in 0..2 {
            let frame = self.frame()?;
            let is_first = self.y == frame.area.from.y;
            let (before, head) = match group.first() {
                Some(first) if is_first => (Mm::ZERO, first.head_height),
                Some(first) => (first.before, Mm::ZERO),
                None => return Ok(()),
            };
            if self.y + before + head + height <= frame.area.to.y {
                self.y = self.y + before;
                if let Some(bits) = group.first().and_then(|first| first.head.as_ref()).filter(|_| is_first) {
                    // The heads are told once, where the table begins.
                    let bits = bits.iter().map(|bit| Bit { content: None, ..bit.clone() });
                    bits.for_each(|bit| put(self.document, &frame, self.y, bit));
                    self.y = self.y + head;
                }
                for (number, piece) in group.into_iter().enumerate() {
                    if number > 0 {
                        self.y = self.y + piece.before;
                    }
                    self.put(&frame, piece);
                }
                return Ok(());
            }
            if is_first {
                return Err(Overflow);
            }
            self.frame = None;
        }
        Err(Overflow)
    }

    fn put(&mut self, frame: &Frame, piece: Piece) {
        if let Some((number, text, level)) = piece.bookmark {
            let mark = Bookmark { number, text, level, page: frame.page, y: self.y };
            self.document.structure.bookmarks.push(mark);
        }
        for bit in piece.bits {
            put(self.document, frame, self.y, bit);
        }
        self.y = self.y + piece.height;
    }

    /// Puts a picture into what is left of the frame.
    fn fill(&mut self, captioned: &Captioned) -> Result<(), Overflow> {
        let Area { from, to } = self.frame()?.area;
        let width = to.x - from.x;
        let before = self.size;
        let caption = self.caption(captioned, width);
        let below = caption.iter().fold(Mm::ZERO, |all, line| all + line.size.times(LEADING));
        let room = to.y - self.y - before - below;
        if room < width.times(LEAST_FILLING).min(captioned.picture.height(width)) {
            return Err(Overflow);
        }
        let piece = self.row(&[(captioned, captioned.picture.width(room).min(width), caption)], width, room);
        self.place(&mut vec![Piece { before, ..piece }])
    }

    /// A block as pieces of this width.
    fn pieces(&mut self, block: &Block, width: Mm) -> Vec<Piece> {
        match block {
            Block::Heading(level, text, bookmark) => self.heading(*level, text, *bookmark, width),
            Block::Paragraph(spans, look) => {
                let (scale, is_centred) = match look {
                    Look::Plain => (1.0, false),
                    Look::Small => (SMALL, false),
                    Look::Centred => (1.0, true),
                };
                let size = self.size.times(scale);
                let mut element = Element::new(Tag::Paragraph);
                let lines = set(spans, size, Some(width));
                let bits = self.lines(&lines, spans, &mut element, is_centred.then_some(width), Mm::ZERO);
                self.document.structure.elements.push(element);
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
        let size = self.size.times(scale);
        let mut element = Element::new(Tag::Heading(level, text.to_owned()));
        let lines = set(&spans, size, Some(width));
        let bits = self.lines(&lines, &spans, &mut element, (level == 1).then_some(width), Mm::ZERO);
        self.document.structure.elements.push(element);
        let mut pieces = torn(bits, size.times(if level == 1 { 1.2 } else { LEADING }), self.size.times(1.0));
        pieces.iter_mut().for_each(|piece| piece.is_kept = true);
        if let Some(first) = pieces.first_mut() {
            first.bookmark = bookmark.map(|number| (number, text.to_owned(), level));
        }
        pieces
    }

    /// An item of a list: its number hangs to the left of its lines.
    fn item(&mut self, label: &str, spans: &[Span], width: Mm) -> Vec<Piece> {
        let (size, indent) = (self.size, self.size.times(LABEL));
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
        let elements = &mut self.document.structure.elements;
        match elements.last_mut().filter(|last| self.has_list && last.tag == Tag::List) {
            Some(list) => list.children.push(Child::Element(item)),
            None => elements.push(Element::new(Tag::List).with(item)),
        }
        self.has_list = true;
        torn(bits, size.times(LEADING), size.times(0.28))
    }

    /// A line of contents, with dots from its words to its page.
    fn entry(&mut self, words: &str, target: &Target, page: &str, width: Mm) -> Piece {
        let size = self.size;
        let mut element = Element::new(Tag::Paragraph);
        let page = line(page, Face::Regular, size);
        let room = width - page.width - size * 2;
        let words = Span { target: Some(target.clone()), ..Span::new(words, Face::Regular) };
        let set = set(std::slice::from_ref(&words), size, Some(room));
        let mut bits = self.lines(&set[..1], std::slice::from_ref(&words), &mut element, None, Mm::ZERO).remove(0);
        let content = self.document.structure.content();
        element.children.push(content.into());
        self.document.structure.elements.push(element);
        let y = size.times(BASELINE);
        let (from, to) = (set[0].width + size.times(0.5), width - page.width - size.times(0.5));
        let step = size.times(0.55);
        // The dots of all lines stand below one another.
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

    /// The bits of each line: one for each piece of content on it. What leads nowhere is one piece of content as far as
    /// it goes on, and every link is one.
    fn lines(
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
            let content = self.document.structure.content();
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

    fn caption(&self, captioned: &Captioned, width: Mm) -> Vec<Line> {
        if captioned.caption.is_empty() {
            return vec![];
        }
        set(&[Span::new(captioned.caption.as_str(), Face::Italic)], self.size.times(SMALL), Some(width))
    }

    /// Pictures in rows, as many in each as fit beside one another.
    fn pictures(&mut self, pictures: &[Captioned], width: Mm) -> Vec<Piece> {
        let gap = self.size.times(1.6);
        let mut pieces = Vec::new();
        let mut row: Vec<(&Captioned, Mm)> = Vec::new();
        let wide = |row: &[(&Captioned, Mm)]| {
            row.iter().fold(gap * (row.len() as i32 - 1).max(0), |all, (_, width)| all + *width)
        };
        for captioned in pictures {
            let [usual, most] = PICTURE;
            let highest = width.times((captioned.picture.steps() * PICTURE_STEP).clamp(usual, most));
            let natural = captioned.picture.width(highest).min(width);
            if !row.is_empty() && wide(&row) + gap + natural > width {
                let full = std::mem::take(&mut row);
                pieces.push(self.captioned_row(&full, width, gap));
            }
            row.push((captioned, natural));
        }
        if !row.is_empty() {
            pieces.push(self.captioned_row(&row, width, gap));
        }
        pieces
    }

    fn captioned_row(&mut self, row: &[(&Captioned, Mm)], width: Mm, gap: Mm) -> Piece {
        // What is left between the pictures is shared by their captions.
        let used = row.iter().fold(Mm::ZERO, |all, (_, width)| all + *width);
        let spare = (width - used - gap * (row.len() as i32 - 1)).times(1.0 / row.len() as f64);
        let row: Vec<_> =
            row.iter().map(|&(captioned, width)| (captioned, width, self.caption(captioned, width + spare))).collect();
        let height = row.iter().map(|(captioned, width, _)| captioned.picture.height(*width)).max().unwrap_or_default();
        Piece { before: self.size.times(0.8), ..self.row(&row, width, height) }
    }

    /// A row of pictures, each so wide, in the middles of equal shares of the rest, with captions below.
    fn row(&mut self, row: &[(&Captioned, Mm, Vec<Line>)], width: Mm, height: Mm) -> Piece {
        let used = row.iter().fold(Mm::ZERO, |all, (_, width, _)| all + *width);
        let spare = (width - used).times(1.0 / row.len() as f64);
        let mut bits = Vec::new();
        let mut x = Mm::ZERO;
        let mut deepest = height;
        for (captioned, width, caption) in row {
            let left = x + spare.half();
            let top = (height - captioned.picture.height(*width)).half();
            let content = self.document.structure.leaf(Tag::Figure(captioned.words.clone()));
            let shapes = captioned.picture.shapes(Spot::new(left, top), *width);
            bits.push(Bit { content: Some(content), shapes, link: None });
            if !caption.is_empty() {
                let content = self.document.structure.leaf(Tag::Paragraph);
                let mut y = height;
                let mut shapes = Vec::new();
                for line in caption {
                    let middle = Spot::new(left + width.half(), y + line.size.times(BASELINE));
                    shapes.push(Shape::centred(middle, line.clone(), self.inks.line));
                    y = y + line.size.times(LEADING);
                }
                bits.push(Bit { content: Some(content), shapes, link: None });
                deepest = deepest.max(y);
            }
            x = x + *width + spare;
        }
        Piece::new(deepest, Mm::ZERO, bits)
    }

    /// A table, its rows whole and its heads repeated where a frame begins.
    fn table(&mut self, shares: &[f64], heads: &[String], rows: &[Vec<Vec<Span>>], width: Mm) -> Vec<Piece> {
        let mut table = Element::new(Tag::Table);
        let bold = heads.iter().map(|head| vec![Span::new(head.as_str(), Face::Bold)]).collect::<Vec<_>>();
        let mut head = self.table_row(shares, &bold, Tag::Head, width, &mut table);
        head.is_kept = true;
        head.before = self.size.times(0.8);
        let mut pieces = Vec::new();
        for row in rows {
            let mut piece = self.table_row(shares, row, Tag::Cell, width, &mut table);
            piece.head = Some(head.bits.clone());
            piece.head_height = head.height;
            pieces.push(piece);
        }
        pieces.insert(0, head);
        self.document.structure.elements.push(table);
        pieces
    }

    fn table_row(&mut self, shares: &[f64], cells: &[Vec<Span>], tag: Tag, width: Mm, table: &mut Element) -> Piece {
        let size = self.size.times(SMALL);
        let (leading, gap) = (size.times(LEADING), size);
        let all: f64 = shares.iter().sum();
        let mut row = Element::new(Tag::Row);
        let mut bits = Vec::new();
        let (mut x, mut height) = (Mm::ZERO, leading);
        for (cell, share) in cells.iter().zip(shares) {
            let room = width.times(share / all);
            let mut element = Element::new(tag.clone());
            let lines = set(cell, size, Some(room - gap));
            for (number, line) in self.lines(&lines, cell, &mut element, None, x).into_iter().enumerate() {
                let by = Spot::new(Mm::ZERO, leading * number as i32 + size.times(0.2));
                bits.extend(line.into_iter().map(|bit| bit.moved(by)));
            }
            height = height.max(leading * lines.len() as i32);
            row.children.push(element.into());
            x = x + room;
        }
        let height = height + size.times(0.4);
        let rule = Shape::line(Spot::new(Mm::ZERO, height), Spot::new(width, height), self.inks.help, HAIR);
        bits.push(Bit { content: None, shapes: vec![rule], link: None });
        table.children.push(row.into());
        Piece::new(height, Mm::ZERO, bits)
    }
}

impl Bit {
    fn moved(self, by: Spot) -> Bit {
        let shapes = self.shapes.iter().map(|shape| shape.moved(by)).collect();
        let link = self.link.map(|(area, target)| (Area { from: area.from + by, to: area.to + by }, target));
        Bit { shapes, link, ..self }
    }
}

/// Lines as pieces: the first two and the last two of a paragraph stay together.
fn torn(lines: Vec<Vec<Bit>>, leading: Mm, before: Mm) -> Vec<Piece> {
    let number = lines.len();
    let piece = |(line, bits): (usize, Vec<Bit>)| Piece {
        is_kept: line + 1 < number && (line == 0 || line + 2 == number),
        ..Piece::new(leading, if line == 0 { before } else { Mm::ZERO }, bits)
    };
    lines.into_iter().enumerate().map(piece).collect()
}

fn put(document: &mut Document, frame: &Frame, y: Mm, bit: Bit) {
    let bit = bit.moved(Spot::new(frame.area.from.x, y));
    let page = &mut document.pages[frame.page];
    if let (Some(content), Some((area, target))) = (bit.content, bit.link) {
        page.links.push(Link { content, area, target });
    }
    page.put(bit.content, bit.shapes);
}
