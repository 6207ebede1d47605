//! Tests game reviews on the analysis page and at the end of a game.

use crate::browser::{Browser, DESK, PHONE};

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
    browser.until("document.querySelector('#tree .ana-main > .ana-turn')?.textContent === 'c1??'");
    browser.until("document.querySelectorAll('#tree .ana-variation .ana-turn').length > 0");
    browser.until("document.querySelectorAll('#curve .curve-verdict.blunder').length === 1");
    // Buttons lead to the turning point and to the better move.
    browser.click("#go-first");
    browser.click(".judged-turned .judged-turn");
    browser.until("document.querySelector('#tree [aria-current]')?.textContent === 'c1??'");
    browser.until_words("#chances", "wins: 100%");
    browser.click_words(".judged-slips .judged-turn", "c3");
    browser.until("document.querySelector('.ana-variation [aria-current]')?.textContent === 'c3'");
    browser.until_piece("c3", Some("b"));

    // The review survives a reload. A game with other moves has no review.
    browser.reload();
    browser.until_words("#judged", "Turning point:");
    browser.click_words("#tree .ana-turn", "c1??");
    browser.click("#delete");
    browser.until("!document.querySelector('#judged').checkVisibility()");
    assert!(browser.console_errors().is_empty());
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
    browser.until("document.querySelectorAll('#tree .ana-main > .ana-turn').length === 3");
    browser.until("document.querySelector('#tree [aria-current]')?.textContent.startsWith('e1xc3')");
    browser.until_words("#tree .ana-comment:last-child", "resigned");
    browser.until_piece("c3", Some("w"));
    assert!(browser.console_errors().is_empty());
}

/// White steps beside Black's man and loses; another step draws.
const STEP: &str = "W:Wa1:Bc3";

pub fn a_finished_game_shows_the_better_move_and_its_analysis_keeps_the_review() {
    let browser = Browser::new();
    for size in [DESK, PHONE] {
        browser.resize(size);
        browser.begin("alquerque", &[("opponent", "here"), ("position", STEP)]);
        browser.play("a1-b2");
        browser.play("c3xa1");
        // All percentages are of one side.
        browser.until_words("#judged", "Turning point: 1. a1-b2?? changed the chances of White from 50% to 0%.");
        browser.until("document.querySelector('#moves [data-ply=\"1\"]').dataset.glyph === '??'");
        assert!(!browser.is_seen(".mark-arrow"));
        browser.click("#moves [data-ply='1']");
        browser.until("document.querySelector('.mark-arrow')");
        browser.until_words("#shown-words", "blunder; better: a1-");
        browser.click("#last");
        browser.until("!document.querySelector('.mark-arrow')");

        browser.click("#flip");
        browser.click("#analysis");
        browser.until_words("#judged", "Turning point: 1. a1-b2??");
        browser.until("document.querySelector('#tree .ana-turn')?.textContent === 'a1-b2??'");
        browser.until("document.querySelector('#curve .curve-line')");
        let is_flipped = "document.querySelector('#board [data-point=a1]').getBoundingClientRect().top
                          < document.querySelector('#board [data-point=a5]').getBoundingClientRect().top";
        browser.until(is_flipped);
        // A reload keeps both.
        browser.until("!location.pathname.includes('/play/')");
        browser.reload();
        browser.until_words("#judged", "Turning point: 1. a1-b2??");
        browser.until(is_flipped);
    }
    assert!(browser.console_errors().is_empty());
}

pub fn the_next_game_can_be_easier_or_harder() {
    let browser = Browser::new();
    let play_and_resign = |turn: Option<&str>| {
        browser.until_words("#status", "Your move");
        let turns = browser.turns();
        let turn = turn.map_or_else(|| browser.stage.legal("alquerque:walker", None, &turns).remove(0), str::to_owned);
        browser.play(&turn);
        browser.until_turns_from(turns.len() + 2);
        browser.until_words("#status", "Your move");
        browser.click("#resign");
        browser.click("#resign-yes");
        browser.until_words("#result", "You lose");
    };
    browser.begin("alquerque", &[("opponent", "engine"), ("level", "2"), ("side", "first")]);
    play_and_resign(Some("d2-c3"));
    let first = browser.text_of("location.pathname");
    assert_eq!(browser.text_of("document.querySelector('#harder').title"), "Harder: play again at level 3");
    browser.click("#easier");
    browser.until(&format!("location.pathname.includes('/play/') && location.pathname !== '{first}'"));
    browser.until_play();
    // The sides are swapped, and there is no lower level.
    browser.until_words("#player-first .player-name", "1");
    browser.until_words("#player-second .player-note", "you");
    play_and_resign(None);
    assert!(!browser.is_seen("#easier") && browser.is_seen("#harder"));
}
