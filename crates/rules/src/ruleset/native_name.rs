//! Names of a game in the languages and scripts of its players.

use crate::files::format::NATIVE;
use crate::files::reader::{TomlNode, all};
use crate::files::{Expected, Finding, Unexpected};
use crate::ground::clip::clip;

/// Maximum number of native names of a game.
const MAX_NAMES: usize = 8;

/// Maximum length of a native name, in characters.
const MAX_NAME_LEN: usize = 60;

/// Maximum length of a language tag, in characters: RFC 5646 requires every reader to accept 35.
const MAX_TAG_LEN: usize = 35;

/// Name of a game in a language of its players, in their script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NativeName {
    /// The name, a single line of 1 to 60 characters.
    pub name: String,
    /// BCP 47 tag of the language, such as `ne` or `si-Latn`. Only its form is checked, not whether it is registered.
    pub language: String,
}

pub(super) fn read_native(node: &TomlNode<'_>) -> Option<Vec<NativeName>> {
    let nodes = node.list()?;
    if nodes.len() > MAX_NAMES {
        return node.invalid(Unexpected::Names(nodes.len()), Expected::AtMost(MAX_NAMES));
    }
    let names = all(nodes.iter().map(read_name))?;
    for (number, name) in names.iter().enumerate() {
        if names[..number].contains(name) {
            let (name, language) = (clip(&name.name), name.language.clone());
            return nodes[number].error(Finding::DuplicateNativeName { name, language });
        }
    }
    Some(names)
}

fn read_name(node: &TomlNode<'_>) -> Option<NativeName> {
    let table = node.table(&NATIVE)?;
    let name = table.get("name").and_then(|node| node.line(MAX_NAME_LEN));
    let language = table.get("language").and_then(read_language);
    Some(NativeName { name: name?, language: language? })
}

fn read_language(node: &TomlNode<'_>) -> Option<String> {
    let tag = node.text()?;
    if is_language(tag) { Some(tag.to_owned()) } else { node.invalid(Unexpected::Words(clip(tag)), Expected::Tag) }
}

/// Returns whether a word has the form of a language tag.
fn is_language(tag: &str) -> bool {
    let mut parts = tag.split('-');
    let language = parts.next().unwrap_or_default();
    tag.len() <= MAX_TAG_LEN
        && (2..=3).contains(&language.len())
        && language.bytes().all(|letter| letter.is_ascii_lowercase())
        && parts.all(|part| (1..=8).contains(&part.len()) && part.bytes().all(|sign| sign.is_ascii_alphanumeric()))
        // A subtag of one letter introduces further subtags, so it cannot be the last.
        && tag.as_bytes().iter().rev().nth(1) != Some(&b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn language_tags_are_checked_for_their_form() {
        for tag in ["ne", "haw", "si-Latn", "pt-BR", "es-419", "sl-rozaj-biske-1994", "de-x-quirkat"] {
            assert!(is_language(tag), "{tag}");
        }
        let long = format!("en{}", "-abcdefgh".repeat(4));
        for tag in [
            "",
            "n",
            "nepali",
            "NE",
            "ne-",
            "-ne",
            "ne--Deva",
            "ne_NP",
            "ne-Devanagari",
            "né",
            "ne Deva",
            "en-x",
            &long,
        ] {
            assert!(!is_language(tag), "{tag}");
        }
    }

    #[test]
    fn format_reference_states_the_limits_of_the_reader() {
        let form = |key| NATIVE.key(key).unwrap().form;
        assert_eq!(form("language"), Expected::Tag.to_string());
        assert!(form("language").contains(&format!("up to {MAX_TAG_LEN} characters")));
        assert!(form("name").contains(&format!("1 to {MAX_NAME_LEN} characters")));
        assert!(NATIVE.about.contains(&format!("at most {MAX_NAMES}")));
    }
}
