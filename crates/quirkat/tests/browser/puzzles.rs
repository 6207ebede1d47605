//! Tests solving a puzzle.

use crate::browser::Browser;
use crate::play::points_of;
use crate::stage::agent;
use serde_json::Value;

/// A puzzle of two moves.
const PUZZLE: &str = "/puzzles/lasca/2";

/// Returns the answer of an API path.
fn question(browser: &Browser, path: &str) -> Value {
    let mut response = agent().get(format!("{}/api{path}", browser.stage.site)).call().expect("an answer");
    response.body_mut().read_json().expect("JSON")
}

/// Enters a move by clicks.
fn enter(browser: &Browser, turn: &str) {
    for name in points_of(turn) {
        browser.choose(&name);
    }
}

pub fn a_puzzle_is_solved_after_a_wrong_move() {
    let browser = Browser::new();
    browser.goto("/");
    browser.click("header a[href$='/puzzles']");
    browser.until_words("h1", "Puzzles");
    browser.goto(PUZZLE);
    browser.until_words("#status", "Find the move.");
    let solution: Vec<String> = question(&browser, &format!("{PUZZLE}/solution"))["turns"]
        .as_array()
        .expect("turns")
        .iter()
        .map(|turn| turn["text"].as_str().expect("a text").to_owned())
        .collect();
    let fen = question(&browser, PUZZLE)["position"]["fen"].as_str().expect("a text").to_owned();
    let legal = browser.stage.legal("lasca", Some(&fen), &[]);
    let wrong = legal.iter().find(|turn| **turn != solution[0]).expect("a choice");

    enter(&browser, wrong);
    browser.until_words("#status", "is not the move");
    assert_eq!(browser.value("document.querySelectorAll('#turns li').length"), 0);
    // The hint names a point of the right move.
    browser.click("#hint");
    browser.until_words("#status", &format!("Look at {}.", points_of(&solution[0])[0]));
    enter(&browser, &solution[0]);
    browser.until_words("#status", "Right. Go on.");
    // The reply has been played.
    browser.until("document.querySelectorAll('#turns li').length === 2");
    enter(&browser, &solution[2]);
    browser.until_words("#status", "Solved!");
    browser.until_words("#status", "a breakthrough");
    assert_eq!(browser.value("document.querySelector('#analysis').href.includes('turns=')"), true);
    browser.click("#next");
    browser.until(&format!("!location.pathname.endsWith('{PUZZLE}') && location.pathname.includes('/puzzles/')"));
    browser.until_words("#status", "Find the move.");

    // After giving up, the solution is shown and the puzzle can be tried again.
    browser.click("#solution");
    browser.until_words("#status", "That is the solution.");
    browser.until("document.querySelectorAll('#turns li').length > 0");
    browser.click("#again");
    browser.until_words("#status", "Find the move.");
    assert!(browser.complaints().is_empty());
}
