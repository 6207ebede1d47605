//! Tests layout and weight of every kind of page: phone and desktop, light and dark, accessibility.

use crate::browser::{Browser, DESK, PHONE};
use crate::play::point;
use crate::stage::{Stage, agent};
use serde_json::{Value, json};
use std::io::{Write, stderr};
use std::path::Path;
use std::{env, fs};

/// Starts a game through the API with this browser's seat, makes moves, and returns its URL.
pub fn game(browser: &Browser, request: &Value, acts: &[&str]) -> (String, Option<String>) {
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
    let made = browser.run(script, json!([request, acts]));
    (made[0].as_str().expect("an address").to_owned(), made[1].as_str().map(str::to_owned))
}

/// Returns every kind of page by a name, and pages with boards of every shape.
fn pages(browser: &Browser) -> Vec<(&'static str, String)> {
    let here = |title: &str, acts: &[&str]| {
        game(browser, &json!({ "game": title, "opponent": "here", "name": "Ana" }), acts).0
    };
    let friend = |name: &str| {
        game(browser, &json!({ "game": "alquerque:walker", "opponent": "friend", "side": "first", "name": name }), &[])
    };
    let stranger = {
        let request = json!({ "game": "alquerque:walker", "opponent": "friend", "name": "Ben", "clock": { "minutes": 5, "seconds": 3 } });
        let mut answer =
            agent().post(format!("{}/api/play", browser.stage.site)).send_json(&request).expect("an answer");
        answer.body_mut().read_json::<Value>().expect("JSON")
    };
    let invite = stranger["invite"].as_str().expect("an invitation").to_owned();
    let open = |title: &str, days: u8| json!({ "game": title, "opponent": "anyone", "name": "Ana", "clock": { "days": days } });
    // Another player waits in the lobby, and a running game contains chat.
    let post = |path: &str, request: &Value| {
        let mut answer = agent().post(format!("{}{path}", browser.stage.site)).send_json(request).expect("an answer");
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
        ("family", "/family".to_owned()),
        ("study", "/study/alquerque".to_owned()),
        ("known", "/known".to_owned()),
        ("solutions", "/solutions".to_owned()),
        ("solution", "/solutions/queah".to_owned()),
        ("museum", "/museum/alquerque".to_owned()),
        ("museum-wide", "/museum/fanorona?opponent=here".to_owned()),
        ("workshop", "/workshop".to_owned()),
        ("workshop-copy", "/workshop/alquerque".to_owned()),
        ("embed", "/embed/alquerque:walker".to_owned()),
        ("mine", "/mine".to_owned()),
        ("api", "/api".to_owned()),
        ("error", "/nowhere".to_owned()),
    ]
}

/// Waits until a page has settled.
fn until_still(browser: &Browser) {
    browser.until(
        "document.readyState === 'complete'
         && (!location.pathname.includes('/play/') || document.body.dataset.connected === 'true')
         && (!document.querySelector('quirkat-board') || document.querySelector('.piece, .mark-target'))",
    );
}

/// Visits every kind of page in a language, and reports what is wrong with it on a phone and on a desktop.
fn check_pages(language: &str) {
    let browser = Browser::of(language, PHONE);
    let axe = axe();
    // In other languages only texts differ, so only missing texts are checked. Colours and sizes are the same.
    let looks = if language == "en" { &LOOKS[..] } else { &LOOKS[..1] };
    let mut faults = Vec::new();
    let mut check = |name: &str, address: &str| {
        // Each visit is the first.
        browser.clear_cache();
        browser.goto(address);
        until_still(&browser);
        let mut found = Vec::from_iter(overweight(&browser, name));
        found.extend(misfits(&browser, name, language));
        found.extend(leaked_keys(&browser, name));
        if let Some(axe) = &axe {
            found.extend(accessibility_faults(&browser, axe, looks));
        }
        browser.resize(PHONE);
        // Only the console reports a failed script or a blocked resource.
        let is_expected = |words: &String| name == "error" && words.contains("404");
        found.extend(browser.console_errors().into_iter().filter(|words| !is_expected(words)));
        faults.extend(found.into_iter().map(|fault| format!("{name}, {language}: {fault}")));
    };
    // The list of games is empty only before the first game.
    check("mine-empty", "/mine");
    for (name, address) in &pages(&browser) {
        check(name, address);
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

pub fn english_pages_are_light_fit_the_screen_and_are_accessible() {
    check_pages("en");
}

pub fn spanish_pages_are_light_fit_the_screen_and_are_accessible() {
    check_pages("es");
}

pub fn french_pages_are_light_fit_the_screen_and_are_accessible() {
    check_pages("fr");
}

/// Reports what does not fit a phone or a desktop. Leaves the page at the size of a desktop.
fn misfits(browser: &Browser, name: &str, language: &str) -> Vec<String> {
    let shots = env::var("QUIRKAT_SHOTS").ok();
    let mut faults = Vec::new();
    for size in [PHONE, DESK] {
        browser.resize(size);
        // A phone shrinks a page that is too wide, and everything remains visible.
        let wide = browser.value("Math.max(document.documentElement.scrollWidth, innerWidth)");
        if wide != size.0 {
            faults.push(format!("{wide} wide at {}", size.0));
        }
        if name.starts_with("play") {
            faults.extend(small_board(browser).map(|words| format!("at {}: {words}", size.0)));
            let panel = browser.value(
                "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.panel'))",
            );
            if panel != 0 {
                faults.push(format!("at {}: what the panel holds is {panel} wider than the panel", size.0));
            }
        }
        if let Some(folder) = &shots {
            for scheme in ["light", "dark", "contrast"] {
                browser.prefer(scheme);
                let file = format!("{name}-{language}-{}-{scheme}.png", size.0);
                fs::create_dir_all(folder).expect("a folder for the pictures");
                fs::write(Path::new(folder).join(file), browser.screenshot()).expect("a file");
            }
            browser.prefer("light");
        }
    }
    faults
}

/// Reports a board that uses neither the full width nor the full height beside the panel.
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

/// Reports keys of options, results as records write them, the English name of a tag, and several primary buttons. Code and
/// fields may contain keys. Opens what is folded.
fn leaked_keys(browser: &Browser, name: &str) -> Vec<String> {
    // The page for programs explains what they write.
    if name == "api" {
        return vec![];
    }
    let shown = "
        (() => {
          const walk = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT);
          const found = [document.title];
          while (walk.nextNode()) {
            const { parentElement, data } = walk.currentNode;
            if (!parentElement.closest('code, pre, textarea, script, .code, noscript')) found.push(data.replaceAll(/https?:\\S+/g, ''));
          }
          const faults = found.flatMap((text) =>
            text.match(/\\b[a-z]+(_[a-z]+)+\\b|\\b[a-z]+=[a-z]+|(?<![\\d-])(1-0|0-1|1\\/2-1\\/2)(?![\\d-])|\\b(huff|claim|drop|roll) @?[a-z]\\d/g) ?? []);
          const primary = [...document.querySelectorAll('.button.primary')].filter((one) => one.checkVisibility())
            .map((one) => one.innerText);
          if (new Set(primary).size > 1) faults.push(`primary: ${primary.join(', ')}`);
          return faults;
        })()";
    browser.value("[...document.querySelectorAll('details.fold')].forEach(fold => { fold.open = true; })");
    crate::play::texts(&browser.value(shown))
}

pub fn parts_beside_the_rules_do_not_overlap_on_a_low_screen() {
    let browser = Browser::of("en", (DESK.0, 640));
    for game in ["alquerque", "bagh-chal", "awithlaknannai"] {
        browser.goto(&format!("/games/{game}"));
        let over = browser.value(
            "[...document.querySelectorAll('.beside > *')].map((part) => part.getBoundingClientRect())
               .filter((part, at, all) => at > 0 && part.top < all[at - 1].bottom).length",
        );
        assert_eq!(over, 0, "{game}: parts lie over one another");
    }
}

/// A size, a preference of colours, and a selection of axe-core's rules; empty for all rules.
pub type Look = ((u32, u32), &'static str, &'static str);

/// The same page at the same size in other colours differs only in contrast rules.
const COLOURS: &str = "runOnly: ['color-contrast', 'link-in-text-block']";
/// The looks in which pages are checked.
pub const LOOKS: [Look; 3] = [(PHONE, "light", ""), (DESK, "dark", ""), (DESK, "contrast", COLOURS)];

/// Returns axe-core, or reports that nothing is checked.
pub fn axe() -> Option<String> {
    let Ok(path) = env::var("QUIRKAT_AXE") else {
        // Written past the test harness, which would capture it.
        writeln!(stderr(), "not run: QUIRKAT_AXE does not name axe.min.js (`npm pack axe-core`)").ok();
        return None;
    };
    Some(fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}")))
}

/// Returns the serious faults that axe-core finds in the open page.
pub fn accessibility_faults(browser: &Browser, axe: &str, looks: &[Look]) -> Vec<String> {
    let mut faults = Vec::new();
    browser.run(axe, json!([]));
    // Folded and tabbed content counts as well.
    browser.value("[...document.querySelectorAll('details')].forEach(fold => { fold.open = true; })");
    browser.value("[...document.querySelectorAll('[role=tabpanel]')].forEach(one => { one.hidden = false; })");
    for &(size, scheme, rules) in looks {
        browser.resize(size);
        browser.prefer(scheme);
        let found = browser.value(&format!(
            "axe.run({{ resultTypes: ['violations'], {rules} }}).then(({{ violations }}) => violations
               .filter(({{ impact }}) => ['serious', 'critical'].includes(impact))
               .flatMap(({{ id, nodes }}) => nodes.map(({{ target, failureSummary }}) => `${{id}} ${{target}}: ${{failureSummary}}`)))",
        ));
        let found = crate::play::texts(&found).into_iter();
        faults.extend(found.map(|fault| format!("{scheme}: {fault}")));
    }
    browser.resize(PHONE);
    browser.prefer("light");
    faults
}

pub fn pages_are_small_and_stable_and_answer_at_once() {
    // The game must outlive the browser that starts it.
    let _stage = Stage::get();
    let addresses = {
        let browser = Browser::new();
        browser.goto("/mine");
        ["/".to_owned(), game(&browser, &json!({ "game": "alquerque:walker", "opponent": "here" }), &[]).0]
    };
    for address in addresses {
        // A browser without stored data.
        let browser = Browser::of("en", PHONE);
        browser.goto(&address);
        until_still(&browser);
        let bytes = weight(&browser);
        let shift = browser.value(
            "new Promise(done => {
               let sum = 0;
               new PerformanceObserver(list => {
                 for (const { value, hadRecentInput } of list.getEntries()) sum += hadRecentInput ? 0 : value;
               }).observe({ type: 'layout-shift', buffered: true });
               // The browser reports paint timings in a separate task.
               requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(sum))));
             })",
        );
        let shift = shift.as_f64().expect("a number");
        println!("{address}: {:.1} kB over the wire, layout shift {shift:.4}", bytes / 1000.0);
        let most = most(if address == "/" { "gallery" } else { "play" });
        assert!(bytes > 1000.0 && bytes < most, "{address}: {bytes} bytes");
        assert!(shift < 0.02, "{address}: {shift}");
    }
}

/// Returns the bytes transferred for the page.
fn weight(browser: &Browser) -> f64 {
    let bytes = browser.value(
        "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
           .reduce((sum, { transferSize }) => sum + transferSize, 0)",
    );
    bytes.as_f64().expect("a number")
}

/// Returns the maximum weight of a page at the first visit.
fn most(name: &str) -> f64 {
    if name == "gallery" { 100_000.0 } else { 150_000.0 }
}

/// Reports a page that is too heavy at the first visit.
fn overweight(browser: &Browser, name: &str) -> Option<String> {
    let bytes = weight(browser);
    println!("{name}: {:.1} kB", bytes / 1000.0);
    (!(1000.0..most(name)).contains(&bytes)).then(|| format!("{bytes} bytes"))
}

pub fn a_click_is_answered_at_once() {
    let browser = Browser::new();
    browser.begin("alquerque", &[("opponent", "here")]);
    browser.until_marked(&["b2", "c2", "d2", "d3"]);
    browser.value(
        "(() => {
          const board = document.querySelector('#board');
          // A press picks up a piece. Its targets were marked before.
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

/// Returns the chosen board and pieces, and whether only these are drawn.
fn dress(browser: &Browser) -> (String, String) {
    let shown = "(() => {
        const { board, pieces } = document.documentElement.dataset;
        const style = getComputedStyle(document.documentElement);
        const drawn = (names) => names.filter((name) => style.getPropertyValue(`--q-${name}`).trim() === 'inline').join();
        return [`${board} ${pieces}`, `${drawn(['wood', 'stone', 'paper', 'contrast'])} ${drawn(['turned', 'pebbles', 'flat'])}`];
      })()";
    let both = browser.value(shown);
    let [chosen, drawn] = [0, 1].map(|place| both[place].as_str().unwrap_or_default().to_owned());
    (chosen, drawn)
}

/// Waits until the page has applied a choice. A page that was just opened may need a moment.
fn until_dressed(browser: &Browser, chosen: &str, drawn: &str) {
    browser.wait("the board that is chosen", || {
        let found = dress(browser);
        if found == (chosen.to_owned(), drawn.to_owned()) { Ok(()) } else { Err(format!("{found:?}")) }
    });
}

pub fn a_chosen_board_is_stored_and_a_link_can_override_it() {
    let browser = Browser::new();
    browser.begin("alquerque", &[("opponent", "here")]);
    let is = |chosen: &str| until_dressed(&browser, chosen, chosen);
    is("wood turned");
    let ground = "getComputedStyle(document.querySelector('.q-ground rect[fill*=stone]')).display";
    assert_eq!(browser.text_of(ground), "none");
    browser.click("#look summary");
    browser.click("#look [name=look-board][value=stone]");
    browser.click("#look [name=look-pieces][value=pebbles]");
    is("stone pebbles");
    assert_eq!(browser.text_of(ground), "inline");
    browser.reload();
    browser.until_play();
    is("stone pebbles");
    browser.goto("/embed/alquerque:walker?board=paper&pieces=flat");
    is("paper flat");
    browser.goto("/embed/alquerque:walker");
    is("stone pebbles");
    browser.goto("/");
    browser.until(
        "[...document.querySelectorAll('#games img')].every(one => one.src.includes('board=stone&pieces=pebbles'))",
    );
    browser.goto("/embed/alquerque:walker");
    // The system's preference overrides the choice.
    browser.prefer("contrast");
    until_dressed(&browser, "stone pebbles", "contrast flat");
    browser.goto("/");
    browser.until(
        "[...document.querySelectorAll('#games img')].every(one => one.src.includes('board=contrast&pieces=flat'))",
    );
    // The editor of own games follows while the page is open.
    browser.goto("/workshop");
    let is_of_stone = "decodeURIComponent(document.querySelector('#picture').src).includes('q-on-stone')";
    browser.until(&format!("document.querySelector('#picture').naturalWidth && !{is_of_stone}"));
    browser.prefer("light");
    browser.until(is_of_stone);
    browser.prefer("contrast");
    browser.until(&format!("!{is_of_stone}"));
}

pub fn an_entering_piece_is_shown_at_the_pointer() {
    let browser = Browser::new();
    browser.begin("bagh-chal", &[("opponent", "here")]);
    browser.until("document.querySelectorAll('#board .mark-target').length === 21");
    let hover = |name: &str| browser.hover(&point(name));
    let shown = "document.querySelector('#board .mark-ghost')?.dataset.at ?? ''";
    let until = |name: &str| browser.until(&format!("({shown}) === '{name}'"));
    hover("c3");
    until("c3");
    assert_eq!(browser.text_of("document.querySelector('#board .mark-ghost use').getAttribute('href')"), "#q-w");
    hover("b2");
    until("b2");
    // There is a tiger here.
    hover("a1");
    until("");
}

pub fn a_dragged_piece_leaves_a_ghost() {
    let browser = Browser::new();
    browser.begin("alquerque", &[("opponent", "here")]);
    browser.until_marked(&["b2", "c2", "d2", "d3"]);
    browser.hover(&point("d2"));
    browser.press_button();
    browser.until("document.querySelector('.mark-selected')");
    browser.hover(&point("d3"));
    browser.until("document.querySelector('.q-marks .mark-ghost') && !document.querySelector('.mark-selected')");
    let home = format!(
        "(() => {{
           const [ghost, hit] = ['.q-marks .mark-ghost', {}].map(name => document.querySelector(name).getBoundingClientRect());
           return Math.hypot(ghost.left + ghost.width / 2 - hit.left - hit.width / 2, ghost.top + ghost.height / 2 - hit.top - hit.height / 2);
         }})()",
        json!(point("d2"))
    );
    let away = browser.value(&home).as_f64().expect("a number");
    assert!(away < 12.0, "the ghost is {away} pixels from the piece's point");
    browser.hover(&point("c3"));
    browser.release_button();
    browser.until_turns(1);
    browser.until_piece("c3", Some("w"));
    assert!(!browser.is_seen(".mark-ghost"));
}

pub fn marks_contrast_with_every_board_and_piece() {
    let browser = Browser::new();
    browser.begin("alquerque", &[("opponent", "here")]);
    browser.until("document.querySelector('.mark-movable') && document.querySelector('.mark-edge')");
    for scheme in ["light", "dark"] {
        browser.prefer(scheme);
        for board in ["wood", "stone", "paper", "contrast"] {
            for pieces in ["turned", "pebbles", "flat"] {
                let faults = browser.run(
                    "const [board, pieces] = arguments;
                     Object.assign(document.documentElement.dataset, { board, pieces });
                     const light = (colour) => {
                       const [r, g, b] = colour.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255)
                         .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
                       return 0.2126 * r + 0.7152 * g + 0.0722 * b;
                     };
                     const probe = document.querySelector('#board').appendChild(document.createElement('i'));
                     const of = (name) => { probe.style.color = `var(--${name})`; return light(getComputedStyle(probe).color) };
                     const [mark, edge] = ['.mark-movable', '.mark-edge'].map((name) =>
                       light(getComputedStyle(document.querySelector(name)).stroke));
                     const ratio = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
                     const faults = ['q-field', 'q-shade', 'q-dark-square', 'q-white', 'q-black'].filter((name) =>
                       Math.max(ratio(mark, of(name)), ratio(edge, of(name))) < 3);
                     if (ratio(mark, edge) < 4.5) faults.push('edge');
                     probe.remove();
                     return faults",
                    json!([board, pieces]),
                );
                assert_eq!(faults, json!([]), "{scheme}, {board}, {pieces}");
            }
        }
    }
}

pub fn the_gallery_starts_a_game_with_one_click() {
    let browser = Browser::of("en", PHONE);
    for size in [PHONE, DESK] {
        browser.resize(size);
        browser.goto("/");
        let top =
            browser.value("document.querySelector('#content .picture img').getBoundingClientRect().top / innerHeight");
        assert!(top.as_f64().expect("a number") < 1.0 / 3.0, "{size:?}: the first picture is at {top}");
    }
    assert!(!browser.is_seen(".go-on"));
    let play = "#games .game-card form .button";
    browser.click(play);
    browser.until_words("h1", "How strong should the engine be?");
    browser.click(".level-list [value='3']");
    browser.until_play();
    browser.goto("/");
    browser.click(".go-on a");
    browser.until_play();
    // Later games need one click.
    browser.goto("/");
    browser.click(play);
    browser.until_play();
}

pub fn long_boards_stand_upright_and_a_phone_on_its_side_shows_both_players() {
    let browser = Browser::of("en", PHONE);
    browser.begin("awithlaknan-mosona", &[("opponent", "here")]);
    let is_upright =
        "(({ width, height }) => height > 2 * width)(document.querySelector('#board > svg').getBoundingClientRect())";
    browser.until(is_upright);
    // The board is played from the side that begins, which sits below.
    let below = "document.querySelector('#board [data-point=b9]').getBoundingClientRect().top
                 > document.querySelector('#board [data-point=b1]').getBoundingClientRect().top";
    assert_eq!(browser.value(below), true);
    browser.play("c5-b5");
    browser.until_piece("b5", Some("w"));
    browser.until_words("#shown-words", "c5 to b5");
    browser.resize(DESK);
    browser.until(&format!("!({is_upright})"));
    browser.resize((844, 390));
    for game in ["awithlaknan-mosona", "alquerque"] {
        browser.begin(game, &[("opponent", "here")]);
        let bottom = browser.value(
            "Math.max(...[...document.querySelectorAll('.player, #board')].map(one => one.getBoundingClientRect().bottom))",
        );
        assert!(bottom.as_f64().expect("a number") <= 390.0, "{game}: {bottom}");
    }
}

pub fn long_boards_stand_upright_wherever_moves_are_entered() {
    let browser = Browser::of("en", PHONE);
    let shape =
        "(({ width, height }) => height / width)(document.querySelector('#board > svg').getBoundingClientRect())";
    for page in ["analysis", "learn", "museum"] {
        browser.resize(PHONE);
        browser.goto(&format!("/{page}/awithlaknan-mosona"));
        until_still(&browser);
        browser.until(&format!("{shape} > 2"));
        let board = browser.value(
            "(({ width, right, bottom }) => [width, right, bottom + scrollY])
               (document.querySelector('#board').getBoundingClientRect())",
        );
        let [wide, right, bottom] = [0, 1, 2].map(|side| board[side].as_f64().expect("a number"));
        assert!(wide > 100.0 && right <= 390.0 && bottom <= 844.0, "{page}: {board}");
        // The position can be played.
        browser.until("document.querySelector('#board .mark-movable, #board .mark-target')");
        browser.resize(DESK);
        browser.until(&format!("{shape} < 0.5"));
    }
    // An embedded board cannot be played.
    browser.resize(PHONE);
    browser.goto("/embed/awithlaknan-mosona");
    let along = "(() => {
        const [a, b] = ['b1', 'b9'].map(name => document.querySelector(`#board [data-point=${name}]`)?.getBoundingClientRect());
        return a && Math.abs(a.top - b.top) > 3 * Math.abs(a.left - b.left);
    })()";
    browser.until(along);
    browser.resize(DESK);
    browser.until(&format!("{along} === false"));
    browser.resize(PHONE);
    browser.goto("/analysis/alquerque");
    until_still(&browser);
    browser.until(&format!("Math.abs({shape} - 1) < 0.1"));
}

pub fn a_lesson_shows_one_task_at_a_time() {
    let browser = Browser::new();
    let watch = "
        window.shown = new Set();
        const look = () => {
          const seen = [...document.querySelectorAll('.task h2')].filter(one => one.checkVisibility());
          if (seen.length > 0) shown.add(seen.length);
          requestAnimationFrame(look);
        };
        look();";
    browser.prepare(watch);
    browser.goto("/learn/alquerque");
    until_still(&browser);
    browser.until("document.querySelector('.mark-movable, .mark-target') && document.querySelector('.task[hidden]')");
    assert_eq!(browser.value("[...shown]"), json!([1]));
}

pub fn the_chosen_board_is_shown_from_the_first_frame() {
    let browser = Browser::new();
    // Records every board frame and picture from the first frame on.
    let watch = "
        window.seen = new Set();
        document.addEventListener('load', ({ target }) => {
          if (target instanceof HTMLImageElement && target.src.includes('/image/')) seen.add(new URL(target.src).search);
        }, true);
        const look = () => {
          if (document.body) seen.add(document.documentElement.dataset.board);
          requestAnimationFrame(look);
        };
        look();";
    browser.prepare(watch);
    for (page, pictures) in
        [("/?", true), ("/games/alquerque?", true), ("/embed/alquerque?", false), ("/learn/alquerque?", false)]
    {
        browser.goto(&format!("{page}board=stone&pieces=pebbles"));
        until_still(&browser);
        browser.until("document.readyState === 'complete' && seen.size > 0");
        let seen = crate::play::texts(&browser.value("[...seen]"));
        let is_chosen =
            |seen: &String| seen == "stone" || seen.contains("board=stone") && seen.contains("pieces=pebbles");
        assert!(seen.iter().all(is_chosen), "{page}: {seen:?}");
        assert_eq!(seen.iter().any(|seen| seen.contains("board=stone")), pictures, "{page}: {seen:?}");
    }
}

pub fn the_analysis_board_is_as_large_as_the_play_board() {
    let browser = Browser::new();
    let sizes = [(1280, 800), DESK, (1920, 1080), (360, 640), PHONE];
    for game in ["alquerque", "bagh-chal", "lasca"] {
        let board = |size| {
            browser.resize(size);
            until_still(&browser);
            let sides = browser.value(
                "(({ width, bottom, right }) => [width, bottom, right])
                   (document.querySelector('#board > svg').getBoundingClientRect())",
            );
            [0, 1, 2].map(|side| sides[side].as_f64().expect("a number"))
        };
        browser.begin(game, &[("opponent", "here")]);
        let played = sizes.map(|size| board(size)[0]);
        browser.goto(&format!("/analysis/{game}"));
        for (size, played) in sizes.into_iter().zip(played) {
            let [analysed, bottom, right] = board(size);
            assert!(analysed > played - 2.0, "{game}, {size:?}: {analysed} of {played}");
            assert!(bottom <= f64::from(size.1) && right <= f64::from(size.0), "{game}, {size:?}: {bottom}, {right}");
            // The tools below the board are on the same screen.
            let tools = browser.value("document.querySelector('.ana-bar').getBoundingClientRect().bottom");
            let tools = tools.as_f64().expect("a number");
            assert!(tools <= f64::from(size.1), "{game}, {size:?}: the tools end at {tools}");
        }
    }
}

pub fn texts_and_headings_have_the_shipped_fonts() {
    let browser = Browser::new();
    browser.goto("/games/alquerque");
    let fonts = "document.fonts.ready.then(() => ['h1', 'main p', '.button'].map((name) => {
          const { fontFamily, fontWeight } = getComputedStyle(document.querySelector(name));
          const [family] = fontFamily.replaceAll('\"', '').split(',');
          const isUsed = (face) => {
            const [least, most = least] = face.weight.split(' ').map(Number);
            return face.family.replaceAll('\"', '') === family && least <= fontWeight && fontWeight <= most;
          };
          return `${family} ${[...document.fonts].find(isUsed)?.status}`;
        }))";
    assert_eq!(browser.value(fonts), json!(["Quirkat Serif loaded", "Quirkat Sans loaded", "Quirkat Sans loaded"]));
}
