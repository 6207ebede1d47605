//! Tests the museum view as visitors use it.

use crate::browser::{Browser, DESK};
use crate::play::points_of;

/// Enters a move by touching its points.
fn enter(browser: &Browser, turn: &str) {
    points_of(turn).iter().for_each(|name| browser.choose(name));
}

/// Waits for the status that names the side to move.
fn until_status(browser: &Browser, words: &str) {
    browser.until_words("#status", words);
}

pub fn a_visitor_plays_the_engine_and_the_museum_view_resets() {
    let browser = Browser::of("en", DESK);
    browser.goto("/museum/alquerque?reset=15");
    until_status(&browser, "White: your move");
    let start = browser.pieces();
    // Every visitor may request a hint.
    browser.click("#hint");
    browser.until_words("#advice", ": ");
    browser.until("document.querySelectorAll('quirkat-board .mark-circle').length > 0");
    let hint = browser.words("#advice");
    let (turn, _) = hint.split_once(": ").expect("a turn and a reason");
    enter(&browser, turn);
    // The engine answers. By Walker's rules it must capture.
    browser.until("document.querySelectorAll('quirkat-board .mark-came, quirkat-board .mark-way').length > 0");
    until_status(&browser, "White: your move");
    let taken = browser.pieces();
    assert_eq!(taken.values().filter(|code| *code == "w").count(), 11, "{taken:?}");
    // Without touches the view announces the restart, and resets.
    browser.until_words("#leaving", "The game restarts in");
    browser.until("document.querySelector('#leaving').textContent === ''");
    browser
        .wait("the start", || if browser.pieces() == start { Ok(()) } else { Err(format!("{:?}", browser.pieces())) });
    assert_eq!(browser.words("#advice"), "Choose a piece.");
    assert!(browser.console_errors().is_empty());
}

pub fn two_visitors_play_and_change_their_language() {
    let browser = Browser::of("en", DESK);
    browser.goto("/museum/alquerque");
    browser.click_words("nav a", "Español");
    until_status(&browser, "Blancas: es su turno");
    browser.click("#pair");
    enter(&browser, "d2-c3");
    until_status(&browser, "Negras: es su turno");
    enter(&browser, "b4xd2");
    until_status(&browser, "Blancas: es su turno");
    browser.until_piece("d2", Some("b"));
    // The rules open beside the board, and no link leaves the view.
    browser.click("#rules summary");
    browser.until_words("#rules", "capturar");
    browser.click("#again");
    browser.until_piece("d2", Some("w"));
    assert_eq!(browser.value("document.querySelectorAll('a:not(nav a)').length"), 0);
    assert!(browser.console_errors().is_empty());
}
