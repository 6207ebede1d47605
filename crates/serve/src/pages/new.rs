//! The form of a new game: variant, house rules, opponent, clock.

use super::clocks::DAYS;
use super::level::{level_page, next_level};
use super::{Page, page_or_problem, read_form, render};
use crate::app::App;
use crate::errors::Problem;
use crate::live::{ClockTerms, DAY, Opponent, Terms};
use crate::names;
use crate::rulings::Ruling;
use crate::texts::Texts;
use crate::visitor::Visitor;
use crate::workers::JobKind;
use askama::Template;
use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::CookieJar;
use quirkat_explore::{DEFAULT_LEVEL, RequestError, clean_line, start_game};
use quirkat_rules::{AnyGame, AnyRules, GameFile, OptionKey, Ruleset, Side, find_game, no_effect_reason};
use quirkat_search::Level;
use quirkat_words::{ErrorText, choices_in_words, option_value_in_words};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// Values that the form offers for numeric options.
const NUMBERS: [(&str, &[&str]); 5] = [
    ("no_capture_limit", &["off", "15", "20", "25", "40", "50"]),
    ("taken_to_win", &["all", "1", "3", "5", "6", "8", "10"]),
    ("size", &["4x4", "5x5", "6x6", "8x8", "10x10", "12x12", "14x14", "16x16", "18x18", "20x20"]),
    ("hunters", &["10", "11", "12"]),
    ("n", &["4", "6", "8", "10", "12"]),
];

/// A variant in the form.
pub struct VariantRow {
    pub id: String,
    pub name: String,
    chosen: bool,
}

struct ValueRow {
    value: String,
    words: String,
    chosen: bool,
}

struct OptionRow {
    key: &'static str,
    question: String,
    values: Vec<ValueRow>,
    standard: String,
}

/// The part of a form about everything but the rules.
pub struct TermsForm {
    pub sides: [String; 2],
    pub level: String,
    /// Whether tables let the engine play perfectly.
    pub is_solved: bool,
    /// Whether the game may be listed in the lobby.
    pub has_anyone: bool,
    pub side: String,
    pub opponent: String,
    pub clock: String,
    pub clock_minutes: String,
    pub clock_seconds: String,
    pub clock_days: String,
    pub name: String,
}

impl TermsForm {
    /// Returns the fields of a form, with defaults for missing ones; `sides` are the names of the sides.
    pub fn new(fields: &Fields, sides: [String; 2]) -> TermsForm {
        let field = |name: &str, standard: &str| fields.get(name).cloned().unwrap_or_else(|| standard.to_owned());
        TermsForm {
            sides,
            level: field("level", &DEFAULT_LEVEL.to_string()),
            is_solved: false,
            has_anyone: false,
            side: field("side", "lot"),
            opponent: field("opponent", "engine"),
            clock: field("clock", "none"),
            clock_minutes: field("minutes", "10"),
            clock_seconds: field("increment", "5"),
            clock_days: field("days", "3"),
            name: field("name", ""),
        }
    }
}

struct NewGame {
    game_id: String,
    game_name: String,
    variants: Vec<VariantRow>,
    /// Default variant between people, if it differs from the one against the engine.
    between_people: Option<VariantRow>,
    terms: TermsForm,
    options: Vec<OptionRow>,
    position: String,
    /// Example of a position as text.
    example: String,
    errors: Vec<String>,
}

#[derive(Template)]
#[template(path = "new.html")]
struct NewPage {
    page: Page,
    form: NewGame,
}

/// Fields of a form by name.
pub type Fields = HashMap<String, String>;

/// Answers with the form of a new game.
pub async fn form(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(fields): Query<Vec<(String, String)>>,
    visitor: Visitor,
) -> Response {
    let texts = visitor.texts;
    let Some(file) = find_game(&id) else { return Problem::NotFound.page(texts) };
    // Links name house rules as `rule=key=value`, the form itself as `opt_key=value`.
    let mut known = Fields::new();
    for (key, value) in fields {
        match value.split_once('=').filter(|_| key == "rule") {
            Some((rule, value)) => known.insert(format!("opt_{rule}"), value.to_owned()),
            None => known.insert(key, value),
        };
    }
    known.entry("name".to_owned()).or_insert_with(|| visitor.name.clone());
    if !known.contains_key("level")
        && let Some(level) = next_level(&app, &visitor, file).await
    {
        known.extend(level.number().map(|number| ("level".to_owned(), number.to_string())));
    }
    let result = async {
        let tables = Arc::clone(&app);
        // Finding the allowed options takes a while the first time.
        let fill = move || filled_form(&tables, file, &known, vec![], texts);
        app.work(JobKind::Pages, visitor.client, fill).await
    };
    page_or_problem(result.await, texts)
}

fn filled_form(
    app: &App,
    file: &GameFile,
    fields: &Fields,
    errors: Vec<String>,
    texts: Texts,
) -> Result<Response, Problem> {
    // The page repeats the fields.
    let fields: &Fields = &fields.iter().map(|(name, text)| (name.clone(), clean_line(text))).collect();
    let variant = chosen_variant(file, fields).filter(|variant| file.variants().any(|known| known == *variant));
    let ruleset = file.ruleset(variant, &[])?;
    let between_people = variant_between_people(file, texts);
    // An invalid game counts as not solved; the form shows its error.
    let is_solved = start(file, fields, texts).is_ok_and(|(_, game)| app.is_solved(&game));
    let sides = Side::BOTH.map(|side| ruleset.info.sides[side.index()].name.get(texts.0).to_owned());
    let form = NewGame {
        game_id: file.id.clone(),
        game_name: file.name.get(texts.0).to_owned(),
        variants: file
            .variants()
            .map(|id| VariantRow {
                id: id.to_owned(),
                name: variant_name(file, id, texts),
                chosen: id == ruleset.variant,
            })
            .collect(),
        between_people,
        terms: TermsForm { is_solved, has_anyone: true, ..TermsForm::new(fields, sides) },
        options: options(file, &ruleset, fields, texts),
        position: fields.get("position").cloned().unwrap_or_default(),
        example: example(&ruleset),
        errors,
    };
    let path = format!("/new/{}?variant={}", file.id, ruleset.variant);
    let title = texts.with("new_heading", &[("name", form.game_name.clone())]);
    Ok(render(&NewPage { page: Page::new(texts, &title, &path), form }))
}

/// Returns the variant that a form names, or the default one between people.
fn chosen_variant<'f>(file: &'f GameFile, fields: &'f Fields) -> Option<&'f str> {
    let is_between_people = field_text(fields, "opponent").is_some_and(|opponent| opponent != "engine");
    field_text(fields, "variant").or_else(|| is_between_people.then(|| file.between_people()))
}

/// Returns the default variant between people, if it differs from the one against the engine.
pub fn variant_between_people(file: &GameFile, texts: Texts) -> Option<VariantRow> {
    let id = file.between_people();
    let is_other = file.variants().next() != Some(id);
    is_other.then(|| VariantRow { id: id.to_owned(), name: variant_name(file, id, texts), chosen: false })
}

/// Returns an example position on a board: a piece of each side.
fn example(ruleset: &Ruleset) -> String {
    let names: Vec<_> = ruleset.board.points().map(|point| ruleset.board.name(point)).collect();
    // Every board has at least two points.
    let [white, .., black] = &names[..] else { return String::new() };
    format!("W:W{white}:B{black}")
}

/// Returns the name of a variant in the visitor's language.
pub fn variant_name(file: &GameFile, id: &str, texts: Texts) -> String {
    file.ruleset(Some(id), &[])
        .map_or_else(|_| id.to_owned(), |ruleset| ruleset.info.variant_name.get(texts.0).to_owned())
}

/// Returns the options of a variant that the form offers, with their values.
fn options(file: &GameFile, ruleset: &Ruleset, fields: &Fields, texts: Texts) -> Vec<OptionRow> {
    let choices = choices_in_words(ruleset, texts.0);
    let allowed = allowed(file, ruleset);
    let row = |key: OptionKey| {
        let values = allowed.get(key.name())?;
        let standard = key.value(&ruleset.options);
        let question = choices.iter().find(|choice| key == choice.key)?.key_words.clone();
        let current = fields.get(&format!("opt_{}", key.name())).unwrap_or(&standard);
        let values = values
            .iter()
            .filter_map(|value| {
                Some(ValueRow {
                    value: value.clone(),
                    words: option_value_in_words(ruleset, key.name(), value, texts.0).ok()?,
                    chosen: value == current,
                })
            })
            .collect();
        Some(OptionRow { key: key.name(), question, values, standard })
    };
    OptionKey::ALL.into_iter().filter_map(row).collect()
}

type Allowed = Arc<HashMap<&'static str, Vec<String>>>;

/// Returns the values of each option that the form offers: those that the engine supports.
fn allowed(file: &GameFile, ruleset: &Ruleset) -> Allowed {
    static CACHE: LazyLock<Mutex<HashMap<String, Allowed>>> = LazyLock::new(Mutex::default);
    let cache = || CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = cache().get(&ruleset.title()) {
        return Arc::clone(found);
    }
    let can_be = |key: OptionKey, value: &str| {
        let changed = file.ruleset(Some(&ruleset.variant), &[(key.name(), value)]);
        changed.is_ok_and(|changed| no_effect_reason(key, &changed).is_none() && AnyRules::compile(changed).is_ok())
    };
    let mut all = HashMap::new();
    for key in OptionKey::ALL.into_iter().filter(|&key| no_effect_reason(key, ruleset).is_none()) {
        let standard = key.value(&ruleset.options);
        let mut values: Vec<String> = key.words().map(|(word, _)| word.to_owned()).collect();
        if let Some((_, numbers)) = NUMBERS.iter().find(|(name, _)| *name == key.name()) {
            values.extend(numbers.iter().map(|&number| number.to_owned()));
        }
        values.retain(|value| *value == standard || can_be(key, value));
        if !values.contains(&standard) {
            values.insert(0, standard);
        }
        values.dedup();
        if values.len() > 1 {
            all.insert(key.name(), values);
        }
    }
    let all = Arc::new(all);
    // The cache has at most one entry per variant.
    cache().insert(ruleset.title(), Arc::clone(&all));
    all
}

/// Starts the game of a form.
pub async fn create(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    jar: CookieJar,
    visitor: Visitor,
    form: Result<Form<Fields>, FormRejection>,
) -> Response {
    let texts = visitor.texts;
    let Some(file) = find_game(&id) else { return Problem::NotFound.page(texts) };
    let mut fields = match read_form(form, texts) {
        Ok(fields) => fields,
        Err(problem) => return problem.page(texts),
    };
    fields.entry("name".to_owned()).or_insert_with(|| visitor.name.clone());
    let result = async {
        app.create_rate.allow(visitor.client)?;
        let mut asks_level = false;
        // The buttons that start a game at once name no level.
        let is_against_engine = matches!(field_text(&fields, "opponent"), None | Some("engine"));
        if is_against_engine && !fields.contains_key("level") {
            match next_level(&app, &visitor, file).await {
                Some(level) => fields.extend(level.number().map(|number| ("level".to_owned(), number.to_string()))),
                None => asks_level = true,
            }
        }
        let tables = Arc::clone(&app);
        let read = app.work(JobKind::Pages, visitor.client, move || match parse_form(&tables, file, &fields, texts) {
            Ok(_) if asks_level => Ok(Err((StatusCode::OK, level_page(file, fields, texts)))),
            Ok(parsed) => Ok(Ok(parsed)),
            Err(error) => {
                let page = filled_form(&tables, file, &fields, vec![error], texts)?;
                Ok(Err((StatusCode::UNPROCESSABLE_ENTITY, page)))
            }
        });
        match read.await? {
            Ok((terms, opponent, side, name)) => {
                let by = (visitor.client, visitor.credentials.key.as_deref());
                let created = app.games.create(terms, opponent, side, &name, by).await?;
                let there = Redirect::to(&texts.at(format_args!("/play/{}", created.id)));
                Ok((jar.add(visitor.name_cookie(&name)), there).into_response())
            }
            Err(page) => Ok(page.into_response()),
        }
    };
    page_or_problem(result.await, texts)
}

/// Returns a field of a form without surrounding spaces; `None` if it is empty.
fn field_text<'f>(fields: &'f Fields, name: &str) -> Option<&'f str> {
    fields.get(name).map(|text| text.trim()).filter(|text| !text.is_empty())
}

/// Returns the ruling of a form and the game at its start.
fn start(file: &GameFile, fields: &Fields, texts: Texts) -> Result<(Ruling, AnyGame), String> {
    let ruleset = file.ruleset(chosen_variant(file, fields), &[]).map_err(|error| error.in_words(texts.0))?;
    let rules = house_rules(&ruleset, |name| field_text(fields, name));
    let ruling = Ruling::new(&ruleset.title(), &rules).map_err(|error| error.in_words(texts.0))?;
    let game = start_game(&ruling, field_text(fields, "position")).map_err(|error| error.in_words(texts.0))?;
    Ok((ruling, game))
}

/// Returns the game of a form: terms, opponent, and the side and name of the visitor.
pub fn parse_form(
    app: &App,
    file: &GameFile,
    fields: &Fields,
    texts: Texts,
) -> Result<(Terms, Opponent, Side, String), String> {
    let field = |name: &str| field_text(fields, name);
    let (ruling, game) = start(file, fields, texts)?;
    let position = field("position").map(clean_line);
    let number = |name: &str, allowed: std::ops::RangeInclusive<i64>| {
        let found = field(name).unwrap_or_default();
        let refused = || {
            let range = format!("{}–{}", allowed.start(), allowed.end());
            let what = texts.get(match name {
                "minutes" => "new_minutes",
                "increment" => "new_increment",
                "days" => "new_days",
                _ => "new_level",
            });
            RequestError::not_allowed(what, found, &range).in_words(texts.0)
        };
        found.parse().ok().filter(|number| allowed.contains(number)).ok_or_else(refused)
    };
    let clock = match field("clock") {
        Some("limit") => {
            let (minutes, seconds) = (number("minutes", 1..=180)?, number("increment", 0..=60)?);
            Some(ClockTerms::Whole { initial: minutes * 60_000, increment: seconds * 1_000 })
        }
        Some("days") => Some(ClockTerms::Turn(number("days", DAYS)? * DAY)),
        _ => None,
    };
    let opponent = match field("opponent") {
        Some("friend") => Opponent::Friend,
        // An own game may contain any text, so it is not listed publicly.
        Some("anyone") if ruling.own().is_some() => return Err(texts.get("own_not_open").to_owned()),
        Some("anyone") => Opponent::Anyone,
        Some("here") => Opponent::SameScreen,
        _ if field("level") == Some("perfect") => {
            if !app.is_solved(&game) {
                return Err(texts.get("bad_perfect").to_owned());
            }
            Opponent::Engine(Level::PERFECT)
        }
        _ => {
            let level = if fields.contains_key("level") { number("level", 1..=10)? } else { DEFAULT_LEVEL.into() };
            Opponent::Engine(u8::try_from(level).ok().and_then(Level::new).unwrap_or(Level::BEST))
        }
    };
    let side = side(field("side").unwrap_or("lot"));
    Ok((Terms { ruling, position, clock }, opponent, side, names::clean_name(field("name").unwrap_or_default())))
}

/// Returns the options of a form that differ from the ruleset, as `key=value`; `field` returns a field of the form.
pub fn house_rules<'f>(ruleset: &Ruleset, field: impl Fn(&str) -> Option<&'f str>) -> Vec<String> {
    let changed = |key: OptionKey| {
        let value = field(&format!("opt_{}", key.name()))?;
        (value != key.value(&ruleset.options)).then(|| format!("{}={value}", key.name()))
    };
    OptionKey::ALL.into_iter().filter_map(changed).collect()
}

/// Returns the side of a word: `first`, `second`, or otherwise a random one.
pub fn side(word: &str) -> Side {
    match word {
        "first" => Side::First,
        "second" => Side::Second,
        _ => Side::BOTH[fastrand::usize(..2)],
    }
}
