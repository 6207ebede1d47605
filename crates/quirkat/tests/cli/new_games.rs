//! Tests `quirkat new` without a terminal; `terminal.rs` answers its questions.

use crate::harness::{NO_PREFERENCES, out, refused};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs `quirkat new` in a folder and returns whether it succeeded, its output and its error text.
fn new(folder: &Path, arguments: &[&str]) -> (bool, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quirkat"));
    let ended = command.arg("new").args(arguments).current_dir(folder).envs(NO_PREFERENCES).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (ended.status.success(), text(&ended.stdout), text(&ended.stderr))
}

#[test]
fn a_new_game_passes_the_check_and_can_be_played() {
    let folder = tempfile::tempdir().unwrap();
    let cases: &[(&[&str], &str)] = &[
        (&["Village draughts"], "village-draughts"),
        (&["Even", "--board", "alq(6,6)", "--men", "12", "--rule", "promotion=long"], "even"),
        (&["Hunt", "--men", "1,12", "--rule", "taken_to_win=3", "--rule", "capture=optional", "--lang", "es"], "hunt"),
        (&["Jeu d'été", "--lang", "fr", "--board", "checker(8,8,left)", "--rule", "step_dirs=forward"], "jeu-d-ete"),
        (&["Alquerque", "--board", "tri(4)", "--rule", "capture=huff"], "my-alquerque"),
        (&["Cross", "--board", "cross(4,5)", "--rule", "chain=none", "--defaults"], "cross"),
    ];
    for (arguments, id) in cases {
        let (is_done, output, error) = new(folder.path(), arguments);
        assert!(is_done, "{arguments:?}: {error}");
        assert!(output.contains(&format!("quirkat check {id}.toml")), "{output}");
        let path = folder.path().join(format!("{id}.toml"));
        let path = path.to_str().unwrap();
        let check: serde_json::Value = serde_json::from_str(&out(&["check", path, "--json"])).unwrap();
        for list in ["errors", "warnings", "hints"] {
            assert_eq!(check[list].as_array().map(Vec::len), Some(0), "{id}: {check}");
        }
        assert!(!out(&["moves", path]).is_empty(), "{id}");
        let file = fs::read_to_string(path).unwrap();
        assert!(file.matches("\n# ").count() > 8 && file.lines().all(|line| line.chars().count() <= 110), "{file}");
    }
    let file = fs::read_to_string(folder.path().join("village-draughts.toml")).unwrap();
    let setup = "b b b b b\nb b b b b\nb b . w w\nw w w w w\nw w w w w\n";
    assert!(file.contains(setup) && file.contains("[name]\nen = \"Village draughts\""), "{file}");
    let hunt = fs::read_to_string(folder.path().join("hunt.toml")).unwrap();
    assert!(hunt.contains("taken_to_win = { is = 3, standing = \"ours\" }"), "{hunt}");
    assert!(hunt.contains("es = [\"el peón\", \"los peones\"]") && !hunt.contains("\nen = "), "{hunt}");
}

#[test]
fn a_new_game_never_replaces_a_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("mine.toml"), "mine").unwrap();
    let (is_done, _, error) = new(folder.path(), &["Mine"]);
    assert!(!is_done && error.contains("mine.toml exists; allowed: another name, or -o FILE"), "{error}");
    assert_eq!(fs::read_to_string(folder.path().join("mine.toml")).unwrap(), "mine");
    assert!(new(folder.path(), &["Mine", "-o", "other.toml"]).0);
    assert!(fs::read_to_string(folder.path().join("other.toml")).unwrap().contains("id = \"mine\""));
}

#[test]
fn a_new_game_that_would_be_wrong_is_refused_without_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("wrong.toml");
    let path = file.to_str().unwrap();
    let cases: &[(&[&str], &str)] = &[
        (&["--board", "alq(5,6)"], "both odd or both even"),
        (&["--men", "20,20"], "together at most 25"),
        (&["--men", "0,1"], "each at least 1"),
        (&["--men", "many"], "allowed: one number, or two such as 1,12"),
        (&["--rule", "capture=mandatroy"], "similar: mandatory; allowed: optional, mandatory"),
        (&["--rule", "captur=huff"], "similar: capture; allowed: first"),
        (&["--rule", "capture"], "key=value"),
        (&["--rule", "capture_by=approach", "--rule", "promotion=long"], "promotion"),
    ];
    for (arguments, message) in cases {
        let error = refused(&[&["new", "Wrong", "-o", path], *arguments].concat());
        assert!(error.contains(message), "{arguments:?}: {error}");
    }
    assert!(refused(&["new", " ", "-o", path]).contains("1 to 60 characters"));
    assert!(refused(&["new", "Wrong", "-o", "wrong.txt"]).contains("allowed: .toml"));
    assert!(!file.exists());
}
