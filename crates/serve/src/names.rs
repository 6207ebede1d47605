//! The names that people give themselves.

use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// Names are cut after so many letters.
const LONGEST: usize = 40;

/// A name as it is kept: one line, no control characters, not too long.
pub fn name(text: &str) -> String {
    // Letters that turn the direction of the text around would do so to whatever stands beside the name.
    let turns =
        |letter: char| matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
    let clean: String = text.chars().filter(|&letter| !turns(letter)).map(plain).collect();
    clean.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(LONGEST).collect()
}

/// A name as a cookie holds it.
pub fn to_cookie(name: &str) -> String {
    utf8_percent_encode(name, NON_ALPHANUMERIC).to_string()
}

/// The name that a cookie holds, whoever has written it.
pub fn from_cookie(text: &str) -> String {
    name(&percent_decode_str(text).decode_utf8_lossy())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_comes_back_from_its_cookie() {
        for known in ["Ana", "Ñandú <b>; \"x\"", "名前", ""] {
            assert_eq!(from_cookie(&to_cookie(known)), known);
        }
        assert_eq!(from_cookie("%ff%00 a%0Ab"), "\u{fffd} a b");
        assert_eq!(from_cookie(&"x".repeat(5_000)).len(), LONGEST);
    }
}
