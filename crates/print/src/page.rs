//! Pages, and what their parts are to those who hear them read.

use super::measure::{Area, Mm};
use super::shapes::Shape;
use super::text::Target;

/// One side of a sheet.
#[derive(Clone, PartialEq, Debug)]
pub struct Page {
    /// Its width and its height.
    pub size: (Mm, Mm),
    /// What is on it, from the lowest to the uppermost.
    pub parts: Vec<Part>,
    /// Where one can go from it.
    pub links: Vec<Link>,
}

/// Shapes that belong together.
#[derive(Clone, PartialEq, Debug)]
pub struct Part {
    /// The piece of content that they show; none for what only helps the eye or the scissors.
    pub content: Option<Content>,
    /// Its place among the parts of the same content, which may be on pages that are bound in another order.
    pub order: usize,
    /// The shapes, from the lowest to the uppermost.
    pub shapes: Vec<Shape>,
}

/// A place on a page that leads elsewhere.
#[derive(Clone, PartialEq, Debug)]
pub struct Link {
    /// The piece of content that leads there.
    pub content: Content,
    /// Where it is.
    pub area: Area,
    /// Where it leads.
    pub target: Target,
}

/// A piece of content, by its number in reading order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Content(pub(super) usize);

/// What an element is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tag {
    /// A heading of this level, from 1, and its words.
    Heading(u16, String),
    /// A paragraph.
    Paragraph,
    /// A list.
    List,
    /// An item of a list.
    Item,
    /// The number of an item.
    Label,
    /// What an item says.
    Body,
    /// A picture, and what it shows.
    Figure(String),
    /// Words that lead elsewhere.
    Link,
    /// A table.
    Table,
    /// A row of a table.
    Row,
    /// The head of a column of a table.
    Head,
    /// A cell of a table.
    Cell,
}

/// A part of a document, with its parts in reading order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Element {
    /// What it is.
    pub tag: Tag,
    /// Its parts.
    pub children: Vec<Child>,
}

/// A part of an element.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Child {
    /// An element.
    Element(Element),
    /// What the page shows.
    Content(Content),
}

impl Element {
    /// An element without parts.
    pub fn new(tag: Tag) -> Element {
        Element { tag, children: vec![] }
    }

    /// The same with one more part.
    pub fn with(mut self, child: impl Into<Child>) -> Element {
        self.children.push(child.into());
        self
    }
}

impl From<Element> for Child {
    fn from(element: Element) -> Child {
        Child::Element(element)
    }
}

impl From<Content> for Child {
    fn from(content: Content) -> Child {
        Child::Content(content)
    }
}

/// A heading, and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bookmark {
    /// Its number, by which links know it.
    pub number: usize,
    /// Its words.
    pub text: String,
    /// Its level, from 1.
    pub level: u16,
    /// The page, from 0.
    pub page: usize,
    /// How far down on the page.
    pub y: Mm,
}

/// What pages are made of: their content in reading order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Structure {
    /// The elements.
    pub elements: Vec<Element>,
    /// The headings.
    pub bookmarks: Vec<Bookmark>,
    contents: usize,
}

impl Structure {
    /// A new piece of content.
    pub(super) fn content(&mut self) -> Content {
        self.contents += 1;
        Content(self.contents - 1)
    }

    /// A new piece of content that is an element by itself.
    pub(super) fn leaf(&mut self, tag: Tag) -> Content {
        let content = self.content();
        self.elements.push(Element::new(tag).with(content));
        content
    }
}

/// A page of things to cut out: what is said about them, and the things.
#[derive(Clone, PartialEq, Debug)]
pub struct Sheet {
    /// Its width and its height.
    pub size: (Mm, Mm),
    /// The lines of type, each by itself.
    pub words: Vec<Shape>,
    /// The things.
    pub shapes: Vec<Shape>,
}

impl Sheet {
    /// A sheet without anything on it.
    pub(super) fn empty(size: (Mm, Mm)) -> Sheet {
        Sheet { size, words: vec![], shapes: vec![] }
    }

    /// The sheet as a page; the words tell what is to be seen to those who cannot.
    pub(super) fn page(self, words: &str, structure: &mut Structure) -> Page {
        let mut page = Page::empty(self.size);
        for line in self.words {
            page.put(structure.leaf(Tag::Paragraph), vec![line]);
        }
        if !self.shapes.is_empty() {
            page.put(structure.leaf(Tag::Figure(words.to_owned())), self.shapes);
        }
        page
    }
}

impl Page {
    /// A page without anything on it.
    pub(super) fn empty(size: (Mm, Mm)) -> Page {
        Page { size, parts: vec![], links: vec![] }
    }

    /// Everything on it, from the lowest to the uppermost.
    pub fn shapes(&self) -> impl Iterator<Item = &Shape> {
        self.parts.iter().flat_map(|part| &part.shapes)
    }

    /// Puts shapes on the page that show some content, or help the eye alone.
    pub(super) fn put(&mut self, content: impl Into<Option<Content>>, shapes: Vec<Shape>) {
        self.put_in_order(content.into(), 0, shapes);
    }

    /// The same, for content that may be spread over pages.
    pub(super) fn put_in_order(&mut self, content: Option<Content>, order: usize, shapes: Vec<Shape>) {
        match self.parts.last_mut() {
            _ if shapes.is_empty() => {}
            Some(last) if last.content == content => last.shapes.extend(shapes),
            _ => self.parts.push(Part { content, order, shapes }),
        }
    }
}
