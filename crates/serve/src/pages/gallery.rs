//! The gallery of all games.

use super::mine::{GameSummary, unfinished_game};
use super::{Page, page_or_problem, render, start_picture_address};
use crate::app::App;
use crate::rulings::Ruling;
use crate::texts::Texts;
use crate::visitor::Visitor;
use crate::workers::JobKind;
use askama::Template;
use axum::extract::State;
use axum::response::Response;
use quirkat_draw::is_chequered;
use quirkat_rules::{GameFile, Side};
use quirkat_wire::kind;
use std::sync::Arc;

/// A game as a card of the gallery.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    /// Id of the game, as in addresses.
    pub id: String,
    /// Name in the visitor's language.
    pub name: String,
    /// First sentence of its description.
    pub about_line: String,
    /// Region of its origin, in the visitor's language.
    pub place: String,
    /// Period of its origin, in the visitor's language.
    pub time: String,
    /// Pieces of each side, such as `12 + 12`.
    pub pieces: String,
    /// Typical length of a game in minutes.
    pub minutes: String,
    /// Difficulty from 1 to 3.
    pub difficulty: u8,
    /// Kind of game, such as `war`.
    pub kind: &'static str,
    /// Whether both sides have equal forces.
    pub symmetric: bool,
    /// Number of variants of the game.
    pub variants: usize,
    /// Address of the picture of its start position.
    pub picture: String,
    /// Address of the game's page.
    pub href: String,
}

#[derive(Template)]
#[template(path = "gallery.html")]
struct Gallery {
    page: Page,
    /// Latest unfinished game of the visitor.
    own: Option<GameSummary>,
    /// Games by kind, in the order of the catalogue.
    groups: Vec<(&'static str, Vec<Card>)>,
    count: usize,
}

impl Gallery {
    /// Returns the game that a new visitor is offered: the first one.
    fn hero(&self) -> Option<&Card> {
        self.groups.first().and_then(|(_, cards)| cards.first())
    }
}

/// Answers with the page of all games.
pub async fn gallery(State(app): State<Arc<App>>, visitor: Visitor) -> Response {
    let texts = visitor.texts;
    let own = unfinished_game(&app, &visitor).await;
    let listed = Arc::clone(&app);
    let build_page = move || Ok(page(listed.listed_games(), own, texts));
    page_or_problem(app.work(JobKind::Pages, visitor.client, build_page).await, texts)
}

fn page(games: impl Iterator<Item = &'static GameFile>, own: Option<GameSummary>, texts: Texts) -> Response {
    let mut groups: Vec<(&'static str, Vec<Card>)> = Vec::new();
    for card in games.filter_map(|file| Card::new(file, texts)) {
        match groups.iter_mut().find(|(kind, _)| *kind == card.kind) {
            Some((_, cards)) => cards.push(card),
            None => groups.push((card.kind, vec![card])),
        }
    }
    let count = groups.iter().map(|(_, cards)| cards.len()).sum();
    render(&Gallery { page: Page::new(texts, texts.get("gallery_title"), "/"), own, groups, count })
}

impl Card {
    /// Returns the card of a game; `None` if it cannot be played, which a test excludes.
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
            kind: kind(file, &ruleset, is_chequered(&ruleset.board)).word(),
            symmetric: pieces[0] == pieces[1],
            variants: file.variants().count(),
            picture: start_picture_address(&ruling, texts),
            href: texts.at(format_args!("/games/{}", file.id)),
        })
    }
}
