//! Chromium as it is shared: starting one costs a second of the processor, so each serves test after test, one at a time. What a
//! test does happens in a context of its own, as in a window that nobody keeps anything of (`incognito`): cookies, storage,
//! caches, workers and history go with it, and what is emulated goes with its tab.

use crate::stage::{PATIENCE, Shared, agent, awaited, lines};
use serde_json::{Value, json};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use tokio_tungstenite::tungstenite::{self, Message, WebSocket};

pub const DRIVER: &str = "chromedriver";

/// The driver that the tests share.
pub static SHARED: Shared<Driver> = Shared::new();

/// `chromedriver`, and the Chromia that nobody has at the moment.
pub struct Driver {
    address: String,
    process: Child,
    idle: Mutex<Vec<Arc<Chromium>>>,
}

impl Driver {
    pub fn new() -> Driver {
        let mut process = Command::new(DRIVER)
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver starts; in Debian it comes by `apt install chromium chromium-driver`");
        let said = lines(process.stdout.take().expect("its words"));
        let port = awaited(&said, "started successfully on port ", '.');
        Driver { address: format!("http://127.0.0.1:{port}"), process, idle: Mutex::default() }
    }

    /// A Chromium for one test alone, until it is given back. Languages are chosen when it starts.
    pub fn lend(&self, languages: &str) -> Arc<Chromium> {
        let mut idle = self.idle.lock().expect("a list");
        let found = idle.iter().position(|one| one.languages == languages).map(|at| idle.swap_remove(at));
        drop(idle);
        found.unwrap_or_else(|| Arc::new(Chromium::new(&self.address, languages)))
    }

    pub fn give_back(&self, chromium: Arc<Chromium>) {
        self.idle.lock().expect("a list").push(chromium);
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // It takes all browsers along.
        agent().get(format!("{}/shutdown", self.address)).call().ok();
        self.process.kill().ok();
        self.process.wait().ok();
    }
}

/// A running Chromium, and the driver's session in it.
pub struct Chromium {
    languages: String,
    agent: ureq::Agent,
    pub session: String,
    /// Chromium's own protocol for the whole of it; the driver passes on what is for a page.
    devtools: Mutex<(u64, WebSocket<TcpStream>)>,
}

impl Chromium {
    fn new(driver: &str, languages: &str) -> Chromium {
        let agent = agent();
        let asked = json!({ "capabilities": { "alwaysMatch": { "goog:loggingPrefs": { "browser": "SEVERE" }, "goog:chromeOptions": {
            "args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1440,900"],
            "prefs": { "intl.accept_languages": languages },
        } } } });
        let mut response = agent.post(format!("{driver}/session")).send_json(&asked).expect("the driver answers");
        let answer: Value = response.body_mut().read_json().expect("JSON");
        let Some(id) = answer["value"]["sessionId"].as_str() else {
            panic!(
                "no browser starts; the tests need Chromium (in Debian: `apt install chromium`) of the driver's version: {}",
                answer["value"]["message"]
            )
        };
        let place = &answer["value"]["capabilities"]["goog:chromeOptions"]["debuggerAddress"];
        let place = place.as_str().expect("where Chromium listens");
        let mut response = agent.get(format!("http://{place}/json/version")).call().expect("an answer");
        let version: Value = response.body_mut().read_json().expect("JSON");
        let url = version["webSocketDebuggerUrl"].as_str().expect("an address");
        let stream = TcpStream::connect(place).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
        let (socket, _) = tungstenite::client(url, stream).expect("a connection");
        let session = format!("{driver}/session/{id}");
        let chromium = Chromium { languages: languages.to_owned(), agent, session, devtools: Mutex::new((0, socket)) };
        chromium.command("timeouts", &json!({ "script": PATIENCE.as_millis() as u64 })).expect("a limit");
        chromium
    }

    /// Opens a tab in a context that has nothing of any other, and goes there: the context.
    pub fn open(&self) -> Result<String, String> {
        let context = self.whole("Target.createBrowserContext", &json!({ "disposeOnDetach": true }))?;
        let context = context["browserContextId"].as_str().expect("a name").to_owned();
        let tab = json!({ "url": "about:blank", "browserContextId": context, "newWindow": true });
        let tab = self.whole("Target.createTarget", &tab)?;
        self.command("window", &json!({ "handle": tab["targetId"] }))?;
        // What the console said to others, who may not have asked.
        self.command("se/log", &json!({ "type": "browser" }))?;
        Ok(context)
    }

    /// Lets go of all keys and buttons, and ends a context with everything that is open or kept in it.
    pub fn close(&self, context: &str) -> Result<(), String> {
        answer(self.agent.delete(format!("{}/actions", self.session)).call())?;
        self.whole("Target.disposeBrowserContext", &json!({ "browserContextId": context }))?;
        Ok(())
    }

    /// Ends it.
    pub fn quit(&self) {
        self.agent.delete(&self.session).call().ok();
    }

    /// A command of WebDriver.
    pub fn command(&self, path: &str, body: &Value) -> Result<Value, String> {
        answer(self.agent.post(format!("{}/{path}", self.session)).send_json(body))
            .map_err(|error| format!("{path}: {error}"))
    }

    /// A command of Chromium's own protocol that is not for a page.
    fn whole(&self, method: &str, parameters: &Value) -> Result<Value, String> {
        let told = |error: tungstenite::Error| format!("{method}: {error}");
        let mut devtools = self.devtools.lock().map_err(|_| "it was left in the middle of a word".to_owned())?;
        let (number, socket) = &mut *devtools;
        *number += 1;
        let asked = json!({ "id": *number, "method": method, "params": parameters });
        socket.send(Message::text(asked.to_string())).map_err(told)?;
        loop {
            let said = socket.read().map_err(told)?.into_text().map_err(told)?;
            let Ok(mut said) = serde_json::from_str::<Value>(&said) else { continue };
            if said["id"] == *number {
                return match said["error"]["message"].as_str() {
                    Some(error) => Err(format!("{method}: {error}")),
                    None => Ok(said["result"].take()),
                };
            }
        }
    }
}

/// What the driver answers: a value, or an error.
fn answer(sent: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> Result<Value, String> {
    let mut response = sent.map_err(|error| error.to_string())?;
    let mut answer: Value = response.body_mut().read_json().map_err(|error| error.to_string())?;
    let value = answer["value"].take();
    match value["error"].as_str() {
        Some(error) => Err(format!("{error}: {}", value["message"].as_str().unwrap_or_default())),
        None => Ok(value),
    }
}
