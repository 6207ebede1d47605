//! The visitor of a request: language, key cookie, seat token, client address.

use crate::app::Shared;
use crate::client::{ClientAddr, is_encrypted};
use crate::errors::Problem;
use crate::model::Credentials;
use crate::names;
use crate::site::{Base, PublicUrl};
use crate::texts::Texts;
use crate::tokens;
use axum::extract::{FromRequestParts, Query, Request, State};
use axum::http::Method;
use axum::http::header::{ACCEPT_LANGUAGE, AUTHORIZATION, HOST, HeaderMap};
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite, SignedCookieJar};
use percent_encoding::percent_decode_str;
use quirkat_draw::svg::{BoardMaterial, Materials, PieceMaterial};
use quirkat_explore::RequestError;
use quirkat_rules::{Language, SquareNames};
use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::Once;
use time::Duration;

/// Name of the cookie with the key; unchanged since the first release, so that visitors keep their keys.
pub const KEY_COOKIE: &str = "quirkat-device";
/// Name of the cookie with the chosen language.
pub const LANGUAGE_COOKIE: &str = "quirkat-language";
/// Name of the cookie with the visitor's last name.
pub const NAME_COOKIE: &str = "quirkat-name";
/// Name of the cookie with the chosen names of squares, `letters` or `numbers`. The scripts of the pages set it.
pub const SQUARES_COOKIE: &str = "quirkat-squares";
/// Lifetime of cookies in days.
const COOKIE_DAYS: i64 = 400;
/// The warning about an untrusted proxy is logged once.
static UNTRUSTED_PROXY: Once = Once::new();

/// The visitor of a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Visitor {
    /// Hash of the key, and token of a seat.
    pub credentials: Credentials,
    /// Key of the browser. It identifies the visitor, so it is shown only to them and never stored.
    pub key: Option<String>,
    /// Texts of the visitor's language.
    pub texts: Texts,
    /// Client that the request counts against.
    pub client: ClientAddr,
    /// Look of boards and pieces that the query asks for, or the default.
    pub dress: Materials,
    /// Name that the visitor gave last; may be empty.
    pub name: String,
    /// Origin of the server as the visitor sees it: `https://games.example.org`.
    pub origin: String,
    /// Whether the visitor uses HTTPS.
    pub is_encrypted: bool,
}

impl Visitor {
    /// Returns the absolute address of a path.
    pub fn url(&self, path: &str) -> String {
        format!("{}{}", self.origin, self.texts.at(path))
    }

    /// Returns the cookie that remembers a name.
    pub fn name_cookie(&self, name: &str) -> Cookie<'static> {
        self.cookie(NAME_COOKIE, names::to_cookie(name))
    }

    /// Returns a cookie for this server that scripts cannot read.
    pub fn cookie(&self, name: &'static str, value: String) -> Cookie<'static> {
        persistent_cookie(name, value, self.texts.1, self.is_encrypted)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(parts.extensions.get().cloned().unwrap_or_else(|| Visitor {
            credentials: Credentials::default(),
            key: None,
            texts: Texts(Language::En, Base::default(), None),
            client: ClientAddr::UNSPECIFIED,
            dress: Materials::default(),
            name: String::new(),
            origin: String::new(),
            is_encrypted: false,
        }))
    }
}

/// Beginnings of paths that are no pages.
const NO_PAGES: [&str; 11] = [
    "/api",
    "/assets",
    "/board",
    "/feed",
    "/icons/",
    "/image",
    "/manifest/",
    "/module",
    "/offline-worker.js",
    "/openapi",
    "/print",
];

/// Identifies the visitor of a request. Gives a browser without a key a new one, and stores a language chosen by `?lang=`.
pub async fn identify(State(shared): State<Shared>, mut request: Request, next: Next) -> Response {
    let headers = request.headers();
    let signed = SignedCookieJar::from_headers(headers, shared.0.key.clone());
    let plain = CookieJar::from_headers(headers);
    let query = Query::<HashMap<String, String>>::try_from_uri(request.uri()).ok();
    let is_get = request.method() == Method::GET;
    let (base, public) = (shared.0.base, &shared.0.public);
    let is_encrypted = public.as_ref().is_some_and(PublicUrl::is_encrypted) || is_encrypted(headers, shared.0.proxies);
    // In the address of a file, `lang` is the language of the file, not of the visitor.
    let is_file = ["/print/", "/feed/"].iter().any(|prefix| request.uri().path().starts_with(prefix));
    if let Some(chosen) = query
        .as_ref()
        .filter(|_| is_get && !is_file)
        .and_then(|query| query.get("lang"))
        .and_then(|code| Language::from_code(code))
    {
        let query = request.uri().query().unwrap_or_default();
        let others: Vec<_> = query.split('&').filter(|pair| !is_language(pair)).collect();
        let mark = if others.is_empty() { "" } else { "?" };
        // Only the path, so that the redirection never leaves this server.
        let path = base.at(format_args!("/{}", request.uri().path().trim_start_matches(['/', '\\'])));
        let target = Redirect::to(&format!("{path}{mark}{}", others.join("&")));
        return (plain.add(persistent_cookie(LANGUAGE_COOKIE, chosen.code().to_owned(), base, is_encrypted)), target)
            .into_response();
    }
    let stored = signed.get(KEY_COOKIE).map(|cookie| cookie.value().to_owned());
    let is_page = is_get && !NO_PAGES.iter().any(|prefix| request.uri().path().starts_with(prefix));
    let key = stored.or_else(|| is_page.then(tokens::token));
    let texts = Texts(
        plain
            .get(LANGUAGE_COOKIE)
            .and_then(|cookie| Language::from_code(cookie.value()))
            .unwrap_or_else(|| preferred(headers)),
        base,
        plain.get(SQUARES_COOKIE).and_then(|cookie| SquareNames::from_word(cookie.value())),
    );
    // In the address of a file, `board` is the style of the print.
    let dress = match query.filter(|_| !is_file).map_or(Ok(Materials::default()), |query| dress(&query)) {
        Ok(dress) => dress,
        Err(error) => {
            let problem = Problem::from(error);
            return if is_page { problem.page(texts) } else { problem.json(texts) };
        }
    };
    let token = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    if shared.0.proxies == 0 && ClientAddr::is_forwarded(headers) {
        UNTRUSTED_PROXY.call_once(|| {
            tracing::warn!(
                "requests come through a proxy that is not trusted: all its visitors share one rate limit; see --proxies"
            );
        });
    }
    let visitor = Visitor {
        credentials: Credentials { key: key.as_deref().map(tokens::key_hash), token: token.map(str::to_owned) },
        key: key.clone(),
        texts,
        dress,
        client: ClientAddr::from_request(&request, shared.0.proxies),
        origin: public.as_ref().map_or_else(|| request_origin(headers, is_encrypted), |url| url.origin().to_owned()),
        is_encrypted,
        name: plain.get(NAME_COOKIE).map(|cookie| names::from_cookie(cookie.value())).unwrap_or_default(),
    };
    request.extensions_mut().insert(visitor);
    let response = next.run(request).await;
    // Each page renews the lifetime of the key.
    match key.filter(|_| is_page) {
        Some(key) => (signed.add(persistent_cookie(KEY_COOKIE, key, base, is_encrypted)), response).into_response(),
        None => response,
    }
}

/// Returns whether a pair of a query string is the language, however its key is encoded.
fn is_language(pair: &str) -> bool {
    let key = pair.split('=').next().unwrap_or_default();
    percent_decode_str(key).eq(*b"lang")
}

/// Returns the look that a query asks for.
fn dress(query: &HashMap<String, String>) -> Result<Materials, RequestError> {
    let board = choice("board", query, BoardMaterial::ALL, BoardMaterial::name)?;
    let pieces = choice("pieces", query, PieceMaterial::ALL, PieceMaterial::name)?;
    Ok(Materials { board, pieces })
}

/// Returns the look that a field of a query names, or the default.
fn choice<L: Copy + Default>(
    what: &str,
    query: &HashMap<String, String>,
    all: &[L],
    name: fn(L) -> &'static str,
) -> Result<L, RequestError> {
    let Some(found) = query.get(what) else { return Ok(L::default()) };
    all.iter().copied().find(|&look| name(look) == found).ok_or_else(|| {
        let allowed: Vec<_> = all.iter().map(|&look| name(look)).collect();
        RequestError::not_allowed(what, found, &allowed.join(", "))
    })
}

/// Returns the origin that a request names.
fn request_origin(headers: &HeaderMap, is_encrypted: bool) -> String {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    format!("{}://{host}", if is_encrypted { "https" } else { "http" })
}

/// Returns a cookie that lasts.
fn persistent_cookie(name: &'static str, value: String, base: Base, is_encrypted: bool) -> Cookie<'static> {
    let age = Duration::days(COOKIE_DAYS);
    let cookie = Cookie::build((name, value)).path(base.at("/")).http_only(true).same_site(SameSite::Lax).max_age(age);
    // Browsers return secure cookies only over HTTPS.
    cookie.secure(is_encrypted).build()
}

/// Returns the supported language that `Accept-Language` prefers, or English.
///
/// Implemented here because the crates for it panic at a weight of `NaN` (`accept-language` 3.1) or ignore weights
/// (`fluent-langneg` 0.14), and only the primary language has to match.
fn preferred(headers: &HeaderMap) -> Language {
    let accepted = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let mut ranked: Vec<(f32, Language)> = accepted
        .split(',')
        .take(20)
        .filter_map(|entry| {
            let mut parts = entry.split(';');
            let code = parts.next()?.split('-').next()?.trim().to_ascii_lowercase();
            let weight = parts.find_map(|part| part.trim().strip_prefix("q=")?.parse().ok()).unwrap_or(1.0);
            // A weight of zero excludes the language.
            Language::from_code(&code).filter(|_| weight > 0.0).map(|language| (weight, language))
        })
        .collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    ranked.first().map_or(Language::En, |&(_, language)| language)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_preferred_supported_language_is_chosen() {
        let preferred = |text: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_LANGUAGE, text.parse().unwrap());
            super::preferred(&headers)
        };
        assert_eq!(preferred("es-AR,es;q=0.9,en;q=0.8"), Language::Es);
        assert_eq!(preferred("de, en;q=0.5, es;q=0.7"), Language::Es);
        assert_eq!(preferred("fr-CA,fr;q=0.9"), Language::Fr);
        assert_eq!(preferred("FR"), Language::Fr);
        // Basque and North Frisian: codes that begin like supported ones.
        assert_eq!(preferred("eu, frr;q=0.9, es;q=0.1"), Language::Es);
        assert_eq!(preferred("fr;q=0, es;q=NaN, de"), Language::En);
        assert_eq!(preferred(";;q=x,,"), Language::En);
    }
}
