//! Tests solving a puzzle.

use crate::browser::Browser;
use crate::play::points_of;
use crate::stage::agent;
use serde_json::Value;

/// A puzzle of two moves.
const PUZZLE: &str = "/puzzles/lasca/2";

/// Returns the answer of an API path.
fn question(browser: &Browser, path: &str) -> Value {
    let mut response = agent().get(format!("{}/api{path}", browser.stage.site)).call().expect("an answer");
    response.body_mut().read_json().expect("JSON")
}

/// Enters a move by clicks.
fn enter(browser: &Browser, turn: &str) {
    for name in points_of(turn) {
        browser.choose(&name);
    }
}

pub fn a_puzzle_is_solved_after_a_wrong_move() {
    let browser = Browser::new();
    browser.goto("/");
    browser.click("header a[href$='/puzzles']");
    browser.until_words("h1", "Puzzles");
    browser.goto(PUZZLE);
    browser.until_words("#status", "Find the move.");
    let solution: Vec<String> = question(&browser, &format!("{PUZZLE}/solution"))["turns"]
        .as_array()
        .expect("turns")
        .iter()
        .map(|turn| turn["text"].as_str().expect("a text").to_owned())
        .collect();
    let fen = question(&browser, PUZZLE)["position"]["fen"].as_str().expect("a text").to_owned();
    let legal = browser.stage.legal("lasca", Some(&fen), &[]);
    let wrong = legal.iter().find(|turn| **turn != solution[0]).expect("a choice");

    enter(&browser, wrong);
    browser.until_words("#status", "is not the move");
    assert_eq!(browser.value("document.querySelectorAll('#turns li').length"), 0);
    // The hint names a point of the right move.
    browser.click("#hint");
    browser.until_words("#status", &format!("Look at {}.", points_of(&solution[0])[0]));
    enter(&browser, &solution[0]);
    browser.until_words("#status", "Right. Go on.");
    // The reply has been played.
    browser.until("document.querySelectorAll('#turns li').length === 2");
    enter(&browser, &solution[2]);
    browser.until_words("#status", "Solved!");
    browser.until_words("#status", "a breakthrough");
    assert_eq!(browser.value("document.querySelector('#analysis').href.includes('turns=')"), true);
    browser.click("#next");
    browser.until(&format!("!location.pathname.endsWith('{PUZZLE}') && location.pathname.includes('/puzzles/')"));
    browser.until_words("#status", "Find the move.");

    // After giving up, the solution is shown and the puzzle can be tried again.
    browser.click("#solution");
    browser.until_words("#status", "That is the solution.");
    browser.until("document.querySelectorAll('#turns li').length > 0");
    browser.click("#again");
    browser.until_words("#status", "Find the move.");
    assert!(browser.console_errors().is_empty());
}

pub fn puzzles_have_no_end_and_suit_the_rating() {
    let browser = Browser::new();
    browser.goto("/puzzles/lasca/2");
    browser.until_words("#status", "Find the move.");
    browser.until_words("#rating", "Your rating: 1000");
    browser.click("#solution");
    browser.until_words("#status", "That is the solution.");
    let rating = |browser: &Browser| {
        let words = browser.value("document.querySelector('#rating').textContent");
        let (_, number) = words.as_str().unwrap().split_once(": ").unwrap();
        number.split(' ').next().unwrap().parse::<i32>().unwrap()
    };
    let lost = rating(&browser);
    assert!((900..1000).contains(&lost), "{lost}");
    // A second attempt does not count.
    browser.click("#again");
    browser.until_words("#status", "Find the move.");
    browser.click("#solution");
    browser.until_words("#status", "That is the solution.");
    assert_eq!(rating(&browser), lost);
    // The next puzzle is another one of the same game, as long as the game is chosen.
    let mut seen = vec!["/puzzles/lasca/2".to_owned()];
    browser.goto("/puzzles");
    browser.until("document.querySelector('[name=grade] option').textContent.includes('suits my rating')");
    browser.value("document.querySelector('[name=game]').value = 'lasca'");
    browser.click("#any-puzzle button");
    for _ in 0..3 {
        browser.until("/^\\/puzzles\\/lasca\\/\\d+$/.test(location.pathname)");
        browser.until_words("#status", "Find the move.");
        let path = browser.value("location.pathname").as_str().unwrap().to_owned();
        assert!(!seen.contains(&path), "{path} came again");
        browser.click("#solution");
        browser.until_words("#status", "That is the solution.");
        seen.push(path.clone());
        browser.click("#next");
        browser.until(&format!("location.pathname !== '{path}'"));
    }
    // When all have been tried, they come again, those of long ago first.
    let list = question(&browser, "/puzzles");
    let lasca = list["games"].as_array().unwrap().iter().find(|set| set["game"] == "lasca").unwrap();
    let count = lasca["grades"].as_array().unwrap().len();
    browser.value(&format!(
        "localStorage.setItem('quirkat-progress', JSON.stringify({{ rating: 1000, lessons: {{}}, puzzles: Object.fromEntries(\
         Array.from({{ length: {count} }}, (_, n) => [`lasca/${{n + 1}}`, {{ solved: true, at: n + 1 }}])) }}))"
    ));
    browser.goto("/puzzles/lasca/1?game=lasca");
    browser.until_words("#status", "Find the move.");
    browser.click("#next");
    browser.until("location.search === '?game=lasca' && location.pathname !== '/puzzles/lasca/1'");
    let number = browser.value("Number(location.pathname.split('/').pop())").as_u64().unwrap() as usize;
    assert!(number <= count.div_ceil(2), "{number} was tried lately");
    // "My games" sums up.
    browser.goto("/mine");
    browser.until_words("#puzzle-progress", &format!("{count} puzzles tried · {count} solved"));
    assert!(browser.console_errors().is_empty());
}
