//! Quirkat as an engine: lines come in, lines go out.
//!
//! It speaks the dialect of UCI that `docs/reference/engine-protocols.md` writes down, UGI as another greeting of the same, and Hub. A search
//! runs in a thread of its own, so that all else is heard meanwhile. Nothing that is said to it ends it but `quit` and the
//! end of the input.

mod games;
mod hub;
mod search;
mod settings;
mod uci;

pub use games::Games;

use crate::lines::{Input, read_line};
use crate::protocol::LONGEST;
use std::fmt::Display;
use std::io::{self, BufRead, Write, stdout};
use std::ops::ControlFlow;

/// A protocol, with all that has been said in it.
trait Protocol {
    /// Does what a line says; breaks where it says to end.
    fn obey(&mut self, line: &str) -> ControlFlow<()>;

    /// Says that a line could not be read, and why.
    fn refuse(&mut self, why: &str);
}

/// Answers lines until there are no more, or one says to end.
///
/// # Errors
/// When reading fails.
pub fn run(games: &Games, input: &mut dyn BufRead) -> io::Result<()> {
    let mut protocol: Box<dyn Protocol> = Box::new(uci::Uci::new(games.clone()));
    loop {
        match read_line(input, LONGEST)? {
            Input::End => return Ok(()),
            Input::TooLong => protocol.refuse(&format!("a line has more than {LONGEST} bytes; it is passed over")),
            Input::NotUtf8 => protocol.refuse("a line is not UTF-8; it is passed over"),
            Input::Line(line) => {
                // A greeting begins anew, in whichever protocol.
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

/// Says a line, whole and at once. It is one line, whatever of what was said to the engine it repeats.
fn say(line: impl Display) {
    let line = line.to_string().replace(char::is_control, " ");
    let mut out = stdout().lock();
    // Where nobody listens any more, the input ends as well.
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}
