//! Queries and migrations.

use super::super::columns::{
    ENGINE_RESULTS, OPENING_MOVES, clock_from_columns, count_from_column, player_from_columns, position_number, ruling,
    side_from_number,
};
use super::super::{StoreError, StoredGame};
use super::connection::{Session, Values, store_error};
use super::{GameUpdate, VERSION};
use crate::model::{EngineResults, Event, LogEntry, Millis, Seat, Terms};
use quirkat_play::{MoveResults, PositionKey};
use quirkat_rules::Side;
use tokio_postgres::Row;
use tokio_postgres::types::FromSql;

/// Selects the two seats, and the events from a number on, in one snapshot.
const SEATS_AND_EVENTS: &str = "SELECT side, kind, name AS text, level, device, token, NULL::bigint AS number, NULL::bigint AS at \
    FROM seats WHERE game = $1 \
    UNION ALL SELECT side, kind, text, NULL, NULL, NULL, number, at FROM events WHERE game = $1 AND number >= $2 \
    ORDER BY number NULLS FIRST, side";

/// Selects the number of connections to a game at other servers that are alive.
const REMOTE_CONNECTIONS: &str = "SELECT coalesce(sum(first), 0), coalesce(sum(second), 0), coalesce(sum(others), 0) \
    FROM presence JOIN servers ON servers.id = server \
    WHERE game = $1 AND server <> $2 AND until > clock_timestamp()";

/// Returns a column of a row.
fn column<'r, T: FromSql<'r>>(row: &'r Row, number: usize) -> Result<T, StoreError> {
    row.try_get(number).map_err(unreadable)
}

fn unreadable(why: impl std::fmt::Display) -> StoreError {
    StoreError::Failed(format!("the stored data cannot be read: {why}"))
}

/// Loads a game.
///
/// # Errors
/// When the database fails, or contains values that this program does not support.
pub async fn game(session: &Session, id: &str) -> Result<Option<StoredGame>, StoreError> {
    let find = "SELECT created, title, rules, position, initial, increment, per_turn, open, text \
         FROM games LEFT JOIN files ON files.name = file WHERE id = $1";
    let rows = session.bounded(session.rows(find, &[&id])).await?;
    let Some(row) = rows.first() else { return Ok(None) };
    // The columns above never change; seats and events are read in one snapshot.
    let Some((seats, entries)) = seats_and_events(session, id, 0).await? else { return Ok(None) };
    let ruling = ruling(column(row, 1)?, column(row, 2)?, column(row, 8)?).map_err(unreadable)?;
    let clock = clock_from_columns([column(row, 4)?, column(row, 5)?, column(row, 6)?]);
    let terms = Terms { ruling, position: column(row, 3)?, clock };
    let (created, open) = (column(row, 0)?, column(row, 7)?);
    Ok(Some(StoredGame { id: id.to_owned(), created, terms, seats, entries, open }))
}

/// Returns the results of a key's games against the engine.
///
/// # Errors
/// When the database fails.
pub async fn engine_results(session: &Session, key: &str) -> Result<Vec<EngineResults>, StoreError> {
    let rows = session.bounded(session.rows(ENGINE_RESULTS, &[&key])).await?;
    let results = |row: &Row| {
        let level: Option<i16> = column(row, 1)?;
        let [won, drawn, lost] = counts(row, [2, 3, 4])?;
        let level = level.map(u8::try_from).transpose().map_err(unreadable)?;
        Ok(EngineResults { title: column(row, 0)?, level, won, drawn, lost })
    };
    rows.iter().map(results).collect()
}

/// Returns the moves that were played from a position.
///
/// # Errors
/// When the database fails.
pub async fn opening_moves(
    session: &Session,
    title: &str,
    position: PositionKey,
) -> Result<Vec<(String, MoveResults)>, StoreError> {
    let rows = session.bounded(session.rows(OPENING_MOVES, &[&title, &position_number(position)])).await?;
    let results = |row: &Row| {
        let [first, draws, second] = counts(row, [1, 2, 3])?;
        Ok((column(row, 0)?, MoveResults { first, draws, second }))
    };
    rows.iter().map(results).collect()
}

/// Returns numbers of games in columns.
fn counts(row: &Row, columns: [usize; 3]) -> Result<[u64; 3], StoreError> {
    let mut counts = [0; 3];
    for (count, number) in counts.iter_mut().zip(columns) {
        *count = count_from_column(column(row, number)?);
    }
    Ok(counts)
}

/// Loads the changes of a game after `after` events; `None` if the game was deleted.
///
/// # Errors
/// As [`game`].
pub async fn updates(session: &Session, me: i64, id: &str, after: usize) -> Result<Option<GameUpdate>, StoreError> {
    let connections = async { session.bounded(session.rows(REMOTE_CONNECTIONS, &[&id, &me])).await };
    let (stored, connections) = tokio::join!(seats_and_events(session, id, after), connections);
    let Some((seats, entries)) = stored? else { return Ok(None) };
    let mut remote_connections = [0; 3];
    if let Some(row) = connections?.first() {
        for (place, number) in remote_connections.iter_mut().enumerate() {
            *number = usize::try_from(column::<i64>(row, place)?).unwrap_or_default();
        }
    }
    Ok(Some(GameUpdate { seats, entries, remote_connections }))
}

async fn seats_and_events(
    session: &Session,
    id: &str,
    after: usize,
) -> Result<Option<([Seat; 2], Vec<LogEntry>)>, StoreError> {
    let rows = session.bounded(session.rows(SEATS_AND_EVENTS, &[&id, &(after as i64)])).await?;
    let Some(([first, second], events)) = rows.split_first_chunk() else { return Ok(None) };
    let seats = [seat(first)?, seat(second)?];
    let entries = events.iter().map(entry).collect::<Result<_, _>>()?;
    Ok(Some((seats, entries)))
}

fn seat(row: &Row) -> Result<Seat, StoreError> {
    let level = column::<Option<i16>>(row, 3)?.map(u8::try_from).transpose().map_err(unreadable)?;
    let player = player_from_columns(column(row, 1)?, column(row, 2)?, level).map_err(unreadable)?;
    Ok(Seat { player, key: column(row, 4)?, token: column(row, 5)? })
}

fn entry(row: &Row) -> Result<LogEntry, StoreError> {
    let event = Event::read(column(row, 1)?, column(row, 2)?).ok_or_else(|| unreadable("an unknown event"))?;
    Ok(LogEntry { at: column(row, 7)?, by: side(column(row, 0)?)?, event })
}

fn side(number: i16) -> Result<Side, StoreError> {
    u8::try_from(number).map(side_from_number).map_err(unreadable)
}

/// Returns a column of strings.
///
/// # Errors
/// When the database fails.
pub async fn strings(session: &Session, sql: &'static str, values: Values<'_>) -> Result<Vec<String>, StoreError> {
    let rows = session.bounded(session.rows(sql, values)).await?;
    rows.iter().map(|row| column(row, 0)).collect()
}

/// Returns a column of strings with a second column.
///
/// # Errors
/// When the database fails.
pub async fn pairs<T: for<'r> FromSql<'r>>(
    session: &Session,
    sql: &'static str,
    values: Values<'_>,
) -> Result<Vec<(String, T)>, StoreError> {
    let rows = session.bounded(session.rows(sql, values)).await?;
    rows.iter().map(|row| Ok((column(row, 0)?, column(row, 1)?))).collect()
}

/// Returns the secret that all servers of the database share; stores `new` if there is none.
///
/// # Errors
/// When the database fails.
pub async fn secret(session: &Session, new: &[u8]) -> Result<Vec<u8>, StoreError> {
    let query = async {
        session.change("INSERT INTO secrets(name, value) VALUES('key', $1) ON CONFLICT DO NOTHING", &[&new]).await?;
        session.rows("SELECT value FROM secrets WHERE name = 'key'", &[]).await
    };
    let rows = session.bounded(query).await?;
    column(rows.first().ok_or_else(|| unreadable("no secret"))?, 0)
}

/// Returns the size of the database in bytes.
///
/// # Errors
/// When the database fails.
pub async fn size(session: &Session) -> Result<u64, StoreError> {
    let rows = session.bounded(session.rows("SELECT pg_database_size(current_database())", &[])).await?;
    let bytes: i64 = column(rows.first().ok_or_else(|| unreadable("no size"))?, 0)?;
    Ok(u64::try_from(bytes).unwrap_or_default())
}

/// Returns the number of game files.
///
/// # Errors
/// When the database fails.
pub async fn files(session: &Session) -> Result<u64, StoreError> {
    let rows = session.bounded(session.rows("SELECT count(*) FROM files", &[])).await?;
    let number: i64 = column(rows.first().ok_or_else(|| unreadable("no number"))?, 0)?;
    Ok(u64::try_from(number).unwrap_or_default())
}

/// Migrates the schema.
///
/// # Errors
/// When the database fails, or is of a newer version.
pub async fn migrate(session: &Session, migrations: &[&str]) -> Result<(), StoreError> {
    // The advisory lock, whose number is arbitrary, lets servers that start together wait for each other. Migrating a large
    // database may exceed the statement timeout.
    let begin = "BEGIN; SELECT pg_advisory_xact_lock(1283); SET LOCAL statement_timeout = 0; \
        CREATE TABLE IF NOT EXISTS quirkat_schema(version BIGINT NOT NULL)";
    session.bounded(session.batch(begin)).await?;
    let rows = session.bounded(session.rows(VERSION, &[])).await?;
    let version: Millis = column(rows.first().ok_or_else(|| unreadable("no version"))?, 0)?;
    let newest = migrations.len() as i64;
    if version > newest {
        session.bounded(session.batch("ROLLBACK")).await?;
        return Err(StoreError::Failed(format!(
            "the database was written by a newer Quirkat (version {version}; this one knows {newest}): \
             use the newer program, or another database with --database"
        )));
    }
    for (number, migration) in (1_i64..).zip(migrations).filter(|(number, _)| *number > version) {
        let step = async {
            session.batch(migration).await?;
            session.change("INSERT INTO quirkat_schema(version) VALUES($1)", &[&number]).await
        };
        step.await.map_err(|error| store_error(&error))?;
    }
    session.bounded(session.batch("COMMIT")).await
}

/// Checks that the database can be written, by a commit without effect that waits for the disk.
///
/// # Errors
/// When it cannot, or has removed this server.
pub async fn probe(session: &Session, me: i64) -> Result<(), StoreError> {
    // Other statements of the connection do not wait for the disk.
    let update = "UPDATE servers SET until = until \
        WHERE id = $1 AND set_config('synchronous_commit', 'on', true) IS NOT NULL";
    match session.bounded(session.change(update, &[&me])).await? {
        0 => Err(StoreError::Unavailable("the heartbeat has not reached the database for a minute".to_owned())),
        _ => Ok(()),
    }
}
