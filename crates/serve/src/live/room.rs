//! A table and those who look at it.

use super::table::{Credentials, Seat, Table, seated};
use super::{Act, Entry, Event, Millis, Next, Player, Refusal, Seated, now};
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

/// A table and those who look at it.
#[derive(Debug)]
pub struct Room {
    /// The game's id.
    pub id: String,
    table: Mutex<Table>,
    changes: broadcast::Sender<Change>,
    /// How many connections each side's player has, and how many everybody else.
    here: [AtomicUsize; 3],
    /// Something could not be kept: what is here and what is kept may differ, so that the game must be read again.
    broken: AtomicBool,
}

impl Room {
    /// A room of a game that was just created, or found in the storage.
    ///
    /// # Errors
    /// When its events do not fit its rules, in words.
    pub fn new(stored: &StoredGame) -> Result<Room, String> {
        let mut table = Table::new(stored.terms.clone(), stored.seats.clone(), stored.created)?;
        for entry in &stored.entries {
            table.live.apply(entry).map_err(|misfit| misfit.to_string())?;
        }
        let (changes, _) = broadcast::channel(64);
        let (here, broken) = (Default::default(), AtomicBool::new(false));
        Ok(Room { id: stored.id.clone(), table: Mutex::new(table), changes, here, broken })
    }

    /// The table, while nothing changes it.
    pub async fn look(&self) -> MutexGuard<'_, Table> {
        self.table.lock().await
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
        let mut table = self.look().await;
        let at = now();
        let events = table.judge(seated(&table, who), act, at)?;
        self.happen(&mut table, store, events, at).await
    }

    /// The engine or the dice play a turn in the game as it was after so many events; nothing happens if it has moved on.
    ///
    /// # Errors
    /// When it could not be kept.
    pub async fn play(&self, store: &dyn Store, events: usize, turn: &quirkat_rules::Turn) -> Result<Next, Refusal> {
        let mut table = self.look().await;
        let Some(side) = table.to_move().filter(|_| table.events == events) else { return Ok(Next::People) };
        let event = table.turn_event(turn);
        self.happen(&mut table, store, vec![(side, event)], now()).await
    }

    /// The engine answers what was offered to it; nothing happens if the game has moved on.
    ///
    /// # Errors
    /// When it could not be kept.
    pub async fn answer(&self, store: &dyn Store, events: usize, accepts: bool) -> Result<Next, Refusal> {
        let mut table = self.look().await;
        let Some(offer) = table.offer.filter(|_| table.events == events) else { return Ok(Next::People) };
        let answer = if accepts { Event::Accept } else { Event::Decline };
        self.happen(&mut table, store, vec![(offer.by.other(), answer)], now()).await
    }

    /// Lets the flag fall if the running clock's time is over.
    ///
    /// # Errors
    /// When it could not be kept.
    pub async fn flag(&self, store: &dyn Store) -> Result<Next, Refusal> {
        let mut table = self.look().await;
        let at = now();
        match table.clock.and_then(|clock| clock.flagged(at)) {
            Some(side) if table.end().is_none() => self.happen(&mut table, store, vec![(side, Event::Flag)], at).await,
            _ => Ok(Next::People),
        }
    }

    /// Keeps the id of the game that the same players begin next.
    ///
    /// # Errors
    /// When it could not be kept.
    pub async fn go_on_in(&self, store: &dyn Store, id: &str) -> Result<Next, Refusal> {
        let mut table = self.look().await;
        self.happen(&mut table, store, vec![(Side::First, Event::Rematch(id.to_owned()))], now()).await
    }

    /// Somebody whose invitation was seen takes the open seat, and gets its token.
    ///
    /// # Errors
    /// When no seat is open.
    pub async fn join(&self, store: &dyn Store, device: Option<&str>, name: &str) -> Result<(Side, String), Refusal> {
        let mut table = self.look().await;
        let side = table.open_side().ok_or(Refusal::NotOpen)?;
        let token = tokens::token();
        let seat = Seat {
            player: Player::Person(name.to_owned()),
            device: device.map(str::to_owned),
            token: Some(tokens::digest(&token)),
        };
        let entry = Entry { at: now(), by: side, event: Event::Join(name.to_owned()) };
        let changes = vec![
            Kept::Seat { id: self.id.clone(), side, seat: seat.clone() },
            Kept::Append { id: self.id.clone(), after: table.events, entries: vec![entry.clone()] },
        ];
        self.keep(store, changes).await?;
        table.sit(side, seat);
        table.live.apply(&entry).map_err(not_kept)?;
        self.tell(Change::State);
        Ok((side, token))
    }

    /// Keeps events, lets them happen, and tells everybody.
    async fn happen(
        &self,
        table: &mut Table,
        store: &dyn Store,
        events: Vec<(Side, Event)>,
        at: Millis,
    ) -> Result<Next, Refusal> {
        let is_turn = matches!(events[..], [(_, Event::Turn(_))]);
        let entries: Vec<_> = events.into_iter().map(|(by, event)| Entry { at, by, event }).collect();
        // What does not fit is never kept: the game could not be read again.
        let after = table.after(&entries).map_err(not_kept)?;
        let append = Kept::Append { id: self.id.clone(), after: table.events, entries };
        self.keep(store, vec![append]).await?;
        table.live = after;
        self.tell(if is_turn { Change::Turn(table.game.history().len()) } else { Change::State });
        Ok(table.next())
    }

    async fn keep(&self, store: &dyn Store, changes: Vec<Kept>) -> Result<(), Refusal> {
        let kept = store.keep(changes).await;
        kept.map_err(|error| {
            self.broken.store(true, Ordering::Relaxed);
            tracing::error!(game = %self.id, %error, "an event could not be kept");
            not_kept(error)
        })
    }
}

fn not_kept(error: impl std::fmt::Display) -> Refusal {
    Refusal::NotKept(error.to_string())
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
