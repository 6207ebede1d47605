//! My games: those in which the visitor's key has a seat, with those first that wait for their turn.

use super::clocks::left_in_words;
use super::{Page, page_or_problem, picture_address, render};
use crate::app::App;
use crate::errors::Problem;
use crate::live::{Room, Seated, Snapshot, now, players};
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

/// At most so many games are shown that wait for the visitor's turn.
pub const AWAITING: usize = 200;
/// So many of the others are on a page, the latest on the first.
const SHOWN: usize = 60;
/// Nobody has so many.
const FARTHEST: usize = 1_000_000;
/// Among so many games one is looked for that goes on.
const RECENT: usize = 6;
/// So many are exported at most.
pub const EXPORTED: usize = 1_000;

/// The mime type of records.
pub const PDN: &str = "application/x-draughts-pdn; charset=utf-8";

/// A game of the visitor in a few facts.
#[derive(Debug)]
pub struct Mine {
    /// The id of the game.
    pub id: String,
    /// Its page.
    pub href: String,
    /// The game and its rule set.
    pub name: String,
    /// Against whom; empty where nobody is there yet.
    pub opponent: String,
    /// The day of the last turn.
    pub when: String,
    /// How it stands.
    pub status: String,
    /// Whether the visitor is to move.
    pub your_turn: bool,
    /// Whether another person waits for that turn.
    pub awaited: bool,
    /// The drawing of its position.
    pub picture: String,
}

#[derive(Template)]
#[template(path = "mine.html")]
struct MinePage {
    page: Page,
    awaiting: usize,
    games: Vec<Mine>,
    export: String,
    /// Where older games are, if there are more.
    older: Option<String>,
    /// The visitor's feeds: of Atom and of iCalendar.
    feeds: Option<[String; 2]>,
}

/// The games of the visitor at these places, the latest first.
pub async fn rooms(app: &App, visitor: &Visitor, places: Range<usize>) -> Result<Vec<Arc<Room>>, Problem> {
    let Some(key) = &visitor.credentials.key else { return Ok(vec![]) };
    let mut rooms = Vec::new();
    for id in app.games.store().games_of(key, places).await? {
        // A game that cannot be read any more must not hide the others; the log tells why.
        match app.games.find(&id, visitor.client).await {
            Ok(room) => rooms.extend(room),
            Err(problem) => tracing::error!(game = %id, ?problem, "a game cannot be read"),
        }
    }
    Ok(rooms)
}

/// The visitor's latest game that goes on, among the last few. A page that only offers it does without where it cannot be had.
pub async fn going_on(app: &App, visitor: &Visitor) -> Option<Mine> {
    let rooms = rooms(app, visitor, 0..RECENT).await.unwrap_or_default();
    rooms.iter().find_map(|room| {
        let snapshot = room.snapshot();
        let live = snapshot.live();
        let goes_on = live.to_move().is_some() && !live.is_waiting();
        goes_on
            .then(|| shown(&room.id, &snapshot, crate::live::seats_of(&snapshot, &visitor.credentials), false, visitor))
    })
}

/// A page of the visitor's games: `/mine?from=60`; those that wait for their turn are on the first.
pub async fn mine(State(app): State<Arc<App>>, Query(query): Query<QueryPairs>, visitor: Visitor) -> Response {
    let texts = visitor.texts;
    let result = async {
        let key = visitor.credentials.key.as_deref();
        let from = from(query.get("from"), texts)?;
        let waiting = match key {
            Some(key) => app.games.awaiting(key, visitor.client, AWAITING).await?,
            None => vec![],
        };
        let awaiting = waiting.len();
        let mut all = if from == 0 { waiting } else { vec![] };
        let on_top = all.len();
        let to = from + SHOWN;
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
            shown(
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

/// The place of the first game of a page.
fn from(text: Option<&str>, texts: Texts) -> Result<usize, Problem> {
    let Some(text) = text else { return Ok(0) };
    let from = text.parse().ok().filter(|from| (0..=FARTHEST).contains(from));
    from.ok_or_else(|| Problem::out_of_range("from", text, [0, FARTHEST], texts))
}

fn shown(id: &str, snapshot: &Snapshot, seated: Seated, awaited: bool, visitor: &Visitor) -> Mine {
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
        Some(side) if seated.holds(side) => match live.clock.and_then(|clock| clock.due()) {
            Some(due) => {
                format!("{moves}, {}", texts.with("mine_left", &[("time", left_in_words(due - now(), texts))]))
            }
            None => moves,
        },
        Some(_) => format!("{}, {moves}", texts.get("mine_theirs")),
    };
    Mine {
        id: id.to_owned(),
        href: texts.at(format_args!("/play/{id}")),
        name: title_in_words(ruleset, texts.0),
        opponent: match seated {
            _ if live.is_waiting() => String::new(),
            Seated::At(side) => texts.with("mine_against", &[("name", names[side.other().index()].clone())]),
            Seated::Both => texts.get("mine_here").to_owned(),
            Seated::Nowhere => String::new(),
        },
        when: day(snapshot.last_change()),
        status,
        your_turn: live.to_move().is_some_and(|side| seated.holds(side)) && !live.is_waiting(),
        awaited,
        picture: picture_address(&snapshot.terms.ruling, &write_fen(ruleset, &live.game.setup()), texts),
    }
}

/// All the visitor's games as records.
pub async fn export(State(app): State<Arc<App>>, visitor: Visitor) -> Response {
    let (client, texts) = (visitor.client, visitor.texts);
    let result = async {
        let rooms = rooms(&app, &visitor, 0..EXPORTED).await?;
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

/// A live game as a record.
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

/// The day of a moment, in universal time: 2026-11-21.
pub fn day(at: crate::live::Millis) -> String {
    Timestamp::from_millisecond(at).unwrap_or(Timestamp::UNIX_EPOCH).strftime("%Y-%m-%d").to_string()
}
