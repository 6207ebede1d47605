//! Files for search engines and browsers at well-known addresses: `robots.txt`, `sitemap.xml` and `favicon.ico`.

use crate::assets;
use crate::visitor::Visitor;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Redirect, Response};
use quirkat_endings::solutions;
use quirkat_play::studies;
use quirkat_rules::{Language, games};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Paths of single games and visitors, and of work that only visitors need.
const DISALLOWED: [&str; 13] = [
    "/play/",
    "/join/",
    "/new/",
    "/mine",
    "/local",
    "/key",
    "/feed/",
    "/analysis/",
    "/embed/",
    "/api/",
    "/tables/",
    "/print/",
    "/puzzles/any",
];

/// `Cache-Control` of these files.
const CACHE: &str = "public, max-age=86400";

/// Answers with `robots.txt`.
pub async fn robots(visitor: Visitor) -> Response {
    let mut text = "User-agent: *\n".to_owned();
    for path in DISALLOWED {
        writeln!(text, "Disallow: {}", visitor.texts.at(path)).expect("a text grows");
    }
    writeln!(text, "Sitemap: {}", visitor.url("/sitemap.xml")).expect("a text grows");
    answer("text/plain; charset=utf-8", text)
}

/// Answers with `sitemap.xml`: every page about games, in every language.
pub async fn sitemap(visitor: Visitor) -> Response {
    let solved: BTreeSet<_> = solutions().iter().filter_map(|solution| solution.game.split(':').next()).collect();
    let of_games = games().flat_map(|file| {
        let id = &file.id;
        let study = studies(id).next().map(|_| format!("/study/{id}"));
        let solution = solved.contains(&**id).then(|| format!("/solutions/{id}"));
        [Some(format!("/games/{id}")), Some(format!("/learn/{id}")), study, solution].into_iter().flatten()
    });
    let pages = ["/", "/family", "/puzzles", "/open", "/known", "/solutions", "/workshop", "/api"].map(str::to_owned);
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
        <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">\n"
        .to_owned();
    for path in pages.into_iter().chain(of_games) {
        let url = visitor.url(&path);
        write!(text, "<url><loc>{url}</loc>").expect("a text grows");
        for language in Language::ALL {
            write!(text, "<xhtml:link rel=\"alternate\" hreflang=\"{language}\" href=\"{url}?lang={language}\"/>")
                .expect("a text grows");
        }
        text.push_str("</url>\n");
    }
    answer("application/xml; charset=utf-8", text + "</urlset>\n")
}

/// Redirects to the icon, which some programs expect at this address.
pub async fn favicon(visitor: Visitor) -> Response {
    Redirect::to(&visitor.texts.at(format_args!("{}/icon.svg", assets::base()))).into_response()
}

fn answer(kind: &'static str, text: String) -> Response {
    ([(CONTENT_TYPE, kind), (CACHE_CONTROL, CACHE)], text).into_response()
}
