//! What a database has to do, tried on a real one.

use super::super::suite::{Place, TESTS, between, turn};
use super::super::{Answer, Cause, Change, Store, StoreError};
use super::{Database, Heard, Link, MIGRATIONS, Postgres, READING, VERSION, read};
use crate::live::Entry;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::timeout;

/// A server says twice a second that it runs, and is gone two seconds after it has done so last; machines may be busy.
const SOON: Duration = Duration::from_secs(30);

struct InDatabase(Database);

impl Place for InDatabase {
    fn open(&self) -> Answer<Arc<dyn Store>> {
        let database = self.0.clone();
        Box::pin(async move { Postgres::open(&database).await.map(|(store, _)| store as _) })
    }
}

/// What every storage has to do, and what several servers ask of one: the names of the tests.
pub fn names() -> Vec<&'static str> {
    TESTS.iter().map(|(name, _)| *name).chain(SERVERS.iter().map(|(name, _)| *name)).collect()
}

/// Runs the test of a name on a database that holds nothing.
///
/// # Panics
/// When something is not as it should be.
pub fn run(name: &str, database: &Database) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("threads");
    runtime.block_on(async {
        if let Some((_, test)) = TESTS.iter().find(|(known, _)| *known == name) {
            test(&InDatabase(database.clone())).await;
        } else if let Some((_, test)) = SERVERS.iter().find(|(known, _)| *known == name) {
            test(database.clone()).await;
        }
    });
}

/// A test with several servers of a database.
type Test = fn(Database) -> Pin<Box<dyn Future<Output = ()>>>;

/// Tests with several servers.
const SERVERS: &[(&str, Test)] = &[
    ("whoever_has_lost_a_game_appends_nothing_of_its_own", |database| Box::pin(lost(database))),
    ("the_games_of_a_server_that_is_gone_are_taken_by_one_other", |database| Box::pin(taken(database))),
    ("a_server_that_ends_hands_its_games_over", |database| Box::pin(left(database))),
    ("what_happens_at_one_server_is_heard_at_the_other", |database| Box::pin(heard(database))),
    ("two_servers_append_at_once_and_one_is_first", |database| Box::pin(hurried(database))),
    ("a_newer_database_is_refused_in_words", |database| Box::pin(newer(database))),
    ("a_large_database_is_brought_up_to_date_however_long_that_takes", |database| Box::pin(large(database))),
];

async fn server(database: &Database) -> (Arc<Postgres>, UnboundedReceiver<Heard>) {
    Postgres::open(database).await.unwrap()
}

fn append(after: usize, cause: Cause) -> Vec<Change> {
    let entries: Vec<Entry> = vec![turn("a1-a2")];
    vec![Change::Append { id: "g".to_owned(), after, entries, cause }]
}

async fn lost(database: Database) {
    let ((one, _one), (two, _two)) = (server(&database).await, server(&database).await);
    one.keep(vec![Change::Create(Box::new(between("g", ["ana", "bru"])))]).await.unwrap();
    one.keep(append(0, Cause::Server)).await.unwrap();
    assert_eq!(two.keep(append(1, Cause::Server)).await, Err(StoreError::Elsewhere), "the game is the other's");
    assert_eq!(two.take(&["g".to_owned()], true).await.unwrap(), [""; 0], "whose server runs");
    two.keep(append(1, Cause::Person)).await.unwrap();
    assert_eq!(one.keep(append(2, Cause::Server)).await, Err(StoreError::Elsewhere), "it was lost by an act elsewhere");
    assert_eq!(one.keep(append(1, Cause::Person)).await, Err(StoreError::Behind), "and has gone on there");
    one.keep(append(2, Cause::Person)).await.unwrap();
    assert_eq!(two.keep(append(3, Cause::Server)).await, Err(StoreError::Elsewhere));
    assert_eq!(one.game("g").await.unwrap().unwrap().entries.len(), 3);
}

async fn taken(database: Database) {
    let (one, _) = server(&database).await;
    let [(two, mut two_hears), (three, _three)] = [server(&database).await, server(&database).await];
    one.keep(vec![Change::Create(Box::new(between("g", ["ana", "bru"])))]).await.unwrap();
    // Nobody wants to hear what it hears, so that its heart stops: it is as good as gone.
    drop(one);
    while timeout(SOON, two_hears.recv()).await.unwrap() != Some(Heard::Gone) {}
    let ids = ["g".to_owned()];
    let (first, second) = tokio::join!(two.take(&ids, false), three.take(&ids, false));
    let taken = [first.unwrap(), second.unwrap()].concat();
    assert_eq!(taken, ["g"], "one of them has it");
    let owns = two.take(&ids, true).await.unwrap().len();
    let [owner, other] = if owns == 1 { [two, three] } else { [three, two] };
    assert_eq!(other.keep(append(0, Cause::Server)).await, Err(StoreError::Elsewhere));
    owner.keep(append(0, Cause::Server)).await.unwrap();
}

async fn left(database: Database) {
    let ((one, _one), (two, mut two_hears)) = (server(&database).await, server(&database).await);
    one.keep(vec![Change::Create(Box::new(between("g", ["ana", "bru"])))]).await.unwrap();
    // The other has seen that it runs.
    assert_eq!(timeout(SOON, two_hears.recv()).await.unwrap(), Some(Heard::Game("g".to_owned())));
    one.leave().await;
    assert_eq!(two.take(&["g".to_owned()], false).await.unwrap(), ["g"], "at once");
    assert_eq!(timeout(SOON, two_hears.recv()).await.unwrap(), Some(Heard::Gone));
    assert_eq!(one.keep(append(0, Cause::Server)).await, Err(StoreError::Elsewhere));
}

async fn heard(database: Database) {
    let ((one, mut one_hears), (two, mut two_hears)) = (server(&database).await, server(&database).await);
    let about_g = Some(Heard::Game("g".to_owned()));
    one.keep(vec![Change::Create(Box::new(between("g", ["ana", "bru"])))]).await.unwrap();
    assert_eq!(timeout(SOON, two_hears.recv()).await.unwrap(), about_g);
    one.tell_presence("g", [1, 0, 3]).await.unwrap();
    assert_eq!(timeout(SOON, two_hears.recv()).await.unwrap(), about_g);
    assert_eq!(two.news("g", 0).await.unwrap().unwrap().elsewhere, [1, 0, 3]);
    assert_eq!(one.news("g", 0).await.unwrap().unwrap().elsewhere, [0; 3], "one's own are not elsewhere");
    assert_eq!(two.played_elsewhere(9).await.unwrap(), ["g"]);
    one.tell_presence("g", [0; 3]).await.unwrap();
    assert_eq!(timeout(SOON, two_hears.recv()).await.unwrap(), about_g);
    assert_eq!(two.news("g", 0).await.unwrap().unwrap().elsewhere, [0; 3]);
    two.keep(append(0, Cause::Person)).await.unwrap();
    assert_eq!(timeout(SOON, one_hears.recv()).await.unwrap(), about_g, "nothing was heard of what one did oneself");
    let news = one.news("g", 0).await.unwrap().unwrap();
    assert_eq!((news.entries, news.seats), (vec![turn("a1-a2")], between("g", ["ana", "bru"]).seats));
    assert_eq!(one.news("g", 1).await.unwrap().unwrap().entries, []);
    two.keep(vec![Change::Rekey { from: "ana".to_owned(), to: "bru".to_owned() }]).await.unwrap();
    assert_eq!(timeout(SOON, one_hears.recv()).await.unwrap(), about_g, "who sits there has changed");
    two.keep(vec![Change::Forget { key: "bru".to_owned() }]).await.unwrap();
    assert_eq!(timeout(SOON, one_hears.recv()).await.unwrap(), about_g);
    assert_eq!(one.news("g", 1).await.unwrap(), None);
}

async fn hurried(database: Database) {
    let ((one, _one), (two, _two)) = (server(&database).await, server(&database).await);
    one.keep(vec![Change::Create(Box::new(between("g", ["ana", "bru"])))]).await.unwrap();
    for after in 0..50 {
        let (first, second) =
            tokio::join!(one.keep(append(after, Cause::Person)), two.keep(append(after, Cause::Person)));
        let results = [first, second];
        assert!(results.contains(&Ok(())) && results.contains(&Err(StoreError::Behind)), "{results:?}");
    }
    assert_eq!(two.game("g").await.unwrap().unwrap().entries.len(), 50);
}

async fn newer(database: Database) {
    drop(server(&database).await);
    let link = Link::new(database.way().unwrap(), "");
    link.session().await.unwrap().batch("INSERT INTO quirkat_schema(version) VALUES(99)").await.unwrap();
    let refused = Postgres::open(&database).await.unwrap_err().to_string();
    assert!(refused.contains("newer Quirkat") && refused.contains("--database"), "{refused}");
}

async fn large(database: Database) {
    let link = Link::new(database.way().unwrap(), READING);
    let session = link.session().await.unwrap();
    let slow = [MIGRATIONS[0], MIGRATIONS[1], "SELECT pg_sleep(6)"];
    read::migrate(&session, &slow).await.unwrap();
    let version = session.rows(VERSION, &[]).await.unwrap()[0].get::<_, i64>(0);
    assert_eq!(version, 3);
}
