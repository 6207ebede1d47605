//! Shortening of foreign text for error messages.

use super::unprintable::escape_unprintable;

/// Returns at most the first 60 characters of a text, for an error message. Unprintable characters are escaped.
pub fn clip(text: &str) -> String {
    const MAX_CHARACTERS: usize = 60;
    match text.char_indices().nth(MAX_CHARACTERS) {
        None => escape_unprintable(text),
        Some((end, _)) => escape_unprintable(&text[..end]) + "…",
    }
}
