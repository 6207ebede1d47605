//! The structure tree of a PDF: what is read, and in which order.

use super::read::{deref, dictionary, get, list, number, words};
use lopdf::{Dictionary, Document, Object, ObjectId};
use std::collections::{BTreeMap, HashMap};

/// An element, such as a heading or a figure.
pub struct Element {
    /// Where the file has it; none for the root of the tree.
    pub id: Option<ObjectId>,
    pub kind: String,
    /// What a figure shows.
    pub alt: Option<String>,
    /// The width and the height of a figure's box, in points.
    pub size: Option<[f64; 2]>,
    pub children: Vec<Child>,
}

pub enum Child {
    Element(Element),
    /// A piece of content: its page and its number there.
    Mark(usize, i64),
    /// An annotation.
    Object(ObjectId),
}

impl Element {
    pub fn elements(&self) -> impl Iterator<Item = &Element> {
        self.children.iter().filter_map(|child| match child {
            Child::Element(element) => Some(element),
            _ => None,
        })
    }

    /// This element and all below, in reading order.
    pub fn all(&self) -> Vec<&Element> {
        let below = self.elements().flat_map(Element::all);
        std::iter::once(self).chain(below).collect()
    }

    /// Those of a kind, in reading order.
    pub fn of(&self, kind: &str) -> Vec<&Element> {
        self.all().into_iter().filter(|element| element.kind == kind).collect()
    }

    /// The pieces of content in it, in reading order.
    pub fn marks(&self) -> Vec<(usize, i64)> {
        let mut marks = vec![];
        for child in &self.children {
            match child {
                Child::Element(element) => marks.extend(element.marks()),
                Child::Mark(page, mark) => marks.push((*page, *mark)),
                Child::Object(_) => {}
            }
        }
        marks
    }
}

/// Reads the tree.
pub fn read(file: &Document, root: &Dictionary, pages: &HashMap<ObjectId, usize>) -> Element {
    let children = list(file, root.get(b"K").expect("elements"));
    let children = children.into_iter().map(|child| read_child(file, child, None, pages)).collect();
    Element { id: None, kind: String::new(), alt: None, size: None, children }
}

fn read_child(file: &Document, object: &Object, page: Option<usize>, pages: &HashMap<ObjectId, usize>) -> Child {
    let found = deref(file, object);
    if let Ok(mark) = found.as_i64() {
        return Child::Mark(page.expect("the page of a piece of content"), mark);
    }
    let node = found.as_dict().expect("an element");
    let page_of = |node: &Dictionary| {
        let own = node.get(b"Pg").and_then(Object::as_reference).ok().map(|id| pages[&id]);
        own.or(page)
    };
    match get(file, node, b"Type").and_then(|kind| kind.as_name().ok()) {
        Some(b"MCR") => {
            let mark = node.get(b"MCID").and_then(Object::as_i64).expect("a number");
            Child::Mark(page_of(node).expect("a page"), mark)
        }
        Some(b"OBJR") => Child::Object(node.get(b"Obj").and_then(Object::as_reference).expect("an object")),
        _ => {
            let kind = get(file, node, b"S").and_then(|kind| kind.as_name().ok()).expect("a kind");
            let children = node.get(b"K").map_or(vec![], |children| list(file, children));
            let page = page_of(node);
            Child::Element(Element {
                id: Some(object.as_reference().expect("an element by reference")),
                kind: String::from_utf8_lossy(kind).into(),
                alt: get(file, node, b"Alt").map(words),
                size: size(file, node),
                children: children.into_iter().map(|child| read_child(file, child, page, pages)).collect(),
            })
        }
    }
}

fn size(file: &Document, node: &Dictionary) -> Option<[f64; 2]> {
    let all = get(file, node, b"A").map_or(vec![], |all| match all {
        Object::Array(all) => all.iter().map(|one| deref(file, one)).collect(),
        one => vec![one],
    });
    let edges = all.into_iter().find_map(|one| one.as_dict().ok()?.get(b"BBox").ok())?;
    let edges: Vec<f64> = list(file, edges).into_iter().map(number).collect();
    Some([edges[2] - edges[0], edges[3] - edges[1]])
}

/// The parent tree: from contents and annotations back to their elements.
pub fn parents(file: &Document, root: &Dictionary) -> BTreeMap<i64, Vec<ObjectId>> {
    fn walk(file: &Document, node: &Dictionary, found: &mut BTreeMap<i64, Vec<ObjectId>>) {
        for kid in node.get(b"Kids").map_or(vec![], |kids| list(file, kids)) {
            walk(file, dictionary(file, kid), found);
        }
        for pair in node.get(b"Nums").map_or(vec![], |all| list(file, all)).chunks(2) {
            let reference = |object: &Object| object.as_reference().expect("an element by reference");
            let value = match deref(file, pair[1]) {
                Object::Array(all) => all.iter().map(reference).collect(),
                _ => vec![reference(pair[1])],
            };
            found.insert(pair[0].as_i64().expect("a number"), value);
        }
    }
    let mut found = BTreeMap::new();
    walk(file, dictionary(file, root.get(b"ParentTree").expect("a parent tree")), &mut found);
    found
}
