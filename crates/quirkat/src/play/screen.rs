//! A game on the whole screen.
//!
//! [`app`] holds the state and handles keys and clicks, [`view`] draws it. Neither touches the terminal, which is set
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
use quirkat_draw::CharacterSet;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use ratatui::crossterm::execute;
use signals::Watch;
use std::io::{self, stdout};
use std::panic;
use std::time::{Duration, Instant};
use theme::Theme;

/// Time between frames while something on the screen changes without input.
const LIVELY: Duration = Duration::from_millis(30);
/// Time between frames otherwise.
const CALM: Duration = Duration::from_millis(250);

/// Plays on the whole screen until the players leave. Returns the watch over signals, for the caller to obey at the
/// end.
///
/// # Errors
/// When the terminal fails. Restoring it is attempted all the same.
pub fn run(session: &mut Session, look: CharacterSet, colours: bool) -> anyhow::Result<Watch> {
    let watch = Watch::begin()?;
    let mut terminal = ratatui::try_init()?;
    release_mouse_on_panic();
    // A terminal without a mouse works too.
    let _ = execute!(stdout(), EnableMouseCapture);
    let result = run_loop(&mut terminal, &mut App::new(session, look, Theme { colours }), &watch);
    restore_terminal();
    result.map(|()| watch)
}

/// Restores the terminal.
fn restore_terminal() {
    let _ = execute!(stdout(), DisableMouseCapture);
    ratatui::restore();
}

/// Suspends the program, and takes the screen again afterwards.
fn suspend(terminal: &mut DefaultTerminal) -> io::Result<()> {
    restore_terminal();
    signals::suspend()?;
    *terminal = ratatui::try_init()?;
    let _ = execute!(stdout(), EnableMouseCapture);
    Ok(())
}

/// Ratatui restores the screen after a panic, but not the mouse mode.
fn release_mouse_on_panic() {
    let next = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let _ = execute!(stdout(), DisableMouseCapture);
        next(info);
    }));
}

fn run_loop(terminal: &mut DefaultTerminal, app: &mut App<'_>, watch: &Watch) -> anyhow::Result<()> {
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
