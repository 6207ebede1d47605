//! The workshop, where visitors write, check, print and play games of their own. Their files stay in the browser.

use super::game::PrintParts;
use super::new::{Fields, TermsForm, parse_form};
use super::{Page, boot, page_or_problem, read_form, render};
use crate::app::App;
use crate::errors::Problem;
use crate::visitor::Visitor;
use crate::workers::JobKind;
use askama::Template;
use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::CookieJar;
use quirkat_explore::check_length;
use quirkat_play::OwnGame;
use quirkat_rules::{Language, format_reference, game_toml, games};
use serde_json::json;
use std::sync::Arc;

/// Name of the example file.
const EXAMPLE: &str = "example";

struct Workbench {
    /// Ids and names of the games that can be copied.
    games: Vec<(String, String)>,
    terms: TermsForm,
    print: PrintParts,
}

#[derive(Template)]
#[template(path = "workshop.html")]
struct WorkshopPage {
    page: Page,
    boot: String,
    form: Workbench,
}

/// Answers with the workshop, which opens the last file of the browser or an example.
pub async fn workshop(visitor: Visitor) -> Response {
    page(EXAMPLE, example(visitor.texts.0), false, &visitor)
}

/// Answers with the workshop and a copy of a game's file; with a file alone, as `alquerque.toml`; or with the reference of the
/// file format.
pub async fn workshop_with(Path(name): Path<String>, visitor: Visitor) -> Response {
    if name == "format.md" {
        return ([(CONTENT_TYPE, "text/markdown; charset=utf-8")], format_reference()).into_response();
    }
    let id = name.strip_suffix(".toml").unwrap_or(&name);
    let own = OwnGame::named(id);
    let published = if id == EXAMPLE { Some(example(visitor.texts.0)) } else { game_toml(id) };
    let Some(text) = own.as_ref().map(|own| own.text()).or(published) else {
        return Problem::NotFound.page(visitor.texts);
    };
    if id != name {
        return ([(CONTENT_TYPE, "application/toml; charset=utf-8")], text.to_owned()).into_response();
    }
    page(own.as_ref().map_or(id, |own| own.word()), text, true, &visitor)
}

/// Renders the page. A requested file has precedence over the browser's last file.
fn page(name: &str, text: &str, is_requested: bool, visitor: &Visitor) -> Response {
    let texts = visitor.texts;
    let fields = Fields::from([("name".to_owned(), visitor.name.clone())]);
    let sides = ["own_first_side", "own_second_side"].map(|key| texts.get(key).to_owned());
    let form = Workbench {
        games: games().map(|file| (file.id.clone(), file.name.get(texts.0).to_owned())).collect(),
        terms: TermsForm::new(&fields, sides),
        print: PrintParts::new(texts),
    };
    let value = json!({ "file": { "name": name, "text": text, "isAskedFor": is_requested } });
    render(&WorkshopPage { page: Page::new(texts, texts.get("own_title"), ""), boot: boot(&value), form })
}

/// Returns a small commented game in a language.
fn example(language: Language) -> &'static str {
    match language {
        Language::En => include_str!("../../drafts/en.toml"),
        Language::Es => include_str!("../../drafts/es.toml"),
        Language::Fr => include_str!("../../drafts/fr.toml"),
    }
}

/// Starts a game by the file in a form.
pub async fn play_own(
    State(app): State<Arc<App>>,
    jar: CookieJar,
    visitor: Visitor,
    form: Result<Form<Fields>, FormRejection>,
) -> Response {
    let texts = visitor.texts;
    let result = async {
        let mut fields = read_form(form, texts)?;
        fields.entry("name".to_owned()).or_insert_with(|| visitor.name.clone());
        let text = fields.remove("file").unwrap_or_default();
        check_length(&text)?;
        app.create_rate.allow(visitor.client)?;
        let tables = Arc::clone(&app);
        let read = move || {
            let own = OwnGame::read(&text)?;
            parse_form(&tables, own.file(), &fields, texts).map_err(Problem::BadRequest)
        };
        let (terms, opponent, side, name) = app.work(JobKind::Files, visitor.client, read).await?;
        app.check_file_quota(&terms.ruling, &visitor).await?;
        let by = (visitor.client, visitor.credentials.key.as_deref());
        let created = app.games.create(terms, opponent, side, &name, by).await?;
        let there = Redirect::to(&texts.at(format_args!("/play/{}", created.id)));
        Ok((jar.add(visitor.name_cookie(&name)), there).into_response())
    };
    page_or_problem(result.await, texts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_play::refuse_other_files;
    use quirkat_rules::check_file;

    #[test]
    fn the_example_has_no_errors_in_any_language() {
        for language in Language::ALL {
            let report = check_file("example.toml", example(language), &refuse_other_files);
            assert!(report.is_sound() && report.warnings.is_empty() && report.hints.is_empty(), "{report:?}");
        }
    }
}
