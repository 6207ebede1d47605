//! Parses game files. [`crate::files::format`] defines their keys.

use super::game_file::{GameFile, Variant};
use super::info::{Clause, ClauseStanding, GalleryEntry, GameKind, Noun, SideInfo};
use super::locate;
use super::native_name::read_native;
use crate::files::Colour;
use crate::files::format::{CLAUSE, GALLERY, GAME, NOUN, RANKS, SIDE, SIDES, VARIANT, WORDS};
use crate::files::reader::{FileErrors, FileResolver, TomlNode, TomlTable, all, read};
use crate::files::{Expected, Finding, Layout, Layouts, Unexpected};
use crate::ground::clip::clip;
use crate::ground::language::{Language, Words};
use crate::options::{OptionKey, Options};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// Maximum number of variants of a game.
const MAX_VARIANTS: usize = 100;

/// Maximum number of ancestors of a variant.
const MAX_ANCESTORS: usize = 32;

/// Allowed durations of a game, in minutes.
const MINUTES: RangeInclusive<i64> = 5..=180;

/// Allowed difficulties of a game.
const DIFFICULTIES: RangeInclusive<i64> = 1..=3;

/// Maximum length of an inventor's name, in characters.
const MAX_INVENTOR_LEN: usize = 80;

/// Maximum number of aliases of a game.
const MAX_ALIASES: usize = 20;

/// Maximum length of an alias, in characters.
const MAX_ALIAS_LEN: usize = 60;

const COLOURS: &[(&str, Colour)] = &[("white", Colour::White), ("black", Colour::Black)];

const STANDINGS: &[(&str, ClauseStanding)] = &[
    ("source", ClauseStanding::Source),
    ("reconstruction", ClauseStanding::Reconstruction),
    ("ours", ClauseStanding::Ours),
];

impl GameFile {
    /// Parses a game file. `file` is the name to use in errors; `resolve` supplies the text of board files that are not
    /// built in.
    ///
    /// The rulesets of all variants are built once, so that a parsed file has none whose board or setup is missing.
    ///
    /// # Errors
    /// All errors of the file, each with its line and key.
    pub fn parse(file: &str, text: &str, resolve: FileResolver<'_>) -> Result<GameFile, FileErrors> {
        read(file, text, |root| {
            let game = read_game(root, resolve)?;
            locate::rulesets(root, &game);
            Some(game)
        })
    }
}

/// Reads the root table of a game file, without building the rulesets of its variants.
pub(crate) fn read_game(root: &TomlNode<'_>, resolve: FileResolver<'_>) -> Option<GameFile> {
    let table = root.table(&GAME)?;
    let id = table.get("id").and_then(read_id);
    let version = table.get("version").and_then(|node| node.number(1..=1_000_000)).map(|version| version as u32);
    let name = table.get("name").and_then(read_name);
    let about = table.get("about").map_or(Some(Words::default()), read_words);
    let inventor = table.get("inventor").map_or(Some(None), |node| node.line(MAX_INVENTOR_LEN).map(Some));
    let native = table.get("native").map_or(Some(vec![]), read_native);
    let aliases = table.get("aliases").map_or(Some(vec![]), read_aliases);
    let sources = table
        .get("sources")
        .map_or(Some(vec![]), |node| all(node.list()?.iter().map(|node| node.text().map(str::to_owned))));
    let gallery = table.get("gallery").map_or(Some(None), |node| read_gallery(node).map(Some));
    let sides = table.get("sides").and_then(read_sides);
    let ranks = table.get("ranks").and_then(read_ranks);
    let layouts = Layouts::read(&table, resolve);
    let game_type = table.get("game_type").map_or(Some(None), |node| node.text().map(|tag| Some(tag.to_owned())));
    let shown = table
        .get("shown")
        .map_or(Some(vec![]), |node| all(node.list()?.iter().map(|node| node.text().map(str::to_owned))));
    let clauses = table.get("options").map_or(Some(vec![]), read_clauses);
    let variants = table.get("variants").and_then(|node| read_variants(node, &table, resolve));
    let between_people = table.get("between_people").map_or(Some(None), |node| {
        let (id, variants) = (node.text()?, variants.as_ref()?);
        match variants.iter().any(|variant| variant.id == id) {
            true => Some(Some(id.to_owned())),
            false => {
                let allowed = variants.iter().map(|variant| variant.id.clone()).collect();
                node.error(Finding::UnknownVariant { found: clip(id), allowed })
            }
        }
    });
    Some(GameFile {
        id: id?,
        name: name?,
        about: about?,
        inventor: inventor?,
        native: native?,
        aliases: aliases?,
        sources: sources?,
        gallery: gallery?,
        version: version?,
        game_type: game_type?,
        layouts: layouts?,
        sides: sides?,
        ranks: ranks?,
        shown: shown?,
        clauses: clauses?,
        variants: variants?,
        between_people: between_people?,
    })
}

fn read_aliases(node: &TomlNode<'_>) -> Option<Vec<String>> {
    let nodes = node.list()?;
    if nodes.len() > MAX_ALIASES {
        return node.invalid(Unexpected::Names(nodes.len()), Expected::AtMost(MAX_ALIASES));
    }
    all(nodes.iter().map(|node| node.line(MAX_ALIAS_LEN)))
}

fn read_gallery(node: &TomlNode<'_>) -> Option<GalleryEntry> {
    let table = node.table(&GALLERY)?;
    let (place, time) = (table.get("place").and_then(read_words), table.get("time").and_then(read_words));
    let minutes = table.get("minutes").and_then(|node| node.number(MINUTES));
    let difficulty = table.get("difficulty").and_then(|node| node.number(DIFFICULTIES));
    let kind = table
        .get("kind")
        .map_or(Some(None), |node| Some(Some(node.one_of(&GameKind::ALL.map(|kind| (kind.word(), kind)))?)));
    Some(GalleryEntry {
        place: place?,
        time: time?,
        minutes: minutes? as u8,
        difficulty: difficulty? as u8,
        kind: kind?,
    })
}

/// Reads the variants, the default one first and the others in alphabetical order, and checks their ancestry.
fn read_variants(node: &TomlNode<'_>, game: &TomlTable<'_>, resolve: FileResolver<'_>) -> Option<Vec<Variant>> {
    let entries = node.entries()?;
    if entries.len() > MAX_VARIANTS {
        return node.invalid(Unexpected::Variants(entries.len()), Expected::AtMost(MAX_VARIANTS));
    }
    let variants = all(entries.iter().map(|(id, node)| read_variant(id, node, resolve)));
    let parents: BTreeMap<&str, Option<&str>> = entries
        .iter()
        .map(|(id, node)| (*id, node.at(&["parent"]).filter(TomlNode::is_text).and_then(|parent| parent.text())))
        .collect();
    let ancestries = all(entries.iter().map(|(id, node)| {
        let parent = node.at(&["parent"]);
        check_ancestry(id, &parents).map_or_else(|fault| parent.as_ref().unwrap_or(node).error(fault), Some)
    }));
    let default = game.get("default")?;
    let id = default.text()?;
    let Some(at) = entries.iter().position(|(variant, _)| *variant == id) else {
        return default.error(Finding::UnknownVariant { found: clip(id), allowed: variant_ids(&parents) });
    };
    let mut variants = ancestries.and(variants)?;
    variants[..=at].rotate_right(1);
    Some(variants)
}

/// Returns the ids of all variants.
fn variant_ids(parents: &BTreeMap<&str, Option<&str>>) -> Vec<String> {
    parents.keys().map(|id| (*id).to_owned()).collect()
}

/// Checks that all ancestors of a variant exist and that it is not one of them.
fn check_ancestry(id: &str, parents: &BTreeMap<&str, Option<&str>>) -> Result<(), Finding> {
    let mut ancestors = vec![id];
    let mut at = id;
    while let Some(parent) = parents[at] {
        if !parents.contains_key(parent) {
            // The ancestor that names the missing parent reports it.
            let own = at == id;
            return if own {
                Err(Finding::UnknownParent { found: clip(parent), allowed: variant_ids(parents) })
            } else {
                Ok(())
            };
        }
        if ancestors.contains(&parent) {
            let line = ancestors.into_iter().chain([parent]).map(str::to_owned).collect();
            return Err(Finding::CyclicDescent { id: id.to_owned(), line });
        }
        if ancestors.len() > MAX_ANCESTORS {
            return Err(Finding::TooManyAncestors { id: id.to_owned(), most: MAX_ANCESTORS });
        }
        ancestors.push(parent);
        at = parent;
    }
    Ok(())
}

fn read_variant(id: &str, node: &TomlNode<'_>, resolve: FileResolver<'_>) -> Option<Variant> {
    if !is_id(id) {
        return node.error(Finding::InvalidVariantId(clip(id)));
    }
    let table = node.table(&VARIANT)?;
    let name = table.get("name").and_then(read_name);
    let named_for = table.get("named_for").map_or(Some(vec![]), |node| all(node.list()?.iter().map(read_key)));
    let note = table.get("note").map_or(Some(Words::default()), read_words);
    let source = table.get("source").map_or(Some(""), TomlNode::text);
    let parent = table.get("parent").map_or(Some(None), |node| node.text().map(|parent| Some(parent.to_owned())));
    let game_type = table.get("game_type").map_or(Some(None), |node| node.text().map(|tag| Some(tag.to_owned())));
    let layout = Layout::read(&table, resolve);
    let clauses = table.get("options").map_or(Some(vec![]), read_clauses);
    Some(Variant {
        id: id.to_owned(),
        name: name?,
        named_for: named_for?,
        note: note?,
        source: source?.to_owned(),
        parent: parent?,
        game_type: game_type?,
        layout: layout?,
        clauses: clauses?,
    })
}

/// Reads clauses: each a value, or a table with the value, its source and its standing.
fn read_clauses(node: &TomlNode<'_>) -> Option<Vec<Clause>> {
    all(node.entries()?.iter().map(|(name, node)| read_clause(name, node)))
}

fn read_key(node: &TomlNode<'_>) -> Option<OptionKey> {
    OptionKey::from_name(node.text()?).map_or_else(|error| node.error(error), Some)
}

fn read_clause(name: &str, node: &TomlNode<'_>) -> Option<Clause> {
    let key = OptionKey::from_name(name).map_or_else(|error| node.error(error), Some);
    let (value, source, standing) = if node.is_table() {
        let table = node.table(&CLAUSE)?;
        let value = table.get("is").and_then(TomlNode::word);
        let source = table.get("source").map_or(Some(""), TomlNode::text);
        let standing = table.get("standing").map_or(Some(ClauseStanding::Source), |node| node.one_of(STANDINGS));
        (value, source, standing)
    } else {
        (node.word(), Some(""), Some(ClauseStanding::Source))
    };
    let (key, value) = (key?, value?);
    if let Err(error) = Options::default().with([(key, value.as_str())]) {
        return node.at(&["is"]).as_ref().unwrap_or(node).error(error);
    }
    Some(Clause { key, value, source: source?.to_owned(), standing: standing? })
}

fn read_sides(node: &TomlNode<'_>) -> Option<[SideInfo; 2]> {
    let table = node.table(&SIDES)?;
    let (first, second) = (table.get("first").and_then(read_side), table.get("second").and_then(read_side));
    let sides = [first?, second?];
    if sides[0].colour == sides[1].colour {
        return node.error(Finding::SameColour);
    }
    Some(sides)
}

fn read_side(node: &TomlNode<'_>) -> Option<SideInfo> {
    let table = node.table(&SIDE)?;
    let colour = table.get("colour").and_then(|node| node.one_of(COLOURS));
    let mut name = Words::default();
    let named = each_language(node, &table, |language, node| {
        name.set(language, in_one_line(node.text()?));
        Some(())
    });
    let ranks = table.get("ranks").map_or(Some([None, None, None]), read_ranks);
    named?;
    Some(SideInfo { colour: colour?, name, ranks: ranks? })
}

/// Reads the names of the ranks, of the game or of one side.
fn read_ranks(node: &TomlNode<'_>) -> Option<[Option<Noun>; 3]> {
    let table = node.table(&RANKS)?;
    let [man, prince, king] =
        ["man", "prince", "king"].map(|key| table.get(key).map_or(Some(None), |node| read_noun(node).map(Some)));
    Some([man?, prince?, king?])
}

pub(super) fn read_words(node: &TomlNode<'_>) -> Option<Words> {
    read_each(node, |text| text.trim().to_owned())
}

fn read_name(node: &TomlNode<'_>) -> Option<Words> {
    read_each(node, in_one_line)
}

fn read_each(node: &TomlNode<'_>, form: impl Fn(&str) -> String) -> Option<Words> {
    let mut words = Words::default();
    each_language(node, &node.table(&WORDS)?, |language, node| {
        words.set(language, form(node.text()?));
        Some(())
    })?;
    Some(words)
}

/// Joins the lines of a name.
fn in_one_line(text: &str) -> String {
    text.trim().replace(['\n', '\r', '\t'], " ")
}

/// Calls `read` for each language of the table. A table without a language is an error.
fn each_language(
    node: &TomlNode<'_>,
    table: &TomlTable<'_>,
    mut read: impl FnMut(Language, &TomlNode<'_>) -> Option<()>,
) -> Option<()> {
    let texts = Language::ALL.into_iter().filter_map(|language| Some((language, table.get(language.code())?)));
    if texts.clone().next().is_none() {
        return node.error(Finding::NoLanguage);
    }
    all(texts.map(|(language, node)| read(language, node))).map(drop)
}

fn read_noun(node: &TomlNode<'_>) -> Option<Noun> {
    let mut noun = Noun { one: Words::default(), many: Words::default() };
    each_language(node, &node.table(&NOUN)?, |language, node| {
        let [one, many] = &node.list()?[..] else {
            return node.error(Finding::InvalidNoun);
        };
        let (one, many) = (one.text(), many.text());
        let (one, many) = (one?, many?);
        let allowed = language.articles();
        if !allowed.is_empty() && one.split_once(' ').is_none_or(|(article, _)| !allowed.contains(&article)) {
            return node.error(Finding::MissingArticle(language));
        }
        noun.one.set(language, in_one_line(one));
        noun.many.set(language, in_one_line(many));
        Some(())
    })?;
    Some(noun)
}

fn is_id(word: &str) -> bool {
    word.len() <= 40
        && word.starts_with(|first: char| first.is_ascii_lowercase())
        && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_')
}

fn read_id(node: &TomlNode<'_>) -> Option<String> {
    let id = node.text()?;
    if is_id(id) { Some(id.to_owned()) } else { node.invalid(Unexpected::Words(clip(id)), Expected::Id) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::format::BOARD;
    use crate::ground::board::MAX_POINTS;

    #[test]
    fn tables_of_texts_have_a_key_for_every_language() {
        for table in [&WORDS, &SIDE, &NOUN] {
            for language in Language::ALL {
                let key = table.key(language.code()).unwrap_or_else(|| panic!("{}: {language}", table.title));
                assert!(key.meaning.contains(language.english_name()), "{}", key.meaning);
            }
        }
    }

    #[test]
    fn format_reference_states_the_limits_and_words_of_the_reader() {
        let form = |table: &'static crate::files::format::FileTable, key| table.key(key).unwrap().form;
        let id_form = Expected::Id.to_string();
        assert_eq!(form(&GAME, "id"), id_form);
        assert!(form(&GAME, "inventor").contains(&format!("1 to {MAX_INVENTOR_LEN} characters")));
        assert!(
            VARIANT.about.contains(&format!("at most {MAX_VARIANTS} variants")) && VARIANT.about.contains(&id_form)
        );
        assert!(VARIANT.key("parent").unwrap().meaning.contains(&format!("at most {MAX_ANCESTORS} in a row")));
        assert!(BOARD.key("points").unwrap().meaning.starts_with(&format!("1 to {MAX_POINTS} points")));
        let numbers = |range: RangeInclusive<i64>| format!("a whole number from {} to {}", range.start(), range.end());
        assert_eq!(form(&GALLERY, "minutes"), numbers(MINUTES));
        assert_eq!(form(&GALLERY, "difficulty"), numbers(DIFFICULTIES));
        for kind in GameKind::ALL {
            assert!(form(&GALLERY, "kind").contains(&format!("`{}`", kind.word())));
        }
        for (word, form) in STANDINGS.iter().map(|(word, _)| (word, form(&CLAUSE, "standing"))) {
            assert!(form.contains(&format!("`{word}`")));
        }
        for (word, form) in COLOURS.iter().map(|(word, _)| (word, form(&SIDE, "colour"))) {
            assert!(form.contains(&format!("`{word}`")));
        }
    }
}
