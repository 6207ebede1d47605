//! Tests whole games against the engine.

use crate::browser::{Browser, DESK, PHONE, keys};
use crate::play::{point, points_of};
use serde_json::json;

/// Picks a move that varies with the ply but not between runs.
fn pick(turns: &[String], ply: usize) -> &str {
    &turns[(ply * 7 + 3) % turns.len()]
}

/// Waits until the player is to move. Returns false when the game is over.
fn my_turn(browser: &Browser) -> bool {
    let over = "document.querySelector('#end').checkVisibility()";
    browser.until(&format!("{over} || document.querySelector('#status').textContent === 'Your move'"));
    browser.value(over) != true
}

pub fn a_game_is_played_to_its_end_with_the_mouse() {
    let browser = Browser::new();
    browser.goto("/");
    browser.click_words(".game-card h3 a", "Alquerque");
    browser.click(".play-now a[href*='/new/']");
    browser.click("label.choice:has([name=opponent][value=engine])");
    browser.click("label.choice:has([name=level][value='1'])");
    browser.click("label.choice:has([name=side][value=first])");
    browser.click(".submit button");
    browser.until_play();

    // The first move is made by dragging.
    assert!(my_turn(&browser));
    browser.until_marked(&["b2", "c2", "d2", "d3"]);
    browser.drag(&point("d2"), &point("c3"), 0);
    browser.until("document.querySelector('#moves [data-ply]')?.textContent === 'd2-c3'");
    while my_turn(&browser) {
        let turns = browser.turns();
        let legal = browser.stage.legal("alquerque:walker", None, &turns);
        browser.play(pick(&legal, turns.len()));
    }
    let words = browser.words("#hint");
    assert!(!words.is_empty());
    let status = browser.words("#status");
    assert!(["You win", "You lose", "Draw"].iter().any(|verdict| status.starts_with(verdict)), "{status}");
    // The replay starts with all twenty-four men.
    browser.click("#first");
    browser.until_words("#status", "The start of the game");
    browser.until("document.querySelectorAll('.piece').length === 24");
    browser.click("#next");
    browser.until_piece("c3", Some("w"));
}

pub fn a_game_is_played_to_its_end_with_the_keyboard_alone() {
    let browser = Browser::new();
    browser.goto("/new/alquerque-de-tres?variant=moving&opponent=engine&level=1&side=first");
    browser.tab_to(".submit button");
    browser.press([keys::ENTER]);
    browser.until_play();
    browser.tab_to("quirkat-board");
    let title = "alquerque-de-tres:moving";
    let mut own = 0;
    while my_turn(&browser) {
        let turns = browser.turns();
        let legal = browser.stage.legal(title, None, &turns);
        let turn = pick(&legal, turns.len());
        own += 1;
        match own {
            // A chosen piece can be deselected.
            4 => {
                let start = points_of(turn).remove(0);
                browser.steer(&start);
                browser.press([keys::ENTER]);
                browser
                    .until("document.querySelector('.mark-selected') && !document.querySelector('#undo-hop').disabled");
                browser.press([keys::ESCAPE]);
                browser.until("!document.querySelector('.mark-selected')");
                browser.play_by_keys(turn);
            }
            // A move can also be typed.
            2 => {
                browser.enter_at("#more summary");
                browser.tab_to("#type-turn");
                browser.press(turn.chars().chain([keys::ENTER]));
                browser.until_turns_from(turns.len() + 1);
                browser.tab_to("quirkat-board");
            }
            _ => browser.play_by_keys(turn),
        }
    }
    assert!(own >= 3, "{own} turns only");
    assert!(!browser.words("#hint").is_empty());
}

pub fn the_end_of_a_game_shows_its_reason_without_layout_shift() {
    let browser = Browser::new();
    for size in [DESK, PHONE] {
        browser.resize(size);
        browser.begin("alquerque", &[("opponent", "here"), ("position", "W:Wa1,e1:Bb2")]);
        browser.until_marked(&["a1"]);
        let board = "JSON.stringify(document.querySelector('#board').getBoundingClientRect().toJSON())";
        browser.run("scrollTo(0, 0)", json!([]));
        let before = browser.text_of(board);
        browser.play("a1xc3");
        browser.until_words("#hint", "Black has no men left.");
        browser.until_words("#end .end-rules", "A player who has no men left loses.");
        browser.until_words("#shown-words", "White: man on a1 to c3, takes b2");
        let rematch = "(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(document.querySelector('#rematch').getBoundingClientRect())";
        assert_eq!(browser.text_of(board), before, "the board stays where it is");
        assert_eq!(browser.value(rematch), true, "what may follow is in view");
        // The result stands on the board until the visitor goes on.
        browser.until_words("#result", "White wins\n\nBlack has no men left.");
        let shown = "(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(document.querySelector('#result').getBoundingClientRect())";
        assert_eq!(browser.value(shown), true, "the result is in view");
        browser.click("#result-close");
        assert!(!browser.is_seen("#result"));
    }
}

pub fn the_panel_says_what_is_special_in_a_game() {
    let browser = Browser::new();
    let here = ("opponent", "here");
    browser.begin("bagh-chal", &[here, ("position", "W:Wb1,c1,a2,a3,b2,c3:Ba1,e1,a5,e5:hand=14,0")]);
    browser.until_words("#player-second .player-note", "1 of 4 trapped");
    assert!(!browser.words("#player-first .player-note").contains("trapped"));
    assert!(browser.words("#player-first .player-tray").contains("14 in hand"));
    browser.begin("alquerque-de-nueve", &[here, ("variant", "dados")]);
    browser.until_words("#dice", "White threw:");
    browser.until("document.querySelectorAll('#dice svg').length === 3");
    browser.begin("konane", &[here]);
    browser.until_words("#pressing", "No stone can leap on a full board, so each side first takes one off.");
    browser.play("xa1");
    browser.until_words("#pressing", "No stone can leap");
    browser.play("xa2");
    browser.until_turns(2);
    assert!(!browser.words("#pressing").contains("full board"));
    assert!(browser.console_errors().is_empty());
}

pub fn the_trainer_says_whether_a_move_kept_the_value() {
    let browser = Browser::new();
    for (position, turn, words) in [
        ("W:Wc2,b1,a1:Bc4", "b1-b2", "Still won."),
        ("W:Wa1,c1:Bb3,c4", "c1-c2", "Still a draw."),
        ("W:Wa1,c1:Bb3,c4", "a1-b2", "That gave the draw away: it is lost now. Better: c1-c2."),
    ] {
        let rules = "variant=seed&opt_n=4&opt_repetition=draw";
        browser
            .goto(&format!("/new/awithlaknannai?{rules}&position={position}&opponent=engine&level=perfect&side=first"));
        browser.click(".submit button");
        browser.until_play();
        assert!(my_turn(&browser));
        browser.play(turn);
        browser.until_words("#trainer", words);
    }
}
