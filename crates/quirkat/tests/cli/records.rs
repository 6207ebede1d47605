//! Tests records that other people and programs have written.

use crate::harness::{json, out, quirkat, refused};
use std::fs;
use std::path::{Path, PathBuf};

/// A collection in Latin-1 without the name of its game: a whole game, one with an unknown move, one with an illegal move,
/// and another whole game.
const COLLECTION: &[u8] =
    b"[White \"Andr\xe9\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. 11-15 23-19 2. 8-11 22-17 1-0\n\n\
    [White \"C\"]\n[Black \"D\"]\n\n1. 11-15 23-19 2. - - *\n\n\
    [White \"E\"]\n[Black \"F\"]\n\n1. 11-15 11-15 *\n\n\
    [White \"G\"]\n[Black \"H\"]\n[Result \"0-2\"]\n\n1. 09-14 22- 18 0-2\n";

fn collection(folder: &Path) -> PathBuf {
    let path = folder.join("old.pdn");
    fs::write(&path, COLLECTION).unwrap();
    path
}

#[test]
fn a_collection_is_listed_with_its_faults() {
    let folder = tempfile::tempdir().unwrap();
    let path = collection(folder.path());
    let path = path.to_str().unwrap();
    let list = out(&["records", path]);
    assert!(list.contains("André – B") && list.contains("4 games, 10 plies, 1 with errors"), "{list}");
    assert!(list.contains("line 10 of the record: `--` stands for an unknown move"), "{list}");
    let checked = out(&["records", path, "--game", "english", "--check"]);
    assert!(
        checked.contains("4 games, 10 plies, 2 with errors") && checked.contains("move 2 of the record"),
        "{checked}"
    );
    let lost = out(&["records", path, "--result", "black"]);
    assert!(lost.contains("G – H") && lost.contains("1 game, 2 plies"), "{lost}");
    let named = json(&["records", path, "--player", "andr", "--json"]);
    assert_eq!((&named["white"], &named["result"], &named["line"]), (&"André".into(), &"1-0".into(), &1.into()));
    assert!(refused(&["records", path, "--player", "xyz"]).contains("no game was found"));
    assert!(refused(&["records", path, "--result", "won"]).contains("allowed: 1-0"));
    assert!(refused(&["records", path, "--number", "9"]).contains("has no game 9; allowed: 1 to 4"));
    assert!(refused(&["records", path, "--game", "halma"]).contains("there is no game `halma`"));
}

#[test]
fn games_without_a_name_are_read_as_the_named_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = collection(folder.path());
    let path = path.to_str().unwrap();
    let error = refused(&["show", path]);
    assert!(error.contains("game 1 (André – B), line 1") && error.contains("--game english"), "{error}");
    let fen = out(&["show", path, "--game", "english", "--fen"]);
    assert!(fen.starts_with("B:W17,19,"), "{fen}");
    let last = out(&["show", path, "--game", "english:wcdf", "--number", "4", "--fen"]);
    assert!(last.starts_with("B:W18,"), "{last}");
    assert!(refused(&["show", path, "--game", "english", "--number", "9"]).contains("allowed: 1 to 4"));
    // A fault after the ply does not matter.
    assert!(refused(&["show", path, "--game", "english", "--number", "3"]).contains("move 2"));
    let before = out(&["show", path, "--game", "english", "--number", "3", "--ply", "1", "--fen"]);
    assert!(before.starts_with("W:W"), "{before}");
    let unknown = out(&["show", path, "--game", "english", "--number", "2", "--ply", "2", "--fen"]);
    assert!(unknown.starts_with("B:W"), "the moves before an unknown one are shown: {unknown}");
    assert!(refused(&["show", "english", "--number", "3"]).contains("--number is for records"));
    assert!(refused(&["show", path, "--game", "lasca"]).contains("line 1"));
}

#[test]
fn an_earlier_position_does_not_show_the_end_of_its_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pdn");
    let tags = "[Variant \"english\"]\n[Result \"1-0\"]\n[Termination \"resignation\"]\n\n";
    fs::write(&path, format!("{tags}1. 11-15 23-19 1-0\n")).unwrap();
    let path = path.to_str().unwrap();
    assert!(out(&["show", path]).contains("resign"));
    assert!(out(&["show", path, "--ply", "2"]).contains("resign"));
    assert!(out(&["show", path, "--ply", "1"]).contains("White to move"));
}

#[test]
fn games_that_can_be_replayed_are_reviewed_and_the_others_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = collection(folder.path());
    let judged = folder.path().join("judged.pdn");
    let arguments = ["annotate", path.to_str().unwrap(), "--game", "english", "--nodes", "100"];
    let command = quirkat(&[&arguments[..], &["-o", judged.to_str().unwrap()]].concat()).success();
    let errors = String::from_utf8(command.get_output().stderr.clone()).unwrap();
    assert!(errors.contains("game 2 (C – D), line 7") && errors.contains("game 3 (E – F), line 12"), "{errors}");
    let written = fs::read_to_string(&judged).unwrap();
    assert_eq!(written.matches("[White ").count(), 2);
    assert!(written.contains("[Variant \"english\"]") && written.contains("André"));
}

#[test]
fn squares_are_written_by_numbers_or_letters() {
    let folder = tempfile::tempdir().unwrap();
    let [numbers, letters] = ["numbers.pdn", "letters.pdn"].map(|name| folder.path().join(name));
    fs::write(&numbers, "[GameType \"25\"]\n\n1. 22-18 10-14 (11-16 24-20) 2. 25-22 11-16 *\n").unwrap();
    let [numbers, letters] = [&numbers, &letters].map(|path| path.to_str().unwrap());
    out(&["records", numbers, "--notation", "letters", "-o", letters]);
    let written = fs::read_to_string(letters).unwrap();
    assert!(written.contains("[GameType \"25,W,8,8,A0,0\"]"), "{written}");
    assert!(written.contains("1. c3-d4 d6-c5 ( 1... f6-g5 2. g3-h4 ) 2. b2-c3 f6-g5 *"), "{written}");
    let fens = [numbers, letters].map(|path| out(&["show", path, "--fen", "--notation", "numbers"]));
    assert_eq!(fens[0], fens[1]);
    assert!(fens[0].starts_with("W:W18,21,22,"), "{}", fens[0]);
    assert!(out(&["moves", "international", "--notation", "letters"]).contains("b4-a5"));
    assert!(refused(&["moves", "alquerque", "--notation", "letters"]).contains("one name only"));
    assert!(refused(&["moves", "english", "--notation", "roman"]).contains("numbers, letters"));
}
