//! `quirkat play`: a game between people and engines, on the whole screen, or in plain lines without a terminal.
//!
//! A [`session::Session`] holds the game and all actions, independent of a terminal. It has two front ends: [`lines`]
//! for scripts and pipes, [`screen`] for people.

mod command;
mod cursor;
mod entry;
mod lines;
mod options;
pub mod record;
mod screen;
mod session;
mod thinker;
pub mod words;

pub use command::MAX_LINE_LEN;
pub use options::{PlayOptions, Player};

use crate::output;
use std::io::{IsTerminal, Write, stdin, stdout};

/// Plays the game until it is over or the players leave.
///
/// # Errors
/// When the terminal fails. A failed save is reported to the players and does not end the game.
pub fn run(options: PlayOptions) -> anyhow::Result<()> {
    let look = options.look;
    let colours = options.colour && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let mut session = session::Session::new(options);
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    if stdin().is_terminal() && stdout().is_terminal() && !dumb {
        let watch = screen::run(&mut session, look, colours)?;
        session.leave();
        // A closed terminal has no reader.
        let written = write!(output::standard(), "{}", session.words().farewell(&session));
        if watch.has_caught() {
            drop(session);
            watch.obey();
            return Ok(());
        }
        written?;
    } else {
        lines::run(&mut session, look, &mut stdin().lock(), &mut output::standard())?;
    }
    Ok(())
}
