//! Stories: what is to be read, before it is known how wide the page is.

use super::picture::Picture;
use super::text::{Face, Span, Target};

/// A part of a story.
#[derive(Clone, Debug)]
pub enum Block {
    /// A heading of this level, from 1; with a number, a bookmark of the document too.
    Heading(u16, String, Option<usize>),
    /// A paragraph.
    Paragraph(Vec<Span>, Look),
    /// An item of a list, behind its number.
    Item(String, Vec<Span>),
    /// Pictures side by side, in as many rows as they need.
    Pictures(Vec<Captioned>),
    /// A picture as large as what is left of the frame.
    Filling(Captioned),
    /// A line of contents: what leads where, and on which page that is.
    Entry(String, Target, String),
    /// A table: how the columns share its width, their heads, and its rows.
    Table(Vec<f64>, Vec<String>, Vec<Vec<Vec<Span>>>),
    /// What follows begins a new frame.
    Break,
}

/// How a paragraph looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Look {
    /// As running text.
    #[default]
    Plain,
    /// Smaller, for what is said beside.
    Small,
    /// In the middle, below a title.
    Centred,
}

/// A picture, and what is said about it.
#[derive(Clone, Debug)]
pub struct Captioned {
    /// The picture.
    pub picture: Picture,
    /// What it shows, for those who cannot see it.
    pub words: String,
    /// The words below it; none where it speaks for itself.
    pub caption: String,
}

/// Plain words as a paragraph.
pub fn paragraph(text: impl Into<String>) -> Block {
    Block::Paragraph(vec![Span::new(text, Face::Regular)], Look::Plain)
}

/// Words in the middle, below a title.
pub fn centred(text: impl Into<String>, face: Face) -> Block {
    Block::Paragraph(vec![Span::new(text, face)], Look::Centred)
}
