//! The pages: the values of each page, which its template renders as HTML.

mod analysis;
mod clocks;
mod family;
mod feed;
mod gallery;
mod game;
mod key;
mod known;
mod learn;
mod level;
mod local;
mod mine;
mod museum;
mod new;
mod open;
mod perfect;
mod play;
mod puzzles;
mod solutions;
mod study;
mod workshop;

pub use analysis::{analysis, embed, played};
pub use clocks::DAYS;
pub use family::family_page;
pub use feed::feed;
pub use gallery::gallery;
pub use game::game;
pub use key::{change_key, delete, download, key, take_key, unblock};
pub use known::known;
pub use learn::learn;
pub use local::{local, local_play};
pub use mine::{PDN, export, mine, record, remove};
pub use museum::museum;
pub use new::{create, form, house_rules, side};
pub use open::{MAX_OPEN, MAX_WATCHABLE, join_open, open, open_game, open_new, watched_game};
pub use play::{join, join_form, play};
pub use puzzles::{any, choice, daily, puzzle};
pub use solutions::{all_solutions, solution, solution_csv};
pub use study::{study, study_csv, study_document};
pub use workshop::{play_own, workshop, workshop_with};

use crate::errors::Problem;
pub use crate::layout::{Page, render};

use crate::layout::Preview;
use crate::rulings::{Ruling, percent_encode, rules_query};
use crate::texts::{Texts, safe_in_html};
use crate::visitor::Visitor;
use askama::Template;
use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::response::Response;
use quirkat_draw::svg;
use quirkat_explore::board_picture;
use quirkat_rules::{CaptureBy, Colour, Rank, Removal, Ruleset, Side};
use quirkat_wire::Board;
use quirkat_words::{ChoiceWords, house_rules_in_words};
use serde_json::{Value, json};

/// Returns an option of a ruleset with its value, both in words.
fn choice_in_words(choice: &ChoiceWords, texts: Texts) -> String {
    texts.with("choice", &[("question", choice.key_words.clone()), ("words", choice.value_words.clone())])
}

/// Returns the house rules of a ruleset in words.
fn house_rule_sentences(ruleset: &Ruleset, texts: Texts) -> Vec<String> {
    house_rules_in_words(ruleset, texts.0).iter().map(|rule| choice_in_words(&rule.choice, texts)).collect()
}

/// Returns a link preview for the page at a path: a position and its description.
pub fn link_preview(visitor: &Visitor, path: &str, (ruling, fen): (&Ruling, &str), words: &str) -> Preview {
    let picture = format!("/image/{}.png?fen={}{}", ruling.title(), percent_encode(fen), rules_query(ruling, '&'));
    Preview { url: visitor.url(path), words: words.to_owned(), picture: visitor.url(&picture) }
}

#[derive(Template)]
#[template(path = "api.html")]
struct ApiPage {
    page: Page,
    routes: Vec<crate::api::Route>,
}

/// Answers with the page about the API.
pub async fn api(visitor: Visitor) -> Response {
    let title = visitor.texts.get("api_page_title");
    render(&ApiPage { page: Page::new(visitor.texts, title, "/api"), routes: crate::api::routes(visitor.texts) })
}

/// Returns the empty board of a ruling for the scripts: the address of its drawing, and the coordinates of its points.
pub fn board_info(ruling: &Ruling, ruleset: &Ruleset, texts: Texts) -> Value {
    let frame = svg::frame(&ruleset.board, Side::First);
    json!({ "svg": board_address(ruling, texts), "points": Board::from(&*ruleset.board).points, "frame": frame, "isLong": is_long(frame) })
}

/// Returns whether a board is so long that a portrait screen shows it upright.
pub fn is_long([_, _, width, height]: [i32; 4]) -> bool {
    width > 2 * height
}

/// Returns the address of the drawing of the empty board.
pub fn board_address(ruling: &Ruling, texts: Texts) -> String {
    texts.at(format_args!("/board/{}.svg{}", ruling.title(), rules_query(ruling, '?')))
}

/// Returns the address of the picture of the start.
pub fn start_picture_address(ruling: &Ruling, texts: Texts) -> String {
    texts.at(format_args!("/image/{}.svg{}", ruling.title(), rules_query(ruling, '?')))
}

/// Returns the address of the picture of a position.
pub fn picture_address(ruling: &Ruling, fen: &str, texts: Texts) -> String {
    texts.at(format_args!("/image/{}.svg?fen={}{}", ruling.title(), percent_encode(fen), rules_query(ruling, '&')))
}

/// Returns the address of the printable rules of a ruling.
pub fn leaflet_address(ruling: &Ruling, texts: Texts) -> String {
    texts.at(format_args!("/print/{}.pdf?leaflet=1&lang={}{}", ruling.title(), texts.code(), rules_query(ruling, '&')))
}

/// Returns the game and its sides in words for the scripts.
pub fn game_info(ruleset: &Ruleset, texts: Texts) -> Value {
    let sides = Side::BOTH.map(|side| {
        let rank = |rank: Rank| ruleset.rank_name(Some(side), rank).map(|noun| noun.bare(texts.0));
        json!({
            "name": ruleset.info.sides[side.index()].name.get(texts.0),
            "colour": if ruleset.colour(side) == Colour::White { "white" } else { "black" },
            "ranks": Rank::ALL.map(rank),
        })
    });
    json!({
        "title": ruleset.title(),
        "name": ruleset.info.name.get(texts.0),
        "variant": ruleset.info.variant_name.get(texts.0),
        "sides": sides,
        "towers": ruleset.options.removal == Removal::Under,
        "stays": ruleset.options.removal == Removal::End,
        "approaches": ruleset.options.capture_by == CaptureBy::Approach,
        // Ranks without a name do not occur in the game.
        "stand": Rank::ALL.map(|rank| {
            let is_named = || Side::BOTH.into_iter().any(|side| ruleset.rank_name(Some(side), rank).is_some());
            rank == Rank::Man || rank <= ruleset.highest_rank() && is_named()
        }),
        "hand": ruleset.start.memory.hand != [0, 0],
    })
}

/// Returns JSON for a script element.
pub fn boot(value: &Value) -> String {
    safe_in_html(&value.to_string())
}

/// Returns the empty board as inline SVG.
pub fn inline_board(ruleset: &Ruleset, texts: Texts) -> String {
    board_picture(ruleset, Side::First, svg::Palette::default(), texts.0)
}

/// Returns the fields of a form.
///
/// # Errors
/// When the form is malformed or too large.
pub fn read_form<T>(form: Result<Form<T>, FormRejection>, texts: Texts) -> Result<T, Problem> {
    form.map(|Form(fields)| fields).map_err(|error| match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Problem::TooLarge,
        _ => Problem::BadRequest(texts.get("bad_form").to_owned()),
    })
}

/// Returns a page, or the error page of a problem.
pub fn page_or_problem(result: Result<Response, Problem>, texts: Texts) -> Response {
    result.unwrap_or_else(|problem| problem.page(texts))
}
