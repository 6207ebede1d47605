//! Tests English, Spanish and French.

use crate::browser::{Browser, DESK};

/// Chooses a language in the header's menu.
fn switch(browser: &Browser, language: &str) {
    browser.click("#languages summary");
    browser.click(&format!("#languages a[hreflang={language}]"));
}

pub fn the_language_is_switched_by_a_link_and_remembered() {
    let browser = Browser::new();
    browser.goto("/games/alquerque?variant=smith_bell");
    assert_eq!(browser.value("document.documentElement.lang"), "en");
    switch(&browser, "es");
    browser.until("document.documentElement.lang === 'es'");
    assert!(browser.text_of("location.pathname").ends_with("/games/alquerque"));
    browser.until_words("header", "Mis partidas");
    browser.goto("/");
    browser.until_words("#games", "Alquerque de las Torres");
    browser.reload();
    assert_eq!(browser.value("document.documentElement.lang"), "es");
    // The board's scripts use the language too.
    browser.begin("alquerque", &[("opponent", "here")]);
    browser.until_words("#hint", "Elige una pieza.");
    switch(&browser, "en");
    browser.until_play();
    browser.until_words("#hint", "Choose a piece.");
    switch(&browser, "fr");
    browser.until_words("#hint", "Choisissez une pièce.");
}

pub fn spanish_browsers_get_spanish() {
    let browser = Browser::of("es-AR,es,en", DESK);
    browser.goto("/");
    assert_eq!(browser.value("document.documentElement.lang"), "es");
    browser.until_words("h1", "a");
    browser.goto("/nowhere");
    assert_eq!(browser.value("document.documentElement.lang"), "es");
}

pub fn french_browsers_get_french() {
    let browser = Browser::of("fr-CA,fr", DESK);
    browser.goto("/");
    assert_eq!(browser.value("document.documentElement.lang"), "fr");
    browser.until_words("header", "Mes parties");
}
