//! Shortening of foreign text for error messages.

/// Returns at most the first 60 characters of a text, for an error message.
pub fn clip(text: &str) -> String {
    const MAX_CHARACTERS: usize = 60;
    match text.char_indices().nth(MAX_CHARACTERS) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
