//! Puzzles: the page from which one is chosen, and the page on which it is solved.

use super::{Page, board_info, boot, game_info, link_preview, page_or_problem, picture_address, render};
use crate::api::{place, set, todays};
use crate::app::App;
use crate::client::ClientAddr;
use crate::errors::Problem;
use crate::rulings::{QueryPairs, Ruling, percent_encode};
use crate::texts::Texts;
use crate::visitor::Visitor;
use crate::workers::JobKind;
use askama::Template;
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use quirkat_play::{Place, puzzles};
use quirkat_rules::{find_game, write_fen};
use quirkat_search::puzzles::Grade;
use quirkat_wire::Goal;
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A puzzle in short.
struct Preview {
    href: String,
    game: String,
    picture: String,
    /// What is asked for, and by whom.
    words: String,
    grade: u8,
}

/// The puzzles of a game, in short.
struct Shelf {
    id: &'static str,
    name: String,
    /// How many there are of each grade, and where those are found.
    grades: Vec<(u8, usize, String)>,
}

#[derive(Template)]
#[template(path = "puzzles.html")]
struct PuzzlesPage {
    page: Page,
    daily: Preview,
    shelves: Vec<Shelf>,
    /// What was asked for, where no puzzle is like that.
    missed: Option<Wanted>,
}

#[derive(Template)]
#[template(path = "puzzle.html")]
struct PuzzlePage {
    page: Page,
    boot: String,
    heading: String,
    words: String,
    grade: u8,
    is_daily: bool,
    game: String,
    game_href: String,
    next: String,
}

/// Which puzzles are wanted: of any game and any grade where nothing is said.
#[derive(Clone, Debug, Default)]
struct Wanted {
    game: String,
    grade: String,
    /// The one before, as `lasca/3`.
    after: String,
}

impl Wanted {
    fn of(query: &QueryPairs) -> Wanted {
        let value = |key: &str| query.get(key).unwrap_or_default().to_owned();
        Wanted { game: value("game"), grade: value("grade"), after: value("after") }
    }

    fn fits(&self, place: Place) -> bool {
        (self.game.is_empty() || place.game == self.game)
            && (self.grade.is_empty() || place.grade().to_string() == self.grade)
    }

    /// A puzzle that fits: the next one behind the one before, or any if there is none before.
    fn find(&self) -> Option<Place> {
        let mut all = Place::all();
        let before = self.after.split_once('/').and_then(|(game, number)| place(game, number).ok());
        match before.and_then(|before| all.iter().position(|place| *place == before)) {
            Some(at) => {
                all.rotate_left(at + 1);
                all.into_iter().find(|place| self.fits(*place))
            }
            None => {
                all.retain(|place| self.fits(*place));
                fastrand::choice(all)
            }
        }
    }

    /// The same as the query of an address, empty where nothing is wanted.
    fn query(&self) -> String {
        let pairs = [("game", &self.game), ("grade", &self.grade), ("after", &self.after)];
        let said = pairs.iter().filter(|(_, value)| !value.is_empty());
        said.map(|(key, value)| format!("{key}={}", percent_encode(value))).collect::<Vec<_>>().join("&")
    }
}

/// The page from which a puzzle is chosen.
pub async fn choice(State(app): State<Arc<App>>, visitor: Visitor) -> Response {
    shelves(&app, visitor.client, visitor.texts, None).await
}

/// The way to a puzzle that is wanted.
pub async fn any(State(app): State<Arc<App>>, Query(query): Query<QueryPairs>, visitor: Visitor) -> Response {
    let wanted = Wanted::of(&query);
    match wanted.find() {
        Some(place) => Redirect::to(&visitor.texts.at(address(place, &wanted))).into_response(),
        None => shelves(&app, visitor.client, visitor.texts, Some(wanted)).await,
    }
}

async fn shelves(app: &App, client: ClientAddr, texts: Texts, missed: Option<Wanted>) -> Response {
    let shown = move || {
        Ok(render(&PuzzlesPage {
            page: Page::new(texts, texts.get("puzzles_title"), "/puzzles"),
            daily: preview(todays(), texts),
            shelves: puzzles().iter().filter_map(|puzzles| shelf(puzzles, texts)).collect(),
            missed,
        }))
    };
    page_or_problem(app.work(JobKind::Pages, client, shown).await, texts)
}

fn shelf(puzzles: &quirkat_play::Puzzles, texts: Texts) -> Option<Shelf> {
    let id = puzzles.game();
    let mut counts: BTreeMap<Grade, usize> = BTreeMap::new();
    for (_, grade) in puzzles.grades() {
        *counts.entry(grade).or_default() += 1;
    }
    let grade = |(grade, count): (Grade, usize)| {
        (grade.number(), count, texts.at(format_args!("/puzzles/any?game={id}&grade={}", grade.number())))
    };
    Some(Shelf {
        id,
        name: find_game(id)?.name.get(texts.0).to_owned(),
        grades: counts.into_iter().map(grade).collect(),
    })
}

fn preview(place: Place, texts: Texts) -> Preview {
    let task = place.task();
    let ruleset = task.game.ruleset();
    let picture = Ruling::new(&ruleset.title(), &[])
        .map(|ruling| picture_address(&ruling, &write_fen(ruleset, &task.game.setup()), texts))
        .unwrap_or_default();
    Preview {
        href: texts.at("/puzzles/daily"),
        game: ruleset.info.name.get(texts.0).to_owned(),
        picture,
        words: asked(place, texts),
        grade: task.grade.number(),
    }
}

/// What a puzzle asks for, in words.
fn asked(place: Place, texts: Texts) -> String {
    let task = place.task();
    let side = task.game.ruleset().info.sides[task.solver().index()].name.get(texts.0).to_owned();
    let key = match task.goal.into() {
        Goal::Win => "puzzle_to_win",
        Goal::Gain => "puzzle_to_gain",
    };
    texts.with(key, &[("side", side)])
}

/// The address of a puzzle, which goes on with what was wanted.
fn address(Place { game, number }: Place, wanted: &Wanted) -> String {
    let query = Wanted { after: String::new(), ..wanted.clone() }.query();
    let mark = if query.is_empty() { "" } else { "?" };
    format!("/puzzles/{game}/{number}{mark}{query}")
}

/// The puzzle of the day.
pub async fn daily(State(app): State<Arc<App>>, visitor: Visitor) -> Response {
    let texts = visitor.texts;
    let client = visitor.client;
    let shown = move || solving(todays(), Wanted::default(), true, &visitor);
    page_or_problem(app.work(JobKind::Pages, client, shown).await, texts)
}

/// The page on which a puzzle is solved; what is wanted beside it decides which comes next.
pub async fn puzzle(
    State(app): State<Arc<App>>,
    Path((game, number)): Path<(String, String)>,
    Query(query): Query<QueryPairs>,
    visitor: Visitor,
) -> Response {
    let texts = visitor.texts;
    let client = visitor.client;
    let shown = move || solving(place(&game, &number)?, Wanted::of(&query), false, &visitor);
    page_or_problem(app.work(JobKind::Pages, client, shown).await, texts)
}

fn solving(place: Place, wanted: Wanted, is_daily: bool, visitor: &Visitor) -> Result<Response, Problem> {
    let texts = visitor.texts;
    let task = place.task();
    let ruleset = task.game.ruleset();
    let ruling = Ruling::new(&ruleset.title(), &[])?;
    let game = ruleset.info.name.get(texts.0).to_owned();
    let value = json!({
        "lang": texts.code(),
        "game": game_info(ruleset, texts),
        "board": board_info(&ruling, ruleset, texts),
        "rules": ruling.rules(),
        "puzzle": set(place, texts),
        "api": texts.at(format_args!("/api{}", address(place, &Wanted::default()))),
    });
    let key = if is_daily { "puzzle_daily_title" } else { "puzzle_title" };
    let heading = texts.with(key, &[("game", game.clone()), ("n", place.number.to_string())]);
    let own = if is_daily { "/puzzles/daily".to_owned() } else { address(place, &wanted) };
    let words = asked(place, texts);
    let fen = write_fen(ruleset, &task.game.setup());
    let next = Wanted { after: format!("{}/{}", place.game, place.number), ..wanted };
    Ok(render(&PuzzlePage {
        page: Page::new(texts, &heading, &own).with_preview(link_preview(visitor, &own, (&ruling, &fen), &words)),
        boot: boot(&value),
        heading,
        words,
        grade: task.grade.number(),
        is_daily,
        game,
        game_href: texts.at(format_args!("/games/{}", place.game)),
        next: texts.at(format_args!("/puzzles/any?{}", next.query())),
    }))
}
