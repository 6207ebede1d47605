//! Games that are played and stored in the visitor's browser alone, with the module: their list and the page of such a game.
//! The pages are the same for all visitors and games, so that browsers can keep them for times without a network.

use super::{Page, render};
use crate::app::App;
use crate::errors::Problem;
use crate::texts::Texts;
use crate::visitor::Visitor;
use askama::Template;
use axum::extract::State;
use axum::response::Response;
use quirkat_explore::DEFAULT_LEVEL;
use quirkat_rules::GameFile;
use std::sync::Arc;

/// A game in the form, with the titles and names of its variants.
struct GameChoice {
    name: String,
    variants: Vec<(String, String)>,
}

impl GameChoice {
    fn new(file: &GameFile, texts: Texts) -> GameChoice {
        let name = file.name.get(texts.0).to_owned();
        let variant = |id: &str| {
            let ruleset = file.ruleset(Some(id), &[]).ok()?;
            let own = ruleset.info.variant_name.get(texts.0);
            let words = if *own == name { name.clone() } else { format!("{name}: {own}") };
            Some((format!("{}:{id}", file.id), words))
        };
        GameChoice { variants: file.variants().filter_map(variant).collect(), name }
    }
}

#[derive(Template)]
#[template(path = "local.html")]
struct LocalPage {
    page: Page,
    games: Vec<GameChoice>,
    level: String,
}

#[derive(Template)]
#[template(path = "local-play.html")]
struct LocalPlayPage {
    page: Page,
}

/// Answers with the list of the browser's games and the form of a new one.
pub async fn local(State(app): State<Arc<App>>, visitor: Visitor) -> Response {
    let texts = visitor.texts;
    if texts.1.module().is_none() {
        return Problem::NotFound.page(texts);
    }
    let games = app.listed_games().map(|file| GameChoice::new(file, texts)).collect();
    let page = Page::new(texts, texts.get("local_heading"), "/local");
    render(&LocalPage { page, games, level: DEFAULT_LEVEL.to_string() })
}

/// Answers with the page of a game: `/local/play?game=lasca&level=3&side=first` begins one, `?id=…` continues one. The page
/// reads its query itself.
pub async fn local_play(visitor: Visitor) -> Response {
    let texts = visitor.texts;
    if texts.1.module().is_none() {
        return Problem::NotFound.page(texts);
    }
    render(&LocalPlayPage { page: Page::new(texts, texts.get("local_title"), "") })
}
