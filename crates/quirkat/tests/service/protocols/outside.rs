//! Tests outside engines as players, Quirkat's own engine among them.

use super::talk::Talk;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const QUIRKAT: &str = env!("CARGO_BIN_EXE_quirkat");

/// Creates an engine as a shell script with these cases.
fn script(folder: &TempDir, cases: &str) -> String {
    let path = folder.path().join("engine.sh");
    let greeting = "uci) echo id name Fake; echo uciok;; isready) echo readyok;; quit) exit;;";
    fs::write(&path, format!("while read -r line; do case \"$line\" in {greeting} {cases} esac; done\n")).unwrap();
    format!("uci:sh {}", path.display())
}

/// Plays a game to its end, and returns its record.
fn played(save: &Path, words: &[&str]) -> String {
    let save = save.to_str().unwrap();
    let talk = Talk::start(&[&["play"], words, &["--time", "20ms", "--seed", "3", "--save", save]].concat());
    let (lines, status) = talk.end();
    let record = fs::read_to_string(save).unwrap_or_default();
    assert!(status.success() && !record.is_empty() && !record.contains("[Result \"*\"]"), "{lines:#?}\n{record}");
    record
}

pub fn our_own_engine_plays_by_uci_by_house_rules_and_with_dice() {
    let folder = tempfile::tempdir().unwrap();
    let white = format!("uci:Level=4 Hash=1 {QUIRKAT} engine");
    let save = folder.path().join("house.pdn");
    let record =
        played(&save, &["alquerque:smith_bell", "--rule", "choice=max", "--white", &white, "--black", "engine:1"]);
    assert!(record.contains(&format!("[White \"{white}\"]")) && record.contains("choice=max"), "{record}");
    let save = folder.path().join("dice.pdn");
    let record = played(&save, &["alquerque-de-nueve:dados", "--white", "engine:1", "--black", &white]);
    assert!(record.contains("roll "), "{record}");
}

pub fn our_own_engine_plays_by_hub() {
    let folder = tempfile::tempdir().unwrap();
    let black = format!("hub:level=4 hash=1 {QUIRKAT} engine");
    let record = played(&folder.path().join("hub.pdn"), &["international", "--white", "engine:1", "--black", &black]);
    assert!(record.contains("[Black \"hub:level=4 "), "{record}");
}

pub fn an_outside_engine_plays_an_own_game_by_its_file() {
    let adugo = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/adugo.toml");
    let folder = tempfile::tempdir().unwrap();
    let without = format!("uci:Level=1 {QUIRKAT} engine");
    let talk = Talk::start(&["play", adugo, "--black", &without, "--save", "never.pdn"]);
    assert_eq!(talk.end().1.code(), Some(1), "it does not play adugo");
    played(&folder.path().join("adugo.pdn"), &[adugo, "--white", "engine:1", "--black", &format!("{without} {adugo}")]);
}

pub fn an_illegal_engine_move_ends_no_session() {
    let folder = tempfile::tempdir().unwrap();
    let cheat = script(&folder, "go*) echo bestmove a5-e1;;");
    let save = folder.path().join("game.pdn");
    let mut talk = Talk::start(&["play", "alquerque", "--black", &cheat, "--save", save.to_str().unwrap()]);
    talk.until("● Black: Fake");
    talk.say("b2-c3");
    let lines = talk.until("The engine cannot go on: it plays `a5-e1` in B:");
    assert!(lines.contains("a5-e1: "), "{lines}");
    talk.say("undo");
    talk.until("One move taken back.");
    talk.say("quit");
    let (_, status) = talk.end();
    assert!(status.success());
}

pub fn a_crashed_engine_is_reported_in_the_players_language() {
    let folder = tempfile::tempdir().unwrap();
    let mortal = script(&folder, "go*) exit 7;;");
    let save = folder.path().join("game.pdn");
    let words = ["play", "alquerque", "--black", &mortal, "--lang", "es", "--save", save.to_str().unwrap()];
    let mut talk = Talk::start(&words);
    talk.say("b2-c3");
    talk.until("El motor no puede seguir: terminó antes de su `bestmove` (exit status: 7).");
    // A record starts no programs.
    let talk = Talk::start(&["play", "--resume", save.to_str().unwrap()]);
    assert_eq!(talk.end().1.code(), Some(2));
    let mut talk = Talk::start(&["play", "--resume", save.to_str().unwrap(), "--black", "human"]);
    talk.say("d4xb2");
    talk.until("Black: d4xb2");
}
