//! Measures what pages with the module cost: transferred bytes, time until a game can be played, and, where `QUIRKAT_PROGRAM`
//! names a release build, speed of the search beside it and memory. `--nocapture` prints the numbers.

use crate::offline::Visitor;
use serde_json::{Value, json};
use std::env;
#[cfg(target_os = "linux")]
use std::fs;
use std::process::Command;
#[cfg(target_os = "linux")]
use std::thread::sleep;
#[cfg(target_os = "linux")]
use std::time::Duration;

/// Variable that names a release build of the program.
pub const PROGRAM: &str = "QUIRKAT_PROGRAM";

/// Maximum bytes of the first load of a page on which a game is played.
const MAX_FIRST: u64 = 1_500_000;
/// Maximum bytes of a later load.
const MAX_LATER: u64 = 100_000;
/// Time in which the browser optimises the code of a running analysis.
#[cfg(target_os = "linux")]
const SETTLING: Duration = Duration::from_secs(40);
/// Factor by which the processor is slowed down.
const SLOWDOWN: u32 = 4;
/// Games whose searches are compared.
const SEARCHED: [&str; 4] = ["alquerque", "fanorona", "lasca", "international"];

/// Prevents the service worker, whose files come after the page, and records the time at which the visitor can choose a piece.
const WATCH: &str = "
    ServiceWorkerContainer.prototype.register = async () => {};
    const look = () => {
      if (document.querySelector('.mark-movable')) window.playable ??= performance.now();
    };
    addEventListener('DOMContentLoaded', () => new MutationObserver(look).observe(document, { subtree: true, childList: true }))";

/// Loads a page. Returns the transferred bytes, and the time until the visitor could choose a piece.
fn load(visitor: &Visitor, address: &str) -> (u64, f64) {
    let before = visitor.proxy.answered();
    visitor.goto(address);
    let ms = visitor.browser.until("window.playable").as_f64().expect("a time");
    (visitor.proxy.answered() - before, ms)
}

pub fn a_play_page_is_light_and_soon_ready() {
    let visitor = Visitor::new();
    let browser = &visitor.browser;
    browser.prepare(WATCH);
    browser.slow_down(SLOWDOWN);
    let local = "/local/play?game=alquerque&opponent=engine&level=3&side=first";
    let on_server = {
        visitor.goto("/mine");
        let request = json!({ "game": "alquerque:walker", "opponent": "engine:3", "side": "first" });
        crate::looks::game(browser, &request, &[]).0
    };
    for (name, address) in [("on the device", local), ("on the server", &on_server)] {
        browser.clear_cache();
        let (first, first_ms) = load(&visitor, address);
        let (later, later_ms) = load(&visitor, address);
        println!("a game {name}: {first} bytes, {first_ms:.0} ms; later {later} bytes, {later_ms:.0} ms");
        assert!((10_000..MAX_FIRST).contains(&first) && later < MAX_LATER, "{name}: {first}, later {later}");
    }
    // The whole first visit: the page, and afterwards everything that games without a network need.
    let visitor = Visitor::new();
    visitor.visit();
    println!("everything for times without a network: {} bytes", visitor.proxy.answered());
}

pub fn a_search_in_the_page_is_measured() {
    let visitor = Visitor::new();
    let browser = &visitor.browser;
    visitor.goto("/local");
    browser.run(
        "const { module } = document.documentElement.dataset;
         const { startWorker } = await import(new URL(`${module}client.js`, document.baseURI).href);
         window.workers = [1, 2].map((threads) => startWorker({ language: 'en', threads }))",
        json!([]),
    );
    for game in SEARCHED {
        let search = |threads: usize| {
            let found = browser.run(
                "const [game, threads] = arguments;
                 const worker = window.workers[threads - 1];
                 await worker.analyse({ game }, { nodes: 20000 });
                 return worker.analyse({ game }, { seconds: 3 })",
                json!([game, threads]),
            );
            rate(&found)
        };
        let [here, by_two] = [1, 2].map(search);
        let program = env::var_os(PROGRAM).expect("the name of a program");
        let output = Command::new(program).args(["best", game, "--hash", "32", "--time", "3s", "--json"]).output();
        let native = rate(&serde_json::from_slice(&output.expect("the program runs").stdout).expect("JSON"));
        let part = 100.0 * here / native;
        println!("{game}: {here:.0} nodes a second, {part:.0} % of {native:.0}; {:.2} times by two", by_two / here);
    }
    #[cfg(target_os = "linux")]
    measure_memory();
}

/// Prints the memory of an analysis page.
#[cfg(target_os = "linux")]
fn measure_memory() {
    let visitor = Visitor::new();
    let browser = &visitor.browser;
    let print = |when| println!("memory of an analysis page {when}: {} bytes", renderer_memory(browser.driver_id()));
    visitor.goto("/analysis/international");
    browser.until("document.body.dataset.module?.includes('answers')");
    print("with the module");
    browser.click("#engine-toggle");
    browser.until_words("#engine-note", "on your processor");
    browser.until_words("#lines li", "x");
    print("when the analysis begins");
    sleep(SETTLING);
    print("when the browser has optimised the code");
}

/// Returns the memory of the page in a browser that a driver has started: the share of resident pages of the largest
/// process that shows pages, in bytes.
#[cfg(target_os = "linux")]
fn renderer_memory(driver: u32) -> u64 {
    let read = |id: u32, name: &str| fs::read_to_string(format!("/proc/{id}/{name}")).unwrap_or_default();
    // The name of the program, in parentheses, may contain spaces.
    let parent = |id: u32| read(id, "stat").rsplit_once(") ")?.1.split(' ').nth(1)?.parse().ok();
    let is_descendant = |id: u32| std::iter::successors(Some(id), |&id| parent(id)).any(|id| id == driver);
    let entries = fs::read_dir("/proc").expect("the processes").map_while(Result::ok);
    let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let renderers = ids.filter(|&id| read(id, "cmdline").contains("--type=renderer") && is_descendant(id));
    let share = |id| -> Option<u64> {
        let rollup = read(id, "smaps_rollup");
        let line = rollup.lines().find_map(|line| line.strip_prefix("Pss:"))?;
        Some(line.trim().trim_end_matches(" kB").parse::<u64>().ok()? * 1024)
    };
    renderers.filter_map(share).max().unwrap_or_default()
}

/// Returns the nodes a second of an analysis.
fn rate(analysis: &Value) -> f64 {
    let [nodes, ms] = ["nodes", "ms"].map(|key| analysis[key].as_f64().unwrap_or_else(|| panic!("{analysis}")));
    1000.0 * nodes / ms
}
