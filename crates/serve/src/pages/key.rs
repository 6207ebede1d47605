//! The page of the visitor's key, which replaces an account: the key can be shown, used on another device, changed and deleted,
//! and all data of the key can be downloaded.

use super::mine::{MAX_EXPORTED, day, record, rooms};
use super::{Page, page_or_problem, read_form, render};
use crate::app::App;
use crate::errors::Problem;
use crate::live::now;
use crate::store::StoreChange;
use crate::tokens;
use crate::visitor::{KEY_COOKIE, LANGUAGE_COOKIE, NAME_COOKIE, SQUARES_COOKIE, Visitor};
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

/// Range of all games of a key.
const ALL: Range<usize> = 0..i64::MAX as usize;

#[derive(Template)]
#[template(path = "key.html")]
struct KeyPage {
    page: Page,
    key: String,
    link: String,
    code: Option<Squares>,
    /// Number of games of this browser's key.
    games: usize,
    /// Names of blocked players.
    closed: Vec<String>,
    errors: Vec<String>,
}

/// Answers with the page of the visitor's key.
pub async fn key(State(app): State<Arc<App>>, visitor: Visitor) -> Response {
    page_or_problem(render_key_page(&app, &visitor, vec![]).await, visitor.texts)
}

async fn render_key_page(app: &App, visitor: &Visitor, errors: Vec<String>) -> Result<Response, Problem> {
    let texts = visitor.texts;
    // A browser without cookies gets a new key with every page, and sends none here.
    let (key, key_hash) = visitor.key.as_ref().zip(visitor.credentials.key.as_ref()).ok_or(Problem::Forbidden)?;
    let store = app.games.store();
    let games = store.games_of(key_hash, ALL).await?.len();
    let closed = store.blocked_names(key_hash).await?;
    let key = tokens::format_key(&app.secret, key);
    // Browsers do not send the fragment to the server, so the key appears in no log.
    let link = visitor.url(&format!("/key#{key}"));
    let page = Page::new(texts, texts.get("key_heading"), "/key");
    let code = squares(&link);
    Ok(render(&KeyPage { page, key, link, code, games, closed, errors }))
}

/// The form of a key to use.
#[derive(Debug, Deserialize)]
pub struct KeyForm {
    #[serde(default)]
    key: String,
    #[serde(default)]
    games: String,
}

/// Gives the browser a key that the visitor has, and optionally moves the browser's games to it.
pub async fn take_key(
    State(app): State<Arc<App>>,
    jar: SignedCookieJar,
    visitor: Visitor,
    form: Result<Form<KeyForm>, FormRejection>,
) -> Response {
    let texts = visitor.texts;
    let result = async {
        app.create_rate.allow(visitor.client)?;
        let taking = read_form(form, texts)?;
        let Some(key) = tokens::parse_key(&app.secret, &taking.key) else {
            let page = render_key_page(&app, &visitor, vec![texts.get("key_unknown").to_owned()]).await?;
            return Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response());
        };
        if taking.games == "along" {
            move_data(&app, &visitor, &key).await?;
        }
        Ok(with_key(jar, &visitor, key, "/mine"))
    };
    page_or_problem(result.await, texts)
}

/// Gives the visitor a new key, to which their data moves: the old key becomes useless.
pub async fn change_key(State(app): State<Arc<App>>, jar: SignedCookieJar, visitor: Visitor) -> Response {
    let result = async {
        app.create_rate.allow(visitor.client)?;
        let key = tokens::token();
        move_data(&app, &visitor, &key).await?;
        Ok(with_key(jar, &visitor, key, "/key"))
    };
    page_or_problem(result.await, visitor.texts)
}

/// Moves the visitor's data to another key.
async fn move_data(app: &App, visitor: &Visitor, to: &str) -> Result<(), Problem> {
    let to = tokens::key_hash(to);
    let Some(from) = visitor.credentials.key.clone().filter(|from| *from != to) else { return Ok(()) };
    let games = app.games.store().games_of(&from, ALL).await?;
    app.games.store().commit(vec![StoreChange::Rekey { from, to }]).await?;
    app.games.invalidate(&games);
    Ok(())
}

fn with_key(jar: SignedCookieJar, visitor: &Visitor, key: String, next: &str) -> Response {
    (jar.add(visitor.cookie(KEY_COOKIE, key)), Redirect::to(&visitor.texts.at(next))).into_response()
}

/// The form of a deletion.
#[derive(Debug, Deserialize)]
pub struct DeletionForm {
    #[serde(default)]
    sure: String,
}

/// Deletes the visitor's data and the browser's cookies.
pub async fn delete(
    State(app): State<Arc<App>>,
    jar: CookieJar,
    visitor: Visitor,
    form: Result<Form<DeletionForm>, FormRejection>,
) -> Response {
    let texts = visitor.texts;
    let result = async {
        app.create_rate.allow(visitor.client)?;
        let forgetting = read_form(form, texts)?;
        if forgetting.sure != "yes" {
            let page = render_key_page(&app, &visitor, vec![texts.get("key_unsure").to_owned()]).await?;
            return Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response());
        }
        if let Some(key) = visitor.credentials.key.clone() {
            let games = app.games.store().games_of(&key, ALL).await?;
            app.games.store().commit(vec![StoreChange::DeleteKey { key }]).await?;
            app.games.invalidate(&games);
        }
        let empty_cookie = |name| visitor.cookie(name, String::new());
        let jar = [KEY_COOKIE, LANGUAGE_COOKIE, NAME_COOKIE, SQUARES_COOKIE]
            .into_iter()
            .fold(jar, |jar, name| jar.remove(empty_cookie(name)));
        Ok((jar, Redirect::to(&texts.at("/"))).into_response())
    };
    page_or_problem(result.await, texts)
}

/// Removes all blocks of the visitor.
pub async fn unblock(State(app): State<Arc<App>>, visitor: Visitor) -> Response {
    let result = async {
        app.create_rate.allow(visitor.client)?;
        if let Some(by) = visitor.credentials.key.clone() {
            app.games.store().commit(vec![StoreChange::UnblockAll { by }]).await?;
        }
        Ok(Redirect::to(&visitor.texts.at("/key")).into_response())
    };
    page_or_problem(result.await, visitor.texts)
}

/// Answers with all data of the visitor's key, and the key. A script of the page adds the data that the browser stores.
pub async fn download(State(app): State<Arc<App>>, visitor: Visitor) -> Response {
    let texts = visitor.texts;
    let result = async {
        app.render_rate.allow(visitor.client)?;
        let (key, key_hash) = visitor.key.clone().zip(visitor.credentials.key.clone()).ok_or(Problem::Forbidden)?;
        let all = app.games.store().games_of(&key_hash, ALL).await?.len();
        let closed = app.games.store().blocked_names(&key_hash).await?;
        let rooms = rooms(&app, &visitor, 0..MAX_EXPORTED).await?;
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
