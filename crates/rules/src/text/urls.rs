//! Finds URLs in text. `linkify` 0.10 is not used because it includes a closing guillemet or quotation mark in the URL.

use std::ops::Range;

/// Prefixes of URLs, matched without regard to case.
const SCHEMES: [&str; 2] = ["http://", "https://"];

/// Returns the byte ranges of the `http` and `https` URLs in a text, in order.
///
/// A URL ends before whitespace, a control character, a quotation mark or an angle bracket. Punctuation at its end is not
/// part of it, nor is a closing bracket that the URL itself did not open.
///
/// # Examples
/// ```
/// use quirkat_rules::find_urls;
/// let text = "Wikipedia (https://en.wikipedia.org/wiki/Bashni).";
/// let found: Vec<_> = find_urls(text).into_iter().map(|range| &text[range]).collect();
/// assert_eq!(found, ["https://en.wikipedia.org/wiki/Bashni"]);
/// ```
pub fn find_urls(text: &str) -> Vec<Range<usize>> {
    let mut found = vec![];
    let mut from = 0;
    while let Some((start, scheme)) = next_scheme(text, from) {
        let rest = &text[start + scheme..];
        let length = url_len(&rest[..rest.find(ends_url).unwrap_or(rest.len())]);
        from = start + scheme + length;
        if length > 0 {
            found.push(start..from);
        }
    }
    found
}

/// Returns the position and length of the next scheme at the beginning of a word.
fn next_scheme(text: &str, from: usize) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    (from..bytes.len()).find_map(|start| {
        let scheme = SCHEMES.iter().find(|scheme| {
            bytes[start..].get(..scheme.len()).is_some_and(|at| at.eq_ignore_ascii_case(scheme.as_bytes()))
        })?;
        let is_inside_a_word = text[..start].chars().next_back().is_some_and(char::is_alphanumeric);
        (!is_inside_a_word).then_some((start, scheme.len()))
    })
}

fn ends_url(sign: char) -> bool {
    sign.is_whitespace() || sign.is_control() || "<>\"“”«»`".contains(sign)
}

/// Returns the length of the URL at the beginning of these characters.
fn url_len(signs: &str) -> usize {
    let open_brackets = |open: char, close: char| {
        let mut depth = 0_usize;
        signs.char_indices().find_map(|(at, sign)| {
            if sign == open {
                depth += 1;
            } else if sign == close {
                if depth == 0 {
                    return Some(at);
                }
                depth -= 1;
            }
            None
        })
    };
    let ends =
        [('(', ')'), ('[', ']'), ('{', '}')].map(|(open, close)| open_brackets(open, close).unwrap_or(signs.len()));
    let end = ends.into_iter().min().unwrap_or(signs.len());
    signs[..end].trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', '’', '…']).len()
}
