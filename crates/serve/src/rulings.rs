//! What is played, as addresses and forms name it.

pub use quirkat_play::{Ruling, RulingError, read_position};
pub use quirkat_rules::clip;

/// The house rules as the query of an address, with what comes before it; empty where there are none.
pub fn query(ruling: &Ruling, before: char) -> String {
    let rules = ruling.rules().iter().map(|rule| format!("rule={}", encoded(rule))).collect::<Vec<_>>().join("&");
    if rules.is_empty() { rules } else { format!("{before}{rules}") }
}

/// A text as it stands in an address.
pub fn encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~:,=".contains(&byte);
    text.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}
