//! Process of an outside engine: its input and output in lines, timeouts, and its end.

use super::{EngineProgram, OutsideError, ProtocolError};
use crate::lines::{Input, read_line};
use crate::protocol::MAX_LINE;
use quirkat_search::Stop;
use std::io::{self, BufReader, Write};
use std::path::{self, Path};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Maximum number of unread lines. An engine that writes more is blocked until they are read.
const MAX_UNREAD: usize = 1024;
/// Time for a program to become ready, which may include reading large tables.
const START_TIMEOUT: Duration = Duration::from_secs(60);
/// Maximum output in bytes before a program is ready.
const MAX_GREETING: usize = MAX_LINE;
/// Interval at which a wait checks whether it is stopped.
const POLL: Duration = Duration::from_millis(20);
/// Time for an answer after `stop`.
const STOP_TIMEOUT: Duration = Duration::from_secs(5);
/// Time for a program to end after `quit`.
const END_TIMEOUT: Duration = Duration::from_millis(500);

/// A running program that reads and writes lines.
pub struct Process {
    child: Child,
    /// Lines to the program; `None` after `quit`.
    input: Option<Sender<String>>,
    output: Receiver<Input>,
}

impl Process {
    /// Starts a program. A program given by a path runs in its own folder, where engines look for their files. A program
    /// given by name runs in the current folder.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(program: &EngineProgram) -> Result<Process, OutsideError> {
        let cannot = |why: io::Error| OutsideError::Start { program: program.path.clone(), why: why.to_string() };
        let mut command = Command::new(&program.path);
        if program.path.contains(path::is_separator) {
            let path = path::absolute(&program.path).map_err(cannot)?;
            command = Command::new(&path);
            command.current_dir(path.parent().unwrap_or(Path::new(".")));
        }
        #[cfg(unix)]
        {
            // Programs that it starts end with it.
            use std::os::unix::process::CommandExt;
            command.process_group(0);
        }
        command.args(&program.words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(cannot)?;
        let (mut stdin, stdout) = (child.stdin.take(), child.stdout.take());
        // Both ends have their own threads, so that a program that neither reads nor writes does not block the caller.
        let (input, lines) = channel::<String>();
        thread::spawn(move || {
            for line in lines {
                let Some(stdin) = &mut stdin else { break };
                if writeln!(stdin, "{line}").and_then(|()| stdin.flush()).is_err() {
                    break;
                }
            }
        });
        let (sender, output) = sync_channel(MAX_UNREAD);
        thread::spawn(move || {
            let Some(stdout) = stdout else { return };
            let mut stdout = BufReader::new(stdout);
            loop {
                match read_line(&mut stdout, MAX_LINE) {
                    Err(_) | Ok(Input::End) => return,
                    Ok(line) => {
                        if sender.send(line).is_err() {
                            return;
                        }
                    }
                }
            }
        });
        Ok(Process { child, input: Some(input), output })
    }

    /// Sends a line to the program. A program that has ended is noticed when its answer is read.
    pub fn send(&self, line: impl Into<String>) {
        if let Some(input) = &self.input {
            let _ = input.send(line.into());
        }
    }

    /// Reads lines until `read` returns a value. When `stop` is set, sends `stop` and allows a short time for the answer.
    ///
    /// # Errors
    /// When no answer arrives within `timeout`, the program has ended or writes an invalid line, or `read` fails.
    pub fn read_until<T>(
        &mut self,
        awaited: &'static str,
        timeout: Duration,
        stop: &Stop,
        mut read: impl FnMut(&str) -> Result<Option<T>, OutsideError>,
    ) -> Result<T, OutsideError> {
        let began = Instant::now();
        let mut deadline = began + timeout;
        let mut is_stop_sent = false;
        loop {
            let now = Instant::now();
            if stop.is_stopped() && !is_stop_sent {
                self.send("stop");
                is_stop_sent = true;
                deadline = deadline.min(now + STOP_TIMEOUT);
            }
            if now >= deadline {
                return Err(OutsideError::Silent { awaited, after: deadline - began });
            }
            match self.output.recv_timeout(POLL.min(deadline - now)) {
                Ok(Input::Line(line)) => {
                    if let Some(answer) = read(line.trim())? {
                        return Ok(answer);
                    }
                }
                Ok(Input::TooLong) => return Err(ProtocolError::LongLine(MAX_LINE).into()),
                Ok(Input::NotUtf8) => return Err(ProtocolError::NotUtf8.into()),
                Ok(Input::End) | Err(RecvTimeoutError::Disconnected) => {
                    let status = self.wait().map(|status| status.to_string());
                    return Err(OutsideError::Died { awaited, status });
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Reads lines until the program is ready.
    ///
    /// # Errors
    /// As in [`Process::read_until`], and when the program writes too much.
    pub fn read_until_ready(
        &mut self,
        awaited: &'static str,
        mut read: impl FnMut(&str) -> Result<Option<()>, OutsideError>,
    ) -> Result<(), OutsideError> {
        let mut bytes = 0;
        self.read_until(awaited, START_TIMEOUT, &Stop::default(), |line| {
            bytes += line.len() + 1;
            if bytes > MAX_GREETING {
                return Err(ProtocolError::LongGreeting { awaited, most: MAX_GREETING }.into());
            }
            read(line)
        })
    }

    /// Waits a short time for the program to end by itself.
    fn wait(&mut self) -> Option<ExitStatus> {
        let deadline = Instant::now() + END_TIMEOUT;
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < deadline => thread::sleep(POLL),
                ended => return ended.ok().flatten(),
            }
        }
    }

    /// Kills the program and the programs that it has started.
    fn kill(&mut self) {
        #[cfg(unix)]
        if let Ok(id) = i32::try_from(self.child.id()) {
            use nix::sys::signal::{Signal, killpg};
            let _ = killpg(nix::unistd::Pid::from_raw(id), Signal::SIGKILL);
        }
        // For systems without process groups; the wait removes the zombie process.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.send("quit");
        self.input = None;
        if self.wait().is_none() {
            self.kill();
        }
    }
}
