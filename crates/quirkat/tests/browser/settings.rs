//! Tests the visitor's settings: what boards show, the speed of moves, zen mode, alerts, and drawn marks.

use crate::browser::{Browser, DESK, keys};
use crate::play::point;
use serde_json::{Value, json};

/// Chooses in the menu of looks.
fn choose_look(browser: &Browser, kind: &str, value: &str) {
    if browser.value("document.querySelector('#look').open") != true {
        browser.click("#look summary");
    }
    browser.click(&format!("#look [name=look-{kind}][value={value}]"));
}

/// Drags from one point of the board to another with the right mouse button.
fn draw(browser: &Browser, [from, to]: [&str; 2]) {
    browser.drag(&point(from), &point(to), 2);
}

/// Returns whether the page shows an element.
fn shows(browser: &Browser, selector: &str) -> bool {
    // Chromium's `checkVisibility` ignores hidden groups of drawings.
    let script = "return [...document.querySelectorAll(arguments[0])]
        .some(one => one.checkVisibility() && getComputedStyle(one).display !== 'none')";
    browser.run(script, json!([selector])) == true
}

pub fn coordinates_and_marks_are_hidden_on_every_board() {
    let browser = Browser::new();
    browser.begin("alquerque", &[("opponent", "here")]);
    browser.play("d2-c3");
    browser.until("document.querySelector('.mark-movable') && document.querySelector('.mark-way')");
    let parts = [".q-names", ".mark-movable, .mark-target", ".mark-way, .mark-came"];
    assert_eq!(parts.map(|part| shows(&browser, part)), [true; 3]);
    for (number, kind) in ["coordinates", "choices", "last"].into_iter().enumerate() {
        choose_look(&browser, kind, "on");
        assert_eq!(parts.map(|part| shows(&browser, part)), [0, 1, 2].map(|part| part > number), "{kind}");
    }
    for page in ["/analysis/alquerque:walker?turns=d2-c3", "/puzzles/lasca/2", "/learn/alquerque"] {
        browser.goto(page);
        browser.until("document.querySelector('#board .mark-movable, #board .mark-target')");
        assert_eq!(parts.map(|part| shows(&browser, part)), [false; 3], "{page}");
    }
    choose_look(&browser, "coordinates", "on");
    choose_look(&browser, "choices", "on");
    assert_eq!(parts.map(|part| shows(&browser, part)), [true, true, false]);
}

pub fn squares_are_named_by_letters_or_numbers_as_the_visitor_prefers() {
    let browser = Browser::new();
    // The names that the game uses, and those of the other notation.
    let shown = |browser: &Browser| [".q-names", ".q-other"].map(|layer| shows(browser, layer));
    let first_move = |browser: &Browser| browser.value("document.querySelector('#moves [data-ply]').textContent");
    browser.begin("shashki", &[("opponent", "here")]);
    browser.play("c3-d4");
    browser.until("document.querySelector('#moves [data-ply]')");
    assert_eq!((first_move(&browser), shown(&browser)), (json!("c3-d4"), [true, false]));
    choose_look(&browser, "squares", "numbers");
    assert_eq!((first_move(&browser), shown(&browser)), (json!("22-18"), [false, true]));
    // The page connects again, for sentences with these names.
    browser.until("document.body.dataset.connected === 'true'");
    browser.play("f6-e5");
    browser.until("document.querySelector('#moves [data-ply=\"2\"]')?.textContent === '11-15'");

    browser.goto("/analysis/international?turns=32-28");
    browser.until("document.querySelector('.ana-turn')");
    let turn = |browser: &Browser| browser.value("document.querySelector('.ana-turn').textContent");
    assert_eq!((turn(&browser), shown(&browser)), (json!("32-28"), [true, false]));
    choose_look(&browser, "squares", "letters");
    assert_eq!((turn(&browser), shown(&browser)), (json!("d4-e5"), [false, true]));
    let sentence = |name: &str| format!("document.querySelector('#status').textContent.includes('{name}')");
    browser.until(&sentence("d4"));
    choose_look(&browser, "squares", "usual");
    assert_eq!((turn(&browser), shown(&browser)), (json!("32-28"), [true, false]));
    browser.until(&sentence("32"));

    // Tasks of lessons are sentences of the server, too.
    browser.goto("/learn/shashki");
    let task = "document.querySelector('#tasks > :not([hidden]) .puzzle-asked').textContent";
    browser.until(&format!("/ [a-h][1-8]/.test({task})"));
    choose_look(&browser, "squares", "numbers");
    browser.until(&format!("/ [0-9]+[ .]/.test({task})"));
    choose_look(&browser, "squares", "usual");
    browser.until(&format!("/ [a-h][1-8]/.test({task})"));

    // Boards that are not chequered have names of one kind.
    browser.goto("/analysis/alquerque:walker?turns=d2-c3");
    browser.until("document.querySelector('.ana-turn')");
    choose_look(&browser, "squares", "numbers");
    assert_eq!(turn(&browser), "d2-c3");
    assert!(shows(&browser, ".q-names"));
}

pub fn moves_are_animated_at_the_chosen_speed() {
    let browser = Browser::new();
    browser.begin("alquerque", &[("opponent", "here")]);
    browser.play("d2-c3");
    let durations = || {
        browser.run(
            "document.querySelector('#first').click();
             document.querySelector('#next').click();
             const pieces = document.querySelector('.q-pieces');
             return pieces.getAnimations({ subtree: true }).map((one) => one.effect.getTiming().duration)",
            json!([]),
        )
    };
    let normal = durations();
    choose_look(&browser, "animation", "fast");
    let fast = durations();
    let [normal, fast] = [normal, fast].map(|found| found[0].as_f64().expect("a duration"));
    assert!(fast > 0.0 && fast <= normal / 2.0, "{fast} of {normal}");
    choose_look(&browser, "animation", "off");
    assert_eq!(durations(), json!([]));
    browser.until_piece("c3", Some("w"));
}

pub fn zen_mode_shows_the_board_the_clocks_and_the_necessary_buttons() {
    let browser = Browser::of("en", DESK);
    browser.begin("alquerque", &[("opponent", "here"), ("clock", "limit")]);
    browser.until_marked(&["b2", "c2", "d2", "d3"]);
    let width = || browser.value("document.querySelector('#board').offsetWidth").as_f64().expect("a width");
    let before = width();
    let needed = ["#board", "#clock-first", "#clock-second", "#status", "#takeback"];
    let others = [".site-header", ".site-footer", ".panel-heading", ".moves-box", "#flip", "#settings", "#more"];
    let is_zen = |is: bool| {
        let what = format!("zen mode: {is}");
        browser.wait(&what, || {
            let shown = others.map(|part| shows(&browser, part) != is);
            if shown == [true; 7] { Ok(()) } else { Err(format!("{shown:?}")) }
        });
        assert_eq!(needed.map(|part| shows(&browser, part)), [true; 5], "{what}");
    };
    browser.press(['z']);
    is_zen(true);
    assert!(width() > before, "{} and {before}", width());
    // It lasts, and Escape leaves it after it has taken back what was entered.
    browser.reload();
    browser.until_play();
    is_zen(true);
    browser.choose("d2");
    browser.until("document.querySelector('.mark-target')");
    browser.press([keys::ESCAPE]);
    browser.until_marked(&["b2", "c2", "d2", "d3"]);
    is_zen(true);
    browser.press([keys::ESCAPE]);
    is_zen(false);
    // Menu and button do the same; a typed letter does nothing.
    browser.click("#settings summary");
    browser.click("#zen");
    is_zen(true);
    browser.click("#zen-leave");
    is_zen(false);
    browser.click("#more summary");
    browser.write("#type-turn", "z");
    is_zen(false);
}

/// Returns the colours of the drawn arrows and circles.
fn drawn(browser: &Browser) -> Value {
    browser.value(
        "['.mark-arrow', '.mark-circle'].map((name) => [...document.querySelectorAll(name)].map((one) =>
           getComputedStyle(one)[name === '.mark-arrow' ? 'color' : 'stroke']))",
    )
}

pub fn arrows_and_circles_are_drawn_with_the_right_button() {
    const GREEN: &str = "rgb(28, 124, 44)";
    const RED: &str = "rgb(179, 38, 30)";
    const AMBER: &str = "rgb(224, 138, 0)";
    let browser = Browser::new();
    browser.begin("alquerque", &[("opponent", "here")]);
    browser.until_marked(&["b2", "c2", "d2", "d3"]);
    draw(&browser, ["d2", "c3"]);
    draw(&browser, ["b2", "b2"]);
    browser.with_key(keys::SHIFT, || draw(&browser, ["b2", "c3"]));
    browser.with_key(keys::ALT, || draw(&browser, ["e5", "e5"]));
    assert_eq!(drawn(&browser), json!([[GREEN, RED], [GREEN, AMBER]]));
    // The same mark again removes it.
    browser.with_key(keys::SHIFT, || draw(&browser, ["b2", "c3"]));
    assert_eq!(drawn(&browser), json!([[GREEN], [GREEN, AMBER]]));
    // They stay where the board is turned, and a left click clears them and nothing else.
    browser.click("#flip");
    assert_eq!(drawn(&browser), json!([[GREEN], [GREEN, AMBER]]));
    browser.click(&point("c3"));
    assert_eq!(drawn(&browser), json!([[], []]));
    assert_eq!(browser.turns(), Vec::<String>::new());
    browser.until_marked(&["b2", "c2", "d2", "d3"]);
    // In the analysis they belong to the move and stay.
    browser.goto("/analysis/alquerque:walker");
    browser.until("document.querySelector('.mark-movable')");
    browser.click_words("[role=tab]", "Arrows");
    browser.click("[name=ana-colour][value=amber]");
    draw(&browser, ["d2", "c3"]);
    browser.click(&point("e5"));
    assert_eq!(drawn(&browser), json!([[AMBER], []]));
}

/// Replaces what the browser offers for notifications and hides the page on request. A test sets `window.isAway`: in Firefox
/// the scripts of the driver have global variables of their own.
const WATCH: &str = "
    window.asked = 0;
    window.notices = [];
    window.Notification = class {
      static permission = 'default';
      static async requestPermission() {
        window.asked += 1;
        return (this.permission = 'granted');
      }
      constructor(title, { body }) { window.notices.push(`${title} ${body}`); }
      addEventListener() {}
      close() {}
    };
    window.isAway = false;
    Object.defineProperty(document, 'hidden', { get: () => window.isAway });
    window.tones = 0;
    const create = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
      window.tones += 1;
      return create.call(this);
    };";

pub fn alerts_come_where_the_visitor_wants_them() {
    let host = Browser::new();
    host.prepare(WATCH);
    host.begin("alquerque", &[("opponent", "friend"), ("side", "first"), ("name", "Ana")]);
    assert_eq!(host.value("asked"), 0, "permission is asked for only when notifications are switched on");
    host.click("#settings summary");
    for event in ["turn", "joined", "offer"] {
        host.click(&format!("[data-alert=notice-{event}]"));
    }
    host.until("[...document.querySelectorAll('[data-alert^=notice]')].every((box) => box.checked)");
    assert_eq!(host.value("asked"), 1);
    host.click("#settings summary");

    host.run("window.isAway = true", json!([]));
    let friend = Browser::new();
    friend.goto(&host.text_of("document.querySelector('#invite').value"));
    friend.write("#name", "Ben");
    friend.click(".submit button");
    friend.until_play();
    host.until("notices.length === 1 && tones === 3");
    assert_eq!(host.value("notices[0]"), "Ben has joined. Alquerque: Ana – Ben");
    host.run("window.isAway = false", json!([]));
    host.play("d2-c3");
    friend.until_turns(1);
    host.run("window.isAway = true", json!([]));
    friend.play("b4xd2");
    host.until("notices.length === 2");
    assert_eq!(host.value("notices[1]"), "Your move Alquerque: Ana – Ben");
    friend.click("#draw");
    host.until("notices.length === 3");
    assert_eq!(host.value("notices[2]"), "Black offers a draw. Alquerque: Ana – Ben");

    // A visible page gives no notification, and one that is switched off none at all.
    host.run("window.isAway = false", json!([]));
    host.click("#offer-decline");
    friend.until_words("#answer", "White declines the draw.");
    host.click("#settings summary");
    host.click("[data-alert=notice-offer]");
    host.click("[data-alert=sound-offer]");
    host.click("#settings summary");
    host.run("window.isAway = true; window.tones = 0", json!([]));
    friend.click("#takeback");
    host.until_words("#offer", "Black asks to take back the last move.");
    host.run("window.isAway = false", json!([]));
    assert_eq!(host.value("[notices.length, tones]"), json!([3, 0]));
    // The choices last.
    host.reload();
    host.until_play();
    let chosen = "Object.fromEntries([...document.querySelectorAll('[data-alert]')].map((box) => [box.dataset.alert, box.checked]))";
    let expected = json!({
        "sound-move": true, "sound-turn": true, "sound-joined": true, "sound-offer": false,
        "notice-turn": true, "notice-joined": true, "notice-offer": false,
    });
    assert_eq!(host.value(chosen), expected);
}
