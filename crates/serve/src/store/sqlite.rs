//! Games in one SQLite file.
//!
//! One thread holds the connection. Whatever waits when it is free is kept in one transaction, so that a thousand games
//! cost little more than one; an answer comes only after the transaction is safe in the
//! write-ahead log, and that on the disk.

use super::{Answer, Change, Store, StoreError, StoredGame};
use crate::live::{ClockTerms, Entry, Event, Player, Seat, Terms};
use crate::measures;
use crate::rulings::Ruling;
use quirkat_rules::Side;
use quirkat_search::Level;
use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Instant;
use tokio::sync::oneshot;

/// The schema's versions: each entry leads from one to the next. An entry is never changed once it was released.
const MIGRATIONS: [&str; 1] = [include_str!("migrations/1.sql")];

/// The name of the file in the folder of the games.
pub const FILE: &str = "quirkat.db";

/// At most this many jobs share a transaction.
const TOGETHER: usize = 1_000;

type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

enum Job {
    Keep(Vec<Change>, Reply<()>),
    Game(String, Reply<Option<StoredGame>>),
    GamesOf(String, usize, Reply<Vec<String>>),
    Probe(Reply<()>),
    Size(Reply<u64>),
    Secret(Reply<Vec<u8>>),
}

/// A storage in a file.
#[derive(Debug)]
pub struct Sqlite {
    jobs: Sender<Job>,
}

impl Sqlite {
    /// Opens the file, or makes it; an older one is brought up to date.
    ///
    /// # Errors
    /// When it cannot be opened or written, or was made by a newer version, in words.
    pub fn open(path: &Path) -> Result<Sqlite, StoreError> {
        let named = |error: &dyn std::fmt::Display| StoreError(format!("cannot use {}: {error}", path.display()));
        let mut connection = Connection::open(path).map_err(|error| named(&error))?;
        prepare(&mut connection).map_err(|error| named(&error))?;
        let (jobs, inbox) = channel();
        thread::Builder::new()
            .name("storage".to_owned())
            .spawn(move || work(&mut connection, &inbox))
            .map_err(|error| named(&error))?;
        Ok(Sqlite { jobs })
    }

    fn ask<T: Send + 'static>(&self, job: impl FnOnce(Reply<T>) -> Job) -> Answer<T> {
        let (reply, answer) = oneshot::channel();
        measures::storage_waits(1.0);
        let sent = self.jobs.send(job(reply));
        Box::pin(async move {
            let gone = || StoreError("the storage has stopped".to_owned());
            sent.map_err(|_| gone())?;
            answer.await.map_err(|_| gone())?
        })
    }
}

impl Store for Sqlite {
    fn keep(&self, changes: Vec<Change>) -> Answer<()> {
        self.ask(|reply| Job::Keep(changes, reply))
    }

    fn game(&self, id: &str) -> Answer<Option<StoredGame>> {
        self.ask(|reply| Job::Game(id.to_owned(), reply))
    }

    fn games_of(&self, device: &str, most: usize) -> Answer<Vec<String>> {
        self.ask(|reply| Job::GamesOf(device.to_owned(), most, reply))
    }

    fn probe(&self) -> Answer<()> {
        self.ask(Job::Probe)
    }

    fn size(&self) -> Answer<u64> {
        self.ask(Job::Size)
    }

    fn secret(&self) -> Answer<Vec<u8>> {
        self.ask(Job::Secret)
    }
}

fn prepare(connection: &mut Connection) -> Result<(), String> {
    let words = |error: rusqlite::Error| error.to_string();
    let version: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(words)?;
    known(version)?;
    connection.pragma_update(None, "journal_mode", "WAL").map_err(words)?;
    // A commit returns when the disk has it: what was acknowledged outlasts a power cut. Many changes share a commit.
    connection.pragma_update(None, "synchronous", "FULL").map_err(words)?;
    connection.pragma_update(None, "foreign_keys", true).map_err(words)?;
    for (number, migration) in (1_i64..).zip(MIGRATIONS).filter(|(number, _)| *number > version) {
        let step = connection.transaction().map_err(words)?;
        step.execute_batch(migration).map_err(words)?;
        step.pragma_update(None, "user_version", number).map_err(words)?;
        step.commit().map_err(words)?;
    }
    // A folder that cannot be written is noticed now and not at the first turn.
    probe(connection).map_err(words)
}

/// Whether this program understands a version of the file; 0 is one without anything.
///
/// # Errors
/// When it is newer, in words.
pub fn known(version: i64) -> Result<(), String> {
    let known = MIGRATIONS.len() as i64;
    if version > known {
        return Err(format!(
            "it was written by a newer Quirkat (version {version} of the file; this one knows {known}): \
             use the newer program, or another folder with --data"
        ));
    }
    Ok(())
}

/// Writes something and takes it back.
fn probe(connection: &mut Connection) -> rusqlite::Result<()> {
    // What is dropped before it was committed is taken back.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    transaction.execute_batch("CREATE TABLE probe(x)")
}

/// How many bytes the file has, with those that wait beside it to be put into it.
pub fn size(connection: &Connection) -> rusqlite::Result<u64> {
    let pages: i64 = connection.query_row(
        "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
        [],
        |row| row.get(0),
    )?;
    Ok(u64::try_from(pages).unwrap_or_default())
}

fn work(connection: &mut Connection, inbox: &Receiver<Job>) {
    while let Ok(first) = inbox.recv() {
        let mut jobs = vec![first];
        jobs.extend(inbox.try_iter().take(TOGETHER - 1));
        measures::storage_waits(-(jobs.len() as f64));
        let mut kept = Vec::new();
        for job in jobs {
            match job {
                Job::Keep(changes, reply) => kept.push((changes, reply)),
                // Whoever asks sees what was sent before.
                other => {
                    keep(connection, std::mem::take(&mut kept));
                    answer(connection, other);
                }
            }
        }
        keep(connection, kept);
    }
}

/// Keeps what several have sent; when that fails, each alone, so that nobody pays for another's fault.
fn keep(connection: &mut Connection, jobs: Vec<(Vec<Change>, Reply<()>)>) {
    if jobs.is_empty() {
        return;
    }
    let began = Instant::now();
    let together = transact(connection, jobs.iter().flat_map(|(changes, _)| changes));
    measures::kept(jobs.iter().map(|(changes, _)| changes.len()).sum(), began, together.is_ok());
    for (changes, reply) in jobs {
        let result = if together.is_ok() { Ok(()) } else { transact(connection, &changes) };
        // Who has gone away does not wait for an answer.
        let _ = reply.send(result.map_err(store_error));
    }
}

fn transact<'c>(connection: &mut Connection, changes: impl IntoIterator<Item = &'c Change>) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    for change in changes {
        match change {
            Change::Create(game) => create(&transaction, game)?,
            Change::Append { id, after, entries } => append(&transaction, id, *after, entries)?,
            Change::Seat { id, side, seat } => put_seat(&transaction, id, *side, seat)?,
        }
    }
    transaction.commit()
}

fn answer(connection: &mut Connection, job: Job) {
    match job {
        Job::Keep(..) => {}
        Job::Game(id, reply) => drop(reply.send(load(connection, &id).map_err(store_error))),
        Job::GamesOf(device, most, reply) => {
            drop(reply.send(games_of(connection, &device, most).map_err(store_error)));
        }
        Job::Probe(reply) => drop(reply.send(probe(connection).map_err(store_error))),
        Job::Size(reply) => drop(reply.send(size(connection).map_err(store_error))),
        Job::Secret(reply) => drop(reply.send(secret(connection).map_err(store_error))),
    }
}

fn store_error(error: rusqlite::Error) -> StoreError {
    StoreError(error.to_string())
}

fn create(connection: &Connection, game: &StoredGame) -> rusqlite::Result<()> {
    let StoredGame { id, created, terms, seats, entries } = game;
    connection
        .prepare_cached(
            "INSERT INTO games(id, created, title, rules, position, initial, increment) VALUES(?, ?, ?, ?, ?, ?, ?)",
        )?
        .execute(params![
            id,
            created,
            terms.ruling.title(),
            terms.ruling.rules().join(" "),
            terms.position,
            terms.clock.map(|clock| clock.initial),
            terms.clock.map(|clock| clock.increment),
        ])?;
    for side in Side::BOTH {
        put_seat(connection, id, side, &seats[side.index()])?;
    }
    append(connection, id, 0, entries)
}

fn put_seat(connection: &Connection, id: &str, side: Side, seat: &Seat) -> rusqlite::Result<()> {
    let (kind, name, level) = match &seat.player {
        Player::Open => ("open", "", None),
        Player::Person(name) => ("person", name.as_str(), None),
        Player::Engine(level) => ("engine", "", level.number()),
    };
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO seats(game, side, kind, name, level, device, token) VALUES(?, ?, ?, ?, ?, ?, ?)",
        )?
        .execute(params![id, number_of(side), kind, name, level, seat.device, seat.token])?;
    Ok(())
}

fn append(connection: &Connection, id: &str, after: usize, entries: &[Entry]) -> rusqlite::Result<()> {
    let mut insert =
        connection.prepare_cached("INSERT INTO events(game, number, at, side, kind, text) VALUES(?, ?, ?, ?, ?, ?)")?;
    for (number, entry) in (after as i64..).zip(entries) {
        let (kind, text) = entry.event.words();
        insert.execute(params![id, number, entry.at, number_of(entry.by), kind, text])?;
    }
    Ok(())
}

fn load(connection: &Connection, id: &str) -> rusqlite::Result<Option<StoredGame>> {
    let game = connection
        .prepare_cached("SELECT created, title, rules, position, initial, increment FROM games WHERE id = ?")?
        .query_row([id], |row| {
            let title: String = row.get(1)?;
            let rules: String = row.get(2)?;
            let rules: Vec<_> = rules.split_whitespace().map(str::to_owned).collect();
            let ruling = Ruling::new(&title, &rules).map_err(|error| unreadable(1, &error.to_string()))?;
            let clock = row.get::<_, Option<i64>>(4)?.zip(row.get(5)?);
            let clock = clock.map(|(initial, increment)| ClockTerms { initial, increment });
            Ok((row.get(0)?, Terms { ruling, position: row.get(3)?, clock }))
        })
        .optional()?;
    let Some((created, terms)) = game else { return Ok(None) };
    let seats = Side::BOTH.map(|side| seat(connection, id, side));
    let [first, second] = seats;
    let entries = connection
        .prepare_cached("SELECT at, side, kind, text FROM events WHERE game = ? ORDER BY number")?
        .query_map([id], |row| {
            let (kind, text): (String, String) = (row.get(2)?, row.get(3)?);
            let event = Event::read(&kind, &text).ok_or_else(|| unreadable(2, "an unknown event"))?;
            Ok(Entry { at: row.get(0)?, by: side_of(row.get(1)?), event })
        })?
        .collect::<Result<_, _>>()?;
    Ok(Some(StoredGame { id: id.to_owned(), created, terms, seats: [first?, second?], entries }))
}

fn seat(connection: &Connection, id: &str, side: Side) -> rusqlite::Result<Seat> {
    connection
        .prepare_cached("SELECT kind, name, level, device, token FROM seats WHERE game = ? AND side = ?")?
        .query_row(params![id, number_of(side)], |row| {
            let kind: String = row.get(0)?;
            let player = match kind.as_str() {
                "open" => Player::Open,
                "engine" => {
                    let level = match row.get::<_, Option<u8>>(2)? {
                        None => Some(Level::PERFECT),
                        Some(number) => Level::new(number),
                    };
                    Player::Engine(level.ok_or_else(|| unreadable(2, "a level that there is not"))?)
                }
                _ => Player::Person(row.get(1)?),
            };
            Ok(Seat { player, device: row.get(3)?, token: row.get(4)? })
        })
}

fn number_of(side: Side) -> u8 {
    side.index() as u8
}

fn side_of(number: u8) -> Side {
    if number == 0 { Side::First } else { Side::Second }
}

fn unreadable(column: usize, why: &str) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, rusqlite::types::Type::Text, why.to_owned().into())
}

fn games_of(connection: &Connection, device: &str, most: usize) -> rusqlite::Result<Vec<String>> {
    connection
        .prepare_cached(
            "SELECT DISTINCT id, created FROM games JOIN seats ON seats.game = id WHERE device = ? ORDER BY created DESC LIMIT ?",
        )?
        .query_map(params![device, most as i64], |row| row.get(0))?
        .collect()
}

fn secret(connection: &Connection) -> rusqlite::Result<Vec<u8>> {
    let known =
        connection.query_row("SELECT value FROM secrets WHERE name = 'key'", [], |row| row.get(0)).optional()?;
    if let Some(known) = known {
        return Ok(known);
    }
    let secret = crate::tokens::random_bytes::<64>().to_vec();
    connection.execute("INSERT INTO secrets(name, value) VALUES('key', ?)", params![secret])?;
    Ok(secret)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::Deal;

    fn stored(id: &str) -> StoredGame {
        let seat = |player, device: &str| Seat { player, device: Some(device.to_owned()), token: Some(vec![1; 32]) };
        StoredGame {
            id: id.to_owned(),
            created: 7,
            terms: Terms {
                ruling: Ruling::new("alquerque:article", &["chain=none".to_owned()]).unwrap(),
                position: Some("W:Wa1:Be5".to_owned()),
                clock: Some(ClockTerms { initial: 60_000, increment: 1_000 }),
            },
            seats: [seat(Player::Person("Ñandú <b>".to_owned()), "one"), seat(Player::Engine(Level::BEST), "two")],
            entries: vec![],
        }
    }

    #[tokio::test]
    async fn what_is_kept_is_found_again_after_the_file_was_closed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("quirkat.db");
        let store = Sqlite::open(&path).unwrap();
        let mut game = stored("g1");
        let entries = vec![
            Entry { at: 8, by: Side::First, event: Event::Turn("a1-a2".to_owned()) },
            Entry { at: 9, by: Side::Second, event: Event::Offer(Deal::Draw) },
        ];
        store.keep(vec![Change::Create(Box::new(game.clone()))]).await.unwrap();
        store.keep(vec![Change::Append { id: "g1".to_owned(), after: 0, entries: entries.clone() }]).await.unwrap();
        let secret = store.secret().await.unwrap();
        drop(store);
        let store = Sqlite::open(&path).unwrap();
        game.entries = entries;
        assert_eq!(store.game("g1").await.unwrap(), Some(game));
        assert_eq!(store.games_of("two", 10).await.unwrap(), ["g1"]);
        assert_eq!(store.game("g2").await.unwrap(), None);
        assert_eq!(store.secret().await.unwrap(), secret);
    }

    #[tokio::test]
    async fn an_event_is_never_written_twice_and_changes_are_kept_whole_or_not() {
        let folder = tempfile::tempdir().unwrap();
        let store = Sqlite::open(&folder.path().join("quirkat.db")).unwrap();
        store.keep(vec![Change::Create(Box::new(stored("g")))]).await.unwrap();
        let turn = |text: &str| Change::Append {
            id: "g".to_owned(),
            after: 0,
            entries: vec![Entry { at: 1, by: Side::First, event: Event::Turn(text.to_owned()) }],
        };
        store.keep(vec![turn("a1-a2")]).await.unwrap();
        let refused = store.keep(vec![Change::Create(Box::new(stored("h"))), turn("a1-b2")]).await;
        assert!(refused.is_err());
        assert_eq!(store.game("h").await.unwrap(), None);
        let (one, two) =
            tokio::join!(store.keep(vec![turn("x")]), store.keep(vec![Change::Create(Box::new(stored("i")))]));
        assert!(one.is_err() && two.is_ok(), "nobody pays for another's fault");
    }

    #[test]
    fn a_newer_file_and_a_file_of_something_else_are_refused_in_words() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("quirkat.db");
        Connection::open(&path).unwrap().pragma_update(None, "user_version", 99).unwrap();
        let error = Sqlite::open(&path).unwrap_err().to_string();
        assert!(error.contains("newer Quirkat") && error.contains("--data"), "{error}");
        std::fs::write(&path, "this is no database at all, but a text that somebody put here").unwrap();
        assert!(Sqlite::open(&path).unwrap_err().to_string().contains("quirkat.db"));
    }
}
