//! The view for a museum's screen, as visitors use it.

use crate::browser::{Browser, DESK};
use crate::play::points_of;

/// Enters a turn by touching its points.
fn enter(browser: &Browser, turn: &str) {
    points_of(turn).iter().for_each(|name| browser.choose(name));
}

/// Waits until it is the visitor's turn, or another's, as the screen says it.
fn until_status(browser: &Browser, words: &str) {
    browser.until_words("#status", words);
}

pub fn a_visitor_plays_the_machine_and_the_screen_begins_again_by_itself() {
    let browser = Browser::of("en", DESK);
    browser.goto("/museum/alquerque?reset=15");
    until_status(&browser, "White: your move");
    let start = browser.pieces();
    // Anybody may have a hint.
    browser.click("#hint");
    browser.until_words("#told", ": ");
    browser.until("document.querySelectorAll('quirkat-board .mark-circle').length > 0");
    let hint = browser.words("#told");
    let (turn, _) = hint.split_once(": ").expect("a turn and a reason");
    enter(&browser, turn);
    // The machine answers: by Walker's rules it has to take.
    browser.until("document.querySelectorAll('quirkat-board .mark-came, quirkat-board .mark-way').length > 0");
    until_status(&browser, "White: your move");
    let taken = browser.pieces();
    assert_eq!(taken.values().filter(|code| *code == "w").count(), 11, "{taken:?}");
    // Nobody touches it any more: it says so, and is as it was.
    browser.until_words("#leaving", "The game restarts in");
    browser.until("document.querySelector('#leaving').textContent === ''");
    browser
        .wait("the start", || if browser.pieces() == start { Ok(()) } else { Err(format!("{:?}", browser.pieces())) });
    assert_eq!(browser.words("#told"), "Choose a piece.");
    assert!(browser.complaints().is_empty());
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
    // The rules are read beside the board, and nothing leads away from it.
    browser.click("#rules summary");
    browser.until_words("#rules", "capturar");
    browser.click("#again");
    browser.until_piece("d2", Some("w"));
    assert_eq!(browser.value("document.querySelectorAll('a:not(nav a)').length"), 0);
    assert!(browser.complaints().is_empty());
}
