CREATE TABLE games(
    id TEXT PRIMARY KEY,
    created INTEGER NOT NULL,
    title TEXT NOT NULL,
    rules TEXT NOT NULL,
    position TEXT,
    initial INTEGER,
    increment INTEGER
) WITHOUT ROWID;

CREATE TABLE seats(
    game TEXT NOT NULL REFERENCES games(id),
    side INTEGER NOT NULL CHECK(side IN (0, 1)),
    kind TEXT NOT NULL CHECK(kind IN ('open', 'person', 'engine')),
    name TEXT NOT NULL,
    level INTEGER,
    device TEXT,
    token BLOB,
    PRIMARY KEY(game, side)
) WITHOUT ROWID;

CREATE INDEX seats_by_device ON seats(device) WHERE device IS NOT NULL;

CREATE TABLE events(
    game TEXT NOT NULL REFERENCES games(id),
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    side INTEGER NOT NULL CHECK(side IN (0, 1)),
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY(game, number)
) WITHOUT ROWID;

CREATE TABLE secrets(
    name TEXT PRIMARY KEY,
    value BLOB NOT NULL
) WITHOUT ROWID;
