//! Players' names.

use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// Maximum length of a name in characters; longer names are cut.
const MAX_NAME_LEN: usize = 40;

/// Returns a name in one line, without control characters, cut to the maximum length.
pub fn clean_name(text: &str) -> String {
    // Characters that change the direction of the text would also affect the text after the name.
    let is_directional =
        |letter: char| matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
    let clean: String = text.chars().filter(|&letter| !is_directional(letter)).map(plain).collect();
    clean.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(MAX_NAME_LEN).collect()
}

/// Encodes a name for a cookie.
pub fn to_cookie(name: &str) -> String {
    utf8_percent_encode(name, NON_ALPHANUMERIC).to_string()
}

/// Decodes the name in a cookie. The result is clean, whatever the client has sent.
pub fn from_cookie(text: &str) -> String {
    clean_name(&percent_decode_str(text).decode_utf8_lossy())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_survives_its_cookie() {
        for name in ["Ana", "Ñandú <b>; \"x\"", "名前", ""] {
            assert_eq!(from_cookie(&to_cookie(name)), name);
        }
        assert_eq!(from_cookie("%ff%00 a%0Ab"), "\u{fffd} a b");
        assert_eq!(from_cookie(&"x".repeat(5_000)).len(), MAX_NAME_LEN);
    }
}
