//! Random game ids, seat tokens and visitors' keys, and the tokens derived from them.

use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};

const LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Returns bytes from the system's source of randomness.
///
/// # Panics
/// When the system has none: no seat would be safe.
pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has a source of randomness");
    bytes
}

/// Returns a random word of `letters` letters and digits.
fn random_word(letters: usize) -> String {
    let mut word = String::new();
    while word.len() < letters {
        // Bytes of the last, incomplete round of letters would make some of them more likely.
        let fair = random_bytes::<32>().into_iter().filter(|&byte| usize::from(byte) < 256 / 62 * 62);
        word.extend(fair.take(letters - word.len()).map(|byte| char::from(LETTERS[usize::from(byte) % 62])));
    }
    word
}

/// Returns a new game id of 12 letters and digits (71 bits): public, but hard to guess.
pub fn game_id() -> String {
    random_word(12)
}

/// Returns a new seat token or key of 22 letters and digits (131 bits).
pub fn token() -> String {
    random_word(TOKEN_LEN)
}

/// Length of tokens, keys and derived tokens.
pub const TOKEN_LEN: usize = 22;
/// Length of the check after a formatted key, by which the server recognises its own keys.
const CHECK_LEN: usize = 6;
/// Length of the groups of a formatted key, which make it easier to copy by hand.
const GROUP_LEN: usize = 4;

/// Derives the invitation to a game: the token in the link to its open seat.
pub fn invitation_token(secret: &[u8], game: &str) -> String {
    derive(secret, "invitation", game, TOKEN_LEN)
}

/// Derives the token that allows reading the feeds of a key, and nothing else.
pub fn feed_token(secret: &[u8], key_hash: &str) -> String {
    derive(secret, "feed", key_hash, TOKEN_LEN)
}

/// Returns the hash of a key, which the storage contains in place of the key.
pub fn key_hash(key: &str) -> String {
    letters(&Sha256::digest(key.as_bytes()), TOKEN_LEN)
}

/// Formats a key for people: with its check, in groups of four.
pub fn format_key(secret: &[u8], key: &str) -> String {
    let all = format!("{key}{}", derive(secret, "key", key, CHECK_LEN));
    all.as_bytes().chunks(GROUP_LEN).map(String::from_utf8_lossy).collect::<Vec<_>>().join("-")
}

/// Parses a formatted key, with or without its groups; returns `None` for a key that this server has not made.
pub fn parse_key(secret: &[u8], text: &str) -> Option<String> {
    // A formatted key is shorter than this, even with spaces between all letters.
    let letters: String = text.chars().take(200).filter(char::is_ascii_alphanumeric).collect();
    let (key, check) = letters.split_at_checked(TOKEN_LEN)?;
    matches_digest(check, &digest(&derive(secret, "key", key, CHECK_LEN))).then(|| key.to_owned())
}

/// Derives a token of a word for a purpose by HMAC-SHA-256.
fn derive(secret: &[u8], purpose: &str, word: &str, length: usize) -> String {
    let mut code = Hmac::<Sha256>::new_from_slice(secret).expect("HMAC accepts keys of any length");
    code.update(purpose.as_bytes());
    code.update(word.as_bytes());
    letters(&code.finalize().into_bytes(), length)
}

/// Returns the first `length` bytes of a digest as letters and digits.
fn letters(digest: &[u8], length: usize) -> String {
    digest.iter().take(length).map(|byte| char::from(LETTERS[usize::from(*byte) % 62])).collect()
}

/// Returns the digest of a token, which the storage contains in place of the token.
pub fn digest(token: &str) -> Vec<u8> {
    Sha256::digest(token.as_bytes()).to_vec()
}

/// Returns whether a token has a digest. Comparing digests leaks nothing about the token by its timing.
pub fn matches_digest(token: &str, expected: &[u8]) -> bool {
    digest(token) == expected
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_unique_and_match_only_their_digest() {
        let tokens: std::collections::HashSet<_> = (0..1_000).map(|_| token()).collect();
        assert_eq!(tokens.len(), 1_000);
        assert!(tokens.iter().all(|token| token.len() == 22 && token.bytes().all(|byte| byte.is_ascii_alphanumeric())));
        assert!(matches_digest("abc", &digest("abc")) && !matches_digest("abd", &digest("abc")));
    }

    #[test]
    fn a_formatted_key_is_parsed_only_by_the_server_that_made_it() {
        let (secret, key) = (b"a secret", token());
        let written = format_key(secret, &key);
        assert!(written.len() == 34 && written.split('-').all(|group| group.len() == 4), "{written}");
        for copied in [written.clone(), written.replace('-', " "), format!(" {} ", written.replace('-', ""))] {
            assert_eq!(parse_key(secret, &copied), Some(key.clone()), "{copied}");
        }
        let last = if written.ends_with('0') { '1' } else { '0' };
        let wrong = format!("{}{last}", &written[..written.len() - 1]);
        for refused in ["", &key, &wrong, &"x".repeat(1_000), &"ñ".repeat(30)] {
            assert_eq!(parse_key(secret, refused), None, "{refused}");
        }
        assert_eq!(parse_key(b"another", &written), None);
    }

    #[test]
    fn derived_tokens_differ_by_purpose_and_secret() {
        let key = token();
        let all = [key_hash(&key), feed_token(b"s", &key), invitation_token(b"s", &key), feed_token(b"t", &key), key];
        assert!(all.iter().all(|word| word.len() == 22), "{all:?}");
        assert_eq!(all.iter().collect::<std::collections::HashSet<_>>().len(), 5);
    }
}
