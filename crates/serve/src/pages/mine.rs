//! "My games": the games in which the visitor's key has a seat, those that await the visitor's move first.

use super::clocks::left_in_words;
use super::{Page, page_or_problem, picture_address, render};
use crate::app::App;
use crate::errors::Problem;
use crate::live::{Room, Seats, Snapshot, now, players};
use crate::rulings::QueryPairs;
use crate::texts::Texts;
use crate::tokens;
use crate::visitor::Visitor;
use crate::workers::JobKind;
use askama::Template;
use axum::extract::{Query, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use quirkat_rules::{Side, write_fen};
use quirkat_words::{outcome_in_words, title_in_words};
use std::ops::Range;
use std::sync::Arc;

/// Maximum games shown that await the visitor's move.
pub const MAX_AWAITING: usize = 200;
/// Number of other games on a page.
const PAGE_LEN: usize = 60;
/// Maximum of the query field `from`.
const MAX_FROM: usize = 1_000_000;
/// Number of latest games among which an unfinished one is looked for.
const RECENT: usize = 6;
/// Maximum games in an export, latest first.
pub const MAX_EXPORTED: usize = 1_000;

/// Media type of game records.
pub const PDN: &str = "application/x-draughts-pdn; charset=utf-8";

/// A game of the visitor in a list.
#[derive(Debug)]
pub struct GameSummary {
    /// Id of the game, 12 letters and digits.
    pub id: String,
    /// Address of the game's page.
    pub href: String,
    /// Name of the game and its rule set.
    pub name: String,
    /// Opponent in words; empty while the game waits for one.
    pub opponent: String,
    /// Day of the last event: 2026-11-21.
    pub when: String,
    /// State of the game in words.
    pub status: String,
    /// Whether it is the visitor's turn.
    pub your_turn: bool,
    /// Whether another person waits for the visitor's move.
    pub awaited: bool,
    /// Address of the picture of its position.
    pub picture: String,
}

#[derive(Template)]
#[template(path = "mine.html")]
struct MinePage {
    page: Page,
    awaiting: usize,
    games: Vec<GameSummary>,
    export: String,
    /// Address of the page with older games, if any.
    older: Option<String>,
    /// Addresses of the visitor's feeds: Atom and iCalendar.
    feeds: Option<[String; 2]>,
}

/// Loads the visitor's games in a range of their list, latest first.
pub async fn rooms(app: &App, visitor: &Visitor, places: Range<usize>) -> Result<Vec<Arc<Room>>, Problem> {
    let Some(key) = &visitor.credentials.key else { return Ok(vec![]) };
    let mut rooms = Vec::new();
    for id in app.games.store().games_of(key, places).await? {
        // A game that cannot be loaded must not hide the others.
        match app.games.find(&id, visitor.client).await {
            Ok(room) => rooms.extend(room),
            Err(problem) => tracing::error!(game = %id, ?problem, "cannot load a game"),
        }
    }
    Ok(rooms)
}

/// Returns an unfinished game among the visitor's latest ones; `None` also if the games cannot be loaded.
pub async fn unfinished_game(app: &App, visitor: &Visitor) -> Option<GameSummary> {
    let rooms = rooms(app, visitor, 0..RECENT).await.unwrap_or_default();
    rooms.iter().find_map(|room| {
        let snapshot = room.snapshot();
        let live = snapshot.live();
        let goes_on = live.to_move().is_some() && !live.is_waiting();
        goes_on.then(|| {
            summary(&room.id, &snapshot, crate::live::seats_of(&snapshot, &visitor.credentials), false, visitor)
        })
    })
}

/// Answers with a page of the visitor's games: `/mine?from=60`. The first page begins with those that await the visitor's move.
pub async fn mine(State(app): State<Arc<App>>, Query(query): Query<QueryPairs>, visitor: Visitor) -> Response {
    let texts = visitor.texts;
    let result = async {
        let key = visitor.credentials.key.as_deref();
        let from = first_index(query.get("from"), texts)?;
        let waiting = match key {
            Some(key) => app.games.awaiting(key, visitor.client, MAX_AWAITING).await?,
            None => vec![],
        };
        let awaiting = waiting.len();
        let mut all = if from == 0 { waiting } else { vec![] };
        let on_top = all.len();
        let to = from + PAGE_LEN;
        let others = rooms(&app, &visitor, from..to).await?;
        let older = match key {
            Some(key) if !app.games.store().games_of(key, to..to + 1).await?.is_empty() => {
                Some(texts.at(format_args!("/mine?from={to}")))
            }
            _ => None,
        };
        all.extend(others.into_iter().filter(|room| all.iter().all(|known| known.id != room.id)).collect::<Vec<_>>());
        let is_awaited = |place: usize| place < on_top;
        let games = all.iter().enumerate().map(|(place, room)| {
            let snapshot = room.snapshot();
            summary(
                &room.id,
                &snapshot,
                crate::live::seats_of(&snapshot, &visitor.credentials),
                is_awaited(place),
                &visitor,
            )
        });
        let page = Page::new(texts, texts.get("mine_heading"), "/mine").with_awaiting(awaiting);
        let feed = |key: &str, kind: &str| {
            let token = tokens::feed_token(&app.secret, key);
            visitor.url(&format!("/feed/{key}/{token}.{kind}?lang={}", texts.code()))
        };
        let feeds = key.map(|key| ["atom", "ics"].map(|kind| feed(key, kind)));
        Ok(render(&MinePage { page, awaiting, games: games.collect(), export: texts.at("/mine.pdn"), older, feeds }))
    };
    page_or_problem(result.await, texts)
}

/// Parses the index of the first game of a page.
fn first_index(text: Option<&str>, texts: Texts) -> Result<usize, Problem> {
    let Some(text) = text else { return Ok(0) };
    let from = text.parse().ok().filter(|from| (0..=MAX_FROM).contains(from));
    from.ok_or_else(|| Problem::out_of_range("from", text, [0, MAX_FROM], texts))
}

fn summary(id: &str, snapshot: &Snapshot, seated: Seats, awaited: bool, visitor: &Visitor) -> GameSummary {
    let live = snapshot.live();
    let texts = visitor.texts;
    let ruleset = live.game.ruleset();
    let names = players(live, [true; 2], texts).map(|player| player.name);
    let moves = texts.counted("mine_moves", live.game.history().len() as u64);
    let status = match live.to_move() {
        None => match live.outcome() {
            Some(outcome) => outcome_in_words(ruleset, outcome, texts.0),
            None => crate::live::outcome(live, texts).map(|outcome| outcome.words).unwrap_or_default(),
        },
        Some(_) if live.is_waiting() => texts.get("mine_waiting").to_owned(),
        Some(side) if seated.holds(side) => match live.clock.and_then(|clock| clock.flag_time()) {
            Some(due) => {
                format!("{moves}, {}", texts.with("mine_left", &[("time", left_in_words(due - now(), texts))]))
            }
            None => moves,
        },
        Some(_) => format!("{}, {moves}", texts.get("mine_theirs")),
    };
    GameSummary {
        id: id.to_owned(),
        href: texts.at(format_args!("/play/{id}")),
        name: title_in_words(ruleset, texts.0),
        opponent: match seated {
            _ if live.is_waiting() => String::new(),
            Seats::One(side) => texts.with("mine_against", &[("name", names[side.other().index()].clone())]),
            Seats::Both => texts.get("mine_here").to_owned(),
            Seats::None => String::new(),
        },
        when: day(snapshot.last_change()),
        status,
        your_turn: live.to_move().is_some_and(|side| seated.holds(side)) && !live.is_waiting(),
        awaited,
        picture: picture_address(&snapshot.terms.ruling, &write_fen(ruleset, &live.game.setup()), texts),
    }
}

/// Answers with the records of all games of the visitor.
pub async fn export(State(app): State<Arc<App>>, visitor: Visitor) -> Response {
    let (client, texts) = (visitor.client, visitor.texts);
    let result = async {
        let rooms = rooms(&app, &visitor, 0..MAX_EXPORTED).await?;
        let write = move || {
            let records: Vec<_> = rooms.iter().map(|room| record(&room.snapshot(), &visitor)).collect();
            Ok(records.join("\n"))
        };
        let text = app.work(JobKind::Records, client, write).await?;
        let name = format!("attachment; filename=\"quirkat-{}.pdn\"", day(now()));
        Ok(([(CONTENT_TYPE, PDN.to_owned()), (CONTENT_DISPOSITION, name)], text).into_response())
    };
    page_or_problem(result.await, texts)
}

/// Returns the record of a live game.
pub fn record(snapshot: &Snapshot, visitor: &Visitor) -> String {
    let live = snapshot.live();
    let names = players(live, [true; 2], visitor.texts).map(|player| player.name);
    let white = live.game.ruleset().white();
    let name = |side: Side| names[side.index()].as_str();
    let mut record = live.record(&[
        ("Event", "Quirkat"),
        ("Site", "?"),
        ("Date", &day(snapshot.created).replace('-', ".")),
        ("Round", "-"),
        ("White", name(white)),
        ("Black", name(white.other())),
    ]);
    if let Some(own) = snapshot.terms.ruling.own() {
        own.put_into(&mut record);
    }
    record.to_string()
}

/// Returns the day of a time in UTC: 2026-11-21.
pub fn day(at: crate::live::Millis) -> String {
    Timestamp::from_millisecond(at).unwrap_or(Timestamp::UNIX_EPOCH).strftime("%Y-%m-%d").to_string()
}
