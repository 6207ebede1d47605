//! Pictures of boards and positions, as SVG and PNG.

use crate::app::App;
use crate::assets::cacheable;
use crate::errors::Problem;
use crate::rulings::{MAX_LEGAL_MOVES, QueryPairs};
use crate::texts::Texts;
use crate::visitor::Visitor;
use crate::workers::JobKind;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use quirkat_draw::Scene;
use quirkat_draw::svg::{self, Materials, Palette};
use quirkat_play::read_position;
use quirkat_print::png;
use quirkat_rules::{Side, read_turn};
use quirkat_words::{position_in_words, refusal_in_words};
use std::sync::Arc;

const SVG: &str = "image/svg+xml";
/// Allowed sizes of a PNG in pixels: the longer side.
const SIZES: std::ops::RangeInclusive<u32> = 16..=1_400;
/// Default size of a PNG in pixels.
const DEFAULT_SIZE: u32 = 800;

fn bottom(query: &QueryPairs) -> Side {
    if query.get("flip").is_some_and(|flip| flip != "0") { Side::Second } else { Side::First }
}

/// Answers with the drawing of an empty board: `/board/alquerque:walker.svg?rule=…`.
pub async fn board(
    State(app): State<Arc<App>>,
    Path(file): Path<String>,
    Query(query): Query<QueryPairs>,
    headers: HeaderMap,
    visitor: Visitor,
) -> Response {
    let texts = visitor.texts;
    let drawn = move || {
        let title = file.strip_suffix(".svg").ok_or(Problem::NotFound)?;
        let ruleset = query.ruling(title)?.ruleset();
        let words = texts.with("board_words", &[("game", ruleset.info.name.get(texts.0).to_owned())]);
        Ok(svg::board(&ruleset, bottom(&query), &words, Palette::Css(visitor.dress)))
    };
    match app.work(JobKind::Drawings, visitor.client, drawn).await {
        Ok(text) => cacheable(&headers, SVG, text.into_bytes()),
        Err(problem) => problem.json(texts),
    }
}

/// Answers with the picture of a position: `/image/alquerque:walker.png?fen=…&turn=…&flip=1&size=600&board=stone&pieces=pebbles`.
pub async fn picture(
    State(app): State<Arc<App>>,
    Path(file): Path<String>,
    Query(query): Query<QueryPairs>,
    headers: HeaderMap,
    visitor: Visitor,
) -> Response {
    let (client, texts, dress) = (visitor.client, visitor.texts, visitor.dress);
    let (title, ending) = file.rsplit_once('.').unwrap_or((&file, ""));
    let title = title.to_owned();
    let (kind, bytes) = match ending {
        "svg" => {
            let picture = move || draw_position(&title, &query, texts, dress).map(String::into_bytes);
            (SVG, app.work(JobKind::Drawings, client, picture).await)
        }
        "png" => ("image/png", png_picture(&app, &visitor, title, query).await),
        _ => (SVG, Err(Problem::NotFound)),
    };
    match bytes {
        Ok(bytes) => cacheable(&headers, kind, bytes),
        Err(problem) => problem.json(texts),
    }
}

/// Renders a position as PNG.
async fn png_picture(app: &App, visitor: &Visitor, title: String, query: QueryPairs) -> Result<Vec<u8>, Problem> {
    let (client, texts, dress) = (visitor.client, visitor.texts, visitor.dress);
    app.render_rate.allow(client)?;
    let size = query.get("size").map_or(Ok(DEFAULT_SIZE), str::parse);
    let size = size.ok().filter(|size| SIZES.contains(size)).ok_or_else(|| {
        let found = query.get("size").unwrap_or_default();
        Problem::out_of_range("size", found, [*SIZES.start() as usize, *SIZES.end() as usize], texts)
    })?;
    let picture = move || png::from_svg(&draw_position(&title, &query, texts, dress)?, size).map_err(Problem::internal);
    app.work(JobKind::Pictures, client, picture).await
}

/// Draws a position as SVG. The colours are fixed, since the file is shown without a page's style sheet.
fn draw_position(title: &str, query: &QueryPairs, texts: Texts, dress: Materials) -> Result<String, Problem> {
    let palette = Palette::Fixed(dress);
    let ruling = query.ruling(title)?;
    let rules = ruling.compiled();
    let start = rules.new_game();
    let ruleset = start.ruleset();
    let setup = query.position("fen").map_or_else(|| Ok(ruleset.start.clone()), |fen| read_position(ruleset, &fen))?;
    let words = position_in_words(ruleset, &setup, texts.0);
    let scene = Scene::new(ruleset, setup.clone()).seen_from(bottom(query));
    let Some(text) = query.get("turn") else { return Ok(svg::picture(&scene, &words, palette)) };
    let mut game = rules.game(Some(&setup))?;
    game.limit_turns(MAX_LEGAL_MOVES);
    let turn = read_turn(&*game, text)
        .map_err(|error| Problem::BadRequest(refusal_in_words(game.ruleset(), &error, texts.0)))?;
    Ok(svg::figure(&scene, &[turn], &format!("{words} {text}"), palette))
}
