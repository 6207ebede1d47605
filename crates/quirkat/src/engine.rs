//! Quirkat as an engine: commands on standard input, answers on standard output.
//!
//! It speaks the UCI dialect documented in `docs/reference/engine-protocols.md`, UGI, and Hub. Searches run in a
//! separate thread, so commands are handled meanwhile. Only `quit` and the end of the input end the engine.
//!
//! By DamExchange, [`DxpServer`] plays programs that connect to it instead.

mod dxp;
mod games;
mod hub;
mod search;
mod settings;
mod uci;

pub use dxp::{DxpServer, DxpSettings};
pub use games::Games;

use quirkat_match::lines::{Input, read_line};
use quirkat_match::protocol::MAX_LINE;
use std::fmt::Display;
use std::io::{self, BufRead, Write, stdout};
use std::ops::ControlFlow;

/// A protocol session.
trait Protocol {
    /// Handles a command. Breaks at a quit command.
    fn obey(&mut self, line: &str) -> ControlFlow<()>;

    /// Reports a line that could not be read.
    fn refuse(&mut self, why: &str);
}

/// Handles commands until the input ends or a quit command arrives.
///
/// # Errors
/// When reading fails.
pub fn run(games: &Games, input: &mut dyn BufRead) -> io::Result<()> {
    let mut protocol: Box<dyn Protocol> = Box::new(uci::Uci::new(games.clone()));
    loop {
        match read_line(input, MAX_LINE)? {
            Input::End => return Ok(()),
            Input::TooLong => protocol.refuse(&format!("a line has more than {MAX_LINE} bytes; it is ignored")),
            Input::NotUtf8 => protocol.refuse("a line is not UTF-8; it is ignored"),
            Input::Line(line) => {
                // A greeting starts a new session of its protocol.
                match line.trim() {
                    "hub" => protocol = Box::new(hub::Hub::new()),
                    "uci" | "ugi" => protocol = Box::new(uci::Uci::new(games.clone())),
                    _ => {}
                }
                if protocol.obey(line.trim()).is_break() {
                    return Ok(());
                }
            }
        }
    }
}

/// Writes one line and flushes it. Line breaks within it are replaced.
fn say(line: impl Display) {
    let line = line.to_string().replace(char::is_control, " ");
    let mut out = stdout().lock();
    // A closed output will soon be followed by the end of the input.
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}
