//! Flows stories into frames: columns and panels, one after another.
//!
//! A story becomes pieces that are never split: lines, rows of pictures, rows of tables. They are placed from the top
//! of each frame. At least two lines of a paragraph stay together on either side of a break, headings stay with the
//! text that follows, and pictures with each other and with the text before them.

mod pictures;
mod pieces;
mod tables;

use super::inks::Inks;
use super::measure::{Area, Mm, Spot};
use super::page::{Bookmark, Link, Page, Structure};
use super::story::{Block, Captioned};
use pieces::{Bit, LEADING, Maker, Piece};

/// Pages under construction, with the structure of their content.
#[derive(Clone, Default)]
pub struct Document {
    pub pages: Vec<Page>,
    pub structure: Structure,
    /// Number of parts placed.
    parts: usize,
}

/// Rectangle of a page into which a story flows.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// Index of its page, which exists.
    pub page: usize,
    /// Rectangle on the page.
    pub area: Area,
}

/// Source of frames for a story.
pub trait Frames {
    /// Returns the next frame and adds its page to the document. Returns nothing when no further frame is available.
    fn next(&mut self, document: &mut Document) -> Option<Frame>;
}

/// The rest of a story did not fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overflow;

/// Minimum height of a picture that fills a frame, as a share of the frame's width.
const MIN_FILLING_HEIGHT: f64 = 0.3;

/// Sizes of type and pictures.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// Type size of running text.
    pub size: Mm,
    /// Size of pictures in rows as a share of the usual size.
    pub pictures: f64,
}

/// Layout state: flows stories into frames, one after another.
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

    /// Flows a story below the previous one.
    pub fn flow(&mut self, story: &[Block]) -> Result<(), Overflow> {
        let mut pending = Vec::new();
        let mut blocks = story.iter().peekable();
        while let Some(block) = blocks.next() {
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
                    if let (Some(last), Some(Block::Pictures(_))) = (pending.last_mut(), blocks.peek()) {
                        last.is_kept = true;
                    }
                    if pending.last().is_none_or(|piece: &Piece| !piece.is_kept) {
                        self.place(&mut pending)?;
                    }
                }
            }
        }
        self.place(&mut pending)
    }

    /// Returns the lower end of the text placed on the current page.
    pub fn bottom(&self) -> Mm {
        self.y
    }

    fn maker(&mut self) -> Maker<'_> {
        let structure = &mut self.document.structure;
        Maker { scale: self.scale, inks: self.inks, structure, has_list: &mut self.has_list }
    }

    /// Returns the current frame, and takes the next one where there is none.
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

    /// Places pieces, each together with the pieces that must stay with it.
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

    /// Places pieces in one frame. A group that is higher than a whole frame is split where the frame ends.
    fn place_group(&mut self, mut group: Vec<Piece>) -> Result<(), Overflow> {
        let lower = |all: &mut Mm, (number, piece): (usize, &Piece)| {
            *all = *all + piece.height + if number > 0 { piece.before } else { Mm::ZERO };
            Some(*all)
        };
        let heights: Vec<Mm> = group.iter().enumerate().scan(Mm::ZERO, lower).collect();
        let Some(&height) = heights.last() else { return Ok(()) };
        // At most two frames: a partly filled one and an empty one.
        for _ in 0..2 {
            let frame = self.frame()?;
            let is_first = self.y == frame.area.from.y;
            let first = &group[0];
            let head = first.head.as_ref().filter(|_| is_first);
            let above = if is_first { head.map_or(Mm::ZERO, |(height, _)| *height) } else { first.before };
            if self.y + above + height <= frame.area.to.y {
                // The structure contains a table head once, at the start of the table.
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
                let fitting = heights.iter().filter(|height| self.y + above + **height <= frame.area.to.y).count();
                if fitting == 0 {
                    return Err(Overflow);
                }
                let rest = group.split_off(fitting);
                self.place_group(group)?;
                return self.place_group(rest);
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

    /// Places a picture in the rest of the frame.
    fn fill(&mut self, captioned: &Captioned) -> Result<(), Overflow> {
        let Area { from, to } = self.frame()?.area;
        let width = to.x - from.x;
        let before = self.scale.size;
        let caption = self.maker().caption(captioned, width);
        let below = caption.iter().fold(Mm::ZERO, |all, line| all + line.size.times(LEADING));
        let room = to.y - self.y - before - below;
        if room < width.times(MIN_FILLING_HEIGHT).min(captioned.picture.height(width)) {
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
