//! The keys: the action of each on the board, and their names in the help.

use crate::play::cursor::KeyDirection;
use crate::words::Words;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// Action of a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Moves the cursor.
    Go(KeyDirection),
    /// Chooses the point under the cursor.
    Choose,
    /// Moves to the next point that can be chosen, or with -1 to the previous one.
    Cycle(i32),
    /// Takes back a hop, or puts the piece down.
    Back,
    /// Clears the entry.
    Clear,
    /// Opens the input line for a move or a command.
    Type,
    /// Takes back a move.
    Undo,
    /// Asks for a hint.
    Hint,
    /// Switches the evaluation of positions on or off.
    Value,
    /// Claims the next capture that may be claimed.
    Claim,
    /// Flips the board.
    Flip,
    /// Offers a draw.
    Draw,
    /// Offers to count the pieces.
    Count,
    /// Resigns the game.
    Resign,
    /// Starts a rematch.
    Rematch,
    /// Saves the game to another file.
    Save,
    /// Loads another game.
    Load,
    /// Scrolls the move list: up if positive.
    Scroll(i32),
    /// Shows the position this number of plies later, or earlier if negative.
    Look(isize),
    /// Shows all messages, where the panel has no room for them.
    More,
    /// Opens the help.
    Help,
    /// Leaves the game.
    Quit,
}

/// Returns the action of a key while the board has the focus.
pub fn action(key: KeyEvent) -> Option<Action> {
    use Action::*;
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return matches!(key.code, KeyCode::Char('c' | 'd' | 'q')).then_some(Quit);
    }
    Some(match key.code {
        KeyCode::Up | KeyCode::Char('k' | '8') => Go(KeyDirection(0, 1)),
        KeyCode::Down | KeyCode::Char('j' | '2') => Go(KeyDirection(0, -1)),
        KeyCode::Left | KeyCode::Char('h' | '4') => Go(KeyDirection(-1, 0)),
        KeyCode::Right | KeyCode::Char('l' | '6') => Go(KeyDirection(1, 0)),
        KeyCode::Home | KeyCode::Char('7') => Go(KeyDirection(-1, 1)),
        KeyCode::Char('9') => Go(KeyDirection(1, 1)),
        KeyCode::End | KeyCode::Char('1') => Go(KeyDirection(-1, -1)),
        KeyCode::Char('3') => Go(KeyDirection(1, -1)),
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

/// Returns whether a key suspends the program.
pub fn is_suspend(key: KeyEvent) -> bool {
    cfg!(unix) && key.code == KeyCode::Char('z') && key.modifiers.contains(KeyModifiers::CONTROL)
}

/// Returns the action of a key typed alone in the input line, and the key of its explanation.
pub fn sole_key(line: &str) -> Option<(Action, &'static str)> {
    let mut letters = line.chars();
    let letter = letters.next().filter(|_| letters.next().is_none())?;
    let (_, what) =
        KEYS.into_iter().find(|(keys, _)| keys.iter().any(|key| matches!(key, Sign(sign) if *sign == line)))?;
    action(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE)).map(|action| (action, what))
}

/// A key in the help.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Key {
    /// Character on the key, the same in every language.
    Sign(&'static str),
    /// Text key of its name.
    Named(&'static str),
}

pub use Key::{Named, Sign};

pub const ENTER: Key = Named("keys.enter");
pub const BACKSPACE: Key = Named("keys.backspace");
pub const ESCAPE: Key = Named("keys.escape");
pub const ARROWS: Key = Named("keys.arrows");

impl Key {
    /// Returns the name of the key.
    pub fn name(self, words: Words) -> &'static str {
        match self {
            Sign(sign) => sign,
            Named(key) => words.get(key),
        }
    }
}

/// The keys in the order of the help, each line with its text key.
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
