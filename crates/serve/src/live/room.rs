//! A table and those who look at it.

use super::table::{Credentials, Seat, Table, seated};
use super::{Act, Entry, Event, Millis, Next, Player, Refusal, Seated, now};
use crate::owner::Owner;
use crate::queue::Busy;
use crate::store::{Cause, Change as Kept, News, Postgres, Store, StoreError, StoredGame};
use crate::tokens;
use crate::workers::{Kind, Undone, Workers};
use quirkat_rules::{PlayError, Side, Turn};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;
use thiserror::Error;
use tokio::runtime::Handle;
use tokio::sync::{Mutex as Turnstile, broadcast};

/// What has changed, for those who look.
#[derive(Clone, Debug)]
pub enum Change {
    /// A turn was played, and the table is this now.
    Turn(Arc<Table>),
    /// Anything else about the game, and the table is this now.
    Other(Arc<Table>),
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

/// What rooms need: the storage that keeps what happens, and the threads that find out what may.
#[derive(Clone)]
pub struct Means {
    /// The storage.
    pub store: Arc<dyn Store>,
    /// The same, where other servers share it.
    pub shared: Option<Arc<Postgres>>,
    /// The threads that work.
    pub workers: Arc<Workers>,
}

/// Why something did not happen.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Failed {
    /// It was refused.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// It was not even looked at.
    #[error(transparent)]
    Undone(#[from] Undone),
}

/// Why it is not known what other servers have kept.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CatchUp {
    /// The storage has failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There was no time for it.
    #[error(transparent)]
    Undone(#[from] Undone),
}

impl From<CatchUp> for Failed {
    fn from(error: CatchUp) -> Self {
        match error {
            CatchUp::Store(error) => not_kept(error).into(),
            CatchUp::Undone(undone) => undone.into(),
        }
    }
}

/// A table and those who look at it.
#[derive(Debug)]
pub struct Room {
    /// The game's id.
    pub id: String,
    /// The table as it is now.
    table: RwLock<Arc<Table>>,
    /// One thing happens at a time.
    door: Turnstile<()>,
    changes: broadcast::Sender<Change>,
    /// How many connections each side's player has, and how many everybody else.
    here: [AtomicUsize; 3],
    /// As many there are at other servers.
    elsewhere: [AtomicUsize; 3],
    /// The other servers, if there may be some.
    shared: Option<Arc<Postgres>>,
    /// What is new at other servers will be read in a moment.
    is_reading: AtomicBool,
    /// That somebody came or went will be told in a moment.
    is_telling: AtomicBool,
    /// Something could not be kept: what is here and what is kept may differ, so that the game must be read again.
    broken: AtomicBool,
    /// For whom the engine thinks: who acted last.
    asker: Mutex<Owner>,
}

/// Comings and goings are told together, at most once in such a time.
const GATHERED: Duration = Duration::from_millis(250);
/// So often may other servers be first with something before whoever acts is told to try again.
const TRIES: usize = 8;

impl Room {
    /// A room of a game that was just created by somebody, or found in the storage.
    ///
    /// # Errors
    /// When its events do not fit its rules, in words.
    pub fn new(stored: &StoredGame, asker: Owner, shared: Option<Arc<Postgres>>) -> Result<Room, String> {
        let table = Table::new(stored)?;
        let table = table.after(&stored.entries).map_err(|misfit| misfit.to_string())?;
        table.prepare().map_err(|error| error.to_string())?;
        let (changes, _) = broadcast::channel(64);
        Ok(Room {
            id: stored.id.clone(),
            table: RwLock::new(Arc::new(table)),
            door: Turnstile::default(),
            changes,
            here: Default::default(),
            elsewhere: Default::default(),
            shared,
            is_reading: AtomicBool::new(false),
            is_telling: AtomicBool::new(false),
            broken: AtomicBool::new(false),
            asker: Mutex::new(asker),
        })
    }

    /// The table as it is now.
    pub fn look(&self) -> Arc<Table> {
        Arc::clone(&self.table.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// For whom the engine thinks.
    pub fn asker(&self) -> Owner {
        *self.asker.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What changes from now on.
    pub fn watch(&self) -> broadcast::Receiver<Change> {
        self.changes.subscribe()
    }

    /// Whether the game must be read again from the storage.
    pub fn is_broken(&self) -> bool {
        self.broken.load(Ordering::Relaxed)
    }

    /// What is kept of the players is another: the game must be read again from the storage, and whoever looks comes back.
    pub fn put_away(&self) {
        self.broken.store(true, Ordering::Relaxed);
        self.tell(Change::Presence);
    }

    /// Whether nobody is here, at this server.
    pub fn is_empty(&self) -> bool {
        self.here.iter().all(|number| number.load(Ordering::Relaxed) == 0) && self.changes.receiver_count() == 0
    }

    /// Who is here.
    pub fn presence(&self) -> Presence {
        let number =
            |place: usize| self.here[place].load(Ordering::Relaxed) + self.elsewhere[place].load(Ordering::Relaxed);
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
        self.tell_presence();
        Guest { room: Arc::clone(self), places }
    }

    fn tell(&self, change: Change) {
        // Nobody may be looking.
        let _ = self.changes.send(change);
    }

    /// Tells in a moment who is here by then: whoever looks is told of many at once and not of each.
    pub fn tell_presence(self: &Arc<Self>) {
        if let Ok(runtime) = Handle::try_current()
            && !self.is_telling.swap(true, Ordering::AcqRel)
        {
            let room = Arc::clone(self);
            runtime.spawn(async move {
                tokio::time::sleep(GATHERED).await;
                room.is_telling.store(false, Ordering::Release);
                room.tell(Change::Presence);
                if let Some(shared) = &room.shared {
                    let here = room.here.each_ref().map(|number| number.load(Ordering::Relaxed));
                    if let Err(error) = shared.tell_presence(&room.id, here).await {
                        // Everybody tells again when the database is back.
                        tracing::debug!(game = %room.id, %error, "other servers were not told who is here");
                    }
                }
            });
        }
    }

    /// Which seats somebody holds.
    pub fn seated(&self, who: &Credentials) -> Seated {
        seated(&self.look(), who)
    }

    /// A player acts.
    ///
    /// # Errors
    /// When it is refused; nothing has changed then.
    pub async fn act(&self, means: &Means, who: &Credentials, owner: Owner, act: &Act) -> Result<Next, Failed> {
        let (who, act, at) = (who.clone(), act.clone(), now());
        let judged = move |table: &Table| table.judge(seated(table, &who), &act, at);
        let next = self.happen(means, owner, Cause::Person, at, judged).await?;
        *self.asker.lock().unwrap_or_else(PoisonError::into_inner) = owner;
        Ok(next)
    }

    /// The engine or the dice play a turn in the game as it was after so many events; nothing happens if it has moved on.
    ///
    /// # Errors
    /// When it could not be kept.
    pub async fn play(&self, means: &Means, events: usize, turn: &Turn) -> Result<Next, Failed> {
        let turn = turn.clone();
        let played = move |table: &Table| {
            let side = table.to_move().filter(|_| table.events == events);
            Ok(side.map(|side| (side, table.turn_event(&turn))).into_iter().collect())
        };
        self.happen(means, self.asker(), Cause::Server, now(), played).await
    }

    /// The engine answers what was offered to it; nothing happens if the game has moved on.
    ///
    /// # Errors
    /// When it could not be kept.
    pub async fn answer(&self, means: &Means, events: usize, accepts: bool) -> Result<Next, Failed> {
        let answer = if accepts { Event::Accept } else { Event::Decline };
        let answered = move |table: &Table| {
            let offer = table.offer.filter(|_| table.events == events);
            Ok(offer.map(|offer| (offer.by.other(), answer.clone())).into_iter().collect())
        };
        self.happen(means, self.asker(), Cause::Server, now(), answered).await
    }

    /// Lets the flag fall if the running clock's time is over.
    ///
    /// # Errors
    /// When it could not be kept.
    pub async fn flag(&self, means: &Means) -> Result<Next, Failed> {
        let at = now();
        let flagged = move |table: &Table| Ok(table.flagged(at).map(|side| (side, Event::Flag)).into_iter().collect());
        self.happen(means, self.asker(), Cause::Server, at, flagged).await
    }

    /// Keeps the game that the same players begin next, together with its id here: there is one or none.
    ///
    /// # Errors
    /// When it could not be kept.
    pub async fn go_on_in(&self, means: &Means, id: &str, game: Vec<Kept>) -> Result<Next, Failed> {
        let event = Event::Rematch(id.to_owned());
        let begun = move |table: &Table| {
            // Another server may have been first.
            Ok(if table.rematch.is_none() { vec![(Side::First, event.clone())] } else { vec![] })
        };
        self.happen_with(means, (self.asker(), Cause::Server, now()), game, begun).await
    }

    /// Somebody whose invitation was seen takes the open seat, and gets its token.
    ///
    /// # Errors
    /// When no seat is open.
    pub async fn join(&self, means: &Means, key: Option<&str>, name: &str) -> Result<(Side, String), Refusal> {
        let _one = self.door.lock().await;
        for _ in 0..TRIES {
            let table = self.look();
            let side = table.open_side().ok_or(Refusal::NotOpen)?;
            if table.end().is_some() {
                return Err(Refusal::Over);
            }
            if let Some((guest, host)) = key.zip(table.key(side.other())) {
                let closed = means.store.closed_between(guest).await.map_err(not_kept)?;
                if closed.iter().any(|known| known == host) {
                    return Err(Refusal::Closed);
                }
            }
            let token = tokens::token();
            let seat = Seat {
                player: Player::Person(name.to_owned()),
                key: key.map(str::to_owned),
                token: Some(tokens::digest(&token)),
            };
            let entries = vec![Entry { at: now(), by: side, event: Event::Join(name.to_owned()) }];
            let after = table.after(&entries).map_err(not_kept)?.with(side, seat.clone());
            let changes = vec![
                Kept::Seat { id: self.id.clone(), side, seat },
                Kept::Append { id: self.id.clone(), after: table.events, entries, cause: Cause::Person },
                self.stands(&after),
            ];
            match self.keep(&*means.store, changes).await {
                Ok(()) => {
                    self.tell(Change::Other(self.set(after)));
                    return Ok((side, token));
                }
                Err(StoreError::Behind) => self.read_on(means).await.map_err(not_kept)?,
                Err(error) => return Err(not_kept(error)),
            }
        }
        Err(not_kept(StoreError::Behind))
    }

    /// Keeps for whom and until when the game waits, where that was not known.
    ///
    /// # Errors
    /// When it could not be kept.
    pub async fn note_standing(&self, store: &dyn Store) -> Result<(), Refusal> {
        let _one = self.door.lock().await;
        let changes = vec![self.stands(&self.look())];
        self.keep(store, changes).await.map_err(not_kept)
    }

    fn stands(&self, table: &Table) -> Kept {
        Kept::Standing { id: self.id.clone(), standing: table.standing() }
    }

    /// Finds out on the threads that work which events something comes to, keeps them, lets them happen, and tells
    /// everybody. Nothing happens where there are none, or where it is for another server to let it happen. Where another
    /// server was first with something else, that is read, and found out again.
    async fn happen(
        &self,
        means: &Means,
        owner: Owner,
        cause: Cause,
        at: Millis,
        events: impl Fn(&Table) -> Result<Vec<(Side, Event)>, Refusal> + Clone + Send + 'static,
    ) -> Result<Next, Failed> {
        self.happen_with(means, (owner, cause, at), vec![], events).await
    }

    /// The same, where something else is kept with the events, or nothing is.
    async fn happen_with(
        &self,
        means: &Means,
        (owner, cause, at): (Owner, Cause, Millis),
        with: Vec<Kept>,
        events: impl Fn(&Table) -> Result<Vec<(Side, Event)>, Refusal> + Clone + Send + 'static,
    ) -> Result<Next, Failed> {
        let _one = self.door.lock().await;
        for _ in 0..TRIES {
            if self.shared.is_some() && self.is_broken() {
                // Whoever acts comes back, and finds it as it is kept.
                return Err(not_kept(StoreError::Behind).into());
            }
            let before = self.look();
            let (known, append_after, events) = (Arc::clone(&before), before.events, events.clone());
            let found = means.workers.work(Kind::Live, owner, move || {
                let events = events(&known)?;
                let entries: Vec<_> = events.into_iter().map(|(by, event)| Entry { at, by, event }).collect();
                // What does not fit is never kept: the game could not be read again.
                let after = known.after(&entries).map_err(not_kept)?;
                // Nor is what leads where nobody could be shown what to play.
                after.prepare().map_err(|error| Refusal::Play(PlayError::TooManyTurns(error)))?;
                Ok::<_, Refusal>((entries, after))
            });
            let (entries, after) = found.await??;
            if entries.is_empty() {
                return Ok(Next::People);
            }
            let is_turn = matches!(entries[..], [Entry { event: Event::Turn(_), .. }]);
            let mut changes = with.clone();
            changes.extend(entries.iter().filter_map(|entry| closing(&after, entry)));
            changes.push(Kept::Append { id: self.id.clone(), after: append_after, entries, cause });
            changes.push(self.stands(&after));
            match self.keep(&*means.store, changes).await {
                Ok(()) => {
                    let next = after.next();
                    let after = self.set(after);
                    self.tell(if is_turn { Change::Turn(after) } else { Change::Other(after) });
                    return Ok(next);
                }
                Err(StoreError::Behind) => self.read_on(means).await?,
                Err(StoreError::Elsewhere) => return Ok(Next::People),
                Err(error) => return Err(not_kept(error).into()),
            }
        }
        Err(Undone::Busy(Busy::Everybody).into())
    }

    /// Reads what other servers have kept since, if there may be some; whoever looks is told of it, event by event. What
    /// cannot be gone on with so is put away, and has to be found again.
    ///
    /// # Errors
    /// When the storage fails, or too much work waits.
    pub async fn catch_up(&self, means: &Means) -> Result<(), CatchUp> {
        let Some(shared) = &self.shared else { return Ok(()) };
        let table = self.look();
        // Mostly there is nothing new, and nobody has to wait for what is being kept just now.
        match self.news(shared, &table).await? {
            Some(News { seats, entries, .. }) if entries.is_empty() && seats == table.seats() => return Ok(()),
            _ => {}
        }
        let _one = self.door.lock().await;
        self.read_on(means).await
    }

    /// Lets a game be caught up with in a moment, once for however many ask.
    pub fn hear(self: &Arc<Self>, means: &Means) {
        if self.is_reading.swap(true, Ordering::AcqRel) {
            return;
        }
        let (room, means) = (Arc::clone(self), means.clone());
        tokio::spawn(async move {
            loop {
                room.is_reading.store(false, Ordering::Release);
                match room.catch_up(&means).await {
                    Ok(()) => return,
                    // Much waits; what is new is still new in a moment, and may be more by then.
                    Err(CatchUp::Undone(_)) => tokio::time::sleep(GATHERED).await,
                    Err(CatchUp::Store(error)) => {
                        tracing::warn!(game = %room.id, %error, "what is new in a game could not be read");
                        // Whoever looks comes back.
                        return room.put_away();
                    }
                }
            }
        });
    }

    /// What is new; who is at other servers is noted.
    async fn news(&self, shared: &Postgres, table: &Table) -> Result<Option<News>, StoreError> {
        let news = shared.news(&self.id, table.events).await?;
        if let Some(News { elsewhere, .. }) = &news {
            let mut has_changed = false;
            for (known, number) in self.elsewhere.iter().zip(elsewhere) {
                has_changed |= known.swap(*number, Ordering::Relaxed) != *number;
            }
            if has_changed {
                self.tell(Change::Presence);
            }
        }
        Ok(news)
    }

    /// As [`Room::catch_up`], for whoever is through the door.
    async fn read_on(&self, means: &Means) -> Result<(), CatchUp> {
        let Some(shared) = &self.shared else { return Ok(()) };
        let before = self.look();
        let Some(News { seats, entries, .. }) = self.news(shared, &before).await? else {
            self.put_away();
            return Ok(());
        };
        let known = seats.clone();
        let replayed = means.workers.work(Kind::Live, self.asker(), move || {
            let mut tables: Vec<(Table, bool)> = vec![];
            for entry in &entries {
                let last = tables.last().map_or(&*before, |(table, _)| table);
                let mut next = last.after(std::slice::from_ref(entry)).ok()?;
                if let Event::Join(_) = entry.event {
                    next = next.with(entry.by, known[entry.by.index()].clone());
                }
                next.prepare().ok()?;
                tables.push((next, matches!(entry.event, Event::Turn(_))));
            }
            Some(tables)
        });
        let Some(tables) = replayed.await? else {
            self.put_away();
            return Ok(());
        };
        for (table, is_turn) in tables {
            let table = self.set(table);
            self.tell(if is_turn { Change::Turn(table) } else { Change::Other(table) });
        }
        if self.look().seats() != seats {
            self.put_away();
        }
        Ok(())
    }

    fn set(&self, table: Table) -> Arc<Table> {
        let table = Arc::new(table);
        *self.table.write().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&table);
        table
    }

    async fn keep(&self, store: &dyn Store, changes: Vec<Kept>) -> Result<(), StoreError> {
        let kept = store.keep(changes).await;
        kept.inspect_err(|error| {
            if !self.is_of_others(error) {
                self.broken.store(true, Ordering::Relaxed);
                tracing::error!(game = %self.id, %error, "an event could not be kept");
            }
        })
    }

    /// Whether something was not kept since another server was first, or has the game: that is no fault.
    fn is_of_others(&self, error: &StoreError) -> bool {
        self.shared.is_some() && matches!(error, StoreError::Behind | StoreError::Elsewhere)
    }
}

/// Who hears nothing of somebody any more has also closed the other seats to them.
fn closing(table: &Table, Entry { at, by, event }: &Entry) -> Option<Kept> {
    let (own, other) = table.key(*by).zip(table.key(by.other())).filter(|_| *event == Event::Shut)?;
    let name = match table.player(by.other()) {
        Player::Person(name) => name.clone(),
        Player::Open | Player::Engine(_) => String::new(),
    };
    Some(Kept::Close { by: own.to_owned(), against: other.to_owned(), name, at: *at })
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
        self.room.tell_presence();
    }
}
