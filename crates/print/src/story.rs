//! Stories: text and pictures before layout.

use super::picture::Picture;
use super::text::{Face, Span, Target};

/// A part of a story.
#[derive(Clone, Debug)]
pub enum Block {
    /// Heading with its level, from 1. With a number it is also a bookmark of the document.
    Heading(u16, String, Option<usize>),
    /// Paragraph of text in one style.
    Paragraph(Vec<Span>, Look),
    /// List item with its number.
    Item(String, Vec<Span>),
    /// Pictures side by side, in as many rows as necessary.
    Pictures(Vec<Captioned>),
    /// Picture that fills the rest of the frame.
    Filling(Captioned),
    /// Line of the contents: its text, its target and its page number.
    Entry(String, Target, String),
    /// Table: relative widths of the columns, their headings, and the rows.
    Table(Vec<f64>, Vec<String>, Vec<Vec<Vec<Span>>>),
    /// Starts a new frame.
    Break,
}

/// Style of a paragraph.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Look {
    /// Running text in the usual size.
    #[default]
    Plain,
    /// Smaller, for side notes.
    Small,
    /// Centred below a title.
    Centred,
}

/// A picture with its caption.
#[derive(Clone, Debug)]
pub struct Captioned {
    /// Drawing to place.
    pub picture: Picture,
    /// Alternative text for screen readers.
    pub words: String,
    /// Caption below the picture; empty for none.
    pub caption: String,
    /// Whether the picture continues the picture before it.
    pub is_sequel: bool,
}

/// Creates a paragraph of plain text.
pub fn paragraph(text: impl Into<String>) -> Block {
    Block::Paragraph(vec![Span::new(text, Face::Regular)], Look::Plain)
}

/// Creates a centred text below a title.
pub fn centred(text: impl Into<String>, face: Face) -> Block {
    Block::Paragraph(vec![Span::new(text, face)], Look::Centred)
}
