//! The keys and words: the action of each on the board, and their names in the help.
//!
//! No letter acts at once. Letters are typed into the input line and take effect with Enter, so that a word is never a
//! series of keys.

use crate::play::cursor::KeyDirection;
use crate::words::Words;
use quirkat_rules::{CaptureBy, Options};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// Action of a key or a word.
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
    /// Plays the moves again that were taken back last.
    Redo,
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
    /// Lists the legal moves.
    Moves,
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
        KeyCode::Up | KeyCode::Char('8') => Go(KeyDirection(0, 1)),
        KeyCode::Down | KeyCode::Char('2') => Go(KeyDirection(0, -1)),
        KeyCode::Left | KeyCode::Char('4') => Go(KeyDirection(-1, 0)),
        KeyCode::Right | KeyCode::Char('6') => Go(KeyDirection(1, 0)),
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
        KeyCode::PageUp => Scroll(5),
        KeyCode::PageDown => Scroll(-5),
        KeyCode::Char(',' | '<') => Look(-1),
        KeyCode::Char('.' | '>') => Look(1),
        KeyCode::F(1) | KeyCode::Char('?') => Help,
        _ => return None,
    })
}

/// Returns whether a key suspends the program.
pub fn is_suspend(key: KeyEvent) -> bool {
    cfg!(unix) && key.code == KeyCode::Char('z') && key.modifiers.contains(KeyModifiers::CONTROL)
}

/// The words of the input line, with the letters that stand for them, their actions and the text keys of their help.
const WORDS: [(&str, &str, Action, &str); 16] = [
    ("u", "undo", Action::Undo, "keys.undo"),
    ("y", "redo", Action::Redo, "keys.redo"),
    ("t", "hint", Action::Hint, "keys.hint"),
    ("v", "value", Action::Value, "keys.value"),
    ("p", "claim", Action::Claim, "keys.claim"),
    ("f", "flip", Action::Flip, "keys.flip"),
    ("d", "draw", Action::Draw, "keys.draw"),
    ("c", "count", Action::Count, "keys.count"),
    ("r", "resign", Action::Resign, "keys.resign"),
    ("n", "new", Action::Rematch, "keys.rematch"),
    ("s", "save", Action::Save, "keys.save"),
    ("o", "load", Action::Load, "keys.load"),
    ("l", "moves", Action::Moves, "keys.moves"),
    ("m", "more", Action::More, "keys.more"),
    ("h", "help", Action::Help, "keys.help"),
    ("q", "quit", Action::Quit, "keys.quit"),
];

/// Returns the action of a letter or word in the input line, and the text key of its help.
pub fn word_action(line: &str) -> Option<(Action, &'static str)> {
    find_word(&WORDS, line)
}

/// Finds a letter or word in a list. Returns its action and the text key of its help.
pub fn find_word<A: Copy>(words: &[(&str, &str, A, &'static str)], line: &str) -> Option<(A, &'static str)> {
    let typed = line.trim().to_lowercase();
    let (_, _, action, what) = words.iter().find(|(letter, word, ..)| [*letter, *word].contains(&&*typed))?;
    Some((*action, what))
}

/// Scrolls a page of text by a key. Returns whether the key scrolls.
pub fn scroll_page(scroll: &mut usize, action: Option<Action>) -> bool {
    match action {
        Some(Action::Go(direction)) => *scroll = scroll.saturating_add_signed(-(direction.1 as isize)),
        Some(Action::Scroll(by)) => *scroll = scroll.saturating_add_signed(-2 * by as isize),
        Some(Action::Choose) => *scroll += 10,
        _ => return false,
    }
    true
}

/// Returns what can be typed, in the order of the help: moves, then letters and words; each with its text key.
pub fn typed_in_help(options: &Options) -> Vec<(String, &'static str)> {
    let marks = (options.capture_by == CaptureBy::Approach).then_some(("e1-d2A, e1-d2W", "keys.marks"));
    let moves = [("c2-c3, a1xc3", "keys.turn")].into_iter().chain(marks).chain([("huff b4, c2-c3", "keys.huff")]);
    let words = WORDS.into_iter().map(|(letter, word, _, what)| (format!("{letter}, {word}"), what));
    let more = [("save F, load F", "keys.files"), ("accept, decline", "keys.answer")];
    let owned = |(typed, what): (&str, &'static str)| (typed.to_owned(), what);
    moves.map(owned).chain(words).chain(more.map(owned)).collect()
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

/// The keys that act at once, in the order of the help, each line with its text key.
pub const KEYS: [(&[Key], &str); 14] = [
    (&[ARROWS, Sign("8"), Sign("2"), Sign("4"), Sign("6")], "keys.move"),
    (&[Sign("7"), Sign("9"), Sign("1"), Sign("3"), Named("keys.home"), Named("keys.end")], "keys.slant"),
    (&[ENTER, Named("keys.space"), Sign("5")], "keys.choose"),
    (&[Sign("Tab"), Named("keys.shift_tab")], "keys.cycle"),
    (&[BACKSPACE], "keys.back"),
    (&[ESCAPE], "keys.clear"),
    (&[Named("keys.mouse")], "keys.click"),
    (&[Named("keys.page_up"), Named("keys.page_down"), Named("keys.wheel")], "keys.scroll"),
    (&[Sign("<"), Sign(">"), Sign(","), Sign(".")], "keys.look"),
    (&[Sign(":"), Sign("/")], "keys.type"),
    (&[Sign("Ctrl-U")], "keys.erase"),
    (&[Sign("?"), Sign("F1")], "keys.help"),
    (&[Sign("Ctrl-Z")], "keys.suspend"),
    (&[Sign("Ctrl-C"), Sign("Ctrl-D"), Sign("Ctrl-Q")], "keys.quit"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::Language;

    fn action_of(code: KeyCode) -> Option<Action> {
        action(KeyEvent::new(code, KeyModifiers::NONE))
    }

    #[test]
    fn no_letter_acts_at_once() {
        let letters = ('a'..='z').chain('A'..='Z').chain("áéíñóúçèœß".chars());
        assert_eq!(letters.filter_map(|letter| action_of(KeyCode::Char(letter))).next(), None);
    }

    #[test]
    fn the_help_names_every_key() {
        let named = |code| match code {
            KeyCode::Up | KeyCode::Down | KeyCode::Left | KeyCode::Right => ARROWS,
            KeyCode::Enter => ENTER,
            KeyCode::Esc => ESCAPE,
            KeyCode::Backspace => BACKSPACE,
            KeyCode::Tab => Sign("Tab"),
            KeyCode::BackTab => Named("keys.shift_tab"),
            KeyCode::Home => Named("keys.home"),
            KeyCode::End => Named("keys.end"),
            KeyCode::PageUp => Named("keys.page_up"),
            KeyCode::PageDown => Named("keys.page_down"),
            KeyCode::F(number) => Sign(format!("F{number}").leak()),
            KeyCode::Char(' ') => Named("keys.space"),
            KeyCode::Char(sign) => Sign(sign.to_string().leak()),
            other => panic!("{other:?} has no name"),
        };
        let listed: Vec<Key> = KEYS.iter().flat_map(|(keys, _)| keys.iter().copied()).collect();
        let others = [
            KeyCode::Up,
            KeyCode::Down,
            KeyCode::Left,
            KeyCode::Right,
            KeyCode::Enter,
            KeyCode::Esc,
            KeyCode::Backspace,
            KeyCode::Tab,
            KeyCode::BackTab,
            KeyCode::Home,
            KeyCode::End,
            KeyCode::PageUp,
            KeyCode::PageDown,
        ];
        let codes = (' '..='~').map(KeyCode::Char).chain((1..=12).map(KeyCode::F)).chain(others);
        for code in codes.filter(|&code| action_of(code).is_some()) {
            assert!(listed.contains(&named(code)), "{code:?} is not in the help");
        }
        for letter in 'a'..='z' {
            let key = KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
            let name = format!("Ctrl-{}", letter.to_ascii_uppercase());
            let is_listed = listed.iter().any(|key| key.name(Words(Language::En)) == name);
            assert!(is_listed || (action(key).is_none() && !is_suspend(key)), "{name} is not in the help");
        }
    }

    #[test]
    fn letters_and_words_name_one_action_each() {
        for (letter, word, action, what) in WORDS {
            assert_eq!(word_action(letter), Some((action, what)));
            assert_eq!(word_action(&word.to_uppercase()), Some((action, what)));
        }
        assert_eq!(word_action("huff"), None);
    }
}
