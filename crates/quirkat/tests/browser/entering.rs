//! Tests moves that take more than two clicks, and choices that the rules forbid.

use crate::browser::{Browser, DESK};
use crate::play::point;

/// Opens a game of one person for both sides, from a position.
fn from(browser: &Browser, game: &str, variant: &str, position: &str) {
    browser.begin(game, &[("variant", variant), ("opponent", "here"), ("position", position)]);
}

pub fn a_capture_is_chosen_hop_by_hop_and_a_hop_taken_back() {
    let browser = Browser::new();
    from(&browser, "alquerque", "walker", "W:Wa1:Bb2,d3,d4,a5");
    browser.until_marked(&["a1"]);
    browser.choose("a1");
    browser.choose("c3");
    // Two captures continue from here. The first man has already left the board.
    browser.until_marked(&["e3", "e5"]);
    browser.until_piece("c3", Some("w"));
    browser.until("document.querySelectorAll('.mark-taken').length === 1");
    browser.choose("e3");
    browser.until_marked(&["c5"]);
    browser.click("#undo-hop");
    browser.until_marked(&["e3", "e5"]);
    browser.until_piece("c3", Some("w"));
    browser.choose("e5");
    browser.until_turns(1);
    assert_eq!(browser.turns(), ["a1xc3xe5"]);
    browser.until_piece("d4", None);
    let pieces: Vec<_> = browser.pieces().into_iter().collect();
    assert_eq!(pieces, [("a5", "b"), ("d3", "b"), ("e5", "w")].map(|(at, code)| (at.to_owned(), code.to_owned())));
}

pub fn an_ambiguous_capture_waits_for_the_choice() {
    let browser = Browser::new();
    from(&browser, "fanorona", "", "W:Wd3:Bc3,f3,a5");
    browser.choose("d3");
    browser.choose("e3");
    // Either man can be captured. Both remain until one is chosen.
    browser.until_marked(&["c3", "f3"]);
    browser.until_piece("e3", Some("w"));
    for name in ["c3", "f3"] {
        browser.until_piece(name, Some("b"));
    }
    assert!(!browser.is_seen(".mark-taken"));
    browser.choose("c3");
    browser.until_turns(1);
    assert_eq!(browser.turns(), ["d3-e3W"]);
    browser.until_piece("c3", None);
    browser.until_piece("f3", Some("b"));

    // The analysis page behaves in the same way.
    browser.goto("/analysis/fanorona/W:Wd3:Bc3,f3,a5");
    browser.choose("d3");
    browser.choose("e3");
    browser.until_marked(&["c3", "f3"]);
    assert!(!browser.is_seen(".mark-taken"));
}

pub fn all_stones_of_an_approach_and_a_withdrawal_are_ringed_and_choose_it() {
    for (language, letters) in [("en", "(approach, A)"), ("es", "(acercamiento, A)"), ("fr", "(approche, A)")] {
        let browser = Browser::of(language, DESK);
        // Nine pieces can capture: their moves are not listed.
        browser.begin("fanorona", &[("opponent", "here")]);
        browser.until("document.querySelector('#pressing').textContent.endsWith('.')");
        assert!(!browser.words("#pressing").contains(':'), "{}", browser.words("#pressing"));
        from(&browser, "fanorona", "", "W:Wd3:Bb3,c3,f3,g3,a5");
        browser.choose("d3");
        browser.choose("e3");
        browser.until_marked(&["b3", "c3", "f3", "g3"]);
        browser.until_words("#hint", letters);
        // The far stone chooses the capture too.
        browser.click(&point("b3"));
        browser.until_turns(1);
        assert_eq!(browser.turns(), ["d3-e3W"]);
        browser.until_piece("c3", None);
    }
}

/// Two captures whose men leave the board together at the end of the move.
const TOGETHER: [(&str, &str); 2] = [("opt_removal", "end"), ("position", "W:Wa1:Bb2,d4,a5")];

pub fn men_captured_at_the_end_of_the_move_stay_until_then() {
    let browser = Browser::new();
    browser.begin("alquerque", &[&[("opponent", "here")], &TOGETHER[..]].concat());
    browser.choose("a1");
    browser.choose("c3");
    browser.until_marked(&["e5"]);
    browser.until_piece("b2", Some("b"));
    // The captured man is crossed out in place.
    browser.until("document.querySelectorAll('.q-over .mark-taken').length === 1");
    browser.choose("e5");
    browser.until_turns(1);
    assert_eq!(browser.turns(), ["a1xc3xe5"]);
    for name in ["b2", "d4"] {
        browser.until_piece(name, None);
    }
}

pub fn spectators_see_captured_men_until_the_end_of_the_move() {
    let host = Browser::new();
    host.begin("alquerque", &[&[("opponent", "here")], &TOGETHER[..]].concat());
    let watcher = Browser::new();
    watcher.goto(&host.text_of("document.querySelector('#watch').value"));
    watcher.until_play();
    // At each hop: the men still on the board, and the number crossed out.
    watcher.run(
        "window.hops = [];
         document.querySelector('#board').addEventListener('quirkat-hop', () => window.hops.push([
           ['b2', 'd4'].filter(name => document.querySelector(`.piece[data-at='${name}']`)).join(),
           document.querySelectorAll('.piece .mark-taken').length,
         ]))",
        serde_json::json!([]),
    );
    host.play("a1xc3xe5");
    watcher.until_turns(1);
    for name in ["b2", "d4"] {
        watcher.until_piece(name, None);
    }
    assert_eq!(watcher.value("window.hops"), serde_json::json!([["b2,d4", 1], ["b2,d4", 1]]));
    assert_eq!(watcher.value("document.querySelectorAll('.piece .mark-taken').length"), 0);
}

pub fn a_piece_that_did_not_capture_is_huffed() {
    let browser = Browser::new();
    from(&browser, "alquerque", "smith_bell", "W:Wa1,e1:Bc5,e5:huff=c5");
    browser.until_words("#pressing", "c5");
    browser.until("document.querySelector('.mark-huffable')");
    browser.click(&point("c5"));
    // The man is removed and the move continues. A second click would end it.
    browser.until_piece("c5", None);
    browser.click("#undo-hop");
    browser.until_piece("c5", Some("b"));
    browser.until("document.querySelector('.mark-huffable')");
    browser.click(&point("c5"));
    browser.until_piece("c5", None);
    browser.choose("a1");
    browser.choose("a2");
    browser.until_turns(1);
    assert_eq!(browser.turns(), ["huffs c5, a1-a2"]);
    browser.until_piece("a2", Some("w"));
    assert!(!browser.pieces().contains_key("c5"));
}

pub fn an_overlooked_capture_can_be_claimed() {
    let browser = Browser::new();
    from(&browser, "buruj", "protest", "W:Wa1:Bb2,e5");
    browser.play("a1-a2");
    browser.until_words("#pressing", "you may claim a longer capture");
    browser.click_words("#claims button", "There is a longer capture: a1xc3");
    // The move is taken back and the capture is made instead. The captured man lies under the capturing one.
    browser.until_piece("c3", Some("bw"));
    browser.until("document.querySelector('#claims [aria-pressed=true]')");
    assert!(!browser.pieces().contains_key("a2"));
    browser.choose("e5");
    browser.choose("e4");
    browser.until_turns(2);
    assert_eq!(browser.turns(), ["a1-a2", "claims a1xc3, e5-e4"]);
    browser.until_piece("e4", Some("b"));
    browser.until_piece("c3", Some("bw"));
}

pub fn a_forbidden_choice_is_explained_on_the_board() {
    let languages = [("en", "You must capture", "now: "), ("es", "Hay que capturar", "ahora: ")];
    for (language, pressing, now) in languages {
        let browser = Browser::of(language, DESK);
        browser.begin("alquerque", &[("opponent", "here")]);
        browser.play("d2-c3");
        browser.until_words("#pressing", pressing);
        browser.until_marked(&["b4", "d4"]);
        browser.click(&point("a3"));
        browser.until_refused(now);
        let words = browser.words(".board-bubble");
        assert!(words.contains("captur") && words.contains("b4xd2"), "{words}");
        // Screen readers announce it too.
        browser.until(&format!("document.querySelector('#board [aria-live]').textContent.includes('{now}')"));
        // No move was made, and legal moves remain possible.
        browser.play("b4xd2");
        // The answer to a typed move appears beside its field.
        browser.click("#more summary");
        browser.write("#type-turn", "a5-e1");
        browser.click("#type-form button");
        browser.until("document.querySelector('#type-error').textContent.length > 10");
        assert_eq!(browser.turns().len(), 2);
    }
}
