//! A line that a person types at the lower edge of the screen.

use crate::play::command::LONGEST;
use crate::play::words::Words;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What the line is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// A turn or a command.
    Command,
    /// The file to keep the game in.
    Save,
    /// The file to load a game from.
    Load,
}

impl Purpose {
    /// What stands before the line.
    pub fn label(self, words: Words) -> &'static str {
        words.get(match self {
            Purpose::Command => "screen.command",
            Purpose::Save => "screen.save",
            Purpose::Load => "screen.load",
        })
    }
}

/// The line so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prompt {
    /// What it is for.
    pub purpose: Purpose,
    /// What was typed.
    pub text: String,
}

/// What a key did to the line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Typing {
    /// The person goes on.
    Goes,
    /// The line is done.
    Done,
    /// The person wants it no more.
    Cancelled,
}

impl Prompt {
    /// An empty line.
    pub fn new(purpose: Purpose) -> Prompt {
        Prompt { purpose, text: String::new() }
    }

    /// A turn or a command that begins with a sign.
    pub fn begun(sign: char) -> Prompt {
        Prompt { purpose: Purpose::Command, text: sign.to_string() }
    }

    /// Types a key.
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
            KeyCode::Char(letter) if !control && self.text.len() + letter.len_utf8() <= LONGEST => {
                self.text.push(letter)
            }
            _ => {}
        }
        Typing::Goes
    }
}
