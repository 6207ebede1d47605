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
use crate::words::Words;
use quirkat_draw::CharacterSet;
use quirkat_play::Lesson;
use std::io::{IsTerminal, Write, stdin, stdout};

/// Returns whether a whole screen can be used.
fn has_screen() -> bool {
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    stdin().is_terminal() && stdout().is_terminal() && !is_dumb
}

/// Returns whether colours may be used, unless an option forbids them.
fn may_colour() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Gives a lesson on the whole screen, and returns the number of solved tasks. Returns `None` without a screen.
///
/// # Errors
/// When the terminal fails.
pub fn learn(lesson: &Lesson, words: Words, look: CharacterSet) -> anyhow::Result<Option<usize>> {
    if !has_screen() || lesson.exercises.is_empty() {
        return Ok(None);
    }
    let (watch, solved) = screen::learn(lesson, words, look, may_colour())?;
    if watch.has_caught() {
        watch.obey();
    }
    Ok(Some(solved))
}

/// Plays the game until it is over or the players leave.
///
/// # Errors
/// When the terminal fails. A failed save is reported to the players and does not end the game.
pub fn run(options: PlayOptions) -> anyhow::Result<()> {
    let look = options.look;
    let colours = options.colour && may_colour();
    let mut session = session::Session::new(options);
    if has_screen() {
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
