//! The storage in one SQLite file.
//!
//! One thread owns the connection. It commits all pending changes in one transaction, so that a thousand games cost little more
//! than one. A commit is answered only after the write-ahead log is on the disk.
//!
//! Deleted content is overwritten, and [residues](residue) of it are removed.

mod file;
mod residue;

pub use file::{VERSION, beside, open_own, remove_side_files, rename_synced};

use super::columns::{self, FIND_UNPLAYED, IS_ABANDONED, MAX_BLOCKS, side_from_number, side_number, unplayed};
use super::{Store, StoreChange, StoreError, StoreFuture, StoredGame, TurnSchedule};
use crate::counters;
use crate::model::{EngineResults, Event, GameResult, LogEntry, Millis, Seat, Terms};
use crate::tokens;
use file::probe;
use quirkat_play::{MoveResults, OwnGame, PositionKey};
use quirkat_rules::Side;
use residue::{MARK_RESIDUE, RESIDUE_INTERVAL, Residue};
use rusqlite::{Connection, ErrorCode, OptionalExtension, Row, params};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Instant;
use tokio::sync::oneshot;

/// Name of the file in the data folder.
pub const FILE: &str = "quirkat.db";

/// Maximum jobs that share a transaction.
const MAX_BATCH: usize = 1_000;

type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

enum Job {
    Commit(Vec<StoreChange>, Reply<()>),
    Game(String, Reply<Option<StoredGame>>),
    GamesOf(String, Range<usize>, Reply<Vec<String>>),
    Awaiting(String, usize, Reply<Vec<(String, bool)>>),
    Overdue(Millis, usize, Reply<Vec<String>>),
    OpenGames(usize, Reply<Vec<(String, Millis)>>),
    ClosedBetween(String, Reply<Vec<String>>),
    ClosedBy(String, Reply<Vec<String>>),
    File(String, Reply<Option<String>>),
    Review(String, Reply<Option<String>>),
    EngineResults(String, Reply<Vec<EngineResults>>),
    OpeningMoves(String, PositionKey, Reply<Vec<(String, MoveResults)>>),
    Files(Reply<u64>),
    Unplayed(Millis, usize, Reply<Vec<String>>),
    ChangedElsewhere(Vec<String>, Arc<AtomicI64>, Reply<Vec<String>>),
    Probe(Reply<()>),
    Size(Reply<u64>),
    Secret(Reply<Vec<u8>>),
}

/// A storage in an SQLite file.
#[derive(Debug)]
pub struct Sqlite {
    jobs: Sender<Job>,
    /// Number that changes when another program commits, at the last call of [`Store::changed_elsewhere`].
    foreign_commits: Arc<AtomicI64>,
}

impl Sqlite {
    /// Opens a file, creates it if it is missing, and migrates it if it is of an older version.
    ///
    /// # Errors
    /// When the file cannot be opened or written, is empty or of another program, or is of a newer version.
    pub fn open(path: &Path) -> Result<Sqlite, StoreError> {
        let named =
            |error: &dyn std::fmt::Display| StoreError::Failed(format!("cannot use {}: {error}", path.display()));
        let mut connection = file::open(path).map_err(|error| named(&error))?;
        let (jobs, inbox) = channel();
        thread::Builder::new()
            .name("storage".to_owned())
            .spawn(move || run(&mut connection, &inbox))
            .map_err(|error| named(&error))?;
        Ok(Sqlite { jobs, foreign_commits: Arc::default() })
    }

    fn request<T: Send + 'static>(&self, job: impl FnOnce(Reply<T>) -> Job) -> StoreFuture<T> {
        let (reply, answer) = oneshot::channel();
        counters::storage_pending(1.0);
        let sent = self.jobs.send(job(reply));
        Box::pin(async move {
            let stopped = || StoreError::Failed("the storage has stopped".to_owned());
            sent.map_err(|_| stopped())?;
            answer.await.map_err(|_| stopped())?
        })
    }
}

impl Store for Sqlite {
    fn commit(&self, changes: Vec<StoreChange>) -> StoreFuture<()> {
        self.request(|reply| Job::Commit(changes, reply))
    }

    fn game(&self, id: &str) -> StoreFuture<Option<StoredGame>> {
        self.request(|reply| Job::Game(id.to_owned(), reply))
    }

    fn games_of(&self, key: &str, places: Range<usize>) -> StoreFuture<Vec<String>> {
        self.request(|reply| Job::GamesOf(key.to_owned(), places, reply))
    }

    fn awaiting(&self, key: &str, most: usize) -> StoreFuture<Vec<(String, bool)>> {
        self.request(|reply| Job::Awaiting(key.to_owned(), most, reply))
    }

    fn overdue(&self, at: Millis, most: usize) -> StoreFuture<Vec<String>> {
        self.request(|reply| Job::Overdue(at, most, reply))
    }

    fn open_games(&self, most: usize) -> StoreFuture<Vec<(String, Millis)>> {
        self.request(|reply| Job::OpenGames(most, reply))
    }

    fn blocked_keys(&self, key: &str) -> StoreFuture<Vec<String>> {
        self.request(|reply| Job::ClosedBetween(key.to_owned(), reply))
    }

    fn blocked_names(&self, key: &str) -> StoreFuture<Vec<String>> {
        self.request(|reply| Job::ClosedBy(key.to_owned(), reply))
    }

    fn file(&self, name: &str) -> StoreFuture<Option<String>> {
        self.request(|reply| Job::File(name.to_owned(), reply))
    }

    fn review(&self, id: &str) -> StoreFuture<Option<String>> {
        self.request(|reply| Job::Review(id.to_owned(), reply))
    }

    fn engine_results(&self, key: &str) -> StoreFuture<Vec<EngineResults>> {
        self.request(|reply| Job::EngineResults(key.to_owned(), reply))
    }

    fn opening_moves(&self, title: &str, position: PositionKey) -> StoreFuture<Vec<(String, MoveResults)>> {
        self.request(|reply| Job::OpeningMoves(title.to_owned(), position, reply))
    }

    fn files(&self) -> StoreFuture<u64> {
        self.request(Job::Files)
    }

    fn unplayed(&self, created_before: Millis, most: usize) -> StoreFuture<Vec<String>> {
        self.request(|reply| Job::Unplayed(created_before, most, reply))
    }

    fn changed_elsewhere(&self, ids: Vec<String>) -> StoreFuture<Vec<String>> {
        self.request(|reply| Job::ChangedElsewhere(ids, Arc::clone(&self.foreign_commits), reply))
    }

    fn probe(&self) -> StoreFuture<()> {
        self.request(Job::Probe)
    }

    fn size(&self) -> StoreFuture<u64> {
        self.request(Job::Size)
    }

    fn secret(&self) -> StoreFuture<Vec<u8>> {
        self.request(Job::Secret)
    }
}

/// Returns the size of the file in bytes, with the pages that are still in the write-ahead log.
pub fn size(connection: &Connection) -> rusqlite::Result<u64> {
    let pages: i64 = connection.query_row(
        "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
        [],
        |row| row.get(0),
    )?;
    Ok(u64::try_from(pages).unwrap_or_default())
}

fn run(connection: &mut Connection, inbox: &Receiver<Job>) {
    let mut residue = Residue::default();
    loop {
        let is_pending = residue.in_file || residue.in_log;
        let first = if is_pending { inbox.recv_timeout(RESIDUE_INTERVAL) } else { inbox.recv().map_err(Into::into) };
        let mut jobs = match first {
            Ok(first) => vec![first],
            Err(RecvTimeoutError::Timeout) => vec![],
            Err(RecvTimeoutError::Disconnected) => return,
        };
        jobs.extend(inbox.try_iter().take(MAX_BATCH - 1));
        counters::storage_pending(-(jobs.len() as f64));
        let mut commits = Vec::new();
        for job in jobs {
            match job {
                Job::Commit(changes, reply) => commits.push((changes, reply)),
                // A query sees the changes that were sent before it.
                other => {
                    commit(connection, std::mem::take(&mut commits), &mut residue);
                    answer(connection, other);
                }
            }
        }
        commit(connection, commits, &mut residue);
        residue.remove(connection);
    }
}

/// Commits the changes of several jobs together. If that fails for another reason than an unavailable disk, commits each job
/// alone, so that only faulty ones fail.
fn commit(connection: &mut Connection, jobs: Vec<(Vec<StoreChange>, Reply<()>)>, residue: &mut Residue) {
    if jobs.is_empty() {
        return;
    }
    let started = Instant::now();
    let together = transact(connection, jobs.iter().flat_map(|(changes, _)| changes)).map_err(store_error);
    counters::storage_committed(jobs.iter().map(|(changes, _)| changes.len()).sum(), started, together.is_ok());
    let mut results = Vec::new();
    for (changes, _) in &jobs {
        let result = match &together {
            Err(StoreError::Failed(_)) => transact(connection, changes).map_err(store_error),
            together => together.clone(),
        };
        let has_deleted = |change: &StoreChange| {
            use StoreChange::{DeleteKey, DeleteUnplayed, Leave, UnblockAll};
            matches!(change, DeleteKey { .. } | DeleteUnplayed { .. } | Leave { .. } | UnblockAll { .. })
        };
        if result.is_ok() && changes.iter().any(has_deleted) {
            (residue.in_file, residue.in_log) = (true, true);
        }
        results.push(result);
    }
    // Usually a deletion is complete when it is answered.
    residue.remove(connection);
    for ((_, reply), result) in jobs.into_iter().zip(results) {
        // The caller may have stopped waiting.
        let _ = reply.send(result);
    }
}

fn transact<'c>(
    connection: &mut Connection,
    changes: impl IntoIterator<Item = &'c StoreChange>,
) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    for change in changes {
        match change {
            StoreChange::Create(game) => create(&transaction, game)?,
            StoreChange::Append { id, after, entries, .. } => append(&transaction, id, *after, entries)?,
            StoreChange::Seat { id, side, seat } => put_seat(&transaction, id, *side, seat)?,
            StoreChange::Schedule { id, schedule } => put_schedule(&transaction, id, *schedule)?,
            StoreChange::Block { by, against, name, at } => block(&transaction, by, against, name, *at)?,
            StoreChange::UnblockAll { by } => {
                transaction.execute("DELETE FROM closed WHERE by = ?", [by])?;
                transaction.execute(MARK_RESIDUE, [])?;
            }
            StoreChange::Rekey { from, to } => rekey(&transaction, from, to)?,
            StoreChange::Review { id, text } => put_review(&transaction, id, text)?,
            StoreChange::Result { id, result } => put_result(&transaction, id, result)?,
            StoreChange::DeleteUnplayed { ids } => delete_unplayed(&transaction, ids)?,
            StoreChange::Leave { id, key } => leave(&transaction, id, key)?,
            StoreChange::DeleteKey { key } => delete_key(&transaction, key)?,
        }
    }
    transaction.commit()
}

fn answer(connection: &mut Connection, job: Job) {
    match job {
        Job::Commit(..) => {}
        Job::Game(id, reply) => drop(reply.send(load(connection, &id).map_err(store_error))),
        Job::GamesOf(key, places, reply) => drop(reply.send(games_of(connection, &key, places).map_err(store_error))),
        Job::Awaiting(key, most, reply) => drop(reply.send(awaiting(connection, &key, most).map_err(store_error))),
        Job::Overdue(at, most, reply) => drop(reply.send(overdue(connection, at, most).map_err(store_error))),
        Job::OpenGames(most, reply) => drop(reply.send(open_games(connection, most).map_err(store_error))),
        Job::ClosedBetween(key, reply) => drop(reply.send(blocked_keys(connection, &key).map_err(store_error))),
        Job::ClosedBy(key, reply) => drop(reply.send(blocked_names(connection, &key).map_err(store_error))),
        Job::File(name, reply) => drop(reply.send(file(connection, &name).map_err(store_error))),
        Job::Review(id, reply) => drop(reply.send(review(connection, &id).map_err(store_error))),
        Job::EngineResults(key, reply) => drop(reply.send(engine_results(connection, &key).map_err(store_error))),
        Job::OpeningMoves(title, position, reply) => {
            drop(reply.send(opening_moves(connection, &title, position).map_err(store_error)));
        }
        Job::Files(reply) => drop(reply.send(files(connection).map_err(store_error))),
        Job::Unplayed(before, most, reply) => {
            drop(reply.send(find_unplayed(connection, before, most).map_err(store_error)));
        }
        Job::ChangedElsewhere(ids, known, reply) => {
            drop(reply.send(changed_elsewhere(connection, ids, &known).map_err(store_error)));
        }
        Job::Probe(reply) => drop(reply.send(probe(connection).map_err(store_error))),
        Job::Size(reply) => drop(reply.send(size(connection).map_err(store_error))),
        Job::Secret(reply) => drop(reply.send(secret(connection).map_err(store_error))),
    }
}

/// Classifies an error: those of the disk or of a lock may pass, so the storage is unavailable.
fn store_error(error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(
            ErrorCode::DiskFull
            | ErrorCode::SystemIoFailure
            | ErrorCode::DatabaseBusy
            | ErrorCode::DatabaseLocked
            | ErrorCode::FileLockingProtocolFailed
            | ErrorCode::ReadOnly
            | ErrorCode::CannotOpen
            | ErrorCode::PermissionDenied
            | ErrorCode::OutOfMemory,
        ) => StoreError::Unavailable(error.to_string()),
        _ => StoreError::Failed(error.to_string()),
    }
}

fn create(connection: &Connection, game: &StoredGame) -> rusqlite::Result<()> {
    let StoredGame { id, created, terms, seats, entries, open } = game;
    let [initial, increment, per_turn] = columns::clock_columns(terms.clock);
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
    let (kind, name, level) = columns::player_columns(&seat.player);
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO seats(game, side, kind, name, level, device, token) VALUES(?, ?, ?, ?, ?, ?, ?)",
        )?
        .execute(params![id, side_number(side), kind, name, level, seat.key, seat.token])?;
    Ok(())
}

fn append(connection: &Connection, id: &str, after: usize, entries: &[LogEntry]) -> rusqlite::Result<()> {
    let mut insert =
        connection.prepare_cached("INSERT INTO events(game, number, at, side, kind, text) VALUES(?, ?, ?, ?, ?, ?)")?;
    for (number, entry) in (after as i64..).zip(entries) {
        let (kind, text) = entry.event.words();
        insert.execute(params![id, number, entry.at, side_number(entry.by), kind, text])?;
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
            let clock = columns::clock_from_columns([row.get(4)?, row.get(5)?, row.get(6)?]);
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
            Ok(LogEntry { at: row.get(0)?, by: side_from_number(row.get(1)?), event })
        })?
        .collect::<Result<_, _>>()?;
    Ok(Some(StoredGame { id: id.to_owned(), created, terms, seats: [first?, second?], entries, open }))
}

fn seat(connection: &Connection, id: &str, side: Side) -> rusqlite::Result<Seat> {
    connection
        .prepare_cached("SELECT kind, name, level, device, token FROM seats WHERE game = ? AND side = ?")?
        .query_row(params![id, side_number(side)], |row| {
            let kind: String = row.get(0)?;
            let player =
                columns::player_from_columns(&kind, row.get(1)?, row.get(2)?).map_err(|error| unreadable(2, error))?;
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

fn review(connection: &Connection, id: &str) -> rusqlite::Result<Option<String>> {
    connection.prepare_cached("SELECT text FROM reviews WHERE game = ?")?.query_row([id], |row| row.get(0)).optional()
}

/// Stores the review of a game that has none and was not deleted meanwhile.
fn put_review(connection: &Connection, id: &str, text: &str) -> rusqlite::Result<()> {
    connection
        .prepare_cached("INSERT OR IGNORE INTO reviews(game, text) SELECT id, ?2 FROM games WHERE id = ?1")?
        .execute([id, text])?;
    Ok(())
}

/// Stores the result of a game that has none and was not deleted meanwhile, and counts its opening.
fn put_result(connection: &Connection, id: &str, result: &GameResult) -> rusqlite::Result<()> {
    let inserted = connection
        .prepare_cached("INSERT OR IGNORE INTO results(game, winner) SELECT id, ?2 FROM games WHERE id = ?1")?
        .execute(params![id, result.winner.map(side_number)])?;
    let Some((title, moves)) = result.opening.as_ref().filter(|_| inserted > 0) else { return Ok(()) };
    let mut count = MoveResults::default();
    count.add(result.winner);
    let [first, draws, second] = [count.first, count.draws, count.second].map(u64::cast_signed);
    let mut put = connection.prepare_cached(
        "INSERT INTO openings(title, position, turn, first, draws, second) VALUES(?, ?, ?, ?, ?, ?) \
         ON CONFLICT DO UPDATE SET first = first + excluded.first, draws = draws + excluded.draws, \
         second = second + excluded.second",
    )?;
    for (position, turn) in moves {
        put.execute(params![title, columns::position_number(*position), turn, first, draws, second])?;
    }
    Ok(())
}

fn engine_results(connection: &Connection, key: &str) -> rusqlite::Result<Vec<EngineResults>> {
    let number = |row: &Row, column| row.get(column).map(columns::count_from_column);
    connection
        .prepare_cached(columns::ENGINE_RESULTS)?
        .query_map([key], |row| {
            let [won, drawn, lost] = [number(row, 2)?, number(row, 3)?, number(row, 4)?];
            Ok(EngineResults { title: row.get(0)?, level: row.get(1)?, won, drawn, lost })
        })?
        .collect()
}

fn opening_moves(
    connection: &Connection,
    title: &str,
    position: PositionKey,
) -> rusqlite::Result<Vec<(String, MoveResults)>> {
    let number = |row: &Row, column| row.get(column).map(columns::count_from_column);
    connection
        .prepare_cached(columns::OPENING_MOVES)?
        .query_map(params![title, columns::position_number(position)], |row| {
            let [first, draws, second] = [number(row, 1)?, number(row, 2)?, number(row, 3)?];
            Ok((row.get(0)?, MoveResults { first, draws, second }))
        })?
        .collect()
}

fn files(connection: &Connection) -> rusqlite::Result<u64> {
    let number: i64 = connection.query_row("SELECT count(*) FROM files", [], |row| row.get(0))?;
    Ok(u64::try_from(number).unwrap_or_default())
}

fn put_schedule(connection: &Connection, id: &str, TurnSchedule { awaits, due }: TurnSchedule) -> rusqlite::Result<()> {
    connection.prepare_cached("UPDATE games SET awaits = ?, due = ? WHERE id = ?")?.execute(params![
        awaits.map(side_number),
        due,
        id
    ])?;
    Ok(())
}

fn block(connection: &Connection, by: &str, against: &str, name: &str, at: Millis) -> rusqlite::Result<()> {
    connection.execute("INSERT OR REPLACE INTO closed VALUES(?, ?, ?, ?)", params![by, against, name, at])?;
    connection.execute(
        "DELETE FROM closed WHERE by = ?1 AND against NOT IN \
         (SELECT against FROM closed WHERE by = ?1 ORDER BY at DESC LIMIT ?2)",
        params![by, MAX_BLOCKS as i64],
    )?;
    Ok(())
}

fn blocked_keys(connection: &Connection, key: &str) -> rusqlite::Result<Vec<String>> {
    connection
        .prepare_cached("SELECT by FROM closed WHERE against = ?1 UNION SELECT against FROM closed WHERE by = ?1")?
        .query_map([key], |row| row.get(0))?
        .collect()
}

fn blocked_names(connection: &Connection, key: &str) -> rusqlite::Result<Vec<String>> {
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

fn find_unplayed(connection: &Connection, created_before: Millis, most: usize) -> rusqlite::Result<Vec<String>> {
    connection
        .prepare_cached(FIND_UNPLAYED)?
        .query_map(params![created_before, most as i64], |row| row.get(0))?
        .collect()
}

fn delete_unplayed(connection: &Connection, ids: &[String]) -> rusqlite::Result<()> {
    let mut is_unplayed = connection.prepare_cached(unplayed!("SELECT id FROM games WHERE id = ? AND", ""))?;
    let unplayed: Vec<Option<String>> =
        ids.iter().map(|id| is_unplayed.query_row([id], |row| row.get(0)).optional()).collect::<Result<_, _>>()?;
    delete_games(connection, &unplayed.into_iter().flatten().collect::<Vec<_>>())
}

/// Deletes games, and files without a game.
pub fn delete_games(connection: &Connection, ids: &[String]) -> rusqlite::Result<()> {
    for id in ids {
        for change in
            ["DELETE FROM events WHERE game = ?", "DELETE FROM seats WHERE game = ?", "DELETE FROM games WHERE id = ?"]
        {
            connection.prepare_cached(change)?.execute([id])?;
        }
    }
    connection.execute(
        "DELETE FROM files WHERE NOT EXISTS(SELECT 1 FROM games WHERE file = files.name AND file IS NOT NULL)",
        [],
    )?;
    connection.execute(MARK_RESIDUE, []).map(drop)
}

/// Returns the games that are missing or have lost a player, if another connection has committed since the last call.
fn changed_elsewhere(
    connection: &Connection,
    mut ids: Vec<String>,
    known: &AtomicI64,
) -> rusqlite::Result<Vec<String>> {
    let commits = connection.query_row("PRAGMA data_version", [], |row| row.get(0))?;
    if known.swap(commits, Ordering::Relaxed) == commits {
        return Ok(vec![]);
    }
    let mut is_whole = connection.prepare_cached(
        "SELECT 1 FROM games WHERE id = ?1 \
         AND NOT EXISTS(SELECT 1 FROM seats WHERE game = ?1 AND kind = 'person' AND token IS NULL)",
    )?;
    let are_whole: Vec<bool> = ids.iter().map(|id| is_whole.exists([id])).collect::<Result<_, _>>()?;
    let mut are_whole = are_whole.into_iter();
    ids.retain(|_| are_whole.next() == Some(false));
    Ok(ids)
}

/// Removes a game from the list of a key.
fn leave(connection: &Connection, id: &str, key: &str) -> rusqlite::Result<()> {
    connection.execute("UPDATE seats SET device = NULL, token = NULL WHERE game = ? AND device = ?", [id, key])?;
    if connection.query_row(IS_ABANDONED, [id], |row| row.get(0))? {
        delete_games(connection, &[id.to_owned()])?;
    }
    connection.execute(MARK_RESIDUE, []).map(drop)
}

/// Deletes all data of a key.
pub fn delete_key(connection: &Connection, key: &str) -> rusqlite::Result<()> {
    // Games in which no other person has a seat.
    let own: Vec<String> = connection
        .prepare(
            "SELECT DISTINCT game FROM seats AS own WHERE device = ?1 AND NOT EXISTS(SELECT 1 FROM seats AS other \
             WHERE other.game = own.game AND other.kind = 'person' AND other.device IS NOT ?1)",
        )?
        .query_map([key], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    delete_games(connection, &own)?;
    for change in [
        "UPDATE events SET text = '' WHERE kind = 'join' AND (game, side) IN (SELECT game, side FROM seats WHERE device = ?)",
        "UPDATE seats SET name = '', device = NULL, token = NULL WHERE device = ?",
        "DELETE FROM closed WHERE ? IN (by, against)",
    ] {
        connection.execute(change, [key])?;
    }
    connection.execute(MARK_RESIDUE, []).map(drop)
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
    use super::super::suite::{StoreLocation, TESTS};
    use super::file::{APPLICATION_ID, MIGRATIONS};
    use super::*;
    use crate::model::ClockTerms;
    use std::fs;
    use std::time::Duration;

    struct TestFolder(tempfile::TempDir);

    impl StoreLocation for TestFolder {
        fn open(&self) -> StoreFuture<Arc<dyn Store>> {
            let store = Sqlite::open(&self.0.path().join(FILE)).map(|store| Arc::new(store) as _);
            Box::pin(async { store })
        }
    }

    #[tokio::test]
    async fn sqlite_passes_the_tests_of_every_storage() {
        for (name, test) in TESTS {
            println!("{name}");
            test(&TestFolder(tempfile::tempdir().unwrap())).await;
        }
    }

    #[test]
    fn newer_empty_and_foreign_files_are_rejected() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        let rejected = |word: &str| {
            let before = fs::read(&path).unwrap();
            let error = Sqlite::open(&path).unwrap_err().to_string();
            assert!(error.contains("quirkat.db") && error.contains(word), "{error}");
            assert_eq!(fs::read(&path).unwrap(), before);
        };
        drop(Sqlite::open(&path).unwrap());
        // The threads of the store close their connections after it is dropped. The last one removes the log.
        let closed = (0..1_000).any(|_| {
            thread::sleep(Duration::from_millis(10));
            !beside(&path, "-wal").exists()
        });
        assert!(closed, "the store keeps its file open");
        Connection::open(&path).unwrap().pragma_update(None, "user_version", 99).unwrap();
        rejected("newer Quirkat (version 99");
        fs::write(&path, "").unwrap();
        rejected("quirkat restore FILE --replace");
        fs::remove_file(&path).unwrap();
        Connection::open(&path).unwrap().execute_batch("CREATE TABLE games(x); PRAGMA user_version = 3").unwrap();
        rejected("another program");
        Connection::open(&path).unwrap().pragma_update(None, "application_id", 7).unwrap();
        rejected("another program");
        fs::write(&path, "this is not a database, but a text file with its name").unwrap();
        rejected("not a database");
    }

    #[test]
    fn an_interrupted_start_leaves_no_empty_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        fs::write(beside(&path, ".new"), "").unwrap();
        fs::write(beside(&path, "-wal"), "the log of a removed file").unwrap();
        drop(Sqlite::open(&path).unwrap());
        assert!(!beside(&path, ".new").exists());
        let id: i64 =
            Connection::open(&path).unwrap().query_row("PRAGMA application_id", [], |row| row.get(0)).unwrap();
        assert_eq!(id, APPLICATION_ID);
    }

    #[tokio::test]
    async fn deleted_names_are_gone_from_the_file_and_its_log() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        let store = Sqlite::open(&path).unwrap();
        let mut rng = fastrand::Rng::with_seed(58);
        let name = |number: usize| format!("Deleted{number:04}{}", "ñ".repeat(number % 13));
        for number in 0..300 {
            let keys = [name(number), name(rng.usize(..300))];
            let mut game =
                super::super::suite::between(&format!("game{}", rng.u64(..)), keys.each_ref().map(|key| &**key));
            let join = Event::Join(keys[1].clone());
            game.entries = vec![LogEntry { at: 7, by: Side::Second, event: join }];
            let [by, against] = keys.clone();
            let block = StoreChange::Block { by, against, name: keys[1].clone(), at: 7 };
            store.commit(vec![StoreChange::Create(Box::new(game)), block]).await.unwrap();
        }
        let mut order: Vec<_> = (0..300).collect();
        rng.shuffle(&mut order);
        let mut deleted = vec![];
        for number in order.into_iter().take(40) {
            let key = name(number);
            store.commit(vec![StoreChange::DeleteKey { key }]).await.unwrap();
            deleted.push(format!("Deleted{number:04}"));
        }
        // A second rewrite soon after the first one is postponed.
        let remains = || {
            let bytes = ["", "-wal"].map(|ending| fs::read(beside(&path, ending)).unwrap()).concat();
            deleted.iter().any(|name| bytes.windows(name.len()).any(|window| window == name.as_bytes()))
        };
        let started = Instant::now();
        while remains() {
            assert!(started.elapsed() < Duration::from_secs(60), "a name remains");
            tokio::time::sleep(RESIDUE_INTERVAL).await;
        }
    }

    #[test]
    fn disk_errors_and_locks_mean_an_unavailable_storage() {
        let error = |code| store_error(rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(code), None));
        use rusqlite::ffi;
        for code in [ffi::SQLITE_FULL, ffi::SQLITE_IOERR, ffi::SQLITE_IOERR_FSYNC, ffi::SQLITE_BUSY] {
            assert!(matches!(error(code), StoreError::Unavailable(_)), "{code}");
        }
        for code in [ffi::SQLITE_READONLY, ffi::SQLITE_CANTOPEN, ffi::SQLITE_LOCKED] {
            assert!(matches!(error(code), StoreError::Unavailable(_)), "{code}");
        }
        for code in [ffi::SQLITE_CONSTRAINT, ffi::SQLITE_CORRUPT, ffi::SQLITE_ERROR] {
            assert!(matches!(error(code), StoreError::Failed(_)), "{code}");
        }
    }

    #[tokio::test]
    async fn an_older_file_is_migrated_and_its_keys_are_hashed() {
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
        let key_hash = tokens::key_hash("the key of ana");
        let game = store.game("g").await.unwrap().unwrap();
        assert_eq!((game.seats[0].key.as_deref(), game.open), (Some(&*key_hash), false));
        assert_eq!(game.terms.clock, Some(ClockTerms::Whole { initial: 60_000, increment: 1_000 }));
        assert_eq!(store.games_of(&key_hash, 0..9).await.unwrap(), ["g"]);
        assert_eq!(store.games_of("the key of ana", 0..9).await.unwrap(), [""; 0]);
        assert_eq!(store.awaiting(&key_hash, 9).await.unwrap(), [("g".to_owned(), false)], "no schedule was stored");
    }
}
