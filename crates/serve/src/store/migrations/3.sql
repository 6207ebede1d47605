-- Game files of people's own, each by its name: `~` and a digest of it. A file is there as long as a game is played by it.
CREATE TABLE files(
    name TEXT PRIMARY KEY,
    text TEXT NOT NULL
);

ALTER TABLE games ADD COLUMN file TEXT REFERENCES files(name);

CREATE INDEX games_by_file ON games(file) WHERE file IS NOT NULL;
