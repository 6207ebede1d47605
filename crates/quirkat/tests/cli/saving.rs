//! Tests games played through pipes, and their saved records.

use crate::harness::{NO_PREFERENCES, Piped, out, quirkat, refused};
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
    again.until("2 moves taken back");
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

/// Returns the output of the binary for these input lines, with its data in a folder.
fn ran(folder: &Path, arguments: &[&str], lines: &str) -> String {
    let mut command = Command::cargo_bin("quirkat").unwrap();
    let at_home = command.current_dir(folder).envs(NO_PREFERENCES).env("XDG_DATA_HOME", folder);
    let done = at_home.args(arguments).write_stdin(lines).assert().success();
    String::from_utf8(done.get_output().stdout.clone()).unwrap()
}

/// Returns the output of a game for these input lines.
fn answer(folder: &Path, arguments: &[&str], lines: &str) -> String {
    ran(folder, &[&["play"], arguments].concat(), lines)
}

#[test]
fn saved_games_are_listed_and_the_last_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    assert!(ran(folder.path(), &["saved"], "").starts_with("No game is saved yet."));
    let none =
        Command::cargo_bin("quirkat").unwrap().args(["play", "--last"]).env("XDG_DATA_HOME", folder.path()).assert();
    let none = String::from_utf8(none.code(2).get_output().stderr.clone()).unwrap();
    assert!(none.contains("No game is saved yet."), "{none}");
    answer(folder.path(), &["alquerque", "--black", "human"], "d2-c3\n");
    answer(folder.path(), &["lasca", "--black", "human"], "");
    // File times have a limited resolution: two changes at the same time have no order.
    std::thread::sleep(std::time::Duration::from_millis(20));
    answer(folder.path(), &["bagh-chal", "--black", "human"], "drop @c3\n");
    let listing = ran(folder.path(), &["saved"], "");
    let lines: Vec<_> = listing.lines().collect();
    assert!(lines[0].starts_with("  1  20") && lines[0].contains("  Bagh-chal"), "{listing}");
    assert!(lines[0].contains(", 1 move, unfinished  bagh-chal-20"), "{listing}");
    assert!(lines[1].starts_with("  2  20") && lines[1].contains("  Alquerque: Walker's rules, 1 move"), "{listing}");
    assert!(lines[1].ends_with(".pdn"), "{listing}");
    assert!(
        lines[2].contains("quirkat saved NUMBER") && lines.len() == 3,
        "a game without a move is not saved: {listing}"
    );
    let second = ran(folder.path(), &["saved", "2"], "b4xd2\n");
    assert!(second.contains("White: man on d2 to c3.") && second.contains("Black: b4xd2"), "{second}");
    let mut beyond = Command::cargo_bin("quirkat").unwrap();
    let beyond = beyond.args(["saved", "3", "--lang", "en"]).env("XDG_DATA_HOME", folder.path()).assert().code(2);
    let error = String::from_utf8_lossy(&beyond.get_output().stderr).into_owned();
    assert!(error.contains("there is no game 3 in the list; allowed: 1 to 2"), "{error}");
    // The resumed game is now the last one.
    assert!(ran(folder.path(), &["saved"], "").starts_with("  1  20"), "{listing}");
    let last = answer(folder.path(), &["--last", "--black", "human"], "");
    assert!(last.contains("Black: man on b4 to d2"), "{last}");
}

#[test]
fn a_record_can_be_named_instead_of_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let at = |arguments: &[&str], lines: &str| ran(folder.path(), arguments, lines);
    at(&["play", "alquerque", "--black", "human", "--save", "game.pdn"], "d2-c3\nb4xd2\n");
    let output = at(&["play", "game.pdn"], "e1xc3\n");
    assert!(output.contains("Black: man on b4 to d2, takes c3.\nWhite to move.\n"), "{output}");
    let record = fs::read_to_string(folder.path().join("game.pdn")).unwrap();
    assert!(record.contains("2. e1xc3"), "the game continues in its file: {record}");
    let board_text = at(&["show", "game.pdn", "--ply", "1"], "");
    assert!(board_text.contains("White: man on d2 to c3.\nBlack to move.\nProved: Black wins.\nB:W"), "{board_text}");
    assert!(at(&["show", "game.pdn", "--ply", "0", "--fen"], "").starts_with("W:W"));
    assert!(
        at(&["show", "game.pdn", "--ply", "2"], "").contains("Black: man on b4 to d2, takes c3.\nWhite to move.\n")
    );
    let path = folder.path().join("game.pdn");
    let path = path.to_str().unwrap();
    for (arguments, why) in [
        (&["show", path, "--ply", "99"][..], "there is no ply 99; allowed: 0 to "),
        (&["show", path, "--rule", "capture=optional"], "a record has its own start and rules"),
        (&["show", "alquerque", "--ply", "1"], "--ply is for records"),
        (&["play", path, "--rule", "capture=optional"], "--rule is for new games"),
        (&["play", path, "--save", "other.pdn"], "--save is for new games"),
        (&["play", path, "--first", "lot", "--lang", "es"], "--first es para partidas nuevas"),
    ] {
        let refused = refused(arguments);
        assert!(refused.contains(why), "{arguments:?}: {refused}");
    }
    assert!(
        String::from_utf8_lossy(&quirkat(&["show", "nowhere.pdn"]).code(1).get_output().stderr).contains("nowhere.pdn")
    );
}

#[test]
fn an_existing_file_is_never_used_for_a_new_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("letter.txt");
    fs::write(&path, "Dear Ana").unwrap();
    let error = refused(&["play", "alquerque", "--save", path.to_str().unwrap()]);
    assert!(error.contains("is there already") && error.contains("--resume"), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "Dear Ana");
}

#[test]
fn undoing_the_end_of_a_game_keeps_its_record() {
    let folder = tempfile::tempdir().unwrap();
    answer(folder.path(), &["alquerque", "--black", "human", "--save", "game.pdn"], "b2-c3\nresign\n");
    let over = fs::read_to_string(folder.path().join("game.pdn")).unwrap();
    assert!(over.contains("[Result \"1-0\"]"), "{over}");
    let output = answer(folder.path(), &["--resume", "game.pdn"], "");
    assert!(output.contains("resign"), "{output}");
    let lines = "load game.pdn\nundo\nundo\nc2-c3\n";
    answer(folder.path(), &["alquerque", "--black", "human", "--save", "other.pdn"], lines);
    assert_eq!(fs::read_to_string(folder.path().join("game.pdn")).unwrap(), over);
}

#[test]
fn two_programs_save_to_different_files() {
    let folder = tempfile::tempdir().unwrap();
    answer(folder.path(), &["alquerque", "--black", "human", "--save", "game.pdn"], "b2-c3\n");
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
    let record = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert!(record("game.pdn").contains("1. b2-c3 d4xb2 2. a1xc3"), "{}", record("game.pdn"));
    assert!(record("game-2.pdn").contains("1. b2-c3 d4xb2 *"), "{}", record("game-2.pdn"));
}

#[test]
fn an_own_game_resumes_from_its_record_alone() {
    let folder = tempfile::tempdir().unwrap();
    let [here, there] = ["here", "there"].map(|name| folder.path().join(name));
    [&here, &there].iter().for_each(|folder| fs::create_dir(folder).unwrap());
    let example = |name: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name);
    fs::copy(example("adugo.toml"), here.join("mine.toml")).unwrap();
    answer(&here, &["mine.toml", "--black", "human", "--save", "game.pdn"], "c3-b2\n");
    fs::rename(here.join("game.pdn"), there.join("game.pdn")).unwrap();
    fs::remove_file(here.join("mine.toml")).unwrap();
    let output = answer(&there, &["--resume", "game.pdn"], "");
    assert!(output.contains("Adugo") && output.contains("The Dogs to move"), "{output}");
    assert!(out(&["annotate", there.join("game.pdn").to_str().unwrap(), "--nodes", "1000"]).contains("c3-b2"));
}

#[test]
fn a_named_saved_game_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let begins = ["alquerque:article", "--first", "white", "--black", "human", "--save", "game.pdn"];
    answer(folder.path(), &begins, "b2-c3\n");
    let path = folder.path().join("game.pdn");
    let resume = |game: &str| refused(&["play", game, "--resume", path.to_str().unwrap()]);
    assert!(resume("fanorona").contains("the record is a game of alquerque:article, not of fanorona"));
    assert!(resume("alquerque:walker").contains("not of alquerque:walker"));
    for game in ["alquerque", "alquerque:article"] {
        assert!(answer(folder.path(), &[game, "--resume", "game.pdn"], "").contains("Black to move"));
    }
}

#[test]
fn an_invalid_record_exits_with_code_two() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pdn");
    fs::write(&path, "").unwrap();
    let error = refused(&["play", "--resume", path.to_str().unwrap()]);
    assert!(error.contains("there is no game in the record"), "{error}");
}

/// Issue 17, point 19: two people play Buruj by the author's rules.
#[test]
fn two_people_play_the_variant_for_people() {
    let folder = tempfile::tempdir().unwrap();
    let variant = |arguments: &[&str]| {
        let save = folder.path().join(arguments.concat().replace([':', '/'], "-") + ".pdn");
        answer(folder.path(), &[arguments, &["--save", save.to_str().unwrap(), "--time", "20ms"]].concat(), "d2-c3\n");
        let saved = fs::read_to_string(save).unwrap();
        saved.split_once("[Variant \"").unwrap().1.split_once('"').unwrap().0.to_owned()
    };
    assert_eq!(variant(&["buruj", "--black", "human"]), "buruj:protest");
    assert_eq!(variant(&["buruj", "--white", "human", "--black", "human"]), "buruj:protest");
    assert_eq!(variant(&["buruj:max", "--black", "human"]), "buruj:max");
    assert_eq!(variant(&["buruj"]), "buruj:max");
    assert_eq!(variant(&["alquerque", "--black", "human"]), "alquerque:walker");
}
