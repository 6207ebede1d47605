//! "My games": the games in which the visitor's key has a seat: those that await the visitor's move, those that go on, and
//! finished ones.

use super::clocks::left_in_words;
use super::{Page, page_or_problem, picture_address, read_form, render};
use crate::app::App;
use crate::errors::Problem;
use crate::live::{Room, Seats, Snapshot, Termination, now, players, seats_of};
use crate::rulings::{QueryPairs, percent_encode};
use crate::store::{EngineResults, StoreChange};
use crate::texts::Texts;
use crate::tokens;
use crate::visitor::Visitor;
use crate::workers::JobKind;
use askama::Template;
use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::extract::{Query, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Redirect, Response};
use jiff::Timestamp;
use quirkat_explore::RequestError;
use quirkat_rules::{Side, find_game, games, write_fen};
use quirkat_search::Level;
use quirkat_words::{outcome_in_words, title_in_words};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// Maximum games shown that await the visitor's move.
pub const MAX_AWAITING: usize = 200;
/// Number of other games on a page.
const PAGE_LEN: usize = 60;
/// Maximum games that are searched for those of a filter.
const MAX_SEARCHED: usize = 5 * PAGE_LEN;
/// Maximum of the query field `from`.
const MAX_FROM: usize = 1_000_000;
/// Number of latest games among which an unfinished one is looked for.
const RECENT: usize = 6;
/// Maximum games in an export, latest first.
pub const MAX_EXPORTED: usize = 1_000;

/// Media type of game records.
pub const PDN: &str = "application/x-draughts-pdn; charset=utf-8";

/// Part of the list of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameGroup {
    /// The visitor's move.
    YourMove,
    /// Not finished, and not the visitor's move.
    Running,
    /// Finished.
    Finished,
}

impl GameGroup {
    const ALL: [GameGroup; 3] = [GameGroup::YourMove, GameGroup::Running, GameGroup::Finished];

    fn of(snapshot: &Snapshot, seated: Seats) -> GameGroup {
        let live = snapshot.live();
        match live.to_move() {
            None => GameGroup::Finished,
            Some(side) if seated.holds(side) && !live.is_waiting() => GameGroup::YourMove,
            Some(_) => GameGroup::Running,
        }
    }

    /// Returns the key of its heading.
    fn heading(self) -> &'static str {
        match self {
            GameGroup::YourMove => "mine_your_turn",
            GameGroup::Running => "mine_running",
            GameGroup::Finished => "mine_finished",
        }
    }
}

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
    /// Time of the last event in UTC: 2026-11-21T14:05:00Z.
    pub changed: String,
    /// Day of the last event: 2026-11-21.
    pub day: String,
    /// Result for the visitor in a word; empty while the game goes on, and for the player of both sides.
    pub result: &'static str,
    /// State of the game in words.
    pub status: String,
    /// Whether it is the visitor's turn.
    pub your_turn: bool,
    /// Whether another person waits for the visitor's move.
    pub awaited: bool,
    /// Whether the visitor may remove it from the list.
    pub removable: bool,
    /// Address of the picture of its position.
    pub picture: String,
}

/// The games to show.
#[derive(Default)]
struct Filter {
    /// Whether finished or running games are shown; `None` shows both.
    is_finished: Option<bool>,
    /// Id of the game that is shown; empty for all.
    game: String,
}

impl Filter {
    fn read(query: &QueryPairs) -> Filter {
        let is_finished = match query.get("show") {
            Some("finished") => Some(true),
            Some("running") => Some(false),
            _ => None,
        };
        Filter { is_finished, game: query.get("game").unwrap_or_default().to_owned() }
    }

    fn accepts(&self, room: &Room) -> bool {
        let snapshot = room.snapshot();
        let is_finished = snapshot.live().to_move().is_none();
        self.is_finished.is_none_or(|finished| finished == is_finished)
            && (self.game.is_empty() || snapshot.terms.ruling.game_id() == self.game)
    }

    fn is_set(&self) -> bool {
        self.is_finished.is_some() || !self.game.is_empty()
    }

    /// Returns it as the rest of a query.
    fn query(&self) -> String {
        let show = self.is_finished.map(|finished| if finished { "&show=finished" } else { "&show=running" });
        let game = (!self.game.is_empty()).then(|| format!("&game={}", percent_encode(&self.game)));
        [show.unwrap_or_default(), &game.unwrap_or_default()].concat()
    }
}

/// The visitor's results against the engine in a game at a level.
struct ResultRow {
    game: &'static str,
    level: String,
    /// Numbers of won, drawn and lost games.
    counts: [u64; 3],
}

#[derive(Template)]
#[template(path = "mine.html")]
struct MinePage {
    page: Page,
    awaiting: usize,
    filter: Filter,
    /// Headings with their games.
    groups: Vec<(&'static str, Vec<GameSummary>)>,
    /// Ids and names of all games, for the filter.
    all_games: Vec<(&'static str, &'static str)>,
    export: String,
    /// Address of the page with older games, if any.
    older: Option<String>,
    /// Addresses of the visitor's feeds: Atom and iCalendar.
    feeds: Option<[String; 2]>,
    results: Vec<ResultRow>,
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
        goes_on.then(|| summary(&room.id, &snapshot, seats_of(&snapshot, &visitor.credentials), false, visitor))
    })
}

/// Answers with a page of the visitor's games: `/mine?from=60&show=finished&game=alquerque`. The first page begins with those
/// that await the visitor's move.
pub async fn mine(State(app): State<Arc<App>>, Query(query): Query<QueryPairs>, visitor: Visitor) -> Response {
    let texts = visitor.texts;
    let result = async {
        let key = visitor.credentials.key.as_deref();
        let from = first_index(query.get("from"))?;
        let filter = Filter::read(&query);
        let waiting = match key {
            Some(key) => app.games.awaiting(key, visitor.client, MAX_AWAITING).await?,
            None => vec![],
        };
        let awaiting = waiting.len();
        let is_awaited = |room: &Room| waiting.iter().any(|known| known.id == room.id);
        let (others, next) = filtered(&app, &visitor, &filter, from).await?;
        let older = next.map(|next| texts.at(format_args!("/mine?from={next}{}", filter.query())));
        let first = waiting.iter().filter(|room| from == 0 && filter.accepts(room)).cloned();
        let all = first.chain(others.into_iter().filter(|room| from > 0 || !is_awaited(room)));
        let mut groups = GameGroup::ALL.map(|group| (group.heading(), vec![]));
        for room in all {
            let snapshot = room.snapshot();
            let seated = seats_of(&snapshot, &visitor.credentials);
            let group = GameGroup::of(&snapshot, seated);
            groups[group as usize].1.push(summary(&room.id, &snapshot, seated, is_awaited(&room), &visitor));
        }
        let page = Page::new(texts, texts.get("mine_heading"), "/mine").with_awaiting(awaiting);
        let feed = |key: &str, kind: &str| {
            let token = tokens::feed_token(&app.secret, key);
            visitor.url(&format!("/feed/{key}/{token}.{kind}?lang={}", texts.code()))
        };
        let feeds = key.map(|key| ["atom", "ics"].map(|kind| feed(key, kind)));
        let groups = groups.into_iter().filter(|(_, games)| !games.is_empty()).collect();
        let all_games = games().map(|file| (&*file.id, file.name.get(texts.0))).collect();
        let export = texts.at("/mine.pdn");
        let results = match key {
            Some(key) => result_rows(app.games.store().engine_results(key).await?, texts),
            None => vec![],
        };
        Ok(render(&MinePage { page, awaiting, filter, groups, all_games, export, older, feeds, results }))
    };
    page_or_problem(result.await, texts)
}

/// Sums the results of the variants of each game.
fn result_rows(results: Vec<EngineResults>, texts: Texts) -> Vec<ResultRow> {
    let mut sums: BTreeMap<(&'static str, Level), [u64; 3]> = BTreeMap::new();
    for EngineResults { title, level, won, drawn, lost } in results {
        let file = title.split(':').next().and_then(find_game);
        // A newer program may have stored a game or a level that this one does not know.
        let Some((file, level)) = file.zip(level.map_or(Some(Level::PERFECT), Level::new)) else { continue };
        let sum = sums.entry((file.name.get(texts.0), level)).or_default();
        for (all, number) in sum.iter_mut().zip([won, drawn, lost]) {
            *all += number;
        }
    }
    let row = |((game, level), counts): ((_, Level), _)| {
        let level = level.number().map_or_else(|| texts.get("player_perfect").to_owned(), |number| number.to_string());
        ResultRow { game, level, counts }
    };
    sums.into_iter().map(row).collect()
}

/// Returns the visitor's games of a filter from a place of their list on, and the place at which the next page starts.
async fn filtered(
    app: &App,
    visitor: &Visitor,
    filter: &Filter,
    from: usize,
) -> Result<(Vec<Arc<Room>>, Option<usize>), Problem> {
    let Some(key) = &visitor.credentials.key else { return Ok((vec![], None)) };
    let (mut found, mut next) = (vec![], from);
    while found.len() < PAGE_LEN && next < from + MAX_SEARCHED {
        let to = next + PAGE_LEN - found.len();
        found.extend(rooms(app, visitor, next..to).await?.into_iter().filter(|room| filter.accepts(room)));
        next = to;
        if app.games.store().games_of(key, next..next + 1).await?.is_empty() {
            return Ok((found, None));
        }
    }
    Ok((found, Some(next)))
}

/// The form to remove a game from the list.
#[derive(Debug, Deserialize)]
pub struct RemovalForm {
    #[serde(default)]
    game: String,
}

/// Removes a game from the visitor's list.
pub async fn remove(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    form: Result<Form<RemovalForm>, FormRejection>,
) -> Response {
    let texts = visitor.texts;
    let result = async {
        app.create_rate.allow(visitor.client)?;
        let id = read_form(form, texts)?.game;
        let snapshot = app.room(&id, visitor.client).await?.snapshot();
        let key = visitor.credentials.key.clone().filter(|_| seats_of(&snapshot, &visitor.credentials) != Seats::None);
        let key = key.ok_or(Problem::Forbidden)?;
        if !is_removable(&snapshot) {
            return Err(Problem::Conflict(texts.get("mine_remove_running").to_owned()));
        }
        app.games.store().commit(vec![StoreChange::Leave { id: id.clone(), key }]).await?;
        app.games.invalidate(&[id]);
        Ok(Redirect::to(&texts.at("/mine")).into_response())
    };
    page_or_problem(result.await, texts)
}

/// Returns whether a game has ended or has no other person, so that the visitor may remove it.
fn is_removable(snapshot: &Snapshot) -> bool {
    let live = snapshot.live();
    live.end().is_some() || !live.is_waiting() && !live.is_between_people()
}

/// Parses the index of the first game of a page.
fn first_index(text: Option<&str>) -> Result<usize, RequestError> {
    let Some(text) = text else { return Ok(0) };
    let from = text.parse().ok().filter(|from| (0..=MAX_FROM).contains(from));
    from.ok_or_else(|| RequestError::out_of_range("from", text, [0, MAX_FROM]))
}

fn summary(id: &str, snapshot: &Snapshot, seated: Seats, awaited: bool, visitor: &Visitor) -> GameSummary {
    let live = snapshot.live();
    let texts = visitor.texts;
    let ruleset = live.game.ruleset();
    let names = players(live, [true; 2], texts).map(|player| player.name);
    let moves = texts.counted("mine_moves", live.game.history().len() as u64);
    let result = match (live.end(), seated) {
        (Some((_, word)), Seats::One(_)) if word == Termination::CalledOff.word() => "",
        (Some((None, _)), Seats::One(_)) => texts.get("mine_drawn"),
        (Some((Some(winner), _)), Seats::One(side)) => texts.get(if winner == side { "mine_won" } else { "mine_lost" }),
        _ => "",
    };
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
        changed: moment(snapshot.last_change()).to_string(),
        day: day(snapshot.last_change()),
        result,
        status,
        your_turn: live.to_move().is_some_and(|side| seated.holds(side)) && !live.is_waiting(),
        awaited,
        removable: is_removable(snapshot),
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
    moment(at).strftime("%Y-%m-%d").to_string()
}

/// Returns a time of the server as a timestamp.
pub fn moment(at: crate::live::Millis) -> Timestamp {
    Timestamp::from_millisecond(at).unwrap_or(Timestamp::UNIX_EPOCH)
}
