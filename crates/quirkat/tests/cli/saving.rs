//! Games played by pipes, and what is saved of them.

use crate::harness::{Piped, out, refused};
use assert_cmd::Command;
use std::fs;
use std::path::Path;

#[test]
fn a_killed_program_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pdn");
    let save = path.to_str().unwrap();
    let mut game = Piped::start(&["play", "alquerque", "--rule", "choice=max", "--save", save, "--time", "50ms"]);
    game.say("d2-c3");
    let reply = game.until("Black: ");
    game.say("moves");
    game.until("White to move");
    game.child.kill().unwrap();
    game.child.wait().unwrap();
    let saved = fs::read_to_string(&path).unwrap();
    assert!(saved.contains("d2-c3") && saved.contains(reply.trim_start_matches("Black: ")), "{saved}");
    assert!(saved.contains("choice=max") && saved.contains("version=1"), "{saved}");
    let mut again = Piped::start(&["play", "--resume", save, "--time", "50ms"]);
    again.say("undo");
    again.until("2 turns taken back");
    again.say("d2-c3");
    again.until("Black: ");
}

#[test]
fn a_script_plays_a_whole_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pdn");
    let mut game = Piped::start(&[
        "play",
        "alquerque",
        "--white",
        "engine:2",
        "--black",
        "engine:1",
        "--seed",
        "3",
        "--save",
        path.to_str().unwrap(),
    ]);
    drop(game.child.stdin.take());
    assert!(game.child.wait().unwrap().success());
    let saved = fs::read_to_string(&path).unwrap();
    assert!(!saved.contains("[Result \"*\"]"), "the engines play to the end: {saved}");
}

/// Plays with the binary in a folder: what it prints when it is told these lines.
fn told(folder: &Path, arguments: &[&str], lines: &str) -> String {
    let mut command = Command::cargo_bin("quirkat").unwrap();
    let done = command.current_dir(folder).arg("play").args(arguments).write_stdin(lines).assert().success();
    String::from_utf8(done.get_output().stdout.clone()).unwrap()
}

#[test]
fn a_file_that_is_there_is_never_a_new_games() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("letter.txt");
    fs::write(&path, "Dear Ana").unwrap();
    let error = refused(&["play", "alquerque", "--save", path.to_str().unwrap()]);
    assert!(error.contains("is there already") && error.contains("--resume"), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "Dear Ana");
}

#[test]
fn a_game_that_is_over_keeps_its_record_when_its_end_is_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    told(folder.path(), &["alquerque", "--black", "human", "--save", "game.pdn"], "b2-c3\nresign\n");
    let over = fs::read_to_string(folder.path().join("game.pdn")).unwrap();
    assert!(over.contains("[Result \"1-0\"]"), "{over}");
    let said = told(folder.path(), &["--resume", "game.pdn"], "");
    assert!(said.contains("resign"), "{said}");
    let lines = "load game.pdn\nundo\nundo\nc2-c3\n";
    told(folder.path(), &["alquerque", "--black", "human", "--save", "other.pdn"], lines);
    assert_eq!(fs::read_to_string(folder.path().join("game.pdn")).unwrap(), over);
}

#[test]
fn two_programs_at_one_game_have_a_file_each() {
    let folder = tempfile::tempdir().unwrap();
    told(folder.path(), &["alquerque", "--black", "human", "--save", "game.pdn"], "b2-c3\n");
    let path = folder.path().join("game.pdn");
    let resumed = || Piped::start(&["play", "--resume", path.to_str().unwrap()]);
    let (mut one, mut other) = (resumed(), resumed());
    for game in [&mut one, &mut other] {
        game.until("Black to move");
    }
    one.say("d4xb2");
    one.until("White to move");
    other.say("d4xb2");
    assert!(other.until("Another program").contains("game-2.pdn"));
    one.say("a1xc3");
    one.until("Black to move");
    let kept = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert!(kept("game.pdn").contains("1. b2-c3 d4xb2 2. a1xc3"), "{}", kept("game.pdn"));
    assert!(kept("game-2.pdn").contains("1. b2-c3 d4xb2 *"), "{}", kept("game-2.pdn"));
}

#[test]
fn a_game_of_ones_own_goes_on_wherever_its_record_is() {
    let folder = tempfile::tempdir().unwrap();
    let [here, there] = ["here", "there"].map(|name| folder.path().join(name));
    [&here, &there].iter().for_each(|folder| fs::create_dir(folder).unwrap());
    let example = |name: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name);
    fs::copy(example("adugo.toml"), here.join("mine.toml")).unwrap();
    told(&here, &["mine.toml", "--black", "human", "--save", "game.pdn"], "c3-b2\n");
    fs::rename(here.join("game.pdn"), there.join("game.pdn")).unwrap();
    fs::remove_file(here.join("mine.toml")).unwrap();
    let said = told(&there, &["--resume", "game.pdn"], "");
    assert!(said.contains("Adugo") && said.contains("The Dogs to move"), "{said}");
    assert!(out(&["annotate", there.join("game.pdn").to_str().unwrap(), "--nodes", "1000"]).contains("c3-b2"));
}

#[test]
fn a_game_that_is_named_is_the_one_that_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let begins = ["alquerque:article", "--first", "white", "--black", "human", "--save", "game.pdn"];
    told(folder.path(), &begins, "b2-c3\n");
    let path = folder.path().join("game.pdn");
    let resume = |game: &str| refused(&["play", game, "--resume", path.to_str().unwrap()]);
    assert!(resume("fanorona").contains("the record is a game of alquerque:article, not of fanorona"));
    assert!(resume("alquerque:walker").contains("not of alquerque:walker"));
    for game in ["alquerque", "alquerque:article"] {
        assert!(told(folder.path(), &[game, "--resume", "game.pdn"], "").contains("Black to move"));
    }
}

#[test]
fn what_is_no_record_is_a_wrong_word_and_no_failure() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pdn");
    fs::write(&path, "").unwrap();
    let error = refused(&["play", "--resume", path.to_str().unwrap()]);
    assert!(error.contains("there is no game in the record"), "{error}");
}

/// Issue 17, point 19: Buruj between two people is the author's wording.
#[test]
fn two_people_play_the_variant_that_is_meant_for_them() {
    let folder = tempfile::tempdir().unwrap();
    let variant = |arguments: &[&str]| {
        let save = folder.path().join(arguments.concat().replace([':', '/'], "-") + ".pdn");
        told(folder.path(), &[arguments, &["--save", save.to_str().unwrap(), "--time", "20ms"]].concat(), "d2-c3\n");
        let saved = fs::read_to_string(save).unwrap();
        saved.split_once("[Variant \"").unwrap().1.split_once('"').unwrap().0.to_owned()
    };
    assert_eq!(variant(&["buruj", "--black", "human"]), "buruj:protest");
    assert_eq!(variant(&["buruj", "--white", "human", "--black", "human"]), "buruj:protest");
    assert_eq!(variant(&["buruj:max", "--black", "human"]), "buruj:max");
    assert_eq!(variant(&["buruj"]), "buruj:max");
    assert_eq!(variant(&["alquerque", "--black", "human"]), "alquerque:walker");
}
