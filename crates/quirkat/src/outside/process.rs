//! The process of an outside engine: lines to it and from it, with bounded patience, and its end.

use super::{Fault, OutsideError, Program};
use crate::lines::{Input, read_line};
use crate::protocol::LONGEST;
use quirkat_search::Stop;
use std::io::{self, BufReader, Write};
use std::path::{self, Path};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// So many lines wait to be read; an engine that says more waits itself.
const UNREAD: usize = 1024;
/// So long a program may take to get ready, which may mean to read large tables.
const TO_START: Duration = Duration::from_secs(60);
/// So many bytes it may say before it is ready.
const LONGEST_GREETING: usize = LONGEST;
/// How often a wait looks whether it is told to stop.
const STEP: Duration = Duration::from_millis(20);
/// So long a program may go on after it is told to stop.
const TO_STOP: Duration = Duration::from_secs(5);
/// So long it may take to end.
const TO_END: Duration = Duration::from_millis(500);

/// A running program that is talked to in lines.
pub struct Process {
    child: Child,
    /// Gone when nothing more is said to it.
    to: Option<Sender<String>>,
    from: Receiver<Input>,
}

impl Process {
    /// Starts a program. One that is named by its path runs in its own folder, where engines look for their files; one
    /// that is found by its name alone runs in the present folder.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(program: &Program) -> Result<Process, OutsideError> {
        let cannot = |why: io::Error| OutsideError::Start { program: program.path.clone(), why: why.to_string() };
        let mut command = Command::new(&program.path);
        if program.path.contains(path::is_separator) {
            let path = path::absolute(&program.path).map_err(cannot)?;
            command = Command::new(&path);
            command.current_dir(path.parent().unwrap_or(Path::new(".")));
        }
        #[cfg(unix)]
        {
            // What it starts in its turn ends with it.
            use std::os::unix::process::CommandExt;
            command.process_group(0);
        }
        command.args(&program.words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(cannot)?;
        let (mut input, output) = (child.stdin.take(), child.stdout.take());
        // Both ends have threads of their own: a program that neither reads nor writes holds up nobody else.
        let (to, lines) = channel::<String>();
        thread::spawn(move || {
            for line in lines {
                let Some(input) = &mut input else { break };
                if writeln!(input, "{line}").and_then(|()| input.flush()).is_err() {
                    break;
                }
            }
        });
        let (heard, from) = sync_channel(UNREAD);
        thread::spawn(move || {
            let Some(output) = output else { return };
            let mut output = BufReader::new(output);
            loop {
                match read_line(&mut output, LONGEST) {
                    Err(_) | Ok(Input::End) => return,
                    Ok(line) => {
                        if heard.send(line).is_err() {
                            return;
                        }
                    }
                }
            }
        });
        Ok(Process { child, to: Some(to), from })
    }

    /// Says a line to the program. That nobody reads it is noticed when an answer is due.
    pub fn say(&self, line: impl Into<String>) {
        if let Some(to) = &self.to {
            let _ = to.send(line.into());
        }
    }

    /// Reads lines until one of them is what was awaited, which `read` tells. When it is told to stop, the program is told
    /// so and has a little time left.
    ///
    /// # Errors
    /// When the program is silent, has ended, says what is no line, or `read` refuses a line.
    pub fn hear<T>(
        &mut self,
        awaited: &'static str,
        patience: Duration,
        stop: &Stop,
        mut read: impl FnMut(&str) -> Result<Option<T>, OutsideError>,
    ) -> Result<T, OutsideError> {
        let began = Instant::now();
        let mut last = began + patience;
        let mut is_told = false;
        loop {
            let now = Instant::now();
            if stop.is_stopped() && !is_told {
                self.say("stop");
                is_told = true;
                last = last.min(now + TO_STOP);
            }
            if now >= last {
                return Err(OutsideError::Silent { awaited, after: last - began });
            }
            match self.from.recv_timeout(STEP.min(last - now)) {
                Ok(Input::Line(line)) => {
                    if let Some(found) = read(line.trim())? {
                        return Ok(found);
                    }
                }
                Ok(Input::TooLong) => return Err(Fault::LongLine(LONGEST).into()),
                Ok(Input::NotUtf8) => return Err(Fault::NotUtf8.into()),
                Ok(Input::End) | Err(RecvTimeoutError::Disconnected) => {
                    let status = self.wait().map(|status| status.to_string());
                    return Err(OutsideError::Died { awaited, status });
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Hears what a program says until it is ready, which has an end.
    ///
    /// # Errors
    /// As in [`Process::hear`], and when the program says too much.
    pub fn hear_ready(
        &mut self,
        awaited: &'static str,
        mut read: impl FnMut(&str) -> Result<Option<()>, OutsideError>,
    ) -> Result<(), OutsideError> {
        let mut bytes = 0;
        self.hear(awaited, TO_START, &Stop::default(), |line| {
            bytes += line.len() + 1;
            if bytes > LONGEST_GREETING {
                return Err(Fault::LongGreeting { awaited, most: LONGEST_GREETING }.into());
            }
            read(line)
        })
    }

    /// Waits a little for the program to end by itself.
    fn wait(&mut self) -> Option<ExitStatus> {
        let last = Instant::now() + TO_END;
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < last => thread::sleep(STEP),
                ended => return ended.ok().flatten(),
            }
        }
    }

    /// Ends the program, and what it has started, in spite of itself.
    fn kill(&mut self) {
        #[cfg(unix)]
        if let Ok(id) = i32::try_from(self.child.id()) {
            use nix::sys::signal::{Signal, killpg};
            let _ = killpg(nix::unistd::Pid::from_raw(id), Signal::SIGKILL);
        }
        // Where there are no groups of processes, and to take leave of it.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.say("quit");
        self.to = None;
        if self.wait().is_none() {
            self.kill();
        }
    }
}
