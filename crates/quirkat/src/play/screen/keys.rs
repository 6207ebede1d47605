//! The keys: what each of them does on the board, for the program and for the person who reads the help.

use crate::play::cursor::Way;
use crate::play::words::Words;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What a key asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Go to another point.
    Go(Way),
    /// Choose the point under the cursor.
    Choose,
    /// Go to the next, or with -1 to the previous, point that can be chosen.
    Cycle(i32),
    /// Take back a hop, put the piece down.
    Back,
    /// Put everything back that was entered.
    Clear,
    /// Type a turn or a command.
    Type,
    /// Take back a turn.
    Undo,
    /// Ask for a hint.
    Hint,
    /// Tell what each position is worth, or no more.
    Value,
    /// Claim the next capture that may be claimed.
    Claim,
    /// Turn the board.
    Flip,
    /// Offer a draw.
    Draw,
    /// Offer to count.
    Count,
    /// Resign.
    Resign,
    /// Another game.
    Rematch,
    /// Keep the game in another file.
    Save,
    /// Go on with another game.
    Load,
    /// Earlier (positive) or later turns in the list.
    Scroll(i32),
    /// The position so many turns later, or with -1 the one before.
    Look(isize),
    /// All that there is to say, where the panel has no room for it.
    More,
    /// Help.
    Help,
    /// Leave.
    Quit,
}

/// What a key does while the board has the keyboard.
pub fn action(key: KeyEvent) -> Option<Action> {
    use Action::*;
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return matches!(key.code, KeyCode::Char('c' | 'd' | 'q')).then_some(Quit);
    }
    Some(match key.code {
        KeyCode::Up | KeyCode::Char('k' | '8') => Go(Way(0, 1)),
        KeyCode::Down | KeyCode::Char('j' | '2') => Go(Way(0, -1)),
        KeyCode::Left | KeyCode::Char('h' | '4') => Go(Way(-1, 0)),
        KeyCode::Right | KeyCode::Char('l' | '6') => Go(Way(1, 0)),
        KeyCode::Home | KeyCode::Char('7') => Go(Way(-1, 1)),
        KeyCode::Char('9') => Go(Way(1, 1)),
        KeyCode::End | KeyCode::Char('1') => Go(Way(-1, -1)),
        KeyCode::Char('3') => Go(Way(1, -1)),
        KeyCode::Enter | KeyCode::Char(' ' | '5') => Choose,
        KeyCode::Tab => Cycle(1),
        KeyCode::BackTab => Cycle(-1),
        KeyCode::Backspace => Back,
        KeyCode::Esc => Clear,
        KeyCode::Char(':' | '/') => Type,
        KeyCode::Char('u') => Undo,
        KeyCode::Char('t') => Hint,
        KeyCode::Char('v') => Value,
        KeyCode::Char('p') => Claim,
        KeyCode::Char('f') => Flip,
        KeyCode::Char('d') => Draw,
        KeyCode::Char('c') => Count,
        KeyCode::Char('r') => Resign,
        KeyCode::Char('n') => Rematch,
        KeyCode::Char('s') => Save,
        KeyCode::Char('o') => Load,
        KeyCode::PageUp => Scroll(5),
        KeyCode::PageDown => Scroll(-5),
        KeyCode::Char(',' | '<') => Look(-1),
        KeyCode::Char('.' | '>') => Look(1),
        KeyCode::Char('m') => More,
        KeyCode::F(1) | KeyCode::Char('?') => Help,
        KeyCode::Char('q') => Quit,
        _ => return None,
    })
}

/// Whether a key makes room for the shell.
pub fn is_suspend(key: KeyEvent) -> bool {
    cfg!(unix) && key.code == KeyCode::Char('z') && key.modifiers.contains(KeyModifiers::CONTROL)
}

/// What a key does that is typed alone in a line, and the key of the text that says so.
pub fn sole_key(line: &str) -> Option<(Action, &'static str)> {
    let mut letters = line.chars();
    let letter = letters.next().filter(|_| letters.next().is_none())?;
    let (_, what) =
        KEYS.into_iter().find(|(keys, _)| keys.iter().any(|key| matches!(key, Sign(sign) if *sign == line)))?;
    action(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE)).map(|action| (action, what))
}

/// A key by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Key {
    /// What stands on it, in every language.
    Sign(&'static str),
    /// The key of the text that names it.
    Named(&'static str),
}

pub use Key::{Named, Sign};

pub const ENTER: Key = Named("keys.enter");
pub const BACKSPACE: Key = Named("keys.backspace");
pub const ESCAPE: Key = Named("keys.escape");
pub const ARROWS: Key = Named("keys.arrows");

impl Key {
    /// What people call it.
    pub fn name(self, words: Words) -> &'static str {
        match self {
            Sign(sign) => sign,
            Named(key) => words.get(key),
        }
    }
}

/// The keys as the help explains them, each line with the key of its text.
pub const KEYS: [(&[Key], &str); 22] = [
    (&[ARROWS, Sign("h j k l")], "keys.move"),
    (&[ENTER, Named("keys.space")], "keys.choose"),
    (&[Sign("Tab")], "keys.cycle"),
    (&[BACKSPACE], "keys.back"),
    (&[ESCAPE], "keys.clear"),
    (&[Sign(":")], "keys.type"),
    (&[Named("keys.mouse")], "keys.click"),
    (&[Sign("u")], "keys.undo"),
    (&[Sign("t")], "keys.hint"),
    (&[Sign("v")], "keys.value"),
    (&[Sign("p")], "keys.claim"),
    (&[Sign("f")], "keys.flip"),
    (&[Sign("d")], "keys.draw"),
    (&[Sign("c")], "keys.count"),
    (&[Sign("r")], "keys.resign"),
    (&[Sign("n")], "keys.rematch"),
    (&[Sign("s")], "keys.save"),
    (&[Sign("o")], "keys.load"),
    (&[Named("keys.page_up"), Named("keys.page_down")], "keys.scroll"),
    (&[Sign("<"), Sign(">")], "keys.look"),
    (&[Sign("m")], "keys.more"),
    (&[Sign("q"), Sign("Ctrl-C")], "keys.quit"),
];
