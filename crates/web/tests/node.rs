//! Node runs the built package, and its answers equal those of native code, byte for byte.
//!
//! `cargo run --release --manifest-path crates/web/pack/Cargo.toml` builds the package. Without it or without Node the test is
//! skipped, unless `QUIRKAT_PACKAGE` names its folder.

use quirkat_draw::svg::{Materials, Palette};
use quirkat_explore::{
    PictureRequest, RequestError, Wording, board_picture, position_picture, puzzle_id, read_records, write_record,
};
use quirkat_play::{Ruling, puzzles};
use quirkat_rules::{AnyGame, Language, Side, SquareNames, game_ids, game_toml, games};
use quirkat_search::Random;
use quirkat_wire::{LineRequest, Node, PartialRequest, PuzzleAttempt, Record};
use quirkat_words::{ErrorText, rules_in_words};
use serde::Serialize;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Moves of the random line of each variant.
const LINE_TURNS: usize = 24;

/// The calls of the module with their native results.
#[derive(Default)]
struct Cases(Vec<Value>);

impl Cases {
    /// Adds a call whose result is a text.
    fn text(&mut self, name: &str, values: Value, language: Language, native: Result<String, RequestError>) {
        let mut values = values.as_array().unwrap().clone();
        values.push(language.code().into());
        self.0.push(match native {
            Ok(text) => json!({ "name": name, "values": values, "text": text }),
            Err(error) => json!({ "name": name, "values": values, "error": error.in_words(language) }),
        });
    }

    /// Adds a call whose result is JSON.
    fn json<T: Serialize>(&mut self, name: &str, values: Value, language: Language, native: Result<T, RequestError>) {
        self.text(name, values, language, native.map(|value| serde_json::to_string(&value).unwrap()));
    }

    fn variant(&mut self, title: &str, language: Language) {
        let ruling = Ruling::new(title, &[]).unwrap();
        self.json("rules", json!([title, "[]", "board.svg"]), language, {
            Ok(quirkat_explore::rules(&ruling, "board.svg".to_owned(), language))
        });
        let words = rules_in_words(&ruling.ruleset(), language).plain(80);
        self.text("rulesInWords", json!([title, "[]", 80]), language, Ok(words));
        let picture = PictureRequest {
            position: None,
            turn: None,
            bottom: Side::First,
            palette: Palette::Fixed(Materials::default()),
        };
        let request = json!({ "game": title }).to_string();
        self.text("svg", json!([request]), language, position_picture(&ruling, &picture, language));
        let board = board_picture(&ruling.ruleset(), Side::First, Palette::default(), language);
        self.text("boardSvg", json!([title, "[]"]), language, Ok(board));
        let turns = random_line(&ruling);
        for length in [0, turns.len()] {
            self.explore(&line(title, &turns[..length]), language);
        }
        self.partials(title, &ruling, language);
        let record = Record {
            game: title.to_owned(),
            turns: turns.iter().map(|text| Node { text: text.clone(), ..Node::default() }).collect(),
            ..Record::default()
        };
        let pdn = write_record(&record, language);
        let text = pdn.as_ref().map(Clone::clone).unwrap_or_default();
        self.text("writePdn", json!([serde_json::to_string(&record).unwrap()]), language, pdn);
        self.json("readPdn", json!([text, "", 0]), language, read_records(&text, None, 0, language));
    }

    fn explore(&mut self, line: &LineRequest, language: Language) {
        let native = quirkat_explore::explore(line, None, language);
        self.json("explore", json!([serde_json::to_string(line).unwrap(), null]), language, native);
    }

    /// Enters each point of the board first, so that every refusal occurs.
    fn partials(&mut self, title: &str, ruling: &Ruling, language: Language) {
        let ruleset = ruling.ruleset();
        for point in ruleset.board.points().take(12) {
            let points = vec![ruleset.board.name(point).to_owned()];
            let partial = Some(PartialRequest { points, ..PartialRequest::default() });
            self.explore(&LineRequest { partial, ..line(title, &[]) }, language);
        }
    }
}

fn line(title: &str, turns: &[String]) -> LineRequest {
    LineRequest { game: title.to_owned(), turns: turns.to_vec(), ..LineRequest::default() }
}

/// Returns the moves of a random game.
fn random_line(ruling: &Ruling) -> Vec<String> {
    let (mut game, mut rng): (AnyGame, _) = (ruling.new_game(), Random::with_seed(1));
    let mut turns = vec![];
    while turns.len() < LINE_TURNS && game.outcome().is_none() {
        let legal = game.turns().unwrap();
        let turn = &legal[rng.index(legal.len())];
        turns.push(turn.text(&game.ruleset().board));
        game.play(turn).unwrap();
    }
    turns
}

fn cases() -> Vec<Value> {
    let mut cases = Cases::default();
    let english = Language::En;
    for file in games() {
        for title in file.variants().map(|variant| format!("{}:{variant}", file.id)) {
            cases.variant(&title, english);
        }
        for language in [Language::Es, Language::Fr] {
            cases.variant(&file.id, language);
        }
    }
    for game in ["alquerque", "fanorona", "konane", "bagh-chal"] {
        let ruling = Ruling::new(game, &[]).unwrap();
        cases.json("lesson", json!([game, "[]", null]), english, Ok(quirkat_explore::lesson(&ruling, english)));
    }
    let numbers = Wording { language: english, squares: SquareNames::from_word("numbers") };
    let moved = line("shashki", &["c3-d4".to_owned()]);
    let native = quirkat_explore::explore(&moved, None, numbers);
    cases.json("explore", json!([serde_json::to_string(&moved).unwrap(), "numbers"]), english, native);
    let ruling = Ruling::new("shashki", &[]).unwrap();
    let native = quirkat_explore::lesson(&ruling, numbers);
    cases.json("lesson", json!(["shashki", "[]", "numbers"]), english, Ok(native));
    for set in puzzles() {
        let puzzle = puzzle_id(set.game(), "1").unwrap();
        let address = json!([set.game(), "1"]);
        cases.json("puzzle", address.clone(), english, Ok(quirkat_explore::puzzle_task(puzzle, english)));
        cases.json("solvePuzzle", address, english, Ok(quirkat_explore::solution(puzzle)));
        let attempt = PuzzleAttempt { turns: vec!["nonsense".to_owned()] };
        let request = json!([set.game(), "1", serde_json::to_string(&attempt).unwrap(), null]);
        cases.json("tryPuzzle", request, english, quirkat_explore::attempt(puzzle, &attempt, english));
    }
    for language in Language::ALL {
        let unknown = puzzle_id("alquerque", "0").map(|puzzle| quirkat_explore::puzzle_task(puzzle, language));
        cases.json("puzzle", json!(["alquerque", "0"]), language, unknown);
        for wrong in [line("chess", &[]), line("alquerque", &["a1-a2".to_owned()])] {
            cases.explore(&wrong, language);
        }
        let faulty = game_toml("alquerque").unwrap().replace("capture", "captures");
        let files = game_ids().map(|id| game_toml(id).unwrap().to_owned()).chain([faulty]);
        for file in files {
            let native = quirkat_explore::check(&file, None, Materials::default(), language);
            cases.json("check", json!([file, null, null, null]), language, native);
        }
    }
    cases.0
}

/// Returns the folder of the package; `None` if the test is to be skipped.
fn package() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let folder = std::env::var_os("QUIRKAT_PACKAGE").map_or_else(|| target.join("quirkat"), PathBuf::from);
    let is_there = folder.join("module_bg.wasm").exists();
    let has_node = Command::new("node").arg("--version").output().is_ok_and(|output| output.status.success());
    if is_there && has_node {
        return folder.canonicalize().ok();
    }
    assert!(
        std::env::var_os("QUIRKAT_PACKAGE").is_none(),
        "{} and node are needed; is the package there: {is_there}, node: {has_node}",
        folder.display()
    );
    eprintln!("skipped: {} contains no package, or there is no node", folder.display());
    None
}

/// Runs a script of the tests with the package's folder and a file.
fn run(script: &str, package: &Path, file: &Path) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(script);
    let status = Command::new("node").arg(script).arg(package).arg(file).status().unwrap();
    assert!(status.success(), "{status}");
}

#[test]
fn the_module_gives_the_answers_of_native_code() {
    let Some(package) = package() else { return };
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), serde_json::to_vec(&cases()).unwrap()).unwrap();
    run("answers.mjs", &package, file.path());
}

#[test]
fn the_module_has_the_signatures_of_native_code() {
    let Some(package) = package() else { return };
    let signatures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../search/tests/data/signatures.txt");
    run("signatures.mjs", &package, &signatures);
}

#[test]
fn the_package_loads_evaluations_plays_and_stops() {
    let Some(package) = package() else { return };
    run("package.mjs", &package, &package);
}

#[test]
fn modules_that_share_memory_search_together() {
    let Some(package) = package() else { return };
    run("threads.mjs", &package, &package);
}

#[test]
fn the_board_element_plays_in_chromium() {
    let Some(package) = package() else { return };
    let has_driver = Command::new("chromedriver").arg("--version").output().is_ok_and(|output| output.status.success());
    if !has_driver {
        assert!(std::env::var_os("QUIRKAT_PACKAGE").is_none(), "chromedriver is needed");
        return eprintln!("skipped: there is no chromedriver");
    }
    run("element.mjs", &package, &package);
}
