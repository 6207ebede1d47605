//! Who asks: the language they read, the key by which they are known again, the seat's token that a program shows.

use crate::app::Shared;
use crate::errors::Problem;
use crate::live::Credentials;
use crate::names;
use crate::owner::{Owner, is_encrypted};
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
use quirkat_draw::svg::{Boards, Dress, Pieces};
use quirkat_rules::Language;
use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::Once;
use time::Duration;

/// The cookie of the key, as it has been called since there were games: whoever has one keeps theirs.
pub const KEY: &str = "quirkat-device";
pub const LANGUAGE: &str = "quirkat-language";
pub const NAME: &str = "quirkat-name";
/// Cookies last this long, in days.
const DAYS: i64 = 400;
/// It is said once that a proxy is not trusted.
static UNTRUSTED: Once = Once::new();

/// Who asks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Visitor {
    /// How they show who they are.
    pub who: Credentials,
    /// The key that their browser holds. Whoever has it is who they are: it is shown to nobody else, and is not kept.
    pub key: Option<String>,
    /// The texts of their language.
    pub texts: Texts,
    /// Who has to answer for what they ask.
    pub owner: Owner,
    /// The dress of boards that the address asks for, the usual one otherwise.
    pub dress: Dress,
    /// What they called themselves last; it may be empty.
    pub name: String,
    /// Where they find this server, without its path: `https://games.example.org`.
    pub origin: String,
    /// Whether they speak HTTPS to it.
    pub is_encrypted: bool,
}

impl Visitor {
    /// The whole address of a path of this server, as others may be told of it.
    pub fn url(&self, path: &str) -> String {
        format!("{}{}", self.origin, self.texts.at(path))
    }

    /// The cookie by which their browser remembers a name.
    pub fn name_cookie(&self, name: &str) -> Cookie<'static> {
        self.cookie(NAME, names::to_cookie(name))
    }

    /// A cookie for their browser, which is sent to this server alone and is nothing for scripts.
    pub fn cookie(&self, name: &'static str, value: String) -> Cookie<'static> {
        lasting(name, value, self.texts.1, self.is_encrypted)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(parts.extensions.get().cloned().unwrap_or_else(|| Visitor {
            who: Credentials::default(),
            key: None,
            texts: Texts(Language::En, Base::default()),
            owner: Owner::NOBODY,
            dress: Dress::default(),
            name: String::new(),
            origin: String::new(),
            is_encrypted: false,
        }))
    }
}

/// Finds out who asks, gives whoever looks at a page a key to be known by, and remembers the language that was asked for.
pub async fn recognise(State(shared): State<Shared>, mut request: Request, next: Next) -> Response {
    let headers = request.headers();
    let signed = SignedCookieJar::from_headers(headers, shared.0.key.clone());
    let plain = CookieJar::from_headers(headers);
    let asked = Query::<HashMap<String, String>>::try_from_uri(request.uri()).ok();
    let is_get = request.method() == Method::GET;
    let (base, public) = (shared.0.base, &shared.0.public);
    let is_encrypted = public.as_ref().is_some_and(PublicUrl::is_encrypted) || is_encrypted(headers, shared.0.proxies);
    // The language of a file belongs to the file, not to the visitor.
    let is_file = ["/print/", "/feed/"].iter().any(|prefix| request.uri().path().starts_with(prefix));
    if let Some(asked) = asked
        .as_ref()
        .filter(|_| is_get && !is_file)
        .and_then(|query| query.get("lang"))
        .and_then(|code| Language::from_code(code))
    {
        let query = request.uri().query().unwrap_or_default();
        let others: Vec<_> = query.split('&').filter(|pair| !pair.starts_with("lang=")).collect();
        let mark = if others.is_empty() { "" } else { "?" };
        // The path alone: a redirection never leaves this server.
        let path = base.at(format_args!("/{}", request.uri().path().trim_start_matches(['/', '\\'])));
        let there = Redirect::to(&format!("{path}{mark}{}", others.join("&")));
        return (plain.add(lasting(LANGUAGE, asked.code().to_owned(), base, is_encrypted)), there).into_response();
    }
    let known = signed.get(KEY).map(|cookie| cookie.value().to_owned());
    let is_page = is_get
        && !["/api", "/assets", "/image", "/board", "/print", "/feed", "/openapi"]
            .iter()
            .any(|prefix| request.uri().path().starts_with(prefix));
    let key = known.or_else(|| is_page.then(tokens::token));
    let texts = Texts(
        plain
            .get(LANGUAGE)
            .and_then(|cookie| Language::from_code(cookie.value()))
            .unwrap_or_else(|| preferred(headers)),
        base,
    );
    // What paper is asked for is the printer's.
    let dress = match asked.filter(|_| !is_file).map_or(Ok(Dress::default()), |asked| dress(&asked, texts)) {
        Ok(dress) => dress,
        Err(problem) => return if is_page { problem.page(texts) } else { problem.json(texts) },
    };
    let token = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    if shared.0.proxies == 0 && Owner::is_forwarded(headers) {
        UNTRUSTED.call_once(|| {
            tracing::warn!(
                "requests come through a proxy that is not trusted: all its visitors share one pace; see --proxies"
            );
        });
    }
    let visitor = Visitor {
        who: Credentials { key: key.as_deref().map(tokens::known_by), token: token.map(str::to_owned) },
        key: key.clone(),
        texts,
        dress,
        owner: Owner::of_request(&request, shared.0.proxies),
        origin: public.as_ref().map_or_else(|| asked_at(headers, is_encrypted), |url| url.origin().to_owned()),
        is_encrypted,
        name: plain.get(NAME).map(|cookie| names::from_cookie(cookie.value())).unwrap_or_default(),
    };
    request.extensions_mut().insert(visitor);
    let response = next.run(request).await;
    // Whoever comes back keeps their key for as long again.
    match key.filter(|_| is_page) {
        Some(key) => (signed.add(lasting(KEY, key, base, is_encrypted)), response).into_response(),
        None => response,
    }
}

/// The dress that an address asks for.
fn dress(asked: &HashMap<String, String>, texts: Texts) -> Result<Dress, Problem> {
    let board = chosen("board", asked, Boards::ALL, Boards::name, texts)?;
    let pieces = chosen("pieces", asked, Pieces::ALL, Pieces::name, texts)?;
    Ok(Dress { board, pieces })
}

fn chosen<L: Copy + Default>(
    what: &str,
    asked: &HashMap<String, String>,
    all: &[L],
    name: fn(L) -> &'static str,
    texts: Texts,
) -> Result<L, Problem> {
    let Some(found) = asked.get(what) else { return Ok(L::default()) };
    all.iter().copied().find(|&look| name(look) == found).ok_or_else(|| {
        let allowed: Vec<_> = all.iter().map(|&look| name(look)).collect();
        Problem::not_allowed(what, found, &allowed.join(", "), texts)
    })
}

/// The address at which this server was asked, as far as proxies tell.
fn asked_at(headers: &HeaderMap, is_encrypted: bool) -> String {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    format!("{}://{host}", if is_encrypted { "https" } else { "http" })
}

fn lasting(name: &'static str, value: String, base: Base, is_encrypted: bool) -> Cookie<'static> {
    let age = Duration::days(DAYS);
    let cookie = Cookie::build((name, value)).path(base.at("/")).http_only(true).same_site(SameSite::Lax).max_age(age);
    // Elsewhere browsers would not send it back.
    cookie.secure(is_encrypted).build()
}

/// The language that `Accept-Language` wants most among those that there are texts in; English otherwise.
///
/// Ours, since the crates for this either panic at a weight of `NaN` (`accept-language` 3.1) or read no weights
/// (`fluent-langneg` 0.14), and all that is to be matched is the language before its script and region.
fn preferred(headers: &HeaderMap) -> Language {
    let accepted = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let mut ranked: Vec<(f32, Language)> = accepted
        .split(',')
        .take(20)
        .filter_map(|entry| {
            let mut parts = entry.split(';');
            let code = parts.next()?.split('-').next()?.trim().to_ascii_lowercase();
            let weight = parts.find_map(|part| part.trim().strip_prefix("q=")?.parse().ok()).unwrap_or(1.0);
            // A weight of nothing is a refusal.
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
    fn the_language_that_is_wanted_most_is_found() {
        let preferred = |text: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_LANGUAGE, text.parse().unwrap());
            super::preferred(&headers)
        };
        assert_eq!(preferred("es-AR,es;q=0.9,en;q=0.8"), Language::Es);
        assert_eq!(preferred("de, en;q=0.5, es;q=0.7"), Language::Es);
        assert_eq!(preferred("fr-CA,fr;q=0.9"), Language::Fr);
        assert_eq!(preferred("FR"), Language::Fr);
        // Basque, North Frisian: languages of their own.
        assert_eq!(preferred("eu, frr;q=0.9, es;q=0.1"), Language::Es);
        assert_eq!(preferred("fr;q=0, es;q=NaN, de"), Language::En);
        assert_eq!(preferred(";;q=x,,"), Language::En);
    }
}
