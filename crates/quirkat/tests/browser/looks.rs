//! How every kind of page looks and weighs: on a phone and at a desk, in light and in dark, for everybody.

use crate::browser::{Browser, DESK, PHONE};
use crate::play::point;
use crate::stage::{Stage, agent};
use serde_json::{Value, json};
use std::io::{Write, stderr};
use std::path::Path;
use std::{env, fs};

/// Begins a game through the API with this browser's seat, and acts in it: its address.
fn game(browser: &Browser, asked: &Value, acts: &[&str]) -> (String, Option<String>) {
    let script = "
        const [asked, acts] = arguments;
        const post = async (path, body) => {
          const headers = { 'content-type': 'application/json' };
          const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
          if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
          return answer.json();
        };
        return (async () => {
          const { id, invite } = await post('/api/play', asked);
          for (const act of acts) await post(`/api/board/game/${id}/${act}`, {});
          return [`/play/${id}`, invite];
        })()";
    let made = browser.run(script, json!([asked, acts]));
    (made[0].as_str().expect("an address").to_owned(), made[1].as_str().map(str::to_owned))
}

/// Every kind of page by a name, and pages of boards of every shape.
fn pages(browser: &Browser) -> Vec<(&'static str, String)> {
    let here = |title: &str, acts: &[&str]| {
        game(browser, &json!({ "game": title, "opponent": "here", "name": "Ana" }), acts).0
    };
    let friend = |name: &str| {
        game(browser, &json!({ "game": "alquerque:walker", "opponent": "friend", "side": "first", "name": name }), &[])
    };
    let stranger = {
        let asked = json!({ "game": "alquerque:walker", "opponent": "friend", "name": "Ben", "clock": { "minutes": 5, "seconds": 3 } });
        let mut answer = agent().post(format!("{}/api/play", browser.stage.site)).send_json(&asked).expect("an answer");
        answer.body_mut().read_json::<Value>().expect("JSON")
    };
    let invite = stranger["invite"].as_str().expect("an invitation").to_owned();
    let open = |title: &str, days: u8| json!({ "game": title, "opponent": "anyone", "name": "Ana", "clock": { "days": days } });
    // Somebody else waits, too, and a game is under way in which something was said.
    let post = |path: &str, asked: &Value| {
        let mut answer = agent().post(format!("{}{path}", browser.stage.site)).send_json(asked).expect("an answer");
        answer.body_mut().read_json::<Value>().expect("JSON")
    };
    post("/api/play", &open("lasca", 1));
    let met = game(browser, &open("alquerque:walker", 3), &[]).0;
    post(&met.replace("/play/", "/api/open/"), &json!({ "name": "Ben" }));
    browser.run(
        "return fetch(arguments[0], { method: 'POST' })",
        json!([format!("{}/say/good_luck", met.replace("/play/", "/api/board/game/"))]),
    );
    vec![
        ("gallery", "/".to_owned()),
        ("game", "/games/alquerque".to_owned()),
        ("game-hunt", "/games/bagh-chal".to_owned()),
        ("new", "/new/alquerque".to_owned()),
        ("join", invite),
        ("play", here("alquerque:walker", &["move/d2-c3", "move/b4xd2"])),
        ("play-over", here("alquerque:walker", &["move/d2-c3", "resign"])),
        ("play-invite", friend("Ana").0),
        ("play-open", game(browser, &open("fanorona", 3), &[]).0),
        ("play-talk", met),
        ("open", "/open".to_owned()),
        ("key", "/key".to_owned()),
        ("play-hand", here("alquerque-de-nueve", &[])),
        ("play-towers", here("lasca", &["move/c3-b4"])),
        ("play-wide", here("awithlaknan-mosona", &[])),
        ("play-triangle", here("peralikatuma", &[])),
        ("play-large", here("konane", &[])),
        ("play-hunt", here("bagh-chal", &[])),
        ("analysis", "/analysis/alquerque:walker?turns=d2-c3;b4xd2".to_owned()),
        ("puzzles", "/puzzles".to_owned()),
        ("puzzle", "/puzzles/lasca/2".to_owned()),
        ("learn", "/learn/alquerque:walker".to_owned()),
        ("embed", "/embed/alquerque:walker".to_owned()),
        ("mine", "/mine".to_owned()),
        ("api", "/api".to_owned()),
        ("error", "/nowhere".to_owned()),
    ]
}

/// Waits until a page is as it will stay.
fn until_still(browser: &Browser) {
    browser.until(
        "document.readyState === 'complete'
         && (!location.pathname.includes('/play/') || document.body.dataset.connected === 'true')
         && (!document.querySelector('quirkat-board') || document.querySelector('.piece, .mark-target'))",
    );
}

/// Goes through every kind of page.
fn each(browser: &Browser, mut look: impl FnMut(&str)) {
    // The list of one's games is empty only before there are any.
    browser.goto("/mine");
    look("mine-empty");
    for (name, address) in &pages(browser) {
        browser.goto(address);
        until_still(browser);
        look(name);
        // A script that fails, or something that the page may not load, is heard of only here.
        let mut complaints = browser.complaints();
        complaints.retain(|words| !(*name == "error" && words.contains("404")));
        assert!(complaints.is_empty(), "{name}: {complaints:#?}");
    }
}

fn fits(language: &str) {
    let browser = Browser::of(language, PHONE);
    let shots = env::var("QUIRKAT_SHOTS").ok();
    let mut faults = Vec::new();
    each(&browser, |name| {
        for size in [PHONE, DESK] {
            browser.resize(size);
            // A phone shows what is too wide at a smaller scale: then all of it fits into what is seen.
            let wide = browser.value("Math.max(document.documentElement.scrollWidth, innerWidth)");
            if wide != size.0 {
                faults.push(format!("{name} at {}: {wide} wide", size.0));
            }
            if name.starts_with("play") {
                faults.extend(small_board(&browser).map(|words| format!("{name} at {}: {words}", size.0)));
            }
            if let Some(folder) = &shots {
                for scheme in ["light", "dark"] {
                    browser.prefer(scheme);
                    let file = format!("{name}-{language}-{}-{scheme}.png", size.0);
                    fs::create_dir_all(folder).expect("a folder for the pictures");
                    fs::write(Path::new(folder).join(file), browser.screenshot()).expect("a file");
                }
            }
        }
        browser.resize(PHONE);
    });
    assert!(faults.is_empty(), "{faults:#?}");
}

/// The board takes all the width or all the height that there is, beside the panel at a desk.
fn small_board(browser: &Browser) -> Option<String> {
    let sides = browser.value(
        "(() => {
          const board = document.querySelector('#board').getBoundingClientRect();
          const below = document.querySelector('.player.below').getBoundingClientRect();
          const beside = innerWidth > 1000 ? document.querySelector('.panel').offsetWidth : 0;
          return [board.width / (innerWidth - beside), (below.bottom + scrollY) / innerHeight];
        })()",
    );
    let [wide, high] = [0, 1].map(|side| sides[side].as_f64().expect("a number"));
    let is_large = (wide > 0.9 || high > 0.95) && wide <= 1.0 && high <= 1.0;
    (!is_large).then(|| format!("the board takes {wide:.2} of the width, and ends at {high:.2} of the height"))
}

pub fn nothing_is_wider_than_the_screen_and_boards_are_as_large_as_it() {
    fits("en");
}

pub fn nothing_is_wider_than_the_screen_in_spanish_either() {
    fits("es");
}

pub fn nothing_is_wider_than_the_screen_in_french_either() {
    fits("fr");
}

pub fn no_page_keeps_anybody_out() {
    let Ok(path) = env::var("QUIRKAT_AXE") else {
        // Past the harness, which would keep it to itself.
        writeln!(stderr(), "not run: QUIRKAT_AXE does not name axe.min.js (`npm pack axe-core`)").ok();
        return;
    };
    let axe = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let browser = Browser::of("en", PHONE);
    let mut faults = Vec::new();
    each(&browser, |name| {
        browser.run(&axe, json!([]));
        for (size, scheme) in [(PHONE, "light"), (DESK, "dark")] {
            browser.resize(size);
            browser.prefer(scheme);
            let found = browser.value(
                "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations
                   .filter(({ impact }) => ['serious', 'critical'].includes(impact))
                   .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`)))",
            );
            faults.extend(crate::play::texts(&found).into_iter().map(|fault| format!("{name}, {scheme}: {fault}")));
        }
        browser.resize(PHONE);
        browser.prefer("light");
    });
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

pub fn pages_are_light_and_stand_still_and_answer_at_once() {
    // The game has to outlive the browser that begins it.
    let _stage = Stage::get();
    let addresses = {
        let browser = Browser::new();
        browser.goto("/mine");
        ["/".to_owned(), game(&browser, &json!({ "game": "alquerque:walker", "opponent": "here" }), &[]).0]
    };
    for address in addresses {
        // A browser that has never been here.
        let browser = Browser::of("en", PHONE);
        browser.goto(&address);
        until_still(&browser);
        let bytes = browser.value(
            "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
               .reduce((sum, { transferSize }) => sum + transferSize, 0)",
        );
        let shift = browser.value(
            "new Promise(done => {
               let sum = 0;
               new PerformanceObserver(list => {
                 for (const { value, hadRecentInput } of list.getEntries()) sum += hadRecentInput ? 0 : value;
               }).observe({ type: 'layout-shift', buffered: true });
               // What was seen before is told in a task of its own.
               requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(sum))));
             })",
        );
        let (bytes, shift) = (bytes.as_f64().expect("a number"), shift.as_f64().expect("a number"));
        println!("{address}: {:.1} kB over the wire, layout shift {shift:.4}", bytes / 1000.0);
        assert!(bytes > 1000.0 && bytes < 150_000.0, "{address}: {bytes} bytes");
        assert!(shift < 0.02, "{address}: {shift}");
    }
}

pub fn a_click_is_answered_at_once() {
    let browser = Browser::new();
    browser.begin("alquerque", &[("opponent", "here")]);
    browser.until_marked(&["b2", "c2", "d2", "d3"]);
    browser.value(
        "(() => {
          const board = document.querySelector('#board');
          // A piece is picked up when the button goes down, and where it can go was said ahead.
          let pressed;
          addEventListener('pointerdown', () => (pressed = performance.now()), true);
          const watch = new MutationObserver(() => {
            if (board.querySelector('.mark-selected')) board.dataset.picked ??= performance.now() - pressed;
            if (!board.querySelector('.mark-target')) return;
            board.dataset.answered = performance.now() - pressed;
            watch.disconnect();
          });
          watch.observe(board, { subtree: true, childList: true });
        })()",
    );
    browser.click(&point("d2"));
    let took: f64 =
        browser.until("document.querySelector('#board').dataset.answered").as_str().unwrap().parse().unwrap();
    let picked: f64 = browser.text_of("document.querySelector('#board').dataset.picked").parse().unwrap_or(f64::NAN);
    println!("from the press to the piece being picked up: {picked:.0} ms; to the marks of its targets: {took:.0} ms");
    assert!(took < 500.0, "{took} ms");
}
