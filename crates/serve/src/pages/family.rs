//! The page of the family: the tree of descent, the map, what sources disagree on, and the passage of 1283.

mod tree;

use super::game::{Part, parts};
use super::{Page, render};
use crate::texts::Texts;
use crate::visitor::Visitor;
use askama::Template;
use axum::response::Response;
use quirkat_rules::{DescentKind, Family, Member, Statement, family};
use quirkat_words::{bond_in_words, bond_meaning};
use tree::Tree;

/// A kind of tie, and what it means.
struct Kind {
    word: &'static str,
    label: String,
    meaning: String,
}

/// A member as a link of a list.
struct Named {
    name: String,
    /// Its page, where it is a game.
    href: Option<String>,
}

/// Something that sources say.
struct SaidView {
    says: String,
    sources: Vec<Vec<Part>>,
}

/// What ties a member to another.
struct Tie {
    bond: &'static str,
    label: String,
    whom: String,
    whom_id: String,
    said: SaidView,
}

/// A member with all that is told of it.
struct Kin {
    id: String,
    depth: usize,
    named: Named,
    place: String,
    time: String,
    dated: Vec<Vec<Part>>,
    ties: Vec<Tie>,
}

/// A place on the map, and what is played there.
struct Place {
    name: String,
    /// Where it lies on the map, in whose units a degree of longitude is one.
    x: f64,
    y: f64,
    games: Vec<Named>,
}

struct DisputeView {
    title: String,
    sides: Vec<SaidView>,
}

struct Line {
    old: String,
    new: String,
}

#[derive(Template)]
#[template(path = "family.html")]
struct FamilyPage {
    page: Page,
    kinds: Vec<Kind>,
    tree: Tree,
    kin: Vec<Kin>,
    /// From west to east.
    places: Vec<Place>,
    /// Those of which no source tells a place.
    elsewhere: Vec<Named>,
    disputes: Vec<DisputeView>,
    lines: Vec<Line>,
    passage_sources: Vec<Vec<Part>>,
    glossary: Vec<(String, SaidView)>,
}

/// A degree of latitude is drawn so much longer than one of longitude: most places are far from the equator.
const STRETCH: f64 = 1.15;

/// The page of the family.
pub async fn family_page(visitor: Visitor) -> Response {
    let (texts, family) = (visitor.texts, family());
    let kinds = DescentKind::ALL.map(|bond| Kind {
        word: bond.word(),
        label: bond_in_words(bond, texts.0).to_owned(),
        meaning: bond_meaning(bond, texts.0).to_owned(),
    });
    let mut places: Vec<_> = (0..family.places.len()).map(|number| place(number, family, texts)).collect();
    places.sort_by(|one, other| one.x.total_cmp(&other.x));
    let passage = &family.passage;
    render(&FamilyPage {
        page: Page::new(texts, texts.get("family_title"), "/family"),
        kinds: kinds.into(),
        tree: Tree::new(family, texts),
        kin: family.tree_order().into_iter().map(|(member, depth)| kin(member, depth, family, texts)).collect(),
        places,
        elsewhere: family
            .members
            .iter()
            .filter(|member| member.places.is_empty())
            .map(|member| link(member, texts))
            .collect(),
        disputes: family
            .disputes
            .iter()
            .map(|dispute| DisputeView {
                title: dispute.title.get(texts.0).to_owned(),
                sides: dispute.sides.iter().map(|side| said(side, texts)).collect(),
            })
            .collect(),
        lines: passage
            .lines
            .iter()
            .map(|line| Line { old: line.old.clone(), new: line.new.get(texts.0).to_owned() })
            .collect(),
        passage_sources: cited(&passage.sources),
        glossary: passage.glossary.iter().map(|(word, told)| (word.clone(), said(told, texts))).collect(),
    })
}

fn cited(sources: &[String]) -> Vec<Vec<Part>> {
    sources.iter().map(|source| parts(source)).collect()
}

fn said(told: &Statement, texts: Texts) -> SaidView {
    SaidView { says: told.text.get(texts.0).to_owned(), sources: cited(&told.sources) }
}

fn link(member: &Member, texts: Texts) -> Named {
    let href = member.is_game.then(|| texts.at(format_args!("/games/{}", member.id)));
    Named { name: member.name.get(texts.0).to_owned(), href }
}

fn kin(member: &Member, depth: usize, family: &Family, texts: Texts) -> Kin {
    let ties = member.descents.iter().map(|descent| Tie {
        bond: descent.kind.word(),
        label: bond_in_words(descent.kind, texts.0).to_owned(),
        whom: family.member(&descent.ancestor).map(|whom| whom.name.get(texts.0).to_owned()).unwrap_or_default(),
        whom_id: descent.ancestor.clone(),
        said: SaidView { says: descent.text.get(texts.0).to_owned(), sources: cited(&descent.sources) },
    });
    Kin {
        id: member.id.clone(),
        depth,
        named: link(member, texts),
        place: member.place.get(texts.0).to_owned(),
        time: member.time.get(texts.0).to_owned(),
        dated: cited(&member.date_sources),
        ties: ties.collect(),
    }
}

fn place(number: usize, family: &Family, texts: Texts) -> Place {
    let spot = &family.places[number];
    let here = family.members.iter().filter(|member| member.places.contains(&number));
    Place {
        name: spot.name.get(texts.0).to_owned(),
        x: f64::from(spot.east),
        y: -STRETCH * f64::from(spot.north),
        games: here.map(|member| link(member, texts)).collect(),
    }
}
