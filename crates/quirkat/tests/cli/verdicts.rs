//! Tests what the program says of proved positions, and of the cost of a proof.

use crate::harness::{out, quirkat, refused};

#[test]
fn best_and_show_state_what_is_proved_of_the_start() {
    let best = out(&["best", "alquerque", "--nodes", "5000"]);
    assert!(
        best.contains("\nproved: the side to move wins\n\nc2-c3 ") && best.contains("\nb2-c3                    draws"),
        "{best}"
    );
    let shown = out(&["show", "alquerque"]);
    let proved =
        "White to move\nProved: White wins. Perfect play: c2-c3 wins, b2-c3 draws, d2-c3 loses, d3-c3 loses.\n";
    assert!(shown.contains(proved), "{shown}");
    let article = out(&["show", "alquerque:article"]);
    assert!(article.contains("\nProved: a draw. Perfect play: c2-c3 draws, "), "{article}");
    let changed = out(&["show", "alquerque", "--rule", "capture=optional"]);
    assert!(!changed.contains("Proved"), "{changed}");
    // Positions of tables are proved too.
    let ending = out(&["show", "alquerque", "--position", "W:Wa1,e1:Bb2,d4"]);
    assert!(ending.contains("\nProved: White wins in 1 ply. "), "{ending}");
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
