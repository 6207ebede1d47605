//! The server shared by all tests. It ends when the last test has dropped it. Drivers are not shared.

use serde_json::{Value, json};
use std::env;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;
use tempfile::TempDir;

/// Time limit of each wait.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// Browser to test with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Maker {
    Chromium,
    Firefox,
}

impl Maker {
    /// Returns the browser to test with: Chromium, unless `QUIRKAT_BROWSER` is `firefox`.
    pub fn from_environment() -> Maker {
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

    /// Returns the names of the browser's executables. Chromium without windows is preferred: it draws the same pages and
    /// starts in a quarter of the processor time. Debian's script of that name would leave it running.
    fn names(self) -> &'static [&'static str] {
        match self {
            Maker::Chromium => &[
                "/usr/lib/chromium/chromium-headless-shell",
                "chrome-headless-shell",
                "chromium",
                "chromium-browser",
                "google-chrome",
                "chrome",
            ],
            Maker::Firefox => &["firefox", "firefox-esr"],
        }
    }

    /// Returns the path of the browser's executable.
    pub fn program(self) -> PathBuf {
        find_program(self.names()).unwrap_or_else(|| panic!("there is no {} ({})", self.names()[0], self.remedy()))
    }

    /// Explains how to install browser and driver.
    fn remedy(self) -> &'static str {
        match self {
            Maker::Chromium => "in Debian both come by `apt install chromium-headless-shell chromium-driver`",
            Maker::Firefox => {
                "in Debian one comes by `apt install firefox-esr`, the other by `cargo install geckodriver`"
            }
        }
    }

    /// Returns further options of the driver.
    fn options(self) -> &'static [&'static str] {
        match self {
            Maker::Chromium => &[],
            Maker::Firefox => &["--allow-system-access"],
        }
    }

    /// Returns the driver's output before its port, and the character after it.
    fn ready(self) -> (&'static str, char) {
        match self {
            Maker::Chromium => ("started successfully on port ", '.'),
            Maker::Firefox => ("Listening on 127.0.0.1:", ' '),
        }
    }
}

/// Returns the first of some executables that is in a folder of `PATH`.
fn find_program(names: &[&str]) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    let paths = |name: &&str| {
        let file = format!("{name}{}", env::consts::EXE_SUFFIX);
        env::split_paths(&folders).map(|folder| folder.join(&file)).collect::<Vec<_>>()
    };
    names.iter().flat_map(paths).find(|path| path.is_file())
}

/// Returns the missing requirements of the tests.
pub fn missing() -> Option<String> {
    let maker = Maker::from_environment();
    let driver = [maker.driver()];
    let what = [&driver[..], maker.names()].into_iter().find(|names| find_program(names).is_none())?;
    Some(format!("there is no {} ({})", what[0], maker.remedy()))
}

/// The game with tables on the server, as in its URL.
pub const SOLVED: &str = "awithlaknannai?rule=n=4&rule=repetition=draw";

/// Variable that names the folder of the npm package, for tests with the module.
pub const PACKAGE: &str = "QUIRKAT_PACKAGE";

/// A server with its own folder and [tables](SOLVED).
pub struct Stage {
    /// URL of the server, `http://127.0.0.1:…`, without a slash at the end.
    pub site: String,
    server: Child,
    _data: TempDir,
}

static STAGE: Mutex<Weak<Stage>> = Mutex::new(Weak::new());

impl Stage {
    /// Returns the running stage, or starts one.
    pub fn get() -> Arc<Stage> {
        let mut current = STAGE.lock().unwrap_or_else(PoisonError::into_inner);
        current.upgrade().unwrap_or_else(|| {
            let stage = Arc::new(Stage::new());
            *current = Arc::downgrade(&stage);
            stage
        })
    }

    /// Starts a separate stage, for tests that need an empty server.
    pub fn new() -> Stage {
        Stage::start(&[])
    }

    /// Starts a separate stage with the module of the package that `QUIRKAT_PACKAGE` names.
    pub fn with_module() -> Stage {
        let package = env::var_os(PACKAGE).expect("a package");
        Stage::start(&["--module".into(), package])
    }

    /// Starts a server with further arguments.
    fn start(arguments: &[OsString]) -> Stage {
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
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let lines = lines(server.stderr.take().expect("its output"));
        let site =
            awaited(&lines, "Quirkat is at ", '/').unwrap_or_else(|output| panic!("the server says only:\n{output}"));
        Stage { site, server, _data: data }
    }

    /// Returns the table values of a position of [`SOLVED`].
    pub fn tables(&self, fen: &str) -> Value {
        let address = format!("{}/tables/{SOLVED}&fen={fen}", self.site);
        agent().get(address).call().expect("an answer").body_mut().read_json().expect("JSON")
    }

    /// Returns the server's answer about a line of moves, from which tests derive their clicks.
    pub fn explore(&self, line: &Value) -> Value {
        let mut response = agent().post(format!("{}/api/explore", self.site)).send_json(line).expect("an answer");
        let answer: Value = response.body_mut().read_json().expect("JSON");
        assert!(answer["error"].is_null(), "{line}: {answer}");
        answer
    }

    /// Returns the legal moves after a line of moves.
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

/// Number of attempts to start a driver.
const TRIES: usize = 5;

/// A WebDriver process. A geckodriver serves one browser only.
pub struct Driver {
    /// URL of the driver, `http://127.0.0.1:…`.
    pub address: String,
    process: Child,
}

impl Driver {
    pub fn start() -> Driver {
        // chromedriver looks for a free port of one protocol and fails when the other protocol uses it.
        let tried = (1..TRIES).find_map(|_| Driver::try_start().ok()).map_or_else(Driver::try_start, Ok);
        tried.unwrap_or_else(|output| panic!("{} says only:\n{output}", Maker::from_environment().driver()))
    }

    /// Starts a driver. Returns its output when it does not become ready.
    fn try_start() -> Result<Driver, String> {
        let maker = Maker::from_environment();
        let mut process = Command::new(maker.driver())
            .arg("--port=0")
            .args(maker.options())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("{} does not start ({error}); {}", maker.driver(), maker.remedy()));
        let lines = lines(process.stdout.take().expect("its output"));
        let (words, end) = maker.ready();
        let mut driver = Driver { address: String::new(), process };
        driver.address = format!("http://127.0.0.1:{}", awaited(&lines, words, end)?);
        Ok(driver)
    }
}

impl Driver {
    /// Returns the id of the process.
    #[cfg(target_os = "linux")]
    pub fn id(&self) -> u32 {
        self.process.id()
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        self.process.kill().ok();
        self.process.wait().ok();
    }
}

/// Creates an HTTP client that treats error statuses as answers.
pub fn agent() -> ureq::Agent {
    let limit = Some(PATIENCE * 2);
    ureq::Agent::config_builder().http_status_as_error(false).timeout_global(limit).build().into()
}

/// Reads the lines of a process until it ends, so that it never blocks on output.
fn lines(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (send, receive) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            send.send(line).ok();
        }
    });
    receive
}

/// Returns the text after some words up to a character, or the whole output where the words are missing.
fn awaited(lines: &Receiver<String>, words: &str, end: char) -> Result<String, String> {
    let mut all = String::new();
    while let Ok(line) = lines.recv_timeout(PATIENCE) {
        if let Some((_, rest)) = line.split_once(words) {
            let word = rest.split_whitespace().next().unwrap_or_default();
            return Ok(word.trim_end_matches(end).to_owned());
        }
        all += &line;
        all.push('\n');
    }
    Err(all)
}
