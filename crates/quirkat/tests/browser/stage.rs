//! What the tests share: one server, which goes when the last test has let go of it. The drivers of browsers are not shared.

use serde_json::{Value, json};
use std::env;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;
use tempfile::TempDir;

/// How long anything may take that a person waits for.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// Whose browser it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Maker {
    Chromium,
    Firefox,
}

impl Maker {
    /// The browser in which people are played here: Chromium, unless `QUIRKAT_BROWSER` is `firefox`.
    pub fn wanted() -> Maker {
        match env::var("QUIRKAT_BROWSER").as_deref() {
            Ok("firefox") => Maker::Firefox,
            Ok("chromium") | Err(_) => Maker::Chromium,
            Ok(other) => panic!("QUIRKAT_BROWSER is `{other}`; allowed: chromium, firefox"),
        }
    }

    fn driver(self) -> &'static str {
        match self {
            Maker::Chromium => "chromedriver",
            Maker::Firefox => "geckodriver",
        }
    }

    /// What the browser calls itself.
    fn names(self) -> &'static [&'static str] {
        match self {
            Maker::Chromium => &["chromium", "chromium-browser", "google-chrome", "chrome"],
            Maker::Firefox => &["firefox", "firefox-esr"],
        }
    }

    /// How both come.
    fn remedy(self) -> &'static str {
        match self {
            Maker::Chromium => "in Debian both come by `apt install chromium chromium-driver`",
            Maker::Firefox => {
                "in Debian one comes by `apt install firefox-esr`, the other by `cargo install geckodriver`"
            }
        }
    }

    /// What the driver says before its port, and the sign after it.
    fn ready(self) -> (&'static str, char) {
        match self {
            Maker::Chromium => ("started successfully on port ", '.'),
            Maker::Firefox => ("Listening on 127.0.0.1:", ' '),
        }
    }
}

/// What the tests need and this machine has not.
pub fn missing() -> Option<String> {
    let maker = Maker::wanted();
    let is_there = |program: &&str| {
        let mut asked = Command::new(program);
        asked.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
    };
    let driver = [maker.driver()];
    let what = [&driver[..], maker.names()].into_iter().find(|names| !names.iter().any(is_there))?;
    Some(format!("there is no {} ({})", what[0], maker.remedy()))
}

/// The game of which the server has tables, as addresses name it.
pub const SOLVED: &str = "awithlaknannai?rule=n=4&rule=repetition=draw";

/// A server with a folder of its own and [tables](SOLVED).
pub struct Stage {
    /// Where the server is: `http://127.0.0.1:…`, without a slash at the end.
    pub site: String,
    server: Child,
    _data: TempDir,
}

static STAGE: Mutex<Weak<Stage>> = Mutex::new(Weak::new());

impl Stage {
    /// The stage that stands, or a new one.
    pub fn get() -> Arc<Stage> {
        let mut held = STAGE.lock().unwrap_or_else(PoisonError::into_inner);
        held.upgrade().unwrap_or_else(|| {
            let stage = Arc::new(Stage::new());
            *held = Arc::downgrade(&stage);
            stage
        })
    }

    /// A stage of one's own, for who cannot do with what others leave on it.
    pub fn new() -> Stage {
        let data = tempfile::tempdir().expect("a folder for the games");
        let tables = data.path().join("tables");
        let solved = Command::new(env!("CARGO_BIN_EXE_quirkat"))
            .args([
                "solve",
                "awithlaknannai",
                "--rule",
                "n=4",
                "--rule",
                "repetition=draw",
                "--distances",
                "6",
                "--dir",
            ])
            .arg(&tables)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        assert!(solved.is_ok_and(|status| status.success()), "no tables are made");
        let mut server = Command::new(env!("CARGO_BIN_EXE_quirkat"))
            .args(["serve", "--unlimited", "--port", "0", "--data"])
            .arg(data.path())
            .arg("--tables")
            .arg(&tables)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let said = lines(server.stderr.take().expect("its words"));
        let site = awaited(&said, "Quirkat is at ", '/').unwrap_or_else(|said| panic!("the server says only:\n{said}"));
        Stage { site, server, _data: data }
    }

    /// What the server's tables say of a position of [`SOLVED`].
    pub fn tables(&self, fen: &str) -> Value {
        let address = format!("{}/tables/{SOLVED}&fen={fen}", self.site);
        agent().get(address).call().expect("an answer").body_mut().read_json().expect("JSON")
    }

    /// What the server says to a line of turns: its judgement helps a test to find what to click.
    pub fn explore(&self, line: &Value) -> Value {
        let mut response = agent().post(format!("{}/api/explore", self.site)).send_json(line).expect("an answer");
        let answer: Value = response.body_mut().read_json().expect("JSON");
        assert!(answer["error"].is_null(), "{line}: {answer}");
        answer
    }

    /// The legal turns after others.
    pub fn legal(&self, title: &str, position: Option<&str>, turns: &[String]) -> Vec<String> {
        let answer = self.explore(&json!({ "game": title, "position": position, "turns": turns }));
        answer["legal"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|turn| turn["text"].as_str().expect("a text").to_owned())
            .collect()
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        self.server.kill().ok();
        self.server.wait().ok();
    }
}

/// So often is a driver started that is not ready.
const TRIES: usize = 5;

/// A driver of one browser; that of Firefox has no more than one.
pub struct Driver {
    /// Where it is: `http://127.0.0.1:…`.
    pub address: String,
    process: Child,
}

impl Driver {
    pub fn start() -> Driver {
        // Chromium's looks for a port that is free by one protocol, and ends where it is taken by the other.
        let tried = (1..TRIES).find_map(|_| Driver::try_start().ok()).map_or_else(Driver::try_start, Ok);
        tried.unwrap_or_else(|said| panic!("{} says only:\n{said}", Maker::wanted().driver()))
    }

    /// A driver, or what it says where it is not ready.
    fn try_start() -> Result<Driver, String> {
        let maker = Maker::wanted();
        let mut process = Command::new(maker.driver())
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("{} does not start ({error}); {}", maker.driver(), maker.remedy()));
        let said = lines(process.stdout.take().expect("its words"));
        let (words, end) = maker.ready();
        let mut driver = Driver { address: String::new(), process };
        driver.address = format!("http://127.0.0.1:{}", awaited(&said, words, end)?);
        Ok(driver)
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        self.process.kill().ok();
        self.process.wait().ok();
    }
}

/// Talks to the driver and to the server; an error of theirs is an answer too.
pub fn agent() -> ureq::Agent {
    let limit = Some(PATIENCE * 2);
    ureq::Agent::config_builder().http_status_as_error(false).timeout_global(limit).build().into()
}

/// The lines that a program writes; they are read as long as it runs, so that it is never held up.
fn lines(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (send, receive) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            send.send(line).ok();
        }
    });
    receive
}

/// What stands behind some words, up to the last such letter of the first word; all that was said where they are not.
fn awaited(said: &Receiver<String>, words: &str, end: char) -> Result<String, String> {
    let mut all = String::new();
    while let Ok(line) = said.recv_timeout(PATIENCE) {
        if let Some((_, rest)) = line.split_once(words) {
            let word = rest.split_whitespace().next().unwrap_or_default();
            return Ok(word.trim_end_matches(end).to_owned());
        }
        all += &line;
        all.push('\n');
    }
    Err(all)
}
