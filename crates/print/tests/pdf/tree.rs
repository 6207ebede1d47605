//! The structure tree of a PDF in reading order.

use super::read::{deref, dictionary, get, id, list, name, numbers, text, whole};
use hayro_syntax::object::{Dict, MaybeRef, Object, ObjectIdentifier};
use hayro_syntax::xref::XRef;
use std::collections::{BTreeMap, HashMap};

/// An element, such as a heading or a figure.
pub struct Element {
    /// Identifier in the file; `None` for the root.
    pub id: Option<ObjectIdentifier>,
    pub kind: String,
    /// Alternative text of a figure.
    pub alt: Option<String>,
    /// Width and height of a figure's box, in points.
    pub size: Option<[f64; 2]>,
    pub children: Vec<Child>,
}

pub enum Child {
    Element(Element),
    /// A content element: page and identifier.
    Mark(usize, i64),
    /// An annotation.
    Object(ObjectIdentifier),
}

impl Element {
    pub fn elements(&self) -> impl Iterator<Item = &Element> {
        self.children.iter().filter_map(|child| match child {
            Child::Element(element) => Some(element),
            _ => None,
        })
    }

    /// Returns this element and all below it, in reading order.
    pub fn all(&self) -> Vec<&Element> {
        let below = self.elements().flat_map(Element::all);
        std::iter::once(self).chain(below).collect()
    }

    /// Returns the elements of a kind, in reading order.
    pub fn of(&self, kind: &str) -> Vec<&Element> {
        self.all().into_iter().filter(|element| element.kind == kind).collect()
    }

    /// Returns the content elements in it, in reading order.
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
pub fn read(file: &XRef, root: &Dict, pages: &HashMap<ObjectIdentifier, usize>) -> Element {
    let children = list(root, "K");
    assert!(!children.is_empty(), "no elements");
    let children = children.into_iter().map(|child| read_child(file, child, None, pages)).collect();
    Element { id: None, kind: String::new(), alt: None, size: None, children }
}

fn read_child<'a>(
    file: &'a XRef,
    object: MaybeRef<Object<'a>>,
    page: Option<usize>,
    pages: &HashMap<ObjectIdentifier, usize>,
) -> Child {
    let own = id(&object);
    let node = match deref(file, object) {
        Object::Dict(node) => node,
        mark => return Child::Mark(page.expect("the page of a piece of content"), whole(&mark)),
    };
    let page = node.get_ref("Pg").map(|id| pages[&id.into()]).or(page);
    match name(&node, "Type").as_deref() {
        Some("MCR") => Child::Mark(page.expect("a page"), whole(&get(&node, "MCID").expect("a number"))),
        Some("OBJR") => Child::Object(node.get_ref("Obj").expect("an object").into()),
        _ => Child::Element(Element {
            id: Some(own.expect("an element by reference")),
            kind: name(&node, "S").expect("a kind"),
            alt: text(&node, "Alt"),
            size: size(file, &node),
            children: list(&node, "K").into_iter().map(|child| read_child(file, child, page, pages)).collect(),
        }),
    }
}

fn size(file: &XRef, node: &Dict) -> Option<[f64; 2]> {
    let mut all = list(node, "A").into_iter().filter_map(|one| deref(file, one).into_dict());
    let edges = all.find_map(|one| numbers(&one, "BBox"))?;
    Some([edges[2] - edges[0], edges[3] - edges[1]])
}

/// Reads the parent tree: from content and annotations to their elements.
pub fn parents(file: &XRef, root: &Dict) -> BTreeMap<i64, Vec<ObjectIdentifier>> {
    fn walk(file: &XRef, node: &Dict, found: &mut BTreeMap<i64, Vec<ObjectIdentifier>>) {
        for kid in list(node, "Kids") {
            walk(file, &deref(file, kid).into_dict().expect("a node"), found);
        }
        let mut all = list(node, "Nums").into_iter();
        while let Some(key) = all.next() {
            let element = |object: &MaybeRef<Object>| id(object).expect("an element by reference");
            let value = all.next().expect("elements");
            let own = id(&value);
            let value = match deref(file, value) {
                Object::Array(all) => all.raw_iter().map(|object| element(&object)).collect(),
                _ => vec![own.expect("an element by reference")],
            };
            found.insert(whole(&deref(file, key)), value);
        }
    }
    let mut found = BTreeMap::new();
    walk(file, &dictionary(root, "ParentTree").expect("a parent tree"), &mut found);
    found
}
