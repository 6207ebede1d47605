//! The pages of solved positions: the built-in endgame tables, with a page for each game to read and cite them.

use super::new::variant_name;
use super::{Page, page_or_problem, render};
use crate::app::App;
use crate::errors::Problem;
use crate::texts::Texts;
use crate::visitor::Visitor;
use crate::workers::JobKind;
use askama::Template;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use quirkat_endings::{Counted, Solution, ToMove, in_csv, solutions};
use quirkat_rules::{GameFile, Ruleset, find_game};
use std::sync::Arc;

/// A game in the list.
struct Row {
    /// Address of the game's page here.
    address: String,
    name: String,
    set: String,
    cells: Vec<String>,
}

#[derive(Template)]
#[template(path = "solutions.html")]
struct SolutionsPage {
    page: Page,
    rows: Vec<Row>,
}

/// The tables of a rule set.
struct View {
    set: String,
    /// Number of positions and results, in words.
    sums: String,
    longest: Option<String>,
    /// Commands that make and verify the tables.
    commands: [String; 2],
    sha256: String,
    files: String,
    bibtex: String,
    rows: Vec<Vec<String>>,
}

#[derive(Template)]
#[template(path = "solution.html")]
struct SolutionPage {
    page: Page,
    id: String,
    name: String,
    /// Address of the game's own page.
    back: String,
    /// Address of the list.
    all: String,
    views: Vec<View>,
}

/// Answers with the list of solved games: `/solutions`.
pub async fn all_solutions(State(app): State<Arc<App>>, visitor: Visitor) -> Response {
    let texts = visitor.texts;
    page_or_problem(app.work(JobKind::Pages, visitor.client, move || Ok(render(&list(texts)))).await, texts)
}

/// Answers with the page of a game: `/solutions/english`.
pub async fn solution(State(app): State<Arc<App>>, Path(game): Path<String>, visitor: Visitor) -> Response {
    let texts = visitor.texts;
    let build_page = move || solved_game(&game).map(|(file, solved)| render(&page(file, &solved, texts)));
    page_or_problem(app.work(JobKind::Pages, visitor.client, build_page).await, texts)
}

/// Answers with the data of a game: `/solutions/english/counts.csv`.
pub async fn solution_csv(State(app): State<Arc<App>>, Path(game): Path<String>, visitor: Visitor) -> Response {
    let table =
        move || solved_game(&game).map(|(_, solved)| in_csv(solved.iter().flat_map(|solution| solution.counts())));
    let table = app.work(JobKind::Pages, visitor.client, table).await;
    let answer = |table| ([(header::CONTENT_TYPE, "text/csv; charset=utf-8")], table).into_response();
    page_or_problem(table.map(answer), visitor.texts)
}

/// Returns the address of a game's page, if the game has tables.
pub fn solutions_address(game: &str, texts: Texts) -> Option<String> {
    solved_game(game).ok().map(|_| texts.at(format_args!("/solutions/{game}")))
}

/// Returns a game and its solutions.
fn solved_game(game: &str) -> Result<(&'static GameFile, Vec<&'static Solution>), Problem> {
    let of_game = |solution: &&Solution| solution.game.split_once(':').is_some_and(|(of, _)| of == game);
    let solved: Vec<_> = solutions().iter().filter(of_game).collect();
    find_game(game).filter(|_| !solved.is_empty()).map(|file| (file, solved)).ok_or(Problem::NotFound)
}

/// Returns the game, the variant and the ruleset of a solution.
fn rules_of(solution: &Solution) -> (&'static GameFile, &str, Ruleset) {
    let (game, set) = solution.game.split_once(':').expect("a solution names a rule set");
    let file = find_game(game).expect("a solution names a built-in game");
    (file, set, file.ruleset(Some(set), &[]).expect("a solution names a built-in rule set"))
}

fn list(texts: Texts) -> SolutionsPage {
    let row = |solution: &Solution| {
        let (file, set, _) = rules_of(solution);
        let [positions, won, lost, drawn] = sums(solution);
        Row {
            address: texts.at(format_args!("/solutions/{}", file.id)),
            name: file.name.get(texts.0).to_owned(),
            set: variant_name(file, set, texts),
            cells: vec![solution.pieces.to_string(), positions, won, lost, drawn, plies(solution.longest)],
        }
    };
    let mut rows: Vec<_> = solutions().iter().map(row).collect();
    rows.sort_by(|one, other| (&one.name, &one.set).cmp(&(&other.name, &other.set)));
    SolutionsPage { page: Page::new(texts, texts.get("solutions_title"), "/solutions"), rows }
}

fn page(file: &GameFile, solved: &[&Solution], texts: Texts) -> SolutionPage {
    let name = file.name.get(texts.0).to_owned();
    let title = texts.with("solutions_of", &[("game", name.clone())]);
    SolutionPage {
        page: Page::new(texts, &title, &format!("/solutions/{}", file.id)),
        id: file.id.clone(),
        back: texts.at(format_args!("/games/{}", file.id)),
        all: texts.at("/solutions"),
        name,
        views: solved.iter().map(|solution| view(solution, texts)).collect(),
    }
}

fn view(solution: &Solution, texts: Texts) -> View {
    let (file, set, ruleset) = rules_of(solution);
    let [positions, won, lost, drawn] = sums(solution);
    let side = |to_move: ToMove| match to_move {
        ToMove::First => ruleset.info.sides[0].name.get(texts.0),
        ToMove::Second => ruleset.info.sides[1].name.get(texts.0),
        ToMove::Either => texts.get("solutions_either"),
    };
    let row = |counted: &Counted| {
        let [won, lost, drawn] = [counted.won, counted.lost, counted.drawn].map(group_thousands);
        let longest = [counted.longest_win, counted.longest_loss].map(plies);
        let mut cells = vec![counted.pieces.clone(), side(counted.to_move).to_owned(), won, lost, drawn];
        cells.extend(longest);
        cells
    };
    let (game, pieces) = (&solution.game, solution.pieces);
    let values =
        [("pieces", pieces.to_string()), ("positions", positions), ("won", won), ("lost", lost), ("drawn", drawn)];
    View {
        set: variant_name(file, set, texts),
        sums: texts.with("solutions_sums", &values),
        longest: solution.longest.map(|plies| texts.with("solutions_longest", &[("plies", plies.to_string())])),
        commands: [
            format!("quirkat solve {game} --distances {pieces} --dir tables"),
            format!("quirkat tables verify {game} --dir tables --all"),
        ],
        sha256: solution.sha256.clone(),
        files: texts.with(
            "solutions_files",
            &[("files", solution.tables.to_string()), ("bytes", group_thousands(solution.bytes))],
        ),
        bibtex: solution.entry(&ruleset).to_string(),
        rows: solution.counts().map(row).collect(),
    }
}

/// Formats a number with non-breaking spaces.
fn group_thousands(number: u64) -> String {
    quirkat_words::group_thousands(number).replace(' ', "\u{a0}")
}

fn sums(solution: &Solution) -> [String; 4] {
    [solution.positions(), solution.won, solution.lost, solution.drawn].map(group_thousands)
}

fn plies(plies: Option<u32>) -> String {
    plies.map_or_else(|| "–".to_owned(), |plies| plies.to_string())
}
