//! The page of a game's statistics: results, lengths and choices of games by each rule set.

use super::new::variant_name;
use super::{Page, house_rule_sentences, page_or_problem, render};
use crate::app::App;
use crate::errors::Problem;
use crate::site::Base;
use crate::texts::Texts;
use crate::visitor::Visitor;
use crate::workers::JobKind;
use askama::Template;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use quirkat_draw::chart::{BoxPlot, Caption, ShareChart, box_plot, share_chart};
use quirkat_play::{Study, studies, write_studies};
use quirkat_rules::{GameFile, Language, find_game};
use std::sync::Arc;

/// The rows of the table about a rule set.
struct RowGroup {
    /// Name of the rule set.
    name: String,
    rows: Vec<Row>,
}

/// A row of the table: a rule set at a level.
struct Row {
    level: u8,
    cells: Vec<String>,
}

/// The statistics in charts, numbers and words.
struct Facts<'a> {
    t: Texts,
    title: String,
    /// Command that repeats the measurement.
    command: String,
    /// Heading and SVG of each chart.
    charts: [(String, String); 3],
    columns: Vec<String>,
    groups: Vec<RowGroup>,
    /// One of the studies; all were made with the same settings.
    made: &'a Study,
}

#[derive(Template)]
#[template(path = "study.html")]
struct StudyPage<'a> {
    page: Page,
    id: String,
    name: String,
    /// Address of the game's own page.
    back: String,
    facts: Facts<'a>,
}

/// The statistics as a self-contained document.
#[derive(Template)]
#[template(path = "study-alone.html")]
struct StudyAlone<'a> {
    facts: Facts<'a>,
    css: &'a str,
}

/// Returns the statistics of a game as a self-contained HTML document; `command` is the command that repeats the measurement.
/// Returns `None` without studies.
pub fn study_document(file: &GameFile, studies: &[&Study], command: String, language: Language) -> Option<String> {
    let facts = Facts::new(file, studies, command, Texts(language, Base::default(), None))?;
    let alone = StudyAlone { facts, css: include_str!("../../assets/study.css") };
    Some(alone.render().expect("the template cannot fail"))
}

/// Answers with the page: `/study/alquerque`.
pub async fn study(State(app): State<Arc<App>>, Path(game): Path<String>, visitor: Visitor) -> Response {
    let texts = visitor.texts;
    let build_page = move || {
        let (file, studies) = studied_game(&game)?;
        page(file, &studies, texts).map(|page| render(&page)).ok_or(Problem::NotFound)
    };
    page_or_problem(app.work(JobKind::Pages, visitor.client, build_page).await, texts)
}

/// Answers with the data: `/study/alquerque/facts.csv`.
pub async fn study_csv(State(app): State<Arc<App>>, Path(game): Path<String>, visitor: Visitor) -> Response {
    let table = move || studied_game(&game).map(|(_, studies)| write_studies(studies));
    let table = app.work(JobKind::Pages, visitor.client, table).await;
    let answer = |table| ([(header::CONTENT_TYPE, "text/csv; charset=utf-8")], table).into_response();
    page_or_problem(table.map(answer), visitor.texts)
}

/// Returns a game and its studies.
fn studied_game(game: &str) -> Result<(&'static GameFile, Vec<&'static Study>), Problem> {
    let studies: Vec<_> = studies(game).collect();
    find_game(game).filter(|_| !studies.is_empty()).map(|file| (file, studies)).ok_or(Problem::NotFound)
}

fn page<'a>(file: &GameFile, studies: &[&'a Study], texts: Texts) -> Option<StudyPage<'a>> {
    let made = studies.first()?;
    let command = format!("quirkat study {} --games {} --seed {} --csv facts.csv", file.id, made.games, made.seed);
    let facts = Facts::new(file, studies, command, texts)?;
    Some(StudyPage {
        page: Page::new(texts, &facts.title, &format!("/study/{}", file.id)),
        id: file.id.clone(),
        back: texts.at(format_args!("/games/{}", file.id)),
        name: file.name.get(texts.0).to_owned(),
        facts,
    })
}

impl<'a> Facts<'a> {
    fn new(file: &GameFile, studies: &[&'a Study], command: String, texts: Texts) -> Option<Facts<'a>> {
        let made = *studies.first()?;
        let ruleset = file.ruleset(None, &[]).ok()?;
        let sides = ruleset.info.sides.each_ref().map(|side| side.name.get(texts.0));
        let set = |study: &Study| {
            let name = variant_name(file, study.game.split_once(':').map_or("", |(_, set)| set), texts);
            let rules = rules_of(file, study, texts);
            if rules.is_empty() { name } else { format!("{name} ({rules})") }
        };
        let strongest = studies.iter().map(|study| study.level).max().unwrap_or_default();
        let at_best: Vec<_> = studies.iter().filter(|study| study.level == strongest).collect();
        let bars: Vec<_> = at_best.iter().map(|study| (set(study), study.shares())).collect();
        let length =
            |study: &Study| [study.lower_plies, study.median_plies, study.upper_plies, study.most_plies].map(f64::from);
        let boxes: Vec<_> = at_best.iter().map(|study| (set(study), length(study))).collect();
        let level = [("level", strongest.to_string())];
        let [results, lengths] = ["study_results", "study_lengths"].map(|key| texts.with(key, &level));
        let by_level = texts.with("study_levels", &[("set", set(made))]);
        let at = |study: &Study| texts.with("study_at", &[("level", study.level.to_string())]);
        let of_first = studies.iter().filter(|study| (&study.game, &study.rules) == (&made.game, &made.rules));
        let levels: Vec<_> = of_first.map(|study| (at(study), study.shares())).collect();
        let below = texts.get("study_below");
        let [first, second] = sides.map(|side| texts.with("study_wins", &[("side", side.to_owned())]));
        let parts = [&first, texts.get("study_drawn"), &second];
        let others = [
            "study_long",
            "study_plies",
            "study_turns",
            "study_forced",
            "study_takes",
            "study_behind",
            "study_perfect",
        ]
        .map(|key| texts.get(key).to_owned());
        let group = |studies: &[&Study]| RowGroup {
            name: set(studies[0]),
            rows: studies.iter().map(|study| Row { level: study.level, cells: cells(study, sides, texts) }).collect(),
        };
        let groups = studies.chunk_by(|one, other| (&one.game, &one.rules) == (&other.game, &other.rules)).map(group);
        let caption = |title| Caption { title, description: below };
        let of_levels = share_chart(&ShareChart { caption: caption(&by_level), parts, bars: &levels });
        let of_results = share_chart(&ShareChart { caption: caption(&results), parts, bars: &bars });
        let measure = texts.get("study_plies");
        let of_lengths = box_plot(&BoxPlot { caption: caption(&lengths), measure, boxes: &boxes });
        Some(Facts {
            t: texts,
            title: texts.with("study_title", &[("game", file.name.get(texts.0).to_owned())]),
            command,
            charts: [(results, of_results), (by_level, of_levels), (lengths, of_lengths)],
            columns: parts.map(str::to_owned).into_iter().chain(others).collect(),
            groups: groups.collect(),
            made,
        })
    }

    /// Returns a note on the columns.
    fn note(&self, key: &str) -> String {
        let Study { games, opening, longest, .. } = self.made;
        let slots = [("games", games), ("opening", opening), ("longest", longest)];
        self.t.with(key, &slots.map(|(slot, number)| (slot, number.to_string())))
    }
}

/// Returns the house rules of a study in words.
fn rules_of(file: &GameFile, study: &Study, texts: Texts) -> String {
    let variant = study.game.split_once(':').map(|(_, variant)| variant);
    let rules: Vec<_> = study.rules.split_whitespace().filter_map(|rule| rule.split_once('=')).collect();
    let ruleset = file.ruleset(variant, &rules).ok();
    ruleset.map(|ruleset| house_rule_sentences(&ruleset, texts)).unwrap_or_default().join("; ")
}

/// Returns the cells of a row, in the order of the columns.
fn cells(study: &Study, sides: [&str; 2], texts: Texts) -> Vec<String> {
    let percent = |share: f64| format!("{:.0}\u{a0}%", share * 100.0);
    let mut cells: Vec<_> = study.shares().map(percent).into();
    cells.extend([
        study.unfinished.to_string(),
        study.median_plies.to_string(),
        format!("{:.1}", study.branching()),
        format!("{} · {}", percent(study.forced_share()), study.forced_run),
        format!("{} · {}", percent(study.capture_share()), study.most_captured),
        study.behind_share().map_or_else(|| "–".to_owned(), percent),
        match study.perfect.as_str() {
            "won" => sides[0],
            "drawn" => texts.get("study_drawn"),
            "lost" => sides[1],
            _ => "–",
        }
        .to_owned(),
    ]);
    cells
}
