-- Reviews of finished games, as JSON. Each game has at most one.
CREATE TABLE reviews(
    game TEXT PRIMARY KEY REFERENCES games(id) ON DELETE CASCADE,
    text TEXT NOT NULL
);
