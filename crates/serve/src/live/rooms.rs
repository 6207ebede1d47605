//! All live games: found in memory or read from the storage, and moved on where no person has to act.

use super::room::Room;
use super::table::{Credentials, Seat, Table};
use super::{Act, Next, Offer, Player, Refusal, Terms, now};
use crate::rulings::Ruling;
use crate::store::{Change, Store, StoreError, StoredGame};
use crate::tokens;
use crate::workers::Workers;
use quirkat_rules::{First, Setup, Side, Turn, write_fen};
use quirkat_search::Level;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// When so many games are in memory, those that nobody looks at are put away.
const KEPT: usize = 5_000;

/// All live games.
pub struct Rooms {
    store: Arc<dyn Store>,
    workers: Arc<Workers>,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
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
    /// Somebody at the same screen.
    Here,
}

impl Rooms {
    /// No games yet.
    pub fn new(store: Arc<dyn Store>, workers: Arc<Workers>) -> Arc<Rooms> {
        Arc::new(Rooms { store, workers, rooms: Mutex::default() })
    }

    /// The storage.
    pub fn store(&self) -> &dyn Store {
        &*self.store
    }

    /// Begins a game.
    ///
    /// # Errors
    /// When the terms do not fit together, or it could not be kept; in words.
    pub async fn create(
        self: &Arc<Self>,
        terms: Terms,
        opponent: Opponent,
        side: Side,
        name: &str,
        device: Option<&str>,
    ) -> Result<Created, String> {
        let position = terms.position.clone().or_else(|| starter_by_lot(&terms.ruling));
        let terms = Terms { position, ..terms };
        let token = tokens::token();
        let own = Seat {
            player: Player::Person(name.to_owned()),
            device: device.map(str::to_owned),
            token: Some(tokens::digest(&token)),
        };
        let empty = Seat { player: Player::Open, device: None, token: None };
        let other = match opponent {
            Opponent::Engine(level) => Seat { player: Player::Engine(level), ..empty },
            Opponent::Friend => empty,
            Opponent::Here => Seat { player: Player::Person(String::new()), ..own.clone() },
        };
        let seats = if side == Side::First { [own, other] } else { [other, own] };
        let id = self.begin(terms, seats).await?;
        Ok(Created { id, token })
    }

    async fn begin(self: &Arc<Self>, terms: Terms, seats: [Seat; 2]) -> Result<String, String> {
        let stored = StoredGame { id: tokens::game_id(), created: now(), terms, seats, entries: vec![] };
        let room = Arc::new(Room::new(&stored)?);
        let id = stored.id.clone();
        self.store.keep(vec![Change::Create(Box::new(stored))]).await.map_err(|error| error.to_string())?;
        self.rooms().insert(id.clone(), Arc::clone(&room));
        self.go_on(&room).await;
        Ok(id)
    }

    /// The live game of an id.
    ///
    /// # Errors
    /// When the storage fails or what it holds does not fit.
    pub async fn find(self: &Arc<Self>, id: &str) -> Result<Option<Arc<Room>>, StoreError> {
        if let Some(room) = self.rooms().get(id).filter(|room| !room.is_broken()) {
            return Ok(Some(Arc::clone(room)));
        }
        let Some(stored) = self.store.game(id).await? else { return Ok(None) };
        let found = Arc::new(Room::new(&stored).map_err(StoreError)?);
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
        self.go_on(&room).await;
        Ok(Some(room))
    }

    fn rooms(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A player acts, and the game goes on.
    ///
    /// # Errors
    /// When it is refused.
    pub async fn act(self: &Arc<Self>, room: &Arc<Room>, who: &Credentials, act: &Act) -> Result<(), Refusal> {
        let next = room.act(self.store(), who, act).await?;
        self.follow(room, next).await;
        Ok(())
    }

    /// Somebody whose invitation was seen takes the open seat, and gets its token; the game goes on.
    ///
    /// # Errors
    /// When no seat is open.
    pub async fn join(
        self: &Arc<Self>,
        room: &Arc<Room>,
        device: Option<&str>,
        name: &str,
    ) -> Result<(Side, String), Refusal> {
        let joined = room.join(self.store(), device, name).await?;
        self.go_on(room).await;
        Ok(joined)
    }

    /// Lets everything happen that needs no person.
    async fn go_on(self: &Arc<Self>, room: &Arc<Room>) {
        let next = room.look().await.next();
        self.follow(room, next).await;
    }

    async fn follow(self: &Arc<Self>, room: &Arc<Room>, next: Next) {
        self.watch_clock(room).await;
        let wants_rematch = {
            let table = room.look().await;
            table.rematch_agreed && table.rematch.is_none()
        };
        if wants_rematch {
            self.rematch(room).await;
        }
        if next != Next::People {
            let (rooms, room) = (Arc::clone(self), Arc::clone(room));
            tokio::spawn(async move { rooms.think(&room).await });
        }
    }

    /// Lets the flag fall when the running clock's time is over.
    async fn watch_clock(self: &Arc<Self>, room: &Arc<Room>) {
        let left = room.look().await.clock.and_then(|clock| Some(clock.left(clock.running()?, now())));
        if let Some(left) = left {
            let left = u64::try_from(left).unwrap_or(0) + 20;
            let (rooms, room) = (Arc::clone(self), Arc::clone(room));
            tokio::spawn(async move {
                tokio::time::sleep(Duration::from_millis(left)).await;
                // What cannot be kept was logged; the flag falls at the next act.
                let _ = room.flag(rooms.store()).await;
            });
        }
    }

    /// The engine and the dice play until a person has to act.
    async fn think(self: Arc<Self>, room: &Arc<Room>) {
        loop {
            let table = room.look().await.clone();
            let kept = match table.next() {
                Next::People => return,
                Next::Answer(offer) => {
                    let accepts = self.accepts(&table, offer).await;
                    room.answer(self.store(), table.events, accepts).await
                }
                next @ (Next::Throw | Next::Turn(_)) => {
                    let turn =
                        if let Next::Turn(level) = next { self.turn(&table, level).await } else { throw(&table) };
                    let Some(turn) = turn else {
                        tracing::warn!(game = %room.id, "the engine found no turn");
                        return;
                    };
                    room.play(self.store(), table.events, &turn).await
                }
            };
            match kept {
                Ok(next) => {
                    self.watch_clock(room).await;
                    if next == Next::People {
                        return;
                    }
                }
                Err(_) => return,
            }
        }
    }

    async fn accepts(&self, table: &Table, offer: Offer) -> bool {
        if !table.engine_considers(offer) {
            return false;
        }
        match self.workers.score(&table.owner(), table.game.clone()) {
            Ok(answer) => answer.await.is_ok_and(|score| table.engine_accepts(offer, score)),
            Err(_) => false,
        }
    }

    async fn turn(&self, table: &Table, level: Level) -> Option<Turn> {
        let time = table.clock.map(|clock| clock.share(table.game.to_move(), now()));
        let time = time.and_then(|time| u64::try_from(time).ok()).map(Duration::from_millis);
        let owner = table.owner();
        loop {
            match self.workers.choose(&owner, table.game.clone(), level, time) {
                Ok(answer) => return answer.await.ok(),
                // Games go on, if slowly.
                Err(_) => tokio::time::sleep(Duration::from_millis(500)).await,
            }
        }
    }

    /// Begins the next game of the same players, with sides exchanged.
    async fn rematch(self: &Arc<Self>, room: &Arc<Room>) {
        let (terms, [first, second]) = {
            let table = room.look().await;
            (table.terms.clone(), table.seats())
        };
        // The future of a game contains that of the next one, which has to be somewhere.
        let begun = Box::pin(self.begin(terms, [second, first])).await;
        match begun {
            Ok(id) => drop(room.go_on_in(self.store(), &id).await),
            Err(error) => tracing::error!(game = %room.id, %error, "no further game could be begun"),
        }
    }

    /// The workers.
    pub fn workers(&self) -> &Workers {
        &self.workers
    }
}

/// A throw of the dice.
fn throw(table: &Table) -> Option<Turn> {
    let mut turns = table.game.turns().ok()?;
    (!turns.is_empty()).then(|| turns.swap_remove(fastrand::usize(..turns.len())))
}

/// The start with the second side to move, where the rules let a lot decide and it falls so.
fn starter_by_lot(ruling: &Ruling) -> Option<String> {
    let ruleset = ruling.ruleset();
    let start = Setup { to_move: ruleset.start.to_move.other(), ..ruleset.start.clone() };
    (ruleset.options.first == First::Lot && fastrand::bool()).then(|| write_fen(&ruleset, &start))
}
