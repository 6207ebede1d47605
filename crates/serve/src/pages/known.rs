//! The page of known starts: `/known`, a row for each start whose value is proved.

use super::new::variant_name;
use super::{Page, house_rule_sentences, page_or_problem, render};
use crate::app::App;
use crate::texts::Texts;
use crate::visitor::Visitor;
use crate::workers::JobKind;
use askama::Template;
use axum::extract::State;
use axum::response::Response;
use quirkat_endings::{ProofMethod, ProvedStart, proved_starts};
use quirkat_rules::{Language, find_game};
use quirkat_words::group_thousands;
use std::sync::Arc;

/// A start with its value.
struct Row {
    /// Address of the game's page.
    address: String,
    name: String,
    /// Variant and house rules, in words.
    set: String,
    /// Value for the side to move, in words.
    worth: String,
    /// Values of the first moves.
    moves: String,
    /// Method and number of positions, who found the value first, certificate and processor time, as far as they are known.
    proof: Vec<String>,
    command: String,
}

#[derive(Template)]
#[template(path = "known.html")]
struct KnownPage {
    page: Page,
    rows: Vec<Row>,
}

/// Answers with the list of known starts: `/known`.
pub async fn known(State(app): State<Arc<App>>, visitor: Visitor) -> Response {
    let texts = visitor.texts;
    page_or_problem(app.work(JobKind::Pages, visitor.client, move || Ok(render(&page(texts)))).await, texts)
}

/// Returns the address of the page, if a start of the game is known.
pub fn known_address(game: &str, texts: Texts) -> Option<String> {
    let is_of_game = |start: &ProvedStart| start.game.split_once(':').is_some_and(|(of, _)| of == game);
    proved_starts().iter().any(is_of_game).then(|| texts.at("/known"))
}

fn page(texts: Texts) -> KnownPage {
    let rows = proved_starts().iter().filter_map(|start| row(start, texts)).collect();
    KnownPage { page: Page::new(texts, texts.get("known_title"), "/known"), rows }
}

/// Returns the row of a start; `None` where the catalogue no longer has its rules.
fn row(start: &ProvedStart, texts: Texts) -> Option<Row> {
    let (game, variant) = start.game.split_once(':')?;
    let (file, ruleset) = (find_game(game)?, start.ruleset()?);
    let worth = texts.get(match &*start.value {
        "win" => "known_win",
        "loss" => "known_loss",
        _ => "known_draw",
    });
    let plies = start.plies.map(|plies| texts.with("known_plies", &[("plies", plies.to_string())]));
    let method = texts.get(match start.method {
        ProofMethod::Sets => "known_sets",
        ProofMethod::Distances => "known_distances",
        ProofMethod::Levels => "known_levels",
        ProofMethod::Search => "known_search",
    });
    let positions = start.positions.map(|positions| {
        texts.with("known_positions", &[("positions", group_thousands(positions).replace(' ', "\u{a0}"))])
    });
    let found_by = match &*start.found_by {
        "" => texts.get("known_ours").to_owned(),
        by => texts.with("known_found_by", &[("by", by.to_owned())]),
    };
    let method = std::iter::once(method.to_owned()).chain(positions).collect::<Vec<_>>().join(", ");
    let certificate = (!start.certificate.is_empty())
        .then(|| texts.with("known_certificate", &[("file", start.certificate.clone())]));
    let time = start.seconds.map(|seconds| texts.with("known_time", &[("time", seconds_in_words(seconds, texts))]));
    let set = std::iter::once(variant_name(file, variant, texts)).chain(house_rule_sentences(&ruleset, texts));
    Some(Row {
        address: texts.at(format_args!("/games/{game}")),
        name: file.name.get(texts.0).to_owned(),
        set: set.collect::<Vec<_>>().join(" · "),
        worth: std::iter::once(worth.to_owned()).chain(plies).collect::<Vec<_>>().join(" "),
        moves: moves_in_words(&start.moves, texts),
        proof: [Some(method), Some(found_by), certificate, time].into_iter().flatten().collect(),
        command: start.command.clone(),
    })
}

fn seconds_in_words(seconds: f64, texts: Texts) -> String {
    let number = seconds.to_string();
    let number = if texts.0 == Language::En { number } else { number.replace('.', ",") };
    format!("{number}\u{a0}s")
}

/// Returns the values of first moves in words. As in the lists of moves, a piece that enters is named by its point.
fn moves_in_words(moves: &str, texts: Texts) -> String {
    let words = moves.split(", ").filter_map(|part| {
        let (turn, value) = part.rsplit_once(' ')?;
        let subject = match turn {
            "others" if turn.len() + 1 + value.len() == moves.len() => "all",
            "others" => "others",
            _ => "move",
        };
        Some(texts.with(&format!("known_{subject}_{value}"), &[("move", turn.replace("drop @", ""))]))
    });
    words.collect::<Vec<_>>().join(", ")
}
