//! Tests a lesson as a learner uses it.

use crate::browser::{Browser, PHONE, keys};
use crate::play::points_of;
use crate::stage::agent;
use serde_json::Value;

/// Returns the lesson from the API.
fn lesson(browser: &Browser, address: &str) -> Vec<Value> {
    let mut response = agent().get(format!("{}/api{address}", browser.stage.site)).call().expect("an answer");
    let lesson: Value = response.body_mut().read_json().expect("JSON");
    lesson["tasks"].as_array().expect("tasks").clone()
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().expect("a text")
}

/// Waits until a task is shown and ready.
fn until_task(browser: &Browser, task: &Value) {
    browser.until_words(".task:not([hidden]) .puzzle-asked", text(task, "task"));
    browser.until("document.querySelector('.mark-movable, .mark-target')");
}

pub fn a_lesson_is_learnt_to_its_end_with_the_keyboard_alone() {
    let browser = Browser::new();
    browser.goto("/games/alquerque");
    browser.tab_to("a[href$='/learn/alquerque:walker']");
    browser.press([keys::ENTER]);
    browser.until_words("h1", "Learn Alquerque");
    let tasks = lesson(&browser, "/learn/alquerque:walker");
    for (number, task) in tasks.iter().enumerate() {
        until_task(&browser, task);
        // One task at a time, with the rules behind it.
        assert_eq!(browser.value("document.querySelectorAll('.task:not([hidden])').length"), 1);
        browser.until_words(".task:not([hidden]) .behind", text(&task["sentences"][0], "text"));
        if text(task, "skill") == "duty" {
            refused(&browser, task);
        }
        browser.tab_to("quirkat-board");
        enter(&browser, task["answers"][0].as_str().expect("a turn"));
        browser.until_words("#status", "Right. ");
        browser.until_words("#status", ": man on ");
        if number + 1 < tasks.len() {
            // The focus moves to the button for the next task.
            browser.until("document.activeElement.id === 'next'");
            browser.press([keys::ENTER]);
        }
    }
    browser.until_words("#status", &format!("{0} of {0} solved", tasks.len()));
    browser.until("document.activeElement.id === 'play-it'");
    browser.press([keys::ENTER]);
    browser.until("document.querySelector('.level-list button')");
    browser.tab_to(".level-list button");
    browser.press([keys::ENTER]);
    browser.until("location.pathname.includes('/play/')");
    browser.until_play();
    assert!(browser.console_errors().is_empty());
}

/// Enters a move by keys.
fn enter(browser: &Browser, turn: &str) {
    for name in points_of(turn) {
        browser.wait(&format!("a mark on {name}"), || {
            let marked = browser.marked();
            if marked.contains(&name) { Ok(()) } else { Err(format!("{marked:?}")) }
        });
        browser.steer(&name);
        browser.press([keys::ENTER]);
    }
}

/// Tries an illegal move and reads the rule. The hint names a point.
fn refused(browser: &Browser, task: &Value) {
    let decoy = text(task, "refused").split(':').next().expect("a turn").to_owned();
    browser.tab_to("quirkat-board");
    let is_refused = "!document.querySelector('.board-bubble').hidden";
    for name in points_of(&decoy) {
        browser.steer(&name);
        browser.press([keys::ENTER]);
        browser.until(&format!("{is_refused} || document.querySelector('.mark-selected')"));
        if browser.value(is_refused) == true {
            break;
        }
    }
    browser.until("document.querySelector('.board-bubble').textContent.includes('must capture. [Walker, rule 6]')");
    browser.press([keys::ESCAPE]);
    browser.tab_to("#hint");
    browser.press([keys::ENTER]);
    browser.until_words("#status", &format!("The move begins on {}.", text(task, "hint")));
}

pub fn a_lesson_keeps_its_house_rules_and_plays_by_them() {
    let browser = Browser::of("es", PHONE);
    let address = "/learn/alquerque:walker?rule=capture=optional";
    browser.goto(address);
    let tasks = lesson(&browser, address);
    let at = tasks.iter().position(|task| task["skill"] == "abstain").expect("a task");
    for _ in 0..at {
        browser.click("#next");
    }
    browser.until_words(".task:not([hidden]) h2", "Libertad de elegir");
    browser.until_words(".task:not([hidden]) .behind", "regla de la casa");
    // A legal move need not solve the task.
    let legal = browser.stage.legal("alquerque:walker", Some(text(&tasks[at]["position"], "fen")), &[]);
    let missed = legal.iter().find(|turn| turn.contains('x')).expect("a capture");
    for name in points_of(missed) {
        browser.choose(&name);
    }
    browser.until_words("#status", "es legal, pero no es lo que se pide");
    for name in points_of(tasks[at]["answers"][0].as_str().expect("a turn")) {
        browser.choose(&name);
    }
    browser.until_words("#status", "Bien.");
    browser.click("#play-it");
    browser.click(".level-list [value='1']");
    browser.until("location.pathname.includes('/play/')");
    browser.until_play();
    assert!(
        browser.value("document.querySelector('#boot').textContent").as_str().unwrap().contains("capture=optional")
    );
}

pub fn a_repetition_shows_its_history_and_hints_lead_to_the_answer() {
    let browser = Browser::new();
    browser.goto("/learn/alquerque");
    let tasks = browser.value("JSON.parse(document.querySelector('#boot').textContent).lesson.tasks");
    let tasks = tasks.as_array().expect("tasks");
    let at = tasks.iter().position(|task| !task["turns"].as_array().expect("turns").is_empty()).expect("a repetition");
    for _ in 0..at {
        browser.click("#next");
    }
    let task = &tasks[at];
    let played: Vec<_> = task["turns"].as_array().expect("turns").iter().filter_map(|turn| turn.as_str()).collect();
    browser.until_words(".task:not([hidden]) .puzzle-asked", &format!("The moves before: {}.", played.join(", ")));
    let answer = task["answers"][0].as_str().expect("a move");
    let points = points_of(answer);
    browser.click("#hint");
    browser.until_words("#status", &format!("The move begins on {}.", points[0]));
    browser.click("#hint");
    browser.until_words("#status", &format!("The move is {answer}."));
    points.iter().for_each(|name| browser.choose(name));
    browser.until_words("#status", "Draw");
    assert!(browser.console_errors().is_empty());
}

pub fn a_hint_names_a_move_and_its_reason() {
    let browser = Browser::new();
    browser.begin("alquerque", &[("opponent", "engine"), ("level", "1"), ("side", "first")]);
    browser.until("document.querySelector('#ask-hint:not([hidden], :disabled)')");
    browser.click("#ask-hint");
    browser.until("document.querySelector('#hint-words').textContent.endsWith('.')");
    let words = browser.text_of("document.querySelector('#hint-words').textContent");
    let (turn, _) = words.split_once(": ").expect("a turn and a reason");
    assert_eq!(browser.value("document.querySelectorAll('quirkat-board .mark-circle').length"), 2, "{words}");
    // The hint applies to this move alone.
    browser.until("document.querySelector('#ask-hint').disabled");
    points_of(turn).iter().for_each(|point| browser.choose(point));
    browser.until("document.querySelector('#hint-words').textContent === ''");
    browser.until("document.querySelector('#ask-hint:not(:disabled)')");
}
