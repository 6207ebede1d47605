//! Residues of deleted data, in the file and in the write-ahead log.
//!
//! Pages keep copies of rows that moved to others, which SQLite does not overwrite. So the file is rewritten: a small one soon
//! after a deletion, a large one at the next start.

use super::file::BUSY_TIMEOUT;
use super::size;
use rusqlite::Connection;
use std::time::{Duration, Instant};

/// Interval of attempts to remove residues of deletions, for example while a backup reads the write-ahead log.
pub const RESIDUE_INTERVAL: Duration = Duration::from_millis(500);
/// Pause after an attempt that failed.
const RESIDUE_RETRY_DELAY: Duration = Duration::from_secs(30);
/// Size in bytes up to which a running server rewrites the file after a deletion: a fraction of a second.
const MAX_REWRITTEN: u64 = 16 << 20;
/// Pause between two rewrites, in durations of the last one.
const REWRITE_PAUSE: u32 = 20;
/// Stores that the file may have residues of deletions, until it is rewritten.
pub const MARK_RESIDUE: &str = "INSERT OR IGNORE INTO secrets(name, value) VALUES('residue', x'')";

/// Rewrites the file without residues of deleted rows. They remain in the write-ahead log until that is emptied.
fn rewrite(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch("VACUUM; DELETE FROM secrets WHERE name = 'residue'")
}

/// Moves the write-ahead log into the file and empties it. Returns whether that is done: another process may be reading the log.
pub fn truncate_log(connection: &Connection) -> rusqlite::Result<bool> {
    connection.busy_timeout(Duration::ZERO)?;
    let is_busy = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, bool>(0));
    connection.busy_timeout(BUSY_TIMEOUT)?;
    Ok(!is_busy?)
}

/// Where deleted data may remain.
#[derive(Default)]
pub struct Residue {
    pub in_file: bool,
    pub in_log: bool,
    /// Earliest time of the next rewrite.
    next_rewrite: Option<Instant>,
    /// Earliest time of the next attempt after a failure.
    next_attempt: Option<Instant>,
}

impl Residue {
    /// Removes residues of deletions, as far as that takes no long time.
    pub fn remove(&mut self, connection: &Connection) {
        if (self.in_file || self.in_log)
            && self.next_attempt.is_none_or(|next| next <= Instant::now())
            && let Err(error) = self.try_remove(connection)
        {
            tracing::warn!(%error, "cannot remove residues of deleted data yet");
            self.next_attempt = Some(Instant::now() + RESIDUE_RETRY_DELAY);
        }
    }

    fn try_remove(&mut self, connection: &Connection) -> rusqlite::Result<()> {
        if self.in_file && self.next_rewrite.is_none_or(|next| next <= Instant::now()) {
            // The next start rewrites a larger file.
            if size(connection)? <= MAX_REWRITTEN {
                let started = Instant::now();
                self.in_log = true;
                rewrite(connection)?;
                self.next_rewrite = Some(Instant::now() + started.elapsed() * REWRITE_PAUSE);
            }
            self.in_file = false;
        }
        if self.in_log {
            self.in_log = !truncate_log(connection)?;
        }
        Ok(())
    }
}
