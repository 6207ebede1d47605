//! Exchanges random games with two draughts libraries for Python, in both directions, and compares the last positions and
//! the winners. `python/library.py` plays and replays the games.
//!
//! `QUIRKAT_PYTHON` names a folder with a virtual environment for each library, `py-draughts` and `pydraughts`, as
//! `.ci/run` makes it. Without one the tests of that library are skipped, even when every other test must run, because the
//! libraries are not part of this repository. `QUIRKAT_LIBRARY_GAMES` sets the number of games of each variant,
//! `QUIRKAT_SEED` the random seed.
//!
//! A variant is a row of [`PY_DRAUGHTS`] or [`PYDRAUGHTS`]. `docs/reference/interop.md` lists the variants and the
//! differences.

use quirkat_records::{PdnEntry, RecordReader};
use quirkat_rules::{
    AnyGame, AnyRules, GameFile, IllegalReason, Outcome, Pdn, PdnError, PdnTurnError, Reason, Ruleset, SquareNotation,
    Turn, TurnError, find_game, read_fen,
};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, thread};

/// Random games are broken off after this number of moves.
const LONGEST: usize = 300;

/// A library.
struct Library {
    /// Name on the registry.
    name: &'static str,
    /// Default number of games of each variant.
    games: usize,
    /// Whether it reads only one of several routes of a capture that lead to the same position.
    reads_one_route: bool,
    rows: &'static [Row],
}

/// A variant of a library.
#[derive(Clone, Copy)]
struct Row {
    /// Name in the library.
    name: &'static str,
    /// Game of the catalogue, with the variant after a colon unless it is the default one.
    title: &'static str,
    difference: Difference,
}

/// How a library departs from the rules in a variant. See `docs/reference/interop.md`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Difference {
    None,
    /// White begins, from squares 21 to 32, and captures are optional.
    WhiteBegins,
    /// The moves of a king have no limit.
    FreeKings,
    /// Kings pass over pieces, and a man alone against a king does not lose.
    Turkish,
}

const fn row(name: &'static str, title: &'static str) -> Row {
    Row { name, title, difference: Difference::None }
}

const PY_DRAUGHTS: Library = Library {
    name: "py-draughts",
    games: 100,
    reads_one_route: true,
    rows: &[
        row("Standard", "international"),
        row("Russian", "shashki"),
        row("Brazilian", "brazilian"),
        Row { difference: Difference::WhiteBegins, ..row("American", "english") },
        Row { difference: Difference::FreeKings, ..row("Frisian", "frisian") },
        Row { difference: Difference::FreeKings, ..row("Frysk", "frisian:frysk") },
        row("Breakthrough", "international:breakthrough"),
        row("Antidraughts", "international:antidraughts"),
    ],
};

/// It takes about a second for a game.
const PYDRAUGHTS: Library = Library {
    name: "pydraughts",
    games: 5,
    reads_one_route: false,
    rows: &[
        row("standard", "international"),
        row("russian", "shashki"),
        row("brazilian", "brazilian"),
        row("english", "english"),
        row("italian", "italian"),
        row("frisian", "frisian"),
        row("frysk!", "frisian:frysk"),
        row("breakthrough", "international:breakthrough"),
        row("antidraughts", "international:antidraughts"),
        Row { difference: Difference::Turkish, ..row("turkish", "dama") },
    ],
};

impl Library {
    /// Returns the interpreter in which the library is installed, if there is one.
    fn python(&self) -> Option<PathBuf> {
        let folder = env::var_os("QUIRKAT_PYTHON")?;
        Some(Path::new(&folder).join(self.name).join("bin/python")).filter(|python| python.exists())
    }

    /// Calls `exchange` for each variant, all at once, with the interpreter and the number of games. It returns the plies
    /// of each game that was compared.
    fn exchange(&self, task: &str, exchange: impl Fn(&Path, Row, usize) -> Vec<usize> + Sync) {
        let Some(python) = &self.python() else {
            eprintln!("skipped: QUIRKAT_PYTHON names no folder with a virtual environment {}", self.name);
            return;
        };
        let games = number("QUIRKAT_LIBRARY_GAMES").unwrap_or(self.games);
        thread::scope(|scope| {
            for &row in self.rows {
                let exchange = &exchange;
                scope.spawn(move || {
                    let plies = exchange(python, row, games);
                    let (compared, plies) = (plies.len(), plies.iter().sum::<usize>());
                    println!("{} {task} {}: {compared} of {games} games, {plies} plies", self.name, row.name);
                });
            }
        });
    }

    /// Replays games that the library writes.
    fn write_games(&self) {
        self.exchange("writes", |python, row, games| {
            let mut arguments = vec!["write".to_owned(), games.to_string(), seed().to_string()];
            arguments.extend((row.difference == Difference::WhiteBegins).then(|| "capture".to_owned()));
            let written = self.run(python, row, &arguments, "");
            let entries: Vec<_> = RecordReader::new(written.as_bytes()).unwrap().map(Result::unwrap).collect();
            assert_eq!(entries.len(), games, "{} {}", self.name, row.name);
            entries.iter().filter_map(|entry| row.replay(entry)).collect()
        });
    }

    /// Lets the library replay our games.
    fn read_games(&self) {
        self.exchange("reads", |python, row, games| {
            let mut rng = fastrand::Rng::with_seed(seed() as u64);
            let rules = AnyRules::compile(row.ruleset()).unwrap();
            let ours: Vec<_> = (0..games).map(|_| random_game(&rules, &mut rng)).collect();
            let texts: Vec<_> = ours.iter().map(|game| self.text(game)).collect();
            let answers = self.run(python, row, &["read".to_owned()], &texts.join("\n"));
            assert_eq!(answers.lines().count(), games, "{} {}", self.name, row.name);
            for ((game, text), answer) in ours.iter().zip(&texts).zip(answers.lines()) {
                let context = format!("{} {}: {answer}\n{text}", self.name, row.name);
                let (winner, fen) = answer.split_once(' ').unwrap();
                assert_ne!(winner, "error", "{context}");
                row.compare(game, winner, fen, &context);
            }
            ours.iter().map(|game| game.history().len()).collect()
        });
    }

    /// Runs the script for a variant and returns what it prints.
    fn run(&self, python: &Path, row: Row, arguments: &[String], input: &str) -> String {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python/library.py");
        let mut command = Command::new(python);
        command.args([script, self.name, row.name]).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{} {}: {}", self.name, row.name, output.status);
        String::from_utf8(output.stdout).unwrap()
    }

    /// Writes a game for the library.
    fn text(&self, game: &AnyGame) -> String {
        let mut pdn = Pdn::from_game(&**game, &[]);
        if self.reads_one_route {
            shorten(&mut pdn, game);
        }
        pdn.to_string()
    }
}

impl Row {
    fn game(self) -> (&'static GameFile, Option<&'static str>) {
        let (id, variant) = self.title.split_once(':').map_or((self.title, None), |(id, variant)| (id, Some(variant)));
        (find_game(id).unwrap(), variant)
    }

    /// Returns the rules, with squares named as the library reads them.
    fn ruleset(self) -> Ruleset {
        let (file, variant) = self.game();
        let ruleset = file.ruleset(variant, &[]).unwrap();
        match self.difference {
            Difference::None | Difference::FreeKings | Difference::Turkish => ruleset,
            Difference::WhiteBegins => ruleset.in_notation(SquareNotation::NUMBERS).unwrap(),
        }
    }

    /// Replays a game that a library wrote, and returns its number of plies; `None` if the library departs from the rules in
    /// it as this row states.
    fn replay(self, entry: &PdnEntry) -> Option<usize> {
        let (file, variant) = self.game();
        let mut pdn = entry.pdn.clone();
        pdn.assume_game(file, variant);
        let context = format!("{}, game {}:\n{}", self.name, entry.number, entry.pdn);
        match pdn.replay(file) {
            Ok(game) => {
                let [winner, fen] = ["Won", "Final"].map(|tag| pdn.tag(tag).unwrap());
                self.compare(&game, winner, fen, &context);
                Some(game.history().len())
            }
            Err(error) if self.departs(&pdn, &error) => None,
            Err(error) => panic!("{context}{error}"),
        }
    }

    /// Returns whether the library departs from the rules, as this row states, in the move that the error names.
    fn departs(self, pdn: &Pdn, error: &PdnError) -> bool {
        let PdnError::Turn { number, why: PdnTurnError::Read(why), .. } = error else { return false };
        let is_step = pdn.turns[number - 1].text.contains('-');
        match (self.difference, why) {
            (Difference::FreeKings, TurnError::Illegal(_, why)) => matches!(why, IllegalReason::KingMustRest(..)),
            (Difference::Turkish, TurnError::Illegal(..)) => is_step,
            _ => false,
        }
    }

    /// Compares the position of a game, and its winner, with what the library states. Draws are left out, because the
    /// libraries count moves by other rules.
    fn compare(self, game: &AnyGame, winner: &str, fen: &str, context: &str) {
        let colours = match self.difference {
            Difference::None | Difference::FreeKings | Difference::Turkish => ['W', 'B'],
            Difference::WhiteBegins => ['B', 'W'],
        };
        let swapped = |letter| match letter {
            'W' => colours[0],
            'B' => colours[1],
            other => other,
        };
        let [winner, fen] = [winner, fen].map(|text| text.chars().map(swapped).collect::<String>());
        let ruleset = game.ruleset();
        let mut setup = game.setup();
        if self.difference == Difference::FreeKings {
            setup.memory.king_moves = [None; 2];
        }
        assert_eq!(setup, read_fen(ruleset, &fen).unwrap(), "{context}");
        let is_ours = |outcome: &Outcome| self.difference == Difference::Turkish && outcome.reason == Reason::LoneMan;
        let ours = game.outcome().filter(|outcome| !is_ours(outcome)).and_then(|outcome| outcome.winner);
        let theirs = match &winner[..] {
            "W" => Some(ruleset.white()),
            "B" => Some(ruleset.white().other()),
            _ => None,
        };
        assert_eq!(ours, theirs, "{context}");
    }
}

/// Returns the number in a variable, if it is set.
fn number(variable: &str) -> Option<usize> {
    env::var(variable).ok().map(|number| number.parse().unwrap())
}

fn seed() -> usize {
    number("QUIRKAT_SEED").unwrap_or(1)
}

/// Plays a random game to its end, or until it is broken off.
fn random_game(rules: &AnyRules, rng: &mut fastrand::Rng) -> AnyGame {
    let mut game = rules.new_game();
    for _ in 0..LONGEST {
        let turns = game.turns().unwrap();
        let Some(turn) = rng.choice(&turns) else { break };
        game.play(turn).unwrap();
    }
    game
}

/// Writes the captures of a record, of which `game` is the replay, by their ends where these decide the position.
fn shorten(pdn: &mut Pdn, game: &AnyGame) {
    let board = &game.ruleset().board;
    let mut before = game.rules().new_game();
    for (written, turn) in pdn.turns.iter_mut().zip(game.history()) {
        let has_same_ends = |other: &&Turn| other.endpoints() == turn.endpoints();
        let is_decided = before.turns().unwrap().iter().filter(has_same_ends).all(|other| other.effect == turn.effect);
        if let Some((start, end)) = turn.endpoints().filter(|_| is_decided && !turn.captures.is_empty()) {
            written.text = format!("{}x{}", board.name(start), board.name(end));
        }
        before.play(turn).unwrap();
    }
}

/// The page shows differences by games, which either the library or Quirkat reads.
#[test]
fn differences_are_as_documented() {
    const PAGE: &str = include_str!("../../../docs/reference/interop.md");
    for (library, name, sample, reads) in [
        (&PY_DRAUGHTS, "American", "1. 22-18 11-15 2. 18x11 9-14", true),
        (&PY_DRAUGHTS, "Standard", "[FEN \"W:WK5:B1,14,32\"] 1. 5x23x41", false),
        (&PYDRAUGHTS, "turkish", "[FEN \"W:Wa2,Ka1:Bh8\"] 1. a1-a4", true),
    ] {
        assert!(PAGE.contains(&format!("`{sample}`")), "{sample}");
        let row = *library.rows.iter().find(|row| row.name == name).unwrap();
        let (file, variant) = row.game();
        let mut pdn = Pdn::read(&format!("{sample} *")).unwrap().remove(0);
        pdn.assume_game(file, variant);
        assert_eq!(pdn.replay(file).is_err(), reads, "{sample}");
        if pdn.tag("FEN").is_some() {
            pdn.tags.push(("SetUp".to_owned(), "1".to_owned()));
        }
        let Some(python) = library.python() else { continue };
        let answer = library.run(&python, row, &["read".to_owned()], &pdn.to_string());
        assert_eq!(!answer.starts_with("error"), reads, "{sample}: {answer}");
    }
}

#[test]
fn games_of_py_draughts_are_replayed() {
    PY_DRAUGHTS.write_games();
}

#[test]
fn py_draughts_replays_our_games() {
    PY_DRAUGHTS.read_games();
}

#[test]
fn games_of_pydraughts_are_replayed() {
    PYDRAUGHTS.write_games();
}

#[test]
fn pydraughts_replays_our_games() {
    PYDRAUGHTS.read_games();
}
