//! Tests what the program says of proved positions, and of the cost of a proof.

use crate::harness::{json, out, quirkat, read_back, refused};
use quirkat_wire::{Category, PositionAnalysis, PositionOnBoard};
use std::fs;

#[test]
fn best_and_show_state_what_is_proved_of_the_start() {
    let best = out(&["best", "alquerque", "--nodes", "5000"]);
    assert!(
        best.contains("\nproved: the side to move wins\n\nc2-c3 ") && best.contains("\nb2-c3                    draws"),
        "{best}"
    );
    let shown = out(&["show", "alquerque"]);
    let proved =
        "White to move.\nProved: White wins. Perfect play: c2-c3 wins, b2-c3 draws, d2-c3 loses, d3-c3 loses.\n";
    assert!(shown.contains(proved), "{shown}");
    let spanish = out(&["show", "alquerque", "--lang", "es"]);
    assert!(spanish.contains("\nJuegan las Blancas.\nDemostrado: "), "{spanish}");
    let article = out(&["show", "alquerque:article"]);
    assert!(article.contains("\nProved: a draw. Perfect play: c2-c3 draws, "), "{article}");
    let changed = out(&["show", "alquerque", "--rule", "capture=optional"]);
    assert!(!changed.contains("Proved"), "{changed}");
    // Positions of tables are proved too.
    let ending = out(&["show", "alquerque", "--position", "W:Wa1,e1:Bb2,d4"]);
    assert!(ending.contains("\nProved: White wins in 1 ply. "), "{ending}");
}

#[test]
fn json_of_best_and_show_holds_what_is_proved() {
    let best: PositionAnalysis = read_back(&json(&["best", "alquerque", "--nodes", "500", "--json"]));
    let shown: PositionOnBoard = read_back(&json(&["show", "alquerque", "--json"]));
    // The tables do not contain the start.
    assert_eq!(best.tables, None);
    assert_eq!(best.proved, shown.proved);
    let proved = best.proved.unwrap();
    let values: Vec<_> = proved.moves.iter().map(|turn| (&*turn.text, turn.category)).collect();
    assert_eq!(proved.category, Category::Win);
    // The values are those of the side that replies.
    let expected =
        [("c2-c3", Category::Loss), ("b2-c3", Category::Draw), ("d2-c3", Category::Win), ("d3-c3", Category::Win)];
    assert_eq!(values, expected);

    // Positions of tables are proved too.
    let ending = ["alquerque", "--position", "W:Wa1,e1:Bb2,d4", "--json"];
    let best: PositionAnalysis = read_back(&json(&[&["best", "--nodes", "500"], &ending[..]].concat()));
    let shown: PositionOnBoard = read_back(&json(&[&["show"], &ending[..]].concat()));
    assert_eq!(best.proved.as_ref().unwrap().dtw, Some(1));
    assert_eq!(best.proved, best.tables);
    assert_eq!(best.proved, shown.proved);

    for unknown in [&["alquerque", "--rule", "capture=optional"][..], &["alquerque", "--position", "W:W:Ba1"]] {
        let best: PositionAnalysis = read_back(&json(&[&["best", "--nodes", "500", "--json"], unknown].concat()));
        let shown: PositionOnBoard = read_back(&json(&[&["show", "--json"], unknown].concat()));
        assert_eq!((best.proved, shown.proved), (None, None), "{unknown:?}");
    }
}

#[test]
fn a_solved_game_ends_with_the_verdict_on_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let strip = out(&["solve", "awithlaknannai", "--rule", "n=4", "--dir", &at("strip")]);
    let (_, verdict) = strip.split_once("\nthe start: the side to move ").expect(&strip);
    assert!(
        verdict.starts_with("loses\n\n") && verdict.lines().skip(2).all(|line| line.ends_with(" loses")),
        "{strip}"
    );
    let three = out(&["solve", "alquerque-de-tres:moving", "--distances", "6", "--dir", &at("three")]);
    let (_, verdict) = three.split_once("\nthe start: the side to move ").expect(&three);
    assert!(verdict.starts_with("wins in 9 plies\n\ndrop @b2 "), "{three}");
    // Tables without the start have no verdict.
    let few = out(&["solve", "awithlaknannai", "--rule", "n=4", "--men", "2", "--dir", &at("few")]);
    assert!(!few.contains("the start"), "{few}");
}

#[test]
fn large_work_is_not_begun_without_being_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("all");
    let error = refused(&["solve", "alquerque", "--dir", at.to_str().unwrap()]);
    assert!(error.contains("GiB of memory, and at most 2") && error.contains("--yes"), "{error}");
    assert!(!at.exists());
    let small = ["solve", "awithlaknannai", "--rule", "n=4", "--men", "1", "--dir", at.to_str().unwrap(), "--yes"];
    quirkat(&small).success();
}

#[test]
fn large_work_on_all_games_or_together_is_not_begun_without_being_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let all = at("all");
    let all = ["solve", "--all", "--hours", "0", "--dir", &all, "--distances"];
    let error = refused(&[&all[..], &["4"]].concat());
    assert!(error.contains("games with up to 4 pieces take up to ") && error.contains("--yes"), "{error}");
    assert!(!folder.path().join("all").exists());
    assert!(out(&[&all[..], &["4", "--yes"]].concat()).ends_with("stopped; the same command resumes\n"));

    fs::write(at("hosts"), "127.0.0.1:2101\n127.0.0.1:2102\n").unwrap();
    let (hosts, share) = (at("hosts"), at("share"));
    let together = ["solve", "english", "--hosts", &hosts, "--process", "1", "--dir", &share, "--distances"];
    let error = refused(&[&together[..], &["6"]].concat());
    assert!(error.contains("endings to solve, with at least ") && error.contains("--yes"), "{error}");
    let error = refused(&[&together[..], &["6", "--memory", "1"]].concat());
    assert!(error.contains("endings with 6 pieces take at least ") && error.contains("--memory: 1.00 GiB"), "{error}");
    assert!(!folder.path().join("share").exists());
}
