//! The registry of live games: loads them from the storage, and lets the engine, the dice and the clocks act.

use super::lobby::{self, Lobby, MAX_OPEN_GAMES, MAX_OPEN_PER_CLIENT};
use super::reviews::RunningReviews;
use super::room::{ActError, Room, Services};
use super::snapshot::{Snapshot, seats_of};
use crate::client::ClientAddr;
use crate::errors::Problem;
use crate::model::{Act, Credentials, DAY, Millis, NextActor, Offer, Player, Refusal, Seat, StoredGame, Terms, now};
use crate::rate_limit::{ClientRateLimiter, quota};
use crate::rulings::Ruling;
use crate::store::{Cluster, ClusterEvent, Store, StoreChange, StoreError};
use crate::tokens;
use crate::workers::{ClientLimits, JobError, JobKind, Workers, job_length};
use quirkat_rules::{First, Setup, Side, Turn, write_fen};
use quirkat_search::Level;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::Mutex as AsyncMutex;
use tokio::sync::mpsc::UnboundedReceiver;

/// Number of games in memory at which those without a connection are dropped.
const MAX_LOADED: usize = 5_000;
/// Size of the games in memory, in bytes, at which those without a connection are dropped.
const MAX_LOADED_BYTES: usize = 40 << 20;
/// Age at which a game by an own file is deleted unless a person has moved.
const MAX_UNPLAYED: Millis = 7 * DAY;
/// Interval at which unplayed games are looked for.
const EXPIRY_INTERVAL: Duration = Duration::from_secs(3_600);
/// Maximum games that one transaction deletes.
const MAX_EXPIRED: usize = 200;
/// Interval at which the registry looks for games that another program has changed.
const FOREIGN_CHECK_INTERVAL: Duration = Duration::from_secs(2);
/// Remaining time below which a clock gets its own timer. The periodic sweep handles longer times.
const TIMER_HORIZON: Millis = DAY;
/// Interval of the sweep that ends games whose time has run out.
const SWEEP_INTERVAL: Duration = Duration::from_secs(20);
/// Maximum games that one sweep ends.
const MAX_OVERDUE: usize = 200;
/// Rate limit of a client's acts: the period for one act, and the burst.
const ACT_RATE: (Duration, u32) = (Duration::from_millis(25), 120);
/// Pause before the engine tries again after a full queue.
const RETRY_DELAY: Duration = Duration::from_millis(500);

/// All live games of a server.
pub struct GameRegistry {
    services: Services,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    /// Locks of the games that are being loaded or whose reviews begin, so that concurrent requests do so once.
    loading: Mutex<HashMap<String, Weak<AsyncMutex<()>>>>,
    lobby: Lobby,
    pub(super) reviews: RunningReviews,
    /// Rate limit of players' acts, over sockets and over HTTP.
    act_rate: ClientRateLimiter,
}

impl std::fmt::Debug for GameRegistry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("GameRegistry")
    }
}

/// A new game and the creator's access to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewGame {
    /// Id of the game, as in its address.
    pub id: String,
    /// Token of the creator's seat.
    pub token: String,
}

/// The opponent in a new game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opponent {
    /// The engine, at a level.
    Engine(Level),
    /// A person with the invitation.
    Friend,
    /// Any person: the game is listed in the lobby.
    Anyone,
    /// A person at the same screen.
    SameScreen,
}

impl GameRegistry {
    /// Opens the registry of a storage. Loads no games, but lists the open ones in the lobby.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn open(
        store: Arc<dyn Store>,
        cluster: Arc<dyn Cluster>,
        workers: Arc<Workers>,
        limits: ClientLimits,
    ) -> Result<Arc<GameRegistry>, StoreError> {
        let (max_open, act_rate) = match limits {
            ClientLimits::Enforced => (MAX_OPEN_PER_CLIENT, ClientRateLimiter::new(quota(ACT_RATE.0, ACT_RATE.1))),
            ClientLimits::Disabled => (usize::MAX, ClientRateLimiter::unlimited()),
        };
        let lobby = Lobby::new(max_open);
        lobby.replace(store.open_games(MAX_OPEN_GAMES).await?);
        Ok(Arc::new(GameRegistry {
            services: Services { store, cluster, workers },
            rooms: Mutex::default(),
            loading: Mutex::default(),
            lobby,
            reviews: RunningReviews::default(),
            act_rate,
        }))
    }

    /// Handles the events of other servers until the channel closes: updates rooms with connections, and takes over the games
    /// of servers that are gone.
    pub async fn handle_cluster_events(self: Arc<Self>, mut events: UnboundedReceiver<ClusterEvent>) {
        while let Some(event) = events.recv().await {
            match event {
                ClusterEvent::GameChanged(id) => {
                    // A room without connections is updated when a visitor asks for it.
                    let room = self.rooms().get(&id).filter(|room| !room.is_empty()).cloned();
                    room.iter().for_each(|room| room.schedule_sync(&self.services));
                }
                ClusterEvent::ServerGone => self.take_over_games().await,
                ClusterEvent::EventsMissed => {
                    let rooms: Vec<_> = self.rooms().values().filter(|room| !room.is_empty()).cloned().collect();
                    for room in rooms {
                        room.schedule_sync(&self.services);
                        room.schedule_presence();
                    }
                    self.take_over_games().await;
                }
            }
        }
    }

    /// Takes over the loaded games that no running server has, and continues them.
    async fn take_over_games(self: &Arc<Self>) {
        let rooms: Vec<_> = self.rooms().values().cloned().collect();
        // Players who were connected to the server that is gone are offline until they reconnect.
        rooms.iter().filter(|room| !room.is_empty()).for_each(|room| room.schedule_sync(&self.services));
        let ids: Vec<_> =
            rooms.into_iter().filter(|room| may_continue(&room.snapshot())).map(|room| room.id.clone()).collect();
        match self.services.cluster.take_over(&ids, false).await {
            Ok(taken) => {
                if !taken.is_empty() {
                    tracing::info!(games = taken.len(), "took over the games of a server that is gone");
                }
                for id in taken {
                    let games = Arc::clone(self);
                    tokio::spawn(async move {
                        // A failure was logged; the game continues when a visitor asks for it.
                        if let Ok(Some(room)) = games.find(&id, ClientAddr::UNSPECIFIED).await {
                            games.continue_game(&room).await;
                        }
                    });
                }
            }
            Err(error) => tracing::error!(%error, "cannot take over the games of a server that is gone"),
        }
    }

    /// Returns whether this server has the lease of a game and must continue it.
    async fn has_lease(&self, room: &Room) -> bool {
        if !self.services.cluster.is_shared() {
            return true;
        }
        if !may_continue(&room.snapshot()) {
            return false;
        }
        match self.services.cluster.take_over(std::slice::from_ref(&room.id), true).await {
            Ok(taken) => !taken.is_empty(),
            Err(error) => {
                tracing::error!(game = %room.id, %error, "cannot read the lease of a game");
                false
            }
        }
    }

    /// Ends games whose time has run out, in periodic sweeps, for as long as the server runs.
    pub async fn run_clock_sweeps(self: Arc<Self>) {
        // Failures were logged; such games are not tried again, unless the storage failed.
        let mut failed = HashSet::new();
        let mut ticks = tokio::time::interval(SWEEP_INTERVAL);
        loop {
            ticks.tick().await;
            let overdue = match self.services.store.overdue(now(), MAX_OVERDUE + failed.len()).await {
                Ok(overdue) => overdue,
                Err(error) => {
                    tracing::error!(%error, "cannot read in which games time has run out");
                    continue;
                }
            };
            for id in overdue {
                if !failed.contains(&id) && self.flag_overdue(&id).await.is_none() {
                    if self.store().probe().await.is_err() {
                        break;
                    }
                    failed.insert(id);
                }
            }
        }
    }

    /// Deletes games by own files in which no person has moved for a week, periodically, for as long as the server runs.
    pub async fn run_expiry(self: Arc<Self>) {
        let mut ticks = tokio::time::interval(EXPIRY_INTERVAL);
        loop {
            ticks.tick().await;
            if let Err(error) = self.delete_unplayed(now() - MAX_UNPLAYED).await {
                tracing::error!(%error, "cannot delete games that were never played");
            }
        }
    }

    async fn delete_unplayed(&self, created_before: Millis) -> Result<(), StoreError> {
        loop {
            let ids = self.store().unplayed(created_before, MAX_EXPIRED).await?;
            if ids.is_empty() {
                return Ok(());
            }
            self.store().commit(vec![StoreChange::DeleteUnplayed { ids: ids.clone() }]).await?;
            tracing::info!(games = ids.len(), "deleted games by own files that were never played");
            self.invalidate(&ids);
        }
    }

    /// Drops the rooms of games that another program has deleted or taken a player from, periodically, for as long as the server runs.
    pub async fn run_foreign_checks(self: Arc<Self>) {
        let mut ticks = tokio::time::interval(FOREIGN_CHECK_INTERVAL);
        loop {
            ticks.tick().await;
            let ids: Vec<_> = self.rooms().keys().cloned().collect();
            // A failure will show elsewhere; the next tick tries again.
            if let Ok(changed) = self.store().changed_elsewhere(ids).await {
                self.invalidate(&changed);
            }
        }
    }

    async fn flag_overdue(self: &Arc<Self>, id: &str) -> Option<()> {
        let room = self.find(id, ClientAddr::UNSPECIFIED).await.ok()??;
        room.flag(&self.services).await.ok()?;
        room.store_schedule(self.store()).await.ok()
    }

    /// Returns the storage that all rooms share.
    pub fn store(&self) -> &dyn Store {
        &*self.services.store
    }

    /// Starts a game; the creator plays `side`.
    ///
    /// # Errors
    /// When the terms do not fit together, the client has too many open games, or the storage fails.
    pub async fn create(
        self: &Arc<Self>,
        terms: Terms,
        opponent: Opponent,
        side: Side,
        name: &str,
        (client, key): (ClientAddr, Option<&str>),
    ) -> Result<NewGame, Problem> {
        let open = opponent == Opponent::Anyone;
        if open {
            let full = |scope| Problem::OpenGamesFull { scope, limit: MAX_OPEN_PER_CLIENT };
            self.lobby.check_room(client, now()).map_err(full)?;
        }
        let position = terms.position.clone().or_else(|| draw_starter(&terms.ruling));
        let terms = Terms { position, ..terms };
        let token = tokens::token();
        let own = Seat {
            player: Player::Person(name.to_owned()),
            key: key.map(str::to_owned),
            token: Some(tokens::digest(&token)),
        };
        let empty = Seat { player: Player::Open, key: None, token: None };
        let other = match opponent {
            Opponent::Engine(level) => Seat { player: Player::Engine(level), ..empty },
            Opponent::Friend | Opponent::Anyone => empty,
            Opponent::SameScreen => Seat { player: Player::Person(String::new()), ..own.clone() },
        };
        let seats = if side == Side::First { [own, other] } else { [other, own] };
        let id = self.create_with_seats(terms, seats, open, client).await?;
        Ok(NewGame { id, token })
    }

    async fn create_with_seats(
        self: &Arc<Self>,
        terms: Terms,
        seats: [Seat; 2],
        open: bool,
        client: ClientAddr,
    ) -> Result<String, Problem> {
        let (room, changes) = self.prepare(terms, seats, open, client).await?;
        self.services.store.commit(changes).await?;
        self.register(&room, client).await;
        Ok(room.id.clone())
    }

    /// Makes the room of a new game, and the changes that store it.
    async fn prepare(
        &self,
        terms: Terms,
        seats: [Seat; 2],
        open: bool,
        client: ClientAddr,
    ) -> Result<(Arc<Room>, Vec<StoreChange>), Problem> {
        let stored = StoredGame { id: tokens::game_id(), created: now(), terms, seats, entries: vec![], open };
        let (stored, room) = self.load(stored, client).await?;
        let schedule = StoreChange::Schedule { id: room.id.clone(), schedule: room.snapshot().schedule() };
        Ok((room, vec![StoreChange::Create(Box::new(stored)), schedule]))
    }

    /// Registers a room whose game was stored, and continues the game.
    async fn register(self: &Arc<Self>, room: &Arc<Room>, client: ClientAddr) {
        insert_room(&mut self.rooms(), room);
        let snapshot = room.snapshot();
        if lobby::is_listed(&snapshot, snapshot.created) {
            self.lobby.add(&room.id, snapshot.created, client);
        }
        self.continue_game(room).await;
    }

    /// Makes the room of a game by replaying its events on a worker thread.
    async fn load(&self, stored: StoredGame, client: ClientAddr) -> Result<(StoredGame, Arc<Room>), Problem> {
        let cluster = Arc::clone(&self.services.cluster);
        let length = job_length(stored.terms.ruling.title(), stored.terms.ruling.rules());
        let job = self.services.workers.work_for(JobKind::Loads, length, client, move || {
            let room = Room::new(&stored, client, cluster)?;
            Ok::<_, String>((stored, Arc::new(room)))
        });
        job.await?.map_err(Problem::internal)
    }

    /// Returns the room of a game, up to date with other servers; loads the game if necessary and charges `client` for it.
    ///
    /// # Errors
    /// When the storage fails, or the stored game does not fit its rules.
    pub async fn find(self: &Arc<Self>, id: &str, client: ClientAddr) -> Result<Option<Arc<Room>>, Problem> {
        if let Some(room) = self.loaded(id).await? {
            return Ok(Some(room));
        }
        let lock = self.loading_lock(id);
        let _guard = lock.lock().await;
        // Another request may have loaded it meanwhile.
        if let Some(room) = self.loaded(id).await? {
            return Ok(Some(room));
        }
        let Some(stored) = self.services.store.game(id).await? else { return Ok(None) };
        let (_, room) = self.load(stored, client).await?;
        insert_room(&mut self.rooms(), &room);
        // The server may have ended while the engine was thinking.
        if self.has_lease(&room).await {
            self.continue_game(&room).await;
        }
        Ok(Some(room))
    }

    /// Returns the room of a game that is in memory, up to date with other servers.
    async fn loaded(&self, id: &str) -> Result<Option<Arc<Room>>, Problem> {
        let Some(room) = self.rooms().get(id).cloned().filter(|room| !room.is_stale()) else { return Ok(None) };
        room.sync(&self.services).await?;
        Ok(Some(room).filter(|room| !room.is_stale()))
    }

    /// Returns the lock that a request holds while it loads a game or begins its review.
    pub(super) fn loading_lock(&self, id: &str) -> Arc<AsyncMutex<()>> {
        let mut loading = self.loading.lock().unwrap_or_else(PoisonError::into_inner);
        loading.retain(|_, lock| lock.strong_count() > 0);
        let lock = loading.get(id).and_then(Weak::upgrade).unwrap_or_default();
        loading.insert(id.to_owned(), Arc::downgrade(&lock));
        lock
    }

    /// Returns the number of unfinished games with a connection, and the number of games in memory.
    pub fn counts(&self) -> (usize, usize) {
        let rooms: Vec<_> = self.rooms().values().cloned().collect();
        (rooms.iter().filter(|room| !room.is_empty() && room.snapshot().live().end().is_none()).count(), rooms.len())
    }

    /// Returns at most `limit` open games, latest first. Leaves out those of players who have blocked the player with the key
    /// hash `key` or are blocked by them, and games with a running clock whose player is offline.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn open_games(
        self: &Arc<Self>,
        client: ClientAddr,
        key: Option<&str>,
        limit: usize,
    ) -> Result<Vec<Arc<Room>>, Problem> {
        let blocked = match key {
            Some(key) => self.store().blocked_keys(key).await?,
            None => vec![],
        };
        if self.services.cluster.is_shared() {
            self.lobby.replace(self.store().open_games(MAX_OPEN_GAMES).await?);
        }
        let mut open = Vec::new();
        for (created, id) in self.lobby.latest() {
            // A game that cannot be loaded must not hide the others; the failure was logged.
            let Ok(found) = self.find(&id, client).await else { continue };
            let Some(room) = found.filter(|room| lobby::is_listed(&room.snapshot(), now())) else {
                self.lobby.remove(&id, created);
                continue;
            };
            let snapshot = room.snapshot();
            let is_blocked_by = |side| snapshot.key(side).is_some_and(|host| blocked.iter().any(|key| key == host));
            let is_blocked = Side::BOTH.into_iter().any(is_blocked_by);
            let is_away = lobby::needs_presence(&snapshot) && room.presence().online == [false, false];
            if !is_blocked && !is_away {
                open.push(room);
            }
            if open.len() == limit {
                break;
            }
        }
        Ok(open)
    }

    /// Returns at most `limit` public games that are being played by a connected player, most spectators first.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn watchable_games(
        self: &Arc<Self>,
        client: ClientAddr,
        limit: usize,
    ) -> Result<Vec<Arc<Room>>, Problem> {
        let elsewhere = self.services.cluster.active_elsewhere(limit).await?;
        for id in &elsewhere {
            // Loads the game. One that cannot be loaded must not hide the others; the failure was logged.
            drop(self.find(id, client).await);
        }
        let mut rooms: Vec<_> = self.rooms().values().cloned().collect();
        rooms.retain(|room| {
            let snapshot = room.snapshot();
            // The presence of a room without connections here is outdated, unless it was just loaded.
            let is_current = !room.is_empty() || elsewhere.contains(&room.id);
            is_current
                && snapshot.open
                && !snapshot.live().is_waiting()
                && snapshot.live().end().is_none()
                && room.presence().online != [false, false]
        });
        rooms.sort_by_cached_key(|room| std::cmp::Reverse((room.presence().watchers, room.snapshot().last_change())));
        rooms.truncate(limit);
        Ok(rooms)
    }

    /// Returns at most `limit` games that await a move of the player with the key hash `key`, most urgent first.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn awaiting(
        self: &Arc<Self>,
        key: &str,
        client: ClientAddr,
        limit: usize,
    ) -> Result<Vec<Arc<Room>>, Problem> {
        let mut awaiting = Vec::new();
        for (id, has_schedule) in self.store().awaiting(key, limit).await? {
            // A game that cannot be loaded must not hide the others; the failure was logged.
            let Ok(Some(room)) = self.find(&id, client).await else { continue };
            if !has_schedule && room.store_schedule(self.store()).await.is_err() {
                continue;
            }
            let snapshot = room.snapshot();
            if snapshot.schedule().awaits.is_some_and(|side| snapshot.key(side) == Some(key)) {
                awaiting.push(room);
            }
        }
        Ok(awaiting)
    }

    /// Drops the rooms of games whose seats have changed in the storage; they are loaded again on demand.
    pub fn invalidate(&self, ids: &[String]) {
        let stale: Vec<_> = {
            let mut rooms = self.rooms();
            ids.iter().filter_map(|id| rooms.remove(id)).collect()
        };
        stale.iter().for_each(|room| room.invalidate());
    }

    fn rooms(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Commits a player's act and continues the game.
    ///
    /// # Errors
    /// When the act is refused.
    pub async fn act(
        self: &Arc<Self>,
        room: &Arc<Room>,
        credentials: &Credentials,
        client: ClientAddr,
        act: &Act,
    ) -> Result<(), ActError> {
        self.act_rate.allow(client)?;
        let next = room.act(&self.services, credentials, client, act).await?;
        let snapshot = room.snapshot();
        if snapshot.open && !lobby::is_listed(&snapshot, now()) {
            self.lobby.remove(&room.id, snapshot.created);
        }
        self.after_commit(room, next).await;
        Ok(())
    }

    /// Gives a player a hint, as an event of the game.
    ///
    /// # Errors
    /// When the hint is refused.
    pub async fn hint(
        self: &Arc<Self>,
        room: &Arc<Room>,
        credentials: &Credentials,
        client: ClientAddr,
    ) -> Result<(), ActError> {
        let snapshot = room.snapshot();
        let live = snapshot.live();
        live.may_hint(seats_of(&snapshot, credentials))?;
        let job = self.services.workers.hint(client, live.game.clone()).map_err(JobError::from)?;
        let hint = job.await.map_err(|_| JobError::Panicked)?;
        let act = Act::Hint { ply: live.game.history().len(), hint };
        self.act(room, credentials, client, &act).await
    }

    /// Seats a player on the open seat, returns the side and the seat's token, and continues the game. The caller has checked
    /// the invitation.
    ///
    /// # Errors
    /// When no seat is open or the players have blocked each other.
    pub async fn join(
        self: &Arc<Self>,
        room: &Arc<Room>,
        key: Option<&str>,
        name: &str,
    ) -> Result<(Side, String), Refusal> {
        let joined = room.join(&self.services, key, name).await?;
        self.lobby.remove(&room.id, room.snapshot().created);
        self.continue_game(room).await;
        Ok(joined)
    }

    /// Lets the engine, the dice and the clock act until a person must.
    async fn continue_game(self: &Arc<Self>, room: &Arc<Room>) {
        let next = room.snapshot().live().next_actor();
        self.after_commit(room, next).await;
    }

    async fn after_commit(self: &Arc<Self>, room: &Arc<Room>, next: NextActor) {
        self.schedule_flag(room).await;
        let wants_rematch = {
            let snapshot = room.snapshot();
            snapshot.live().rematch_agreed && snapshot.live().rematch.is_none()
        };
        if wants_rematch {
            self.start_rematch(room).await;
        }
        if next != NextActor::People {
            let (games, room) = (Arc::clone(self), Arc::clone(room));
            tokio::spawn(async move { games.run_engine(&room).await });
        }
    }

    /// Schedules the end of the game at the time when the running clock runs out, if that is within the horizon.
    async fn schedule_flag(self: &Arc<Self>, room: &Arc<Room>) {
        let left = room.snapshot().live().clock.and_then(|clock| Some(clock.remaining(clock.running()?, now())));
        if let Some(left) = left.filter(|left| *left < TIMER_HORIZON) {
            let left = u64::try_from(left).unwrap_or(0) + 20;
            let (games, room) = (Arc::clone(self), Arc::downgrade(room));
            tokio::spawn(async move {
                tokio::time::sleep(Duration::from_millis(left)).await;
                // The sweep ends a game that is no longer in memory.
                if let Some(room) = room.upgrade() {
                    // A failure was logged; the next act ends the game.
                    let _ = room.flag(&games.services).await;
                }
            });
        }
    }

    /// Plays moves of the engine and the dice until a person must act.
    async fn run_engine(self: Arc<Self>, room: &Arc<Room>) {
        loop {
            let snapshot = room.snapshot();
            let events = snapshot.live().events;
            let committed = match snapshot.live().next_actor() {
                NextActor::People => return,
                NextActor::Answer(offer) => {
                    let accepts = self.engine_accepts(room, &snapshot, offer).await;
                    room.answer(&self.services, events, accepts).await
                }
                next @ (NextActor::Throw | NextActor::Turn(_)) => {
                    let turn = match next {
                        NextActor::Turn(level) => self.engine_move(room, &snapshot, level).await,
                        _ => roll_dice(&snapshot),
                    };
                    let Some(turn) = turn else {
                        tracing::warn!(game = %room.id, "the engine found no move");
                        return;
                    };
                    room.play(&self.services, events, &turn).await
                }
            };
            match committed {
                Ok(next) => {
                    self.schedule_flag(room).await;
                    if next == NextActor::People {
                        return;
                    }
                }
                // A full queue only delays the game.
                Err(ActError::Job(_)) => tokio::time::sleep(RETRY_DELAY).await,
                // A failure was logged.
                Err(ActError::Refused(_) | ActError::TooFast(_)) => return,
            }
        }
    }

    async fn engine_accepts(&self, room: &Room, snapshot: &Snapshot, offer: Offer) -> bool {
        let live = snapshot.live();
        if !live.engine_considers(offer) {
            return false;
        }
        match self.services.workers.score(room.last_client(), live.game.clone()) {
            Ok(answer) => answer.await.is_ok_and(|score| live.engine_accepts(offer, score)),
            Err(_) => false,
        }
    }

    async fn engine_move(&self, room: &Room, snapshot: &Snapshot, level: Level) -> Option<Turn> {
        let live = snapshot.live();
        let time = live.thinking_time(now());
        loop {
            match self.services.workers.choose(room.last_client(), live.game.clone(), level, time) {
                Ok(answer) => return answer.await.ok(),
                Err(_) => tokio::time::sleep(RETRY_DELAY).await,
            }
        }
    }

    /// Starts the next game of the same players, with sides exchanged.
    async fn start_rematch(self: &Arc<Self>, room: &Arc<Room>) {
        let (terms, [first, second], open) = {
            let snapshot = room.snapshot();
            (snapshot.terms.clone(), snapshot.seats(), snapshot.open)
        };
        let (next, changes) = match self.prepare(terms, [second, first], open, room.last_client()).await {
            Ok(prepared) => prepared,
            Err(error) => return tracing::error!(game = %room.id, ?error, "cannot start a rematch"),
        };
        // A failure was logged.
        let linked = room.link_rematch(&self.services, &next.id, changes).await;
        if linked.is_ok() && room.snapshot().live().rematch.as_ref() == Some(&next.id) {
            // The future of a game contains that of its rematch, so one of them must be boxed.
            Box::pin(self.register(&next, room.last_client())).await;
        }
    }

    /// Returns the worker threads of the server.
    pub fn workers(&self) -> &Workers {
        &self.services.workers
    }
}

/// Inserts a room, and first drops those that no connection or task uses if there are too many.
fn insert_room(rooms: &mut HashMap<String, Arc<Room>>, room: &Arc<Room>) {
    let size: usize = rooms.values().map(|room| room.size).sum();
    if rooms.len() >= MAX_LOADED || size + room.size > MAX_LOADED_BYTES {
        // A room that a request or the engine holds stays, so that a game has one room.
        rooms.retain(|_, room| !room.is_empty() || Arc::strong_count(room) > 1);
    }
    rooms.insert(room.id.clone(), Arc::clone(room));
}

/// Returns whether a game may change without an act of a person: it is not over, or a rematch was agreed.
fn may_continue(snapshot: &Snapshot) -> bool {
    let live = snapshot.live();
    live.end().is_none() || live.rematch_agreed && live.rematch.is_none()
}

/// Rolls the dice: one of the legal rolls, each equally likely.
fn roll_dice(snapshot: &Snapshot) -> Option<Turn> {
    let turns = snapshot.legal().ok()?;
    (!turns.is_empty()).then(|| turns[fastrand::usize(..turns.len())].clone())
}

/// Returns the start position with the second side to move, in half of the games whose rules draw lots for the first move.
fn draw_starter(ruling: &Ruling) -> Option<String> {
    let ruleset = ruling.ruleset();
    let start = Setup { to_move: ruleset.start.to_move.other(), ..ruleset.start.clone() };
    (ruleset.options.first == First::Lot && fastrand::bool()).then(|| write_fen(&ruleset, &start))
}
