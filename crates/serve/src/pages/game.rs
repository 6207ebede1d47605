//! The page of a game: its history, its rules in words with their sources, example moves, and its variants side by side.

use super::gallery::Card;
use super::known::known_address;
use super::new::{VariantRow, variant_between_people, variant_name};
use super::perfect::{PerfectView, perfect_views};
use super::solutions::solutions_address;
use super::{
    Page, choice_in_words, leaflet_address, link_preview, page_or_problem, picture_address, render,
    start_picture_address,
};
use crate::app::App;
use crate::errors::Problem;
use crate::rulings::{Ruling, percent_encode};
use crate::texts::Texts;
use crate::visitor::Visitor;
use crate::workers::JobKind;
use askama::Template;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use quirkat_draw::examples::{Example, examples};
use quirkat_draw::{Scene, svg};
use quirkat_play::{PuzzleId, studies};
use quirkat_print::{Paper, SPACINGS, Style};
use quirkat_rules::{AnyGame, GameFile, NativeName, OptionKey, Ruleset, Setup, find_game, find_urls, write_fen};
use quirkat_words::{Ground, RulesText, RulesTopic, choices_in_words, rules_in_words};
use std::collections::{HashMap, HashSet};
use std::iter;
use std::sync::Arc;

struct VariantChoice {
    id: String,
    name: String,
    note: String,
    href: String,
    play_href: String,
    learn_href: String,
    chosen: bool,
}

/// A part of a text, which may be a web address.
pub(super) struct Part {
    pub text: String,
    pub is_address: bool,
}

pub(super) struct Cite {
    pub label: String,
    pub standing: &'static str,
    text: String,
    pub parts: Vec<Part>,
}

struct Sentence {
    text: String,
    cites: Vec<Cite>,
}

struct Figure {
    caption: String,
    steps: Vec<String>,
    alts: Vec<String>,
}

/// A picture of the rules with its caption.
struct RulePicture {
    address: String,
    alt: String,
    caption: String,
}

struct Section {
    heading: &'static str,
    sentences: Vec<Sentence>,
    figures: Vec<Figure>,
}

/// A value of a rule with the rule sets that have it.
struct Reading {
    value: String,
    sets: Vec<String>,
}

/// A rule in which the rule sets differ.
struct Row {
    label: String,
    readings: Vec<Reading>,
}

/// A value of a form field with its name.
pub(super) struct FormChoice {
    pub value: String,
    pub name: String,
}

/// The links and the form for printing.
struct PrintView {
    /// Address of the file without its extension.
    file: String,
    leaflet: String,
    board: String,
    parts: PrintParts,
}

/// The choices of the form for printing.
pub(super) struct PrintParts {
    pub boards: Vec<FormChoice>,
    pub papers: Vec<FormChoice>,
    /// Minimum and maximum distance between points, in millimetres.
    pub spacings: [String; 2],
}

impl PrintParts {
    /// Returns all choices in a language.
    pub fn new(texts: Texts) -> PrintParts {
        let board = |style: Style| FormChoice {
            value: style.name().to_owned(),
            name: texts.get(&format!("print_board_{}", style.name())).to_owned(),
        };
        let paper = |paper: Paper| FormChoice { value: paper.name().to_lowercase(), name: paper.name().to_owned() };
        PrintParts {
            boards: Style::ALL.map(board).into(),
            papers: Paper::ALL.map(paper).into(),
            spacings: [SPACINGS.start(), SPACINGS.end()].map(|spacing| spacing.to_string()),
        }
    }
}

struct GameView {
    id: String,
    name: String,
    native: Vec<NativeName>,
    about: Vec<String>,
    sources: Vec<Vec<Part>>,
    picture: String,
    /// Width and height of the picture.
    size: [i32; 2],
    variant: VariantChoice,
    variants: Vec<VariantChoice>,
    /// Default variant between people, if it differs and none was chosen.
    between_people: Option<VariantRow>,
    /// The rules in a few pictures.
    pictures: Vec<RulePicture>,
    sections: Vec<Section>,
    /// Rules in which the rule sets differ.
    differences: Vec<Row>,
    print: PrintView,
    facts: Card,
    has_puzzles: bool,
    /// Address of its statistics, if there are any.
    study: Option<String>,
    /// Address of its solved positions, if there are any.
    solutions: Option<String>,
    /// Address of the page of known starts, if one of the game is known.
    known: Option<String>,
    perfect: Vec<PerfectView>,
}

#[derive(Template)]
#[template(path = "game.html")]
struct GamePage {
    page: Page,
    game: GameView,
}

/// Answers with the page of a game.
pub async fn game(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(query): Query<HashMap<String, String>>,
    visitor: Visitor,
) -> Response {
    let texts = visitor.texts;
    let Some(file) = find_game(&id) else { return Problem::NotFound.page(texts) };
    let title = query.get("variant").map_or_else(|| id.clone(), |variant| format!("{id}:{variant}"));
    let ruling = match Ruling::new(&title, &[]) {
        Ok(ruling) => ruling,
        Err(error) => return Problem::from(error).page(texts),
    };
    let (is_chosen, client, known) = (query.contains_key("variant"), visitor.client, Arc::clone(&app));
    let build_page = move || {
        let perfect = perfect_views(&known, &ruling, texts)?;
        let game = view(file, &ruling, is_chosen, perfect, texts).map_err(Problem::internal)?;
        let path = format!("/games/{id}?variant={}", game.variant.id);
        let ruleset = ruling.ruleset();
        let start = write_fen(&ruleset, &ruleset.start);
        let page = Page::new(texts, &game.name, &path);
        let page = page.with_preview(link_preview(&visitor, &path, (&ruling, &start), &game.facts.about_line));
        Ok(render(&GamePage { page, game }))
    };
    page_or_problem(app.work(JobKind::Pages, client, build_page).await, texts)
}

fn view(
    file: &GameFile,
    ruling: &Ruling,
    is_chosen: bool,
    perfect: Vec<PerfectView>,
    texts: Texts,
) -> Result<GameView, String> {
    let game = ruling.new_game();
    let ruleset = game.ruleset();
    let words = rules_in_words(ruleset, texts.0);
    let [_, _, width, height] = svg::room(&Scene::new(ruleset, ruleset.start.clone()), svg::Palette::default());
    let pictures = rule_pictures(&game, ruling, &words, texts);
    let mut figures = figures(&game, ruling, texts);
    let sections = words
        .sections
        .into_iter()
        .map(|section| Section {
            heading: section.heading,
            sentences: section
                .sentences
                .into_iter()
                .map(|sentence| Sentence { text: sentence.text, cites: cites(&sentence.grounds, texts) })
                .collect(),
            figures: figures.remove(&section.topic).unwrap_or_default(),
        })
        .collect();
    let choice = |id: &str| -> Option<VariantChoice> {
        let other = file.ruleset(Some(id), &[]).ok()?;
        Some(VariantChoice {
            id: id.to_owned(),
            name: variant_name(file, id, texts),
            note: describe_variant(file, &other, texts),
            href: texts.at(format_args!("/games/{}?variant={id}", file.id)),
            play_href: texts.at(format_args!("/new/{}?variant={id}", file.id)),
            learn_href: texts.at(format_args!("/learn/{}:{id}", file.id)),
            chosen: id == ruleset.variant,
        })
    };
    Ok(GameView {
        id: file.id.clone(),
        name: file.name.get(texts.0).to_owned(),
        native: file.native.clone(),
        about: file.about.get(texts.0).split("\n\n").map(|paragraph| paragraph.trim().to_owned()).collect(),
        sources: words.sources.iter().map(|source| parts(source)).collect(),
        picture: start_picture_address(ruling, texts),
        size: [width, height],
        variant: choice(&ruleset.variant).ok_or("the variant is gone")?,
        variants: file.variants().filter_map(choice).collect(),
        between_people: variant_between_people(file, texts).filter(|_| !is_chosen),
        pictures,
        sections,
        differences: differences(file, texts),
        print: print_view(ruling, texts),
        facts: Card::new(file, texts).ok_or("the game cannot be played")?,
        has_puzzles: PuzzleId::new(&file.id, 1).is_some(),
        solutions: solutions_address(&file.id, texts),
        known: known_address(&file.id, texts),
        study: studies(&file.id).next().map(|_| texts.at(format_args!("/study/{}", file.id))),
        perfect,
    })
}

/// Splits a text into addresses and other text.
pub(super) fn parts(text: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut end = 0;
    for address in find_urls(text) {
        parts.push(Part { text: text[end..address.start].to_owned(), is_address: false });
        end = address.end;
        parts.push(Part { text: text[address].to_owned(), is_address: true });
    }
    parts.push(Part { text: text[end..].to_owned(), is_address: false });
    parts
}

/// Returns the sources of a sentence and their standing, each once.
pub(super) fn cites(grounds: &[Ground], texts: Texts) -> Vec<Cite> {
    let mut cites: Vec<Cite> = Vec::new();
    for ground in grounds {
        let standing = match ground.basis.word() {
            "unstated" => continue,
            "house_rule" => "house",
            stated => stated,
        };
        let (key, source) = (format!("standing_{standing}"), ground.basis.source());
        let text = if source.is_empty() { texts.get(&format!("{key}_meaning")).to_owned() } else { source.to_owned() };
        if cites.iter().all(|known| known.text != text || known.standing != standing) {
            cites.push(Cite { label: texts.get(&key).to_owned(), standing, parts: parts(&text), text });
        }
    }
    cites
}

/// Returns pictures of example moves, before and after, by section of the rules.
fn figures(game: &AnyGame, ruling: &Ruling, texts: Texts) -> HashMap<RulesTopic, Vec<Figure>> {
    let mut figures: HashMap<RulesTopic, Vec<Figure>> = HashMap::new();
    for example in examples(game) {
        figures.entry(example.topic).or_default().push(figure(&example, game.ruleset(), ruling, texts));
    }
    figures
}

/// Maximum pictures at the beginning of the page.
const MAX_PICTURES: usize = 5;

/// Returns the start position and examples of moves, those of different sections first, each with the most important sentence
/// of its section.
fn rule_pictures(game: &AnyGame, ruling: &Ruling, words: &RulesText, texts: Texts) -> Vec<RulePicture> {
    let ruleset = game.ruleset();
    let picture = |setup: &Setup| picture_address(ruling, &write_fen(ruleset, setup), texts);
    let sentence = |topic: RulesTopic| {
        let section = words.sections.iter().find(|section| section.topic == topic)?;
        words.in_short().find(|sentence| section.sentences.contains(sentence)).map(|sentence| sentence.text.clone())
    };
    let start = RulePicture {
        address: picture(&ruleset.start),
        alt: texts.with("game_picture", &[("name", words.game.clone())]),
        caption: sentence(RulesTopic::Start).unwrap_or_default(),
    };
    let mut shown = HashSet::new();
    let (firsts, others): (Vec<_>, Vec<_>) =
        examples(game).into_iter().partition(|example| shown.insert(example.topic));
    let mut chosen: Vec<_> = firsts.iter().map(|example| (example, sentence(example.topic))).collect();
    chosen.extend(others.iter().map(|example| (example, None)));
    chosen.truncate(MAX_PICTURES - 1);
    chosen.sort_by_key(|(example, _)| RulesTopic::ALL.iter().position(|topic| *topic == example.topic));
    let of_example = |(example, sentence): (&Example, Option<String>)| {
        let text = example.turn.text(&ruleset.board);
        let caption = sentence.unwrap_or_else(|| figure(example, ruleset, ruling, texts).caption);
        RulePicture {
            address: format!("{}&turn={}", picture(&example.before), percent_encode(&text)),
            alt: format!("{text}: {}", texts.get("figure_before")),
            caption,
        }
    };
    iter::once(start).chain(chosen.into_iter().map(of_example)).collect()
}

fn figure(example: &Example, ruleset: &Ruleset, ruling: &Ruling, texts: Texts) -> Figure {
    let text = example.turn.text(&ruleset.board);
    let picture = |setup: &Setup| picture_address(ruling, &write_fen(ruleset, setup), texts);
    Figure {
        caption: example.caption(&ruleset.board, texts.0),
        steps: vec![format!("{}&turn={}", picture(&example.before), percent_encode(&text)), picture(&example.after)],
        alts: ["figure_before", "figure_after"].map(|key| format!("{text}: {}", texts.get(key))).to_vec(),
    }
}

fn print_view(ruling: &Ruling, texts: Texts) -> PrintView {
    let file = texts.at(format_args!("/print/{}", ruling.title()));
    PrintView {
        leaflet: leaflet_address(ruling, texts),
        board: format!("{file}.pdf?board=plain&counters=1&lang={}", texts.code()),
        file,
        parts: PrintParts::new(texts),
    }
}

/// Maximum differences in the description of a rule set.
const MAX_DIFFERENCES: usize = 3;

/// Describes a rule set in a sentence: by the note in its file, or by its differences from the default one. Empty for the only
/// rule set of a game.
fn describe_variant(file: &GameFile, ruleset: &Ruleset, texts: Texts) -> String {
    let note = ruleset.info.note.get(texts.0);
    if !note.is_empty() {
        return note.to_owned();
    }
    let Ok(usual) = file.ruleset(None, &[]) else { return String::new() };
    if usual.variant == ruleset.variant {
        let is_only = file.variants().count() == 1;
        return if is_only { String::new() } else { texts.get("game_variant_usual").to_owned() };
    }
    let pairs = choices_in_words(ruleset, texts.0).into_iter().zip(choices_in_words(&usual, texts.0));
    let differing: Vec<_> = pairs.filter(|(own, other)| own.value != other.value).map(|(own, _)| own).collect();
    let listed: Vec<_> = differing.iter().take(MAX_DIFFERENCES).map(|own| choice_in_words(own, texts)).collect();
    let key = match differing.len() {
        0 => "game_variant_same",
        few if few <= MAX_DIFFERENCES => "game_variant_differs",
        _ => "game_variant_differs_more",
    };
    let usual = usual.info.variant_name.get(texts.0).to_owned();
    texts.with(
        key,
        &[("usual", usual), ("rules", listed.join("; ")), ("n", (differing.len() - listed.len()).to_string())],
    )
}

/// Returns the rules in which the variants of a game differ, each with its values: that of the first variant first.
fn differences(file: &GameFile, texts: Texts) -> Vec<Row> {
    let rulesets: Vec<_> = file.variants().filter_map(|id| file.ruleset(Some(id), &[]).ok()).collect();
    let choices: Vec<_> = rulesets.iter().map(|ruleset| choices_in_words(ruleset, texts.0)).collect();
    let row = |number: usize| {
        let mut readings: Vec<Reading> = Vec::new();
        let mut label = String::new();
        for (ruleset, choices) in rulesets.iter().zip(&choices) {
            let choice = choices.get(number)?;
            label.clone_from(&choice.key_words);
            let set = ruleset.info.variant_name.get(texts.0).to_owned();
            match readings.iter_mut().find(|reading| reading.value == choice.value_words) {
                Some(reading) => reading.sets.push(set),
                None => readings.push(Reading { value: choice.value_words.clone(), sets: vec![set] }),
            }
        }
        (readings.len() > 1).then_some(Row { label, readings })
    };
    (0..OptionKey::ALL.len()).filter_map(row).collect()
}
