CREATE TABLE games(
    id TEXT PRIMARY KEY,
    created BIGINT NOT NULL,
    title TEXT NOT NULL,
    rules TEXT NOT NULL,
    position TEXT,
    initial BIGINT,
    increment BIGINT,
    -- What each turn has, where time is for each turn.
    per_turn BIGINT,
    -- Whether anybody might take the open seat, and may be told of the game.
    open BOOLEAN NOT NULL,
    -- The side of the person for whose turn another person waits.
    awaits SMALLINT CHECK(awaits IN (0, 1)),
    -- When the time of the side to move is over.
    due BIGINT,
    -- How many events it has.
    length BIGINT NOT NULL,
    -- The server that has it, or had it last.
    owner BIGINT
);

CREATE INDEX games_open ON games(created) WHERE open;

CREATE INDEX games_due ON games(due) WHERE due IS NOT NULL;

CREATE TABLE seats(
    game TEXT NOT NULL REFERENCES games(id),
    side SMALLINT NOT NULL CHECK(side IN (0, 1)),
    kind TEXT NOT NULL CHECK(kind IN ('open', 'person', 'engine')),
    name TEXT NOT NULL,
    level SMALLINT,
    device TEXT,
    token BYTEA,
    PRIMARY KEY(game, side)
);

CREATE INDEX seats_by_device ON seats(device) WHERE device IS NOT NULL;

CREATE TABLE events(
    game TEXT NOT NULL REFERENCES games(id),
    number BIGINT NOT NULL,
    at BIGINT NOT NULL,
    side SMALLINT NOT NULL CHECK(side IN (0, 1)),
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY(game, number)
);

-- Whoever is known by `by` has closed their seats to whoever is known by `against`.
CREATE TABLE closed(
    by TEXT NOT NULL,
    against TEXT NOT NULL,
    name TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY(by, against)
);

CREATE INDEX closed_against ON closed(against);

CREATE TABLE secrets(
    name TEXT PRIMARY KEY,
    value BYTEA NOT NULL
);

-- The servers that run, each under a number that no other ever has, and until when that is believed.
CREATE TABLE servers(
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    until TIMESTAMPTZ NOT NULL
);

-- How many connections each side's player has to a game at a server, and how many everybody else.
CREATE UNLOGGED TABLE presence(
    game TEXT NOT NULL,
    server BIGINT NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
    first INTEGER NOT NULL,
    second INTEGER NOT NULL,
    others INTEGER NOT NULL,
    PRIMARY KEY(game, server)
);

CREATE INDEX presence_of_servers ON presence(server);
