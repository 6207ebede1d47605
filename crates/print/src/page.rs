//! Pages, and the structure of their content for screen readers.

use super::measure::{Area, Mm};
use super::shapes::Shape;
use super::text::Target;

/// One side of a sheet of paper.
#[derive(Clone, PartialEq, Debug)]
pub struct Page {
    /// Width and height of the paper.
    pub size: (Mm, Mm),
    /// Parts of the page, from the bottom layer to the top.
    pub parts: Vec<Part>,
    /// Areas that link to other places.
    pub links: Vec<Link>,
}

/// Shapes of one content element.
#[derive(Clone, PartialEq, Debug)]
pub struct Part {
    /// Content element that the shapes show. `None` for decoration and cutting marks.
    pub content: Option<Content>,
    /// Position among the parts of the same content element. Parts may lie on pages that are bound in another order.
    pub order: usize,
    /// Shapes from the bottom layer to the top.
    pub shapes: Vec<Shape>,
}

/// An area of a page that links to another place.
#[derive(Clone, PartialEq, Debug)]
pub struct Link {
    /// Content element that the link belongs to.
    pub content: Content,
    /// Clickable area on the page.
    pub area: Area,
    /// Destination of the link.
    pub target: Target,
}

/// Number of a content element in reading order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Content(pub(super) usize);

/// Kind of a structure element, as in tagged PDF.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tag {
    /// Heading with its level, from 1, and its text.
    Heading(u16, String),
    /// Paragraph of running text.
    Paragraph,
    /// List; its children are items.
    List,
    /// Item of a list.
    Item,
    /// Number of a list item.
    Label,
    /// Text of a list item.
    Body,
    /// Picture with its alternative text.
    Figure(String),
    /// Text that links to another place.
    Link,
    /// Table; its children are rows.
    Table,
    /// Row of a table.
    Row,
    /// Heading cell of a table column.
    Head,
    /// Cell of a table.
    Cell,
}

/// Structure element with its children in reading order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Element {
    /// Kind of the element.
    pub tag: Tag,
    /// Children in reading order.
    pub children: Vec<Child>,
}

/// Child of a structure element.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Child {
    /// Nested structure element.
    Element(Element),
    /// Content element on a page.
    Content(Content),
}

impl Element {
    /// Creates an element without children.
    pub fn new(tag: Tag) -> Element {
        Element { tag, children: vec![] }
    }

    /// Returns the element with one more child.
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

/// Heading with its place, for the outline of a PDF.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bookmark {
    /// Number that links refer to.
    pub number: usize,
    /// Text of the heading.
    pub text: String,
    /// Level of the heading, from 1.
    pub level: u16,
    /// Index of the page, from 0.
    pub page: usize,
    /// Distance from the top of the page.
    pub y: Mm,
}

/// Content of a document in reading order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Structure {
    /// Elements of the top level, in reading order.
    pub elements: Vec<Element>,
    /// Headings in reading order.
    pub bookmarks: Vec<Bookmark>,
    contents: usize,
}

impl Structure {
    /// Returns a new content element.
    pub(super) fn content(&mut self) -> Content {
        self.contents += 1;
        Content(self.contents - 1)
    }

    /// Returns a new content element that forms a structure element alone.
    pub(super) fn leaf(&mut self, tag: Tag) -> Content {
        let content = self.content();
        self.elements.push(Element::new(tag).with(content));
        content
    }
}

/// A page to cut out: its text and its shapes.
#[derive(Clone, PartialEq, Debug)]
pub struct Sheet {
    /// Width and height of the paper.
    pub size: (Mm, Mm),
    /// Lines of text, each one shape.
    pub words: Vec<Shape>,
    /// Shapes to cut out.
    pub shapes: Vec<Shape>,
}

impl Sheet {
    /// Creates an empty sheet.
    pub(super) fn empty(size: (Mm, Mm)) -> Sheet {
        Sheet { size, words: vec![], shapes: vec![] }
    }

    /// Converts the sheet to a page. `words` is its alternative text.
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
    /// Creates an empty page.
    pub(super) fn empty(size: (Mm, Mm)) -> Page {
        Page { size, parts: vec![], links: vec![] }
    }

    /// Returns all shapes, from the bottom layer to the top.
    pub fn shapes(&self) -> impl Iterator<Item = &Shape> {
        self.parts.iter().flat_map(|part| &part.shapes)
    }

    /// Adds shapes that show a content element, or decoration.
    pub(super) fn put(&mut self, content: impl Into<Option<Content>>, shapes: Vec<Shape>) {
        self.put_in_order(content.into(), 0, shapes);
    }

    /// Adds shapes of a content element that may extend over several pages.
    pub(super) fn put_in_order(&mut self, content: Option<Content>, order: usize, shapes: Vec<Shape>) {
        match self.parts.last_mut() {
            _ if shapes.is_empty() => {}
            Some(last) if last.content == content => last.shapes.extend(shapes),
            _ => self.parts.push(Part { content, order, shapes }),
        }
    }
}
