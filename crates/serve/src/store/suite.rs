//! What every storage has to do, tried on any.

use super::columns::MOST_CLOSED;
use super::{Answer, Cause, Change, Standing, Store, StoredGame};
use crate::live::{ClockTerms, Deal, Entry, Event, Millis, Player, Seat, Terms};
use crate::rulings::Ruling;
use quirkat_play::OwnGame;
use quirkat_rules::{Side, game_toml};
use quirkat_search::Level;
use std::sync::Arc;

/// Where a storage is that holds nothing at first.
pub trait Place {
    /// Opens it; what was opened before may still be open.
    fn open(&self) -> Answer<Arc<dyn Store>>;
}

/// A test of a storage that holds nothing.
pub type Test = for<'p> fn(&'p dyn Place) -> Trying<'p>;

/// A test that is under way. Whatever is not as it should be ends it in a panic.
pub type Trying<'p> = std::pin::Pin<Box<dyn Future<Output = ()> + 'p>>;

macro_rules! tests {
    ($($name:ident)*) => {
        /// All tests, with their names.
        pub const TESTS: &[(&str, Test)] = &[$((stringify!($name), |place| Box::pin($name(place)))),*];
    };
}

tests! {
    what_is_kept_is_found_again_when_the_storage_is_opened_again
    an_event_is_never_written_twice_and_changes_are_kept_whole_or_not
    games_are_found_by_whom_they_wait_for_and_until_when
    open_games_are_those_with_a_seat_that_anybody_may_take
    what_belongs_to_one_key_goes_to_another_with_those_who_are_kept_out
    who_is_forgotten_leaves_others_their_games_and_no_name
    a_game_file_is_kept_once_and_goes_with_the_last_game_that_is_played_by_it
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

/// A game between two persons, by their keys.
pub fn between(id: &str, keys: [&str; 2]) -> StoredGame {
    let seat = |key: &str| Seat {
        player: Player::Person(key.to_owned()),
        key: Some(key.to_owned()),
        token: Some(vec![2; 32]),
    };
    let terms = Terms { clock: Some(ClockTerms::Turn(86_400_000)), ..stored(id).terms };
    StoredGame { seats: keys.map(seat), terms, open: true, ..stored(id) }
}

/// A turn of the first side.
pub fn turn(text: &str) -> Entry {
    Entry { at: 1, by: Side::First, event: Event::Turn(text.to_owned()) }
}

fn standing(id: &str, awaits: Option<Side>, due: Option<Millis>) -> Change {
    Change::Standing { id: id.to_owned(), standing: Standing { awaits, due } }
}

async fn opened(place: &dyn Place) -> Arc<dyn Store> {
    place.open().await.unwrap()
}

async fn what_is_kept_is_found_again_when_the_storage_is_opened_again(place: &dyn Place) {
    let store = opened(place).await;
    let mut game = stored("g1");
    let cause = Cause::Person;
    let entries = vec![
        Entry { at: 8, by: Side::First, event: Event::Turn("a1-a2".to_owned()) },
        Entry { at: 9, by: Side::Second, event: Event::Offer(Deal::Draw) },
    ];
    store.keep(vec![Change::Create(Box::new(game.clone()))]).await.unwrap();
    store.keep(vec![Change::Append { id: "g1".to_owned(), after: 0, entries: entries.clone(), cause }]).await.unwrap();
    let secret = store.secret().await.unwrap();
    drop(store);
    let store = opened(place).await;
    game.entries = entries;
    assert_eq!(store.game("g1").await.unwrap(), Some(game));
    assert_eq!(store.games_of("two", 0..10).await.unwrap(), ["g1"]);
    assert_eq!(store.game("g2").await.unwrap(), None);
    assert_eq!(store.secret().await.unwrap(), secret);
}

async fn an_event_is_never_written_twice_and_changes_are_kept_whole_or_not(place: &dyn Place) {
    let store = opened(place).await;
    store.keep(vec![Change::Create(Box::new(stored("g")))]).await.unwrap();
    let turn =
        |text: &str| Change::Append { id: "g".to_owned(), after: 0, entries: vec![turn(text)], cause: Cause::Person };
    store.keep(vec![turn("a1-a2")]).await.unwrap();
    let refused = store.keep(vec![Change::Create(Box::new(stored("h"))), turn("a1-b2")]).await;
    assert!(refused.is_err());
    assert_eq!(store.game("h").await.unwrap(), None);
    let (one, two) = tokio::join!(store.keep(vec![turn("x")]), store.keep(vec![Change::Create(Box::new(stored("i")))]));
    assert!(one.is_err() && two.is_ok(), "nobody pays for another's fault");
}

async fn games_are_found_by_whom_they_wait_for_and_until_when(place: &dyn Place) {
    let store = opened(place).await;
    let [one, two] = ["g", "h"].map(|id| Change::Create(Box::new(between(id, ["ana", "bru"]))));
    let standings = [standing("g", Some(Side::First), Some(70)), standing("h", Some(Side::Second), Some(50))];
    store.keep([one, two].into_iter().chain(standings).collect()).await.unwrap();
    assert_eq!(store.game("g").await.unwrap(), Some(between("g", ["ana", "bru"])), "with time for each turn");
    assert_eq!(store.awaiting("ana", 9).await.unwrap(), [("g".to_owned(), true)]);
    assert_eq!(store.awaiting("bru", 9).await.unwrap(), [("h".to_owned(), true)]);
    assert_eq!(store.overdue(49, 9).await.unwrap(), [""; 0]);
    assert_eq!(store.overdue(70, 9).await.unwrap(), ["h", "g"]);
    store.keep(vec![standing("h", None, None)]).await.unwrap();
    assert_eq!((store.awaiting("bru", 9).await.unwrap(), store.overdue(99, 9).await.unwrap().len()), (vec![], 1));
}

async fn open_games_are_those_with_a_seat_that_anybody_may_take(place: &dyn Place) {
    let store = opened(place).await;
    let open = |id: &str, open| {
        let mut game = between(id, ["ana", "bru"]);
        game.seats[1] = Seat { player: Player::Open, key: None, token: None };
        Change::Create(Box::new(StoredGame { open, ..game }))
    };
    let off = Entry { at: 9, by: Side::First, event: Event::CallOff };
    store.keep(vec![open("a", true), open("b", false), open("c", true), open("d", true)]).await.unwrap();
    let taken = between("c", ["ana", "bru"]).seats[1].clone();
    let called_off = Change::Append { id: "d".to_owned(), after: 0, entries: vec![off], cause: Cause::Person };
    store.keep(vec![Change::Seat { id: "c".to_owned(), side: Side::Second, seat: taken }, called_off]).await.unwrap();
    assert_eq!(store.open_games(9).await.unwrap(), [("a".to_owned(), 7)]);
}

async fn what_belongs_to_one_key_goes_to_another_with_those_who_are_kept_out(place: &dyn Place) {
    let store = opened(place).await;
    let close = |by: &str, against: &str| Change::Close {
        by: by.to_owned(),
        against: against.to_owned(),
        name: "Pest".to_owned(),
        at: 3,
    };
    store.keep(vec![Change::Create(Box::new(between("g", ["ana", "bru"]))), close("ana", "bru")]).await.unwrap();
    store.keep(vec![Change::Rekey { from: "ana".to_owned(), to: "new".to_owned() }]).await.unwrap();
    assert_eq!(
        (store.games_of("ana", 0..9).await.unwrap().len(), store.games_of("new", 0..9).await.unwrap().len()),
        (0, 1)
    );
    assert_eq!(store.closed_by("new").await.unwrap(), ["Pest"]);
    assert_eq!(
        (store.closed_between("bru").await.unwrap(), store.closed_by("bru").await.unwrap().len()),
        (vec!["new".to_owned()], 0)
    );
    store.keep((0..600).map(|n| close("new", &n.to_string())).collect()).await.unwrap();
    assert_eq!(store.closed_by("new").await.unwrap().len(), MOST_CLOSED, "a list that ends");
    store.keep(vec![Change::OpenAgain { by: "new".to_owned() }]).await.unwrap();
    assert_eq!(store.closed_between("bru").await.unwrap(), [""; 0]);
}

async fn who_is_forgotten_leaves_others_their_games_and_no_name(place: &dyn Place) {
    let store = opened(place).await;
    let join = Entry { at: 8, by: Side::First, event: Event::Join("Ana".to_owned()) };
    let shared = StoredGame { entries: vec![join], ..between("shared", ["ana", "bru"]) };
    let mut engine = between("engine", ["ana", ""]);
    engine.seats[1] = Seat { player: Player::Engine(Level::BEST), key: None, token: None };
    let created = [shared, between("alone", ["ana", "ana"]), engine, between("other", ["bru", "cas"])];
    store.keep(created.map(|game| Change::Create(Box::new(game))).to_vec()).await.unwrap();
    store.keep(vec![Change::Forget { key: "ana".to_owned() }]).await.unwrap();
    let left = store.game("shared").await.unwrap().unwrap();
    assert_eq!(left.seats[0], Seat { player: Player::Person(String::new()), key: None, token: None });
    assert_eq!(left.entries[0].event, Event::Join(String::new()));
    assert_eq!(left.seats[1], between("shared", ["ana", "bru"]).seats[1]);
    assert_eq!((store.game("alone").await.unwrap(), store.game("engine").await.unwrap()), (None, None));
    assert_eq!(store.game("other").await.unwrap(), Some(between("other", ["bru", "cas"])));
}

async fn a_game_file_is_kept_once_and_goes_with_the_last_game_that_is_played_by_it(place: &dyn Place) {
    let store = opened(place).await;
    let own = OwnGame::read(&format!("{}\n# one's own", game_toml("lasca").unwrap())).unwrap();
    let ruling = Ruling::new(own.name(), &[]).unwrap();
    let game = |id: &str, key: &str| {
        let game = between(id, [key, key]);
        StoredGame { terms: Terms { ruling: ruling.clone(), position: None, clock: None }, ..game }
    };
    for (id, key) in [("g", "ana"), ("h", "bru")] {
        store.keep(vec![Change::Create(Box::new(game(id, key)))]).await.unwrap();
    }
    assert_eq!(store.files().await.unwrap(), 1);
    assert_eq!(store.file(own.name()).await.unwrap().as_deref(), Some(own.text()));
    assert_eq!(store.file("~").await.unwrap(), None);
    assert_eq!(opened(place).await.game("h").await.unwrap(), Some(game("h", "bru")));
    for (key, left) in [("ana", 1), ("bru", 0)] {
        store.keep(vec![Change::Forget { key: key.to_owned() }]).await.unwrap();
        assert_eq!(store.files().await.unwrap(), left);
    }
}
