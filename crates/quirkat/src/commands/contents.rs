//! What files hold that a long piece of work goes by: they may change while their names do not.

use super::solution_list::hexadecimal;
use crate::source::{OwnRules, Source};
use sha2::{Digest, Sha256};

/// The contents of files, in the order in which they were read.
#[derive(Clone, Default)]
pub struct Contents(Option<Sha256>);

impl Contents {
    /// Those of a game: none but where it is a person's own.
    pub fn of_game(source: &Source) -> Contents {
        let mut contents = Contents::default();
        source.own.iter().flat_map(OwnRules::contents).for_each(|text| contents.add(text));
        contents
    }

    /// Adds what a file holds.
    pub fn add(&mut self, bytes: impl AsRef<[u8]>) {
        let bytes = bytes.as_ref();
        let all = self.0.get_or_insert_default();
        all.update((bytes.len() as u64).to_le_bytes());
        all.update(bytes);
    }

    /// The words behind a plan that tell these contents from others; none where nothing was read.
    pub fn words(&self) -> String {
        let all = self.0.clone();
        all.map_or_else(String::new, |all| format!(" (files {})", hexadecimal(&all.finalize()[..8])))
    }
}
