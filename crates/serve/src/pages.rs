//! The pages: what each shows, as values that the templates put into HTML.

mod analysis;
mod clocks;
mod family;
mod feed;
mod gallery;
mod game;
mod key;
mod learn;
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
pub use key::{change_key, everything, forget, key, open_again, take_key};
pub use learn::learn;
pub use mine::{PDN, export, mine, record};
pub use museum::museum;
pub use new::{create, form, house_rules, side};
pub use open::{PLAYING, WAITING, join_open, open, open_game, open_new, watched_game};
pub use play::{join, join_form, play, room};
pub use puzzles::{any, choice, daily, puzzle};
pub use solutions::{all_solutions, solution, solution_csv};
pub use study::{study, study_csv, study_document};
pub use workshop::{play_own, workshop, workshop_with};

use crate::errors::Problem;
use crate::rulings::{Ruling, encoded, query};
use crate::site::Base;
use crate::texts::{Texts, safe_in_html};
use crate::visitor::Visitor;
use askama::Template;
use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use quirkat_draw::svg;
use quirkat_rules::{Colour, Language, Rank, Removal, Ruleset, Side};
use quirkat_wire::{Board, Drawing};
use serde_json::{Value, json};

/// What all pages have in common.
#[derive(Debug)]
pub struct Page {
    lang: &'static str,
    title: String,
    /// The path below which this server is.
    base: Base,
    /// Every language, with the address of the same page in it.
    languages: [(Language, String); Language::ALL.len()],
    t: Texts,
    words: &'static str,
    preview: Option<Preview>,
    /// The icon in the browser's tab.
    icon: &'static str,
}

/// What a link to a page shows where it is sent to somebody: all of it in whole addresses, since it is shown elsewhere.
#[derive(Debug)]
struct Preview {
    url: String,
    words: String,
    picture: String,
}

impl Page {
    /// The same page, whose links show a position and what it is in words; `path` is where it is.
    pub fn showing(self, visitor: &Visitor, path: &str, (ruling, fen): (&Ruling, &str), words: &str) -> Page {
        let picture = format!("/image/{}.png?fen={}{}", ruling.title(), encoded(fen), query(ruling, '&'));
        Page {
            preview: Some(Preview { url: visitor.url(path), words: words.to_owned(), picture: visitor.url(&picture) }),
            ..self
        }
    }

    /// The same page, whose title and icon tell how many games wait for the visitor's turn.
    pub fn awaiting(self, games: usize) -> Page {
        if games == 0 {
            return self;
        }
        Page { title: format!("({games}) {}", self.title), icon: "icon-turn.svg", ..self }
    }

    /// A page in a language, by its title and its address; an empty one stands for where the visitor is.
    pub fn new(texts: Texts, title: &str, address: &str) -> Page {
        let address = if address.is_empty() { String::new() } else { texts.at(address) };
        let joint = if address.contains('?') { '&' } else { '?' };
        Page {
            lang: texts.code(),
            title: title.to_owned(),
            base: texts.1,
            preview: None,
            icon: "icon.svg",
            languages: Language::ALL.map(|language| (language, format!("{address}{joint}lang={language}"))),
            t: texts,
            words: texts.scripts(),
        }
    }
}

/// Something is wrong, and this is what to do next.
#[derive(Debug, Template)]
#[template(path = "error.html")]
pub struct ErrorPage {
    /// What all pages have in common.
    pub page: Page,
    /// The status.
    pub code: u16,
    /// What is wrong, in a few words.
    pub heading: String,
    /// What is wrong.
    pub message: String,
    /// Where to go on.
    pub next: Vec<(String, String)>,
}

impl IntoResponse for ErrorPage {
    fn into_response(self) -> Response {
        render(&self)
    }
}

#[derive(Template)]
#[template(path = "api.html")]
struct ApiPage {
    page: Page,
    routes: Vec<crate::api::Route>,
}

/// The page about the API.
pub async fn api(visitor: Visitor) -> Response {
    let title = visitor.texts.get("api_page_title");
    render(&ApiPage { page: Page::new(visitor.texts, title, "/api"), routes: crate::api::routes(visitor.texts) })
}

/// A template as an answer.
pub fn render(template: &impl Template) -> Response {
    match template.render() {
        Ok(html) => Html(html).into_response(),
        Err(error) => {
            tracing::error!(%error, "a page could not be made");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

/// Where the drawing of a ruling's empty board is.
pub fn drawing(ruling: &Ruling, ruleset: &Ruleset, texts: Texts) -> Drawing {
    Drawing { svg: board_address(ruling, texts), frame: svg::frame(&ruleset.board, Side::First) }
}

/// The empty board of a ruling, as scripts get it: where its drawing is, and where its points lie.
pub fn board_info(ruling: &Ruling, ruleset: &Ruleset, texts: Texts) -> Value {
    let Drawing { svg, frame } = drawing(ruling, ruleset, texts);
    json!({ "svg": svg, "points": Board::from(&*ruleset.board).points, "frame": frame, "isLong": is_long(frame) })
}

/// Whether a drawing stands on its short side where there is more height than width.
pub fn is_long([_, _, width, height]: [i32; 4]) -> bool {
    width > 2 * height
}

/// Where the drawing of the empty board is.
fn board_address(ruling: &Ruling, texts: Texts) -> String {
    texts.at(format_args!("/board/{}.svg{}", ruling.title(), query(ruling, '?')))
}

/// Where the picture of a position is.
pub fn picture_address(ruling: &Ruling, fen: &str, texts: Texts) -> String {
    texts.at(format_args!("/image/{}.svg?fen={}{}", ruling.title(), encoded(fen), query(ruling, '&')))
}

/// Where the rules of a ruling are, ready to be printed.
pub fn leaflet_address(ruling: &Ruling, texts: Texts) -> String {
    texts.at(format_args!("/print/{}.pdf?leaflet=1&lang={}{}", ruling.title(), texts.code(), query(ruling, '&')))
}

/// The game and its sides in words, as scripts get them.
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
        // Whoever is not named in a game is not there.
        "stand": Rank::ALL.map(|rank| {
            let is_named = || Side::BOTH.into_iter().any(|side| ruleset.rank_name(Some(side), rank).is_some());
            rank == Rank::Man || rank <= ruleset.highest_rank() && is_named()
        }),
        "hand": ruleset.start.memory.hand != [0, 0],
    })
}

/// JSON that may stand in a page.
pub fn boot(value: &Value) -> String {
    safe_in_html(&value.to_string())
}

/// The empty board as it stands in a page.
pub fn inline_board(ruleset: &Ruleset, texts: Texts) -> String {
    let words = texts.with("board_words", &[("game", ruleset.info.name.get(texts.0).to_owned())]);
    svg::board(ruleset, Side::First, &words, svg::Palette::default())
}

/// What a form says.
pub fn read_form<T>(form: Result<Form<T>, FormRejection>, texts: Texts) -> Result<T, Problem> {
    form.map(|Form(fields)| fields).map_err(|error| match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Problem::TooLarge,
        _ => Problem::Bad(texts.get("bad_form").to_owned()),
    })
}

/// A result that is a page either way.
pub fn page_or_problem(result: Result<Response, Problem>, texts: Texts) -> Response {
    result.unwrap_or_else(|problem| problem.page(texts))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_leads_to_itself_in_every_language() {
        for language in Language::ALL {
            let page = Page::new(Texts(language, Base::default()), "?", "/games/alquerque?variant=walker");
            let page =
                ErrorPage { page, code: 404, heading: String::new(), message: String::new(), next: vec![] }.render();
            let html = page.unwrap();
            assert!(html.contains(&format!("<html lang=\"{language}\"")));
            for other in Language::ALL {
                let (link, name) = (format!("variant=walker&#38;lang={other}\" lang=\"{other}\""), other.own_name());
                assert!(html.contains(&link) && html.contains(&format!(">{name}</a>")), "{html}");
            }
            assert_eq!(html.matches("aria-current").count(), 1, "{html}");
        }
    }
}
