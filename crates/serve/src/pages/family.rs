//! The page of the family: the tree of descent, the map, the disputes of the sources, and the passage of 1283.

mod tree;

use super::game::{Part, parts};
use super::{Page, page_or_problem, render};
use crate::app::App;
use crate::errors::Problem;
use crate::texts::Texts;
use crate::visitor::Visitor;
use crate::workers::JobKind;
use askama::Template;
use axum::extract::State;
use axum::response::Response;
use quirkat_rules::{DescentKind, Family, Member, Statement, family};
use quirkat_words::{bond_in_words, bond_meaning};
use std::sync::Arc;
use tree::Tree;

/// A kind of descent and its meaning.
struct Kind {
    word: &'static str,
    label: String,
    meaning: String,
}

/// A member as a link.
struct Named {
    name: String,
    /// Address of its page, if it is a playable game.
    href: Option<String>,
}

/// A statement with its sources.
struct StatementView {
    says: String,
    sources: Vec<Vec<Part>>,
}

/// A descent of a member from another one.
struct Tie {
    bond: &'static str,
    label: String,
    whom: String,
    whom_id: String,
    said: StatementView,
}

/// A member with its descents and sources.
struct MemberView {
    id: String,
    depth: usize,
    named: Named,
    place: String,
    time: String,
    dated: Vec<Vec<Part>>,
    ties: Vec<Tie>,
}

/// A place on the map with its games.
struct Place {
    name: String,
    /// Coordinates on the map, in degrees of longitude.
    x: f64,
    y: f64,
    games: Vec<Named>,
}

struct DisputeView {
    title: String,
    sides: Vec<StatementView>,
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
    kin: Vec<MemberView>,
    /// Places from west to east.
    places: Vec<Place>,
    /// Members without a known place.
    elsewhere: Vec<Named>,
    disputes: Vec<DisputeView>,
    lines: Vec<Line>,
    passage_sources: Vec<Vec<Part>>,
    glossary: Vec<(String, StatementView)>,
}

/// Length of a degree of latitude relative to one of longitude: most places are far from the equator.
const STRETCH: f64 = 1.15;

/// Answers with the page of the family.
pub async fn family_page(State(app): State<Arc<App>>, visitor: Visitor) -> Response {
    let texts = visitor.texts;
    if let Err(too_fast) = app.compute_rate.allow(visitor.client) {
        return Problem::from(too_fast).page(texts);
    }
    page_or_problem(app.work(JobKind::Pages, visitor.client, move || Ok(page(texts))).await, texts)
}

fn page(texts: Texts) -> Response {
    let family = family();
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
                sides: dispute.sides.iter().map(|side| statement(side, texts)).collect(),
            })
            .collect(),
        lines: passage
            .lines
            .iter()
            .map(|line| Line { old: line.old.clone(), new: line.new.get(texts.0).to_owned() })
            .collect(),
        passage_sources: cited(&passage.sources),
        glossary: passage.glossary.iter().map(|(word, meaning)| (word.clone(), statement(meaning, texts))).collect(),
    })
}

fn cited(sources: &[String]) -> Vec<Vec<Part>> {
    sources.iter().map(|source| parts(source)).collect()
}

fn statement(statement: &Statement, texts: Texts) -> StatementView {
    StatementView { says: statement.text.get(texts.0).to_owned(), sources: cited(&statement.sources) }
}

fn link(member: &Member, texts: Texts) -> Named {
    let href = member.is_game.then(|| texts.at(format_args!("/games/{}", member.id)));
    Named { name: member.name.get(texts.0).to_owned(), href }
}

fn kin(member: &Member, depth: usize, family: &Family, texts: Texts) -> MemberView {
    let ties = member.descents.iter().map(|descent| Tie {
        bond: descent.kind.word(),
        label: bond_in_words(descent.kind, texts.0).to_owned(),
        whom: family.member(&descent.ancestor).map(|whom| whom.name.get(texts.0).to_owned()).unwrap_or_default(),
        whom_id: descent.ancestor.clone(),
        said: StatementView { says: descent.text.get(texts.0).to_owned(), sources: cited(&descent.sources) },
    });
    MemberView {
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
