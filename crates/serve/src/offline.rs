//! What browsers need to install the site and to use it without a network: the web manifest, icons, and the service worker with
//! the list of files that it keeps. Only servers with the module have a service worker.

use crate::app::App;
use crate::assets::{self, cacheable, hex};
use crate::errors::Problem;
use crate::texts::Texts;
use crate::visitor::Visitor;
use crate::workers::JobKind;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use quirkat_explore::puzzle_list;
use quirkat_play::Ruling;
use quirkat_print::png;
use quirkat_rules::{GameFile, Language};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::Arc;

/// Sizes of the icons in pixels.
const SIZES: [u32; 2] = [192, 512];
/// The icon with margins, of which systems cut the corners in their own shapes.
const MASKABLE: (&str, &str) = ("maskable", include_str!("../assets/icon-maskable.svg"));
/// The icon as it is.
const PLAIN: (&str, &str) = ("plain", include_str!("../assets/icon.svg"));
/// Maximum puzzles of each game that are kept.
const MAX_PUZZLES: usize = 10;

/// Answers with the web manifest of a language: `/manifest/fr.webmanifest`.
pub async fn manifest(Path(file): Path<String>, headers: HeaderMap, visitor: Visitor) -> Response {
    let language = file.strip_suffix(".webmanifest").and_then(Language::from_code);
    let Some(language) = language else { return Problem::NotFound.page(visitor.texts) };
    let texts = Texts(language, visitor.texts.1, None);
    let icons = [PLAIN, MASKABLE].into_iter().flat_map(|(name, _)| {
        SIZES.map(|size| {
            let purpose = if name == MASKABLE.0 { "maskable" } else { "any" };
            let address = texts.at(format_args!("/icons/{name}-{size}.png"));
            json!({ "src": address, "sizes": format!("{size}x{size}"), "type": "image/png", "purpose": purpose })
        })
    });
    let manifest = json!({
        "name": format!("Quirkat: {}", texts.get("site_tagline")),
        "short_name": "Quirkat",
        "description": texts.get("gallery_lead"),
        "lang": texts.code(),
        "start_url": texts.at("/"),
        "id": texts.at("/"),
        "scope": texts.at("/"),
        "display": "standalone",
        "background_color": "#faf6ee",
        "theme_color": "#8a3d16",
        "categories": ["games"],
        "icons": icons.collect::<Vec<_>>(),
    });
    cacheable(&headers, "application/manifest+json", manifest.to_string())
}

/// Answers with an icon as PNG: `/icons/maskable-192.png`.
pub async fn icon(
    State(app): State<Arc<App>>,
    Path(file): Path<String>,
    headers: HeaderMap,
    visitor: Visitor,
) -> Response {
    let found = [PLAIN, MASKABLE].into_iter().find_map(|(name, svg)| {
        let size = SIZES.into_iter().find(|size| file == format!("{name}-{size}.png"))?;
        Some((svg, size))
    });
    let Some((svg, size)) = found else { return Problem::NotFound.page(visitor.texts) };
    let draw = move || png::from_svg(svg, size).map_err(Problem::internal);
    match app.work(JobKind::Pictures, visitor.client, draw).await {
        Ok(bytes) => cacheable(&headers, "image/png", bytes),
        Err(problem) => problem.page(visitor.texts),
    }
}

/// Answers with the service worker for the pages of a language: `/offline-worker.js?language=fr`.
pub async fn worker(
    State(app): State<Arc<App>>,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
    visitor: Visitor,
) -> Response {
    let language = query.get("language").and_then(|code| Language::from_code(code)).unwrap_or(visitor.texts.0);
    let (shared, texts) = (Arc::clone(&app), Texts(language, visitor.texts.1, None));
    let list = move || site(&shared, texts).ok_or(Problem::NotFound);
    match app.work(JobKind::Pages, visitor.client, list).await {
        Ok(site) => {
            let script = format!("const SITE = {site};\n{}", include_str!("../assets/offline-worker.js"));
            cacheable(&headers, "text/javascript; charset=utf-8", script)
        }
        Err(problem) => problem.page(visitor.texts),
    }
}

/// Returns the version of the site and the addresses that the service worker keeps; `None` without a module.
fn site(app: &App, texts: Texts) -> Option<Value> {
    let module = app.module.as_ref()?;
    let version = Sha256::new()
        .chain_update(assets::base())
        .chain_update(&module.digest)
        .chain_update(env!("CARGO_PKG_VERSION"))
        .finalize();
    let folder = module.path();
    let files = assets::paths().chain(module.paths().map(|path| format!("{folder}{path}")));
    let all: Vec<_> = app.listed_games().collect();
    let fixed = ["/", "/local", "/local/play", "/workshop", "/puzzles"].map(str::to_owned);
    let manifest = format!("/manifest/{}.webmanifest", texts.code());
    // The first game is the one that the site offers to new visitors.
    let core = fixed.into_iter().chain([manifest]).chain(pages(&all[..1], 1));
    let more = ["/family".to_owned()].into_iter().chain(pages(&all, MAX_PUZZLES));
    let title = |file: &&GameFile| Some((file.id.clone(), Ruling::new(&file.id, &[]).ok()?.title().to_owned()));
    Some(json!({
        "version": hex(&version),
        "language": texts.code(),
        "home": texts.at("/"),
        "list": texts.at("/local"),
        "play": texts.at("/local/play"),
        "files": files.map(|path| texts.at(path)).collect::<Vec<_>>(),
        "core": core.map(|path| texts.at(path)).collect::<Vec<_>>(),
        "more": more.map(|path| texts.at(path)).collect::<Vec<_>>(),
        "usual": all.iter().filter_map(title).collect::<HashMap<_, _>>(),
    }))
}

/// Returns the paths of pages that work without a network: those of some games, and of a number of puzzles of each.
fn pages(games: &[&GameFile], puzzles: usize) -> Vec<String> {
    let counts: HashMap<_, _> = puzzle_list().games.into_iter().map(|set| (set.game, set.grades.len())).collect();
    let of_game = |file: &&GameFile| {
        let id = &file.id;
        let count = counts.get(id).copied().unwrap_or(0).min(puzzles);
        let folders = ["games", "learn", "analysis", "museum"].map(|folder| format!("/{folder}/{id}"));
        let puzzles = (1..=count).map(|number| format!("/puzzles/{id}/{number}"));
        folders.into_iter().chain([format!("/workshop/{id}.toml")]).chain(puzzles).collect::<Vec<_>>()
    };
    games.iter().flat_map(of_game).collect()
}
