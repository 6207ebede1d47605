//! Runs the binary to its end, or talks to it through pipes.

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Stdio};

/// An empty data folder, so that the user's own tables do not affect the tests.
pub const NO_DATA: (&str, &str) = ("XDG_DATA_HOME", "/nowhere");
/// An empty configuration folder, and a locale that asks for English and Unicode.
pub const NO_PREFERENCES: [(&str, &str); 2] = [("XDG_CONFIG_HOME", "/nowhere"), ("LC_ALL", "C.UTF-8")];

/// Runs a command.
pub fn quirkat(arguments: &[&str]) -> Assert {
    let mut command = Command::cargo_bin("quirkat").unwrap();
    command.args(arguments).env(NO_DATA.0, NO_DATA.1).envs(NO_PREFERENCES).assert()
}

/// Returns the output of a successful command.
pub fn out(arguments: &[&str]) -> String {
    String::from_utf8(quirkat(arguments).success().get_output().stdout.clone()).unwrap()
}

/// Returns the output of a successful command as JSON.
pub fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&out(arguments)).unwrap()
}

/// Reads a value from JSON and checks that it serialises to the same JSON.
pub fn read_back<T: DeserializeOwned + Serialize>(json: &Value) -> T {
    let value: T = serde_json::from_value(json.clone()).unwrap_or_else(|error| panic!("{error}: {json}"));
    assert_eq!(serde_json::to_value(&value).unwrap(), *json);
    value
}

/// Returns the error text of a command that refuses its input.
pub fn refused(arguments: &[&str]) -> String {
    String::from_utf8(quirkat(arguments).code(2).get_output().stderr.clone()).unwrap()
}

/// The binary, played through pipes.
pub struct Piped {
    /// Running process.
    pub child: Child,
    lines: std::io::Lines<BufReader<std::process::ChildStdout>>,
}

impl Piped {
    pub fn start(arguments: &[&str]) -> Piped {
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_quirkat"))
            .args(arguments)
            .env(NO_DATA.0, NO_DATA.1)
            .envs(NO_PREFERENCES)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Piped { child, lines }
    }

    pub fn say(&mut self, line: &str) {
        writeln!(self.child.stdin.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Reads lines until one begins with the given text.
    pub fn until(&mut self, beginning: &str) -> String {
        loop {
            let line = self.lines.next().expect("the program still runs").unwrap();
            if line.starts_with(beginning) {
                return line;
            }
        }
    }
}
