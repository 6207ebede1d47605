-- Reviews of finished games, as JSON. Each game has at most one.
CREATE TABLE reviews(
    game TEXT PRIMARY KEY REFERENCES games(id) ON DELETE CASCADE,
    text TEXT NOT NULL
);

-- Results of finished games, except those that were called off. `winner` is a side, or NULL for a draw.
CREATE TABLE results(
    game TEXT PRIMARY KEY REFERENCES games(id) ON DELETE CASCADE,
    winner INTEGER CHECK(winner IN (0, 1))
);

-- Numbers of finished games in which a move was played from a position, by result. They remain when the games are deleted.
CREATE TABLE openings(
    title TEXT NOT NULL,
    position INTEGER NOT NULL,
    turn TEXT NOT NULL,
    first INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    second INTEGER NOT NULL,
    PRIMARY KEY(title, position, turn)
);
