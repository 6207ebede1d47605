//! Pictures of boards and positions, as SVG and PNG.

use crate::app::App;
use crate::assets::cacheable;
use crate::errors::Problem;
use crate::rulings::QueryPairs;
use crate::texts::Texts;
use crate::visitor::Visitor;
use crate::workers::JobKind;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use quirkat_draw::svg::{Materials, Palette};
use quirkat_explore::{PictureRequest, RequestError, board_picture, position_picture};
use quirkat_print::png;
use quirkat_rules::Side;
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
        Ok(board_picture(&ruleset, bottom(&query), Palette::Css(visitor.dress), texts.0))
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
        RequestError::out_of_range("size", found, [*SIZES.start() as usize, *SIZES.end() as usize])
    })?;
    let picture = move || png::from_svg(&draw_position(&title, &query, texts, dress)?, size).map_err(Problem::internal);
    app.work(JobKind::Pictures, client, picture).await
}

/// Draws a position as SVG. The colours are fixed, since the file is shown without a page's style sheet.
fn draw_position(title: &str, query: &QueryPairs, texts: Texts, dress: Materials) -> Result<String, Problem> {
    let position = query.position("fen");
    let request = PictureRequest {
        position: position.as_deref(),
        turn: query.get("turn"),
        bottom: bottom(query),
        palette: Palette::Fixed(dress),
    };
    Ok(position_picture(&query.ruling(title)?, &request, texts.0)?)
}
