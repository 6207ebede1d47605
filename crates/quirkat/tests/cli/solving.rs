//! Games solved, and their tables.

use crate::harness::{json, out, quirkat, refused};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

const STRIP: [&str; 5] = ["awithlaknannai", "--rule", "n=4", "--rule", "repetition=draw"];

/// A command about the strip and a folder.
fn words<'a>(before: &[&'a str], folder: &'a str, after: &[&'a str]) -> Vec<&'a str> {
    [before, &STRIP, &["--dir", folder], after].concat()
}

fn bytes(folder: &Path) -> Vec<Vec<u8>> {
    (1..=6).map(|men| fs::read(folder.join(format!("whole-{men:02}.table"))).unwrap()).collect()
}

#[test]
fn a_strip_is_solved_looked_up_and_verified() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("strip");
    let dir = at.to_str().unwrap();
    let slices = json(&words(&["solve"], dir, &["--json"]));
    // All placements of one man beside none and one on thirteen points.
    assert_eq!(slices["1,0"], serde_json::json!([13, 0, 0]));
    let all: u64 = slices["1,1"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!(all, 13 * 12);
    assert!(out(&words(&["solve"], dir, &[])).contains("6,6"), "made before, told again");

    let here = json(&words(&["tables", "probe"], dir, &["--json"]));
    assert_eq!(here["value"], "draw");
    assert_eq!(here["turns"].as_array().unwrap().len(), 3);
    assert_eq!(here["turns"][0], serde_json::json!({ "turn": "b4-b3", "value": "draw" }));
    assert!(out(&words(&["tables", "verify"], dir, &["--positions", "2000"])).contains("2 000 positions, no fault"));
    assert_eq!(out(&["tables", "list", dir]).lines().count(), 6);
    let drawn = out(&words(&["tables", "random"], dir, &["--value", "win", "--men", "5", "--count", "3"]));
    for position in drawn.lines() {
        let found = json(&words(&["tables", "probe"], dir, &["--json", "--position", position]));
        assert_eq!(found["value"], "win", "{position}");
    }
}

#[test]
fn what_cannot_be_solved_or_read_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    assert!(refused(&["solve", "alquerque:roman", "--dir", &at("a")]).contains("promotion=short"));
    assert!(refused(&["solve", "international", "--dir", &at("a")]).contains("at most 26"));
    assert!(
        refused(&["solve", "alquerque", "--memory", "1", "--dir", &at("a")]).contains("allowed by --memory: 1 GiB")
    );
    assert!(!Path::new(&at("a")).exists(), "nothing was begun");
    assert!(refused(&["tables", "probe", "alquerque", "--dir", &at("b")]).contains("quirkat solve"));

    let dir = at("strip");
    quirkat(&words(&["solve"], &dir, &["--men", "2"])).success();
    let other = ["solve", "alquerque", "--men", "1", "--dir", &dir];
    assert!(refused(&other).contains("belongs to another solution"));
    let blocked = [&STRIP[..], &["--rule", "blocked=draw", "--dir", &dir]].concat();
    let error = quirkat(&[&["tables", "verify"], &blocked[..]].concat()).code(1).get_output().stderr.clone();
    assert!(String::from_utf8(error).unwrap().contains("tables of other rules"));
    let file = Path::new(&dir).join("whole-02.table");
    let sound = fs::read(&file).unwrap();
    fs::write(&file, &sound[..sound.len() - 1]).unwrap();
    assert!(out(&["tables", "list", &dir]).contains("cut off or damaged"));
    quirkat(&words(&["tables", "probe"], &dir, &[])).code(1);
}

#[test]
fn a_solution_that_is_killed_goes_on_and_comes_to_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let (whole, broken) = (at("whole"), at("broken"));
    quirkat(&words(&["solve"], whole.to_str().unwrap(), &[])).success();
    for round in 1..=3 {
        let words = words(&["solve"], broken.to_str().unwrap(), &["--threads", "1"]);
        let mut program = Command::new(env!("CARGO_BIN_EXE_quirkat"));
        let mut program = program.args(words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let next = broken.join(format!("whole-{round:02}.table"));
        while !next.exists() && program.try_wait().unwrap().is_none() {
            sleep(Duration::from_millis(1));
        }
        program.kill().unwrap();
        program.wait().unwrap();
    }
    quirkat(&words(&["solve"], broken.to_str().unwrap(), &[])).success();
    assert!(bytes(&broken) == bytes(&whole), "a death makes a difference");
}
