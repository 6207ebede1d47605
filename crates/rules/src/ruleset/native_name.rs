//! What those who play a game call it, in their own languages and scripts.

use crate::files::format::NATIVE;
use crate::files::reader::{Node, all};
use crate::files::{Expected, Finding, Unexpected};
use crate::ground::clip::clip;

/// How many native names a game may have.
const MOST_NAMES: usize = 8;

/// The longest native name, in characters.
const LONGEST_NAME: usize = 60;

/// The longest language tag, in characters: what RFC 5646 asks every reader to have room for.
const LONGEST_TAG: usize = 35;

/// The name of a game in a language of those who play it, in its own script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NativeName {
    /// The name: one line.
    pub name: String,
    /// The language, as a BCP 47 tag such as `ne` or `si-Latn`. Its shape is checked, not whether there is such a language.
    pub language: String,
}

pub(super) fn read_native(node: &Node<'_>) -> Option<Vec<NativeName>> {
    let nodes = node.list()?;
    if nodes.len() > MOST_NAMES {
        return node.unfit(Unexpected::Names(nodes.len()), Expected::AtMost(MOST_NAMES));
    }
    let names = all(nodes.iter().map(read_name))?;
    for (number, name) in names.iter().enumerate() {
        if names[..number].contains(name) {
            let (name, language) = (clip(&name.name), name.language.clone());
            return nodes[number].fault(Finding::DuplicateNativeName { name, language });
        }
    }
    Some(names)
}

fn read_name(node: &Node<'_>) -> Option<NativeName> {
    let table = node.table(&NATIVE)?;
    let name = table.get("name").and_then(|node| node.line(LONGEST_NAME));
    let language = table.get("language").and_then(read_language);
    Some(NativeName { name: name?, language: language? })
}

fn read_language(node: &Node<'_>) -> Option<String> {
    let tag = node.text()?;
    if is_language(tag) { Some(tag.to_owned()) } else { node.unfit(Unexpected::Words(clip(tag)), Expected::Tag) }
}

/// Whether a word has the shape of a language tag.
fn is_language(tag: &str) -> bool {
    let mut parts = tag.split('-');
    let language = parts.next().unwrap_or_default();
    tag.len() <= LONGEST_TAG
        && (2..=3).contains(&language.len())
        && language.bytes().all(|letter| letter.is_ascii_lowercase())
        && parts.all(|part| (1..=8).contains(&part.len()) && part.bytes().all(|sign| sign.is_ascii_alphanumeric()))
        // A part of one letter announces what follows it.
        && tag.as_bytes().iter().rev().nth(1) != Some(&b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn language_tags_are_known_by_their_shape() {
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
        assert!(form("language").contains(&format!("up to {LONGEST_TAG} characters")));
        assert!(form("name").contains(&format!("1 to {LONGEST_NAME} characters")));
        assert!(NATIVE.about.contains(&format!("at most {MOST_NAMES}")));
    }
}
