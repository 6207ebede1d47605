//! Tests a game between two visitors who do not know each other, continued on another device.

use crate::browser::{Browser, DESK, PHONE};
use crate::stage::Stage;
use std::sync::Arc;

pub fn two_strangers_meet_through_an_open_game_and_say_hello() {
    // The lobby of this server contains no other player.
    let stage = Arc::new(Stage::new());
    let host = Browser::at(Arc::clone(&stage), "en-GB,en", DESK);
    host.goto("/open");
    host.until_words("#open-waiting", "No open games now");
    host.click(".offer-game button");
    // A correspondence game. The name is optional.
    host.until("document.querySelector('[name=opponent]:checked').value === 'anyone'");
    assert!(host.is_seen("#days") && !host.is_seen("#minutes"));
    host.write("#name", "Ana");
    host.click_words("#side label", "White");
    host.click(".submit button");
    host.until_play();
    host.until_words("#status", "Waiting for an opponent to join");
    host.until_words("#clock-first", "3 d 0 h");
    // Visitors cannot join their own games.
    host.goto("/open");
    host.until_words("#open-waiting", "You are waiting here");
    host.click(".mine-check input");
    host.click(".mine-filter button");
    host.until_words("#open-waiting", "No game matches.");
    host.click_words(".mine-filter a", "Show all");
    host.until_words("#open-waiting", "You are waiting here");
    host.click("#open-waiting a");
    host.until_play();

    // By keyboard only, on a phone.
    let guest = Browser::at(Arc::clone(&stage), "en", PHONE);
    guest.goto("/open");
    guest.until_words("#open-waiting", "Ana is waiting");
    guest.until_words("#open-waiting", "3 days for each move");
    guest.click(".mine-check input");
    for (game, words) in [("lasca", "No game matches."), ("alquerque", "Ana is waiting")] {
        guest.click(&format!("#game option[value={game}]"));
        guest.click(".mine-filter button");
        guest.until_words("#open-waiting", words);
    }
    guest.enter_at("#open-waiting form button");
    guest.until_play();
    host.until_words("#player-second .player-name", "guest");
    host.until_words("#status", "Your move");
    host.until("document.querySelector('link[rel=icon]').href.endsWith('icon-turn.svg')");
    assert!(host.text_of("document.title").starts_with('▸'));

    host.click("#talk-box summary");
    host.click_words("[data-say]", "Good luck!");
    for browser in [&host, &guest] {
        browser.until_words("#said", "Ana: Good luck!");
    }
    let watcher = Browser::at(stage, "fr", PHONE);
    watcher.goto("/open");
    watcher.until_words("#open-playing", "Ana – invité");
    watcher.click("#open-playing a");
    watcher.until_play();
    watcher.until_words("#said", "Bonne chance\u{202f}!");
    assert!(!watcher.is_seen("#talk-box"));

    let turns = host.stage.legal("alquerque:walker", None, &[]);
    host.play(&turns[0]);
    guest.until_turns(1);
    // The waiting game is at the top of the list, in the title and in the icon.
    guest.goto("/mine");
    guest.until_words(".awaiting", "One game awaits your move.");
    assert!(guest.text_of("document.title").starts_with("(1)"));
    guest.until("document.querySelector('link[rel=icon]').href.endsWith('icon-turn.svg')");
    guest.enter_at(".mine-card a");
    guest.until_play();

    // The guest mutes the host: no messages arrive, and the next open game is not offered to them.
    guest.enter_at("#talk-box summary");
    guest.enter_at("[data-say]");
    host.until("[...document.querySelectorAll('#said p')].some(said => said.textContent.startsWith('guest: '))");
    guest.enter_at("#shut");
    guest.until("document.activeElement.id === 'shut-no'");
    guest.enter_at("#shut-yes");
    guest.until("![...document.querySelectorAll('#said p')].some(said => said.textContent.startsWith('Ana: '))");
    host.until("document.querySelector('[data-say]').disabled");
    guest.enter_at("#call-off");
    for browser in [&host, &guest] {
        browser.until_words("#status", "Called off");
        browser.until_words("#hint", "The game was called off");
    }
    for browser in [host, guest, watcher] {
        assert_eq!(browser.console_errors(), [""; 0]);
    }
}

pub fn a_second_device_continues_by_the_key_link() {
    let desk = Browser::new();
    desk.begin("alquerque", &[("opponent", "here"), ("name", "Ana")]);
    let turn = desk.stage.legal("alquerque:walker", None, &[]).remove(0);
    desk.play(&turn);
    desk.until_turns(1);
    let game = desk.text_of("location.pathname");
    desk.goto("/key");
    assert!(!desk.is_seen("#key-link"), "the link is hidden until it is requested");
    desk.enter_at("#show summary");
    assert!(desk.is_seen(".code-picture"));
    let link = desk.text_of("document.querySelector('#key-link').value");

    let phone = Browser::of("en", PHONE);
    phone.goto("/mine");
    phone.until_words(".empty", "No game has been played in this browser yet");
    phone.goto(&link);
    phone.until("document.querySelector('#taken-key').value.length > 20 && !location.hash");
    // Opening the link changes nothing before the button is pressed.
    phone.goto("/mine");
    phone.until_words(".empty", "No game has been played in this browser yet");
    phone.goto(&link);
    phone.until("document.querySelector('#taken-key').value.length > 20");
    phone.enter_at("#use button");
    phone.until("location.pathname.endsWith('/mine')");
    phone.click(".mine-card a");
    phone.until_play();
    assert_eq!(phone.text_of("location.pathname"), game);
    let legal = phone.stage.legal("alquerque:walker", None, &[turn]);
    phone.play(&legal[0]);
    phone.until_turns(2);

    // All data is downloaded, with the data stored in the browser, and deleted.
    phone.run("localStorage.setItem('quirkat-board', 'stone')", serde_json::json!([]));
    phone.goto("/key");
    phone.run(
        "const make = URL.createObjectURL;
         URL.createObjectURL = (blob) => { blob.text().then((text) => (window.taken = text)); return make.call(URL, blob); }",
        serde_json::json!([]),
    );
    phone.click("#export");
    let taken = phone.until("window.taken && JSON.parse(window.taken)");
    assert_eq!((&taken["preferences"]["board"], taken["games"].as_array().map(Vec::len)), (&"stone".into(), Some(1)));
    phone.click("#forget .sure");
    phone.click("#forget button");
    phone.until("!location.pathname.includes('key')");
    assert_eq!(phone.value("localStorage.getItem('quirkat-board')"), serde_json::Value::Null);
    phone.goto("/mine");
    phone.until_words(".empty", "No game has been played in this browser yet");
    for browser in [desk, phone] {
        assert_eq!(browser.console_errors(), [""; 0]);
    }
}
