//! Games played by pipes, and what is saved of them.

use crate::harness::Piped;
use std::fs;

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
