//! Words that nobody can guess: ids of games, tokens of seats, people's keys, and what is derived from them.

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
    word(LENGTH)
}

/// So many letters have tokens and what is made of them.
const LENGTH: usize = 22;
/// So many letters behind a key tell that the server has made it.
const CHECK: usize = 6;
/// A key is written in groups of so many letters, to be copied by hand where that must be.
const GROUP: usize = 4;

/// The token of the link by which the open seat of a game can be taken: whoever holds the secret can make it again.
pub fn invitation(secret: &[u8], game: &str) -> String {
    derived(secret, "invitation", game, LENGTH)
}

/// The token by which a key's feeds are read, and nothing else; `known_by` is what the key is known by.
pub fn feed(secret: &[u8], known_by: &str) -> String {
    derived(secret, "feed", known_by, LENGTH)
}

/// What a key is known by: it is kept with the seats that are held by the key, and leads back to none.
pub fn known_by(key: &str) -> String {
    letters(&Sha256::digest(key.as_bytes()), LENGTH)
}

/// A key as people keep it: with letters by which the server knows that it has made it, in groups.
pub fn written_key(secret: &[u8], key: &str) -> String {
    let all = format!("{key}{}", derived(secret, "key", key, CHECK));
    all.as_bytes().chunks(GROUP).map(String::from_utf8_lossy).collect::<Vec<_>>().join("-")
}

/// The key that somebody has written, with or without its groups; `None` where this server has not made it.
pub fn read_key(secret: &[u8], text: &str) -> Option<String> {
    // Nobody writes more, even with spaces between all letters.
    let letters: String = text.chars().take(200).filter(char::is_ascii_alphanumeric).collect();
    let (key, check) = letters.split_at_checked(LENGTH)?;
    fits(check, &digest(&derived(secret, "key", key, CHECK))).then(|| key.to_owned())
}

/// What only the holder of a secret can make of a word, for a purpose.
fn derived(secret: &[u8], purpose: &str, word: &str, length: usize) -> String {
    let mut code = Hmac::<Sha256>::new_from_slice(secret).expect("a key may have any length");
    code.update(purpose.as_bytes());
    code.update(word.as_bytes());
    letters(&code.finalize().into_bytes(), length)
}

/// The first bytes of a digest as so many letters.
fn letters(digest: &[u8], length: usize) -> String {
    digest.iter().take(length).map(|byte| char::from(LETTERS[usize::from(*byte) % 62])).collect()
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

    #[test]
    fn a_key_is_read_as_it_was_written_and_only_by_the_server_that_made_it() {
        let (secret, key) = (b"a secret", token());
        let written = written_key(secret, &key);
        assert!(written.len() == 34 && written.split('-').all(|group| group.len() == 4), "{written}");
        for copied in [written.clone(), written.replace('-', " "), format!(" {} ", written.replace('-', ""))] {
            assert_eq!(read_key(secret, &copied), Some(key.clone()), "{copied}");
        }
        let last = if written.ends_with('0') { '1' } else { '0' };
        let wrong = format!("{}{last}", &written[..written.len() - 1]);
        for refused in ["", &key, &wrong, &"x".repeat(1_000), &"ñ".repeat(30)] {
            assert_eq!(read_key(secret, refused), None, "{refused}");
        }
        assert_eq!(read_key(b"another", &written), None);
    }

    #[test]
    fn what_is_derived_differs_by_its_purpose() {
        let key = token();
        let all = [known_by(&key), feed(b"s", &key), invitation(b"s", &key), feed(b"t", &key), key];
        assert!(all.iter().all(|word| word.len() == 22), "{all:?}");
        assert_eq!(all.iter().collect::<std::collections::HashSet<_>>().len(), 5);
    }
}
