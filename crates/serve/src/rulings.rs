//! What is played, as addresses and forms name it.

pub use quirkat_play::{Ruling, RulingError, read_position};
pub use quirkat_rules::clip;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// The house rules as the query of an address, with what comes before it; empty where there are none.
pub fn query(ruling: &Ruling, before: char) -> String {
    let rules = ruling.rules().iter().map(|rule| format!("rule={}", encoded(rule))).collect::<Vec<_>>().join("&");
    if rules.is_empty() { rules } else { format!("{before}{rules}") }
}

/// Of ASCII, letters and digits stay in an address as they are, and what house rules and turns are written with.
const ENCODED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~').remove(b':').remove(b',').remove(b'=');

/// A text as it stands in an address.
pub fn encoded(text: &str) -> String {
    utf8_percent_encode(text, ENCODED).to_string()
}
