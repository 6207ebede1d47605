//! Live games, for programs.

use super::explore::{NDJSON, line_of};
use super::{Body, answer};
use crate::app::App;
use crate::client::ClientAddr;
use crate::connections::shutdown_started;
use crate::errors::Problem;
use crate::live::{
    Act, ActError, ClockTerms, DAY, LiveGame, OfferKind, Opponent, Phrase, Refusal, Room, RoomEvent, Snapshot, Terms,
    clock_terms, in_words, now, seats_of, state,
};
use crate::names::clean_name;
use crate::pages::{DAYS, PDN, record as pdn_of, side};
use crate::rulings::{Ruling, RulingError};
use crate::texts::Texts;
use crate::visitor::Visitor;
use crate::workers::JobKind;
use axum::Json;
use axum::body::Body as HttpBody;
use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use quirkat_explore::{RequestError, check_length, check_partial, clean_line, start_game};
use quirkat_play::OwnGame;
use quirkat_rules::{Side, write_fen};
use quirkat_search::Level;
use quirkat_wire::{
    self as wire, Acknowledgement, ClockRequest, GameFull, GameRequest, GameResponse, GameState, JoinRequest,
    JoinResponse, LineType, PartialRequest, STARTED,
};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

/// Time without events after which an empty line keeps a stream alive.
const KEEP_ALIVE: Duration = Duration::from_secs(6);

/// Starts a game; answers with the token of the creator's seat.
pub async fn create(State(app): State<Arc<App>>, visitor: Visitor, Body(request): Body<GameRequest>) -> Response {
    let texts = visitor.texts;
    let result = async {
        app.create_rate.allow(visitor.client)?;
        let (rules, position) = (request.rules.clone(), request.position.as_deref().map(clean_line));
        let opponent = opponent(&request.opponent, texts)?;
        // The own game stays loaded while this value is held.
        let (title, _own) = match &request.file {
            Some(file) => {
                check_length(file)?;
                own_title(&app, &request.game, file.clone(), visitor.client).await?
            }
            None => (request.game.clone(), app.load_own_game(&request.game, visitor.client).await?),
        };
        let known = Arc::clone(&app);
        let start = position.clone();
        let ruling = app.work(JobKind::Pages, visitor.client, move || {
            let ruling = match opponent {
                Opponent::Engine(_) => Ruling::new(&title, &rules)?,
                Opponent::Friend | Opponent::Anyone | Opponent::SameScreen => Ruling::between_people(&title, &rules)?,
            };
            let game = start_game(&ruling, start.as_deref())?;
            if opponent == Opponent::Engine(Level::PERFECT) && !known.is_solved(&game) {
                return Err(Problem::BadRequest(texts.get("bad_perfect").to_owned()));
            }
            Ok(ruling)
        });
        let ruling = ruling.await?;
        if !matches!(request.side.as_str(), "" | "first" | "second" | "lot") {
            return Err(RequestError::not_allowed("side", &request.side, "first, second, lot").into());
        }
        // An own game may contain any text, so it is not listed publicly.
        if ruling.own().is_some() && opponent == Opponent::Anyone {
            return Err(Problem::BadRequest(texts.get("own_not_open").to_owned()));
        }
        let clock = request.clock.as_ref().map(|terms| clock(terms, texts)).transpose()?;
        app.check_file_quota(&ruling, &visitor).await?;
        let terms = Terms { ruling, position, clock };
        let by = (visitor.client, visitor.credentials.key.as_deref());
        let created = app.games.create(terms, opponent, side(&request.side), &clean_name(&request.name), by).await?;
        let invite =
            matches!(opponent, Opponent::Friend | Opponent::Anyone).then(|| visitor.url(&app.invitation(&created.id)));
        let url = visitor.url(&format!("/play/{}", created.id));
        Ok(GameResponse { id: created.id, url, token: created.token, invite })
    };
    answer(result.await, texts)
}

/// Loads an own game and returns its title on this server; `title` must use the id that the file declares.
async fn own_title(
    app: &App,
    title: &str,
    file: String,
    client: ClientAddr,
) -> Result<(String, Option<Arc<OwnGame>>), Problem> {
    let (word, variant) = title.split_once(':').map_or((title, None), |(word, variant)| (word, Some(variant)));
    let own = app.work(JobKind::Files, client, move || Ok(OwnGame::read(&file)?)).await?;
    if own.word() != word {
        return Err(RulingError::UnknownGame(word.to_owned()).into());
    }
    let title = [Some(own.name()), variant].into_iter().flatten().collect::<Vec<_>>().join(":");
    Ok((title, Some(own)))
}

fn opponent(text: &str, texts: Texts) -> Result<Opponent, Problem> {
    let level = |text: &str| text.strip_prefix("engine:")?.parse().ok();
    match text {
        "friend" => Ok(Opponent::Friend),
        "anyone" => Ok(Opponent::Anyone),
        "here" => Ok(Opponent::SameScreen),
        _ => level(text).map(Opponent::Engine).ok_or_else(|| Problem::BadRequest(texts.get("bad_opponent").to_owned())),
    }
}

fn clock(request: &ClockRequest, texts: Texts) -> Result<ClockTerms, Problem> {
    let terms = match *request {
        ClockRequest { minutes: Some(minutes), seconds, days: None } => ClockTerms::whole(minutes, seconds),
        ClockRequest { minutes: None, seconds: 0.0, days: Some(days) } if DAYS.contains(&i64::from(days)) => {
            Some(ClockTerms::Turn(i64::from(days) * DAY))
        }
        ClockRequest { .. } => None,
    };
    terms.ok_or_else(|| Problem::BadRequest(texts.get("bad_clock").to_owned()))
}

/// Takes the open seat of a game by its invitation; answers with its token.
pub async fn join(
    State(app): State<Arc<App>>,
    Path((id, token)): Path<(String, String)>,
    visitor: Visitor,
    Body(joining): Body<JoinRequest>,
) -> Response {
    let texts = visitor.texts;
    let result = async {
        let room = app.room(&id, visitor.client).await?;
        if !app.is_invitation(&id, &token) {
            return Err(Problem::Forbidden);
        }
        let joined = app.games.join(&room, visitor.credentials.key.as_deref(), &clean_name(&joining.name)).await;
        match joined {
            Ok((side, token)) => Ok(JoinResponse { id, side: side.into(), token }),
            Err(error) => Err(refusal_problem(room.snapshot().live(), &error, &visitor)),
        }
    };
    answer(result.await, texts)
}

/// Converts a refusal into a problem.
pub fn refusal_problem(live: &LiveGame, error: &Refusal, visitor: &Visitor) -> Problem {
    let words = in_words(error, live.game.ruleset(), visitor.texts);
    match error {
        Refusal::NotPlaying => Problem::Forbidden,
        Refusal::Illegal(_) => Problem::BadRequest(words),
        // The reason is in the log.
        Refusal::NotStored(_) => Problem::Unavailable,
        _ => Problem::Conflict(words),
    }
}

/// Answers with the whole state of a game.
pub async fn show(State(app): State<Arc<App>>, Path(id): Path<String>, visitor: Visitor) -> Response {
    let result = async {
        let room = app.room(&id, visitor.client).await?;
        let (who, texts) = (visitor.credentials.clone(), visitor.texts);
        let look = move || {
            let snapshot = room.snapshot();
            Ok(Json(state(&snapshot, seats_of(&snapshot, &who), room.presence(), texts, now())).into_response())
        };
        app.work(JobKind::Snapshots, visitor.client, look).await
    };
    result.await.unwrap_or_else(|problem: Problem| problem.json(visitor.texts))
}

/// Answers with the record of a game.
pub async fn record(State(app): State<Arc<App>>, Path(id): Path<String>, visitor: Visitor) -> Response {
    let texts = visitor.texts;
    let result = async {
        let room = app.room(&id, visitor.client).await?;
        app.work(JobKind::Snapshots, visitor.client, move || Ok(pdn_of(&room.snapshot(), &visitor))).await
    };
    match result.await {
        Ok(text) => ([(CONTENT_TYPE, PDN)], text).into_response(),
        Err(problem) => problem.json(texts),
    }
}

/// Handles an act: `move/a2-b3`, `draw/yes`, `takeback/no`, `count/yes`, `rematch/yes`, `resign`, `call_off`, `claim`,
/// `say/good_luck`, `shut`.
pub async fn act(State(app): State<Arc<App>>, Path((id, act)): Path<(String, String)>, visitor: Visitor) -> Response {
    let result = async {
        let room = app.room(&id, visitor.client).await?;
        let act = {
            let snapshot = room.snapshot();
            read_act(&snapshot, &act, &visitor).ok_or(Problem::NotFound)?
        };
        match app.games.act(&room, &visitor.credentials, visitor.client, &act).await {
            Ok(()) => Ok(Acknowledgement { ok: true }),
            Err(ActError::Refused(error)) => Err(refusal_problem(room.snapshot().live(), &error, &visitor)),
            Err(ActError::Job(undone)) => Err(undone.into()),
            Err(ActError::TooFast(exceeded)) => Err(exceeded.into()),
        }
    };
    answer(result.await, visitor.texts)
}

fn read_act(snapshot: &Snapshot, text: &str, visitor: &Visitor) -> Option<Act> {
    let live = snapshot.live();
    match text {
        "resign" => return Some(Act::Resign),
        "call_off" => return Some(Act::CallOff),
        "claim" => return Some(Act::Claim),
        "shut" => return Some(Act::Mute),
        _ => {}
    }
    let (what, word) = text.split_once('/')?;
    match what {
        "move" => return Some(Act::Turn { ply: None, text: word.to_owned() }),
        "say" => return Phrase::named(word).map(Act::Say),
        _ => {}
    }
    let deal = OfferKind::named(what)?;
    // `yes` offers, or accepts the same offer of the other side; `no` declines.
    let offered =
        live.offer.is_some_and(|offer| offer.kind == deal && !seats_of(snapshot, &visitor.credentials).holds(offer.by));
    match word {
        "yes" if offered => Some(Act::Accept),
        "yes" => Some(Act::Offer(deal)),
        "no" => Some(Act::Decline),
        _ => None,
    }
}

/// Answers with the continuations of a partly entered move.
pub async fn partial(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    visitor: Visitor,
    Body(ask): Body<PartialRequest>,
) -> Response {
    let result = async {
        let (snapshot, texts) = (app.room(&id, visitor.client).await?.snapshot(), visitor.texts);
        let judged = move || {
            let partial = check_partial(&snapshot.live().game, snapshot.legal()?, &ask, texts);
            partial.ok_or_else(|| Problem::BadRequest(texts.get("live_unreadable").to_owned()))
        };
        app.work(JobKind::Live, visitor.client, judged).await
    };
    answer(result.await, visitor.texts)
}

/// Streams a game as JSON lines: first a `gameFull`, then a `gameState` for every change, until the game is over.
pub async fn stream(State(app): State<Arc<App>>, Path(id): Path<String>, visitor: Visitor) -> Response {
    let room = match app.room(&id, visitor.client).await {
        Ok(room) => room,
        Err(problem) => return problem.json(visitor.texts),
    };
    let slot = match app.live_connections.enter(visitor.client) {
        Ok(slot) => slot,
        Err(scope) => return Problem::from(scope).json(visitor.texts),
    };
    let (lines, receiver) = mpsc::channel(16);
    let mut closing = app.closing.subscribe();
    tokio::spawn(async move {
        let _slot = slot;
        tokio::select! {
            () = send_lines(room, visitor, lines) => {}
            () = shutdown_started(&mut closing) => {}
        }
    });
    ([(CONTENT_TYPE, NDJSON)], HttpBody::from_stream(ReceiverStream::new(receiver))).into_response()
}

async fn send_lines(room: Arc<Room>, visitor: Visitor, lines: mpsc::Sender<Result<String, std::convert::Infallible>>) {
    let mut changes = room.subscribe();
    let seated = room.seats_of(&visitor.credentials);
    let _guest = room.enter(seated);
    let mut line = line_of(&game_full(&room.id, &room.snapshot(), &visitor));
    loop {
        let is_over = room.snapshot().live().end().is_some();
        if lines.send(Ok(line)).await.is_err() || is_over {
            return;
        }
        line = loop {
            match tokio::time::timeout(KEEP_ALIVE, changes.recv()).await {
                // The seats have changed: the client must reconnect.
                Ok(Ok(RoomEvent::Presence)) if room.is_stale() => return,
                Ok(Ok(RoomEvent::Presence)) => {}
                Ok(Ok(_) | Err(RecvError::Lagged(_))) => break line_of(&game_state(room.snapshot().live())),
                Ok(Err(RecvError::Closed)) => return,
                Err(_) => break "\n".to_owned(),
            }
        };
    }
}

fn game_state(live: &LiveGame) -> GameState {
    let board = &live.game.ruleset().board;
    let at = now();
    let left = |side: Side| live.clock.map(|clock| clock.remaining(side, at).max(0));
    let offers = |deal: OfferKind| live.offer.filter(|offer| offer.kind == deal).map(|offer| offer.by.into());
    let end = live.end();
    GameState {
        r#type: LineType::GameState,
        moves: live.game.history().iter().map(|turn| turn.text(board)).collect::<Vec<_>>().join(";"),
        fen: write_fen(live.game.ruleset(), &live.game.setup()),
        to_move: live.to_move().map(wire::Side::from),
        first_time: left(Side::First),
        second_time: left(Side::Second),
        status: end.map_or(STARTED, |(_, reason)| reason).to_owned(),
        winner: end.and_then(|(winner, _)| winner).map(wire::Side::from),
        draw: offers(OfferKind::Draw),
        takeback: offers(OfferKind::Takeback),
        count: offers(OfferKind::Count),
        rematch: live.rematch.clone(),
    }
}

fn game_full(id: &str, snapshot: &Snapshot, visitor: &Visitor) -> GameFull {
    let live = snapshot.live();
    let ruling = &snapshot.terms.ruling;
    GameFull {
        r#type: LineType::GameFull,
        id: id.to_owned(),
        game: ruling.title().to_owned(),
        rules: ruling.rules().to_vec(),
        initial_fen: snapshot.terms.position.clone().unwrap_or_else(|| "startpos".to_owned()),
        created_at: snapshot.created,
        clock: snapshot.terms.clock.map(clock_terms),
        players: crate::live::players(live, [true; 2], visitor.texts),
        state: game_state(live),
    }
}
