-- Reviews of finished games, as JSON. Each game has at most one.
CREATE TABLE reviews(
    game TEXT PRIMARY KEY REFERENCES games(id) ON DELETE CASCADE,
    text TEXT NOT NULL
);

-- Results of finished games, except those that were called off. `winner` is a side, or NULL for a draw.
CREATE TABLE results(
    game TEXT PRIMARY KEY REFERENCES games(id) ON DELETE CASCADE,
    winner SMALLINT CHECK(winner IN (0, 1))
);

-- Numbers of finished games in which a move was played from a position, by result. They remain when the games are deleted.
CREATE TABLE openings(
    title TEXT NOT NULL,
    position BIGINT NOT NULL,
    turn TEXT NOT NULL,
    first BIGINT NOT NULL,
    draws BIGINT NOT NULL,
    second BIGINT NOT NULL,
    PRIMARY KEY(title, position, turn)
);
