-- What each turn has, where time is for each turn.
ALTER TABLE games ADD COLUMN per_turn INTEGER;

-- Whether anybody might take the open seat, and may be told of the game.
ALTER TABLE games ADD COLUMN open INTEGER NOT NULL DEFAULT 0;

-- The side of the person for whose turn another person waits; NULL where nobody does, -1 where it was never found out.
ALTER TABLE games ADD COLUMN awaits INTEGER DEFAULT -1;

-- When the time of the side to move is over.
ALTER TABLE games ADD COLUMN due INTEGER;

CREATE INDEX games_open ON games(created) WHERE open = 1;

CREATE INDEX games_due ON games(due) WHERE due IS NOT NULL;

-- Whoever is known by `by` has closed their seats to whoever is known by `against`.
CREATE TABLE closed(
    by TEXT NOT NULL,
    against TEXT NOT NULL,
    name TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY(by, against)
) WITHOUT ROWID;

CREATE INDEX closed_against ON closed(against);
