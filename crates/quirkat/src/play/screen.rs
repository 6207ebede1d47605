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
mod signals;
mod theme;
mod view;

use super::session::Session;
use app::App;
use quirkat_draw::Look;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use ratatui::crossterm::execute;
use signals::Watch;
use std::io::{self, stdout};
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
///
/// Gives back the watch over signals that were to end the program: it obeys when everything else is done.
pub fn run(session: &mut Session, look: Look, colours: bool) -> anyhow::Result<Watch> {
    let watch = Watch::begin()?;
    let mut terminal = ratatui::try_init()?;
    release_mouse_on_panic();
    // A terminal without a mouse is as good.
    let _ = execute!(stdout(), EnableMouseCapture);
    let result = converse(&mut terminal, &mut App::new(session, look, Theme { colours }), &watch);
    give_back();
    result.map(|()| watch)
}

/// Gives the terminal back as it was.
fn give_back() {
    let _ = execute!(stdout(), DisableMouseCapture);
    ratatui::restore();
}

/// Makes room for the shell, and takes the screen again when the person comes back.
fn suspend(terminal: &mut DefaultTerminal) -> io::Result<()> {
    give_back();
    signals::suspend()?;
    *terminal = ratatui::try_init()?;
    let _ = execute!(stdout(), EnableMouseCapture);
    Ok(())
}

/// Ratatui restores the screen when the program panics; the mouse is ours to give back.
fn release_mouse_on_panic() {
    let next = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let _ = execute!(stdout(), DisableMouseCapture);
        next(info);
    }));
}

fn converse(terminal: &mut DefaultTerminal, app: &mut App<'_>, watch: &Watch) -> anyhow::Result<()> {
    while !app.has_quit() && !watch.has_caught() {
        app.tick(Instant::now());
        terminal.draw(|frame| view::draw(app, frame))?;
        let patience = if app.is_lively() { LIVELY } else { CALM };
        if event::poll(patience)? {
            match event::read()? {
                Event::Key(key) if keys::is_suspend(key) => {
                    let left = Instant::now();
                    suspend(terminal)?;
                    app.was_away(left.elapsed());
                }
                event => app.on_event(&event),
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
