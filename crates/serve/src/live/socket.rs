//! The live connection of a page: acts come in, what changed goes out.

use super::explain::refusal;
use super::room::{Change, Room};
use super::state;
use super::table::seated;
use super::{Act, Deal, Failed, Phrase, Refusal, Seated, now};
use crate::app::App;
use crate::connections::{Descriptor, Place, closed};
use crate::pace::quota;
use crate::texts::Texts;
use crate::visitor::Visitor;
use crate::workers::{Kind, Undone};
use axum::body::Bytes;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use flate2::Compression;
use flate2::write::GzEncoder;
use governor::RateLimiter;
use quirkat_rules::Ruleset;
use quirkat_wire::{Message as Said, PartialAsk, Request};
use quirkat_words::texts::capitalised;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{MissedTickBehavior, interval, timeout};

/// The longest message that is read, in bytes.
pub const LONGEST: usize = 4_096;
/// What is longer than this goes out packed, in bytes, to whoever can unpack it: what a long game has come to.
const PACKED: usize = 8 << 10;
/// A message may come each such time, and so many at once.
const PACE: (Duration, u32) = (Duration::from_millis(50), 60);
/// After so many messages that came too fast, the connection ends.
const PATIENCE: usize = 200;

/// A connection is told this often that it is alive, and asked whether it is there.
const BEAT: Duration = Duration::from_secs(3);
/// It ends when it has not answered so many times: a page answers at once, so that within ten seconds both sides know that
/// the network of one is gone; a program may be thinking and not listening meanwhile.
const SILENT_PAGE: usize = 2;
const SILENT_PROGRAM: usize = 40;
/// How long a connection that is closed is still listened to.
const PARTING: Duration = Duration::from_secs(1);

/// What whoever connects says of themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Greeting {
    /// Of how many events of the game a page has already been told.
    pub known: Option<usize>,
    /// Whether long messages may come packed.
    pub unpacks: bool,
}

/// Serves a connection until it ends, and gives its places back then.
pub async fn live(
    mut socket: WebSocket,
    app: Arc<App>,
    room: Arc<Room>,
    visitor: Visitor,
    Greeting { known, unpacks }: Greeting,
    _places: (Place, Descriptor),
) {
    let mut closing = app.closing.subscribe();
    let mut changes = room.watch();
    let seated = room.seated(&visitor.who);
    let _guest = room.enter(seated);
    let mut page = Page { app, room, texts: visitor.texts, visitor, seated, ply: 0, events: 0, unpacks };
    let pace = RateLimiter::direct(quota(PACE.0, PACE.1));
    let mut too_fast = 0;
    let Ok(first) = page.first(known).await else { return part(socket).await };
    if socket.send(first).await.is_err() {
        return;
    }
    let beat = Message::from(json_text(&Said::Beat));
    let mut beats = interval(BEAT);
    beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut silent = 0;
    // Pages alone say what they know.
    let most_silent = if known.is_some() { SILENT_PAGE } else { SILENT_PROGRAM };
    loop {
        let answer = tokio::select! {
            _ = beats.tick() => {
                silent += 1;
                if silent > most_silent || socket.send(Message::Ping(Bytes::new())).await.is_err() {
                    return;
                }
                // Scripts do not see the pings.
                Ok(Some(beat.clone()))
            }
            () = closed(&mut closing) => return part(socket).await,
            change = changes.recv() => match change {
                Ok(change) => page.changed(&change).await,
                Err(RecvError::Lagged(_)) => page.state().await.map(Some),
                Err(RecvError::Closed) => return,
            },
            message = socket.recv() => match message.inspect(|_| silent = 0) {
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(None),
                Some(Ok(message)) if pace.check().is_ok() => match message {
                    Message::Text(text) => page.requested(&text).await,
                    _ => Ok(Some(page.refused("live_unreadable"))),
                },
                Some(Ok(_)) => {
                    too_fast += 1;
                    if too_fast > PATIENCE {
                        tracing::warn!(game = %page.room.id, "a connection that sent too much was closed");
                        return part(socket).await;
                    }
                    Ok(Some(page.refused("live_too_fast")))
                }
            },
        };
        // Whoever cannot be shown the game now comes back.
        let Ok(answer) = answer else { return part(socket).await };
        if let Some(answer) = answer
            && socket.send(answer).await.is_err()
        {
            return;
        }
        // The page comes back and finds the game as it was kept, once it has read why it has to.
        if page.room.is_broken() {
            return part(socket).await;
        }
    }
}

/// Closes a connection so that what was said last is still read: what comes in meanwhile is thrown away for a moment.
async fn part(mut socket: WebSocket) {
    let parting = async {
        if socket.send(Message::Close(None)).await.is_ok() {
            while let Some(Ok(_)) = socket.recv().await {}
        }
    };
    // Whoever goes on sending after that is cut off.
    let _ = timeout(PARTING, parting).await;
}

/// A text on its way, packed this well where it is long and can be unpacked.
fn message(text: Utf8Bytes, unpacks: bool, level: Compression) -> Message {
    let packed = (unpacks && text.len() > PACKED).then(|| packed(&text, level));
    packed.and_then(Result::ok).map_or(Message::Text(text), Message::Binary)
}

/// A text as gzip has it. WebSocket's own compression is nothing that the library speaks, and would hold a window of
/// each connection in memory; and what comes in is never unpacked here.
fn packed(text: &str, level: Compression) -> io::Result<Bytes> {
    let mut packer = GzEncoder::new(Vec::new(), level);
    packer.write_all(text.as_bytes())?;
    packer.finish().map(Bytes::from)
}

/// One page that looks at a game.
struct Page {
    app: Arc<App>,
    room: Arc<Room>,
    visitor: Visitor,
    texts: Texts,
    seated: Seated,
    /// The plies that the page knows of, and the events.
    ply: usize,
    events: usize,
    /// Whether it can unpack what is long.
    unpacks: bool,
}

impl Page {
    /// Everything, or as much of it as the page does not know.
    async fn first(&mut self, known: Option<usize>) -> Result<Message, Undone> {
        let table = self.room.look();
        if known != Some(table.events) {
            return self.state().await;
        }
        (self.ply, self.events) = (table.game.history().len(), table.events);
        let known = state::update(&table, self.seated, self.room.presence(), self.texts, now());
        Ok(self.said(json_text(&known)))
    }

    /// Everything: the longer the game, the longer that takes.
    async fn state(&mut self) -> Result<Message, Undone> {
        let table = self.room.look();
        self.seated = seated(&table, &self.visitor.who);
        (self.ply, self.events) = (table.game.history().len(), table.events);
        let (seated, presence, texts, unpacks) = (self.seated, self.room.presence(), self.texts, self.unpacks);
        let look = move || {
            let state = json_text(&state::state(&table, seated, presence, texts, now()));
            message(state.into(), unpacks, Compression::default())
        };
        self.app.rooms.workers().work(Kind::Looks, self.visitor.owner, look).await
    }

    /// What is said by those who serve everybody, and so packed in a hurry.
    fn said(&self, text: impl Into<Utf8Bytes>) -> Message {
        message(text.into(), self.unpacks, Compression::fast())
    }

    async fn changed(&mut self, change: &Change) -> Result<Option<Message>, Undone> {
        let (Change::Turn(table) | Change::Other(table)) = change else {
            let presence = self.room.presence();
            let online = state::players(&self.room.look(), presence.online, self.texts).map(|player| player.online);
            return Ok(Some(self.said(json_text(&Said::Presence { online, watchers: presence.watchers }))));
        };
        let is_turn = matches!(change, Change::Turn(_));
        let ply = table.game.history().len();
        let follows = if is_turn { ply == self.ply + 1 } else { ply <= self.ply };
        if table.events <= self.events {
            // It was in what was sent last.
            return Ok(None);
        } else if !follows {
            return self.state().await.map(Some);
        }
        self.seated = seated(table, &self.visitor.who);
        (self.ply, self.events) = (ply, table.events);
        let message = || {
            let last = || state::last_turn(table, self.seated, self.texts, now());
            let other = || state::update(table, self.seated, self.room.presence(), self.texts, now());
            json_text(&is_turn.then(last).flatten().unwrap_or_else(other))
        };
        Ok(Some(self.said(table.told((self.seated, self.texts.0), message))))
    }

    fn refused(&self, key: &str) -> Message {
        refused(self.texts.get(key))
    }

    async fn requested(&mut self, text: &str) -> Result<Option<Message>, Undone> {
        let act = match serde_json::from_str(text) {
            Err(_) => return Ok(Some(self.refused("live_unreadable"))),
            Ok(Request::Ping) => return Ok(Some(json_text(&Said::Pong).into())),
            Ok(Request::Partial { n, ply, ask }) => return Ok(Some(self.partial(n, ply, ask).await)),
            Ok(Request::Turn { ply, text }) => Act::Turn { ply: Some(ply), text },
            Ok(Request::Offer { what }) => match Deal::named(&what) {
                Some(deal) => Act::Offer(deal),
                None => return Ok(Some(self.refused("live_unreadable"))),
            },
            Ok(Request::Rematch) => Act::Offer(Deal::Rematch),
            Ok(Request::Accept) => Act::Accept,
            Ok(Request::Decline) => Act::Decline,
            Ok(Request::Resign) => Act::Resign,
            Ok(Request::CallOff) => Act::CallOff,
            Ok(Request::Claim) => Act::Claim,
            Ok(Request::Say { what }) => match Phrase::named(&what) {
                Some(phrase) => Act::Say(phrase),
                None => return Ok(Some(self.refused("live_unreadable"))),
            },
            Ok(Request::Shut) => Act::Shut,
            Ok(Request::Hint) => {
                let hinted = self.app.rooms.hint(&self.room, &self.visitor.who, self.visitor.owner).await;
                return self.answered(hinted).await;
            }
        };
        let acted = self.app.rooms.act(&self.room, &self.visitor.who, self.visitor.owner, &act).await;
        self.answered(acted).await
    }

    /// What is said of what was asked for; what has happened comes back as a change.
    async fn answered(&mut self, result: Result<(), Failed>) -> Result<Option<Message>, Undone> {
        Ok(match result {
            Ok(()) => None,
            Err(Failed::Refused(Refusal::OldPly)) => Some(self.state().await?),
            Err(Failed::Refused(error)) => {
                Some(refused(&in_words(&error, self.room.look().game.ruleset(), self.texts)))
            }
            Err(Failed::Undone(undone)) => Some(self.undone(undone)),
        })
    }

    async fn partial(&self, n: u64, ply: usize, ask: PartialAsk) -> Message {
        let (live, texts) = (self.room.look(), self.texts);
        if ply != live.game.history().len() {
            return refused(&in_words(&Refusal::OldPly, live.game.ruleset(), texts));
        }
        let judged = move || live.legal().ok().and_then(|turns| state::judge(&live.game, turns, &ask, texts));
        match self.app.rooms.workers().work(Kind::Live, self.visitor.owner, judged).await {
            Ok(Some(partial)) => self.said(json_text(&Said::Partial { n, partial: Box::new(partial) })),
            Ok(None) => self.refused("live_unreadable"),
            Err(undone) => self.undone(undone),
        }
    }

    fn undone(&self, undone: Undone) -> Message {
        self.refused(match undone {
            Undone::Busy(_) => "live_too_fast",
            Undone::Broken => "error_500_heading",
        })
    }
}

fn refused(message: &str) -> Message {
    json_text(&Said::Refused { message: message.to_owned() }).into()
}

/// A refusal in words: of a turn, by the rule that it breaks.
pub fn in_words(error: &Refusal, ruleset: &Ruleset, texts: Texts) -> String {
    match error {
        Refusal::Illegal(error) => refusal(ruleset, error, texts),
        // The log says why, which is nobody else's business.
        Refusal::NotKept(_) => texts.get("away_message").to_owned(),
        error => capitalised(&error.in_words(ruleset, texts.0)),
    }
}

fn json_text(message: &Said) -> String {
    serde_json::to_string(message).unwrap_or_default()
}
