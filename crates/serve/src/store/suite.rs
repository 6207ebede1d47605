//! Tests that every storage must pass.

use super::columns::MAX_BLOCKS;
use super::{Cause, Store, StoreChange, StoreFuture, StoredGame, TurnSchedule};
use crate::model::{ClockTerms, EngineResults, Event, GameResult, LogEntry, Millis, OfferKind, Player, Seat, Terms};
use crate::rulings::Ruling;
use quirkat_play::{MoveResults, OwnGame, PositionKey};
use quirkat_rules::{Side, game_toml};
use quirkat_search::Level;
use std::sync::Arc;

/// Location of a storage, empty at first.
pub trait StoreLocation {
    /// Opens the storage; it may be open already.
    fn open(&self) -> StoreFuture<Arc<dyn Store>>;
}

/// A test of an empty storage.
pub type Test = for<'p> fn(&'p dyn StoreLocation) -> TestFuture<'p>;

/// A running test, which panics if it fails.
pub type TestFuture<'p> = std::pin::Pin<Box<dyn Future<Output = ()> + 'p>>;

macro_rules! tests {
    ($($name:ident)*) => {
        /// Names and functions of all tests.
        pub const TESTS: &[(&str, Test)] = &[$((stringify!($name), |place| Box::pin($name(place)))),*];
    };
}

tests! {
    a_game_is_loaded_as_it_was_stored
    commits_are_atomic_and_append_each_event_once
    games_are_found_by_awaited_player_and_deadline
    open_games_are_those_with_an_open_seat
    a_new_key_takes_over_seats_and_blocks
    a_game_leaves_a_list_and_is_deleted_with_the_last
    deleting_a_key_keeps_others_games_without_its_name
    a_game_file_is_stored_once_and_deleted_with_its_last_game
    unplayed_games_by_own_files_are_deleted_with_their_file
    a_game_keeps_its_first_review_until_it_is_deleted
    results_are_counted_once_by_level_and_position
}

fn stored(id: &str) -> StoredGame {
    let seat = |player, key: &str| Seat { player, key: Some(key.to_owned()), token: Some(vec![1; 32]) };
    StoredGame {
        id: id.to_owned(),
        created: 7,
        terms: Terms {
            ruling: Ruling::new("alquerque:article", &["chain=none".to_owned()]).unwrap(),
            position: Some("W:Wa1:Be5".to_owned()),
            clock: Some(ClockTerms::Whole { initial: 60_000, increment: 1_000 }),
        },
        seats: [seat(Player::Person("Ñandú <b>".to_owned()), "one"), seat(Player::Engine(Level::BEST), "two")],
        entries: vec![],
        open: false,
    }
}

/// Returns a game between two people with these keys.
pub fn between(id: &str, keys: [&str; 2]) -> StoredGame {
    let seat = |key: &str| Seat {
        player: Player::Person(key.to_owned()),
        key: Some(key.to_owned()),
        token: Some(vec![2; 32]),
    };
    let terms = Terms { clock: Some(ClockTerms::Turn(86_400_000)), ..stored(id).terms };
    StoredGame { seats: keys.map(seat), terms, open: true, ..stored(id) }
}

/// Returns a move of the first side.
pub fn turn(text: &str) -> LogEntry {
    LogEntry { at: 1, by: Side::First, event: Event::Turn(text.to_owned()) }
}

fn schedule(id: &str, awaits: Option<Side>, due: Option<Millis>) -> StoreChange {
    StoreChange::Schedule { id: id.to_owned(), schedule: TurnSchedule { awaits, due } }
}

async fn open_store(place: &dyn StoreLocation) -> Arc<dyn Store> {
    place.open().await.unwrap()
}

async fn a_game_is_loaded_as_it_was_stored(place: &dyn StoreLocation) {
    let store = open_store(place).await;
    let mut game = stored("g1");
    let cause = Cause::Person;
    let entries = vec![
        LogEntry { at: 8, by: Side::First, event: Event::Turn("a1-a2".to_owned()) },
        LogEntry { at: 9, by: Side::Second, event: Event::Offer(OfferKind::Draw) },
    ];
    store.commit(vec![StoreChange::Create(Box::new(game.clone()))]).await.unwrap();
    store
        .commit(vec![StoreChange::Append { id: "g1".to_owned(), after: 0, entries: entries.clone(), cause }])
        .await
        .unwrap();
    let secret = store.secret().await.unwrap();
    drop(store);
    let store = open_store(place).await;
    game.entries = entries;
    assert_eq!(store.game("g1").await.unwrap(), Some(game));
    assert_eq!(store.games_of("two", 0..10).await.unwrap(), ["g1"]);
    assert_eq!(store.game("g2").await.unwrap(), None);
    assert_eq!(store.secret().await.unwrap(), secret);
}

async fn commits_are_atomic_and_append_each_event_once(place: &dyn StoreLocation) {
    let store = open_store(place).await;
    store.commit(vec![StoreChange::Create(Box::new(stored("g")))]).await.unwrap();
    let turn = |text: &str| StoreChange::Append {
        id: "g".to_owned(),
        after: 0,
        entries: vec![turn(text)],
        cause: Cause::Person,
    };
    store.commit(vec![turn("a1-a2")]).await.unwrap();
    let refused = store.commit(vec![StoreChange::Create(Box::new(stored("h"))), turn("a1-b2")]).await;
    assert!(refused.is_err());
    assert_eq!(store.game("h").await.unwrap(), None);
    let (one, two) =
        tokio::join!(store.commit(vec![turn("x")]), store.commit(vec![StoreChange::Create(Box::new(stored("i")))]));
    assert!(one.is_err() && two.is_ok(), "a failed commit does not affect others");
}

async fn games_are_found_by_awaited_player_and_deadline(place: &dyn StoreLocation) {
    let store = open_store(place).await;
    let [one, two] = ["g", "h"].map(|id| StoreChange::Create(Box::new(between(id, ["ana", "bru"]))));
    let schedules = [schedule("g", Some(Side::First), Some(70)), schedule("h", Some(Side::Second), Some(50))];
    store.commit([one, two].into_iter().chain(schedules).collect()).await.unwrap();
    assert_eq!(store.game("g").await.unwrap(), Some(between("g", ["ana", "bru"])), "with a clock per move");
    assert_eq!(store.awaiting("ana", 9).await.unwrap(), [("g".to_owned(), true)]);
    assert_eq!(store.awaiting("bru", 9).await.unwrap(), [("h".to_owned(), true)]);
    assert_eq!(store.overdue(49, 9).await.unwrap(), [""; 0]);
    assert_eq!(store.overdue(70, 9).await.unwrap(), ["h", "g"]);
    store.commit(vec![schedule("h", None, None)]).await.unwrap();
    assert_eq!((store.awaiting("bru", 9).await.unwrap(), store.overdue(99, 9).await.unwrap().len()), (vec![], 1));
}

async fn open_games_are_those_with_an_open_seat(place: &dyn StoreLocation) {
    let store = open_store(place).await;
    let open = |id: &str, open| {
        let mut game = between(id, ["ana", "bru"]);
        game.seats[1] = Seat { player: Player::Open, key: None, token: None };
        StoreChange::Create(Box::new(StoredGame { open, ..game }))
    };
    let off = LogEntry { at: 9, by: Side::First, event: Event::CallOff };
    store.commit(vec![open("a", true), open("b", false), open("c", true), open("d", true)]).await.unwrap();
    let taken = between("c", ["ana", "bru"]).seats[1].clone();
    let called_off = StoreChange::Append { id: "d".to_owned(), after: 0, entries: vec![off], cause: Cause::Person };
    store
        .commit(vec![StoreChange::Seat { id: "c".to_owned(), side: Side::Second, seat: taken }, called_off])
        .await
        .unwrap();
    assert_eq!(store.open_games(9).await.unwrap(), [("a".to_owned(), 7)]);
}

async fn a_new_key_takes_over_seats_and_blocks(place: &dyn StoreLocation) {
    let store = open_store(place).await;
    let block = |by: &str, against: &str| StoreChange::Block {
        by: by.to_owned(),
        against: against.to_owned(),
        name: "Pest".to_owned(),
        at: 3,
    };
    store.commit(vec![StoreChange::Create(Box::new(between("g", ["ana", "bru"]))), block("ana", "bru")]).await.unwrap();
    store.commit(vec![StoreChange::Rekey { from: "ana".to_owned(), to: "new".to_owned() }]).await.unwrap();
    assert_eq!(
        (store.games_of("ana", 0..9).await.unwrap().len(), store.games_of("new", 0..9).await.unwrap().len()),
        (0, 1)
    );
    assert_eq!(store.blocked_names("new").await.unwrap(), ["Pest"]);
    assert_eq!(
        (store.blocked_keys("bru").await.unwrap(), store.blocked_names("bru").await.unwrap().len()),
        (vec!["new".to_owned()], 0)
    );
    store.commit((0..600).map(|n| block("new", &n.to_string())).collect()).await.unwrap();
    assert_eq!(store.blocked_names("new").await.unwrap().len(), MAX_BLOCKS, "the list is bounded");
    store.commit(vec![StoreChange::UnblockAll { by: "new".to_owned() }]).await.unwrap();
    assert_eq!(store.blocked_keys("bru").await.unwrap(), [""; 0]);
}

async fn a_game_leaves_a_list_and_is_deleted_with_the_last(place: &dyn StoreLocation) {
    let store = open_store(place).await;
    let mut engine = between("engine", ["ana", ""]);
    engine.seats[1] = Seat { player: Player::Engine(Level::BEST), key: None, token: None };
    let created = [between("shared", ["ana", "bru"]), between("alone", ["ana", "ana"]), engine];
    store.commit(created.map(|game| StoreChange::Create(Box::new(game))).to_vec()).await.unwrap();
    let leave = |id: &str, key: &str| StoreChange::Leave { id: id.to_owned(), key: key.to_owned() };
    store.commit(vec![leave("alone", "bru"), leave("nothing", "ana")]).await.unwrap();
    assert_eq!(store.games_of("ana", 0..9).await.unwrap().len(), 3, "only a player of the game can leave it");
    store.commit(["shared", "alone", "engine"].map(|id| leave(id, "ana")).to_vec()).await.unwrap();
    assert_eq!(store.games_of("ana", 0..9).await.unwrap(), [""; 0]);
    assert_eq!((store.game("alone").await.unwrap(), store.game("engine").await.unwrap()), (None, None));
    let shared = store.game("shared").await.unwrap().unwrap();
    assert_eq!(shared.seats[0], Seat { player: Player::Person("ana".to_owned()), key: None, token: None });
    store.commit(vec![leave("shared", "bru")]).await.unwrap();
    assert_eq!(store.game("shared").await.unwrap(), None);
}

async fn deleting_a_key_keeps_others_games_without_its_name(place: &dyn StoreLocation) {
    let store = open_store(place).await;
    let join = LogEntry { at: 8, by: Side::First, event: Event::Join("Ana".to_owned()) };
    let shared = StoredGame { entries: vec![join], ..between("shared", ["ana", "bru"]) };
    let mut engine = between("engine", ["ana", ""]);
    engine.seats[1] = Seat { player: Player::Engine(Level::BEST), key: None, token: None };
    let created = [shared, between("alone", ["ana", "ana"]), engine, between("other", ["bru", "cas"])];
    store.commit(created.map(|game| StoreChange::Create(Box::new(game))).to_vec()).await.unwrap();
    store.commit(vec![StoreChange::DeleteKey { key: "ana".to_owned() }]).await.unwrap();
    let left = store.game("shared").await.unwrap().unwrap();
    assert_eq!(left.seats[0], Seat { player: Player::Person(String::new()), key: None, token: None });
    assert_eq!(left.entries[0].event, Event::Join(String::new()));
    assert_eq!(left.seats[1], between("shared", ["ana", "bru"]).seats[1]);
    assert_eq!((store.game("alone").await.unwrap(), store.game("engine").await.unwrap()), (None, None));
    assert_eq!(store.game("other").await.unwrap(), Some(between("other", ["bru", "cas"])));
}

async fn a_game_file_is_stored_once_and_deleted_with_its_last_game(place: &dyn StoreLocation) {
    let store = open_store(place).await;
    let own = OwnGame::read(&format!("{}\n# own game", game_toml("lasca").unwrap())).unwrap();
    let ruling = Ruling::new(own.name(), &[]).unwrap();
    let game = |id: &str, key: &str| {
        let game = between(id, [key, key]);
        StoredGame { terms: Terms { ruling: ruling.clone(), position: None, clock: None }, ..game }
    };
    for (id, key) in [("g", "ana"), ("h", "bru")] {
        store.commit(vec![StoreChange::Create(Box::new(game(id, key)))]).await.unwrap();
    }
    assert_eq!(store.files().await.unwrap(), 1);
    assert_eq!(store.file(own.name()).await.unwrap().as_deref(), Some(own.text()));
    assert_eq!(store.file("~").await.unwrap(), None);
    assert_eq!(open_store(place).await.game("h").await.unwrap(), Some(game("h", "bru")));
    for (key, left) in [("ana", 1), ("bru", 0)] {
        store.commit(vec![StoreChange::DeleteKey { key: key.to_owned() }]).await.unwrap();
        assert_eq!(store.files().await.unwrap(), left);
    }
}

async fn unplayed_games_by_own_files_are_deleted_with_their_file(place: &dyn StoreLocation) {
    let store = open_store(place).await;
    let create = |id: &str, note: &str| {
        let own = OwnGame::read(&format!("{}\n# {note}", game_toml("lasca").unwrap())).unwrap();
        let ruling = Ruling::new(own.name(), &[]).unwrap();
        let mut game = between(id, ["ana", ""]);
        game.seats[1] = Seat { player: Player::Engine(Level::BEST), key: None, token: None };
        StoreChange::Create(Box::new(StoredGame { terms: Terms { ruling, position: None, clock: None }, ..game }))
    };
    let play = |id: &str, by| StoreChange::Append {
        id: id.to_owned(),
        after: 0,
        entries: vec![LogEntry { by, ..turn("a1-a2") }],
        cause: Cause::Person,
    };
    let created = vec![create("played", "one"), create("answered", "two"), create("new", "two")];
    store
        .commit(
            created.into_iter().chain([StoreChange::Create(Box::new(between("published", ["ana", "bru"])))]).collect(),
        )
        .await
        .unwrap();
    store.commit(vec![play("played", Side::First), play("answered", Side::Second)]).await.unwrap();
    assert_eq!(store.unplayed(7, 9).await.unwrap(), [""; 0], "they were created at 7");
    let mut found = store.unplayed(8, 9).await.unwrap();
    found.sort_unstable();
    assert_eq!(found, ["answered", "new"], "the engine's moves do not count");
    store.commit(vec![play("new", Side::First)]).await.unwrap();
    store.commit(vec![StoreChange::DeleteUnplayed { ids: found }]).await.unwrap();
    assert_eq!(store.game("answered").await.unwrap(), None);
    assert!(store.game("new").await.unwrap().is_some(), "a move was played meanwhile");
    assert_eq!(store.files().await.unwrap(), 2);
    store.commit(vec![StoreChange::DeleteKey { key: "ana".to_owned() }]).await.unwrap();
    assert_eq!(store.files().await.unwrap(), 0);
}

async fn a_game_keeps_its_first_review_until_it_is_deleted(place: &dyn StoreLocation) {
    let store = open_store(place).await;
    let review = |id: &str, text: &str| StoreChange::Review { id: id.to_owned(), text: text.to_owned() };
    store.commit(vec![StoreChange::Create(Box::new(between("g", ["ana", "ana"])))]).await.unwrap();
    assert_eq!(store.review("g").await.unwrap(), None);
    for text in ["{\"first\":1}", "{\"second\":2}"] {
        store.commit(vec![review("g", text)]).await.unwrap();
        assert_eq!(store.review("g").await.unwrap().as_deref(), Some("{\"first\":1}"));
    }
    store.commit(vec![review("missing", "{}")]).await.unwrap();
    assert_eq!(store.review("missing").await.unwrap(), None, "a review needs its game");
    store.commit(vec![StoreChange::DeleteKey { key: "ana".to_owned() }]).await.unwrap();
    assert_eq!((store.game("g").await.unwrap(), store.review("g").await.unwrap()), (None, None));
}

async fn results_are_counted_once_by_level_and_position(place: &dyn StoreLocation) {
    let store = open_store(place).await;
    let key = PositionKey(u64::MAX - 5);
    let finished = |id: &str, level, winner, moves: &[&str]| {
        let mut game = stored(id);
        game.seats[1].player = Player::Engine(level);
        let opening = Some(("alquerque:walker".to_owned(), moves.iter().map(|&turn| (key, turn.to_owned())).collect()));
        let result = StoreChange::Result { id: id.to_owned(), result: GameResult { winner, opening } };
        vec![StoreChange::Create(Box::new(game)), result]
    };
    let [weak, strong] = [Level::new(3).unwrap(), Level::PERFECT];
    store.commit(finished("a", weak, Some(Side::First), &["d2-c3"])).await.unwrap();
    store.commit(finished("b", weak, None, &["d2-c3", "c2-c3"])).await.unwrap();
    let third = finished("c", strong, Some(Side::Second), &["d2-c3"]);
    store.commit(third.clone()).await.unwrap();
    // A second result of a game is ignored, and so is that of a missing game.
    store.commit(third[1..].to_vec()).await.unwrap();
    store.commit(finished("missing", weak, None, &["d2-c3"])[1..].to_vec()).await.unwrap();
    let title = "alquerque:article".to_owned();
    let results = |level, [won, drawn, lost]: [u64; 3]| EngineResults { title: title.clone(), level, won, drawn, lost };
    let mut found = store.engine_results("one").await.unwrap();
    found.sort_by_key(|results| results.level);
    assert_eq!(found, [results(None, [0, 0, 1]), results(Some(3), [1, 1, 0])]);
    assert_eq!(store.engine_results("another").await.unwrap(), []);
    let counts = |first, draws, second| MoveResults { first, draws, second };
    let mut moves = store.opening_moves("alquerque:walker", key).await.unwrap();
    moves.sort_by(|one, other| one.0.cmp(&other.0));
    let expected = [("c2-c3".to_owned(), counts(0, 1, 0)), ("d2-c3".to_owned(), counts(1, 1, 1))];
    assert_eq!(moves, expected);
    assert_eq!(store.opening_moves("alquerque:walker", PositionKey(1)).await.unwrap(), []);
    store.commit(vec![StoreChange::DeleteKey { key: "one".to_owned() }]).await.unwrap();
    assert_eq!(store.engine_results("one").await.unwrap(), []);
    assert_eq!(store.opening_moves("alquerque:walker", key).await.unwrap().len(), 2, "the counts remain");
}
