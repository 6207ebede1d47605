//! Texts that somebody sent, cut short for messages.

/// The beginning of a text that somebody sent, for an error message.
pub fn clip(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
