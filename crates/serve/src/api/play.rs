//! Live games for programs.

use super::explore::{NDJSON, line_of};
use super::{Body, answer};
use crate::app::App;
use crate::errors::Problem;
use crate::live::{
    Act, Change, ClockTerms, Deal, LiveGame, Opponent, Refusal, Room, Table, Terms, in_words, judge, now, seated, state,
};
use crate::pages::{PDN, name, origin, record as pdn_of, room, side};
use crate::rulings::Ruling;
use crate::view::{PartialAsk, TurnView};
use crate::visitor::Visitor;
use axum::body::Body as HttpBody;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use quirkat_rules::{Side, write_fen};
use quirkat_search::Level;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

/// An empty line keeps a stream alive when nothing happens for so long.
const KEEP_ALIVE: Duration = Duration::from_secs(6);

#[derive(Debug, Deserialize)]
struct ClockAsked {
    minutes: f64,
    #[serde(default)]
    seconds: f64,
}

/// A game that somebody wants to begin.
#[derive(Debug, Deserialize)]
pub struct Asked {
    game: String,
    #[serde(default)]
    rules: Vec<String>,
    position: Option<String>,
    opponent: String,
    #[serde(default)]
    side: String,
    clock: Option<ClockAsked>,
    #[serde(default)]
    name: String,
}

/// Begins a game; the answer has the token of the seat.
pub async fn create(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    headers: HeaderMap,
    Body(asked): Body<Asked>,
) -> Response {
    let texts = visitor.texts;
    let result = async {
        app.creating.allow(visitor.address)?;
        let ruling = Ruling::new(&asked.game, &asked.rules)?;
        ruling.game(asked.position.as_deref())?;
        let opponent = opponent(&asked.opponent)?;
        if !matches!(asked.side.as_str(), "" | "first" | "second" | "lot") {
            return Err(Problem::Bad("side: allowed are first, second, lot".to_owned()));
        }
        let clock = asked.clock.as_ref().map(clock).transpose()?;
        let terms = Terms { ruling, position: asked.position.clone(), clock };
        let device = visitor.who.device.as_deref();
        let created = app.rooms.create(terms, opponent, side(&asked.side), &name(&asked.name), device).await;
        let created = created.map_err(Problem::broken)?;
        let origin = origin(&headers);
        let invite = (opponent == Opponent::Friend).then(|| format!("{origin}{}", app.invitation(&created.id)));
        let url = format!("{origin}/play/{}", created.id);
        Ok(json!({ "id": created.id, "url": url, "token": created.token, "invite": invite }))
    };
    answer(result.await, texts)
}

fn opponent(text: &str) -> Result<Opponent, Problem> {
    let level = |text: &str| text.strip_prefix("engine:")?.parse().ok().and_then(Level::new);
    match text {
        "friend" => Ok(Opponent::Friend),
        "here" => Ok(Opponent::Here),
        _ => level(text)
            .map(Opponent::Engine)
            .ok_or_else(|| Problem::Bad("opponent: allowed are engine:1 to engine:10, friend, here".to_owned())),
    }
}

fn clock(asked: &ClockAsked) -> Result<ClockTerms, Problem> {
    let ClockAsked { minutes, seconds } = *asked;
    if !(0.1..=180.0).contains(&minutes) || !(0.0..=60.0).contains(&seconds) {
        return Err(Problem::Bad("clock: allowed are 0.1 to 180 minutes and 0 to 60 seconds a turn".to_owned()));
    }
    Ok(ClockTerms { initial: (minutes * 60_000.0) as i64, increment: (seconds * 1_000.0) as i64 })
}

/// What a friend says.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Joining {
    name: String,
}

/// Takes the open seat of a game; the answer has its token.
pub async fn join(
    State(app): State<Arc<App>>,
    Path((id, token)): Path<(String, String)>,
    visitor: Visitor,
    Body(joining): Body<Joining>,
) -> Response {
    let texts = visitor.texts;
    let result = async {
        let room = room(&app, &id).await?;
        if !app.invites(&id, &token) {
            return Err(Problem::Forbidden);
        }
        let joined = app.rooms.join(&room, visitor.who.device.as_deref(), &name(&joining.name)).await;
        match joined {
            Ok((side, token)) => Ok(json!({ "id": id, "side": crate::view::SideView::from(side), "token": token })),
            Err(error) => Err(refused(&*room.look().await, &error, &visitor)),
        }
    };
    answer(result.await, texts)
}

fn refused(live: &LiveGame, error: &Refusal, visitor: &Visitor) -> Problem {
    let words = in_words(error, live.game.ruleset(), visitor.texts);
    match error {
        Refusal::NotPlaying => Problem::Forbidden,
        Refusal::Illegal(_) => Problem::Bad(words),
        Refusal::NotKept(_) => Problem::Broken,
        _ => Problem::Conflict(words),
    }
}

/// Everything about a game.
pub async fn show(State(app): State<Arc<App>>, Path(id): Path<String>, visitor: Visitor) -> Response {
    let result = async {
        let room = room(&app, &id).await?;
        let live = room.look().await;
        Ok(state(&live, seated(&live, &visitor.who), room.presence(), visitor.texts, now()))
    };
    answer(result.await, visitor.texts)
}

/// A game as a record.
pub async fn record(State(app): State<Arc<App>>, Path(id): Path<String>, visitor: Visitor) -> Response {
    match room(&app, &id).await {
        Ok(room) => ([(CONTENT_TYPE, PDN)], pdn_of(&*room.look().await, &visitor)).into_response(),
        Err(problem) => problem.json(visitor.texts),
    }
}

/// An act: `move/a2-b3`, `draw/yes`, `takeback/no`, `count/yes`, `rematch/yes`, `resign`.
pub async fn act(State(app): State<Arc<App>>, Path((id, act)): Path<(String, String)>, visitor: Visitor) -> Response {
    let result = async {
        let room = room(&app, &id).await?;
        let act = {
            let live = room.look().await;
            read_act(&live, &act, &visitor).ok_or(Problem::NotFound)?
        };
        match app.rooms.act(&room, &visitor.who, &act).await {
            Ok(()) => Ok(json!({ "ok": true })),
            Err(error) => Err(refused(&*room.look().await, &error, &visitor)),
        }
    };
    answer(result.await, visitor.texts)
}

fn read_act(live: &Table, text: &str, visitor: &Visitor) -> Option<Act> {
    if text == "resign" {
        return Some(Act::Resign);
    }
    let (what, word) = text.split_once('/')?;
    if what == "move" {
        return Some(Act::Turn { ply: None, text: word.to_owned() });
    }
    let deal = Deal::named(what)?;
    // Yes offers, or accepts what the other side has offered; no declines.
    let offered = live.offer.is_some_and(|offer| offer.what == deal && !seated(live, &visitor.who).holds(offer.by));
    match word {
        "yes" if offered => Some(Act::Accept),
        "yes" => Some(Act::Offer(deal)),
        "no" => Some(Act::Decline),
        _ => None,
    }
}

/// Judges a turn that is being entered.
pub async fn partial(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    visitor: Visitor,
    Body(ask): Body<PartialAsk>,
) -> Response {
    let result = async {
        let room = room(&app, &id).await?;
        let live = room.look().await;
        judge(&live.game, &ask, visitor.texts)
            .ok_or_else(|| Problem::Bad(visitor.texts.get("live_unreadable").to_owned()))
    };
    answer(result.await, visitor.texts)
}

/// A game line by line: `gameFull` first, then a `gameState` for every change, until it is over.
pub async fn stream(State(app): State<Arc<App>>, Path(id): Path<String>, visitor: Visitor) -> Response {
    let room = match room(&app, &id).await {
        Ok(room) => room,
        Err(problem) => return problem.json(visitor.texts),
    };
    let (lines, receiver) = mpsc::channel(16);
    tokio::spawn(send_lines(room, visitor, lines));
    ([(CONTENT_TYPE, NDJSON)], HttpBody::from_stream(ReceiverStream::new(receiver))).into_response()
}

async fn send_lines(room: Arc<Room>, visitor: Visitor, lines: mpsc::Sender<Result<String, std::convert::Infallible>>) {
    let mut changes = room.watch();
    let seated = room.seated(&visitor.who).await;
    let _guest = room.enter(seated);
    let mut line = game_full(&room.id, &*room.look().await, &visitor);
    loop {
        let is_over = room.look().await.end().is_some();
        if lines.send(Ok(line)).await.is_err() || is_over {
            return;
        }
        line = loop {
            match tokio::time::timeout(KEEP_ALIVE, changes.recv()).await {
                Ok(Ok(Change::Presence)) => {}
                Ok(Ok(_) | Err(RecvError::Lagged(_))) => break line_of(&game_state(&*room.look().await)),
                Ok(Err(RecvError::Closed)) => return,
                Err(_) => break "\n".to_owned(),
            }
        };
    }
}

fn game_state(live: &LiveGame) -> Value {
    let turns = (0..live.game.history().len()).filter_map(|ply| TurnView::of(&live.game, ply));
    let at = now();
    let left = |side: Side| live.clock.map(|clock| clock.left(side, at).max(0));
    let offers =
        |deal: Deal| live.offer.filter(|offer| offer.what == deal).map(|offer| crate::view::SideView::from(offer.by));
    let end = live.end();
    json!({
        "type": "gameState",
        // Turns have spaces and commas of their own.
        "moves": turns.map(|turn| turn.text).collect::<Vec<_>>().join(";"),
        "fen": write_fen(live.game.ruleset(), &live.game.setup()),
        "toMove": live.to_move().map(crate::view::SideView::from),
        "firstTime": left(Side::First),
        "secondTime": left(Side::Second),
        "status": end.map_or("started", |(_, reason)| reason),
        "winner": end.and_then(|(winner, _)| winner).map(crate::view::SideView::from),
        "draw": offers(Deal::Draw),
        "takeback": offers(Deal::Takeback),
        "count": offers(Deal::Count),
        "rematch": live.rematch,
    })
}

fn game_full(id: &str, live: &Table, visitor: &Visitor) -> String {
    let players = crate::live::players(live, [true; 2], visitor.texts);
    let ruling = &live.terms.ruling;
    line_of(&json!({
        "type": "gameFull",
        "id": id,
        "game": ruling.title(),
        "rules": ruling.rules(),
        "initialFen": live.terms.position.as_deref().unwrap_or("startpos"),
        "createdAt": live.created,
        "clock": live.terms.clock.map(|clock| json!({ "initial": clock.initial, "increment": clock.increment })),
        "players": players,
        "state": game_state(live),
    }))
}
