//! Tests the workshop: writing, correcting, drawing, playing and sharing a game file.

use crate::browser::{Browser, PHONE};
use serde_json::json;

/// Replaces text in the editor by typing.
pub fn type_in(browser: &Browser, from: &str, to: &str) {
    let typed = browser.run(
        "const [from, to] = arguments;
         const text = document.querySelector('#text');
         const found = text.value.indexOf(from);
         if (found < 0) return false;
         text.focus();
         text.setSelectionRange(found, found + from.length);
         return document.execCommand('insertText', false, to)",
        json!([from, to]),
    );
    assert_eq!(typed, true, "{from:?} is not in the file");
}

fn until_sound(browser: &Browser) {
    browser.until_words("#verdict", "the game can be played");
    browser.until(
        "!document.querySelector('#play-button').disabled && document.querySelector('#picture').naturalWidth > 0",
    );
}

pub fn a_game_file_is_written_corrected_played_and_shared() {
    let browser = Browser::new();
    browser.goto("/");
    browser.click("a[href$='/workshop']");
    until_sound(&browser);
    assert!(browser.words("#verdict").contains("Points: 25. White: 10. Black: 10."), "{}", browser.words("#verdict"));
    let before = browser.text_of("document.querySelector('#picture').src");

    // An error is shown beside the text, and a click leads to its line.
    type_in(&browser, "\"mandatory\"", "\"sometimes\"");
    browser.until_words("#findings", "`capture` cannot be `sometimes`");
    browser.until_words("#verdict", "one error");
    assert_eq!(browser.value("document.querySelector('#play-button').disabled"), true);
    assert!(browser.is_seen("#stale"), "the board stays, and is called old");
    browser.click("#findings button");
    let chosen = browser.text_of(
        "document.querySelector('#text').value.slice(document.querySelector('#text').selectionStart).split('\\n')[0]",
    );
    assert!(chosen.contains("sometimes"), "{chosen}");
    assert_eq!(browser.value("document.activeElement.id"), "text");
    type_in(&browser, "\"sometimes\"", "\"optional\"");
    type_in(&browser, "alq(5,5)", "alq(7,5)");
    type_in(
        &browser,
        "b b b b b\nb b b b b\n. . . . .\nw w w w w\nw w w w w",
        &["b b b b b b b", ". . . . . . .", ". . . . . . .", ". . . . . . .", "w w w w w w w"].join("\n"),
    );
    browser.until_words("#verdict", "Points: 35. White: 7. Black: 7.");
    assert_ne!(browser.text_of("document.querySelector('#picture').src"), before);
    browser.click("#rules-box summary");
    browser.until_words("#rules-in-words", "Capturing is optional");

    // The file is stored under its name and found again.
    browser.until_words("#kept", "two-rows");
    browser.reload();
    until_sound(&browser);
    assert!(browser.text_of("document.querySelector('#text').value").contains("alq(7,5)"));

    // Text typed just before leaving the page is stored too.
    browser.run(
        "const text = document.querySelector('#text');
         text.focus();
         text.setSelectionRange(0, 0);
         document.execCommand('insertText', false, '# left\\n');
         location.reload()",
        json!([]),
    );
    browser.until("document.querySelector('#text')?.value.startsWith('# left\\n')");
    until_sound(&browser);
    browser.run(
        "const text = document.querySelector('#text');
         text.focus();
         text.setSelectionRange(0, 6);
         document.execCommand('insertText', false, '# opened');
         const kept = document.querySelector('#open-kept');
         kept.value = 'two-rows';
         kept.dispatchEvent(new Event('change'))",
        json!([]),
    );
    until_sound(&browser);
    assert!(browser.text_of("document.querySelector('#text').value").starts_with("# opened\n"));

    // The link contains the file, so another visitor gets all of it.
    browser.click("#share");
    let link = browser.until("!document.querySelector('#link-box').hidden && document.querySelector('#link').value");
    let link = link.as_str().expect("a link").to_owned();
    let (_, hash) = link.split_once('#').expect("a hash");
    let friend = Browser::of("es", PHONE);
    friend.goto(&format!("/workshop#{hash}"));
    friend.until_words("#verdict", "se puede jugar");
    let [sent, got] = [&browser, &friend].map(|one| one.text_of("document.querySelector('#text').value"));
    assert_eq!(sent, got);
    assert_eq!(friend.value("Object.keys(localStorage).filter(key => key.startsWith('quirkat-file:')).length"), 0);
    friend.reload();
    friend.until_words("#verdict", "se puede jugar");
    assert_eq!(friend.text_of("document.querySelector('#text').value"), sent, "it is there until it is changed");
    type_in(&friend, "two-rows", "dos");
    friend.until_words("#kept", "two-rows");
    assert_eq!(friend.value("location.hash"), "");

    // The server receives the file only now.
    browser.click_words("#play .choice", "At this screen");
    browser.click("#play-button");
    browser.until("location.pathname.includes('/play/')");
    browser.until_play();
    assert!(browser.words("h1, .play-head, body").contains("Two rows"));
    browser.goto("/mine");
    browser.until_words("main", "Two rows");
    assert!(browser.console_errors().is_empty() && friend.console_errors().is_empty());
}

pub fn links_without_a_file_are_reported_and_overlong_files_get_no_link() {
    let browser = Browser::new();
    browser.goto("/workshop");
    until_sound(&browser);
    browser.click("#share");
    let link = browser.until("document.querySelector('#link').value");
    let (_, hash) = link.as_str().expect("a link").split_once('#').expect("a hash");
    for broken in ["file=1", "file=1!!!", "file=2abc", &hash[..hash.len() / 2], &format!("{hash}{}", "A".repeat(9_000))]
    {
        browser.goto("/mine");
        browser.goto(&format!("/workshop#{broken}"));
        browser.until_words("#kept", "contains no file");
        until_sound(&browser);
    }
    browser.run(
        "const text = document.querySelector('#text');
         text.value += '\\n# ' + Array.from({ length: 20000 }, () => Math.random().toString(36)[2]).join('');
         text.dispatchEvent(new Event('input'))",
        json!([]),
    );
    browser.click("#share");
    browser.until_words("#kept", "too long for a link");
    assert!(!browser.is_seen("#link-box"));
    assert!(browser.console_errors().is_empty());
}
