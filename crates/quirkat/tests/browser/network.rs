//! Tests the connection: messages per move, and detection of a lost connection.

use crate::browser::{Browser, PHONE};
use crate::play::{point, texts};
use crate::proxy::Proxy;
use serde_json::json;
use std::time::{Duration, Instant};

/// Records the messages that the page sends over its live connection.
const LISTEN: &str = "
    window.sent = [];
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) { window.sent.push(JSON.parse(text).t); send.call(this, text) }";

/// Returns the messages sent since recording started.
fn sent(browser: &Browser) -> Vec<String> {
    texts(&browser.value("window.sent"))
}

/// An input of a move: points, and buttons by their text.
enum Press {
    Point(&'static str),
    Button(&'static str),
}

pub fn a_move_is_sent_once_whatever_the_input() {
    use Press::{Button, Point};
    let turns: [(&str, &str, &str, &[Press], &str); 7] = [
        ("alquerque", "walker", "W:Wa1:Bb2,d3,d4,a5", &[Point("a1"), Point("c3"), Point("e5")], "a1xc3xe5"),
        // A choice of captured pieces that a hop leaves open.
        ("fanorona", "", "W:Wd3:Bc3,f3,a5", &[Point("d3"), Point("e3"), Point("c3")], "d3-e3W"),
        // A capture that may end or continue.
        ("alquerque", "article", "W:Wa1,e2:Bb2,d4,a5", &[Point("a1"), Point("c3"), Button("#done")], "a1xc3"),
        // Men that enter and capture.
        ("bagh-chal", "", "W:W:Ba1:hand=20,0", &[Point("c3")], "c3"),
        ("alquerque-de-nueve", "", "W:Wa1,d1:Bf4,e3:hand=7,7", &[Point("g1"), Point("e3")], "@g1, xe3"),
        // A huff and a claim.
        (
            "alquerque",
            "smith_bell",
            "W:Wa1,e1:Bc5,e5:huff=c5",
            &[Point("c5"), Point("a1"), Point("a2")],
            "huffs c5, a1-a2",
        ),
        (
            "buruj",
            "protest",
            "W:Wa1:Bb2,e5",
            &[Button("#claims button"), Point("e5"), Point("e4")],
            "claims a1xc3, e5-e4",
        ),
    ];
    let browser = Browser::new();
    for (game, variant, position, presses, turn) in turns {
        browser.begin(game, &[("variant", variant), ("opponent", "here"), ("position", position)]);
        let mut before = 0;
        if game == "buruj" {
            // A claim is compulsory here.
            browser.play("a1-a2");
            before = 1;
        }
        browser.run(LISTEN, json!([]));
        for press in presses {
            match press {
                Point(name) => browser.click(&point(name)),
                Button(selector) => browser.click(selector),
            }
        }
        browser.until_turns(before + 1);
        assert_eq!((browser.turns().pop().as_deref(), sent(&browser)), (Some(turn), vec!["turn".to_owned()]), "{game}");
    }
}

pub fn large_move_lists_are_requested_point_by_point() {
    let browser = Browser::new();
    // A king that captures many men by a large number of paths.
    let position = "W:WKa7:Bh1,i1,a2,b2,e2,g3,b4,h4,c5";
    browser.begin("zamma", &[("opponent", "here"), ("opt_choice", "free"), ("position", position)]);
    browser.run(LISTEN, json!([]));
    browser.choose("a7");
    browser.until("document.querySelector('.mark-selected') && document.querySelector('.mark-target')");
    assert_eq!(sent(&browser), ["partial"]);
}

pub fn choosing_is_local_and_moving_takes_one_round_trip() {
    const WAY: Duration = Duration::from_secs(1);
    let browser = Browser::new();
    browser.begin("alquerque", &[("opponent", "here"), ("position", "W:Wa1:Bb2,d3,d4,a5")]);
    let proxy = Proxy::new(&browser.stage.site);
    browser.goto(&proxy.instead_of(&browser.stage.site, &browser.text_of("location.href")));
    browser.until_play();
    browser.until_marked(&["a1"]);
    proxy.slow(WAY);
    // No answer is possible before all inputs have arrived.
    let began = Instant::now();
    browser.choose("a1");
    browser.choose("c3");
    browser.until_marked(&["e3", "e5"]);
    browser.until_piece("c3", Some("w"));
    browser.click(&point("e5"));
    browser.until_piece("e5", Some("w"));
    browser.until_piece("d4", None);
    let entered = began.elapsed();
    assert!(entered < 2 * WAY, "{entered:?}");
    assert!(browser.turns().is_empty());
    let sent = Instant::now();
    browser.until_turns(1);
    let took = sent.elapsed();
    assert!(took < 3 * WAY, "the turn has gone there and back once: {took:?}");
}

pub fn a_network_that_vanishes_is_noticed_within_ten_seconds_by_both() {
    const SOON: Duration = Duration::from_secs(10);
    let host = Browser::new();
    host.begin("alquerque", &[("opponent", "friend"), ("side", "first"), ("name", "Ana")]);
    let site = &host.stage.site;
    let proxy = Proxy::new(site);
    let friend = Browser::of("en", PHONE);
    friend.goto(&proxy.instead_of(site, &host.text_of("document.querySelector('#invite').value")));
    friend.click(".submit button");
    friend.until_play();
    host.until_words("#player-second .player-note", "here");

    // A quiet connection is not treated as lost.
    std::thread::sleep(SOON);
    assert!(!friend.is_seen("#connection"));
    assert!(host.words("#player-second .player-note").contains("here"));

    // The connection stalls without being closed.
    proxy.stall();
    let began = Instant::now();
    friend.until_words("#connection", "Connection lost");
    let noticed = began.elapsed();
    host.until_words("#player-second .player-note", "away");
    let shown_after = began.elapsed();
    assert!(noticed < SOON && shown_after < SOON, "{noticed:?}, {shown_after:?}");
    host.play("d2-c3");
    proxy.mend();
    friend.until_words("#connection", "Connected again");
    friend.until_turns(1);
    host.until_words("#player-second .player-note", "here");
}

pub fn a_returning_client_decompresses_a_long_game() {
    let browser = Browser::new();
    browser.begin("alquerque", &[("opponent", "here")]);
    let site = &browser.stage.site;
    let proxy = Proxy::new(site);
    browser.goto(&proxy.instead_of(site, &browser.text_of("location.href")));
    browser.until_play();
    for ply in 0..12 {
        let legal = browser.stage.legal("alquerque:walker", None, &browser.turns());
        browser.play(&legal[0]);
        browser.until_turns(ply + 1);
    }
    let counted = "window.DecompressionStream = class extends DecompressionStream {
        constructor(kind) { super(kind); window.unpacked = (window.unpacked ?? 0) + 1 }
    }";
    browser.run(counted, json!([]));
    proxy.cut();
    proxy.mend();
    browser.until("window.unpacked === 1 && document.body.dataset.connected === 'true'");
    let turns = browser.turns();
    assert_eq!(turns.len(), 12);
    browser.play(&browser.stage.legal("alquerque:walker", None, &turns)[0]);
    browser.until_turns(13);
}
