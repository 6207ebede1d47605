//! Digest of input files of a long task, which detects files that changed under the same name.

use super::solution_list::hexadecimal;
use crate::source::{OwnRules, Source};
use sha2::{Digest, Sha256};

/// Digest of files in the order of reading.
#[derive(Clone, Default)]
pub struct Contents(Option<Sha256>);

impl Contents {
    /// Creates the digest of a game: empty unless the game comes from the user's own file.
    pub fn of_game(source: &Source) -> Contents {
        let mut contents = Contents::default();
        source.own.iter().flat_map(OwnRules::contents).for_each(|text| contents.add(text));
        contents
    }

    /// Adds the content of a file.
    pub fn add(&mut self, bytes: impl AsRef<[u8]>) {
        let bytes = bytes.as_ref();
        let all = self.0.get_or_insert_default();
        all.update((bytes.len() as u64).to_le_bytes());
        all.update(bytes);
    }

    /// Returns the digest for a plan, or nothing where no file was read.
    pub fn words(&self) -> String {
        let all = self.0.clone();
        all.map_or_else(String::new, |all| format!(" (files {})", hexadecimal(&all.finalize()[..8])))
    }
}
