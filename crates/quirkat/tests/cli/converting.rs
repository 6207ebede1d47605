//! Tests the conversion of records between formats.

use crate::harness::{json, out, quirkat, refused};
use std::fs;
use std::path::Path;

/// Two games of lasca, the second with a comment and a variation.
const GAMES: &str = "[White \"Ana\"]\n[Black \"Bru\"]\n[Variant \"lasca\"]\n[Result \"1-0\"]\n\n1. c3-d4 e5xc3 1-0\n\n\
    [White \"Cleo\"]\n[Black \"Dan\"]\n[Variant \"lasca\"]\n[Result \"0-1\"]\n\n1. e3-f4 {slow} (1. c3-d4 e5xc3) g5xe3 0-1\n";

fn file(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Returns what a successful command says on the standard error output.
fn notes(arguments: &[&str]) -> String {
    String::from_utf8(quirkat(arguments).success().get_output().stderr.clone()).unwrap()
}

#[test]
fn a_collection_goes_to_json_and_back_with_its_annotations() {
    let folder = tempfile::tempdir().unwrap();
    let games = file(folder.path(), "games.pdn", GAMES);
    let [there, back] = ["games.json", "again.pdn"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    assert_eq!(out(&["convert", &games, &there]), "2 games converted from pdn to json\n");
    let written: serde_json::Value = serde_json::from_str(&fs::read_to_string(&there).unwrap()).unwrap();
    assert_eq!(written["count"], 2);
    assert_eq!(written["records"][1]["game"], "lasca:lasca");
    assert_eq!(written["records"][1]["turns"][0]["variations"][0][1]["text"], "e5xc3");
    assert_eq!(out(&["convert", &there, &back]), "2 games converted from json to pdn\n");
    let again = fs::read_to_string(&back).unwrap();
    for part in ["[White \"Cleo\"]", "{slow}", "( 1. c3-d4 e5xc3 )", "0-1"] {
        assert!(again.contains(part), "{part}: {again}");
    }
    assert_eq!(json(&["records", &back, "--number", "2", "--json"])["plies"], 2);
}

#[test]
fn a_file_of_one_game_needs_the_number_of_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let games = file(folder.path(), "games.pdn", GAMES);
    let trial = file(folder.path(), "trial.trl", "before");
    assert!(refused(&["convert", &games, &trial]).contains("holds one game; choose one with --number"));
    assert_eq!(fs::read_to_string(&trial).unwrap(), "before", "an error leaves the file as it was");
    let lost = notes(&["convert", &games, &trial, "--number", "2"]);
    assert!(lost.contains("not kept: tags White, Black") && lost.contains("not kept: 1 variation"), "{lost}");
    let back = folder.path().join("back.pdn");
    assert_eq!(out(&["convert", &trial, back.to_str().unwrap()]), "1 game converted from ludii to pdn\n");
    let text = fs::read_to_string(&back).unwrap();
    assert!(text.contains("1. e3-f4 g5xe3 0-1") && text.contains("rejump=allowed"), "{text}");
    assert!(refused(&["convert", &games, &trial, "--number", "3"]).contains("has no game 3; allowed: 1 to 2"));
}

#[test]
fn games_of_abstractplay_are_an_object_or_an_array() {
    let folder = tempfile::tempdir().unwrap();
    let games = file(folder.path(), "games.pdn", GAMES);
    let record = folder.path().join("record.json").to_str().unwrap().to_owned();
    let missing = notes(&["convert", &games, &record, "--to", "abstractplay", "--number", "1"]);
    assert!(missing.contains("AbstractPlay requires date-start"), "{missing}");
    let one: serde_json::Value = serde_json::from_str(&fs::read_to_string(&record).unwrap()).unwrap();
    assert_eq!(one["moves"], serde_json::json!([["c3-d4", "e5xc3"]]));
    quirkat(&["convert", &games, &record, "--to", "abstractplay"]).success();
    let both: serde_json::Value = serde_json::from_str(&fs::read_to_string(&record).unwrap()).unwrap();
    assert_eq!(both[1]["header"]["players"][1]["name"], "Dan");
    let back = folder.path().join("back.pdn").to_str().unwrap().to_owned();
    assert_eq!(out(&["convert", &record, &back]), "2 games converted from abstractplay to pdn\n");
}

#[test]
fn a_game_that_cannot_be_converted_is_named_and_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let games = file(folder.path(), "games.pdn", &GAMES.replace("1. c3-d4 e5xc3 1-0", "1. c3-e5 1-0"));
    let json = folder.path().join("games.json").to_str().unwrap().to_owned();
    let said = notes(&["convert", &games, &json]);
    assert!(said.contains("not converted") && said.contains("game 1 (Ana – Bru), line 1"), "{said}");
    assert!(refused(&["convert", &games, &json, "--number", "1"]).contains("c3-e5"));
    let empty = file(folder.path(), "empty.json", "{\"records\": [], \"count\": 0}");
    assert!(refused(&["convert", &empty, &json]).contains("there is no game in the record"));
    let wrong = file(folder.path(), "wrong.json", "[{\"a\": 1}]");
    assert!(refused(&["convert", &wrong, &json]).contains("allowed: a Record or Records"));
    assert!(refused(&["convert", &games, "games.txt"]).contains("allowed: .pdn, .json, .trl, .pgn, .obx, or --to"));
}
