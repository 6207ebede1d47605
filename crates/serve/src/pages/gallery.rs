//! The gallery: every game.

use super::mine::{Mine, going_on};
use super::{Page, picture_address, render};
use crate::app::App;
use crate::rulings::Ruling;
use crate::texts::Texts;
use crate::visitor::Visitor;
use askama::Template;
use axum::extract::State;
use axum::response::Response;
use quirkat_draw::is_chequered;
use quirkat_rules::{GameFile, Side, games, write_fen};
use quirkat_wire::kind;
use std::sync::Arc;

/// A game in a few facts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    /// The game's word.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it is, in a sentence.
    pub about_line: String,
    /// Where it is from.
    pub place: String,
    /// When it is from.
    pub time: String,
    /// How many pieces each side has.
    pub pieces: String,
    /// How long it takes.
    pub minutes: String,
    /// How hard it is, from 1 to 3.
    pub difficulty: u8,
    /// What kind of game it is.
    pub kind: &'static str,
    /// Whether both sides have the same.
    pub symmetric: bool,
    /// How many variants there are.
    pub variants: usize,
    /// The drawing of its start.
    pub picture: String,
    /// Its page.
    pub href: String,
}

#[derive(Template)]
#[template(path = "gallery.html")]
struct Gallery {
    page: Page,
    /// The visitor's latest game that goes on.
    own: Option<Mine>,
    /// The games by their kinds, in the order in which the first of each comes.
    groups: Vec<(&'static str, Vec<Card>)>,
    count: usize,
}

/// The page of all games.
pub async fn gallery(State(app): State<Arc<App>>, visitor: Visitor) -> Response {
    let texts = visitor.texts;
    let mut groups: Vec<(&'static str, Vec<Card>)> = Vec::new();
    for card in games().filter_map(|file| Card::new(file, texts)) {
        match groups.iter_mut().find(|(kind, _)| *kind == card.kind) {
            Some((_, cards)) => cards.push(card),
            None => groups.push((card.kind, vec![card])),
        }
    }
    let count = groups.iter().map(|(_, cards)| cards.len()).sum();
    let own = going_on(&app, &visitor).await;
    render(&Gallery { page: Page::new(texts, texts.get("gallery_title"), "/"), own, groups, count })
}

impl Card {
    /// The facts of a game; none if it cannot be played, which a test excludes.
    pub fn new(file: &GameFile, texts: Texts) -> Option<Card> {
        let ruling = Ruling::new(&file.id, &[]).ok()?;
        let ruleset = ruling.ruleset();
        let pieces =
            Side::BOTH.map(|side| ruleset.start.count(side) + usize::from(ruleset.start.memory.hand[side.index()]));
        let about = file.about.get(texts.0);
        let gallery = &file.gallery;
        Some(Card {
            id: file.id.clone(),
            name: file.name.get(texts.0).to_owned(),
            about_line: about.split_inclusive(". ").next().unwrap_or_default().trim().to_owned(),
            place: gallery.as_ref().map(|gallery| gallery.place.get(texts.0).to_owned()).unwrap_or_default(),
            time: gallery.as_ref().map(|gallery| gallery.time.get(texts.0).to_owned()).unwrap_or_default(),
            pieces: format!("{} + {}", pieces[0], pieces[1]),
            minutes: gallery.as_ref().map(|gallery| gallery.minutes.to_string()).unwrap_or_default(),
            difficulty: gallery.as_ref().map_or(2, |gallery| gallery.difficulty),
            kind: kind(&ruleset, is_chequered(&ruleset.board)),
            symmetric: pieces[0] == pieces[1],
            variants: file.variants().count(),
            picture: picture_address(&ruling, &write_fen(&ruleset, &ruleset.start), texts),
            href: texts.at(format_args!("/games/{}", file.id)),
        })
    }
}
