//! Tests the pages without a network: the module answers in place of the server. They need `QUIRKAT_PACKAGE`, the folder of the
//! package.

use crate::browser::{Browser, DESK};
use crate::play::points_of;
use crate::proxy::Proxy;
use crate::stage::Stage;
use crate::workshop::type_in;
use serde_json::json;
use std::sync::Arc;

/// A browser at a server with the module, and the connection between them.
struct Visitor {
    browser: Browser,
    proxy: Proxy,
}

impl Visitor {
    fn new() -> Visitor {
        let stage = Arc::new(Stage::with_module());
        let proxy = Proxy::new(&stage.site);
        Visitor { browser: Browser::at(stage, "en", DESK), proxy }
    }

    /// Opens a page of the server.
    fn goto(&self, path: &str) {
        self.browser.goto(&format!("{}{path}", self.proxy.site));
    }

    /// Waits until a worker of the page has loaded the module, and then cuts the connection.
    fn lose_network(&self, duty: &str) {
        self.browser.until(&format!("document.body.dataset.module?.includes('{duty}')"));
        self.proxy.cut();
    }
}

/// Enters a move by touching its points.
fn enter(browser: &Browser, turn: &str) {
    points_of(turn).iter().for_each(|name| browser.choose(name));
}

pub fn a_lesson_and_a_puzzle_end_without_a_network() {
    let visitor = Visitor::new();
    let browser = &visitor.browser;
    visitor.goto("/learn/alquerque");
    let tasks = browser.value("JSON.parse(document.querySelector('#boot').textContent).lesson.tasks");
    visitor.lose_network("answers");
    for (number, task) in tasks.as_array().expect("tasks").iter().enumerate() {
        if number > 0 {
            browser.click("#next");
        }
        enter(browser, task["answers"][0].as_str().expect("a turn"));
        browser.until_words("#status", "Right. ");
    }
    visitor.proxy.mend();
    visitor.goto("/puzzles/alquerque/1");
    visitor.lose_network("answers");
    browser.click("#hint");
    browser.until_words("#status", "Look at ");
    browser.click("#solution");
    browser.until_words("#status", "That is the solution.");
    visitor.proxy.mend();
}

pub fn an_analysis_and_a_game_at_one_screen_go_on_without_a_network() {
    let visitor = Visitor::new();
    let browser = &visitor.browser;
    visitor.goto("/analysis/alquerque:walker");
    browser.click("#engine-toggle");
    // The module has loaded the evaluation of the game.
    browser.until_words("#engine-note", "on your processor");
    browser.until("document.body.dataset.module?.includes('answers')");
    visitor.lose_network("searches");
    enter(browser, "d2-c3");
    browser.until("document.querySelector('#tree [aria-current]')?.textContent === 'd2-c3'");
    browser.until_words("#lines li", "b4xd2");
    visitor.proxy.mend();
    visitor.goto("/museum/alquerque?level=1");
    enter(browser, "d2-c3");
    browser.until_words("#status", "White: your move");
    visitor.lose_network("searches");
    browser.click("#hint");
    browser.until_words("#advice", ": ");
    let hint = browser.words("#advice");
    let (turn, _) = hint.split_once(": ").expect("a move and a reason");
    let before = browser.pieces();
    enter(browser, turn);
    browser.until_words("#status", "White: your move");
    assert_ne!(browser.pieces(), before);
    visitor.proxy.mend();
}

pub fn a_game_file_is_checked_without_a_network() {
    let visitor = Visitor::new();
    let browser = &visitor.browser;
    visitor.goto("/workshop");
    browser.until_words("#verdict", "the game can be played");
    visitor.lose_network("answers");
    type_in(browser, "\"mandatory\"", "\"sometimes\"");
    browser.until_words("#findings", "`capture` cannot be `sometimes`");
    browser.run("document.querySelector('#text').focus()", json!([]));
    type_in(browser, "\"sometimes\"", "\"optional\"");
    browser.until_words("#verdict", "the game can be played");
    visitor.proxy.mend();
}
