//! The key by which somebody's games are theirs, instead of an account: shown, used on another device, changed, forgotten;
//! and everything that is kept by it, as a file.

use super::mine::{EXPORTED, day, record, rooms};
use super::{Page, page_or_problem, read_form, render};
use crate::app::App;
use crate::errors::Problem;
use crate::live::now;
use crate::store::StoreChange;
use crate::tokens;
use crate::visitor::{KEY_COOKIE, LANGUAGE_COOKIE, NAME_COOKIE, Visitor};
use crate::workers::JobKind;
use askama::Template;
use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::SignedCookieJar;
use quirkat_print::{Squares, squares};
use serde::Deserialize;
use serde_json::json;
use std::ops::Range;
use std::sync::Arc;

/// More games than anybody has.
const ALL: Range<usize> = 0..i64::MAX as usize;

#[derive(Template)]
#[template(path = "key.html")]
struct KeyPage {
    page: Page,
    key: String,
    link: String,
    code: Option<Squares>,
    /// How many games are this browser's own.
    games: usize,
    /// To whom its seats are closed.
    closed: Vec<String>,
    errors: Vec<String>,
}

/// The page of the visitor's key.
pub async fn key(State(app): State<Arc<App>>, visitor: Visitor) -> Response {
    page_or_problem(shown(&app, &visitor, vec![]).await, visitor.texts)
}

async fn shown(app: &App, visitor: &Visitor, errors: Vec<String>) -> Result<Response, Problem> {
    let texts = visitor.texts;
    // A browser that keeps no cookies has no key; it gets one with every page.
    let (key, known_by) = visitor.key.as_ref().zip(visitor.credentials.key.as_ref()).ok_or(Problem::Forbidden)?;
    let store = app.games.store();
    let games = store.games_of(known_by, ALL).await?.len();
    let closed = store.blocked_names(known_by).await?;
    let key = tokens::format_key(&app.secret, key);
    // What is behind the mark is sent to no server, and stands in no log.
    let link = visitor.url(&format!("/key#{key}"));
    let page = Page::new(texts, texts.get("key_heading"), "/key");
    let code = squares(&link);
    Ok(render(&KeyPage { page, key, link, code, games, closed, errors }))
}

/// What somebody says who has a key.
#[derive(Debug, Deserialize)]
pub struct Taking {
    #[serde(default)]
    key: String,
    #[serde(default)]
    games: String,
}

/// The visitor takes a key that they have, and their games along if they like.
pub async fn take_key(
    State(app): State<Arc<App>>,
    jar: SignedCookieJar,
    visitor: Visitor,
    form: Result<Form<Taking>, FormRejection>,
) -> Response {
    let texts = visitor.texts;
    let result = async {
        app.create_rate.allow(visitor.client)?;
        let taking = read_form(form, texts)?;
        let Some(key) = tokens::parse_key(&app.secret, &taking.key) else {
            let page = shown(&app, &visitor, vec![texts.get("key_unknown").to_owned()]).await?;
            return Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response());
        };
        if taking.games == "along" {
            hand_over(&app, &visitor, &key).await?;
        }
        Ok(held(jar, &visitor, key, "/mine"))
    };
    page_or_problem(result.await, texts)
}

/// The visitor gets another key, and whoever else has the one that they had has nothing.
pub async fn change_key(State(app): State<Arc<App>>, jar: SignedCookieJar, visitor: Visitor) -> Response {
    let result = async {
        app.create_rate.allow(visitor.client)?;
        let key = tokens::token();
        hand_over(&app, &visitor, &key).await?;
        Ok(held(jar, &visitor, key, "/key"))
    };
    page_or_problem(result.await, visitor.texts)
}

/// Everything that is the visitor's own is that of another key from now on.
async fn hand_over(app: &App, visitor: &Visitor, to: &str) -> Result<(), Problem> {
    let to = tokens::key_hash(to);
    let Some(from) = visitor.credentials.key.clone().filter(|from| *from != to) else { return Ok(()) };
    let games = app.games.store().games_of(&from, ALL).await?;
    app.games.store().commit(vec![StoreChange::Rekey { from, to }]).await?;
    app.games.invalidate(&games);
    Ok(())
}

fn held(jar: SignedCookieJar, visitor: &Visitor, key: String, next: &str) -> Response {
    (jar.add(visitor.cookie(KEY_COOKIE, key)), Redirect::to(&visitor.texts.at(next))).into_response()
}

/// What somebody says who wants to be forgotten.
#[derive(Debug, Deserialize)]
pub struct Forgetting {
    #[serde(default)]
    sure: String,
}

/// Nothing is kept of the visitor any more.
pub async fn forget(
    State(app): State<Arc<App>>,
    jar: CookieJar,
    visitor: Visitor,
    form: Result<Form<Forgetting>, FormRejection>,
) -> Response {
    let texts = visitor.texts;
    let result = async {
        app.create_rate.allow(visitor.client)?;
        let forgetting = read_form(form, texts)?;
        if forgetting.sure != "yes" {
            let page = shown(&app, &visitor, vec![texts.get("key_unsure").to_owned()]).await?;
            return Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response());
        }
        if let Some(key) = visitor.credentials.key.clone() {
            let games = app.games.store().games_of(&key, ALL).await?;
            app.games.store().commit(vec![StoreChange::DeleteKey { key }]).await?;
            app.games.invalidate(&games);
        }
        let gone = |name| visitor.cookie(name, String::new());
        let jar = [KEY_COOKIE, LANGUAGE_COOKIE, NAME_COOKIE].into_iter().fold(jar, |jar, name| jar.remove(gone(name)));
        Ok((jar, Redirect::to(&texts.at("/"))).into_response())
    };
    page_or_problem(result.await, texts)
}

/// The visitor's seats are closed to nobody any more.
pub async fn open_again(State(app): State<Arc<App>>, visitor: Visitor) -> Response {
    let result = async {
        app.create_rate.allow(visitor.client)?;
        if let Some(by) = visitor.credentials.key.clone() {
            app.games.store().commit(vec![StoreChange::UnblockAll { by }]).await?;
        }
        Ok(Redirect::to(&visitor.texts.at("/key")).into_response())
    };
    page_or_problem(result.await, visitor.texts)
}

/// Everything that is kept by the visitor's key, and the key. What a script has kept in the browser it adds by itself.
pub async fn everything(State(app): State<Arc<App>>, visitor: Visitor) -> Response {
    let texts = visitor.texts;
    let result = async {
        app.render_rate.allow(visitor.client)?;
        let (key, known_by) = visitor.key.clone().zip(visitor.credentials.key.clone()).ok_or(Problem::Forbidden)?;
        let all = app.games.store().games_of(&known_by, ALL).await?.len();
        let closed = app.games.store().blocked_names(&known_by).await?;
        let rooms = rooms(&app, &visitor, 0..EXPORTED).await?;
        let key = tokens::format_key(&app.secret, &key);
        let write = {
            let visitor = visitor.clone();
            move || {
                let games: Vec<_> = rooms
                    .iter()
                    .map(|room| {
                        json!({
                            "url": visitor.url(&format!("/play/{}", room.id)),
                            "pdn": record(&room.snapshot(), &visitor),
                        })
                    })
                    .collect();
                let left_out = all - games.len().min(all);
                let value = json!({
                    "site": visitor.url("/"),
                    "key": key,
                    "preferences": { "language": texts.code(), "name": visitor.name },
                    "closedTo": closed,
                    "games": games,
                    "gamesLeftOut": left_out,
                });
                Ok(serde_json::to_string_pretty(&value).unwrap_or_default())
            }
        };
        let text = app.work(JobKind::Records, visitor.client, write).await?;
        let name = format!("attachment; filename=\"quirkat-{}.json\"", day(now()));
        Ok(([(CONTENT_TYPE, "application/json".to_owned()), (CONTENT_DISPOSITION, name)], text).into_response())
    };
    page_or_problem(result.await, texts)
}
