//! The WebSocket of a live game: receives acts, sends changes.

use super::room::{ActError, ConnectionGuard, Room, RoomEvent};
use super::snapshot::seats_of;
use super::state;
use crate::app::App;
use crate::connections::{ConnectionSlot, DescriptorPermit, shutdown_started};
use crate::model::{Act, Credentials, OfferKind, Phrase, Refusal, Seats, now};
use crate::rate_limit::quota;
use crate::texts::Texts;
use crate::visitor::Visitor;
use crate::workers::{JobError, JobKind};
use axum::body::Bytes;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use flate2::Compression;
use flate2::write::GzEncoder;
use governor::RateLimiter;
use quirkat_explore::{check_partial, refusal};
use quirkat_rules::Ruleset;
use quirkat_wire::{Message as WireMessage, PartialRequest, Request};
use quirkat_words::texts::capitalised;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{MissedTickBehavior, interval, timeout};

/// Maximum length of a received message, in bytes.
pub const MAX_MESSAGE_LEN: usize = 4_096;
/// Length in bytes above which a sent message is compressed, if the receiver accepts that. Only the state of a long game is
/// longer.
const GZIP_THRESHOLD: usize = 8 << 10;
/// Rate limit of received messages: the period for one message, and the burst.
const MESSAGE_RATE: (Duration, u32) = (Duration::from_millis(50), 60);
/// Number of messages beyond the rate limit after which the connection is closed.
const MAX_RATE_VIOLATIONS: usize = 200;

/// Interval of heartbeats, each of which also pings the receiver.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(3);
/// Heartbeats without any message from a page after which its connection ends. A page answers at once, so that both sides notice
/// within ten seconds that the network is gone.
const MAX_SILENT_BEATS_PAGE: usize = 2;
/// The same for a program, which may be thinking and read nothing meanwhile.
const MAX_SILENT_BEATS_PROGRAM: usize = 40;
/// Time for which a closed connection is still read.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// The options of a connection, from its query string.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SocketOptions {
    /// Number of events that the page has rendered already; `None` for programs.
    pub known_events: Option<usize>,
    /// Whether long messages may be compressed with gzip.
    pub accepts_gzip: bool,
}

/// Runs a connection until it ends; holds its slots for as long.
pub async fn run_socket(
    mut socket: WebSocket,
    app: Arc<App>,
    room: Arc<Room>,
    visitor: Visitor,
    SocketOptions { known_events, accepts_gzip }: SocketOptions,
    _slots: (ConnectionSlot, DescriptorPermit),
) {
    let mut closing = app.closing.subscribe();
    let mut events = room.subscribe();
    let seated = room.seats_of(&visitor.credentials);
    let guard = room.enter(seated);
    let texts = visitor.texts;
    let mut client = Connection { app, room, texts, visitor, seated, guard, ply: 0, events: 0, accepts_gzip };
    let rate = RateLimiter::direct(quota(MESSAGE_RATE.0, MESSAGE_RATE.1));
    let mut violations = 0;
    let Ok(first) = client.first(known_events).await else { return close(socket).await };
    if socket.send(first).await.is_err() {
        return;
    }
    let beat = Message::from(json_text(&WireMessage::Beat));
    let mut beats = interval(HEARTBEAT_INTERVAL);
    beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut silent = 0;
    // Only pages state the events that they have rendered.
    let max_silent = if known_events.is_some() { MAX_SILENT_BEATS_PAGE } else { MAX_SILENT_BEATS_PROGRAM };
    loop {
        let answer = tokio::select! {
            _ = beats.tick() => {
                silent += 1;
                if silent > max_silent || socket.send(Message::Ping(Bytes::new())).await.is_err() {
                    return;
                }
                // A script cannot see pings, so it gets a message too.
                Ok(Some(beat.clone()))
            }
            () = shutdown_started(&mut closing) => return close(socket).await,
            event = events.recv() => match event {
                Ok(event) => client.event_message(&event).await,
                Err(RecvError::Lagged(_)) => client.state().await.map(Some),
                Err(RecvError::Closed) => return,
            },
            message = socket.recv() => match message.inspect(|_| silent = 0) {
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(None),
                Some(Ok(message)) if rate.check().is_ok() => match message {
                    Message::Text(text) => client.handle(&text).await,
                    _ => Ok(Some(client.refused("live_unreadable"))),
                },
                Some(Ok(_)) => {
                    violations += 1;
                    if violations > MAX_RATE_VIOLATIONS {
                        tracing::warn!(game = %client.room.id, "closed a connection that exceeded the rate limit");
                        return close(socket).await;
                    }
                    Ok(Some(client.refused("live_too_fast")))
                }
            },
        };
        // If no state can be sent now, the client must reconnect.
        let Ok(answer) = answer else { return close(socket).await };
        if let Some(answer) = answer
            && socket.send(answer).await.is_err()
        {
            return;
        }
        // The client reconnects to a new room, after it has read the reason.
        if client.room.is_stale() {
            return close(socket).await;
        }
    }
}

/// Closes a connection, and discards incoming messages for a moment so that the client can still read the last one sent.
async fn close(mut socket: WebSocket) {
    let closing = async {
        if socket.send(Message::Close(None)).await.is_ok() {
            while let Some(Ok(_)) = socket.recv().await {}
        }
    };
    // A client that goes on sending is cut off.
    let _ = timeout(CLOSE_TIMEOUT, closing).await;
}

/// Returns a text as a message, compressed if it is long and the receiver accepts that.
fn message(text: Utf8Bytes, accepts_gzip: bool, level: Compression) -> Message {
    let compressed = (accepts_gzip && text.len() > GZIP_THRESHOLD).then(|| gzip(&text, level));
    compressed.and_then(Result::ok).map_or(Message::Text(text), Message::Binary)
}

/// Compresses a text. The library does not support WebSocket's own compression, which would also keep a window in memory for
/// each connection. Received messages are never decompressed.
fn gzip(text: &str, level: Compression) -> io::Result<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), level);
    encoder.write_all(text.as_bytes())?;
    encoder.finish().map(Bytes::from)
}

/// One client of a game.
struct Connection {
    app: Arc<App>,
    room: Arc<Room>,
    visitor: Visitor,
    texts: Texts,
    seated: Seats,
    /// Presence of the client.
    guard: ConnectionGuard,
    /// Plies that the client has been sent.
    ply: usize,
    /// Events that the client has been sent.
    events: usize,
    accepts_gzip: bool,
}

impl Connection {
    /// Returns the first message: the whole state, or an update for a page that has rendered all events.
    async fn first(&mut self, known_events: Option<usize>) -> Result<Message, JobError> {
        let snapshot = self.room.snapshot();
        if known_events != Some(snapshot.live().events) {
            return self.state().await;
        }
        (self.ply, self.events) = (snapshot.live().game.history().len(), snapshot.live().events);
        let update = state::update(&snapshot, self.seated, self.room.presence(), self.texts, now());
        Ok(self.message(json_text(&update)))
    }

    /// Returns the whole state, made on a worker thread: its size grows with the game.
    async fn state(&mut self) -> Result<Message, JobError> {
        let snapshot = self.room.snapshot();
        self.seated = seats_of(&snapshot, &self.visitor.credentials);
        (self.ply, self.events) = (snapshot.live().game.history().len(), snapshot.live().events);
        let (seated, presence, texts) = (self.seated, self.room.presence(), self.texts);
        let accepts_gzip = self.accepts_gzip;
        let make = move || {
            let state = json_text(&state::state(&snapshot, seated, presence, texts, now()));
            message(state.into(), accepts_gzip, Compression::default())
        };
        self.app.games.workers().work(JobKind::Snapshots, self.visitor.client, make).await
    }

    /// Returns a text as a message. It runs on the shared threads, so it compresses fast.
    fn message(&self, text: impl Into<Utf8Bytes>) -> Message {
        message(text.into(), self.accepts_gzip, Compression::fast())
    }

    /// Returns the message about an event; `None` if the client has been sent it already.
    async fn event_message(&mut self, event: &RoomEvent) -> Result<Option<Message>, JobError> {
        let (RoomEvent::Turn(snapshot) | RoomEvent::Other(snapshot)) = event else {
            let presence = self.room.presence();
            let online =
                state::players(self.room.snapshot().live(), presence.online, self.texts).map(|player| player.online);
            return Ok(Some(self.message(json_text(&WireMessage::Presence { online, watchers: presence.watchers }))));
        };
        let is_turn = matches!(event, RoomEvent::Turn(_));
        let ply = snapshot.live().game.history().len();
        let follows = if is_turn { ply == self.ply + 1 } else { ply <= self.ply };
        if snapshot.live().events <= self.events {
            // The message that was sent last includes it.
            return Ok(None);
        } else if !follows {
            return self.state().await.map(Some);
        }
        self.seated = seats_of(snapshot, &self.visitor.credentials);
        (self.ply, self.events) = (ply, snapshot.live().events);
        let make = || {
            let last = || state::last_turn(snapshot, self.seated, self.texts, now());
            let other = || state::update(snapshot, self.seated, self.room.presence(), self.texts, now());
            json_text(&is_turn.then(last).flatten().unwrap_or_else(other))
        };
        Ok(Some(self.message(snapshot.message_for((self.seated, self.texts.0, self.texts.2), make))))
    }

    fn refused(&self, key: &str) -> Message {
        refused(self.texts.get(key))
    }

    /// Handles a message of the client and returns the answer.
    async fn handle(&mut self, text: &str) -> Result<Option<Message>, JobError> {
        let act = match serde_json::from_str(text) {
            Err(_) => return Ok(Some(self.refused("live_unreadable"))),
            Ok(Request::Ping) => return Ok(Some(json_text(&WireMessage::Pong).into())),
            Ok(Request::Seat { token }) => return self.take_seat(token).await.map(Some),
            Ok(Request::Partial { n, ply, ask }) => return Ok(Some(self.partial(n, ply, ask).await)),
            Ok(Request::Turn { ply, text }) => Act::Turn { ply: Some(ply), text },
            Ok(Request::Offer { what }) => match OfferKind::named(&what) {
                Some(deal) => Act::Offer(deal),
                None => return Ok(Some(self.refused("live_unreadable"))),
            },
            Ok(Request::Rematch) => Act::Offer(OfferKind::Rematch),
            Ok(Request::Accept) => Act::Accept,
            Ok(Request::Decline) => Act::Decline,
            Ok(Request::Resign) => Act::Resign,
            Ok(Request::CallOff) => Act::CallOff,
            Ok(Request::Claim) => Act::Claim,
            Ok(Request::Say { what }) => match Phrase::named(&what) {
                Some(phrase) => Act::Say(phrase),
                None => return Ok(Some(self.refused("live_unreadable"))),
            },
            Ok(Request::Shut) => Act::Mute,
            Ok(Request::Hint) => {
                let hinted = self.app.games.hint(&self.room, &self.visitor.credentials, self.visitor.client).await;
                return self.act_message(hinted).await;
            }
        };
        let acted = self.app.games.act(&self.room, &self.visitor.credentials, self.visitor.client, &act).await;
        self.act_message(acted).await
    }

    /// Seats the client by the token of a seat, and returns the state as it sees it then.
    async fn take_seat(&mut self, token: String) -> Result<Message, JobError> {
        let credentials = Credentials { token: Some(token), ..self.visitor.credentials.clone() };
        let seated = self.room.seats_of(&credentials);
        if seated == Seats::None {
            let snapshot = self.room.snapshot();
            return Ok(refused(&in_words(&Refusal::NotPlaying, snapshot.live().game.ruleset(), self.texts)));
        }
        self.visitor.credentials = credentials;
        self.guard = self.room.enter(seated);
        self.state().await
    }

    /// Returns the answer to an act. The effect of a successful act arrives as a room event instead.
    async fn act_message(&mut self, result: Result<(), ActError>) -> Result<Option<Message>, JobError> {
        Ok(match result {
            Ok(()) => None,
            Err(ActError::Refused(Refusal::StalePly)) => Some(self.state().await?),
            Err(ActError::Refused(error)) => {
                Some(refused(&in_words(&error, self.room.snapshot().live().game.ruleset(), self.texts)))
            }
            Err(ActError::Job(error)) => Some(self.job_error(error)),
            Err(ActError::TooFast(_)) => Some(self.refused("live_too_fast")),
        })
    }

    async fn partial(&self, n: u64, ply: usize, ask: PartialRequest) -> Message {
        let (snapshot, texts) = (self.room.snapshot(), self.texts);
        let live = snapshot.live();
        if ply != live.game.history().len() {
            return refused(&in_words(&Refusal::StalePly, live.game.ruleset(), texts));
        }
        let check = move || {
            let turns = snapshot.legal().ok()?;
            check_partial(&snapshot.live().game, turns, &ask, texts)
        };
        match self.app.games.workers().work(JobKind::Live, self.visitor.client, check).await {
            Ok(Some(partial)) => self.message(json_text(&WireMessage::Partial { n, partial: Box::new(partial) })),
            Ok(None) => self.refused("live_unreadable"),
            Err(error) => self.job_error(error),
        }
    }

    fn job_error(&self, error: JobError) -> Message {
        self.refused(match error {
            JobError::QueueFull(_) => "live_too_fast",
            JobError::Panicked => "error_500_heading",
        })
    }
}

fn refused(message: &str) -> Message {
    json_text(&WireMessage::Refused { message: message.to_owned() }).into()
}

/// Returns a refusal in words; that of an illegal move names the rule that it breaks.
pub fn in_words(error: &Refusal, ruleset: &Ruleset, texts: Texts) -> String {
    match error {
        Refusal::Illegal(error) => refusal(ruleset, error, texts),
        // The reason is in the log; visitors need not see it.
        Refusal::NotStored(_) => texts.get("away_message").to_owned(),
        error => capitalised(&error.in_words(ruleset, texts.0)),
    }
}

fn json_text(message: &WireMessage) -> String {
    serde_json::to_string(message).unwrap_or_default()
}
