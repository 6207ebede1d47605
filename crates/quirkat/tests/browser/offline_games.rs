//! Plays games of the catalogue on the visitor's device to their ends, without a network.
//!
//! `QUIRKAT_OFFLINE_GAMES` is the number of games, which are drawn by lot; all of them with a large number. `QUIRKAT_SEED`
//! repeats a choice.

use crate::browser::Browser;
use crate::offline::Visitor;
use crate::play::texts;
use crate::stage::agent;
use serde_json::{Value, json};
use std::env;
use std::time::{Duration, Instant};

/// Number of games in usual runs.
const USUAL_GAMES: usize = 2;
/// Time limit of a game.
const GAME_TIME: Duration = Duration::from_secs(300);
/// Time after which the page reports the state of its game, in seconds.
const REPORT_TIME: u64 = 5;

/// Shortens the pauses of the page, such as that before a move of the engine. Runs in every page before its scripts.
const HURRY: &str = "
    const later = window.setTimeout;
    window.setTimeout = (act, delay, ...values) => later(act, Math.min(delay ?? 0, 5), ...values)";

/// Plays the game of the page by choosing marked points at random, as a visitor who touches them. Returns the state of the game
/// when it is over and stored, or after some seconds.
const PLAYER: &str = "
    const [seconds] = arguments;
    const end = performance.now() + 1000 * seconds;
    const find = (id) => document.getElementById(id);
    const board = find('board');
    const random = (all) => all[Math.floor(Math.random() * all.length)];
    const place = (circle) => `${circle.getAttribute('cx')},${circle.getAttribute('cy')}`;
    const marked = (selector) => {
      const points = new Map([...document.querySelectorAll('.q-hits circle')].map((hit) => [place(hit), hit.dataset.point]));
      return [...document.querySelectorAll(selector)].map((mark) => points.get(place(mark)));
    };
    const step = () => {
      const targets = marked('.mark-target, .mark-choice');
      const isChosen = document.querySelector('.mark-selected, .mark-lifted') && targets.length > 0;
      const next = isChosen ? targets : [...targets, ...marked('.mark-movable')];
      if (targets.length === 0 && !find('entry-done').disabled) find('entry-done').click();
      else if (next.length > 0) board.dispatchEvent(new CustomEvent('quirkat-point', { detail: { name: random(next) } }));
      // Some moves are called instead of entered on the board.
      else random([...find('extras').querySelectorAll('button')])?.click();
    };
    const shown = () =>
      [...document.querySelectorAll('.q-marks, .q-over, #extras, #turns')].map((part) => part.innerHTML).join();
    const soon = () => new Promise((done) => setTimeout(done));
    document.documentElement.dataset.animation = 'off';
    return (async () => {
      const { findGame } = await import(document.querySelector(\"link[href$='/local-games.js']\").href);
      const id = new URLSearchParams(location.search).get('id');
      let isOver = false;
      while (performance.now() < end && !isOver) {
        await soon();
        if (!find('after').hidden) isOver = Boolean((await findGame(id))?.status);
        else if (!find('hint').disabled) {
          const before = shown();
          step();
          while (shown() === before && performance.now() < end) await soon();
        }
      }
      return { isOver, turns: document.querySelectorAll('#turns li').length, status: find('status').innerText };
    })()";

/// Returns the games to play.
fn games(browser: &Browser) -> Vec<String> {
    let number = |name: &str| {
        let text = env::var(name).ok()?;
        Some(text.parse::<u64>().unwrap_or_else(|_| panic!("{name} is `{text}`; allowed: a whole number")))
    };
    let seed = number("QUIRKAT_SEED").unwrap_or_else(|| fastrand::u64(0..1_000_000));
    let count = number("QUIRKAT_OFFLINE_GAMES").map_or(USUAL_GAMES, |count| count as usize);
    let mut answer = agent().get(format!("{}/api/games", browser.stage.site)).call().expect("an answer");
    let list: Value = answer.body_mut().read_json().expect("JSON");
    let ids = list.as_array().expect("a list").iter().map(|game| game["id"].as_str().expect("an id").to_owned());
    let mut ids: Vec<String> = ids.collect();
    let all = ids.len();
    fastrand::Rng::with_seed(seed).shuffle(&mut ids);
    ids.truncate(count);
    println!("{} of {all} games, QUIRKAT_SEED={seed}", ids.len());
    ids
}

/// Plays a game against the engine at level 3 to its end, and returns its outcome in words.
fn play_out(visitor: &Visitor, page: &str, game: &str) -> String {
    let browser = &visitor.browser;
    let began = Instant::now();
    visitor.goto(&format!("{page}?game={game}&opponent=engine&level=3"));
    browser.until("location.search.startsWith('?id=')");
    loop {
        let state = browser.run(PLAYER, json!([REPORT_TIME]));
        if state["isOver"] == true {
            let (turns, status) = (&state["turns"], state["status"].as_str().expect("a text"));
            println!("{game}: {turns} moves in {:.1} s; {status}", began.elapsed().as_secs_f64());
            return status.to_owned();
        }
        assert!(began.elapsed() < GAME_TIME, "{game} has no end: {state}, {}", browser.text_of("location.href"));
    }
}

/// Plays games without a network. Then the network returns, and the list has all of them.
fn play_all(visitor: &Visitor, page: &str, list: &str) {
    let browser = &visitor.browser;
    visitor.visit();
    let games = games(browser);
    browser.prepare(HURRY);
    visitor.proxy.cut();
    let mut outcomes: Vec<_> = games.iter().map(|game| play_out(visitor, page, game)).collect();
    visitor.proxy.mend();
    visitor.goto(list);
    browser.until(&format!("document.querySelectorAll('#local-games li').length === {}", games.len()));
    let shown = "[...document.querySelectorAll('#local-games .status')].map((status) => status.innerText)";
    let mut stored = texts(&browser.value(shown));
    outcomes.sort();
    stored.sort();
    assert_eq!(stored, outcomes);
}

pub fn games_end_without_a_network() {
    play_all(&Visitor::new(), "/local/play", "/mine");
}

pub fn games_of_a_static_site_end_without_a_network() {
    play_all(&Visitor::of_files(), "/en/local/play/", "/en/local/");
}
