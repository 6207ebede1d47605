//! A room: the current snapshot of a live game, the connections to it, and the commit of its events.

use super::snapshot::{Snapshot, seats_of};
use crate::client::{ClientAddr, LimitScope};
use crate::errors::Problem;
use crate::model::{
    Act, Credentials, Event, LogEntry, Millis, NextActor, Player, Refusal, Seat, Seats, StoredGame, now,
};
use crate::queue::QueueFull;
use crate::rate_limit::RateLimitExceeded;
use crate::store::{Cause, Cluster, GameUpdate, Store, StoreChange, StoreError};
use crate::tokens;
use crate::workers::{JobError, JobKind, Workers};
use quirkat_play::EventError;
use quirkat_rules::{PlayError, Side, Turn};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;
use thiserror::Error;
use tokio::runtime::Handle;
use tokio::sync::{Mutex as AsyncMutex, broadcast};

/// A change that a room broadcasts to its connections.
#[derive(Clone, Debug)]
pub enum RoomEvent {
    /// A move was played and led to this snapshot.
    Turn(Arc<Snapshot>),
    /// Another event led to this snapshot.
    Other(Arc<Snapshot>),
    /// A connection opened or closed, or the room became stale.
    Presence,
}

/// Connected players and spectators of a game, at all servers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Presence {
    /// Whether each side's player is connected.
    pub online: [bool; 2],
    /// Number of connections without a seat.
    pub watchers: usize,
}

/// Storage, cluster and workers that all rooms share.
#[derive(Clone)]
pub struct Services {
    /// Storage that all rooms share.
    pub store: Arc<dyn Store>,
    /// Other servers of the storage.
    pub cluster: Arc<dyn Cluster>,
    /// Worker threads that judge events and run the engine.
    pub workers: Arc<Workers>,
}

/// Reason why an act had no effect.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ActError {
    /// The game or the storage refused it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The job that judges it was rejected or panicked.
    #[error(transparent)]
    Job(#[from] JobError),
    /// The client acts too fast.
    #[error(transparent)]
    TooFast(#[from] RateLimitExceeded),
}

/// Reason why a room could not read the changes of other servers.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SyncError {
    /// The storage failed, or cannot be reached.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The changes were not replayed.
    #[error(transparent)]
    Job(#[from] JobError),
}

impl From<SyncError> for ActError {
    fn from(error: SyncError) -> Self {
        match error {
            SyncError::Store(error) => storage_refusal(error).into(),
            SyncError::Job(error) => error.into(),
        }
    }
}

impl From<SyncError> for Problem {
    fn from(error: SyncError) -> Self {
        match error {
            SyncError::Store(error) => error.into(),
            SyncError::Job(error) => error.into(),
        }
    }
}

/// A live game and the connections to it.
#[derive(Debug)]
pub struct Room {
    /// Id of the game, as in its address.
    pub id: String,
    snapshot: RwLock<Arc<Snapshot>>,
    /// Held while an event is judged and committed, so that events happen one after another.
    commit_lock: AsyncMutex<()>,
    events: broadcast::Sender<RoomEvent>,
    /// Connections at this server: of the first side's player, of the second side's, of spectators.
    local_connections: [AtomicUsize; 3],
    /// The same at other servers.
    remote_connections: [AtomicUsize; 3],
    cluster: Arc<dyn Cluster>,
    /// Whether a task will read the changes of other servers.
    is_sync_scheduled: AtomicBool,
    /// Whether a task will broadcast the presence.
    is_presence_scheduled: AtomicBool,
    /// Whether the room may differ from the storage, so that the game must be loaded again.
    is_stale: AtomicBool,
    /// Client of the last act, which the engine's work is charged to.
    last_client: Mutex<ClientAddr>,
    /// Approximate size of the game in memory when it was loaded, in bytes.
    pub size: usize,
}

/// Approximate size in bytes of a room without its rules and events.
const ROOM_SIZE: usize = 16 << 10;
/// Approximate size in bytes of an event with the position that it led to.
const EVENT_SIZE: usize = 512;

/// Delay in which changes of the presence are collected into one message.
const PRESENCE_DELAY: Duration = Duration::from_millis(250);
/// Maximum attempts to commit an event while other servers commit first.
const MAX_ATTEMPTS: usize = 8;

impl Room {
    /// Makes the room of a stored game.
    ///
    /// # Errors
    /// When the stored events do not fit the rules.
    pub fn new(stored: &StoredGame, client: ClientAddr, cluster: Arc<dyn Cluster>) -> Result<Room, String> {
        let snapshot = Snapshot::new(stored)?;
        let snapshot = snapshot.replay(&stored.entries).map_err(|misfit| misfit.to_string())?;
        let (events, _) = broadcast::channel(64);
        // Games by published rules share them.
        let rules = if stored.terms.ruling.own().is_some() { stored.terms.ruling.size() } else { 0 };
        Ok(Room {
            size: ROOM_SIZE + rules + EVENT_SIZE * stored.entries.len(),
            id: stored.id.clone(),
            snapshot: RwLock::new(Arc::new(snapshot)),
            commit_lock: AsyncMutex::default(),
            events,
            local_connections: Default::default(),
            remote_connections: Default::default(),
            cluster,
            is_sync_scheduled: AtomicBool::new(false),
            is_presence_scheduled: AtomicBool::new(false),
            is_stale: AtomicBool::new(false),
            last_client: Mutex::new(client),
        })
    }

    /// Returns the snapshot after the latest event.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        Arc::clone(&self.snapshot.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns the client of the last act, to which the engine's work is charged.
    pub fn last_client(&self) -> ClientAddr {
        *self.last_client.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Subscribes to the room's events.
    pub fn subscribe(&self) -> broadcast::Receiver<RoomEvent> {
        self.events.subscribe()
    }

    /// Returns whether the game must be loaded from the storage again.
    pub fn is_stale(&self) -> bool {
        self.is_stale.load(Ordering::Relaxed)
    }

    /// Marks the room as stale; its connections end, and clients reconnect to a new room.
    pub fn invalidate(&self) {
        self.is_stale.store(true, Ordering::Relaxed);
        self.broadcast(RoomEvent::Presence);
    }

    /// Returns whether there is no connection at this server.
    pub fn is_empty(&self) -> bool {
        self.local_connections.iter().all(|number| number.load(Ordering::Relaxed) == 0)
            && self.events.receiver_count() == 0
    }

    /// Returns who is connected, at any server.
    pub fn presence(&self) -> Presence {
        let number = |place: usize| {
            self.local_connections[place].load(Ordering::Relaxed)
                + self.remote_connections[place].load(Ordering::Relaxed)
        };
        Presence { online: [number(0) > 0, number(1) > 0], watchers: number(2) }
    }

    /// Counts a connection with these seats until the returned guard is dropped.
    pub fn enter(self: &Arc<Self>, seated: Seats) -> ConnectionGuard {
        let places = match seated {
            Seats::None => vec![2],
            Seats::One(side) => vec![side.index()],
            Seats::Both => vec![0, 1],
        };
        for &place in &places {
            self.local_connections[place].fetch_add(1, Ordering::Relaxed);
        }
        self.schedule_presence();
        ConnectionGuard { room: Arc::clone(self), places }
    }

    fn broadcast(&self, event: RoomEvent) {
        // Without receivers there is nothing to send.
        let _ = self.events.send(event);
    }

    /// Schedules a broadcast of the presence. Changes within the delay share one message.
    pub fn schedule_presence(self: &Arc<Self>) {
        if let Ok(runtime) = Handle::try_current()
            && !self.is_presence_scheduled.swap(true, Ordering::AcqRel)
        {
            let room = Arc::clone(self);
            runtime.spawn(async move {
                tokio::time::sleep(PRESENCE_DELAY).await;
                room.is_presence_scheduled.store(false, Ordering::Release);
                room.broadcast(RoomEvent::Presence);
                let connections = room.local_connections.each_ref().map(|number| number.load(Ordering::Relaxed));
                if let Err(error) = room.cluster.publish_presence(&room.id, connections).await {
                    // Every room publishes its presence again when the database is back.
                    tracing::debug!(game = %room.id, %error, "cannot publish the presence to other servers");
                }
            });
        }
    }

    /// Returns the seats that credentials prove.
    pub fn seats_of(&self, credentials: &Credentials) -> Seats {
        seats_of(&self.snapshot(), credentials)
    }

    /// Judges and commits a player's act.
    ///
    /// # Errors
    /// When it is refused; the game is unchanged then.
    pub async fn act(
        &self,
        services: &Services,
        credentials: &Credentials,
        client: ClientAddr,
        act: &Act,
    ) -> Result<NextActor, ActError> {
        let (credentials, act, at) = (credentials.clone(), act.clone(), now());
        let judge = move |snapshot: &Snapshot| snapshot.live().judge(seats_of(snapshot, &credentials), &act, at);
        let next = self.commit(services, client, Cause::Person, at, judge).await?;
        *self.last_client.lock().unwrap_or_else(PoisonError::into_inner) = client;
        Ok(next)
    }

    /// Commits a move of the engine or the dice in the game after `events` events; does nothing if there are more by now.
    ///
    /// # Errors
    /// When it cannot be committed.
    pub async fn play(&self, services: &Services, events: usize, turn: &Turn) -> Result<NextActor, ActError> {
        let turn = turn.clone();
        let play = move |snapshot: &Snapshot| {
            let live = snapshot.live();
            let side = live.to_move().filter(|_| live.events == events);
            Ok(side.map(|side| (side, live.turn_event(&turn))).into_iter().collect())
        };
        self.commit(services, self.last_client(), Cause::Server, now(), play).await
    }

    /// Commits the engine's answer to an offer in the game after `events` events; does nothing if there are more by now.
    ///
    /// # Errors
    /// When it cannot be committed.
    pub async fn answer(&self, services: &Services, events: usize, accepts: bool) -> Result<NextActor, ActError> {
        let answer = if accepts { Event::Accept } else { Event::Decline };
        let reply = move |snapshot: &Snapshot| {
            let live = snapshot.live();
            let offer = live.offer.filter(|_| live.events == events);
            Ok(offer.map(|offer| (offer.by.other(), answer.clone())).into_iter().collect())
        };
        self.commit(services, self.last_client(), Cause::Server, now(), reply).await
    }

    /// Ends the game if the running clock has run out.
    ///
    /// # Errors
    /// When that cannot be committed.
    pub async fn flag(&self, services: &Services) -> Result<NextActor, ActError> {
        let at = now();
        let flag = move |snapshot: &Snapshot| {
            Ok(snapshot.live().out_of_time(at).map(|side| (side, Event::Flag)).into_iter().collect())
        };
        self.commit(services, self.last_client(), Cause::Server, at, flag).await
    }

    /// Commits the rematch `id`, which `create` stores, together with the event that links it here. Does nothing if this game
    /// has a rematch already.
    ///
    /// # Errors
    /// When it cannot be committed.
    pub async fn link_rematch(
        &self,
        services: &Services,
        id: &str,
        create: Vec<StoreChange>,
    ) -> Result<NextActor, ActError> {
        let event = Event::Rematch(id.to_owned());
        let link = move |snapshot: &Snapshot| {
            // Another server may have been first.
            Ok(if snapshot.live().rematch.is_none() { vec![(Side::First, event.clone())] } else { vec![] })
        };
        self.commit_with(services, (self.last_client(), Cause::Server, now()), create, link).await
    }

    /// Seats a player on the open seat, and returns the side and the seat's token. The caller has checked the invitation.
    ///
    /// # Errors
    /// When no seat is open or the players have blocked each other.
    pub async fn join(&self, services: &Services, key: Option<&str>, name: &str) -> Result<(Side, String), Refusal> {
        let _guard = self.commit_lock.lock().await;
        for _ in 0..MAX_ATTEMPTS {
            if self.is_stale() {
                return Err(storage_refusal(StoreError::Conflict));
            }
            let snapshot = self.snapshot();
            let side = snapshot.live().open_side().ok_or(Refusal::NotOpen)?;
            if snapshot.live().end().is_some() {
                return Err(Refusal::Over);
            }
            if let Some((guest, host)) = key.zip(snapshot.key(side.other())) {
                let blocked = services.store.blocked_keys(guest).await.map_err(storage_refusal)?;
                if blocked.iter().any(|key| key == host) {
                    return Err(Refusal::Closed);
                }
            }
            let token = tokens::token();
            let seat = Seat {
                player: Player::Person(name.to_owned()),
                key: key.map(str::to_owned),
                token: Some(tokens::digest(&token)),
            };
            let entries = vec![LogEntry { at: now(), by: side, event: Event::Join(name.to_owned()) }];
            let after = snapshot.after(&entries).map_err(storage_refusal)?.with_seat(side, seat.clone());
            let changes = vec![
                StoreChange::Seat { id: self.id.clone(), side, seat },
                StoreChange::Append {
                    id: self.id.clone(),
                    after: snapshot.live().events,
                    entries,
                    cause: Cause::Person,
                },
                self.schedule_change(&after),
            ];
            match self.store(&*services.store, changes).await {
                Ok(()) => {
                    self.broadcast(RoomEvent::Other(self.set(after)));
                    return Ok((side, token));
                }
                Err(StoreError::Conflict) => self.sync_locked(services).await.map_err(storage_refusal)?,
                Err(error) => return Err(storage_refusal(error)),
            }
        }
        Err(storage_refusal(StoreError::Conflict))
    }

    /// Stores the game's schedule, which games stored by an older program lack.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn store_schedule(&self, store: &dyn Store) -> Result<(), Refusal> {
        let _guard = self.commit_lock.lock().await;
        let changes = vec![self.schedule_change(&self.snapshot())];
        self.store(store, changes).await.map_err(storage_refusal)
    }

    fn schedule_change(&self, snapshot: &Snapshot) -> StoreChange {
        StoreChange::Schedule { id: self.id.clone(), schedule: snapshot.schedule() }
    }

    /// Judges events on a worker thread, commits them, applies them and broadcasts the new snapshot. Does nothing if there are
    /// none, or if another server has the game's lease and must cause them. If another server committed first, reads its events
    /// and judges again.
    async fn commit(
        &self,
        services: &Services,
        client: ClientAddr,
        cause: Cause,
        at: Millis,
        judge: impl Fn(&Snapshot) -> Result<Vec<(Side, Event)>, Refusal> + Clone + Send + 'static,
    ) -> Result<NextActor, ActError> {
        self.commit_with(services, (client, cause, at), vec![], judge).await
    }

    /// Commits as [`commit`](Self::commit) does, with further changes in the same transaction.
    async fn commit_with(
        &self,
        services: &Services,
        (client, cause, at): (ClientAddr, Cause, Millis),
        with: Vec<StoreChange>,
        judge: impl Fn(&Snapshot) -> Result<Vec<(Side, Event)>, Refusal> + Clone + Send + 'static,
    ) -> Result<NextActor, ActError> {
        let _guard = self.commit_lock.lock().await;
        for _ in 0..MAX_ATTEMPTS {
            if self.is_stale() {
                // The client reconnects and finds the stored state.
                return Err(storage_refusal(StoreError::Conflict).into());
            }
            let before = self.snapshot();
            let (current, append_after, judge) = (Arc::clone(&before), before.live().events, judge.clone());
            let job = services.workers.work(JobKind::Live, client, move || {
                let events = judge(&current)?;
                let entries: Vec<_> = events.into_iter().map(|(by, event)| LogEntry { at, by, event }).collect();
                // An event that does not fit must not be stored: the game could not be loaded again.
                let after = current.replay(&entries).map_err(|error| match error {
                    EventError::Play(error @ PlayError::TooManyTurns(_)) => Refusal::Play(error),
                    error => storage_refusal(error),
                })?;
                if after.may_follow(&current) || entries.is_empty() {
                    let result = if current.live().end().is_none() { after.result() } else { None };
                    Ok::<_, Refusal>((entries, after, result))
                } else {
                    Err(Refusal::TooLong)
                }
            });
            let (entries, after, result) = job.await??;
            if entries.is_empty() {
                return Ok(NextActor::People);
            }
            let is_turn = matches!(entries[..], [LogEntry { event: Event::Turn(_), .. }]);
            let mut changes = with.clone();
            changes.extend(entries.iter().filter_map(|entry| block_change(&after, entry)));
            changes.push(StoreChange::Append { id: self.id.clone(), after: append_after, entries, cause });
            changes.push(self.schedule_change(&after));
            changes.extend(result.map(|result| StoreChange::Result { id: self.id.clone(), result }));
            match self.store(&*services.store, changes).await {
                Ok(()) => {
                    let next = after.live().next_actor();
                    let after = self.set(after);
                    self.broadcast(if is_turn { RoomEvent::Turn(after) } else { RoomEvent::Other(after) });
                    return Ok(next);
                }
                Err(StoreError::Conflict) => self.sync_locked(services).await?,
                Err(StoreError::NotOwner) => return Ok(NextActor::People),
                Err(error) => return Err(storage_refusal(error).into()),
            }
        }
        Err(JobError::QueueFull(QueueFull(LimitScope::Server)).into())
    }

    /// Reads and applies the events of other servers, one by one. Invalidates the room if they cannot be applied.
    ///
    /// # Errors
    /// When the storage fails or the queue is full.
    pub async fn sync(&self, services: &Services) -> Result<(), SyncError> {
        if !self.cluster.is_shared() {
            return Ok(());
        }
        let snapshot = self.snapshot();
        // Usually there are none: checking that first needs no lock.
        match self.fetch_updates(&snapshot).await? {
            Some(GameUpdate { seats, entries, .. }) if entries.is_empty() && seats == snapshot.seats() => return Ok(()),
            _ => {}
        }
        let _guard = self.commit_lock.lock().await;
        self.sync_locked(services).await
    }

    /// Schedules a [`sync`](Self::sync), unless one is scheduled already.
    pub fn schedule_sync(self: &Arc<Self>, services: &Services) {
        if self.is_sync_scheduled.swap(true, Ordering::AcqRel) {
            return;
        }
        let (room, services) = (Arc::clone(self), services.clone());
        tokio::spawn(async move {
            loop {
                room.is_sync_scheduled.store(false, Ordering::Release);
                match room.sync(&services).await {
                    Ok(()) => return,
                    // The queue is full: the events are still there a moment later.
                    Err(SyncError::Job(_)) => tokio::time::sleep(PRESENCE_DELAY).await,
                    Err(SyncError::Store(error)) => {
                        tracing::warn!(game = %room.id, %error, "cannot read the events of other servers");
                        return room.invalidate();
                    }
                }
            }
        });
    }

    /// Reads what other servers have committed, and notes their connections.
    async fn fetch_updates(&self, snapshot: &Snapshot) -> Result<Option<GameUpdate>, StoreError> {
        let update = self.cluster.updates(&self.id, snapshot.live().events).await?;
        if let Some(GameUpdate { remote_connections, .. }) = &update {
            let mut has_changed = false;
            for (current, number) in self.remote_connections.iter().zip(remote_connections) {
                has_changed |= current.swap(*number, Ordering::Relaxed) != *number;
            }
            if has_changed {
                self.broadcast(RoomEvent::Presence);
            }
        }
        Ok(update)
    }

    /// Synchronises as [`sync`](Self::sync) does, for a caller that holds the commit lock.
    async fn sync_locked(&self, services: &Services) -> Result<(), SyncError> {
        if !self.cluster.is_shared() {
            return Ok(());
        }
        let before = self.snapshot();
        let Some(GameUpdate { seats, entries, .. }) = self.fetch_updates(&before).await? else {
            self.invalidate();
            return Ok(());
        };
        let stored_seats = seats.clone();
        let replay = services.workers.work(JobKind::Live, self.last_client(), move || {
            let mut snapshots: Vec<(Snapshot, bool)> = vec![];
            for entry in &entries {
                let last = snapshots.last().map_or(&*before, |(snapshot, _)| snapshot);
                let mut next = last.replay(std::slice::from_ref(entry)).ok()?;
                if let Event::Join(_) = entry.event {
                    next = next.with_seat(entry.by, stored_seats[entry.by.index()].clone());
                }
                snapshots.push((next, matches!(entry.event, Event::Turn(_))));
            }
            Some(snapshots)
        });
        let Some(snapshots) = replay.await? else {
            self.invalidate();
            return Ok(());
        };
        for (snapshot, is_turn) in snapshots {
            let snapshot = self.set(snapshot);
            self.broadcast(if is_turn { RoomEvent::Turn(snapshot) } else { RoomEvent::Other(snapshot) });
        }
        if self.snapshot().seats() != seats {
            self.invalidate();
        }
        Ok(())
    }

    fn set(&self, snapshot: Snapshot) -> Arc<Snapshot> {
        let snapshot = Arc::new(snapshot);
        *self.snapshot.write().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&snapshot);
        snapshot
    }

    async fn store(&self, store: &dyn Store, changes: Vec<StoreChange>) -> Result<(), StoreError> {
        store.commit(changes).await.inspect_err(|error| {
            if !self.is_of_cluster(error) {
                self.is_stale.store(true, Ordering::Relaxed);
                tracing::error!(game = %self.id, %error, "cannot store an event");
            }
        })
    }

    /// Returns whether an error says only that another server was first or has the game's lease.
    fn is_of_cluster(&self, error: &StoreError) -> bool {
        self.cluster.is_shared() && matches!(error, StoreError::Conflict | StoreError::NotOwner)
    }
}

/// Returns the block that an event `Shut` implies: a player who mutes the opponent also blocks them from open seats.
fn block_change(snapshot: &Snapshot, LogEntry { at, by, event }: &LogEntry) -> Option<StoreChange> {
    let (own, other) = snapshot.key(*by).zip(snapshot.key(by.other())).filter(|_| *event == Event::Mute)?;
    let name = snapshot.person(by.other()).unwrap_or_default().to_owned();
    Some(StoreChange::Block { by: own.to_owned(), against: other.to_owned(), name, at: *at })
}

fn storage_refusal(error: impl std::fmt::Display) -> Refusal {
    Refusal::NotStored(error.to_string())
}

/// A connection that its room counts until this value is dropped.
#[derive(Debug)]
pub struct ConnectionGuard {
    room: Arc<Room>,
    places: Vec<usize>,
}

impl Drop for ConnectionGuard {
    fn drop(&mut self) {
        for &place in &self.places {
            self.room.local_connections[place].fetch_sub(1, Ordering::Relaxed);
        }
        self.room.schedule_presence();
    }
}
