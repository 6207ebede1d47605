//! All live games: found in memory or read from the storage, and moved on where no person has to act.

use super::lobby::{self, Lobby, MOST_OPEN};
use super::room::{Failed, Means, Room};
use super::table::{Credentials, Seat, Table, seated};
use super::{Act, DAY, Millis, NextActor, Offer, Player, Refusal, Terms, now};
use crate::errors::Problem;
use crate::owner::Owner;
use crate::rulings::Ruling;
use crate::store::{Change, Heard, Postgres, Store, StoreError, StoredGame};
use crate::tokens;
use crate::workers::{Kind, Undone, Workers};
use quirkat_rules::{First, Setup, Side, Turn, write_fen};
use quirkat_search::Level;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc::UnboundedReceiver;

/// When so many games are in memory, those that nobody looks at are put away.
const KEPT: usize = 5_000;
/// Time that is longer than this, a day, is looked after by whoever looks after all games; that is often enough.
const SOON: Millis = DAY;
const ROUND: Duration = Duration::from_secs(20);
/// So many games in which time is over are looked at in one round.
const MOST_OVERDUE: usize = 200;
/// What finds no place among what waits tries again after this time.
const PAUSE: Duration = Duration::from_millis(500);

/// All live games.
pub struct Rooms {
    means: Means,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    lobby: Lobby,
}

impl std::fmt::Debug for Rooms {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Rooms")
    }
}

/// A game that was just created, and the words by which its seats are held.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Created {
    /// The game's id.
    pub id: String,
    /// The token of whoever created it.
    pub token: String,
}

/// Who plays the second seat of a new game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opponent {
    /// The engine at a level.
    Engine(Level),
    /// Whoever follows the link.
    Friend,
    /// Whoever finds the game among the open ones.
    Anyone,
    /// Somebody at the same screen.
    Here,
}

impl Rooms {
    /// The games of a storage; none is in memory yet but for those that wait for anybody.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn open(
        store: Arc<dyn Store>,
        shared: Option<Arc<Postgres>>,
        workers: Arc<Workers>,
        lobby: Lobby,
    ) -> Result<Arc<Rooms>, StoreError> {
        lobby.follow(store.open_games(MOST_OPEN).await?);
        Ok(Arc::new(Rooms { means: Means { store, shared, workers }, rooms: Mutex::default(), lobby }))
    }

    /// Lets those who look at games here see what happens at other servers, and takes the games of those that are gone,
    /// for as long as the server runs.
    pub async fn follow_others(self: Arc<Self>, mut heard: UnboundedReceiver<Heard>) {
        while let Some(heard) = heard.recv().await {
            match heard {
                Heard::Game(id) => {
                    // Whoever comes to a game at which nobody looks is shown what is new in it.
                    let room = self.rooms().get(&id).filter(|room| !room.is_empty()).cloned();
                    room.iter().for_each(|room| room.hear(&self.means));
                }
                Heard::Gone => self.take_over().await,
                Heard::All => {
                    let rooms: Vec<_> = self.rooms().values().filter(|room| !room.is_empty()).cloned().collect();
                    for room in rooms {
                        room.hear(&self.means);
                        room.tell_presence();
                    }
                    self.take_over().await;
                }
            }
        }
    }

    /// Takes the games in memory that no server has any more, and lets them go on.
    async fn take_over(self: &Arc<Self>) {
        let Some(shared) = &self.means.shared else { return };
        let rooms: Vec<_> = self.rooms().values().cloned().collect();
        // Who sat at the server that is gone is away until they come back.
        rooms.iter().filter(|room| !room.is_empty()).for_each(|room| room.hear(&self.means));
        let ids: Vec<_> =
            rooms.into_iter().filter(|room| is_going_on(&room.look())).map(|room| room.id.clone()).collect();
        match shared.take(&ids, false).await {
            Ok(taken) => {
                if !taken.is_empty() {
                    tracing::info!(games = taken.len(), "games of a server that is gone were taken over");
                }
                for id in taken {
                    let rooms = Arc::clone(self);
                    tokio::spawn(async move {
                        // What cannot be read was logged, and goes on when somebody asks for it.
                        if let Ok(Some(room)) = rooms.find(&id, Owner::NOBODY).await {
                            rooms.go_on(&room).await;
                        }
                    });
                }
            }
            Err(error) => tracing::error!(%error, "the games of a server that is gone could not be taken over"),
        }
    }

    /// Whether it is for this server to let a game go on: nobody else has it.
    async fn has(&self, room: &Room) -> bool {
        let Some(shared) = &self.means.shared else { return true };
        if !is_going_on(&room.look()) {
            return false;
        }
        match shared.take(std::slice::from_ref(&room.id), true).await {
            Ok(taken) => !taken.is_empty(),
            Err(error) => {
                tracing::error!(game = %room.id, %error, "it is not known whose game it is");
                false
            }
        }
    }

    /// Lets flags fall in games at which nobody looks, for as long as the server runs.
    pub async fn keep_time(self: Arc<Self>) {
        // What cannot be read or kept was logged, and is not tried again and again.
        let mut failed = HashSet::new();
        let mut rounds = tokio::time::interval(ROUND);
        loop {
            rounds.tick().await;
            let overdue = match self.means.store.overdue(now(), MOST_OVERDUE + failed.len()).await {
                Ok(overdue) => overdue,
                Err(error) => {
                    tracing::error!(%error, "it is not known in which games time is over");
                    continue;
                }
            };
            for id in overdue {
                if !failed.contains(&id) && self.end_by_time(&id).await.is_none() {
                    failed.insert(id);
                }
            }
        }
    }

    async fn end_by_time(self: &Arc<Self>, id: &str) -> Option<()> {
        let room = self.find(id, Owner::NOBODY).await.ok()??;
        room.flag(&self.means).await.ok()?;
        room.note_standing(self.store()).await.ok()
    }

    /// The storage.
    pub fn store(&self) -> &dyn Store {
        &*self.means.store
    }

    /// Begins a game.
    ///
    /// # Errors
    /// When the terms do not fit together, somebody waits in too many open games already, or it could not be kept.
    pub async fn create(
        self: &Arc<Self>,
        terms: Terms,
        opponent: Opponent,
        side: Side,
        name: &str,
        (owner, key): (Owner, Option<&str>),
    ) -> Result<Created, Problem> {
        let open = opponent == Opponent::Anyone;
        if open && !self.lobby.has_room(owner) {
            return Err(Problem::TooManyOpen);
        }
        let position = terms.position.clone().or_else(|| starter_by_lot(&terms.ruling));
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
            Opponent::Here => Seat { player: Player::Person(String::new()), ..own.clone() },
        };
        let seats = if side == Side::First { [own, other] } else { [other, own] };
        let id = self.begin(terms, seats, open, owner).await?;
        Ok(Created { id, token })
    }

    async fn begin(
        self: &Arc<Self>,
        terms: Terms,
        seats: [Seat; 2],
        open: bool,
        owner: Owner,
    ) -> Result<String, Problem> {
        let (room, changes) = self.prepare(terms, seats, open, owner).await?;
        self.means.store.keep(changes).await?;
        self.enter(&room, owner).await;
        Ok(room.id.clone())
    }

    /// A new game, and what has to be kept before anybody hears of it.
    async fn prepare(
        &self,
        terms: Terms,
        seats: [Seat; 2],
        open: bool,
        owner: Owner,
    ) -> Result<(Arc<Room>, Vec<Change>), Problem> {
        let stored = StoredGame { id: tokens::game_id(), created: now(), terms, seats, entries: vec![], open };
        let (stored, room) = self.room_of(stored, owner).await?;
        let standing = Change::Standing { id: room.id.clone(), standing: room.look().standing() };
        Ok((room, vec![Change::Create(Box::new(stored)), standing]))
    }

    /// A game that was begun and kept is there from now on.
    async fn enter(self: &Arc<Self>, room: &Arc<Room>, owner: Owner) {
        self.rooms().insert(room.id.clone(), Arc::clone(room));
        let table = room.look();
        if lobby::waits(&table, table.created) {
            self.lobby.add(&room.id, table.created, owner);
        }
        self.go_on(room).await;
    }

    /// The room of a game: its turns are played once more.
    async fn room_of(&self, stored: StoredGame, owner: Owner) -> Result<(StoredGame, Arc<Room>), Problem> {
        let shared = self.means.shared.clone();
        let made = self.means.workers.work(Kind::Live, owner, move || {
            let room = Room::new(&stored, owner, shared)?;
            Ok::<_, String>((stored, Arc::new(room)))
        });
        made.await?.map_err(Problem::broken)
    }

    /// The live game of an id, for somebody who asks for it.
    ///
    /// # Errors
    /// When the storage fails or what it holds does not fit.
    pub async fn find(self: &Arc<Self>, id: &str, owner: Owner) -> Result<Option<Arc<Room>>, Problem> {
        let known = self.rooms().get(id).cloned();
        if let Some(room) = known.filter(|room| !room.is_broken()) {
            room.catch_up(&self.means).await?;
            if !room.is_broken() {
                return Ok(Some(room));
            }
        }
        let Some(stored) = self.means.store.game(id).await? else { return Ok(None) };
        let (_, found) = self.room_of(stored, owner).await?;
        let room = {
            let mut rooms = self.rooms();
            if rooms.len() >= KEPT {
                rooms.retain(|_, room| !room.is_empty());
            }
            // Somebody else may have been faster.
            match rooms.get(id).filter(|room| !room.is_broken()) {
                Some(room) => return Ok(Some(Arc::clone(room))),
                None => rooms.insert(id.to_owned(), Arc::clone(&found)),
            };
            found
        };
        // The server may have stopped while the engine was thinking.
        if self.has(&room).await {
            self.go_on(&room).await;
        }
        Ok(Some(room))
    }

    /// How many games are not over and have somebody at them, and how many there are in memory.
    pub fn number(&self) -> (usize, usize) {
        let rooms: Vec<_> = self.rooms().values().cloned().collect();
        (rooms.iter().filter(|room| !room.is_empty() && room.look().end().is_none()).count(), rooms.len())
    }

    /// The games in which somebody waits for anybody, the latest first; `key` is what the key of whoever asks is known by,
    /// who is not told of those whose seats are closed to them. Who waits with a clock for the whole game is here.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn waiting(
        self: &Arc<Self>,
        owner: Owner,
        key: Option<&str>,
        most: usize,
    ) -> Result<Vec<Arc<Room>>, Problem> {
        let closed = match key {
            Some(key) => self.store().closed_between(key).await?,
            None => vec![],
        };
        if self.means.shared.is_some() {
            self.lobby.follow(self.store().open_games(MOST_OPEN).await?);
        }
        let mut waiting = Vec::new();
        for (since, id) in self.lobby.latest() {
            // A game that cannot be read any more must not hide the others; the log tells why.
            let Ok(found) = self.find(&id, owner).await else { continue };
            let Some(room) = found.filter(|room| lobby::waits(&room.look(), now())) else {
                self.lobby.remove(&id, since);
                continue;
            };
            let table = room.look();
            let is_kept_out = |side| table.key(side).is_some_and(|host| closed.iter().any(|known| known == host));
            let is_closed = Side::BOTH.into_iter().any(is_kept_out);
            let is_away = lobby::is_in_haste(&table) && room.presence().online == [false, false];
            if !is_closed && !is_away {
                waiting.push(room);
            }
            if waiting.len() == most {
                break;
            }
        }
        Ok(waiting)
    }

    /// The open games that are being played with somebody at the board, here or at other servers, those with the most
    /// spectators first.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn playing(self: &Arc<Self>, owner: Owner, most: usize) -> Result<Vec<Arc<Room>>, Problem> {
        let elsewhere = match &self.means.shared {
            Some(shared) => shared.played_elsewhere(most).await?,
            None => vec![],
        };
        for id in &elsewhere {
            // They are in memory from now on. One that cannot be read must not hide the others; the log tells why.
            drop(self.find(id, owner).await);
        }
        let mut rooms: Vec<_> = self.rooms().values().cloned().collect();
        rooms.retain(|room| {
            let table = room.look();
            // Of a game at which nobody is here it is not known who is elsewhere, unless that was just asked.
            let is_known = !room.is_empty() || elsewhere.contains(&room.id);
            is_known
                && table.open
                && !table.is_waiting()
                && table.end().is_none()
                && room.presence().online != [false, false]
        });
        rooms.sort_by_cached_key(|room| std::cmp::Reverse((room.presence().watchers, room.look().changed())));
        rooms.truncate(most);
        Ok(rooms)
    }

    /// The games that wait for somebody's turn, by what their key is known by, the most urgent first.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn awaiting(self: &Arc<Self>, key: &str, owner: Owner, most: usize) -> Result<Vec<Arc<Room>>, Problem> {
        let mut awaiting = Vec::new();
        for (id, is_known) in self.store().awaiting(key, most).await? {
            // A game that cannot be read any more must not hide the others; the log tells why.
            let Ok(Some(room)) = self.find(&id, owner).await else { continue };
            if !is_known && room.note_standing(self.store()).await.is_err() {
                continue;
            }
            let table = room.look();
            if table.standing().awaits.is_some_and(|side| table.key(side) == Some(key)) {
                awaiting.push(room);
            }
        }
        Ok(awaiting)
    }

    /// Games are read again from the storage, since others hold their seats now or nobody does.
    pub fn put_away(&self, ids: &[String]) {
        let gone: Vec<_> = {
            let mut rooms = self.rooms();
            ids.iter().filter_map(|id| rooms.remove(id)).collect()
        };
        gone.iter().for_each(|room| room.put_away());
    }

    fn rooms(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A player acts, and the game goes on.
    ///
    /// # Errors
    /// When it is refused.
    pub async fn act(
        self: &Arc<Self>,
        room: &Arc<Room>,
        who: &Credentials,
        owner: Owner,
        act: &Act,
    ) -> Result<(), Failed> {
        let next = room.act(&self.means, who, owner, act).await?;
        let table = room.look();
        if table.open && !lobby::waits(&table, now()) {
            self.lobby.remove(&room.id, table.created);
        }
        self.follow(room, next).await;
        Ok(())
    }

    /// A player is told of a good turn.
    ///
    /// # Errors
    /// When it is refused.
    pub async fn hint(self: &Arc<Self>, room: &Arc<Room>, who: &Credentials, owner: Owner) -> Result<(), Failed> {
        let table = room.look();
        table.may_hint(seated(&table, who))?;
        let found = self.means.workers.hint(owner, table.game.clone()).map_err(Undone::from)?;
        let hint = found.await.map_err(|_| Undone::Broken)?;
        let act = Act::Hint { ply: table.game.history().len(), hint };
        self.act(room, who, owner, &act).await
    }

    /// Somebody whose invitation was seen, or who needs none, takes the open seat and gets its token; the game goes on.
    ///
    /// # Errors
    /// When no seat is open, or it is closed to them.
    pub async fn join(
        self: &Arc<Self>,
        room: &Arc<Room>,
        key: Option<&str>,
        name: &str,
    ) -> Result<(Side, String), Refusal> {
        let joined = room.join(&self.means, key, name).await?;
        self.lobby.remove(&room.id, room.look().created);
        self.go_on(room).await;
        Ok(joined)
    }

    /// Lets everything happen that needs no person.
    async fn go_on(self: &Arc<Self>, room: &Arc<Room>) {
        let next = room.look().next_actor();
        self.follow(room, next).await;
    }

    async fn follow(self: &Arc<Self>, room: &Arc<Room>, next: NextActor) {
        self.watch_clock(room).await;
        let wants_rematch = {
            let table = room.look();
            table.rematch_agreed && table.rematch.is_none()
        };
        if wants_rematch {
            self.rematch(room).await;
        }
        if next != NextActor::People {
            let (rooms, room) = (Arc::clone(self), Arc::clone(room));
            tokio::spawn(async move { rooms.think(&room).await });
        }
    }

    /// Lets the flag fall when the running clock's time is over.
    async fn watch_clock(self: &Arc<Self>, room: &Arc<Room>) {
        let left = room.look().clock.and_then(|clock| Some(clock.remaining(clock.running()?, now())));
        if let Some(left) = left.filter(|left| *left < SOON) {
            let left = u64::try_from(left).unwrap_or(0) + 20;
            let (rooms, room) = (Arc::clone(self), Arc::clone(room));
            tokio::spawn(async move {
                tokio::time::sleep(Duration::from_millis(left)).await;
                // What cannot be kept was logged; the flag falls at the next act.
                let _ = room.flag(&rooms.means).await;
            });
        }
    }

    /// The engine and the dice play until a person has to act.
    async fn think(self: Arc<Self>, room: &Arc<Room>) {
        loop {
            let table = room.look();
            let kept = match table.next_actor() {
                NextActor::People => return,
                NextActor::Answer(offer) => {
                    let accepts = self.accepts(room, &table, offer).await;
                    room.answer(&self.means, table.events, accepts).await
                }
                next @ (NextActor::Throw | NextActor::Turn(_)) => {
                    let turn = if let NextActor::Turn(level) = next {
                        self.turn(room, &table, level).await
                    } else {
                        throw(&table)
                    };
                    let Some(turn) = turn else {
                        tracing::warn!(game = %room.id, "the engine found no turn");
                        return;
                    };
                    room.play(&self.means, table.events, &turn).await
                }
            };
            match kept {
                Ok(next) => {
                    self.watch_clock(room).await;
                    if next == NextActor::People {
                        return;
                    }
                }
                // Games go on, if slowly.
                Err(Failed::Undone(_)) => tokio::time::sleep(PAUSE).await,
                // What cannot be kept was logged.
                Err(Failed::Refused(_)) => return,
            }
        }
    }

    async fn accepts(&self, room: &Room, table: &Table, offer: Offer) -> bool {
        if !table.engine_considers(offer) {
            return false;
        }
        match self.means.workers.score(room.asker(), table.game.clone()) {
            Ok(answer) => answer.await.is_ok_and(|score| table.engine_accepts(offer, score)),
            Err(_) => false,
        }
    }

    async fn turn(&self, room: &Room, table: &Table, level: Level) -> Option<Turn> {
        let time = table.thinking_time(now());
        loop {
            match self.means.workers.choose(room.asker(), table.game.clone(), level, time) {
                Ok(answer) => return answer.await.ok(),
                Err(_) => tokio::time::sleep(PAUSE).await,
            }
        }
    }

    /// Begins the next game of the same players, with sides exchanged.
    async fn rematch(self: &Arc<Self>, room: &Arc<Room>) {
        let (terms, [first, second], open) = {
            let table = room.look();
            (table.terms.clone(), table.seats(), table.open)
        };
        let (next, changes) = match self.prepare(terms, [second, first], open, room.asker()).await {
            Ok(prepared) => prepared,
            Err(error) => return tracing::error!(game = %room.id, ?error, "no further game could be begun"),
        };
        // What cannot be kept was logged.
        let kept = room.go_on_in(&self.means, &next.id, changes).await;
        if kept.is_ok() && room.look().rematch.as_ref() == Some(&next.id) {
            // The future of a game contains that of the next one, which has to be somewhere.
            Box::pin(self.enter(&next, room.asker())).await;
        }
    }

    /// The workers.
    pub fn workers(&self) -> &Workers {
        &self.means.workers
    }
}

/// Whether something may happen in a game that nobody asks for: it is not over, or another one follows it.
fn is_going_on(table: &Table) -> bool {
    table.end().is_none() || table.rematch_agreed && table.rematch.is_none()
}

/// A throw of the dice.
fn throw(table: &Table) -> Option<Turn> {
    let turns = table.legal().ok()?;
    (!turns.is_empty()).then(|| turns[fastrand::usize(..turns.len())].clone())
}

/// The start with the second side to move, where the rules let a lot decide and it falls so.
fn starter_by_lot(ruling: &Ruling) -> Option<String> {
    let ruleset = ruling.ruleset();
    let start = Setup { to_move: ruleset.start.to_move.other(), ..ruleset.start.clone() };
    (ruleset.options.first == First::Lot && fastrand::bool()).then(|| write_fen(&ruleset, &start))
}
