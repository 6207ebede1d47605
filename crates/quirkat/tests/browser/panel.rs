//! Tests the panel of the play page: its parts stay in place and in view, whatever happens in the game.

use crate::browser::{Browser, DESK, PHONE};
use crate::play::points_of;
use serde_json::{Value, json};

/// A laptop, small phones in both orientations, a tablet, and a low window.
const SIZES: [(u32, u32); 8] = [DESK, (1280, 800), (1280, 560), (870, 590), PHONE, (360, 640), (844, 390), (768, 1024)];

/// Counts the tones that the page plays.
const COUNT_TONES: &str = "
    window.tones = 0;
    const create = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
      window.tones += 1;
      return create.call(this);
    };";

/// Returns the upper and the lower end of an element on the screen.
fn ends(browser: &Browser, selector: &str) -> [f64; 2] {
    let box_of = "const { top, bottom } = document.querySelector(arguments[0]).getBoundingClientRect();
        return [top, bottom]";
    let found = browser.run(box_of, json!([selector]));
    [0, 1].map(|end| found[end].as_f64().expect("a number"))
}

/// Asserts that an element is wholly on a screen of this height.
fn assert_in_view(browser: &Browser, selector: &str, (width, height): (u32, u32), when: &str) {
    let [top, bottom] = ends(browser, selector);
    let is_shown = browser.is_seen(selector) && top >= 0.0 && bottom <= f64::from(height) + 0.5 && bottom > top;
    assert!(is_shown, "{when}, {width} × {height}: {selector} from {top} to {bottom}");
}

/// Begins a game at one screen and plays moves through the API.
fn begin_with_moves(browser: &Browser, count: usize) {
    browser.begin("alquerque", &[("opponent", "here")]);
    let mut turns: Vec<String> = vec![];
    while turns.len() < count {
        let legal = browser.stage.legal("alquerque:walker", None, &turns);
        turns.push(legal[(turns.len() * 7 + 3) % legal.len()].clone());
    }
    let play = "const id = location.pathname.split('/').pop();
        return (async () => {
          for (const turn of arguments[0]) {
            const { ok } = await fetch(`/api/board/game/${id}/move/${turn}`, { method: 'POST' });
            if (!ok) throw new Error(turn);
          }
        })()";
    browser.run(play, json!([turns]));
    browser.until_turns(count);
}

/// Asserts that the last move is visible in the list, and that list, buttons and tools are on the screen.
fn assert_moves_in_view(browser: &Browser, size: (u32, u32), when: &str) {
    let inside = "(() => {
        const [list, last] = ['#moves', '#moves [aria-current]']
          .map(name => document.querySelector(name).getBoundingClientRect());
        const beyond = [list.top - last.top, last.bottom - list.bottom, list.left - last.left, last.right - list.right];
        return Math.max(...beyond) < 1;
      })()";
    browser.run("scrollTo({ top: 0, behavior: 'instant' })", json!([]));
    browser.wait(&format!("the last move in the list: {when}, {size:?}"), || {
        if browser.value(inside) == true { Ok(()) } else { Err("it is cut".to_owned()) }
    });
    for selector in [".turn-box", "#moves", "#moves [aria-current]", "#first", "#prev", "#next", "#last", ".tools"] {
        assert_in_view(browser, selector, size, when);
    }
}

pub fn the_last_move_and_the_tools_stay_in_view() {
    let browser = Browser::new();
    begin_with_moves(&browser, 16);
    for size in SIZES {
        browser.resize(size);
        assert_moves_in_view(&browser, size, "in play");
    }
    // A hint, which appears above the list, does not hide it.
    browser.click("#ask-hint");
    browser.until("document.querySelector('#hint-words').textContent !== ''");
    for size in SIZES {
        browser.resize(size);
        assert_moves_in_view(&browser, size, "after a hint");
    }
    browser.click("#resign");
    browser.click("#resign-yes");
    browser.until("document.querySelector('#judged').textContent !== ''");
    for size in SIZES {
        browser.resize(size);
        assert_moves_in_view(&browser, size, "after the judgement");
        assert_in_view(&browser, "#rematch", size, "after the judgement");
    }
}

pub fn an_offer_appears_at_the_top_of_the_panel() {
    let host = Browser::of("en", (1280, 800));
    host.begin("alquerque", &[("opponent", "friend"), ("side", "first"), ("name", "Ana")]);
    let friend = Browser::of("en", (360, 640));
    friend.goto(&host.text_of("document.querySelector('#invite').value"));
    friend.click(".submit button");
    friend.until_play();
    host.until_words("#status", "Your move");
    host.play("d2-c3");
    friend.until_turns(1);
    for browser in [&host, &friend] {
        browser.run(COUNT_TONES, json!([]));
    }
    // Sounds need an input from the visitor.
    friend.click("#prev");
    friend.click("#last");
    let places = |browser: &Browser| [".moves-box", ".tools", "#board"].map(|part| ends(browser, part));
    let check = |asked: &Browser, size: (u32, u32), words: &str, before: [[f64; 2]; 3]| {
        asked.until_words("#offer", words);
        asked.until(&format!("document.title.startsWith({})", json!(words)));
        asked.until(&format!("document.querySelector('#board [aria-live]').textContent === {}", json!(words)));
        assert_in_view(asked, "#offer", size, words);
        assert_in_view(asked, "#offer-accept", size, words);
        let [top, _] = ends(asked, "#offer");
        let [panel, _] = ends(asked, ".panel");
        assert!(top - panel < 12.0, "{words}: {top} below the panel's top at {panel}");
        assert_eq!(places(asked), before, "{words}: nothing moves");
        let cut = "(one => one.querySelector('p').scrollHeight > one.clientHeight)(document.querySelector('#offer'))";
        assert_eq!(asked.value(cut), false, "{words}: it is cut");
    };
    friend.play("b4xd2");
    host.until_turns(2);
    host.run("tones = 0", json!([]));
    let before = places(&host);
    friend.click("#draw");
    check(&host, (1280, 800), "Black offers a draw.", before);
    host.until("tones > 0");
    friend.until_words("#answer", "You have offered a draw.");
    host.click("#offer-decline");
    friend.until_words("#answer", "White declines the draw.");
    host.until("document.title.startsWith('▸')");

    friend.run("scrollTo({ top: 0, behavior: 'instant' })", json!([]));
    let before = places(&friend);
    host.click("#takeback");
    check(&friend, (360, 640), "White asks to take back the last move.", before);
    friend.click("#offer-decline");

    // Also after the end of the game and its judgement.
    host.click("#resign");
    host.click("#resign-yes");
    for browser in [&host, &friend] {
        browser.until("document.querySelector('#judged').textContent !== ''");
    }
    let before = places(&host);
    friend.click("#rematch");
    check(&host, (1280, 800), "Black offers another game.", before);
}

pub fn questions_and_menus_move_nothing() {
    let browser = Browser::new();
    for size in SIZES {
        browser.resize(size);
        browser.begin("alquerque", &[("opponent", "here")]);
        for turn in ["d2-c3", "b4xd2"] {
            browser.play(turn);
        }
        let parts = ["#board", ".turn-box", ".moves-box", ".tools", "#shown-words"];
        let places = || {
            browser.run("scrollTo({ top: 0, behavior: 'instant' })", json!([]));
            parts.map(|part| ends(&browser, part))
        };
        let before = places();
        browser.click("#resign");
        assert_eq!(places(), before, "{size:?}: the question");
        browser.click("#resign-no");
        for menu in ["#more", ".played-rules"] {
            browser.click(&format!("{menu} summary"));
            assert_eq!(places(), before, "{size:?}: {menu}");
            browser.click(&format!("{menu} summary"));
        }
        let chosen = browser.stage.legal("alquerque:walker", None, &browser.turns())[0].clone();
        browser.choose(&points_of(&chosen)[0]);
        browser.until("document.querySelector('.mark-selected')");
        assert_eq!(places(), before, "{size:?}: a chosen piece");
        // No sentence is cut.
        let cut = browser.value(
            "[...document.querySelectorAll('#status, .turn-words, #shown-words, .about, .tool > span')]
               .filter(one => one.checkVisibility() && one.scrollHeight > one.clientHeight + 1 && one.clientHeight > 0)
               .map(one => one.textContent)",
        );
        assert_eq!(cut, json!([]), "{size:?}");
    }
}

pub fn every_tool_has_a_name_and_a_tooltip() {
    for language in ["en", "es", "fr"] {
        let browser = Browser::of(language, (360, 640));
        for page in ["play", "analysis"] {
            if page == "play" {
                browser.begin("lasca", &[("opponent", "here")]);
            } else {
                browser.goto("/analysis/lasca");
                browser.click("#annotate summary");
                browser.click("#tab-marks");
            }
            for size in [(360, 640), (870, 590), DESK] {
                browser.resize(size);
                let faults: Value = browser.run(
                    "const words = (text) => ` ${text.toLowerCase().split(/[^\\p{L}\\d]+/u).join(' ')} `;
                     return [...document.querySelectorAll('.tool, .button.icon')].filter(tool => tool.checkVisibility()).flatMap(tool => {
                       const label = tool.querySelector('span');
                       const name = tool.getAttribute('aria-label') ?? label?.textContent ?? '';
                       const { left, right } = (label ?? tool).getBoundingClientRect();
                       return [
                         tool.title ? null : 'has no tooltip',
                         name ? null : 'has no name',
                         !label || words(name).includes(words(label.textContent)) ? null : 'is not named as it is labelled',
                         !label || label.scrollWidth <= label.clientWidth + 1 ? null : 'has a label that is cut',
                         left >= 0 && right <= innerWidth ? null : 'is beyond the screen',
                       ].filter(Boolean).map(fault => `${name} ${fault}`);
                     })",
                    json!([]),
                );
                assert_eq!(faults, json!([]), "{page}, {language}, {size:?}");
            }
            browser.resize((360, 640));
        }
    }
}
