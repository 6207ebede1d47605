//! Tests the tags for screen readers: all content, once, with its kind.

use super::read::{Goal, Read};
use super::tree::{Child, Element};
use super::{printed, ruleset, solid};
use hayro_syntax::object::ObjectIdentifier;
use quirkat_print::{Order, Style};
use quirkat_rules::{Language, Ruleset};
use quirkat_words::rules_in_words;
use std::collections::{BTreeMap, BTreeSet};

/// Checks that hold for every file.
pub fn check(read: &Read, language: Language, what: &str) {
    assert_eq!(read.language, language.code(), "{what}");
    assert!(!read.title.trim().is_empty(), "{what}");
    check_once(read, what);
    check_objects(read, what);
    for element in read.root.all() {
        check_element(read, element, what);
    }
    let levels: Vec<usize> = read.root.all().iter().filter_map(|element| level(&element.kind)).collect();
    assert!(levels.is_empty() || levels[0] == 1, "{what}: {levels:?}");
    assert!(levels.windows(2).all(|pair| pair[1] <= pair[0] + 1), "{what}: {levels:?}");
}

fn level(kind: &str) -> Option<usize> {
    kind.strip_prefix('H')?.parse().ok()
}

/// Checks that every content element is in the tree once, and that the parent tree leads back to it.
fn check_once(read: &Read, what: &str) {
    let on_pages =
        read.pages.iter().enumerate().flat_map(|(page, sheet)| sheet.marks.iter().map(move |&mark| (page, mark)));
    let on_pages: Vec<(usize, i64)> = on_pages.collect();
    let in_tree = read.root.marks();
    for marks in [&on_pages, &in_tree] {
        assert_eq!(marks.iter().collect::<BTreeSet<_>>().len(), marks.len(), "{what}: content is there twice");
    }
    let [on_pages, in_tree]: [BTreeSet<_>; 2] = [on_pages, in_tree].map(|marks| marks.into_iter().collect());
    assert_eq!(on_pages, in_tree, "{what}");
    for element in read.root.all() {
        for child in &element.children {
            if let Child::Mark(page, mark) = child {
                assert_eq!(Some(read.pages[*page].parents[*mark as usize]), element.id, "{what}: the parent tree");
            }
        }
    }
}

/// Checks that every link belongs to one link element and states its target.
fn check_objects(read: &Read, what: &str) {
    let mut owners: BTreeMap<ObjectIdentifier, &Element> = BTreeMap::new();
    for element in read.root.all() {
        for child in &element.children {
            if let Child::Object(id) = child {
                assert!(owners.insert(*id, element).is_none(), "{what}: a link is there twice");
            }
        }
    }
    let links: Vec<_> = read.pages.iter().flat_map(|page| &page.links).collect();
    assert_eq!(links.len(), owners.len(), "{what}");
    for link in links {
        let owner = owners.get(&link.id).unwrap_or_else(|| panic!("{what}: {:?} is in no element", link.goal));
        assert_eq!((owner.kind.as_str(), owner.id), ("Link", Some(link.parent)), "{what}");
        assert!(!link.words.trim().is_empty(), "{what}: a link without words");
        assert!(link.from.0 < link.to.0 && link.from.1 < link.to.1, "{what}: {:?} to {:?}", link.from, link.to);
    }
}

fn check_element(read: &Read, element: &Element, what: &str) {
    let kinds: Vec<&str> = element.elements().map(|element| element.kind.as_str()).collect();
    let all = |allowed: &[&str]| {
        assert!(kinds.iter().all(|kind| allowed.contains(kind)), "{what}: {kinds:?} in {}", element.kind);
    };
    match element.kind.as_str() {
        "" => assert_eq!(kinds, ["Document"], "{what}"),
        "Document" => all(&["H1", "H2", "H3", "P", "L", "Figure", "Table"]),
        "L" => all(&["LI"]),
        "LI" => assert_eq!(kinds, ["Lbl", "LBody"], "{what}"),
        "Table" => {
            all(&["TR"]);
            let columns: BTreeSet<usize> = element.elements().map(|row| row.elements().count()).collect();
            assert_eq!(columns.len(), 1, "{what}: rows of {columns:?} cells");
            let head = element.elements().next().expect("a row");
            assert!(head.elements().all(|cell| cell.kind == "TH"), "{what}");
        }
        "TR" => all(&["TH", "TD"]),
        "P" | "LBody" | "TD" => all(&["Link"]),
        "H1" | "H2" | "H3" | "Lbl" | "TH" | "Figure" | "Link" => assert_eq!(kinds, [""; 0], "{what}"),
        other => panic!("{what}: {other}"),
    }
    let says = read.says(element);
    match element.kind.as_str() {
        "Figure" => {
            assert!(element.alt.as_ref().is_some_and(|alt| !alt.trim().is_empty()), "{what}: a figure without words");
            assert!(element.size.is_some_and(|size| size.iter().all(|&side| side > 1.0)), "{what}: {:?}", element.size);
            let mut marks = element.marks().into_iter();
            assert!(marks.any(|(page, mark)| read.pages[page].paths_of(mark).next().is_some()), "{what}: no figure");
        }
        // Cells that repeat the one above are empty.
        "TD" => {}
        kind => assert!(!says.trim().is_empty(), "{what}: {kind} says nothing"),
    }
}

/// Returns the web addresses in a text, without punctuation at the end.
fn addresses(text: &str) -> Vec<String> {
    let words = text.split(|sign: char| sign.is_whitespace() || "<>\"«»“”".contains(sign));
    let starts = words.filter_map(|word| Some(&word[word.find("http://").or(word.find("https://"))?..]));
    let mut all = vec![];
    for word in starts {
        let mut word = word.trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', '’', '…']);
        while word.ends_with(')') && word.matches(')').count() > word.matches('(').count() {
            word = word[..word.len() - 1].trim_end_matches(['.', ',', ';', ':']);
        }
        all.push(word.to_owned());
    }
    all
}

/// Checks that the areas of a link contain its text and nothing else.
pub fn check_places(read: &Read, link: &Element, what: &str) {
    let places: Vec<_> = read.pages.iter().flat_map(|page| page.links.iter().map(move |found| (page, found))).collect();
    let objects: Vec<ObjectIdentifier> = link
        .children
        .iter()
        .filter_map(|child| match child {
            Child::Object(id) => Some(*id),
            _ => None,
        })
        .collect();
    let mut within = 0;
    let letters = |text: &super::read::Text| text.says().chars().filter(|sign| !sign.is_whitespace()).count();
    for (page, place) in places.into_iter().filter(|(_, place)| objects.contains(&place.id)) {
        for text in &page.texts {
            let Some([left, top, right, bottom]) = text.bounds() else { continue };
            let (x, y) = ((left + right) / 2.0, (top + bottom) / 2.0);
            if place.from.0 < x && x < place.to.0 && place.from.1 < y && y < place.to.1 {
                within += letters(text);
                let is_inside = place.from.0 - 0.1 <= left && right <= place.to.0 + 0.1;
                assert!(is_inside, "{what}: `{}` is wider than its link", text.says());
            }
        }
    }
    let length = solid(&read.says(link)).chars().count();
    assert_eq!(within, length, "{what}: letters of `{}` in its places", read.says(link));
}

/// Checks that a leaflet has elements of all kinds, and that its links are the addresses of its sources.
pub fn check_leaflet(read: &Read, ruleset: &Ruleset, language: Language, what: &str) {
    check(read, language, what);
    for kind in ["H1", "H2", "P", "L", "LI", "LBody", "Figure"] {
        assert!(!read.root.of(kind).is_empty(), "{what}: no {kind}");
    }
    // A source of both the game and the variant is printed once.
    let sources = rules_in_words(ruleset, language).sources;
    let expected: Vec<String> = sources.iter().flat_map(|source| addresses(source)).collect();
    let links = read.root.of("Link");
    let texts: Vec<String> = links.iter().map(|link| solid(&read.says(link))).collect();
    assert_eq!(texts, expected, "{what}");
    for link in links {
        check_places(read, link, what);
    }
    let expected: BTreeSet<String> = ruleset.info.sources.iter().flat_map(|source| addresses(source)).collect();
    let goals = read.pages.iter().flat_map(|page| &page.links).map(|link| match &link.goal {
        Goal::Address(address) => address.clone(),
        other => panic!("{what}: {other:?}"),
    });
    assert_eq!(goals.collect::<BTreeSet<String>>(), expected, "{what}");
}

#[test]
fn boards_counters_and_kits_are_tagged() {
    for title in ["alquerque", "bashni", "konane", "international", "dablot", "leopards"] {
        let ruleset = ruleset(title, &[]);
        for language in Language::ALL {
            for style in [Style::Plain, Style::Floral, Style::Checked] {
                let order = Order {
                    board: Some(style),
                    has_counters: true,
                    is_pocket: true,
                    has_leaflet: style == Style::Floral,
                    language,
                    ..Order::default()
                };
                let read = printed(&ruleset, &order);
                check(&read, language, &format!("{title} {order:?}"));
            }
        }
    }
}
