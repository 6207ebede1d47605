//! Finding games by the names that people use.

use super::{GameFile, find_game, games};
use crate::ground::language::Language;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Minimum similarity, from 0 to 1, at which a name counts as a possible misspelling.
const MIN_SIMILARITY: f64 = 0.84;
/// Maximum number of suggestions.
const MAX_SUGGESTIONS: usize = 6;

/// Normalises a name: drops accents, spaces and signs, and converts it to lower case.
pub fn fold_name(name: &str) -> String {
    let plain = name.nfd().filter(|letter| !is_combining_mark(*letter) && letter.is_alphanumeric());
    plain.flat_map(char::to_lowercase).collect()
}

/// Maximum length of a name that is looked up, in bytes.
const MAX_NAME_LEN: usize = 200;

/// Finds a game by its id, by its name in any language or by an alias, however it is written.
pub fn find_game_by_name(name: &str) -> Option<&'static GameFile> {
    /// Games by their normalised names. Of games with the same name the first one counts.
    static BY_NAME: LazyLock<HashMap<String, &'static GameFile>> = LazyLock::new(|| {
        games().rev().flat_map(|game| names(game).map(move |name| (name, game)).collect::<Vec<_>>()).collect()
    });
    let by_name = || BY_NAME.get(&fold_name(name)).copied();
    find_game(name).or_else(|| if name.len() <= MAX_NAME_LEN { by_name() } else { None })
}

/// Finds a variant by its name in any language, if no other variant or game has this name: lidraughts writes `Frysk!` and
/// `Antidraughts`.
pub fn find_variant_by_name(name: &str) -> Option<(&'static GameFile, &'static str)> {
    static BY_NAME: LazyLock<HashMap<String, Option<(&'static GameFile, &'static str)>>> = LazyLock::new(|| {
        let mut by_name = HashMap::new();
        for game in games() {
            for variant in &game.variants {
                let translated = Language::ALL.into_iter().map(|language| fold_name(variant.name.get(language)));
                for name in translated.collect::<HashSet<_>>() {
                    let entry = by_name.entry(name).or_insert(Some((game, variant.id.as_str())));
                    *entry = entry.filter(|found| (&found.0.id, found.1) == (&game.id, variant.id.as_str()));
                }
            }
        }
        by_name
    });
    if name.len() > MAX_NAME_LEN || find_game_by_name(name).is_some() {
        return None;
    }
    BY_NAME.get(&fold_name(name)).copied().flatten()
}

/// Returns the ids of games whose names contain or resemble an unknown name, the most similar first.
pub fn similar_games(name: &str) -> Vec<&'static str> {
    let folded = fold_name(name);
    if folded.is_empty() {
        return vec![];
    }
    let likeness = |game: &GameFile| {
        let of = |name: String| if name.contains(&folded) { 1.0 } else { strsim::jaro_winkler(&name, &folded) };
        names(game).map(of).fold(0.0, f64::max)
    };
    let mut found: Vec<_> = games().map(|game| (likeness(game), game.id.as_str())).collect();
    found.retain(|(likeness, _)| *likeness >= MIN_SIMILARITY);
    found.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    found.into_iter().take(MAX_SUGGESTIONS).map(|(_, word)| word).collect()
}

/// Returns all normalised names of a game.
fn names(game: &GameFile) -> impl Iterator<Item = String> {
    let native = game.native.iter().map(|native| native.name.as_str());
    [game.id.as_str()].into_iter().chain(native).chain(full_names(game)).map(fold_name)
}

/// Returns the names of a game that tell it from others. A native name may be as general as "Draughts".
fn full_names(game: &GameFile) -> impl Iterator<Item = &str> {
    let translated = Language::ALL.into_iter().map(|language| game.name.get(language));
    translated.chain(game.aliases.iter().map(String::as_str))
}

/// Returns whether this is a name that distinguishes the game from others: its name in a language or an alias.
pub fn is_full_name(game: &GameFile, name: &str) -> bool {
    name.len() <= MAX_NAME_LEN && full_names(game).any(|full| fold_name(full) == fold_name(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_found_however_its_name_is_written() {
        let found = |name| find_game_by_name(name).map(|game| game.id.as_str());
        for (name, game) in [
            ("Alquerque", "alquerque"),
            ("kōnane", "konane"),
            ("BAGH CHAL", "bagh-chal"),
            ("bagh_chal", "bagh-chal"),
            ("Draughts", "english"),
            ("srand", "zamma"),
            ("pinoi-dama", "pinoy-dama"),
            ("al-buruj", "buruj"),
            ("fanoron-tsivy", "fanorona"),
            ("towers", "buruj"),
            ("Putt’han", "sixteen-soldiers"),
            ("chuck away grains", "aiyawatstani"),
            ("", ""),
            ("chess", ""),
        ] {
            assert_eq!(found(name).unwrap_or_default(), game, "{name}");
        }
        assert!(games().all(|game| found(&game.id) == Some(&game.id)));
    }

    #[test]
    fn a_variant_is_found_by_a_name_of_its_own() {
        let found = |name| find_variant_by_name(name).map(|(game, variant)| format!("{}:{variant}", game.id));
        for (name, title) in [
            ("Frysk!", "frisian:frysk"),
            ("Antidraughts", "international:antidraughts"),
            ("qui perd gagne", "international:antidraughts"),
            ("Walker", ""),
            ("Québec rules", "canadian:aqjd"),
            ("Federation rules", ""),
            ("lasca", ""),
            ("", ""),
        ] {
            assert_eq!(found(name).unwrap_or_default(), title, "{name}");
        }
    }

    #[test]
    fn an_alias_names_one_game_and_repeats_none_of_its_names() {
        for game in games() {
            let own: Vec<_> = names(game).collect();
            for alias in game.aliases.iter().map(|alias| fold_name(alias)) {
                assert_eq!(own.iter().filter(|name| **name == alias).count(), 1, "{}: {alias}", game.id);
                let named = games().filter(|game| names(game).any(|name| name == alias));
                assert_eq!(named.count(), 1, "{}: {alias}", game.id);
            }
        }
    }

    #[test]
    fn similar_names_are_suggested() {
        assert_eq!(similar_games("alqerque")[0], "alquerque");
        assert!(similar_games("nueve").contains(&"alquerque-de-nueve"), "{:?}", similar_games("nueve"));
        assert!(
            similar_games("a").len() <= MAX_SUGGESTIONS
                && similar_games("chess").is_empty()
                && similar_games("").is_empty()
        );
    }
}
