//! A browser with a fresh profile: the subset of the WebDriver protocol that the tests need.

use crate::stage::{Driver, Maker, PATIENCE, Stage, agent};
use serde_json::{Value, json};
use std::fmt::Debug;
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Key of an element reference in WebDriver's JSON.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";
/// Pause between two checks of a condition.
const PAUSE: Duration = Duration::from_millis(20);

pub const PHONE: (u32, u32) = (390, 844);
pub const DESK: (u32, u32) = (1440, 900);

/// Codes of keys without a letter in WebDriver.
pub mod keys {
    pub const TAB: char = '\u{e004}';
    pub const SHIFT: char = '\u{e008}';
    pub const ALT: char = '\u{e00a}';
    pub const ENTER: char = '\u{e007}';
    pub const ESCAPE: char = '\u{e00c}';
    pub const LEFT: char = '\u{e012}';
    pub const UP: char = '\u{e013}';
    pub const RIGHT: char = '\u{e014}';
    pub const DOWN: char = '\u{e015}';
}

/// Browser of one person.
pub struct Browser {
    /// Server and driver of the test.
    pub stage: Arc<Stage>,
    agent: ureq::Agent,
    session: String,
    /// Dropped after the session is closed.
    driver: Driver,
}

impl Browser {
    /// Opens an English browser at desktop size.
    pub fn new() -> Browser {
        Browser::of("en-GB,en", DESK)
    }

    /// Opens a browser with the given languages and size.
    pub fn of(languages: &str, size: (u32, u32)) -> Browser {
        Browser::at(Stage::get(), languages, size)
    }

    /// Opens a browser on the given server.
    pub fn at(stage: Arc<Stage>, languages: &str, size: (u32, u32)) -> Browser {
        let (agent, driver) = (agent(), Driver::start());
        let maker = Maker::from_environment();
        let capabilities = match maker {
            Maker::Chromium => json!({ "goog:loggingPrefs": { "browser": "SEVERE" }, "goog:chromeOptions": {
                "binary": maker.program(),
                "args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1440,900",
                    // Without windows, Chromium takes its languages from here and would widen letters to whole pixels.
                    &format!("--accept-lang={languages}"), "--font-render-hinting=none"],
                "prefs": { "intl.accept_languages": languages },
            } }),
            // Pages keep their colours when more contrast is preferred, and sounds play without a sound device.
            Maker::Firefox => json!({ "moz:firefoxOptions": { "args": ["-headless"], "prefs": {
                "intl.accept_languages": languages,
                "browser.display.document_color_use": 1,
                "media.cubeb.force_mock_context": true,
            } } }),
        };
        let request = json!({ "capabilities": { "alwaysMatch": capabilities } });
        let mut response =
            agent.post(format!("{}/session", driver.address)).send_json(&request).expect("the driver answers");
        let answer: Value = response.body_mut().read_json().expect("JSON");
        let Some(id) = answer["value"]["sessionId"].as_str() else {
            panic!("no browser starts; the tests need one of the driver's version: {}", answer["value"]["message"])
        };
        let browser = Browser { session: format!("{}/session/{id}", driver.address), stage, agent, driver };
        browser.command("timeouts", &json!({ "script": PATIENCE.as_millis() as u64 }));
        if maker == Maker::Firefox {
            // The window would be wider than a phone.
            browser.run_in_window("Object.assign(document.documentElement.style, { minWidth: 0, minHeight: 0 })");
        }
        browser.resize(size);
        browser
    }

    /// Returns the id of the driver's process, which has started the browser.
    #[cfg(target_os = "linux")]
    pub fn driver_id(&self) -> u32 {
        self.driver.id()
    }

    fn tried(&self, path: &str, body: &Value) -> Result<Value, String> {
        let sent = self.agent.post(format!("{}/{path}", self.session)).send_json(body);
        let mut response = sent.map_err(|error| format!("{path}: {error}"))?;
        let mut answer: Value = response.body_mut().read_json().map_err(|error| format!("{path}: {error}"))?;
        let value = answer["value"].take();
        match value["error"].as_str() {
            Some(error) => Err(format!("{error}: {}", value["message"].as_str().unwrap_or_default())),
            None => Ok(value),
        }
    }

    fn command(&self, path: &str, body: &Value) -> Value {
        self.tried(path, body).unwrap_or_else(|error| panic!("{path} {body}: {error}"))
    }

    /// Sends a command of the Chrome DevTools Protocol.
    fn devtools(&self, command: &str, parameters: &Value) -> Value {
        self.command("goog/cdp/execute", &json!({ "cmd": command, "params": parameters }))
    }

    /// Slows the main thread of the page down by a factor, as on a weaker processor. Chromium only.
    pub fn slow_down(&self, factor: u32) {
        self.devtools("Emulation.setCPUThrottlingRate", &json!({ "rate": factor }));
    }

    /// Runs a function body in the window of Firefox around the page.
    fn run_in_window(&self, script: &str) {
        self.command("moz/context", &json!({ "context": "chrome" }));
        self.run(script, json!([]));
        self.command("moz/context", &json!({ "context": "content" }));
    }

    /// Resizes the page. Small pages emulate a phone, whose scroll bars take no space.
    pub fn resize(&self, (width, height): (u32, u32)) {
        if Maker::from_environment() == Maker::Firefox {
            let frame = self.value("[outerWidth - innerWidth, outerHeight - innerHeight]");
            let [beside, above] = [0, 1].map(|side| frame[side].as_u64().unwrap_or_default() as u32);
            self.command("window/rect", &json!({ "width": width + beside, "height": height + above }));
            return;
        }
        let is_phone = width < 600;
        let parameters = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_phone });
        self.devtools("Emulation.setDeviceMetricsOverride", &parameters);
    }

    /// Sets the system preference: a colour scheme, or `contrast` for more contrast.
    pub fn prefer(&self, scheme: &str) {
        match Maker::from_environment() {
            Maker::Chromium => self.emulate_preference(scheme),
            Maker::Firefox => self.set_preference(scheme),
        }
        // Colours change by a transition. In closed menus transitions stand still.
        self.until(
            "document.getAnimations().every(({ effect }) =>
               !effect.target.checkVisibility() || !Number.isFinite(effect.getComputedTiming().endTime))",
        );
    }

    fn set_preference(&self, scheme: &str) {
        let (contrast, scheme) = if scheme == "contrast" { (1, "none") } else { (0, scheme) };
        self.run_in_window(&format!(
            "Services.prefs.setIntPref('ui.useAccessibilityTheme', {contrast});
             gBrowser.selectedBrowser.browsingContext.prefersColorSchemeOverride = '{scheme}'"
        ));
        self.until(&format!("matchMedia('(prefers-contrast: more)').matches === ({contrast} === 1)"));
    }

    fn emulate_preference(&self, scheme: &str) {
        let features = match scheme {
            "contrast" => json!([{ "name": "prefers-contrast", "value": "more" }]),
            scheme => json!([{ "name": "prefers-color-scheme", "value": scheme }]),
        };
        self.devtools("Emulation.setEmulatedMedia", &json!({ "features": features }));
    }

    /// Runs a script in every page from now on, before the scripts of the page.
    pub fn prepare(&self, script: &str) {
        if Maker::from_environment() == Maker::Chromium {
            self.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": script }));
            return;
        }
        let listener = format!(
            "addEventListener('DOMWindowCreated', ({{ target }}) => {{
               const page = target.defaultView;
               Cu.evalInSandbox({}, Cu.Sandbox(page, {{ sandboxPrototype: page, wantXrays: false }}));
             }}, true)",
            json!(script)
        );
        let load = format!("messageManager.loadFrameScript('data:,' + encodeURIComponent({}), true)", json!(listener));
        self.run_in_window(&load);
    }

    /// Empties the cache, as before a first visit.
    pub fn clear_cache(&self) {
        match Maker::from_environment() {
            Maker::Chromium => drop(self.devtools("Network.clearBrowserCache", &json!({}))),
            Maker::Firefox => self.run_in_window("Services.cache2.clear(); ChromeUtils.clearResourceCache()"),
        }
    }

    /// Opens a URL. A path refers to the test server.
    pub fn goto(&self, address: &str) {
        let url = if address.starts_with('/') { format!("{}{address}", self.stage.site) } else { address.to_owned() };
        self.command("url", &json!({ "url": url }));
    }

    /// Closes the page's tab and opens an empty one, so that the browser forgets the page.
    pub fn renew_tab(&self) {
        let tab = self.command("window/new", &json!({ "type": "tab" }));
        self.agent.delete(format!("{}/window", self.session)).call().expect("the driver answers");
        self.command("window", &json!({ "handle": tab["handle"] }));
    }

    pub fn reload(&self) {
        self.command("refresh", &json!({}));
    }

    /// Runs a function body in the page and awaits its promise.
    pub fn run(&self, script: &str, arguments: Value) -> Value {
        self.command("execute/sync", &json!({ "script": script, "args": arguments }))
    }

    /// Evaluates an expression in the page.
    pub fn value(&self, expression: &str) -> Value {
        self.run(&format!("return ({expression})"), json!([]))
    }

    /// Evaluates an expression to a text.
    pub fn text_of(&self, expression: &str) -> String {
        self.value(expression).as_str().unwrap_or_default().to_owned()
    }

    /// Waits until an expression in the page is true, and returns its value.
    pub fn until(&self, expression: &str) -> Value {
        let script = json!({ "script": format!("return ({expression})"), "args": [] });
        self.wait(expression, || {
            // Between two pages the expression may fail.
            let value = self.tried("execute/sync", &script)?;
            if truthy(&value) { Ok(value) } else { Err(value.to_string()) }
        })
    }

    /// Waits until a check succeeds.
    pub fn wait<T>(&self, what: &str, mut check: impl FnMut() -> Result<T, String>) -> T {
        let began = Instant::now();
        loop {
            match check() {
                Ok(value) => return value,
                Err(last) if began.elapsed() > PATIENCE => panic!(
                    "waited for: {what}\nlast: {last}\nat: {}\nthe page says:\n{}",
                    self.text_of("location.href"),
                    self.text_of("document.body.innerText"),
                ),
                Err(_) => sleep(PAUSE),
            }
        }
    }

    /// Returns the visible text of an element, or nothing where it is hidden or missing.
    pub fn words(&self, selector: &str) -> String {
        let script = "const found = document.querySelector(arguments[0]); return found?.checkVisibility() ? found.innerText : ''";
        self.run(script, json!([selector])).as_str().unwrap_or_default().trim().to_owned()
    }

    /// Waits until an element shows a text.
    pub fn until_words(&self, selector: &str, part: &str) {
        self.wait(&format!("{part:?} in {selector}"), || {
            let words = self.words(selector);
            if words.contains(part) { Ok(()) } else { Err(format!("{words:?}")) }
        });
    }

    pub fn is_seen(&self, selector: &str) -> bool {
        let script = "return document.querySelector(arguments[0])?.checkVisibility() ?? false";
        self.run(script, json!([selector])) == true
    }

    fn element(&self, selector: &str) -> Result<String, String> {
        let found = self.tried("element", &json!({ "using": "css selector", "value": selector }))?;
        Ok(found[ELEMENT].as_str().expect("an element").to_owned())
    }

    /// Clicks an element as soon as it can be clicked and the page has stopped moving.
    pub fn click(&self, selector: &str) {
        self.wait(&format!("a click on {selector}"), || {
            let element = self.in_view(selector)?;
            self.tried(&format!("element/{element}/click"), &json!({}))
        });
    }

    /// Finds a usable element and scrolls it into view at once. Smooth scrolling would move it away from the click. It is
    /// ready when it has kept its place for some time, because answers of the server may move it.
    fn in_view(&self, selector: &str) -> Result<String, String> {
        let ready = "
            const [element] = arguments;
            if (document.readyState !== 'complete' || element.disabled) return false;
            const { top, bottom } = element.getBoundingClientRect();
            if (top < 0 || bottom > innerHeight) element.scrollIntoView({ block: 'center', behavior: 'instant' });
            const place = JSON.stringify(element.getBoundingClientRect());
            const now = performance.now();
            if (element.lastPlace?.place !== place) element.lastPlace = { place, since: now };
            return now - element.lastPlace.since > 30";
        let element = self.element(selector)?;
        let request = json!({ "script": ready, "args": [{ ELEMENT: element }] });
        if self.tried("execute/sync", &request)? == true { Ok(element) } else { Err("it is not ready".to_owned()) }
    }

    /// Clicks the link, button or label with this text.
    pub fn click_words(&self, selector: &str, words: &str) {
        let mark = "const [selector, words] = arguments;
            for (const old of document.querySelectorAll('[data-said]')) delete old.dataset.said;
            const found = [...document.querySelectorAll(selector)].find(one => one.innerText.trim().startsWith(words));
            if (found) found.dataset.said = '';
            return Boolean(found)";
        self.wait(&format!("{words:?} among {selector}"), || match self.run(mark, json!([selector, words])) == true {
            true => Ok(()),
            false => Err("it is not there".to_owned()),
        });
        self.click("[data-said]");
    }

    /// Replaces the text of a field.
    pub fn write(&self, selector: &str, text: &str) {
        let element = self.wait(selector, || self.in_view(selector));
        self.command(&format!("element/{element}/clear"), &json!({}));
        self.command(&format!("element/{element}/value"), &json!({ "text": text }));
    }

    /// Presses keys one after another in the focused element.
    pub fn press(&self, keys: impl IntoIterator<Item = char>) {
        keys.into_iter().for_each(|key| self.chord(&[key]));
    }

    /// Presses keys together.
    fn chord(&self, keys: &[char]) {
        let each = |kind: &'static str| move |key: &char| json!({ "type": kind, "value": key });
        let actions: Vec<Value> =
            keys.iter().map(each("keyDown")).chain(keys.iter().rev().map(each("keyUp"))).collect();
        self.keys(&actions);
    }

    fn keys(&self, actions: &[Value]) {
        self.command("actions", &json!({ "actions": [{ "type": "key", "id": "keys", "actions": actions }] }));
    }

    /// Moves the mouse to the middle of an element.
    pub fn hover(&self, selector: &str) {
        self.mouse(&[self.onto(selector)]);
    }

    /// Presses the left mouse button.
    pub fn press_button(&self) {
        self.mouse(&[json!({ "type": "pointerDown", "button": 0 })]);
    }

    /// Releases the left mouse button.
    pub fn release_button(&self) {
        self.mouse(&[json!({ "type": "pointerUp", "button": 0 })]);
    }

    /// Drags from one element to another with a mouse button: 0 is the left one, 2 the right one.
    pub fn drag(&self, from: &str, to: &str, button: u8) {
        // In a single command: between two commands, chromedriver mistakes the right button for the middle one.
        self.mouse(&[
            self.onto(from),
            json!({ "type": "pointerDown", "button": button }),
            self.onto(to),
            json!({ "type": "pointerUp", "button": button }),
        ]);
    }

    /// Returns the action that moves the mouse to an element.
    fn onto(&self, selector: &str) -> Value {
        let element = self.wait(selector, || self.element(selector));
        json!({ "type": "pointerMove", "duration": 50, "origin": { ELEMENT: element }, "x": 0, "y": 0 })
    }

    fn mouse(&self, actions: &[Value]) {
        self.command(
            "actions",
            &json!({ "actions": [{
            "type": "pointer", "id": "mouse", "parameters": { "pointerType": "mouse" }, "actions": actions,
        }] }),
        );
    }

    /// Does something while a key is pressed.
    pub fn with_key(&self, key: char, act: impl FnOnce()) {
        self.keys(&[json!({ "type": "keyDown", "value": key })]);
        act();
        self.keys(&[json!({ "type": "keyUp", "value": key })]);
    }

    /// Presses Tab until the element has the focus, or Shift+Tab if the element precedes the focus. Between the end and
    /// the start of a page the focus is in the browser's own controls, where Firefox stops reporting it.
    pub fn tab_to(&self, selector: &str) {
        let [element, active] =
            [format!("document.querySelector({})", json!(selector)), "document.activeElement".into()];
        let here = format!("{active}.matches({})", json!(selector));
        let behind = format!("{element}?.compareDocumentPosition({active}) === Node.DOCUMENT_POSITION_FOLLOWING");
        let keys = if self.value(&behind) == true { [keys::SHIFT, keys::TAB].as_slice() } else { &[keys::TAB] };
        for _ in 0..200 {
            if self.value(&here) == true {
                return;
            }
            self.chord(keys);
        }
        panic!("the Tab key does not reach {selector}");
    }

    /// Moves the focus to an element with Tab and presses Enter.
    pub fn enter_at(&self, selector: &str) {
        self.tab_to(selector);
        self.press([keys::ENTER]);
    }

    /// Returns the errors in the console since the last call. Firefox reports none.
    pub fn console_errors(&self) -> Vec<String> {
        if Maker::from_environment() == Maker::Firefox {
            return vec![];
        }
        let entries = self.command("se/log", &json!({ "type": "browser" }));
        let entries = entries.as_array().expect("a list");
        entries.iter().map(|entry| entry["message"].as_str().unwrap_or_default().to_owned()).collect()
    }

    /// Takes a screenshot of the whole page as PNG.
    pub fn screenshot(&self) -> Vec<u8> {
        if Maker::from_environment() == Maker::Firefox {
            let path = format!("{}/moz/screenshot/full", self.session);
            let mut response = self.agent.get(path).call().expect("the driver answers");
            let answer: Value = response.body_mut().read_json().expect("JSON");
            return from_base64(answer["value"].as_str().expect("a picture"));
        }
        let size = self.value("[innerWidth, Math.min(4000, document.documentElement.scrollHeight)]");
        let clip = json!({ "x": 0, "y": 0, "width": size[0], "height": size[1], "scale": 1 });
        let parameters = json!({ "format": "png", "captureBeyondViewport": true, "clip": clip });
        let answer = self.devtools("Page.captureScreenshot", &parameters);
        from_base64(answer["data"].as_str().expect("a picture"))
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.agent.delete(&self.session).call().ok();
    }
}

impl Debug for Browser {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.session)
    }
}

fn truthy(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(is) => *is,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => !text.is_empty(),
        Value::Array(_) | Value::Object(_) => true,
    }
}

fn from_base64(text: &str) -> Vec<u8> {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits: Vec<u32> = text
        .bytes()
        .filter_map(|letter| LETTERS.iter().position(|known| *known == letter))
        .map(|digit| digit as u32)
        .collect();
    let bytes = |four: &[u32]| {
        let bits = four.iter().fold(0, |bits, digit| bits << 6 | digit) << (6 * (4 - four.len()));
        bits.to_be_bytes()[1..four.len()].to_vec()
    };
    digits.chunks(4).flat_map(bytes).collect()
}
