//! The lobby: open games, and public games to watch.

use super::clocks;
use super::mine::{day, moment};
use super::{Page, house_rule_sentences, page_or_problem, picture_address, render};
use crate::api::refusal_problem;
use crate::app::App;
use crate::errors::Problem;
use crate::live::{Player, Room, Seats, Snapshot, clock_terms, players, seats_of};
use crate::rulings::QueryPairs;
use crate::visitor::Visitor;
use askama::Template;
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use quirkat_rules::{GameFile, Side, find_game, games, write_fen};
use quirkat_wire::{OpenGame, WatchedGame};
use quirkat_words::title_in_words;
use serde::Deserialize;
use std::sync::Arc;

/// Maximum open games shown in the lobby.
pub const MAX_OPEN: usize = 60;
/// Maximum games to watch shown.
pub const MAX_WATCHABLE: usize = 24;

/// A game in the lobby.
struct GameListing {
    id: String,
    href: String,
    name: String,
    who: String,
    terms: Vec<String>,
    picture: String,
    /// Time of the last event in UTC, and its day.
    since: String,
    day: String,
    /// Whether the visitor has a seat in it.
    own: bool,
}

/// The games to show.
struct Filter {
    /// Id of the game that is shown; empty for all.
    game: String,
    /// Whether only games are shown that the visitor can join.
    is_joinable: bool,
}

impl Filter {
    fn read(query: &QueryPairs) -> Filter {
        let game = query.get("game").unwrap_or_default().to_owned();
        Filter { game, is_joinable: query.get("joinable") == Some("on") }
    }

    fn accepts(&self, room: &Room) -> bool {
        self.game.is_empty() || room.snapshot().terms.ruling.game_id() == self.game
    }

    fn is_set(&self) -> bool {
        self.is_joinable || !self.game.is_empty()
    }
}

#[derive(Template)]
#[template(path = "open.html")]
struct OpenPage {
    page: Page,
    filter: Filter,
    waiting: Vec<GameListing>,
    playing: Vec<GameListing>,
    /// Ids and names of all games.
    games: Vec<(String, String)>,
}

/// Answers with the page of the lobby: `/open?game=alquerque&joinable=on`.
pub async fn open(State(app): State<Arc<App>>, Query(query): Query<QueryPairs>, visitor: Visitor) -> Response {
    let texts = visitor.texts;
    let result = async {
        let filter = Filter::read(&query);
        let waiting = app.games.open_games(visitor.client, visitor.credentials.key.as_deref(), MAX_OPEN).await?;
        let waiting = waiting.iter().filter(|room| filter.accepts(room)).map(|room| waits(room, &visitor));
        let waiting = waiting.filter(|game| !(filter.is_joinable && game.own)).collect();
        let playing =
            if filter.is_joinable { vec![] } else { app.games.watchable_games(visitor.client, MAX_WATCHABLE).await? };
        let playing = playing.iter().filter(|room| filter.accepts(room));
        let mut playing: Vec<_> = playing.map(|room| is_played(room, &visitor)).collect();
        playing.sort_by_key(|game| !game.own);
        let name = |file: &GameFile| (file.id.clone(), file.name.get(texts.0).to_owned());
        let page = Page::new(texts, texts.get("open_heading"), "/open");
        Ok(render(&OpenPage { page, filter, waiting, playing, games: games().map(name).collect() }))
    };
    page_or_problem(result.await, texts)
}

fn listing(room: &Room, snapshot: &Snapshot, who: String, terms: Vec<String>, visitor: &Visitor) -> GameListing {
    let live = snapshot.live();
    let (texts, ruleset) = (visitor.texts, live.game.ruleset());
    GameListing {
        id: room.id.clone(),
        href: texts.at(format_args!("/play/{}", room.id)),
        name: title_in_words(ruleset, texts.0),
        who,
        terms,
        picture: picture_address(&snapshot.terms.ruling, &write_fen(ruleset, &live.game.setup()), texts),
        since: moment(snapshot.last_change()).to_string(),
        day: day(snapshot.last_change()),
        own: seats_of(snapshot, &visitor.credentials) != Seats::None,
    }
}

fn waits(room: &Room, visitor: &Visitor) -> GameListing {
    let (snapshot, texts) = (room.snapshot(), visitor.texts);
    let live = snapshot.live();
    let ruleset = live.game.ruleset();
    let mut terms = vec![clocks::in_words(snapshot.terms.clock, texts)];
    terms.extend(live.open_side().map(|side| {
        texts.with("join_sides", &[("side", ruleset.info.sides[side.index()].name.get(texts.0).to_owned())])
    }));
    terms.extend(house_rule_sentences(ruleset, texts));
    if snapshot.terms.position.is_some() {
        terms.push(texts.get("open_position").to_owned());
    }
    let host = texts.with("open_by", &[("name", host(&snapshot, visitor))]);
    listing(room, &snapshot, host, terms, visitor)
}

fn is_played(room: &Room, visitor: &Visitor) -> GameListing {
    let (snapshot, texts) = (room.snapshot(), visitor.texts);
    let live = snapshot.live();
    let [first, second] = players(live, [true; 2], texts).map(|player| player.name);
    let turns = texts.counted("mine_moves", live.game.history().len() as u64);
    listing(
        room,
        &snapshot,
        format!("{first} – {second}"),
        vec![turns, clocks::in_words(snapshot.terms.clock, texts)],
        visitor,
    )
}

/// Returns the name of the waiting player.
fn host(snapshot: &Snapshot, visitor: &Visitor) -> String {
    let live = snapshot.live();
    let names = players(live, [true; 2], visitor.texts).map(|player| player.name);
    let [first, second] = names;
    if live.open_side() == Some(Side::First) { second } else { first }
}

/// Returns an open game in the wire format; `None` if it is no longer open.
pub fn open_game(room: &Room, visitor: &Visitor) -> Option<OpenGame> {
    let snapshot = room.snapshot();
    let live = snapshot.live();
    let side = live.open_side()?;
    let by = match live.player(side.other()) {
        Player::Person(name) => name.clone(),
        Player::Open | Player::Engine(_) => String::new(),
    };
    Some(OpenGame {
        id: room.id.clone(),
        url: visitor.url(&format!("/play/{}", room.id)),
        game: snapshot.terms.ruling.title().to_owned(),
        rules: snapshot.terms.ruling.rules().to_vec(),
        fen: write_fen(live.game.ruleset(), &live.game.setup()),
        clock: snapshot.terms.clock.map(clock_terms),
        side: side.into(),
        by,
        since: snapshot.created,
    })
}

/// Returns a game to watch in the wire format.
pub fn watched_game(room: &Room, visitor: &Visitor) -> WatchedGame {
    let (snapshot, presence) = (room.snapshot(), room.presence());
    let live = snapshot.live();
    WatchedGame {
        id: room.id.clone(),
        url: visitor.url(&format!("/play/{}", room.id)),
        game: snapshot.terms.ruling.title().to_owned(),
        rules: snapshot.terms.ruling.rules().to_vec(),
        fen: write_fen(live.game.ruleset(), &live.game.setup()),
        ply: live.game.history().len(),
        players: players(live, presence.online, visitor.texts),
        watchers: presence.watchers,
    }
}

/// The query of a new open game.
#[derive(Debug, Deserialize)]
pub struct OfferQuery {
    #[serde(default)]
    game: String,
}

/// Redirects to the form of an open game, with days per move: the opponent may live in another time zone.
pub async fn open_new(Query(OfferQuery { game }): Query<OfferQuery>, visitor: Visitor) -> Response {
    let texts = visitor.texts;
    match find_game(&game) {
        Some(file) => {
            Redirect::to(&texts.at(format_args!("/new/{}?opponent=anyone&clock=days", file.id))).into_response()
        }
        None => Problem::NotFound.page(texts),
    }
}

/// Takes the free seat of an open game.
pub async fn join_open(State(app): State<Arc<App>>, Path(id): Path<String>, visitor: Visitor) -> Response {
    let texts = visitor.texts;
    let result = async {
        app.create_rate.allow(visitor.client)?;
        let room = app.room(&id, visitor.client).await?;
        let snapshot = room.snapshot();
        let live = snapshot.live();
        if !snapshot.open {
            return Err(Problem::Forbidden);
        }
        // A visitor who has a seat already only goes to the board.
        if seats_of(&snapshot, &visitor.credentials) == Seats::None {
            let joined = app.games.join(&room, visitor.credentials.key.as_deref(), &visitor.name).await;
            joined.map_err(|error| refusal_problem(live, &error, &visitor))?;
        }
        Ok(Redirect::to(&texts.at(format_args!("/play/{id}"))).into_response())
    };
    page_or_problem(result.await, texts)
}
