//! The keys: what each of them does on the board, for the program and for the person who reads the help.

use crate::play::cursor::Way;
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
        KeyCode::Char('m') => More,
        KeyCode::F(1) | KeyCode::Char('?') => Help,
        KeyCode::Char('q') => Quit,
        _ => return None,
    })
}

/// The keys as the help explains them, in lines of 78 columns.
pub const KEYS: [(&str, &str); 20] = [
    ("arrows, h j k l", "move the cursor (and 7 9 1 3 slantwise)"),
    ("Enter, Space", "pick up the piece under the cursor; then go to the cursor"),
    ("Tab", "to the next piece that has a turn, or point that it may go to"),
    ("Backspace", "take back the last hop, or put the piece down"),
    ("Esc", "put everything back"),
    (":", "type a turn (c2-c3, a1xc3xe5) or a command (moves, save F)"),
    ("mouse", "click a piece, then each point on its way; right click: back"),
    ("u", "undo: take back your last turn"),
    ("t", "hint: what the engine would play"),
    ("p", "claim the capture that the last turn fell short of, where one may"),
    ("f", "flip the board"),
    ("d", "offer a draw"),
    ("c", "offer to count the pieces, where the rules know it"),
    ("r", "resign"),
    ("n", "new game, when this one is over"),
    ("s", "save the game in another file; it is always saved anyway"),
    ("o", "open: go on with the game in a file"),
    ("PgUp, PgDn", "earlier and later turns in the list"),
    ("m", "more: long messages, and what all towers are made of"),
    ("q, Ctrl-C", "quit; the game is saved"),
];
