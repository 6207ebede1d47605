//! A game, or a lesson, on the whole screen.
//!
//! [`app`] holds the state and handles keys and clicks, [`view`] draws it. Neither touches the terminal, which is set
//! up, read and restored here.

mod app;
mod board;
mod help;
mod keys;
mod lesson;
mod panel;
mod prompt;
mod replay;
mod scenes;
mod signals;
mod theme;
mod view;

use super::session::Session;
use crate::words::Words;
use app::App;
use lesson::LessonScreen;
use quirkat_draw::CharacterSet;
use quirkat_play::Lesson;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use ratatui::crossterm::execute;
use ratatui::{DefaultTerminal, Frame};
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
    show(&mut App::new(session, look, Theme { colours }))
}

/// Gives a lesson on the whole screen until it ends or the learner leaves. Returns the watch over signals, for the caller to
/// obey at the end, and the number of solved tasks.
///
/// # Errors
/// When the terminal fails. Restoring it is attempted all the same.
pub fn learn(lesson: &Lesson, words: Words, look: CharacterSet, colours: bool) -> anyhow::Result<(Watch, usize)> {
    let mut screen = LessonScreen::new(lesson, words, look, Theme { colours });
    let watch = show(&mut screen)?;
    Ok((watch, screen.solved()))
}

/// Contents of the terminal, which react to keys and clicks.
trait Screen {
    /// Draws a frame.
    fn draw(&mut self, frame: &mut Frame<'_>);

    /// Handles a key or mouse event.
    fn on_event(&mut self, event: &Event);

    /// Returns whether the user has left.
    fn has_quit(&self) -> bool;

    /// Advances to a time.
    fn tick(&mut self, _now: Instant) {}

    /// Returns whether something changes without input.
    fn is_lively(&self) -> bool {
        false
    }

    /// Handles the return from a suspension of this length.
    fn was_away(&mut self, _away: Duration) {}
}

impl Screen for App<'_> {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        view::draw(self, frame);
    }

    fn on_event(&mut self, event: &Event) {
        App::on_event(self, event);
    }

    fn has_quit(&self) -> bool {
        App::has_quit(self)
    }

    fn tick(&mut self, now: Instant) {
        App::tick(self, now);
    }

    fn is_lively(&self) -> bool {
        App::is_lively(self)
    }

    fn was_away(&mut self, away: Duration) {
        App::was_away(self, away);
    }
}

fn show(screen: &mut dyn Screen) -> anyhow::Result<Watch> {
    let watch = Watch::begin()?;
    let mut terminal = ratatui::try_init()?;
    release_mouse_on_panic();
    // A terminal without a mouse works too.
    let _ = execute!(stdout(), EnableMouseCapture);
    let result = run_loop(&mut terminal, screen, &watch);
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

/// Releases the mouse after a panic: Ratatui restores the screen, but not the mouse mode.
fn release_mouse_on_panic() {
    let next = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let _ = execute!(stdout(), DisableMouseCapture);
        next(info);
    }));
}

fn run_loop(terminal: &mut DefaultTerminal, screen: &mut dyn Screen, watch: &Watch) -> anyhow::Result<()> {
    while !screen.has_quit() && !watch.has_caught() {
        screen.tick(Instant::now());
        terminal.draw(|frame| screen.draw(frame))?;
        let patience = if screen.is_lively() { LIVELY } else { CALM };
        if event::poll(patience)? {
            match event::read()? {
                Event::Key(key) if keys::is_suspend(key) => {
                    let left = Instant::now();
                    suspend(terminal)?;
                    screen.was_away(left.elapsed());
                }
                event => screen.on_event(&event),
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
