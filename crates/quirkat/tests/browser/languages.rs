//! English and Spanish.

use crate::browser::{Browser, DESK};

#[test]
fn the_language_is_switched_by_a_link_and_remembered() {
    let browser = Browser::new();
    browser.goto("/games/alquerque?variant=smith_bell");
    assert_eq!(browser.value("document.documentElement.lang"), "en");
    browser.click("header a[hreflang=es]");
    browser.until("document.documentElement.lang === 'es'");
    assert!(browser.text_of("location.pathname").ends_with("/games/alquerque"));
    browser.until_words("header", "Mis partidas");
    browser.goto("/");
    browser.until_words("#games", "Alquerque de las Torres");
    browser.reload();
    assert_eq!(browser.value("document.documentElement.lang"), "es");
    // On a board too, in what the scripts say.
    browser.begin("alquerque", &[("opponent", "here")]);
    browser.until_words("#hint", "Elige una pieza.");
    browser.click("header a[hreflang=en]");
    browser.until_play();
    browser.until_words("#hint", "Choose a piece.");
}

#[test]
fn who_reads_spanish_gets_spanish_at_first() {
    let browser = Browser::of("es-AR,es,en", DESK);
    browser.goto("/");
    assert_eq!(browser.value("document.documentElement.lang"), "es");
    browser.until_words("h1", "a");
    browser.goto("/nowhere");
    assert_eq!(browser.value("document.documentElement.lang"), "es");
}
