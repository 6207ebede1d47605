//! Characters that names and texts may not contain.

/// Returns whether a character may not be part of a name or a text: a control character, a line separator, a mark that
/// changes the direction of the text around it, or a character that XML 1.0 does not allow.
///
/// # Examples
/// ```
/// use quirkat_rules::is_unprintable;
///
/// assert!(['\u{7}', '\u{9b}', '\u{202e}', '\u{ffff}'].into_iter().all(is_unprintable));
/// assert!(!"Ñandú 名前\u{200d}".contains(is_unprintable));
/// ```
pub fn is_unprintable(sign: char) -> bool {
    sign.is_control()
        || matches!(
            sign,
            '\u{61c}'
                | '\u{200e}'
                | '\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2066}'..='\u{206f}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{fffe}'
                | '\u{ffff}'
        )
}

/// Returns a text with escapes such as `\u{202e}` in place of the characters that are [unprintable](is_unprintable).
pub fn escape_unprintable(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        if is_unprintable(sign) {
            escaped.extend(sign.escape_default());
        } else {
            escaped.push(sign);
        }
    }
    escaped
}
