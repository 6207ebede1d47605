//! A live game and those who look at it.

use super::clock::{Millis, now};
use super::game::{Act, Deal, Entry, Event, LiveGame, Player, Refusal, Seat, Seated};
use crate::store::{Change as Kept, Store, StoredGame};
use crate::tokens;
use quirkat_rules::Side;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use tokio::sync::{Mutex, MutexGuard, broadcast};

/// What has changed, for those who look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// A turn was played; the game has so many plies now.
    Turn(usize),
    /// Anything else about the game.
    State,
    /// Somebody came or went.
    Presence,
}

/// Who is here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Presence {
    /// Whether each side's player is here.
    pub online: [bool; 2],
    /// How many others look on.
    pub watchers: usize,
}

/// A live game and those who look at it.
#[derive(Debug)]
pub struct Room {
    /// The game's id.
    pub id: String,
    live: Mutex<LiveGame>,
    changes: broadcast::Sender<Change>,
    /// How many connections each side's player has, and how many everybody else.
    here: [AtomicUsize; 3],
    /// Something could not be kept: what is here and what is kept may differ, so that the game must be read again.
    broken: AtomicBool,
}

/// How somebody shows who they are.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Credentials {
    /// The device, by its signed cookie.
    pub device: Option<String>,
    /// A seat's token.
    pub token: Option<String>,
}

/// What is done with a room's game, and what follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// People go on.
    Nothing,
    /// The side to move is the engine's, or dice are to be thrown.
    Engine,
}

impl Room {
    /// A room of a game that was just created, or found in the storage.
    ///
    /// # Errors
    /// When its events do not fit its rules, in words.
    pub fn new(stored: &StoredGame) -> Result<Room, String> {
        let mut live = LiveGame::new(stored.terms.clone(), stored.seats.clone(), stored.created)?;
        for entry in &stored.entries {
            live.apply(entry)?;
        }
        let (changes, _) = broadcast::channel(64);
        let (here, broken) = (Default::default(), AtomicBool::new(false));
        Ok(Room { id: stored.id.clone(), live: Mutex::new(live), changes, here, broken })
    }

    /// The game, while nothing changes it.
    pub async fn look(&self) -> MutexGuard<'_, LiveGame> {
        self.live.lock().await
    }

    /// What changes from now on.
    pub fn watch(&self) -> broadcast::Receiver<Change> {
        self.changes.subscribe()
    }

    /// Whether the game must be read again from the storage.
    pub fn is_broken(&self) -> bool {
        self.broken.load(Ordering::Relaxed)
    }

    /// Whether nobody is here.
    pub fn is_empty(&self) -> bool {
        self.here.iter().all(|number| number.load(Ordering::Relaxed) == 0) && self.changes.receiver_count() == 0
    }

    /// Who is here.
    pub fn presence(&self) -> Presence {
        let number = |place: usize| self.here[place].load(Ordering::Relaxed);
        Presence { online: [number(0) > 0, number(1) > 0], watchers: number(2) }
    }

    /// Somebody comes, and stays until the guest is dropped.
    pub fn enter(self: &Arc<Self>, seated: Seated) -> Guest {
        let places = match seated {
            Seated::Nowhere => vec![2],
            Seated::At(side) => vec![side.index()],
            Seated::Both => vec![0, 1],
        };
        for &place in &places {
            self.here[place].fetch_add(1, Ordering::Relaxed);
        }
        self.tell(Change::Presence);
        Guest { room: Arc::clone(self), places }
    }

    fn tell(&self, change: Change) {
        // Nobody may be looking.
        let _ = self.changes.send(change);
    }

    /// Which seats somebody holds.
    pub async fn seated(&self, who: &Credentials) -> Seated {
        seated(&*self.look().await, who)
    }

    /// A player acts.
    ///
    /// # Errors
    /// When it is refused; nothing has changed then.
    pub async fn act(&self, store: &dyn Store, who: &Credentials, act: &Act) -> Result<Next, Refusal> {
        let mut live = self.look().await;
        let at = now();
        let events = live.judge(seated(&live, who), act, at)?;
        self.happen(&mut live, store, events, at).await
    }

    /// The engine or the dice play a turn in the game as it was after so many events; nothing happens if it has moved on.
    ///
    /// # Errors
    /// When it could not be kept.
    pub async fn play(&self, store: &dyn Store, events: usize, turn: &quirkat_rules::Turn) -> Result<Next, Refusal> {
        let mut live = self.look().await;
        let Some(side) = live.to_move().filter(|_| live.events == events) else { return Ok(Next::Nothing) };
        let event = live.turn_event(turn);
        self.happen(&mut live, store, vec![(side, event)], now()).await
    }

    /// The engine answers what was offered to it; nothing happens if the game has moved on.
    ///
    /// # Errors
    /// When it could not be kept.
    pub async fn answer(&self, store: &dyn Store, events: usize, accepts: bool) -> Result<Next, Refusal> {
        let mut live = self.look().await;
        let Some((by, _)) = live.offer.filter(|_| live.events == events) else { return Ok(Next::Nothing) };
        let answer = if accepts { Event::Accept } else { Event::Decline };
        self.happen(&mut live, store, vec![(by.other(), answer)], now()).await
    }

    /// Lets the flag fall if the running clock's time is over.
    ///
    /// # Errors
    /// When it could not be kept.
    pub async fn flag(&self, store: &dyn Store) -> Result<Next, Refusal> {
        let mut live = self.look().await;
        let at = now();
        let over = live.clock.and_then(|clock| clock.running().filter(|&side| clock.left(side, at) <= 0));
        match over {
            Some(side) if live.end().is_none() => self.happen(&mut live, store, vec![(side, Event::Flag)], at).await,
            _ => Ok(Next::Nothing),
        }
    }

    /// Keeps the id of the game that the same players begin next.
    ///
    /// # Errors
    /// When it could not be kept.
    pub async fn go_on_in(&self, store: &dyn Store, id: &str) -> Result<Next, Refusal> {
        let mut live = self.look().await;
        self.happen(&mut live, store, vec![(Side::First, Event::Rematch(id.to_owned()))], now()).await
    }

    /// Somebody whose invitation was seen takes the open seat, and gets its token.
    ///
    /// # Errors
    /// When no seat is open.
    pub async fn join(&self, store: &dyn Store, device: Option<&str>, name: &str) -> Result<(Side, String), Refusal> {
        let mut live = self.look().await;
        let side = live.open_side().ok_or(Refusal::NotOpen)?;
        let token = tokens::token();
        let seat = Seat {
            player: Player::Person(name.to_owned()),
            device: device.map(str::to_owned),
            token: Some(tokens::digest(&token)),
        };
        let entry = Entry { at: now(), by: side, event: Event::Join(name.to_owned()) };
        let changes = vec![
            Kept::Seat { id: self.id.clone(), side, seat: seat.clone() },
            Kept::Append { id: self.id.clone(), after: live.events, entries: vec![entry.clone()] },
        ];
        self.keep(store, changes).await?;
        live.seats[side.index()] = seat;
        live.apply(&entry).map_err(Refusal::NotKept)?;
        self.tell(Change::State);
        Ok((side, token))
    }

    /// Keeps events, lets them happen, and tells everybody.
    async fn happen(
        &self,
        live: &mut LiveGame,
        store: &dyn Store,
        events: Vec<(Side, Event)>,
        at: Millis,
    ) -> Result<Next, Refusal> {
        let is_turn = matches!(events[..], [(_, Event::Turn(_))]);
        let entries: Vec<_> = events.into_iter().map(|(by, event)| Entry { at, by, event }).collect();
        // What does not fit is never kept: the game could not be read again.
        let mut after = live.clone();
        for entry in &entries {
            after.apply(entry).map_err(Refusal::NotKept)?;
        }
        let append = Kept::Append { id: self.id.clone(), after: live.events, entries };
        self.keep(store, vec![append]).await?;
        *live = after;
        self.tell(if is_turn { Change::Turn(live.game.history().len()) } else { Change::State });
        Ok(next(live))
    }

    async fn keep(&self, store: &dyn Store, changes: Vec<Kept>) -> Result<(), Refusal> {
        let kept = store.keep(changes).await;
        kept.map_err(|error| {
            self.broken.store(true, Ordering::Relaxed);
            tracing::error!(game = %self.id, %error, "an event could not be kept");
            Refusal::NotKept(error.to_string())
        })
    }
}

/// What has to happen without anybody's act.
pub fn next(live: &LiveGame) -> Next {
    let Some(side) = live.to_move().filter(|_| !live.is_waiting()) else {
        return Next::Nothing;
    };
    let to_answer = live.offer.is_some_and(|(by, deal)| deal != Deal::Rematch && is_engine(live, by.other()));
    if live.game.is_throw() || is_engine(live, side) || to_answer { Next::Engine } else { Next::Nothing }
}

/// Whether the engine plays a side.
pub fn is_engine(live: &LiveGame, side: Side) -> bool {
    matches!(live.seats[side.index()].player, Player::Engine(_))
}

/// Which seats of a game somebody holds.
pub fn seated(live: &LiveGame, who: &Credentials) -> Seated {
    let holds = |side: Side| {
        let seat = &live.seats[side.index()];
        let by_token =
            who.token.as_deref().zip(seat.token.as_deref()).is_some_and(|(token, kept)| tokens::fits(token, kept));
        // Who shows a token acts by that token alone.
        by_token || who.token.is_none() && seat.device.is_some() && seat.device == who.device
    };
    match Side::BOTH.map(holds) {
        [true, true] => Seated::Both,
        [true, false] => Seated::At(Side::First),
        [false, true] => Seated::At(Side::Second),
        [false, false] => Seated::Nowhere,
    }
}

/// Somebody who is in a room.
#[derive(Debug)]
pub struct Guest {
    room: Arc<Room>,
    places: Vec<usize>,
}

impl Drop for Guest {
    fn drop(&mut self) {
        for &place in &self.places {
            self.room.here[place].fetch_sub(1, Ordering::Relaxed);
        }
        self.room.tell(Change::Presence);
    }
}
