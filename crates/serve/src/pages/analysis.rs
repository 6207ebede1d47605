//! The analysis of any position of any variant, and boards for other people's pages.

use super::{Page, board_info, boot, game_info, page_or_problem, render};
use crate::api::{reached, split_turns};
use crate::app::App;
use crate::errors::Problem;
use crate::rulings::{self, Ruling};
use crate::texts::Texts;
use crate::visitor::Visitor;
use askama::Template;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use quirkat_rules::games;
use quirkat_wire::Line;
use serde_json::{Value, json};
use std::sync::Arc;

#[derive(Template)]
#[template(path = "analysis.html")]
struct AnalysisPage {
    page: Page,
    boot: String,
    heading: String,
}

#[derive(Template)]
#[template(path = "embed.html")]
struct EmbedPage {
    page: Page,
    boot: String,
    heading: String,
}

type Pairs = Vec<(String, String)>;

/// The page of an analysis: `/analysis/alquerque:walker`, with a position behind another slash if it is not the start.
pub async fn analysis(
    State(app): State<Arc<App>>,
    Path(path): Path<String>,
    Query(query): Query<Pairs>,
    visitor: Visitor,
) -> Response {
    let texts = visitor.texts;
    let shown = move || {
        let (title, fen) = path.split_once('/').map_or((path.as_str(), None), |(title, fen)| (title, Some(fen)));
        let (value, ruling) = facts(title, fen, &query, texts)?;
        let game = ruling.new_game();
        let ruleset = game.ruleset();
        let heading = texts.with("analysis_page_title", &[("game", ruleset.about.name.get(texts.0).to_owned())]);
        Ok(render(&AnalysisPage {
            page: Page::new(
                texts,
                &heading,
                &format!("/analysis/{}{}", rulings::encoded(&path), rulings::query(&ruling, '?')),
            ),
            boot: boot(&value),
            heading,
        }))
    };
    // A line may be long, and its replay is work.
    page_or_problem(app.work(shown).await, texts)
}

/// A page with nothing but a board: `/embed/alquerque:walker?fen=…`.
pub async fn embed(Path(title): Path<String>, Query(query): Query<Pairs>, visitor: Visitor) -> Response {
    let texts = visitor.texts;
    let shown = || {
        let fen = query.iter().find(|(key, _)| key == "fen").map(|(_, fen)| fen.as_str());
        let (value, ruling) = facts(&title, fen, &query, texts)?;
        let game = ruling.new_game();
        let ruleset = game.ruleset();
        let heading = ruleset.about.name.get(texts.0).to_owned();
        Ok(render(&EmbedPage {
            page: Page::new(texts, &heading, &format!("/embed/{}", rulings::encoded(&title))),
            boot: boot(&value),
            heading,
        }))
    };
    page_or_problem(shown(), texts)
}

fn facts(title: &str, fen: Option<&str>, query: &Pairs, texts: Texts) -> Result<(Value, Ruling), Problem> {
    let all =
        |wanted: &'static str| query.iter().filter(move |(key, _)| key == wanted).map(|(_, value)| value.as_str());
    let rules: Vec<_> = all("rule").map(str::to_owned).collect();
    let ruling = Ruling::new(title, &rules)?;
    // Links may write a position with underscores in the place of spaces.
    let position = fen.filter(|fen| !fen.is_empty()).map(|fen| fen.replace('_', " "));
    let turns: Vec<_> = all("turns").flat_map(split_turns).collect();
    let line = Line { game: title.to_owned(), rules, position, turns, partial: None };
    let game = reached(&line, texts)?;
    let variants: Vec<_> = games()
        .flat_map(|file| {
            file.variants().filter_map(|id| {
                let ruleset = file.ruleset(Some(id), &[]).ok()?;
                let name = format!("{}: {}", ruleset.about.name.get(texts.0), ruleset.about.variant_name.get(texts.0));
                Some(json!({ "title": ruleset.title(), "name": name }))
            })
        })
        .collect();
    let value = json!({
        "lang": texts.code(),
        "game": game_info(game.ruleset(), texts),
        "board": board_info(&ruling, game.ruleset()),
        "rules": ruling.rules(),
        "position": line.position,
        "turns": line.turns,
        "variants": variants,
    });
    Ok((value, ruling))
}
