//! Printable boards, counters and rules, as downloads.

use crate::app::App;
use crate::assets::cacheable;
use crate::client::ClientAddr;
use crate::errors::Problem;
use crate::pages::{house_rules, read_form};
use crate::rulings::{QueryPairs, Ruling, start_path};
use crate::texts::Texts;
use crate::visitor::Visitor;
use crate::workers::JobKind;
use axum::Form;
use axum::body::Bytes;
use axum::extract::rejection::FormRejection;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use quirkat_explore::{RequestError, check_length};
use quirkat_play::{BoundedCache, OWN_GAME_FILE, refuse_other_files};
use quirkat_print::{self as print, Mm, Order, Paper, Print, PrintError, SPACINGS, Style};
use quirkat_rules::{GameFile, Language};
use std::sync::{Arc, LazyLock};
use tokio::sync::Mutex;

/// A download.
struct Download {
    name: String,
    kind: &'static str,
    bytes: Vec<u8>,
}

/// Answers with a printable game: `/print/alquerque:walker.pdf?board=floral&counters=1&leaflet=1&paper=a4&rule=…`.
pub async fn print(
    State(app): State<Arc<App>>,
    Path(file): Path<String>,
    Query(query): Query<QueryPairs>,
    headers: HeaderMap,
    visitor: Visitor,
) -> Response {
    let texts = visitor.texts;
    if let Err(too_fast) = app.render_rate.allow(visitor.client) {
        return Problem::from(too_fast).json(texts);
    }
    // A print outlives the address of the request, so it contains only a configured public address.
    let site = app.public.as_ref().map(|_| visitor.url(""));
    let made = move || download(&file, &query, site.as_deref(), texts);
    match app.work(JobKind::Prints, visitor.client, made).await {
        Ok(Download { name, kind, bytes }) => {
            let disposition = format!("attachment; filename=\"{name}\"");
            ([(CONTENT_DISPOSITION, disposition)], cacheable(&headers, kind, bytes)).into_response()
        }
        Err(problem) => problem.json(texts),
    }
}

/// Answers with the book of all games: `/print/book.pdf?paper=a4&lang=en`.
pub async fn book(
    State(app): State<Arc<App>>,
    Query(query): Query<QueryPairs>,
    headers: HeaderMap,
    visitor: Visitor,
) -> Response {
    let (client, texts) = (visitor.client, visitor.texts);
    if let Err(too_fast) = app.render_rate.allow(client) {
        return Problem::from(too_fast).json(texts);
    }
    let order = match order(&query, texts) {
        Ok(order) => Order { paper: order.paper, is_mono: order.is_mono, language: order.language, ..Order::default() },
        Err(error) => return Problem::from(error).json(texts),
    };
    // A spawned task goes on if this client disconnects: others may be waiting for the same book.
    let book = tokio::spawn(async move { book_pdf(&app, client, order).await }).await;
    match book.unwrap_or_else(|error| Err(Problem::internal(error))) {
        Ok(bytes) => {
            let disposition = "attachment; filename=\"quirkat-book.pdf\"";
            ([(CONTENT_DISPOSITION, disposition)], cacheable(&headers, "application/pdf", bytes)).into_response()
        }
        Err(problem) => problem.json(texts),
    }
}

/// Cache of books by paper, language and whether they are monochrome.
type Books = BoundedCache<(Paper, Language, bool), Bytes>;

/// Maximum size of the cached books in bytes.
const MAX_CACHED: usize = 32 << 20;

/// Returns a book, typeset on first use. One book is made at a time, so that other prints need not wait for several.
async fn book_pdf(app: &App, client: ClientAddr, order: Order) -> Result<Bytes, Problem> {
    static BOOKS: LazyLock<Mutex<Books>> = LazyLock::new(|| Mutex::new(BoundedCache::new(MAX_CACHED)));
    let mut books = BOOKS.lock().await;
    let key = (order.paper, order.language, order.is_mono);
    if let Some(book) = books.get(&key) {
        return Ok(book.clone());
    }
    let made = app
        .work(JobKind::Prints, client, move || print::book(&order).and_then(|book| book.pdf()).map_err(problem))
        .await?;
    let made = Bytes::from(made);
    books.insert(key, made.clone(), made.len());
    Ok(made)
}

/// Makes the download of a file name and a query; `site` is the address that leaflets print.
fn download(file: &str, query: &QueryPairs, site: Option<&str>, texts: Texts) -> Result<Download, Problem> {
    let (title, ending) = file.rsplit_once('.').unwrap_or((file, ""));
    let kind = match ending {
        "pdf" => "application/pdf",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        _ => return Err(RequestError::not_allowed("print", ending, ".pdf, .svg, .png").into()),
    };
    let ruling = ruling(title, query)?;
    let address = site.map(|site| format!("{site}{}", start_path(&ruling)));
    let order = Order { address, ..order(query, texts)? };
    let printed = print::print(&ruling.ruleset(), &order).map_err(problem)?;
    let bytes = render_as(&printed, ending).map_err(problem)?;
    Ok(Download { name: format!("{}.{ending}", name(&ruling, &order)), kind, bytes })
}

/// Answers with a print of an own game, whose file and variant are fields of the form. Nothing is stored.
pub async fn print_own(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    form: Result<Form<QueryPairs>, FormRejection>,
) -> Response {
    let (client, texts) = (visitor.client, visitor.texts);
    let result = async {
        let fields = read_form(form, texts)?;
        app.render_rate.allow(client)?;
        let text = fields.get("file").unwrap_or_default().to_owned();
        check_length(&text)?;
        app.work(JobKind::Prints, client, move || {
            let file = GameFile::parse(OWN_GAME_FILE, &text, &refuse_other_files)?;
            let variant = fields.get("variant").filter(|variant| !variant.is_empty());
            let ruling = Ruling::of(&file, variant, &[])?;
            let order = order(&fields, texts)?;
            let bytes = print::print(&ruling.ruleset(), &order).and_then(|printed| printed.pdf()).map_err(problem)?;
            Ok(Download { name: format!("{}.pdf", name(&ruling, &order)), kind: "application/pdf", bytes })
        })
        .await
    };
    match result.await {
        Ok(Download { name, kind, bytes }) => {
            let disposition = format!("attachment; filename=\"{name}\"");
            ([(CONTENT_DISPOSITION, disposition), (CONTENT_TYPE, kind.to_owned())], bytes).into_response()
        }
        Err(problem) => problem.page(texts),
    }
}

fn render_as(printed: &Print, ending: &str) -> Result<Vec<u8>, PrintError> {
    match ending {
        "svg" => Ok(printed.svg().into_bytes()),
        "png" => printed.png(),
        _ => printed.pdf(),
    }
}

/// Converts a print error: a bad request, unless the rendering itself failed.
fn problem(error: PrintError) -> Problem {
    match error {
        PrintError::Broken(_) => Problem::internal(error),
        _ => RequestError::Rejected(Box::new(error)).into(),
    }
}

/// Returns the ruling of a print. A form may name variant and options as the form of a new game does: `variant=…&opt_capture=…`.
fn ruling(title: &str, query: &QueryPairs) -> Result<Ruling, Problem> {
    let title = query.full_title(title);
    let published = Ruling::new(&title, &[])?.ruleset();
    let chosen = house_rules(&published, |field| query.get(field));
    Ok(Ruling::new(&title, &[query.rules(), chosen].concat())?)
}

/// Parses the order of a print. Empty fields count as missing.
fn order(query: &QueryPairs, texts: Texts) -> Result<Order, RequestError> {
    let field = |key: &str| query.get(key).map(str::trim).filter(|value| !value.is_empty());
    let flag = |key: &str| match field(key) {
        None | Some("0") => Ok(false),
        Some("1") => Ok(true),
        Some(found) => Err(RequestError::not_allowed(key, found, "0, 1")),
    };
    let styles = || Style::ALL.map(Style::name).join(", ");
    let papers = || Paper::ALL.map(Paper::name).join(", ").to_lowercase();
    let languages = || Language::ALL.map(Language::code).join(", ");
    let spacings = || format!("{}–{} mm", SPACINGS.start(), SPACINGS.end());
    Ok(Order {
        board: parse_field("board", field("board"), Style::named, styles)?,
        has_counters: flag("counters")?,
        has_leaflet: flag("leaflet")?,
        is_pocket: flag("pocket")?,
        paper: parse_field("paper", field("paper"), Paper::named, papers)?.unwrap_or_default(),
        spacing: parse_field("spacing", field("spacing"), spacing, spacings)?,
        is_mono: flag("mono")?,
        language: parse_field("lang", field("lang"), Language::from_code, languages)?.unwrap_or(texts.0),
        address: None,
    })
}

/// Parses a field; returns `None` if it is missing.
fn parse_field<T>(
    key: &str,
    found: Option<&str>,
    read: impl Fn(&str) -> Option<T>,
    allowed: impl Fn() -> String,
) -> Result<Option<T>, RequestError> {
    let read = |found| read(found).ok_or_else(|| RequestError::not_allowed(key, found, &allowed()));
    found.map(read).transpose()
}

/// Parses a spacing in millimetres: `32`, `12.5`, `12,5`.
fn spacing(text: &str) -> Option<Mm> {
    let number: f64 = text.replace(',', ".").parse().ok().filter(|number: &f64| number.is_finite())?;
    Some(Mm::nearest(number)).filter(|spacing| SPACINGS.contains(spacing))
}

/// Returns a file name without extension, in ASCII letters and digits: `alquerque-walker-board-counters`.
fn name(ruling: &Ruling, order: &Order) -> String {
    let parts = [
        (order.board.is_some(), "board"),
        (order.has_counters, "counters"),
        (order.has_leaflet, "leaflet"),
        (order.is_pocket, "pocket"),
    ];
    let mut name = ruling.title().to_owned();
    if !ruling.rules().is_empty() {
        name += "-house-rules";
    }
    let mut parts: Vec<_> = parts.into_iter().filter(|(is_there, _)| *is_there).map(|(_, part)| part).collect();
    if parts.is_empty() {
        parts.push("board");
    }
    let name = format!("{name}-{}", parts.join("-"));
    name.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::Base;

    fn pairs(text: &[(&str, &str)]) -> QueryPairs {
        QueryPairs(text.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect())
    }

    #[test]
    fn queries_are_parsed_into_orders() {
        let texts = Texts(Language::Es, Base::default(), None);
        assert_eq!(order(&pairs(&[]), texts).unwrap(), Order { language: Language::Es, ..Order::default() });
        let query = [
            ("board", "floral"),
            ("counters", "1"),
            ("leaflet", "1"),
            ("pocket", "0"),
            ("paper", "letter"),
            ("spacing", "12,5"),
            ("mono", "1"),
            ("lang", "en"),
        ];
        let expected = Order {
            board: Some(Style::Floral),
            has_counters: true,
            has_leaflet: true,
            is_pocket: false,
            paper: Paper::Letter,
            spacing: Some(Mm::nearest(12.5)),
            is_mono: true,
            language: Language::En,
            address: None,
        };
        assert_eq!(order(&pairs(&query), texts).unwrap(), expected);
        let empty = [("board", ""), ("counters", ""), ("paper", ""), ("spacing", " "), ("lang", "")];
        assert_eq!(order(&pairs(&empty), texts).unwrap(), Order { language: Language::Es, ..Order::default() });
    }

    #[test]
    fn file_names_are_ascii() {
        let ruling = |rules: &[String]| Ruling::new("alquerque:smith_bell", rules).unwrap();
        let order = Order { board: Some(Style::Plain), has_counters: true, ..Order::default() };
        assert_eq!(name(&ruling(&[]), &order), "alquerque-smith-bell-board-counters");
        let order = Order { has_leaflet: true, ..Order::default() };
        let rules = ["capture=optional".to_owned()];
        assert_eq!(name(&ruling(&rules), &order), "alquerque-smith-bell-house-rules-leaflet");
        assert_eq!(name(&ruling(&[]), &Order::default()), "alquerque-smith-bell-board");
    }
}
