//! Tests game files from the user's own folder.

use crate::harness::{Piped, json, out, quirkat, refused};
use serde_json::Value;
use std::fs;

/// A game file with a board file beside it.
#[test]
fn an_own_game_is_played_from_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let board = "points = { a1 = [0, 0], b1 = [1, 0], c1 = [2, 0], a2 = [0, 1], b2 = [1, 1], c2 = [2, 1] }\n\
                 lines = [\"a1 b1 c1\", \"a2 b2 c2\", \"a1 a2\", \"b1 b2\", \"c1 c2\"]\n";
    fs::write(folder.path().join("ladder.toml"), board).unwrap();
    let game = "id = \"ladder\"\nversion = 1\ndefault = \"plain\"\nboard = \"ladder.toml\"\n\
                setup = \"\"\"\nb . b\nw . w\n\"\"\"\n\
                [name]\nen = \"Ladder\"\nes = \"Escalera\"\n\
                [sides]\nfirst = { colour = \"white\", en = \"White\", es = \"Blancas\" }\n\
                second = { colour = \"black\", en = \"Black\", es = \"Negras\" }\n\
                [ranks]\nman = { en = [\"man\", \"men\"], es = [\"el peón\", \"los peones\"] }\n\
                king = { en = [\"king\", \"kings\"], es = [\"la dama\", \"las damas\"] }\n\
                [variants.plain.name]\nen = \"Plain\"\nes = \"Simple\"\n";
    let path = folder.path().join("mine.toml");
    fs::write(&path, game).unwrap();
    let path = path.to_str().unwrap();
    assert_eq!(out(&["moves", path]), "a1-b1\nc1-b1\n");
    assert!(out(&["rules", &format!("{path}:plain")]).contains("Ladder"));
    fs::write(path, game.replace("\"ladder.toml\"", "\"rope.toml\"").replace("version = 1", "version = \"one\""))
        .unwrap();
    let error = refused(&["show", path]);
    assert!(error.contains("mine.toml:2: version: found a text; allowed: a whole number from 1"), "{error}");
    assert!(error.contains("mine.toml:4: board: cannot read"), "{error}");
}

const ADUGO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/adugo.toml");

#[test]
fn check_reports_the_consequences_of_a_valid_file() {
    let output = out(&["check", ADUGO]);
    assert!(output.contains("adugo.toml: sound\n"), "{output}");
    assert!(output.contains("board   31 points, 66 edges, 18 lines, 96 short leaps, 2 symmetries"), "{output}");
    assert!(output.contains("pieces  Jaguar 1, Dogs 14"), "{output}");
    assert!(output.contains("first   Jaguar: 3 moves: c3-b2 c3-c2 c3-d2"), "{output}");
    let report = json(&["check", ADUGO, "--json"]);
    assert_eq!((&report["sound"], &report["variants"][1]["game"]), (&true.into(), &"adugo:all".into()));
    assert_eq!(report["variants"][0]["stated"]["reconstruction"], 1);
}

#[test]
fn check_reports_all_errors_of_a_game_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    let text = fs::read_to_string(ADUGO)
        .unwrap()
        .replace("version = 1\n", "version = 0\n")
        .replace("\"ua ub uc\"", "\"ua uq uc\"");
    fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    let output = String::from_utf8(quirkat(&["check", path]).code(2).get_output().stdout.clone()).unwrap();
    assert!(output.contains("mine.toml:7: version: found 0; allowed: a whole number from 1 to 1000000"), "{output}");
    assert!(output.contains("board.lines.1: line 2 names `uq`, which is no point of the board"), "{output}");
    assert!(output.ends_with("mine.toml: not sound, 2 errors\n"), "{output}");
    let answer = quirkat(&["check", path, "--json"]).code(2).get_output().stdout.clone();
    let report: Value = serde_json::from_slice(&answer).unwrap();
    assert_eq!((&report["sound"], &report["errors"][0]["line"]), (&false.into(), &7.into()));
    quirkat(&["check", "no/such/file.toml"]).code(1);
}

#[test]
fn file_errors_are_in_the_requested_language() {
    let output = out(&["check", ADUGO, "--lang", "es"]);
    assert!(output.contains("adugo.toml: correcto\n"), "{output}");
    assert!(output.contains("tablero  31 puntos, 66 aristas, 18 líneas, 96 saltos cortos, 2 simetrías\n"), "{output}");
    assert!(output.contains("inicio   Jaguar: 3 jugadas: c3-b2 c3-c2 c3-d2\n"), "{output}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    let text = fs::read_to_string(ADUGO).unwrap().replace("version = 1\n", "version = 0\n");
    fs::write(&path, text.replace("\"ua ub uc\"", "\"ua uq uc\"")).unwrap();
    let path = path.to_str().unwrap();
    let version = "mine.toml:7: version: hay 0; se admite: un número entero de 1 a 1000000";
    let check = |more: &[&str]| {
        let arguments = [&["check", path, "--lang", "es"], more].concat();
        String::from_utf8(quirkat(&arguments).code(2).get_output().stdout.clone()).unwrap()
    };
    let output = check(&[]);
    assert!(output.contains(&format!("{version}\n")) && output.starts_with("error: "), "{output}");
    assert!(output.contains("la línea 2 nombra `uq`, que no es un punto del tablero\n"), "{output}");
    assert!(output.ends_with("mine.toml: incorrecto, 2 errores\n"), "{output}");
    let report: Value = serde_json::from_str(&check(&["--json"])).unwrap();
    assert_eq!(report["errors"][0]["problem"], "hay 0; se admite: un número entero de 1 a 1000000");
    // Other commands report errors in their language too.
    for command in ["rules", "learn", "play"] {
        let error = refused(&[command, path, "--lang", "es"]);
        assert!(error.contains(version), "{command}: {error}");
    }
}

#[test]
fn the_format_is_explained() {
    assert!(out(&["format"]).starts_with("# The format of games\n"));
}

#[test]
fn a_game_file_is_played_to_the_end_without_rust() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pdn");
    let mut game =
        Piped::start(&["play", ADUGO, "--white", "engine:1", "--black", "engine:1", "--save", path.to_str().unwrap()]);
    drop(game.child.stdin.take());
    assert!(game.child.wait().unwrap().success());
    assert!(!fs::read_to_string(&path).unwrap().contains("[Result \"*\"]"));
}

#[cfg(unix)]
#[test]
fn endless_input_is_read_up_to_the_limit() {
    for command in ["check", "annotate"] {
        let error = refused(&[command, "/dev/zero"]);
        assert!(error.contains("/dev/zero") && error.contains("allowed: at most 4194304"), "{error}");
    }
}

#[test]
fn an_unwritable_folder_is_named_in_the_error() {
    let missing = "/proc/missing/picture.svg";
    let done = quirkat(&["draw", "alquerque", "-o", missing]).code(1);
    let error = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
    assert!(error.contains(missing) && !error.contains(".tmp"), "{error}");
}

#[test]
fn promotion_needs_a_name_for_the_new_rank() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    let text = "id = 'plain'\nversion = 1\ndefault = 'plain'\nboard = 'alq(5,5)'\n\
        setup = '''\nb b b b b\nb b b b b\n. . . . .\nw w w w w\nw w w w w\n'''\n\
        [name]\nen = 'Plain'\nes = 'Simple'\n\
        [sides]\nfirst = { colour = 'white', en = 'White', es = 'Blancas' }\n\
        second = { colour = 'black', en = 'Black', es = 'Negras' }\n\
        [ranks]\nman = { en = ['man', 'men'], es = ['el peón', 'los peones'] }\n\
        [options]\npromotion = { is = 'short', standing = 'ours', source = 'a test' }\n\
        [variants.plain.name]\nen = 'Plain'\nes = 'Simple'\n";
    fs::write(&path, text).unwrap();
    let output = out(&["check", path.to_str().unwrap()]);
    assert!(output.contains("ranks: men are promoted, but `king` has no name"), "{output}");
    let king = "king = { en = ['king', 'kings'], es = ['la dama', 'las damas'] }\n[options]";
    fs::write(&path, text.replace("[options]", king)).unwrap();
    assert!(!out(&["check", path.to_str().unwrap()]).contains("has no name"));
}

#[test]
fn an_own_game_needs_a_unique_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    fs::write(&path, fs::read_to_string(ADUGO).unwrap().replace("id = \"adugo\"", "id = \"alquerque\"")).unwrap();
    let output = out(&["check", path.to_str().unwrap()]);
    assert!(output.contains("id: `alquerque` is the id of a game that comes with Quirkat"), "{output}");
}
