//! The page of all puzzles, and the page of one puzzle.

use super::{Page, board_info, boot, game_info, link_preview, page_or_problem, picture_address, render};
use crate::api::todays;
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
use quirkat_explore::{puzzle_id, puzzle_task};
use quirkat_play::{PuzzleId, puzzles};
use quirkat_rules::{find_game, write_fen};
use quirkat_search::puzzles::{Grade, Theme};
use quirkat_wire::Goal;
use serde_json::json;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

/// A preview of a puzzle.
struct Preview {
    href: String,
    game: String,
    picture: String,
    /// Task in words.
    words: String,
    grade: u8,
}

/// The puzzles of a game.
struct PuzzleGroup {
    id: &'static str,
    name: String,
    /// Grade, number of puzzles and address of each grade.
    grades: Vec<(u8, usize, String)>,
}

impl PuzzleGroup {
    /// Returns the number of the game's puzzles.
    fn count(&self) -> usize {
        self.grades.iter().map(|(_, count, _)| count).sum()
    }
}

#[derive(Template)]
#[template(path = "puzzles.html")]
struct PuzzlesPage {
    page: Page,
    daily: Preview,
    shelves: Vec<PuzzleGroup>,
    /// Filter that matched no puzzle.
    missed: Option<PuzzleFilter>,
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

/// A filter of puzzles. Empty fields match all.
#[derive(Clone, Debug, Default)]
struct PuzzleFilter {
    game: String,
    grade: String,
    /// The previous puzzle, as `lasca/3`.
    after: String,
}

impl PuzzleFilter {
    fn of(query: &QueryPairs) -> PuzzleFilter {
        let value = |key: &str| query.get(key).unwrap_or_default().to_owned();
        PuzzleFilter { game: value("game"), grade: value("grade"), after: value("after") }
    }

    fn fits(&self, place: PuzzleId) -> bool {
        (self.game.is_empty() || place.game == self.game)
            && (self.grade.is_empty() || place.grade().to_string() == self.grade)
    }

    /// Returns the next matching puzzle after the previous one, or a random matching one if there is none.
    fn find(&self) -> Option<PuzzleId> {
        let mut all = PuzzleId::all();
        let before = self.after.split_once('/').and_then(|(game, number)| puzzle_id(game, number).ok());
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

    /// Returns the filter as a query string.
    fn query(&self) -> String {
        let pairs = [("game", &self.game), ("grade", &self.grade), ("after", &self.after)];
        let set_filters = pairs.iter().filter(|(_, value)| !value.is_empty());
        set_filters.map(|(key, value)| format!("{key}={}", percent_encode(value))).collect::<Vec<_>>().join("&")
    }
}

/// Answers with the page of all puzzles.
pub async fn choice(State(app): State<Arc<App>>, visitor: Visitor) -> Response {
    puzzles_page(&app, visitor.client, visitor.texts, None).await
}

/// Redirects to a puzzle that matches the query.
pub async fn any(State(app): State<Arc<App>>, Query(query): Query<QueryPairs>, visitor: Visitor) -> Response {
    let filter = PuzzleFilter::of(&query);
    match filter.find() {
        Some(place) => Redirect::to(&visitor.texts.at(address(place, &filter))).into_response(),
        None => puzzles_page(&app, visitor.client, visitor.texts, Some(filter)).await,
    }
}

async fn puzzles_page(app: &App, client: ClientAddr, texts: Texts, missed: Option<PuzzleFilter>) -> Response {
    let listed: HashSet<&str> = app.listed_games().map(|file| &*file.id).collect();
    let build_page = move || {
        let shelves = puzzles().iter().filter(|puzzles| listed.contains(puzzles.game()));
        Ok(render(&PuzzlesPage {
            page: Page::new(texts, texts.get("puzzles_title"), "/puzzles"),
            daily: preview(todays(), texts),
            shelves: shelves.filter_map(|puzzles| group(puzzles, texts)).collect(),
            missed,
        }))
    };
    page_or_problem(app.work(JobKind::Pages, client, build_page).await, texts)
}

fn group(puzzles: &quirkat_play::PuzzleSet, texts: Texts) -> Option<PuzzleGroup> {
    let id = puzzles.game();
    let mut counts: BTreeMap<Grade, usize> = BTreeMap::new();
    for (_, grade) in puzzles.grades() {
        *counts.entry(grade).or_default() += 1;
    }
    let grade = |(grade, count): (Grade, usize)| {
        (grade.number(), count, texts.at(format_args!("/puzzles/any?game={id}&grade={}", grade.number())))
    };
    Some(PuzzleGroup {
        id,
        name: find_game(id)?.name.get(texts.0).to_owned(),
        grades: counts.into_iter().map(grade).collect(),
    })
}

fn preview(place: PuzzleId, texts: Texts) -> Preview {
    let task = place.task();
    let ruleset = task.game.ruleset();
    let picture = Ruling::new(&ruleset.title(), &[])
        .map(|ruling| picture_address(&ruling, &write_fen(ruleset, &task.game.setup()), texts))
        .unwrap_or_default();
    Preview {
        href: texts.at("/puzzles/daily"),
        game: ruleset.info.name.get(texts.0).to_owned(),
        picture,
        words: task_in_words(place, texts),
        grade: task.grade.number(),
    }
}

/// Returns the task of a puzzle in words.
fn task_in_words(place: PuzzleId, texts: Texts) -> String {
    let task = place.task();
    let side = task.game.ruleset().info.sides[task.solver().index()].name.get(texts.0).to_owned();
    let key = match task.goal.into() {
        Goal::Win => "puzzle_to_win",
        Goal::Gain if task.themes.contains(&Theme::Breakthrough) => "puzzle_to_gain_or_promote",
        Goal::Gain => "puzzle_to_gain",
    };
    texts.with(key, &[("side", side)])
}

/// Returns the address of a puzzle, with the filter for the next one.
fn address(PuzzleId { game, number }: PuzzleId, filter: &PuzzleFilter) -> String {
    let query = PuzzleFilter { after: String::new(), ..filter.clone() }.query();
    let mark = if query.is_empty() { "" } else { "?" };
    format!("/puzzles/{game}/{number}{mark}{query}")
}

/// Answers with the page of the puzzle of the day.
pub async fn daily(State(app): State<Arc<App>>, visitor: Visitor) -> Response {
    let texts = visitor.texts;
    let client = visitor.client;
    let build_page = move || solving(todays(), PuzzleFilter::default(), true, &visitor);
    page_or_problem(app.work(JobKind::Pages, client, build_page).await, texts)
}

/// Answers with the page of a puzzle; the query is the filter for the next one.
pub async fn puzzle(
    State(app): State<Arc<App>>,
    Path((game, number)): Path<(String, String)>,
    Query(query): Query<QueryPairs>,
    visitor: Visitor,
) -> Response {
    let texts = visitor.texts;
    let client = visitor.client;
    let build_page = move || solving(puzzle_id(&game, &number)?, PuzzleFilter::of(&query), false, &visitor);
    page_or_problem(app.work(JobKind::Pages, client, build_page).await, texts)
}

fn solving(place: PuzzleId, filter: PuzzleFilter, is_daily: bool, visitor: &Visitor) -> Result<Response, Problem> {
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
        "puzzle": puzzle_task(place, texts.0),
    });
    let key = if is_daily { "puzzle_daily_title" } else { "puzzle_title" };
    let heading = texts.with(key, &[("game", game.clone()), ("n", place.number.to_string())]);
    let own = if is_daily { "/puzzles/daily".to_owned() } else { address(place, &filter) };
    let words = task_in_words(place, texts);
    let fen = write_fen(ruleset, &task.game.setup());
    let next = PuzzleFilter { after: format!("{}/{}", place.game, place.number), ..filter };
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
