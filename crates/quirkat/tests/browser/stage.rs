//! The server that the tests share.

use crate::driver::DRIVER;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tempfile::TempDir;

/// How long anything may take that a person waits for.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// What Chromium calls itself.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// What the tests need and this machine has not.
pub fn missing() -> Option<String> {
    let is_there = |program: &str| {
        let mut asked = Command::new(program);
        asked.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
    };
    let what = if !is_there(DRIVER) {
        DRIVER
    } else if !BROWSERS.into_iter().any(is_there) {
        "Chromium"
    } else {
        return None;
    };
    Some(format!("there is no {what} (in Debian both come by `apt install chromium chromium-driver`)"))
}

/// The game of which the server has tables, as addresses name it.
pub const SOLVED: &str = "awithlaknannai?rule=n=4&rule=repetition=draw";

/// What one of is enough for all tests: made for the first who asks.
pub struct Shared<T>(Mutex<Option<Arc<T>>>);

impl<T> Shared<T> {
    pub const fn new() -> Self {
        Shared(Mutex::new(None))
    }

    /// What there is, or else what is made.
    pub fn get(&self, make: impl FnOnce() -> T) -> Arc<T> {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(held.get_or_insert_with(|| Arc::new(make())))
    }

    /// Lets go of it, as no static does by itself.
    pub fn end(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

/// The server that most tests do with.
pub static SHARED: Shared<Stage> = Shared::new();

/// A server with a folder of its own and [tables](SOLVED).
pub struct Stage {
    /// Where the server is: `http://127.0.0.1:…`, without a slash at the end.
    pub site: String,
    server: Child,
    _data: TempDir,
}

impl Stage {
    /// A new one; who cannot do with what others leave on the [shared](SHARED) one has one alone.
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
        let site = awaited(&said, "Quirkat is at ", '/');
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

/// Talks to the driver and to the server; an error of theirs is an answer too.
pub fn agent() -> ureq::Agent {
    let limit = Some(PATIENCE * 2);
    ureq::Agent::config_builder().http_status_as_error(false).timeout_global(limit).build().into()
}

/// The lines that a program writes; they are read as long as it runs, so that it is never held up.
pub fn lines(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (send, receive) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            send.send(line).ok();
        }
    });
    receive
}

/// What stands behind some words, up to the last such letter of the first word.
pub fn awaited(said: &Receiver<String>, words: &str, end: char) -> String {
    let mut all = String::new();
    while let Ok(line) = said.recv_timeout(PATIENCE) {
        if let Some((_, rest)) = line.split_once(words) {
            let word = rest.split_whitespace().next().unwrap_or_default();
            return word.trim_end_matches(end).to_owned();
        }
        all += &line;
        all.push('\n');
    }
    panic!("nothing said {words:?}, only:\n{all}")
}
