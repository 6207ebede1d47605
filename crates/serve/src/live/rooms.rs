//! All live games: found in memory or read from the storage, and moved on where no person has to act.

use super::room::{Failed, Means, Room};
use super::table::{Credentials, Seat, Table};
use super::{Act, Next, Offer, Player, Refusal, Terms, now};
use crate::errors::Problem;
use crate::owner::Owner;
use crate::rulings::Ruling;
use crate::store::{Change, Store, StoredGame};
use crate::tokens;
use crate::workers::{Kind, Workers};
use quirkat_rules::{First, Setup, Side, Turn, write_fen};
use quirkat_search::Level;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// When so many games are in memory, those that nobody looks at are put away.
const KEPT: usize = 5_000;
/// What finds no place among what waits tries again after this time.
const PAUSE: Duration = Duration::from_millis(500);

/// All live games.
pub struct Rooms {
    means: Means,
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
        Arc::new(Rooms { means: Means { store, workers }, rooms: Mutex::default() })
    }

    /// The storage.
    pub fn store(&self) -> &dyn Store {
        &*self.means.store
    }

    /// Begins a game.
    ///
    /// # Errors
    /// When the terms do not fit together, or it could not be kept.
    pub async fn create(
        self: &Arc<Self>,
        terms: Terms,
        opponent: Opponent,
        side: Side,
        name: &str,
        (owner, device): (Owner, Option<&str>),
    ) -> Result<Created, Problem> {
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
        let id = self.begin(terms, seats, owner).await?;
        Ok(Created { id, token })
    }

    async fn begin(self: &Arc<Self>, terms: Terms, seats: [Seat; 2], owner: Owner) -> Result<String, Problem> {
        let stored = StoredGame { id: tokens::game_id(), created: now(), terms, seats, entries: vec![] };
        let id = stored.id.clone();
        let (stored, room) = self.room_of(stored, owner).await?;
        self.means.store.keep(vec![Change::Create(Box::new(stored))]).await.map_err(Problem::broken)?;
        self.rooms().insert(id.clone(), Arc::clone(&room));
        self.go_on(&room).await;
        Ok(id)
    }

    /// The room of a game: its turns are played once more.
    async fn room_of(&self, stored: StoredGame, owner: Owner) -> Result<(StoredGame, Arc<Room>), Problem> {
        let made = self.means.workers.work(Kind::Live, owner, move || {
            let room = Room::new(&stored, owner)?;
            Ok::<_, String>((stored, Arc::new(room)))
        });
        made.await?.map_err(Problem::broken)
    }

    /// The live game of an id, for somebody who asks for it.
    ///
    /// # Errors
    /// When the storage fails or what it holds does not fit.
    pub async fn find(self: &Arc<Self>, id: &str, owner: Owner) -> Result<Option<Arc<Room>>, Problem> {
        if let Some(room) = self.rooms().get(id).filter(|room| !room.is_broken()) {
            return Ok(Some(Arc::clone(room)));
        }
        let Some(stored) = self.means.store.game(id).await.map_err(Problem::broken)? else { return Ok(None) };
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
        self.go_on(&room).await;
        Ok(Some(room))
    }

    /// How many games are not over and have somebody at them, and how many there are in memory.
    pub fn number(&self) -> (usize, usize) {
        let rooms: Vec<_> = self.rooms().values().cloned().collect();
        (rooms.iter().filter(|room| !room.is_empty() && room.look().end().is_none()).count(), rooms.len())
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
        let joined = room.join(&self.means, device, name).await?;
        self.go_on(room).await;
        Ok(joined)
    }

    /// Lets everything happen that needs no person.
    async fn go_on(self: &Arc<Self>, room: &Arc<Room>) {
        let next = room.look().next();
        self.follow(room, next).await;
    }

    async fn follow(self: &Arc<Self>, room: &Arc<Room>, next: Next) {
        self.watch_clock(room).await;
        let wants_rematch = {
            let table = room.look();
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
        let left = room.look().clock.and_then(|clock| Some(clock.left(clock.running()?, now())));
        if let Some(left) = left {
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
            let kept = match table.next() {
                Next::People => return,
                Next::Answer(offer) => {
                    let accepts = self.accepts(room, &table, offer).await;
                    room.answer(&self.means, table.events, accepts).await
                }
                next @ (Next::Throw | Next::Turn(_)) => {
                    let turn =
                        if let Next::Turn(level) = next { self.turn(room, &table, level).await } else { throw(&table) };
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
                    if next == Next::People {
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
        let time = table.clock.map(|clock| clock.share(table.game.to_move(), now()));
        let time = time.and_then(|time| u64::try_from(time).ok()).map(Duration::from_millis);
        loop {
            match self.means.workers.choose(room.asker(), table.game.clone(), level, time) {
                Ok(answer) => return answer.await.ok(),
                Err(_) => tokio::time::sleep(PAUSE).await,
            }
        }
    }

    /// Begins the next game of the same players, with sides exchanged.
    async fn rematch(self: &Arc<Self>, room: &Arc<Room>) {
        let (terms, [first, second]) = {
            let table = room.look();
            (table.terms.clone(), table.seats())
        };
        // The future of a game contains that of the next one, which has to be somewhere.
        let begun = Box::pin(self.begin(terms, [second, first], room.asker())).await;
        match begun {
            Ok(id) => drop(room.go_on_in(&self.means, &id).await),
            Err(error) => tracing::error!(game = %room.id, ?error, "no further game could be begun"),
        }
    }

    /// The workers.
    pub fn workers(&self) -> &Workers {
        &self.means.workers
    }
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
