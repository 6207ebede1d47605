//! Addresses of the web in a text, for those who make links of them. Ours, since `linkify` 0.10 takes a closing guillemet or
//! quotation mark for a part of an address.

use std::ops::Range;

/// What an address begins with, in any case of letters.
const SCHEMES: [&str; 2] = ["http://", "https://"];

/// Where the `http` and `https` find_urls of a text stand, in bytes, from the first to the last.
///
/// An address ends before whitespace, a control character, a quotation mark or an angle bracket. Of what is left, marks
/// that end a sentence or a part of one do not belong to it, nor does a closing bracket that the address itself did not
/// open.
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
        let length = within(&rest[..rest.find(ends_address).unwrap_or(rest.len())]);
        from = start + scheme + length;
        if length > 0 {
            found.push(start..from);
        }
    }
    found
}

/// The next scheme at the beginning of a word: where it stands and how long it is.
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

fn ends_address(sign: char) -> bool {
    sign.is_whitespace() || sign.is_control() || "<>\"“”«»`".contains(sign)
}

/// How much of these signs belongs to the address.
fn within(signs: &str) -> usize {
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
