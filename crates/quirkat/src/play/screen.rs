//! A game on the whole screen.
//!
//! [`app`] is the state and what keys and clicks do to it, [`view`] draws it; neither touches the terminal, which is set
//! up, read and restored here.

mod app;
mod board;
mod help;
mod keys;
mod panel;
mod prompt;
mod replay;
mod theme;
mod view;

use super::session::Session;
use app::App;
use quirkat_draw::Look;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use std::io::stdout;
use std::panic;
use std::time::{Duration, Instant};
use theme::Theme;

/// How long a key may keep the screen waiting while something moves on it, and otherwise.
const LIVELY: Duration = Duration::from_millis(30);
const CALM: Duration = Duration::from_millis(250);

/// Plays on the whole screen until the players leave.
///
/// # Errors
/// When the terminal fails; it is restored as far as it lets itself be.
pub fn run(session: &mut Session, look: Look, colours: bool) -> anyhow::Result<()> {
    let mut terminal = ratatui::try_init()?;
    release_mouse_on_panic();
    // A terminal without a mouse is as good.
    let _ = execute!(stdout(), EnableMouseCapture);
    let result = converse(&mut terminal, &mut App::new(session, look, Theme { colours }));
    let _ = execute!(stdout(), DisableMouseCapture);
    ratatui::restore();
    result
}

/// Ratatui restores the screen when the program panics; the mouse is ours to give back.
fn release_mouse_on_panic() {
    let next = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let _ = execute!(stdout(), DisableMouseCapture);
        next(info);
    }));
}

fn converse(terminal: &mut DefaultTerminal, app: &mut App<'_>) -> anyhow::Result<()> {
    while !app.has_quit() {
        app.tick(Instant::now());
        terminal.draw(|frame| view::draw(app, frame))?;
        let patience = if app.is_lively() { LIVELY } else { CALM };
        if event::poll(patience)? {
            app.on_event(&event::read()?);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
