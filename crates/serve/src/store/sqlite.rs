//! Games in one SQLite file.
//!
//! One thread holds the connection. Whatever waits when it is free is kept in one transaction, so that a thousand games
//! cost little more than one; an answer comes only after the transaction is safe in the
//! write-ahead log, and that on the disk.

use super::columns::{self, MOST_CLOSED, number_of, side_of};
use super::{Answer, Change, Standing, Store, StoreError, StoredGame};
use crate::live::{Entry, Event, Millis, Seat, Terms};
use crate::measures;
use crate::tokens;
use quirkat_play::OwnGame;
use quirkat_rules::Side;
use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};
use std::ops::Range;
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Instant;
use tokio::sync::oneshot;

/// The schema's versions: each entry leads from one to the next. An entry is never changed once it was released.
const MIGRATIONS: [Migration; 3] = [
    |connection| connection.execute_batch(include_str!("migrations/1.sql")),
    |connection| {
        connection.execute_batch(include_str!("migrations/2.sql"))?;
        forget_keys(connection)
    },
    |connection| connection.execute_batch(include_str!("migrations/3.sql")),
];

type Migration = fn(&Connection) -> rusqlite::Result<()>;

/// The name of the file in the folder of the games.
pub const FILE: &str = "quirkat.db";

/// At most this many jobs share a transaction.
const TOGETHER: usize = 1_000;

type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

enum Job {
    Keep(Vec<Change>, Reply<()>),
    Game(String, Reply<Option<StoredGame>>),
    GamesOf(String, Range<usize>, Reply<Vec<String>>),
    Awaiting(String, usize, Reply<Vec<(String, bool)>>),
    Overdue(Millis, usize, Reply<Vec<String>>),
    OpenGames(usize, Reply<Vec<(String, Millis)>>),
    ClosedBetween(String, Reply<Vec<String>>),
    ClosedBy(String, Reply<Vec<String>>),
    File(String, Reply<Option<String>>),
    Files(Reply<u64>),
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
        let named =
            |error: &dyn std::fmt::Display| StoreError::Failed(format!("cannot use {}: {error}", path.display()));
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
            let gone = || StoreError::Failed("the storage has stopped".to_owned());
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

    fn games_of(&self, key: &str, places: Range<usize>) -> Answer<Vec<String>> {
        self.ask(|reply| Job::GamesOf(key.to_owned(), places, reply))
    }

    fn awaiting(&self, key: &str, most: usize) -> Answer<Vec<(String, bool)>> {
        self.ask(|reply| Job::Awaiting(key.to_owned(), most, reply))
    }

    fn overdue(&self, at: Millis, most: usize) -> Answer<Vec<String>> {
        self.ask(|reply| Job::Overdue(at, most, reply))
    }

    fn open_games(&self, most: usize) -> Answer<Vec<(String, Millis)>> {
        self.ask(|reply| Job::OpenGames(most, reply))
    }

    fn closed_between(&self, key: &str) -> Answer<Vec<String>> {
        self.ask(|reply| Job::ClosedBetween(key.to_owned(), reply))
    }

    fn closed_by(&self, key: &str) -> Answer<Vec<String>> {
        self.ask(|reply| Job::ClosedBy(key.to_owned(), reply))
    }

    fn file(&self, name: &str) -> Answer<Option<String>> {
        self.ask(|reply| Job::File(name.to_owned(), reply))
    }

    fn files(&self) -> Answer<u64> {
        self.ask(Job::Files)
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
        migration(&step).map_err(words)?;
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
            Change::Append { id, after, entries, .. } => append(&transaction, id, *after, entries)?,
            Change::Seat { id, side, seat } => put_seat(&transaction, id, *side, seat)?,
            Change::Standing { id, standing } => stand(&transaction, id, *standing)?,
            Change::Close { by, against, name, at } => close(&transaction, by, against, name, *at)?,
            Change::OpenAgain { by } => drop(transaction.execute("DELETE FROM closed WHERE by = ?", [by])?),
            Change::Rekey { from, to } => rekey(&transaction, from, to)?,
            Change::Forget { key } => forget(&transaction, key)?,
        }
    }
    transaction.commit()
}

fn answer(connection: &mut Connection, job: Job) {
    match job {
        Job::Keep(..) => {}
        Job::Game(id, reply) => drop(reply.send(load(connection, &id).map_err(store_error))),
        Job::GamesOf(key, places, reply) => drop(reply.send(games_of(connection, &key, places).map_err(store_error))),
        Job::Awaiting(key, most, reply) => drop(reply.send(awaiting(connection, &key, most).map_err(store_error))),
        Job::Overdue(at, most, reply) => drop(reply.send(overdue(connection, at, most).map_err(store_error))),
        Job::OpenGames(most, reply) => drop(reply.send(open_games(connection, most).map_err(store_error))),
        Job::ClosedBetween(key, reply) => drop(reply.send(closed_between(connection, &key).map_err(store_error))),
        Job::ClosedBy(key, reply) => drop(reply.send(closed_by(connection, &key).map_err(store_error))),
        Job::File(name, reply) => drop(reply.send(file(connection, &name).map_err(store_error))),
        Job::Files(reply) => drop(reply.send(files(connection).map_err(store_error))),
        Job::Probe(reply) => drop(reply.send(probe(connection).map_err(store_error))),
        Job::Size(reply) => drop(reply.send(size(connection).map_err(store_error))),
        Job::Secret(reply) => drop(reply.send(secret(connection).map_err(store_error))),
    }
}

fn store_error(error: rusqlite::Error) -> StoreError {
    StoreError::Failed(error.to_string())
}

fn create(connection: &Connection, game: &StoredGame) -> rusqlite::Result<()> {
    let StoredGame { id, created, terms, seats, entries, open } = game;
    let [initial, increment, per_turn] = columns::of_clock(terms.clock);
    let own = terms.ruling.own();
    if let Some(own) = own {
        connection
            .prepare_cached("INSERT OR IGNORE INTO files(name, text) VALUES(?, ?)")?
            .execute([own.name(), own.text()])?;
    }
    connection
        .prepare_cached(
            "INSERT INTO games(id, created, title, rules, position, initial, increment, per_turn, open, awaits, file) \
             VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, ?)",
        )?
        .execute(params![
            id,
            created,
            terms.ruling.title(),
            terms.ruling.rules().join(" "),
            terms.position,
            initial,
            increment,
            per_turn,
            open,
            own.map(OwnGame::name),
        ])?;
    for side in Side::BOTH {
        put_seat(connection, id, side, &seats[side.index()])?;
    }
    append(connection, id, 0, entries)
}

fn put_seat(connection: &Connection, id: &str, side: Side, seat: &Seat) -> rusqlite::Result<()> {
    let (kind, name, level) = columns::of_player(&seat.player);
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO seats(game, side, kind, name, level, device, token) VALUES(?, ?, ?, ?, ?, ?, ?)",
        )?
        .execute(params![id, number_of(side), kind, name, level, seat.key, seat.token])?;
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
        .prepare_cached(
            "SELECT created, title, rules, position, initial, increment, per_turn, open, text \
             FROM games LEFT JOIN files ON files.name = file WHERE id = ?",
        )?
        .query_row([id], |row| {
            let (title, rules, file): (String, String, Option<String>) = (row.get(1)?, row.get(2)?, row.get(8)?);
            let ruling = columns::ruling(&title, &rules, file.as_deref()).map_err(|error| unreadable(1, &error))?;
            let clock = columns::clock([row.get(4)?, row.get(5)?, row.get(6)?]);
            Ok((row.get(0)?, Terms { ruling, position: row.get(3)?, clock }, row.get(7)?))
        })
        .optional()?;
    let Some((created, terms, open)) = game else { return Ok(None) };
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
    Ok(Some(StoredGame { id: id.to_owned(), created, terms, seats: [first?, second?], entries, open }))
}

fn seat(connection: &Connection, id: &str, side: Side) -> rusqlite::Result<Seat> {
    connection
        .prepare_cached("SELECT kind, name, level, device, token FROM seats WHERE game = ? AND side = ?")?
        .query_row(params![id, number_of(side)], |row| {
            let kind: String = row.get(0)?;
            let player = columns::player(&kind, row.get(1)?, row.get(2)?).map_err(|error| unreadable(2, error))?;
            Ok(Seat { player, key: row.get(3)?, token: row.get(4)? })
        })
}

fn unreadable(column: usize, why: &str) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, rusqlite::types::Type::Text, why.to_owned().into())
}

fn games_of(connection: &Connection, key: &str, places: Range<usize>) -> rusqlite::Result<Vec<String>> {
    connection
        .prepare_cached(
            "SELECT DISTINCT id, created FROM games JOIN seats ON seats.game = id WHERE device = ? ORDER BY created DESC, id \
             LIMIT ? OFFSET ?",
        )?
        .query_map(params![key, places.len() as i64, places.start as i64], |row| row.get(0))?
        .collect()
}

fn awaiting(connection: &Connection, key: &str, most: usize) -> rusqlite::Result<Vec<(String, bool)>> {
    connection
        .prepare_cached(
            "SELECT DISTINCT id, awaits >= 0 FROM games JOIN seats ON seats.game = id \
             WHERE device = ? AND (awaits = side OR awaits = -1) ORDER BY awaits DESC, due IS NULL, due, created LIMIT ?",
        )?
        .query_map(params![key, most as i64], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect()
}

fn overdue(connection: &Connection, at: Millis, most: usize) -> rusqlite::Result<Vec<String>> {
    connection
        .prepare_cached("SELECT id FROM games WHERE due <= ? ORDER BY due LIMIT ?")?
        .query_map(params![at, most as i64], |row| row.get(0))?
        .collect()
}

fn open_games(connection: &Connection, most: usize) -> rusqlite::Result<Vec<(String, Millis)>> {
    connection
        .prepare_cached(
            "SELECT id, created FROM games WHERE open = 1 \
             AND EXISTS(SELECT 1 FROM seats WHERE game = id AND kind = 'open') \
             AND NOT EXISTS(SELECT 1 FROM events WHERE game = id AND kind IN ('off', 'resign')) \
             ORDER BY created DESC LIMIT ?",
        )?
        .query_map([most as i64], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect()
}

fn file(connection: &Connection, name: &str) -> rusqlite::Result<Option<String>> {
    connection.prepare_cached("SELECT text FROM files WHERE name = ?")?.query_row([name], |row| row.get(0)).optional()
}

fn files(connection: &Connection) -> rusqlite::Result<u64> {
    let number: i64 = connection.query_row("SELECT count(*) FROM files", [], |row| row.get(0))?;
    Ok(u64::try_from(number).unwrap_or_default())
}

fn stand(connection: &Connection, id: &str, Standing { awaits, due }: Standing) -> rusqlite::Result<()> {
    connection.prepare_cached("UPDATE games SET awaits = ?, due = ? WHERE id = ?")?.execute(params![
        awaits.map(number_of),
        due,
        id
    ])?;
    Ok(())
}

fn close(connection: &Connection, by: &str, against: &str, name: &str, at: Millis) -> rusqlite::Result<()> {
    connection.execute("INSERT OR REPLACE INTO closed VALUES(?, ?, ?, ?)", params![by, against, name, at])?;
    connection.execute(
        "DELETE FROM closed WHERE by = ?1 AND against NOT IN \
         (SELECT against FROM closed WHERE by = ?1 ORDER BY at DESC LIMIT ?2)",
        params![by, MOST_CLOSED as i64],
    )?;
    Ok(())
}

fn closed_between(connection: &Connection, key: &str) -> rusqlite::Result<Vec<String>> {
    connection
        .prepare_cached("SELECT by FROM closed WHERE against = ?1 UNION SELECT against FROM closed WHERE by = ?1")?
        .query_map([key], |row| row.get(0))?
        .collect()
}

fn closed_by(connection: &Connection, key: &str) -> rusqlite::Result<Vec<String>> {
    connection
        .prepare_cached("SELECT name FROM closed WHERE by = ? ORDER BY at DESC")?
        .query_map([key], |row| row.get(0))?
        .collect()
}

fn rekey(connection: &Connection, from: &str, to: &str) -> rusqlite::Result<()> {
    for change in [
        "UPDATE seats SET device = ?2 WHERE device = ?1",
        "UPDATE OR REPLACE closed SET by = ?2 WHERE by = ?1",
        "UPDATE OR REPLACE closed SET against = ?2 WHERE against = ?1",
    ] {
        connection.execute(change, [from, to])?;
    }
    Ok(())
}

fn forget(connection: &Connection, key: &str) -> rusqlite::Result<()> {
    // Games in which no other person has a seat.
    let own: Vec<String> = connection
        .prepare(
            "SELECT DISTINCT game FROM seats AS own WHERE device = ?1 AND NOT EXISTS(SELECT 1 FROM seats AS other \
             WHERE other.game = own.game AND other.kind = 'person' AND other.device IS NOT ?1)",
        )?
        .query_map([key], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    for game in own {
        for change in
            ["DELETE FROM events WHERE game = ?", "DELETE FROM seats WHERE game = ?", "DELETE FROM games WHERE id = ?"]
        {
            connection.prepare_cached(change)?.execute([&game])?;
        }
    }
    connection.execute(
        "DELETE FROM files WHERE NOT EXISTS(SELECT 1 FROM games WHERE file = files.name AND file IS NOT NULL)",
        [],
    )?;
    for change in [
        "UPDATE events SET text = '' WHERE kind = 'join' AND (game, side) IN (SELECT game, side FROM seats WHERE device = ?)",
        "UPDATE seats SET name = '', device = NULL, token = NULL WHERE device = ?",
        "DELETE FROM closed WHERE ? IN (by, against)",
    ] {
        connection.execute(change, [key])?;
    }
    Ok(())
}

/// Instead of the keys by which people are known again, only what those are known by is kept.
fn forget_keys(connection: &Connection) -> rusqlite::Result<()> {
    let keys: Vec<String> = connection
        .prepare("SELECT DISTINCT device FROM seats WHERE device IS NOT NULL")?
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    let mut change = connection.prepare("UPDATE seats SET device = ? WHERE device = ?")?;
    for key in keys {
        change.execute([&tokens::known_by(&key), &key])?;
    }
    Ok(())
}

fn secret(connection: &Connection) -> rusqlite::Result<Vec<u8>> {
    let known =
        connection.query_row("SELECT value FROM secrets WHERE name = 'key'", [], |row| row.get(0)).optional()?;
    if let Some(known) = known {
        return Ok(known);
    }
    let secret = tokens::random_bytes::<64>().to_vec();
    connection.execute("INSERT INTO secrets(name, value) VALUES('key', ?)", params![secret])?;
    Ok(secret)
}

#[cfg(test)]
mod tests {
    use super::super::suite::{Place, TESTS};
    use super::*;
    use crate::live::ClockTerms;
    use std::sync::Arc;

    struct InFolder(tempfile::TempDir);

    impl Place for InFolder {
        fn open(&self) -> Answer<Arc<dyn Store>> {
            let store = Sqlite::open(&self.0.path().join(FILE)).map(|store| Arc::new(store) as _);
            Box::pin(async { store })
        }
    }

    #[tokio::test]
    async fn it_does_what_every_storage_has_to_do() {
        for (name, test) in TESTS {
            println!("{name}");
            test(&InFolder(tempfile::tempdir().unwrap())).await;
        }
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

    #[tokio::test]
    async fn an_older_file_is_brought_up_to_date_and_holds_no_keys_any_more() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        let old = Connection::open(&path).unwrap();
        MIGRATIONS[0](&old).unwrap();
        old.pragma_update(None, "user_version", 1).unwrap();
        old.execute_batch(
            "INSERT INTO games VALUES('g', 7, 'alquerque:walker', '', NULL, 60000, 1000);
             INSERT INTO seats VALUES('g', 0, 'person', 'Ana', NULL, 'the key of ana', NULL);
             INSERT INTO seats VALUES('g', 1, 'person', 'Bru', NULL, NULL, NULL);",
        )
        .unwrap();
        drop(old);
        let store = Sqlite::open(&path).unwrap();
        let known_by = tokens::known_by("the key of ana");
        let game = store.game("g").await.unwrap().unwrap();
        assert_eq!((game.seats[0].key.as_deref(), game.open), (Some(&*known_by), false));
        assert_eq!(game.terms.clock, Some(ClockTerms::Whole { initial: 60_000, increment: 1_000 }));
        assert_eq!(store.games_of(&known_by, 0..9).await.unwrap(), ["g"]);
        assert_eq!(store.games_of("the key of ana", 0..9).await.unwrap(), [""; 0]);
        assert_eq!(store.awaiting(&known_by, 9).await.unwrap(), [("g".to_owned(), false)], "nobody knows yet");
    }
}
