//! Tests game reviews on the analysis page and at the end of a game.

use crate::browser::Browser;

/// Black misses a win; White takes it.
const BLUNDER: &str = "/analysis/alquerque-de-tres:alfonso/B:Wa1,b2:Bb1:hand=1,2?turns=drop%20@c1;drop%20@c3";

pub fn a_review_marks_a_mistake_that_can_be_corrected() {
    let browser = Browser::new();
    browser.goto(BLUNDER);
    browser.until("document.querySelectorAll('#tree .ana-turn').length === 2");
    browser.click("#judge");
    browser.until_words("#judged", "Turning point:");
    assert!(browser.words("#judged").contains("blunder"), "{}", browser.words("#judged"));
    // The move has its glyph, the better line beside it, and a mark on the chart.
    browser.until("document.querySelector('#tree .ana-main > .ana-turn')?.textContent === 'drop @c1??'");
    browser.until("document.querySelectorAll('#tree .ana-variation .ana-turn').length > 0");
    browser.until("document.querySelectorAll('#curve .curve-verdict.blunder').length === 1");
    // Buttons lead to the turning point and to the better move.
    browser.click("#go-first");
    browser.click(".judged-turned .judged-turn");
    browser.until("document.querySelector('#tree [aria-current]')?.textContent === 'drop @c1??'");
    browser.until_words("#chances", "wins: 100%");
    browser.click_words(".judged-slips .judged-turn", "drop @c3");
    browser.until("document.querySelector('.ana-variation [aria-current]')?.textContent === 'drop @c3'");
    browser.until_piece("c3", Some("b"));

    // The review survives a reload. A game with other moves has no review.
    browser.reload();
    browser.until_words("#judged", "Turning point:");
    browser.click_words("#tree .ana-turn", "drop @c1??");
    browser.click("#delete");
    browser.until("!document.querySelector('#judged').checkVisibility()");
    assert!(browser.complaints().is_empty());
}

pub fn a_finished_game_shows_its_turning_point() {
    let browser = Browser::new();
    browser.begin("alquerque", &[("opponent", "here")]);
    for turn in ["d2-c3", "b4xd2", "e1xc3"] {
        browser.play(turn);
    }
    assert!(!browser.is_seen("#review"));
    browser.click("#resign");
    browser.click("#resign-yes");
    browser.until_words("#judged", "Accuracy: White");
    browser.until("document.querySelector('#curve').checkVisibility() && document.querySelector('#curve .curve-line')");
    // The chart navigates the game.
    browser.click("#curve");
    browser.until_words("#status", "Move");
    // It is not reviewed again.
    browser.reload();
    browser.until_words("#judged", "Accuracy: White");
    browser.click("#analysis");
    browser.until("document.querySelectorAll('#tree .ana-turn').length === 3");
    browser.until("document.querySelector('#tree [aria-current]')?.textContent.startsWith('e1xc3')");
    browser.until_piece("c3", Some("w"));
    assert!(browser.complaints().is_empty());
}
