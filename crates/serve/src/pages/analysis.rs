//! The analysis page for any position of any variant, and boards to embed in other sites.

use super::{Page, board_info, boot, game_info, link_preview, page_or_problem, render};
use crate::api::split_turns;
use crate::app::App;
use crate::errors::Problem;
use crate::rulings::{QueryPairs, Ruling, percent_encode, rules_query};
use crate::texts::Texts;
use crate::visitor::Visitor;
use crate::workers::JobKind;
use askama::Template;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use quirkat_rules::{AnyGame, GameFile, games, write_fen};
use quirkat_wire::LineRequest;
use quirkat_words::{position_in_words, title_in_words};
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

/// Answers with the analysis page: `/analysis/alquerque:walker`, followed by a slash and a position unless it is the start.
pub async fn analysis(
    State(app): State<Arc<App>>,
    Path(path): Path<String>,
    Query(query): Query<QueryPairs>,
    visitor: Visitor,
) -> Response {
    let (client, texts) = (visitor.client, visitor.texts);
    let build_page = move || {
        let (title, fen) = path.split_once('/').map_or((path.as_str(), None), |(title, fen)| (title, Some(fen)));
        let (value, ruling, game) = play_line(&line(title, fen, &query), texts)?;
        let address = format!("/analysis/{}{}", percent_encode(&path), rules_query(&ruling, '?'));
        Ok(analysis_page(&value, &ruling, &game, &address, &visitor))
    };
    // Replaying a long line takes the processor.
    page_or_problem(app.work(JobKind::Pages, client, build_page).await, texts)
}

/// Answers with the analysis page of a live game's moves so far: `/play/k3v9x2/analysis`.
pub async fn played(State(app): State<Arc<App>>, Path(id): Path<String>, visitor: Visitor) -> Response {
    let (client, texts) = (visitor.client, visitor.texts);
    let result = async {
        let room = app.room(&id, client).await?;
        let snapshot = room.snapshot();
        let board = &snapshot.live().game.ruleset().board;
        let line = LineRequest {
            game: snapshot.terms.ruling.title().to_owned(),
            rules: snapshot.terms.ruling.rules().to_vec(),
            position: snapshot.terms.position.clone(),
            turns: snapshot.live().game.history().iter().map(|turn| turn.text(board)).collect(),
            partial: None,
        };
        let ruling = snapshot.terms.ruling.clone();
        let build_page = move || {
            let mut value = script_values(&line, Some(&line.turns), &ruling, texts);
            let path = format!("/play/{id}/analysis");
            value["id"] = Value::from(id);
            Ok(analysis_page(&value, &ruling, &snapshot.live().game, &path, &visitor))
        };
        app.work(JobKind::Pages, client, build_page).await
    };
    page_or_problem(result.await, texts)
}

/// Renders the analysis page at a position.
fn analysis_page(value: &Value, ruling: &Ruling, reached: &AnyGame, address: &str, visitor: &Visitor) -> Response {
    let texts = visitor.texts;
    let (ruleset, setup) = (reached.ruleset(), reached.setup());
    let game = ruling.ruleset().info.name.get(texts.0).to_owned();
    let heading = texts.with("analysis_page_title", &[("game", game)]);
    let position = (ruling, &*write_fen(ruleset, &setup));
    let page = Page::new(texts, &heading, address);
    let page =
        page.with_preview(link_preview(visitor, address, position, &position_in_words(ruleset, &setup, texts.0)));
    render(&AnalysisPage { page, boot: boot(value), heading })
}

/// Answers with a page that contains only a board: `/embed/alquerque:walker?fen=…`.
pub async fn embed(
    State(app): State<Arc<App>>,
    Path(title): Path<String>,
    Query(query): Query<QueryPairs>,
    visitor: Visitor,
) -> Response {
    let texts = visitor.texts;
    let build_page = move || {
        let (value, ruling, _) = play_line(&line(&title, query.get("fen"), &query), texts)?;
        let heading = ruling.ruleset().info.name.get(texts.0).to_owned();
        Ok(render(&EmbedPage {
            page: Page::new(texts, &heading, &format!("/embed/{}", percent_encode(&title))),
            boot: boot(&value),
            heading,
        }))
    };
    page_or_problem(app.work(JobKind::Pages, visitor.client, build_page).await, texts)
}

/// Returns the line that an address names.
fn line(title: &str, fen: Option<&str>, query: &QueryPairs) -> LineRequest {
    LineRequest {
        game: title.to_owned(),
        rules: query.rules(),
        // Links may write underscores for the spaces in a position.
        position: fen.filter(|fen| !fen.is_empty()).map(|fen| fen.replace('_', " ")),
        turns: query.all("turns").flat_map(split_turns).collect(),
        partial: None,
    }
}

/// Plays a line; returns the values for the script, the ruling, and the game at its end.
fn play_line(line: &LineRequest, texts: Texts) -> Result<(Value, Ruling, AnyGame), Problem> {
    let reached = quirkat_explore::play_line(line, texts)?;
    let ruling = Ruling::new(&line.game, &line.rules)?;
    // Without moves in the address, the page restores its last position.
    let place = Some(&line.turns).filter(|turns| !turns.is_empty());
    Ok((script_values(line, place, &ruling, texts), ruling, reached))
}

/// Returns the values for the script: the game, and the moves to the position that the address names, if any.
fn script_values(line: &LineRequest, place: Option<&Vec<String>>, ruling: &Ruling, texts: Texts) -> Value {
    let listed = |file: &GameFile| {
        let variant = |id: &str| {
            let ruleset = file.ruleset(Some(id), &[]).ok()?;
            Some(json!({ "title": ruleset.title(), "name": title_in_words(&ruleset, texts.0) }))
        };
        file.variants().filter_map(variant).collect::<Vec<_>>()
    };
    let own = ruling.own().map(|own| listed(own.file()));
    let variants: Vec<_> = own.into_iter().chain(games().map(listed)).flatten().collect();
    json!({
        "lang": texts.code(),
        "game": game_info(&ruling.ruleset(), texts),
        "board": board_info(ruling, &ruling.ruleset(), texts),
        "rules": ruling.rules(),
        "position": line.position,
        "turns": place,
        "variants": variants,
    })
}
