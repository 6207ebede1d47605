//! What an administrator lists and deletes, and the queries for it, which are valid in SQLite and in PostgreSQL.

use super::StoreError;
use thiserror::Error;

/// Kind of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnKind {
    /// A text.
    Text,
    /// A whole number.
    Number,
    /// A time in milliseconds since 1970.
    Time,
}

/// A list of what a storage holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listing {
    /// Owners: keys of players, heaviest first.
    Owners,
    /// Games, latest first.
    Games,
    /// Files of own games, largest first.
    Files,
    /// Open games in the lobby, latest first.
    Open,
}

impl Listing {
    /// Returns the names and kinds of the columns.
    pub fn columns(self) -> &'static [(&'static str, ColumnKind)] {
        use ColumnKind::{Number, Text, Time};
        match self {
            Listing::Owners => &[
                ("key", Text),
                ("games", Number),
                ("files", Number),
                ("events", Number),
                ("bytes", Number),
                ("name", Text),
            ],
            Listing::Games => &[
                ("id", Text),
                ("created", Time),
                ("game", Text),
                ("events", Number),
                ("first", Text),
                ("second", Text),
                ("firstKey", Text),
                ("secondKey", Text),
            ],
            Listing::Files => &[("name", Text), ("created", Time), ("games", Number), ("bytes", Number), ("key", Text)],
            Listing::Open => &[("id", Text), ("created", Time), ("game", Text), ("name", Text), ("key", Text)],
        }
    }

    /// Returns the query: `$1` is a pattern in lower case, or empty; `$2` is the maximum number of rows.
    pub fn query(self) -> &'static str {
        match self {
            Listing::Owners => {
                "WITH weights AS (SELECT games.id, \
                   (SELECT count(*) FROM events WHERE events.game = games.id) AS events, \
                   300 + coalesce((SELECT sum(length(text) + 40) FROM events WHERE events.game = games.id), 0) AS bytes \
                   FROM games), \
                 held AS (SELECT DISTINCT device, game FROM seats WHERE device IS NOT NULL), \
                 sums AS (SELECT device, count(*) AS games, sum(events) AS events, sum(bytes) AS bytes \
                   FROM held JOIN weights ON weights.id = game GROUP BY device), \
                 own AS (SELECT device, count(*) AS files, sum(length(text)) AS bytes FROM \
                   (SELECT DISTINCT device, file FROM held JOIN games ON games.id = game WHERE file IS NOT NULL) AS used \
                   JOIN files ON files.name = file GROUP BY device) \
                 SELECT sums.device, CAST(games AS TEXT), CAST(coalesce(files, 0) AS TEXT), CAST(events AS TEXT), \
                   CAST(sums.bytes + coalesce(own.bytes, 0) AS TEXT), \
                   (SELECT max(name) FROM seats WHERE seats.device = sums.device) \
                 FROM sums LEFT JOIN own ON own.device = sums.device \
                 WHERE $1 = '' OR sums.device LIKE $1 \
                   OR EXISTS(SELECT 1 FROM seats WHERE seats.device = sums.device AND lower(name) LIKE $1) \
                 ORDER BY sums.bytes + coalesce(own.bytes, 0) DESC, sums.device LIMIT $2"
            }
            Listing::Games => {
                "SELECT id, CAST(created AS TEXT), title, \
                   CAST((SELECT count(*) FROM events WHERE events.game = games.id) AS TEXT), \
                   one.name, two.name, one.device, two.device \
                 FROM games JOIN seats AS one ON one.game = id AND one.side = 0 \
                   JOIN seats AS two ON two.game = id AND two.side = 1 \
                 WHERE $1 = '' OR lower(id) LIKE $1 OR lower(title) LIKE $1 OR lower(one.name) LIKE $1 \
                   OR lower(two.name) LIKE $1 OR one.device LIKE $1 OR two.device LIKE $1 \
                 ORDER BY created DESC, id LIMIT $2"
            }
            Listing::Files => {
                "SELECT files.name, CAST(min(created) AS TEXT), CAST(count(games.id) AS TEXT), \
                   CAST(length(text) AS TEXT), \
                   (SELECT max(device) FROM seats JOIN games AS played ON played.id = game WHERE played.file = files.name) \
                 FROM files LEFT JOIN games ON games.file = files.name \
                 WHERE $1 = '' OR files.name LIKE $1 OR lower(text) LIKE $1 \
                 GROUP BY files.name, text ORDER BY length(text) DESC, files.name LIMIT $2"
            }
            Listing::Open => {
                "SELECT id, CAST(created AS TEXT), title, host.name, host.device \
                 FROM games JOIN seats AS empty ON empty.game = id AND empty.kind = 'open' \
                   JOIN seats AS host ON host.game = id AND host.side <> empty.side \
                 WHERE open AND NOT EXISTS(SELECT 1 FROM events WHERE events.game = id AND events.kind IN ('off', 'resign')) \
                   AND ($1 = '' OR lower(id) LIKE $1 OR lower(title) LIKE $1 OR lower(host.name) LIKE $1 \
                   OR host.device LIKE $1) \
                 ORDER BY created DESC, id LIMIT $2"
            }
        }
    }
}

/// What to delete.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deletion {
    /// The game of an id.
    Game(String),
    /// A file and all games by it.
    File(String),
    /// All data of a key, by its hash, as if its player had deleted it: in games with others the seat loses its name.
    Owner(String),
}

impl Deletion {
    /// Selects the games that are deleted or lose a player, `$1` being the name.
    pub(super) fn query(&self) -> &'static str {
        match self {
            Deletion::Game(_) => "SELECT id FROM games WHERE id = $1",
            Deletion::File(_) => "SELECT id FROM games WHERE file = $1",
            Deletion::Owner(_) => "SELECT DISTINCT game FROM seats WHERE device = $1",
        }
    }

    /// Returns the id, the name or the hash.
    pub fn name(&self) -> &str {
        match self {
            Deletion::Game(name) | Deletion::File(name) | Deletion::Owner(name) => name,
        }
    }
}

/// Reason why a storage cannot be listed or changed. The message names the remedy.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct AdminError(pub(super) String);

impl From<StoreError> for AdminError {
    fn from(error: StoreError) -> Self {
        AdminError(error.to_string())
    }
}

/// A row of a list, with a value for each column.
pub type ListingRow = Vec<Option<String>>;
