//! The input line at the lower edge of the screen.

use super::app::Question;
use crate::play::command::MAX_LINE_LEN;
use crate::words::Words;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// Purpose of the line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// A move or a command.
    Command,
    /// The answer to a question, or without one to the offer that waits.
    Answer(Option<Question>),
    /// The file to save the game to.
    Save,
    /// The file to load a game from.
    Load,
}

impl Purpose {
    /// Returns the label in front of the line.
    pub fn label(self, words: Words) -> &'static str {
        words.get(match self {
            Purpose::Command => "screen.command",
            Purpose::Answer(_) => "screen.answer",
            Purpose::Save => "screen.save",
            Purpose::Load => "screen.load",
        })
    }
}

/// The input line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prompt {
    /// Purpose of the line.
    pub purpose: Purpose,
    /// Text typed so far.
    pub text: String,
}

/// Effect of a key on the line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Typing {
    /// Typing continues.
    Continues,
    /// The line is complete.
    Done,
    /// The line was cancelled.
    Cancelled,
}

impl Prompt {
    /// Creates an empty line.
    pub fn new(purpose: Purpose) -> Prompt {
        Prompt { purpose, text: String::new() }
    }

    /// Creates a line that begins with a character.
    pub fn starting_with(sign: char, purpose: Purpose) -> Prompt {
        Prompt { purpose, text: sign.to_string() }
    }

    /// Handles a key.
    pub fn on_key(&mut self, key: KeyEvent) -> Typing {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Enter => return Typing::Done,
            KeyCode::Esc => return Typing::Cancelled,
            KeyCode::Backspace if self.text.is_empty() => return Typing::Cancelled,
            KeyCode::Backspace => {
                self.text.pop();
            }
            KeyCode::Char('u') if control => self.text.clear(),
            KeyCode::Char(letter) if !control && self.text.len() + letter.len_utf8() <= MAX_LINE_LEN => {
                self.text.push(letter)
            }
            _ => {}
        }
        Typing::Continues
    }
}
