//! Tests the pages without a network: the module answers in place of the server. They need `QUIRKAT_PACKAGE`, the folder of the
//! package.

use crate::browser::{Browser, DESK};
use crate::files::Files;
use crate::looks::{LOOKS, Look, accessibility_faults, axe};
use crate::play::{points_of, texts};
use crate::proxy::Proxy;
use crate::stage::Stage;
use crate::workshop::type_in;
use serde_json::json;
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Time limit of the service worker, which fetches some megabytes.
const INSTALLATION: Duration = Duration::from_secs(180);
/// Maximum moves of a game.
const MAX_TURNS: usize = 200;

/// A browser at a server with the module, and the connection between them.
pub struct Visitor {
    pub browser: Browser,
    pub proxy: Proxy,
    /// The files of a static site; `None` at a server.
    _files: Option<Arc<Files>>,
}

impl Visitor {
    pub fn new() -> Visitor {
        let stage = Arc::new(Stage::with_module());
        let proxy = Proxy::new(&stage.site);
        Visitor { browser: Browser::at(stage, "en", DESK), proxy, _files: None }
    }

    /// Returns a visitor of a static site. The stage is another server, from which the test requests legal moves.
    pub fn of_files() -> Visitor {
        let files = Files::get();
        let proxy = Proxy::new(&files.site);
        Visitor { browser: Browser::of("en", DESK), proxy, _files: Some(files) }
    }

    /// Opens a page of the server.
    pub fn goto(&self, path: &str) {
        self.browser.goto(&format!("{}{path}", self.proxy.site));
    }

    /// Opens the gallery, as on a first visit, and waits until the service worker has kept its files.
    pub fn visit(&self) {
        self.goto("/");
        self.until_installed("Boolean(navigator.serviceWorker.controller)");
    }

    /// Waits longer than usual for files that the service worker fetches.
    pub fn until_installed(&self, condition: &str) {
        let began = Instant::now();
        while self.browser.run(&format!("return {condition}"), json!([])) != true {
            assert!(began.elapsed() < INSTALLATION, "not yet: {condition}");
            sleep(Duration::from_millis(200));
        }
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

pub fn two_workers_analyse_together_until_they_are_stopped() {
    let visitor = Visitor::new();
    let browser = &visitor.browser;
    visitor.goto("/local");
    let nodes = browser.run(
        "const { Memory } = WebAssembly;
         WebAssembly.Memory = function (limits) {
           const memory = new Memory(limits);
           if (limits.shared) window.words = new BigUint64Array(memory.buffer);
           return memory;
         };
         const { module } = document.documentElement.dataset;
         const { startWorker } = await import(new URL(`${module}client.js`, document.baseURI).href);
         window.quirkat = startWorker({ language: 'en', threads: 2 });
         const { nodes } = await window.quirkat.analyse({ game: 'international' }, { seconds: 3 });
         return [nodes, Number(window.words[1]), Number(window.words[2])]",
        json!([]),
    );
    let [total, own, of_helper] = [0, 1, 2].map(|index| nodes[index].as_u64().expect("a number"));
    assert!(own > 0 && of_helper > 0 && total > own.max(of_helper), "{nodes}");

    // An analysis and one that waits for it are stopped; nothing searches afterwards.
    let stopped = browser.run(
        "const analyse = () => window.quirkat.analyse({ game: 'lasca' }, { seconds: 60 });
         const both = Promise.all([analyse(), analyse()]);
         setTimeout(() => window.quirkat.stop(), 500);
         const depths = (await both).map(({ depth }) => depth);
         window.before = [];
         return depths",
        json!([]),
    );
    assert!(stopped[0].as_u64() > Some(2), "{stopped}");
    browser.wait("an end of the search", || {
        sleep(Duration::from_millis(500));
        let is_idle = browser.run(
            "const counts = [...window.words.slice(1, 3)];
             const isIdle = counts.every((count, index) => count === window.before[index]);
             window.before = counts;
             return isIdle",
            json!([]),
        );
        if is_idle == true { Ok(()) } else { Err("the workers still count nodes".to_owned()) }
    });

    // Another game with other rules on the same board has its own search.
    let lines = browser.run(
        "return (await window.quirkat.analyse({ game: 'alquerque', turns: ['d2-c3'] }, { depth: 6 })).lines",
        json!([]),
    );
    assert_eq!(lines[0]["turns"][0]["text"], "b4xd2", "the only capture");
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

/// Returns the moves of a game on this device.
fn turns(browser: &Browser) -> Vec<String> {
    texts(&browser.value("[...document.querySelectorAll('#turns [data-move]')].map(turn => turn.dataset.move)"))
}

/// Waits until the visitor can move or the game is over. Returns whether it goes on.
fn until_turn(browser: &Browser) -> bool {
    browser.until("!document.querySelector('#hint').disabled || !document.querySelector('#after').hidden");
    browser.value("document.querySelector('#after').hidden") == true
}

/// Enters the first legal move of a game on this device.
fn play_first_legal(browser: &Browser, title: &str) {
    let before = turns(browser);
    // The test reaches the server, the browser does not.
    let turn = browser.stage.legal(title, None, &before)[0].clone();
    enter(browser, &turn);
    let moved = format!("document.querySelectorAll('#turns [data-move]').length > {}", before.len());
    browser.until(&format!("{moved} || !document.querySelector('#entry-done').disabled"));
    if browser.value(&moved) != true {
        browser.click("#entry-done");
        browser.until(&moved);
    }
}

/// Begins a game on this device from its form, and plays it to its end. Returns its moves and outcome.
fn play_to_the_end(browser: &Browser) -> (Vec<String>, String) {
    browser.until_words("h1", "Games on this device");
    let terms = "document.querySelector('#level').value = '3'; document.querySelector('#side').value = 'first'";
    browser.run(terms, json!([]));
    browser.click("#local-new .button");
    browser.until("location.search.startsWith('?id=')");
    let mut count = 0;
    while until_turn(browser) {
        play_first_legal(browser, "alquerque:walker");
        count += 1;
        assert!(count < MAX_TURNS, "{:?}", turns(browser));
        if count == 2 {
            // The game continues where it was when its address is opened again.
            until_turn(browser);
            let before = turns(browser);
            browser.goto(&browser.text_of("location.href"));
            until_turn(browser);
            assert_eq!(turns(browser), before);
        }
    }
    (turns(browser), browser.words("#status"))
}

/// Opens the analysis of a finished game.
fn analyse(browser: &Browser, played: &[String]) {
    browser.click("#analysis");
    browser.until("location.pathname.includes('/analysis/')");
    browser.until(&format!("document.querySelectorAll('#tree .ana-turn').length === {}", played.len()));
    browser.click("#engine-toggle");
    browser.click("#go-first");
    browser.until_words("#engine-note", "on your processor");
}

/// Solves the first task of a lesson.
fn solve_first_task(browser: &Browser) {
    let task = browser.value("JSON.parse(document.querySelector('#boot').textContent).lesson.tasks[0]");
    enter(browser, task["answers"][0].as_str().expect("a turn"));
    browser.until_words("#status", "Right. ");
}

/// Begins a game by the example file of the workshop, and plays a move.
fn begin_own_game(browser: &Browser) {
    browser.until_words("#verdict", "the game can be played");
    browser.click("#play [name=side][value=first] + span");
    browser.click("#local-button");
    browser.until("location.search.startsWith('?id=')");
    assert!(until_turn(browser));
    let start = browser.pieces();
    browser.click("#hint");
    browser.until_words("#advice", ": ");
    let hint = browser.words("#advice");
    enter(browser, hint.split_once(": ").expect("a move and a reason").0);
    browser.until("document.querySelectorAll('#turns [data-move]').length === 2");
    assert_ne!(browser.pieces(), start);
}

pub fn a_game_is_played_to_its_end_without_a_network() {
    let visitor = Visitor::new();
    let browser = &visitor.browser;
    visitor.visit();
    visitor.proxy.cut();
    // A game on the server becomes one on this device.
    visitor.goto("/new/alquerque");
    let (played, outcome) = play_to_the_end(browser);
    analyse(browser, &played);
    // The server returns, and nothing is lost.
    visitor.proxy.mend();
    visitor.goto("/mine");
    browser.until_words("#local-games .status", &outcome);
    browser.click("#local-games a");
    browser.until_words("#status", &outcome);
    assert_eq!(turns(browser), played);
    visitor.goto("/local");
    browser.click("#local-games summary");
    browser.click("#local-games .danger");
    browser.until_words("#local-none", "No game is stored");
}

pub fn a_lesson_a_puzzle_and_an_own_game_begin_without_a_network() {
    let visitor = Visitor::new();
    let browser = &visitor.browser;
    visitor.visit();
    visitor.proxy.cut();
    visitor.goto("/learn/alquerque");
    solve_first_task(browser);
    visitor.goto("/puzzles/alquerque/1");
    browser.click("#solution");
    browser.until_words("#status", "That is the solution.");
    visitor.goto("/workshop");
    begin_own_game(browser);
    // A page that is not stored is replaced by the list of games, with a note.
    visitor.goto("/learn/lasca");
    browser.until_words("#local-fault", "this page is not kept");
    browser.until("document.querySelectorAll('#local-games li').length === 1");
    visitor.proxy.mend();
}

pub fn a_static_site_works_under_a_path_without_a_network() {
    let visitor = Visitor::of_files();
    let browser = &visitor.browser;
    visitor.visit();
    // The root leads to the visitor's language, and links stay below the path.
    browser.until("location.pathname.endsWith('/museum/quirkat/en/')");
    browser.click_words(".game-card h3 a", "Lasca");
    browser.until_words("h1", "Lasca");
    browser.click("#languages summary");
    browser.click_words("#languages a", "Español");
    browser.until("location.pathname.endsWith('/museum/quirkat/es/games/lasca/')");
    assert_eq!(browser.value("document.querySelectorAll('a[href^=\"/\"], form[method=post]').length"), 0);
    // The menu names the languages of the site alone.
    assert_eq!(browser.value("document.querySelectorAll('#languages a').length"), 2);
    visitor.goto("/en/museum/alquerque.walker/?opponent=here");
    browser.click_words("nav a", "Español");
    browser.until_words("#status", "Blancas: es su turno");
    assert_eq!(browser.value("document.querySelector('#pair').ariaPressed"), "true");
    visitor.goto("/en/");
    visitor.proxy.cut();
    visitor.goto("/en/local/");
    let (played, outcome) = play_to_the_end(browser);
    analyse(browser, &played);
    visitor.goto("/en/learn/alquerque.walker/");
    solve_first_task(browser);
    visitor.goto("/en/puzzles/alquerque/1/");
    browser.click("#solution");
    browser.until_words("#status", "That is the solution.");
    visitor.goto("/en/workshop/");
    begin_own_game(browser);
    visitor.proxy.mend();
    visitor.goto("/en/local/");
    browser.until_words("#local-games li:last-child .status", &outcome);
}

pub fn the_site_can_be_installed_in_the_language_of_the_visitor() {
    let visitor = Visitor::new();
    let browser = &visitor.browser;
    visitor.goto("/?lang=es");
    let manifest = browser.run(
        "return fetch(document.querySelector('link[rel=manifest]').href).then(answer => answer.json())",
        json!([]),
    );
    assert_eq!(manifest["lang"], "es");
    for icon in manifest["icons"].as_array().expect("icons") {
        let size = browser.run(
            "const image = new Image(); image.src = arguments[0];
             return image.decode().then(() => `${image.naturalWidth}x${image.naturalHeight}`)",
            json!([icon["src"]]),
        );
        assert_eq!(size, icon["sizes"]);
    }
    assert!(manifest["icons"].as_array().expect("icons").iter().any(|icon| icon["purpose"] == "maskable"));
}

pub fn all_pages_are_kept_on_request() {
    let visitor = Visitor::new();
    let browser = &visitor.browser;
    visitor.visit();
    visitor.goto("/local");
    browser.click("#keep");
    visitor.until_installed("document.querySelector('#kept-note').textContent.includes('pages of all games')");
    assert!(!browser.is_seen("#keep"));
    visitor.proxy.cut();
    visitor.goto("/games/fanorona");
    browser.until_words("h1", "Fanorona");
    browser.until("[...document.images].slice(0, 3).every(image => image.naturalWidth > 0)");
    // Another rule set is another page.
    visitor.goto("/games/fanorona?variant=dimy");
    browser.until_words("#local-fault", "this page is not kept");
    visitor.goto("/learn/lasca");
    browser.until("document.querySelector('.mark-movable')");
    visitor.proxy.mend();
}

pub fn a_new_version_takes_over_at_the_next_start() {
    let visitor = Visitor::new();
    let browser = &visitor.browser;
    visitor.visit();
    // The pages of another language are another version.
    visitor.goto("/?lang=fr");
    browser.until_words("h1", "jeux");
    let waiting = "navigator.serviceWorker.getRegistration().then(({ waiting }) => Boolean(waiting))";
    visitor.until_installed(waiting);
    let controller = "navigator.serviceWorker.controller.scriptURL";
    assert!(browser.text_of(controller).ends_with("language=en"));
    // The browser lets the new version take over when it has forgotten the page.
    let began = Instant::now();
    while !browser.text_of(controller).ends_with("language=fr") {
        assert!(began.elapsed() < INSTALLATION, "the old version remains");
        browser.renew_tab();
        sleep(Duration::from_secs(1));
        visitor.goto("/local");
        browser.until(controller);
    }
    let caches = browser.run("return caches.keys()", json!([]));
    assert_eq!(texts(&caches).len(), 1, "{caches}");
    visitor.proxy.cut();
    visitor.goto("/");
    browser.until_words("h1", "jeux");
    visitor.proxy.mend();
}

/// Appends the faults of the page with which the visitor's device answers an address.
fn check(visitor: &Visitor, axe: &str, looks: &[Look], address: &str, ready: &str, faults: &mut Vec<String>) {
    visitor.goto(address);
    visitor.browser.until(&format!("document.readyState === 'complete' && ({ready})"));
    let found = accessibility_faults(&visitor.browser, axe, looks);
    faults.extend(found.into_iter().map(|fault| format!("{address}, {fault}")));
}

pub fn pages_of_the_device_are_accessible() {
    let Some(axe) = axe() else { return };
    let mut faults = Vec::new();
    let (board, listed) = ("document.querySelector('.mark-movable')", "document.querySelector('#local-games li')");
    let visitor = Visitor::new();
    let looks = &LOOKS;
    visitor.visit();
    check(&visitor, &axe, looks, "/local", "!document.querySelector('#local-none').hidden", &mut faults);
    visitor.goto("/local/play?game=alquerque&opponent=here");
    enter(&visitor.browser, "d2-c3");
    visitor.browser.until("document.querySelectorAll('#turns [data-move]').length === 1");
    let played = visitor.browser.text_of("location.search");
    check(&visitor, &axe, looks, &format!("/local/play{played}"), board, &mut faults);
    check(&visitor, &axe, looks, "/local", listed, &mut faults);
    visitor.proxy.cut();
    check(&visitor, &axe, looks, "/learn/lasca", listed, &mut faults);
    visitor.proxy.mend();
    // The pages of files have the style sheets of the pages at a server.
    let looks = &LOOKS[..1];
    let visitor = Visitor::of_files();
    for address in
        ["/en/", "/en/games/lasca/", "/en/family/", "/en/puzzles/", "/en/local/", "/en/workshop/", "/en/study/lasca/"]
    {
        check(&visitor, &axe, looks, address, "true", &mut faults);
    }
    let boards = ["learn/lasca.lasca/", "puzzles/lasca/1/", "analysis/lasca.lasca/", "museum/lasca.lasca/"];
    for page in boards.into_iter().chain(["local/play/?game=lasca&opponent=here"]) {
        let ready = "document.querySelector('.piece, .mark-target')";
        check(&visitor, &axe, looks, &format!("/en/{page}"), ready, &mut faults);
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
