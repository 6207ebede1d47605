//! A line-based conversation with a process.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// Time limit for a line.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running `quirkat`.
pub struct Talk {
    child: Child,
    lines: Receiver<String>,
}

impl Talk {
    /// Starts the program with these arguments.
    pub fn start(words: &[&str]) -> Talk {
        let mut child = Command::new(env!("CARGO_BIN_EXE_quirkat"))
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        thread::spawn(move || output.lines().map_while(Result::ok).all(|line| sender.send(line).is_ok()));
        Talk { child, lines }
    }

    /// Starts the engine.
    pub fn engine() -> Talk {
        Talk::start(&["engine"])
    }

    pub fn say(&mut self, line: &str) {
        self.say_bytes(line.as_bytes());
        self.say_bytes(b"\n");
    }

    pub fn say_bytes(&mut self, bytes: &[u8]) {
        self.child.stdin.as_mut().unwrap().write_all(bytes).unwrap();
    }

    /// Returns the next line.
    pub fn line(&mut self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("another line")
    }

    /// Reads lines until one begins with the given text.
    pub fn until(&mut self, beginning: &str) -> String {
        loop {
            let line = self.line();
            if line.starts_with(beginning) {
                return line;
            }
        }
    }

    /// Returns whether no line arrives for a while.
    pub fn is_silent(&mut self) -> bool {
        self.lines.recv_timeout(Duration::from_millis(300)).is_err()
    }

    /// Closes the input, and returns the remaining lines and the exit status.
    pub fn end(mut self) -> (Vec<String>, ExitStatus) {
        drop(self.child.stdin.take());
        (self.lines.iter().collect(), self.child.wait().unwrap())
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        // Ends the process of a failed test. A process that has ended cannot be killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
