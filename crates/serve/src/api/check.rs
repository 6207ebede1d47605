//! Checks of visitors' own game files while they are written. Nothing is stored.

use super::answer;
use crate::app::App;
use crate::errors::Problem;
use crate::own_games::check_length;
use crate::rulings::Ruling;
use crate::texts::Texts;
use crate::visitor::Visitor;
use crate::workers::JobKind;
use axum::extract::{Query, State};
use axum::response::Response;
use quirkat_draw::Scene;
use quirkat_draw::svg::{self, Materials, Palette};
use quirkat_play::{OWN_GAME_FILE, refuse_other_files};
use quirkat_rules::check_file;
use quirkat_wire::{Check, Draft, Rules};
use quirkat_words::position_in_words;
use serde::Deserialize;
use std::sync::Arc;

/// The query of a check.
#[derive(Debug, Deserialize)]
pub struct CheckQuery {
    /// Variant whose rules and start position the answer contains.
    variant: Option<String>,
}

/// Answers with the errors of a game file and, if there are none, its game.
pub async fn check(
    State(app): State<Arc<App>>,
    Query(CheckQuery { variant }): Query<CheckQuery>,
    visitor: Visitor,
    text: String,
) -> Response {
    let (client, texts, dress) = (visitor.client, visitor.texts, visitor.dress);
    let result = async {
        app.compute_rate.allow(client)?;
        let text = check_length(text, texts)?;
        app.work(JobKind::Files, client, move || drafted(&text, variant.as_deref(), dress, texts)).await
    };
    answer(result.await, texts)
}

fn drafted(text: &str, variant: Option<&str>, dress: Materials, texts: Texts) -> Result<Draft, Problem> {
    let report = check_file(OWN_GAME_FILE, text, &refuse_other_files);
    let check = Check::new(OWN_GAME_FILE, &report, texts.0);
    // A board file may be free of errors, but is no game.
    let Some(file) = report.game.as_ref().filter(|_| report.is_sound()) else {
        return Ok(Draft { check, rules: None, picture: None, words: String::new() });
    };
    // The visitor may have removed the variant that the page shows: that is no error of the file.
    let variant = variant.filter(|variant| file.variants().any(|known| known == *variant));
    let ruleset = Ruling::of(file, variant, &[])?.ruleset();
    let words = position_in_words(&ruleset, &ruleset.start, texts.0);
    let scene = Scene::new(&ruleset, ruleset.start.clone());
    let picture = svg::picture(&scene, &words, Palette::Fixed(dress));
    Ok(Draft { check, rules: Some(Rules::new(&ruleset, texts.0)), picture: Some(picture), words })
}
