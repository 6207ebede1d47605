//! Tests training.

use crate::harness::{json, quirkat, refused};
use std::fs;
use std::path::Path;

#[test]
fn killed_and_extended_trainings_give_the_same_result() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let trained = |into: &str, generations: &str, threads: &str, seed: &str| {
        let into = at(into).display().to_string();
        let mut words = vec!["train", "alquerque-de-tres", "--into", &into, "--generations", generations];
        words.extend(["--games", "20", "--nodes", "50", "--epochs", "2", "--threads", threads, "--seed", seed]);
        quirkat(&words)
    };
    let train = |into: &str, threads: &str, seed: &str| trained(into, "2", threads, seed);
    let output = String::from_utf8(train("whole", "2", "1").success().get_output().stdout.clone()).unwrap();
    assert!(output.contains("generation 2: ") && output.contains("the patterns: "), "{output}");
    trained("broken", "1", "1", "1").success();
    train("broken", "1", "1").success();
    let whole = fs::read(at("whole/patterns")).unwrap();
    assert_eq!(fs::read(at("broken/patterns")).unwrap(), whole, "neither threads nor breaks matter");
    // Simulates a kill in the middle of a game of the second generation.
    let games = fs::read(at("broken/games-2")).unwrap();
    fs::write(at("broken/games-2"), &games[..games.len() / 2]).unwrap();
    for name in ["broken/patterns-2", "broken/patterns"] {
        fs::remove_file(at(name)).unwrap();
    }
    train("broken", "2", "1").success();
    assert_eq!(fs::read(at("broken/patterns")).unwrap(), whole);

    let error = String::from_utf8(train("whole", "2", "2").code(2).get_output().stderr.clone()).unwrap();
    assert!(error.contains("belongs to another training") && error.contains("--seed 1"), "{error}");
    fs::create_dir(at("other")).unwrap();
    fs::write(at("other/patterns"), "mine").unwrap();
    let error = String::from_utf8(train("other", "2", "1").code(2).get_output().stderr.clone()).unwrap();
    assert!(error.contains("contains other files"), "{error}");
    assert_eq!(fs::read_to_string(at("other/patterns")).unwrap(), "mine");
    let player = |path: &str| format!("patterns:{}", at(path).display());
    let (patterns, games) = (player("whole/patterns"), player("whole/games-1"));
    let game = ["match", "alquerque-de-tres", "--openings", "2", "--time", "2ms", "--json"];
    assert_eq!(json(&[&game[..], &["--a", &patterns, "--b", "plain"]].concat())["games"], 4);
    for other in [&*games, "patterns:/dev/zero"] {
        assert!(refused(&[&game[..], &["--a", other]].concat()).contains("these are no patterns"), "{other}");
    }
    let error = refused(&["match", "alquerque", "--a", &patterns]);
    assert!(error.contains("patterns of alquerque-de-tres:alfonso; allowed: such as fit alquerque:walker"), "{error}");
}

#[test]
fn training_starts_from_given_weights() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let train = |into: &str, more: &[&str]| {
        let into = at(into);
        let words = ["train", "kharbaga", "--into", &into, "--generations", "1", "--games", "20"];
        // Several threads would store the games in the order in which they end.
        quirkat(&[&words[..], &["--nodes", "50", "--epochs", "2", "--threads", "1"], more].concat())
    };
    train("first", &[]).success();
    let first = at("first/patterns");
    train("second", &["--from", &first, "--units", "8"]).success();
    let read = |name: &str| fs::read(at(name)).unwrap();
    assert_eq!(read("second/patterns-0"), read("first/patterns"));
    assert_ne!(read("second/games-1"), read("first/games-1"), "the new weights change the games");
    let head = String::from_utf8_lossy(&read("second/patterns")).into_owned();
    assert!(head.contains(" --units 8 --result 10 --from patterns --seed 1"), "{head}");
    assert!(head.contains(" rows of 8 units\n"), "{head}");

    // A file with the same name but other content.
    fs::copy(at("second/patterns"), &first).unwrap();
    let error = train("second", &["--from", &first, "--units", "8"]).code(2).get_output().stderr.clone();
    assert!(String::from_utf8(error).unwrap().contains("began with other weights"));
    let error =
        quirkat(&["train", "alquerque", "--into", &at("third"), "--from", &first]).code(2).get_output().stderr.clone();
    let error = String::from_utf8(error).unwrap();
    assert!(
        error.contains("patterns of kharbaga:") && error.contains("allowed: such as fit alquerque:walker"),
        "{error}"
    );
    assert!(!Path::new(&at("third")).exists(), "a refused training leaves no folder");
}
