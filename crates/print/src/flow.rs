//! Flowing stories into frames: columns and panels, one after another.
//!
//! A story becomes pieces that are never torn: lines, rows of pictures, rows of tables. They are placed from the top of
//! each frame, with two lines of a paragraph at least on either side of a gap, and headings with what follows them.

mod pictures;
mod pieces;
mod tables;

use super::inks::Inks;
use super::measure::{Area, Mm, Spot};
use super::page::{Bookmark, Link, Page, Structure};
use super::story::{Block, Captioned};
use pieces::{Bit, LEADING, Maker, Piece};

/// Pages in the making.
#[derive(Clone, Default)]
pub struct Document {
    pub pages: Vec<Page>,
    pub structure: Structure,
    /// How many parts were flowed in.
    parts: usize,
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

/// The least height of a picture that fills a frame, as a share of the width of the frame.
const LEAST_FILLING: f64 = 0.3;

/// How large everything is.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// The size of running text.
    pub size: Mm,
    /// The size of pictures in rows, as a share of the usual one.
    pub pictures: f64,
}

/// Flows stories into frames, one after the other.
pub struct Flow<'a> {
    scale: Scale,
    inks: &'a Inks,
    frames: &'a mut dyn Frames,
    document: &'a mut Document,
    frame: Option<Frame>,
    y: Mm,
    has_list: bool,
}

impl<'a> Flow<'a> {
    pub fn new(scale: Scale, inks: &'a Inks, frames: &'a mut dyn Frames, document: &'a mut Document) -> Flow<'a> {
        Flow { scale, inks, frames, document, frame: None, y: Mm::ZERO, has_list: false }
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
                    pending.extend(self.maker().pieces(block, width));
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

    fn maker(&mut self) -> Maker<'_> {
        let structure = &mut self.document.structure;
        Maker { scale: self.scale, inks: self.inks, structure, has_list: &mut self.has_list }
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
            let Some(first) = group.first() else { return Ok(()) };
            let head = first.head.as_ref().filter(|_| is_first);
            let above = if is_first { head.map_or(Mm::ZERO, |(height, _)| *height) } else { first.before };
            if self.y + above + height <= frame.area.to.y {
                // The heads are told once, where the table begins.
                let again = head.into_iter().flat_map(|(_, bits)| bits);
                for bit in again.map(|bit| Bit { content: None, ..bit.clone() }) {
                    put(self.document, &frame, self.y, bit);
                }
                self.y = self.y + above;
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
        let before = self.scale.size;
        let caption = self.maker().caption(captioned, width);
        let below = caption.iter().fold(Mm::ZERO, |all, line| all + line.size.times(LEADING));
        let room = to.y - self.y - before - below;
        if room < width.times(LEAST_FILLING).min(captioned.picture.height(width)) {
            return Err(Overflow);
        }
        let piece = self.maker().row(&[(captioned, captioned.picture.width(room).min(width), caption)], width, room);
        self.place(&mut vec![Piece { before, ..piece }])
    }
}

fn put(document: &mut Document, frame: &Frame, y: Mm, bit: Bit) {
    let bit = bit.moved(Spot::new(frame.area.from.x, y));
    let page = &mut document.pages[frame.page];
    if let (Some(content), Some((area, target))) = (bit.content, bit.link) {
        page.links.push(Link { content, area, target });
    }
    page.put_in_order(bit.content, document.parts, bit.shapes);
    document.parts += 1;
}
