//! Commits, in transactions that many jobs share.
//!
//! A transaction first locks the games of its jobs in the order of their ids, so that servers wait for each other without
//! deadlocks. It checks the lease and the length of each game under the lock: a job that fails this check fails alone. Then it
//! writes the others together.

use super::super::columns::{
    IS_ABANDONED, MAX_BLOCKS, clock_columns, player_columns, position_number, side_number, unplayed,
};
use super::super::{Cause, StoreChange, StoreError, StoredGame, TurnSchedule};
use super::CHANNEL;
use super::connection::{Connection, Session, Values};
use crate::counters;
use crate::model::{LogEntry, Millis, Seat};
use quirkat_play::{MoveResults, OwnGame};
use quirkat_rules::Side;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Instant;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::oneshot;
use tokio_postgres::Error;

/// Maximum jobs that share a transaction.
const MAX_BATCH: usize = 1_000;
/// Maximum attempts of a job whose transaction the database has aborted in favour of another server.
const MAX_ATTEMPTS: usize = 5;

/// Changes to commit together, and the channel for the result.
pub struct Job {
    pub changes: Vec<StoreChange>,
    pub reply: oneshot::Sender<Result<(), StoreError>>,
}

/// Commits jobs until all senders are dropped.
pub async fn run(connection: Connection, me: std::sync::Arc<AtomicI64>, mut inbox: UnboundedReceiver<Job>) {
    let mut jobs = Vec::new();
    while inbox.recv_many(&mut jobs, MAX_BATCH).await > 0 {
        counters::storage_pending(-(jobs.len() as f64));
        let started = Instant::now();
        let changes = jobs.iter().map(|job| job.changes.len()).sum();
        let together = transact(&connection, me.load(Ordering::Acquire), jobs.iter().map(|job| &job.changes)).await;
        counters::storage_committed(changes, started, together.is_ok());
        match together {
            Ok(answers) => {
                for (job, answer) in jobs.drain(..).zip(answers) {
                    // The caller may have stopped waiting.
                    let _ = job.reply.send(answer);
                }
            }
            Err(error @ StoreError::Unavailable(_)) => {
                for job in jobs.drain(..) {
                    let _ = job.reply.send(Err(error.clone()));
                }
            }
            // Commits each job alone, so that only faulty ones fail.
            Err(_) => {
                for job in jobs.drain(..) {
                    let answer = commit_alone(&connection, me.load(Ordering::Acquire), &job.changes).await;
                    let _ = job.reply.send(answer);
                }
            }
        }
    }
}

/// Commits one job.
async fn commit_alone(connection: &Connection, me: i64, changes: &Vec<StoreChange>) -> Result<(), StoreError> {
    let mut attempts = 0;
    loop {
        attempts += 1;
        match transact(connection, me, std::iter::once(changes)).await {
            Ok(answers) => return answers.into_iter().next().unwrap_or(Ok(())),
            Err(StoreError::Conflict) if attempts < MAX_ATTEMPTS => {}
            Err(error) => return Err(error),
        }
    }
}

/// Commits jobs in one transaction and returns the result of each.
///
/// # Errors
/// When the transaction fails as a whole; nothing is committed then.
async fn transact<'c>(
    connection: &Connection,
    me: i64,
    jobs: impl Iterator<Item = &'c Vec<StoreChange>>,
) -> Result<Vec<Result<(), StoreError>>, StoreError> {
    let jobs: Vec<_> = jobs.collect();
    let session = connection.session().await?;
    let transaction = session.bounded(async {
        session.batch("BEGIN").await?;
        let answers = match write(&session, me, &jobs).await {
            Ok(answers) => answers,
            Err(error) => {
                // If the rollback fails, the connection has ended and the transaction with it.
                let _ = session.batch("ROLLBACK").await;
                return Err(error);
            }
        };
        session.batch("COMMIT").await?;
        Ok(answers)
    });
    transaction.await
}

/// A game under its lock.
struct LockedGame {
    owner: Option<i64>,
    length: i64,
}

/// Rows that one statement each writes for many jobs.
#[derive(Default)]
struct Batch<'c> {
    events: Vec<(&'c str, i64, &'c LogEntry)>,
    schedules: HashMap<&'c str, TurnSchedule>,
    appended: HashSet<&'c str>,
    blocking: HashSet<&'c str>,
    notified: HashSet<String>,
    /// Numbers of games to add, ordered, so that servers wait for each other without deadlocks.
    openings: BTreeMap<(&'c str, i64, &'c str), MoveResults>,
}

async fn write(session: &Session, me: i64, jobs: &[&Vec<StoreChange>]) -> Result<Vec<Result<(), StoreError>>, Error> {
    let mut games = lock(session, jobs).await?;
    let alive: HashSet<i64> = if games.values().any(|game| game.owner.is_some_and(|owner| owner != me)) {
        let rows = session.rows("SELECT id FROM servers WHERE until > clock_timestamp()", &[]).await?;
        rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?
    } else {
        HashSet::new()
    };
    let is_elsewhere = |owner: Option<i64>| owner.is_some_and(|owner| owner != me && alive.contains(&owner));
    let mut batch = Batch::default();
    let mut answers = Vec::new();
    for changes in jobs {
        if let Err(error) = check_appends(changes, &games, is_elsewhere) {
            answers.push(Err(error));
            continue;
        }
        for change in *changes {
            match change {
                StoreChange::Create(game) => {
                    create(session, me, game).await?;
                    batch.notified.insert(game.id.clone());
                    let numbered = (0..).zip(&game.entries).map(|(number, entry)| (game.id.as_str(), number, entry));
                    batch.events.extend(numbered);
                    games.insert(&game.id, LockedGame { owner: Some(me), length: game.entries.len() as i64 });
                }
                StoreChange::Append { id, entries, .. } => {
                    let Some(game) = games.get_mut(id.as_str()) else { continue };
                    let numbered = (game.length..).zip(entries).map(|(number, entry)| (id.as_str(), number, entry));
                    batch.events.extend(numbered);
                    *game = LockedGame { owner: Some(me), length: game.length + entries.len() as i64 };
                    batch.appended.insert(id);
                    batch.notified.insert(id.clone());
                }
                StoreChange::Seat { id, side, seat } => put_seat(session, id, *side, seat).await?,
                // The server with the lease stores a newer schedule.
                StoreChange::Schedule { id, .. }
                    if games.get(id.as_str()).is_none_or(|game| is_elsewhere(game.owner)) => {}
                StoreChange::Schedule { id, schedule } => drop(batch.schedules.insert(id, *schedule)),
                StoreChange::Block { by, against, name, at } => {
                    block(session, by, against, name, *at).await?;
                    batch.blocking.insert(by);
                }
                StoreChange::UnblockAll { by } => {
                    session.change("DELETE FROM closed WHERE by = $1", &[by]).await?;
                }
                StoreChange::Rekey { from, to } => batch.notified.extend(rekey(session, from, to).await?),
                StoreChange::Review { id, text } => put_review(session, id, text).await?,
                StoreChange::Result { id, result } => {
                    if let Some((title, moves)) = &result.opening
                        && put_result(session, id, result.winner).await?
                    {
                        for (position, turn) in moves {
                            batch
                                .openings
                                .entry((title, position_number(*position), turn))
                                .or_default()
                                .add(result.winner);
                        }
                    }
                }
                StoreChange::DeleteUnplayed { ids } => batch.notified.extend(delete_unplayed(session, ids).await?),
                StoreChange::Leave { id, key } => {
                    leave(session, id, key).await?;
                    batch.notified.insert(id.clone());
                }
                StoreChange::DeleteKey { key } => batch.notified.extend(delete_key(session, key).await?),
            }
        }
        answers.push(Ok(()));
    }
    batch.write(session, me, &games).await?;
    Ok(answers)
}

/// Locks the games that the jobs change, and reads their lease and length.
async fn lock<'c>(session: &Session, jobs: &[&'c Vec<StoreChange>]) -> Result<HashMap<&'c str, LockedGame>, Error> {
    let changed = |change: &'c StoreChange| match change {
        StoreChange::Append { id, .. }
        | StoreChange::Seat { id, .. }
        | StoreChange::Schedule { id, .. }
        | StoreChange::Leave { id, .. } => Some(id.as_str()),
        _ => None,
    };
    let ids: HashSet<&str> = jobs.iter().flat_map(|changes| changes.iter().filter_map(changed)).collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let list: Vec<&str> = ids.iter().copied().collect();
    let rows =
        session.rows("SELECT id, owner, length FROM games WHERE id = ANY($1) ORDER BY id FOR UPDATE", &[&list]).await?;
    let mut games = HashMap::new();
    for row in rows {
        if let Some(id) = ids.get(row.try_get::<_, &str>(0)?) {
            games.insert(*id, LockedGame { owner: row.try_get(1)?, length: row.try_get(2)? });
        }
    }
    Ok(games)
}

/// Checks whether the appends of a job fit the locked games.
fn check_appends(
    changes: &[StoreChange],
    games: &HashMap<&str, LockedGame>,
    is_elsewhere: impl Fn(Option<i64>) -> bool,
) -> Result<(), StoreError> {
    for change in changes {
        let StoreChange::Append { id, after, cause, .. } = change else { continue };
        let game = games.get(id.as_str()).ok_or(StoreError::Conflict)?;
        if *cause == Cause::Server && is_elsewhere(game.owner) {
            return Err(StoreError::NotOwner);
        }
        if game.length != *after as i64 {
            return Err(StoreError::Conflict);
        }
    }
    Ok(())
}

impl Batch<'_> {
    async fn write(self, session: &Session, me: i64, games: &HashMap<&str, LockedGame>) -> Result<(), Error> {
        if !self.events.is_empty() {
            let words: Vec<_> = self.events.iter().map(|(_, _, entry)| entry.event.words()).collect();
            let ids: Vec<_> = self.events.iter().map(|(id, ..)| *id).collect();
            let numbers: Vec<_> = self.events.iter().map(|(_, number, _)| *number).collect();
            let times: Vec<_> = self.events.iter().map(|(.., entry)| entry.at).collect();
            let sides: Vec<_> = self.events.iter().map(|(.., entry)| i16::from(side_number(entry.by))).collect();
            let kinds: Vec<_> = words.iter().map(|(kind, _)| *kind).collect();
            let texts: Vec<_> = words.iter().map(|(_, text)| *text).collect();
            let values: Values = &[&ids, &numbers, &times, &sides, &kinds, &texts];
            let insert = "INSERT INTO events(game, number, at, side, kind, text) \
                 SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::smallint[], $5::text[], $6::text[])";
            session.change(insert, values).await?;
        }
        if !self.appended.is_empty() {
            let ids: Vec<_> = self.appended.iter().copied().collect();
            let lengths: Vec<_> = ids.iter().map(|id| games.get(id).map(|game| game.length)).collect();
            let values: Values = &[&me, &ids, &lengths];
            let update = "UPDATE games SET owner = $1, length = new.length \
                 FROM unnest($2::text[], $3::bigint[]) AS new(id, length) WHERE games.id = new.id";
            session.change(update, values).await?;
        }
        if !self.schedules.is_empty() {
            let (ids, schedules): (Vec<_>, Vec<_>) = self.schedules.into_iter().unzip();
            let awaits: Vec<_> =
                schedules.iter().map(|schedule| schedule.awaits.map(|side| i16::from(side_number(side)))).collect();
            let due: Vec<_> = schedules.iter().map(|schedule| schedule.due).collect();
            let values: Values = &[&ids, &awaits, &due];
            let update = "UPDATE games SET awaits = new.awaits, due = new.due \
                 FROM unnest($1::text[], $2::smallint[], $3::bigint[]) AS new(id, awaits, due) WHERE games.id = new.id";
            session.change(update, values).await?;
        }
        if !self.openings.is_empty() {
            let (keys, counts): (Vec<_>, Vec<_>) = self.openings.into_iter().unzip();
            let titles: Vec<_> = keys.iter().map(|(title, ..)| *title).collect();
            let positions: Vec<_> = keys.iter().map(|(_, position, _)| *position).collect();
            let turns: Vec<_> = keys.iter().map(|(.., turn)| *turn).collect();
            let column =
                |of: fn(&MoveResults) -> u64| counts.iter().map(|count| of(count).cast_signed()).collect::<Vec<_>>();
            let [first, draws, second] =
                [column(|count| count.first), column(|count| count.draws), column(|count| count.second)];
            let values: Values = &[&titles, &positions, &turns, &first, &draws, &second];
            let put = "INSERT INTO openings(title, position, turn, first, draws, second) SELECT * FROM \
                 unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[]) \
                 ON CONFLICT(title, position, turn) DO UPDATE SET first = openings.first + excluded.first, \
                 draws = openings.draws + excluded.draws, second = openings.second + excluded.second";
            session.change(put, values).await?;
        }
        for by in self.blocking {
            let limit = "DELETE FROM closed WHERE by = $1 AND against NOT IN \
                 (SELECT against FROM closed WHERE by = $1 ORDER BY at DESC LIMIT $2)";
            session.change(limit, &[&by, &(MAX_BLOCKS as i64)]).await?;
        }
        if !self.notified.is_empty() {
            let notified: Vec<_> = self.notified.iter().map(|id| format!("{me} {id}")).collect();
            session.rows("SELECT pg_notify($1, told) FROM unnest($2::text[]) AS told", &[&CHANNEL, &notified]).await?;
        }
        Ok(())
    }
}

async fn create(session: &Session, me: i64, game: &StoredGame) -> Result<(), Error> {
    let StoredGame { id, created, terms, seats, entries, open } = game;
    let [initial, increment, per_turn] = clock_columns(terms.clock);
    let own = terms.ruling.own();
    if let Some(own) = own {
        // The update locks the file: a transaction that deletes the last other game of the file waits for this one.
        let put = "INSERT INTO files(name, text) VALUES($1, $2) ON CONFLICT(name) DO UPDATE SET text = $2";
        session.change(put, &[&own.name(), &own.text()]).await?;
    }
    let file = own.map(OwnGame::name);
    let (title, rules, length) = (terms.ruling.title(), terms.ruling.rules().join(" "), entries.len() as i64);
    let values: Values =
        &[id, created, &title, &rules, &terms.position, &initial, &increment, &per_turn, open, &length, &me, &file];
    let insert = "INSERT INTO games(id, created, title, rules, position, initial, increment, per_turn, open, length, owner, file) \
         VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";
    session.change(insert, values).await?;
    for side in Side::BOTH {
        put_seat(session, id, side, &seats[side.index()]).await?;
    }
    Ok(())
}

async fn put_seat(session: &Session, id: &str, side: Side, seat: &Seat) -> Result<(), Error> {
    let (kind, name, level) = player_columns(&seat.player);
    let (side, level) = (i16::from(side_number(side)), level.map(i16::from));
    let values: Values = &[&id, &side, &kind, &name, &level, &seat.key, &seat.token];
    let put = "INSERT INTO seats(game, side, kind, name, level, device, token) VALUES($1, $2, $3, $4, $5, $6, $7) \
         ON CONFLICT(game, side) DO UPDATE SET kind = $3, name = $4, level = $5, device = $6, token = $7";
    session.change(put, values).await.map(drop)
}

async fn block(session: &Session, by: &str, against: &str, name: &str, at: Millis) -> Result<(), Error> {
    let put = "INSERT INTO closed(by, against, name, at) VALUES($1, $2, $3, $4) \
         ON CONFLICT(by, against) DO UPDATE SET name = $3, at = $4";
    session.change(put, &[&by, &against, &name, &at]).await.map(drop)
}

/// Stores the review of a game that has none and was not deleted meanwhile.
async fn put_review(session: &Session, id: &str, text: &str) -> Result<(), Error> {
    let put = "INSERT INTO reviews(game, text) SELECT id, $2 FROM games WHERE id = $1 FOR KEY SHARE \
         ON CONFLICT(game) DO NOTHING";
    session.change(put, &[&id, &text]).await.map(drop)
}

/// Stores the result of a game that was not deleted meanwhile; returns whether it had none.
async fn put_result(session: &Session, id: &str, winner: Option<Side>) -> Result<bool, Error> {
    let winner = winner.map(|winner| i16::from(side_number(winner)));
    let put = "INSERT INTO results(game, winner) SELECT id, $2::smallint FROM games WHERE id = $1 FOR KEY SHARE \
         ON CONFLICT(game) DO NOTHING";
    Ok(session.change(put, &[&id, &winner]).await? > 0)
}

/// Removes a locked game from the list of a key.
async fn leave(session: &Session, id: &str, key: &str) -> Result<(), Error> {
    let leave = "UPDATE seats SET device = NULL, token = NULL WHERE game = $1 AND device = $2";
    session.change(leave, &[&id, &key]).await?;
    let is_abandoned = session.rows(IS_ABANDONED, &[&id]).await?.first().map(|row| row.try_get(0)).transpose()?;
    if is_abandoned == Some(true) { delete_games(session, &[id.to_owned()]).await } else { Ok(()) }
}

/// Locks the games in which a key has a seat.
async fn lock_games_of(session: &Session, key: &str) -> Result<Vec<String>, Error> {
    let lock = "SELECT id FROM games WHERE id IN (SELECT game FROM seats WHERE device = $1) ORDER BY id FOR UPDATE";
    session.rows(lock, &[&key]).await?.iter().map(|row| row.try_get(0)).collect()
}

async fn rekey(session: &Session, from: &str, to: &str) -> Result<Vec<String>, Error> {
    let games = lock_games_of(session, from).await?;
    session.change("UPDATE seats SET device = $2 WHERE device = $1", &[&from, &to]).await?;
    // A block that both keys have is kept once.
    for change in [
        "DELETE FROM closed AS old WHERE by = $2 AND EXISTS \
         (SELECT 1 FROM closed AS new WHERE new.by = $1 AND new.against = old.against)",
        "UPDATE closed SET by = $2 WHERE by = $1",
        "DELETE FROM closed AS old WHERE against = $2 AND EXISTS \
         (SELECT 1 FROM closed AS new WHERE new.against = $1 AND new.by = old.by)",
        "UPDATE closed SET against = $2 WHERE against = $1",
    ] {
        session.change(change, &[&from, &to]).await?;
    }
    Ok(games)
}

/// Locks the games and deletes those that are still unplayed.
async fn delete_unplayed(session: &Session, ids: &[String]) -> Result<Vec<String>, Error> {
    session.rows("SELECT id FROM games WHERE id = ANY($1) ORDER BY id FOR UPDATE", &[&ids]).await?;
    let unplayed = session.rows(unplayed!("SELECT id FROM games WHERE id = ANY($1) AND", ""), &[&ids]).await?;
    let unplayed: Vec<String> = unplayed.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?;
    delete_games(session, &unplayed).await?;
    Ok(unplayed)
}

/// Deletes games, and files without a game.
pub async fn delete_games(session: &Session, ids: &[String]) -> Result<(), Error> {
    for change in [
        "DELETE FROM events WHERE game = ANY($1)",
        "DELETE FROM seats WHERE game = ANY($1)",
        "DELETE FROM games WHERE id = ANY($1)",
    ] {
        session.change(change, &[&ids]).await?;
    }
    session.change("DELETE FROM files WHERE NOT EXISTS(SELECT 1 FROM games WHERE file = files.name)", &[]).await?;
    Ok(())
}

/// Deletes all data of a key; returns the games that it had a seat in.
pub async fn delete_key(session: &Session, key: &str) -> Result<Vec<String>, Error> {
    let games = lock_games_of(session, key).await?;
    // Games in which no other person has a seat.
    let own = "SELECT DISTINCT game FROM seats AS own WHERE device = $1 AND NOT EXISTS(SELECT 1 FROM seats AS other \
         WHERE other.game = own.game AND other.kind = 'person' AND other.device IS DISTINCT FROM $1)";
    let own: Vec<String> =
        session.rows(own, &[&key]).await?.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?;
    delete_games(session, &own).await?;
    for change in [
        "UPDATE events SET text = '' WHERE kind = 'join' AND (game, side) IN (SELECT game, side FROM seats WHERE device = $1)",
        "UPDATE seats SET name = '', device = NULL, token = NULL WHERE device = $1",
        "DELETE FROM closed WHERE $1 IN (by, against)",
    ] {
        session.change(change, &[&key]).await?;
    }
    Ok(games)
}
