//! Players' names, and other texts of visitors in one line.

use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use quirkat_explore::clean_line;

/// Maximum length of a name in characters; longer names are cut.
const MAX_NAME_LEN: usize = 40;

/// Returns a name in one line, without unprintable characters, cut to the maximum length.
pub fn clean_name(text: &str) -> String {
    clean_line(text).chars().take(MAX_NAME_LEN).collect()
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
        assert_eq!(clean_name("A\u{202e}n\u{61c}a\u{9b}\u{ffff}\u{2028}B\u{2066}"), "Ana B");
        assert_eq!(from_cookie(&"x".repeat(5_000)).len(), MAX_NAME_LEN);
    }
}
