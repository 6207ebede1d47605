//! Whether browsers know nothing of each other, on which all tests rely.

use crate::browser::{Browser, DESK, PHONE};
use serde_json::json;

/// All that one visit leaves for the next.
const LEFT: &str = "(async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    const [{ transferSize }] = performance.getEntriesByType('resource').filter(({ name }) => name.includes('.css'));
    return {
      cookie: document.cookie, local: { ...localStorage }, session: { ...sessionStorage }, databases,
      caches: await caches.keys(), history: history.length, isDark: matchMedia('(prefers-color-scheme: dark)').matches,
      width: innerWidth, isCached: transferSize === 0,
    }
})()";

pub fn a_browser_has_nothing_of_those_before_it() {
    let visit = || {
        let browser = Browser::of("en", DESK);
        browser.goto("/");
        let found = browser.value(LEFT);
        (browser, found)
    };
    let (browser, first) = visit();
    let expected = json!({
        "cookie": "", "local": {}, "session": {}, "databases": [], "caches": [], "history": 2,
        "isDark": false, "width": DESK.0, "isCached": false,
    });
    assert_eq!(first, expected);
    browser.resize(PHONE);
    browser.prefer("dark");
    browser.run(
        "document.cookie = 'left=1; max-age=1000';
         localStorage.left = sessionStorage.left = 1;
         history.pushState({}, '', '?left');
         return Promise.all([caches.open('left'), new Promise((done) => (indexedDB.open('left').onsuccess = done))])",
        json!([]),
    );
    browser.goto("/");
    // Whoever left it sees it.
    let left = browser.value(LEFT);
    for (key, value) in expected.as_object().expect("an object") {
        assert!(left[key] != *value, "{key}: {left}");
    }
    browser.run("console.error('left')", json!([]));
    drop(browser);
    for _ in 0..3 {
        let (next, found) = visit();
        assert_eq!(found, expected);
        assert_eq!(next.complaints(), [""; 0]);
    }
}
