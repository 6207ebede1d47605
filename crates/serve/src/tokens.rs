//! Words that nobody can guess: ids of games, tokens of seats and devices.

use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};

const LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Bytes from the system's source of randomness.
///
/// # Panics
/// When the system has none, without which no seat would be safe.
pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has a source of randomness");
    bytes
}

/// A random word of so many letters and digits.
fn word(letters: usize) -> String {
    let mut word = String::new();
    while word.len() < letters {
        // Bytes beyond the last whole round of letters would favour some of them.
        let fair = random_bytes::<32>().into_iter().filter(|&byte| usize::from(byte) < 256 / 62 * 62);
        word.extend(fair.take(letters - word.len()).map(|byte| char::from(LETTERS[usize::from(byte) % 62])));
    }
    word
}

/// The id of a game: public, hard to guess by chance (71 bits).
pub fn game_id() -> String {
    word(12)
}

/// A token that shows that somebody is who they were (131 bits).
pub fn token() -> String {
    word(22)
}

/// The token of the link by which the open seat of a game can be taken: whoever holds the secret can make it again.
pub fn invitation(secret: &[u8], game: &str) -> String {
    let mut code = Hmac::<Sha256>::new_from_slice(secret).expect("a key may have any length");
    code.update(b"invitation");
    code.update(game.as_bytes());
    code.finalize().into_bytes().iter().take(22).map(|byte| char::from(LETTERS[usize::from(*byte) % 62])).collect()
}

/// What is kept of a token.
pub fn digest(token: &str) -> Vec<u8> {
    Sha256::digest(token.as_bytes()).to_vec()
}

/// Whether a token has this digest. Digests are compared, so that the time it takes tells nothing about the token.
pub fn fits(token: &str, kept: &[u8]) -> bool {
    digest(token) == kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_all_different_and_fit_their_digest_only() {
        let tokens: std::collections::HashSet<_> = (0..1_000).map(|_| token()).collect();
        assert_eq!(tokens.len(), 1_000);
        assert!(tokens.iter().all(|token| token.len() == 22 && token.bytes().all(|byte| byte.is_ascii_alphanumeric())));
        assert!(fits("abc", &digest("abc")) && !fits("abd", &digest("abc")));
    }
}
