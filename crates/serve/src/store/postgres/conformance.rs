//! Tests of the PostgreSQL storage on a real database: those of every storage, and those of several servers.

use super::super::suite::{StoreLocation, TESTS, between, turn};
use super::super::{Cause, Store, StoreChange, StoreError, StoreFuture};
use super::{ClusterEvent, Connection, Database, MIGRATIONS, Postgres, READ_SETUP, VERSION, reader};
use crate::model::LogEntry;
use crate::store::Cluster;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::timeout;

/// Timeout for events between servers. A lease lasts two seconds, but the machine may be busy.
const TIMEOUT: Duration = Duration::from_secs(30);

struct TestDatabase(Database);

impl StoreLocation for TestDatabase {
    fn open(&self) -> StoreFuture<Arc<dyn Store>> {
        let database = self.0.clone();
        Box::pin(async move { Postgres::open(&database).await.map(|(store, _)| store as _) })
    }
}

/// Returns the names of the tests.
pub fn names() -> Vec<&'static str> {
    TESTS.iter().map(|(name, _)| *name).chain(SERVERS.iter().map(|(name, _)| *name)).collect()
}

/// Runs the test of a name on an empty database.
///
/// # Panics
/// When the test fails.
pub fn run(name: &str, database: &Database) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("threads");
    runtime.block_on(async {
        if let Some((_, test)) = TESTS.iter().find(|(other, _)| *other == name) {
            test(&TestDatabase(database.clone())).await;
        } else if let Some((_, test)) = SERVERS.iter().find(|(other, _)| *other == name) {
            test(database.clone()).await;
        }
    });
}

/// A test with several servers on one database.
type Test = fn(Database) -> Pin<Box<dyn Future<Output = ()>>>;

/// Tests with several servers on one database.
const SERVERS: &[(&str, Test)] = &[
    ("a_server_without_the_lease_appends_no_events_of_its_own", |database| Box::pin(loses_lease(database))),
    ("one_other_server_takes_over_the_games_of_a_dead_server", |database| Box::pin(takes_over(database))),
    ("a_server_that_ends_releases_its_leases", |database| Box::pin(releases(database))),
    ("servers_receive_each_others_changes", |database| Box::pin(receives(database))),
    ("of_two_servers_that_append_at_once_one_conflicts", |database| Box::pin(conflicts(database))),
    ("a_database_of_a_newer_version_is_rejected_with_a_remedy", |database| Box::pin(rejects_newer(database))),
    ("a_migration_has_no_statement_timeout", |database| Box::pin(migrates_slowly(database))),
];

async fn server(database: &Database) -> (Arc<Postgres>, UnboundedReceiver<ClusterEvent>) {
    Postgres::open(database).await.unwrap()
}

fn append(after: usize, cause: Cause) -> Vec<StoreChange> {
    let entries: Vec<LogEntry> = vec![turn("a1-a2")];
    vec![StoreChange::Append { id: "g".to_owned(), after, entries, cause }]
}

async fn loses_lease(database: Database) {
    let ((one, _one), (two, _two)) = (server(&database).await, server(&database).await);
    one.commit(vec![StoreChange::Create(Box::new(between("g", ["ana", "bru"])))]).await.unwrap();
    one.commit(append(0, Cause::Server)).await.unwrap();
    assert_eq!(two.commit(append(1, Cause::Server)).await, Err(StoreError::NotOwner), "the other server has the lease");
    assert_eq!(two.take_over(&["g".to_owned()], true).await.unwrap(), [""; 0], "the other server is alive");
    two.commit(append(1, Cause::Person)).await.unwrap();
    assert_eq!(
        one.commit(append(2, Cause::Server)).await,
        Err(StoreError::NotOwner),
        "the act at the other server took the lease"
    );
    assert_eq!(one.commit(append(1, Cause::Person)).await, Err(StoreError::Conflict), "the game has another event");
    one.commit(append(2, Cause::Person)).await.unwrap();
    assert_eq!(two.commit(append(3, Cause::Server)).await, Err(StoreError::NotOwner));
    assert_eq!(one.game("g").await.unwrap().unwrap().entries.len(), 3);
}

async fn takes_over(database: Database) {
    let (one, _) = server(&database).await;
    let [(two, mut two_events), (three, _three)] = [server(&database).await, server(&database).await];
    one.commit(vec![StoreChange::Create(Box::new(between("g", ["ana", "bru"])))]).await.unwrap();
    // Without its receiver the heartbeat ends: to the others, the server is dead.
    drop(one);
    while timeout(TIMEOUT, two_events.recv()).await.unwrap() != Some(ClusterEvent::ServerGone) {}
    let ids = ["g".to_owned()];
    let (first, second) = tokio::join!(two.take_over(&ids, false), three.take_over(&ids, false));
    let taken = [first.unwrap(), second.unwrap()].concat();
    assert_eq!(taken, ["g"], "exactly one of them");
    let leases = two.take_over(&ids, true).await.unwrap().len();
    let [owner, other] = if leases == 1 { [two, three] } else { [three, two] };
    assert_eq!(other.commit(append(0, Cause::Server)).await, Err(StoreError::NotOwner));
    owner.commit(append(0, Cause::Server)).await.unwrap();
}

async fn releases(database: Database) {
    let ((one, _one), (two, mut two_events)) = (server(&database).await, server(&database).await);
    one.commit(vec![StoreChange::Create(Box::new(between("g", ["ana", "bru"])))]).await.unwrap();
    // The other server has seen the heartbeat.
    assert_eq!(timeout(TIMEOUT, two_events.recv()).await.unwrap(), Some(ClusterEvent::GameChanged("g".to_owned())));
    one.leave().await;
    assert_eq!(two.take_over(&["g".to_owned()], false).await.unwrap(), ["g"], "at once");
    assert_eq!(timeout(TIMEOUT, two_events.recv()).await.unwrap(), Some(ClusterEvent::ServerGone));
    assert_eq!(one.commit(append(0, Cause::Server)).await, Err(StoreError::NotOwner));
}

async fn receives(database: Database) {
    let ((one, mut one_events), (two, mut two_events)) = (server(&database).await, server(&database).await);
    let about_g = Some(ClusterEvent::GameChanged("g".to_owned()));
    one.commit(vec![StoreChange::Create(Box::new(between("g", ["ana", "bru"])))]).await.unwrap();
    assert_eq!(timeout(TIMEOUT, two_events.recv()).await.unwrap(), about_g);
    one.publish_presence("g", [1, 0, 3]).await.unwrap();
    assert_eq!(timeout(TIMEOUT, two_events.recv()).await.unwrap(), about_g);
    assert_eq!(two.updates("g", 0).await.unwrap().unwrap().remote_connections, [1, 0, 3]);
    assert_eq!(
        one.updates("g", 0).await.unwrap().unwrap().remote_connections,
        [0; 3],
        "its own connections are not remote"
    );
    assert_eq!(two.active_elsewhere(9).await.unwrap(), ["g"]);
    one.publish_presence("g", [0; 3]).await.unwrap();
    assert_eq!(timeout(TIMEOUT, two_events.recv()).await.unwrap(), about_g);
    assert_eq!(two.updates("g", 0).await.unwrap().unwrap().remote_connections, [0; 3]);
    two.commit(append(0, Cause::Person)).await.unwrap();
    assert_eq!(timeout(TIMEOUT, one_events.recv()).await.unwrap(), about_g, "a server receives no events of its own");
    let update = one.updates("g", 0).await.unwrap().unwrap();
    assert_eq!((update.entries, update.seats), (vec![turn("a1-a2")], between("g", ["ana", "bru"]).seats));
    assert_eq!(one.updates("g", 1).await.unwrap().unwrap().entries, []);
    two.commit(vec![StoreChange::Rekey { from: "ana".to_owned(), to: "bru".to_owned() }]).await.unwrap();
    assert_eq!(timeout(TIMEOUT, one_events.recv()).await.unwrap(), about_g, "the seat has changed");
    two.commit(vec![StoreChange::DeleteKey { key: "bru".to_owned() }]).await.unwrap();
    assert_eq!(timeout(TIMEOUT, one_events.recv()).await.unwrap(), about_g);
    assert_eq!(one.updates("g", 1).await.unwrap(), None);
}

async fn conflicts(database: Database) {
    let ((one, _one), (two, _two)) = (server(&database).await, server(&database).await);
    one.commit(vec![StoreChange::Create(Box::new(between("g", ["ana", "bru"])))]).await.unwrap();
    for after in 0..50 {
        let (first, second) =
            tokio::join!(one.commit(append(after, Cause::Person)), two.commit(append(after, Cause::Person)));
        let results = [first, second];
        assert!(results.contains(&Ok(())) && results.contains(&Err(StoreError::Conflict)), "{results:?}");
    }
    assert_eq!(two.game("g").await.unwrap().unwrap().entries.len(), 50);
}

async fn rejects_newer(database: Database) {
    drop(server(&database).await);
    let connection = Connection::new(database.target().unwrap(), "");
    connection.session().await.unwrap().batch("INSERT INTO quirkat_schema(version) VALUES(99)").await.unwrap();
    let error = Postgres::open(&database).await.unwrap_err().to_string();
    assert!(error.contains("newer Quirkat") && error.contains("--database"), "{error}");
}

async fn migrates_slowly(database: Database) {
    let connection = Connection::new(database.target().unwrap(), READ_SETUP);
    let session = connection.session().await.unwrap();
    let slow = [MIGRATIONS[0], MIGRATIONS[1], "SELECT pg_sleep(6)"];
    reader::migrate(&session, &slow).await.unwrap();
    let version = session.rows(VERSION, &[]).await.unwrap()[0].get::<_, i64>(0);
    assert_eq!(version, 3);
}
