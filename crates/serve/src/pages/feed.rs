//! Feeds of the games that await a visitor's move: Atom for feed readers, iCalendar for calendars.
//!
//! The address of a feed contains the hash of the visitor's key and a token derived from it. It shows which games await a move,
//! and allows nothing else.

use super::clocks::left_in_words;
use super::mine::MAX_AWAITING;
use crate::app::App;
use crate::errors::Problem;
use crate::live::{Millis, Room, now, players};
use crate::texts::Texts;
use crate::tokens;
use crate::visitor::Visitor;
use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use quirkat_rules::Language;
use serde::Deserialize;
use std::sync::Arc;

/// Maximum bytes of a line of iCalendar (RFC 5545, 3.1).
const MAX_LINE_LEN: usize = 75;
/// `Cache-Control` of feeds.
const CACHE: &str = "private, max-age=300";

/// A game that awaits a move.
struct Entry {
    /// Id of the game.
    id: String,
    /// Number of events, so that a later move is a new entry.
    version: usize,
    href: String,
    title: String,
    words: String,
    since: Millis,
    due: Option<Millis>,
}

#[derive(Template)]
#[template(path = "feed.xml")]
struct Atom {
    lang: &'static str,
    id: String,
    title: String,
    own: String,
    mine: String,
    updated: String,
    entries: Vec<Entry>,
}

/// The query of a feed: its language, since feed readers send no useful `Accept-Language`.
#[derive(Debug, Deserialize)]
pub struct FeedQuery {
    #[serde(default)]
    lang: String,
}

/// Answers with the feed of a key, as Atom or iCalendar.
pub async fn feed(
    State(app): State<Arc<App>>,
    Path((key, file)): Path<(String, String)>,
    Query(FeedQuery { lang }): Query<FeedQuery>,
    visitor: Visitor,
) -> Response {
    let texts = Texts(Language::from_code(&lang).unwrap_or(visitor.texts.0), visitor.texts.1, None);
    let visitor = Visitor { texts, ..visitor };
    match make_feed(&app, &key, &file, &visitor).await {
        Ok(response) => response,
        Err(problem) => problem.page(texts),
    }
}

async fn make_feed(app: &Arc<App>, key: &str, file: &str, visitor: &Visitor) -> Result<Response, Problem> {
    app.compute_rate.allow(visitor.client)?;
    let (token, kind) = file.split_once('.').ok_or(Problem::NotFound)?;
    if !tokens::matches_digest(token, &tokens::digest(&tokens::feed_token(&app.secret, key))) {
        tracing::warn!("rejected a wrong feed token");
        return Err(Problem::NotFound);
    }
    let rooms = app.games.awaiting(key, visitor.client, MAX_AWAITING).await?;
    let entries: Vec<_> = rooms.iter().map(|room| entry(room, key, visitor)).collect();
    match kind {
        "atom" => atom(key, file, entries, visitor),
        "ics" => Ok(calendar(&entries, visitor.texts)),
        _ => Err(Problem::NotFound),
    }
}

fn entry(room: &Room, key: &str, visitor: &Visitor) -> Entry {
    let (snapshot, texts) = (room.snapshot(), visitor.texts);
    let live = snapshot.live();
    let names = players(live, [true; 2], texts).map(|player| player.name);
    let other = live.to_move().filter(|&side| snapshot.key(side) == Some(key)).map(quirkat_rules::Side::other);
    let against = other.map(|side| names[side.index()].clone()).unwrap_or_default();
    let game = live.game.ruleset().info.name.get(texts.0).to_owned();
    let due = live.clock.and_then(|clock| clock.flag_time());
    let moves = texts.counted("mine_moves", live.game.history().len() as u64);
    let left = due.map(|due| texts.with("mine_left", &[("time", left_in_words(due - now(), texts))]));
    Entry {
        id: room.id.clone(),
        version: live.events,
        href: visitor.url(&format!("/play/{}", room.id)),
        title: texts.with("feed_turn", &[("game", game), ("name", against)]),
        words: [Some(moves), left].into_iter().flatten().collect::<Vec<_>>().join(", "),
        since: snapshot.last_change(),
        due,
    }
}

fn atom(key: &str, file: &str, entries: Vec<Entry>, visitor: &Visitor) -> Result<Response, Problem> {
    let texts = visitor.texts;
    let atom = Atom {
        lang: texts.code(),
        // A unique id, not an address.
        id: format!("urn:quirkat:{key}"),
        title: texts.get("feed_title").to_owned(),
        own: visitor.url(&format!("/feed/{key}/{file}?lang={}", texts.code())),
        mine: visitor.url("/mine"),
        updated: rfc3339(entries.iter().map(|entry| entry.since).max().unwrap_or(0)),
        entries,
    };
    let text = atom.render().map_err(Problem::internal)?;
    Ok(([(CONTENT_TYPE, "application/atom+xml; charset=utf-8"), (CACHE_CONTROL, CACHE)], text).into_response())
}

impl Entry {
    fn updated(&self) -> String {
        rfc3339(self.since)
    }
}

fn rfc3339(at: Millis) -> String {
    moment(at).strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

fn moment(at: Millis) -> Timestamp {
    Timestamp::from_millisecond(at).unwrap_or(Timestamp::UNIX_EPOCH)
}

/// Returns a calendar (RFC 5545). A game is an event when its time runs out, or on the day of its last event.
fn calendar(entries: &[Entry], texts: Texts) -> Response {
    let mut lines = vec![
        "BEGIN:VCALENDAR".to_owned(),
        "VERSION:2.0".to_owned(),
        "PRODID:-//Quirkat//Quirkat//EN".to_owned(),
        "METHOD:PUBLISH".to_owned(),
        format!("X-WR-CALNAME:{}", escaped(texts.get("feed_title"))),
        "REFRESH-INTERVAL;VALUE=DURATION:PT15M".to_owned(),
    ];
    let utc = |at: Millis| moment(at).strftime("%Y%m%dT%H%M%SZ").to_string();
    for entry in entries {
        let start = match entry.due {
            Some(due) => format!("DTSTART:{}", utc(due)),
            None => format!("DTSTART;VALUE=DATE:{}", moment(entry.since).strftime("%Y%m%d")),
        };
        lines.extend([
            "BEGIN:VEVENT".to_owned(),
            format!("UID:{}@quirkat", entry.id),
            format!("SEQUENCE:{}", entry.version),
            format!("DTSTAMP:{}", utc(entry.since)),
            start,
            format!("SUMMARY:{}", escaped(&entry.title)),
            format!("DESCRIPTION:{}", escaped(&format!("{}\n{}", entry.words, entry.href))),
            format!("URL:{}", entry.href),
            "END:VEVENT".to_owned(),
        ]);
    }
    lines.push("END:VCALENDAR".to_owned());
    let text: String = lines.iter().map(|line| folded(line)).collect();
    ([(CONTENT_TYPE, "text/calendar; charset=utf-8"), (CACHE_CONTROL, CACHE)], text).into_response()
}

/// Escapes a text for iCalendar.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(';', "\\;").replace(',', "\\,").replace('\n', "\\n")
}

/// Folds a line for iCalendar: a long line continues after a line break and a space.
fn folded(line: &str) -> String {
    let mut text = String::new();
    let mut length = 0;
    for letter in line.chars() {
        if length + letter.len_utf8() > MAX_LINE_LEN {
            text.push_str("\r\n ");
            length = 1;
        }
        text.push(letter);
        length += letter.len_utf8();
    }
    text + "\r\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calendar_lines_are_folded_between_characters() {
        let line = format!("SUMMARY:{}", "ñandú, ".repeat(40));
        let text = folded(&line);
        assert!(text.lines().count() > 3 && text.lines().all(|line| line.len() <= 75), "{text}");
        assert_eq!(text.replace("\r\n ", ""), line + "\r\n");
        assert_eq!(escaped("a;b,c\\d\ne"), "a\\;b\\,c\\\\d\\ne");
    }
}
