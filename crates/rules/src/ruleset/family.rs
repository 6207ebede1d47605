//! The family tree: descent, places, dates and disputes about the games, each with its sources.
//!
//! It does not affect play. The data is in `family.toml`, whose header describes its format. Every descent and every side
//! of a dispute cites a source, and every game of the catalogue has an entry.

use super::read::read_words;
use super::{find_game, games};
use crate::files::format::{FileKey, FileTable, Presence};
use crate::files::reader::{FileErrors, TomlNode, TomlTable, all, read};
use crate::files::{Expected, Finding, Unexpected};
use crate::ground::clip::clip;
use crate::ground::language::Words;
use std::sync::OnceLock;

/// Maximum length of a list in the file.
const MAX_ENTRIES: usize = 200;

/// The family of alquerque games.
///
/// # Examples
/// ```
/// use quirkat_rules::{DescentKind, family};
///
/// let lasca = family().member("lasca").expect("a game of the catalogue");
/// let descent = &lasca.descents[0];
/// assert!(DescentKind::ALL.contains(&descent.kind) && !descent.sources.is_empty());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Family {
    /// Forebears outside the catalogue, then the games in the order of the catalogue.
    pub members: Vec<Member>,
    /// Places on the map; [`Member::places`] indexes them.
    pub places: Vec<MapPlace>,
    /// Questions on which the sources disagree.
    pub disputes: Vec<Dispute>,
    /// The rules in the book of Alfonso X of 1283.
    pub passage: Passage,
}

/// A game, or a forebear outside the catalogue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// Id of the game or the forebear.
    pub id: String,
    /// Whether the member is a game of the catalogue.
    pub is_game: bool,
    /// Name of the member in each language.
    pub name: Words,
    /// Place of origin, in words.
    pub place: Words,
    /// Time of origin, in words.
    pub time: Words,
    /// Indices in [`Family::places`]; empty if no source names a place.
    pub places: Vec<usize>,
    /// Sources for the time of origin; empty if there are none.
    pub date_sources: Vec<String>,
    /// Members from which this one descends. The first determines its place in the tree.
    pub descents: Vec<Descent>,
}

/// Descent of a member from another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Descent {
    /// Id of the member from which this one descends.
    pub ancestor: String,
    /// Strength of the evidence for the descent.
    pub kind: DescentKind,
    /// Statement of the sources, in each language.
    pub text: Words,
    /// Sources of the statement, at least one.
    pub sources: Vec<String>,
}

/// Strength of the evidence for a descent: the key `kind` in `family.toml`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum DescentKind {
    /// The inventor or a contemporary document states it.
    Documented,
    /// A later source claims it.
    Claimed,
    /// Sources disagree about the descent.
    Disputed,
    /// A source notes the same board or rules, but none states how one came from the other.
    Likeness,
}

impl DescentKind {
    /// All kinds, the strongest evidence first.
    pub const ALL: [DescentKind; 4] =
        [DescentKind::Documented, DescentKind::Claimed, DescentKind::Disputed, DescentKind::Likeness];

    /// Returns the word for the kind in `family.toml`.
    pub fn word(self) -> &'static str {
        match self {
            DescentKind::Documented => "documented",
            DescentKind::Claimed => "claimed",
            DescentKind::Disputed => "disputed",
            DescentKind::Likeness => "likeness",
        }
    }
}

/// A place on the map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapPlace {
    /// Name of the place in each language.
    pub name: Words,
    /// Latitude in degrees north, -90 to 90.
    pub north: i16,
    /// Longitude in degrees east, -180 to 180.
    pub east: i16,
}

/// A question on which the sources disagree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dispute {
    /// The disputed question in each language.
    pub title: Words,
    /// Answers of the sources, at least two.
    pub sides: Vec<Statement>,
}

/// A statement with its sources.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement {
    /// The statement in each language.
    pub text: Words,
    /// Sources of the statement, at least one.
    pub sources: Vec<String>,
}

/// A passage of an old book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passage {
    /// Sentences of the passage, in order.
    pub lines: Vec<PassageLine>,
    /// Words that need explanation, each with a statement about it.
    pub glossary: Vec<(String, Statement)>,
    /// The manuscript and its transcriptions.
    pub sources: Vec<String>,
}

/// A sentence of an old book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PassageLine {
    /// The sentence as transcribed, letter by letter.
    pub old: String,
    /// Translation of the sentence into each language.
    pub new: Words,
}

/// Returns the family of alquerque, parsed on first use.
pub fn family() -> &'static Family {
    static FAMILY: OnceLock<Family> = OnceLock::new();
    FAMILY.get_or_init(|| {
        Family::parse("family.toml", include_str!("../../family.toml")).unwrap_or_else(|faults| panic!("{faults}"))
    })
}

impl Family {
    /// Parses a family file. `file` is the name to use in errors.
    ///
    /// # Errors
    /// All errors of the file, each with its line and key: games of the catalogue without an entry, references to unknown
    /// names, descents without a source, and members that descend from themselves.
    pub fn parse(file: &str, text: &str) -> Result<Family, FileErrors> {
        read(file, text, read_family)
    }

    /// Returns the member with this id.
    pub fn member(&self, id: &str) -> Option<&Member> {
        self.members.iter().find(|member| member.id == id)
    }

    /// Returns the children of a member in the tree: the members whose first descent is from it.
    pub fn children<'f>(&'f self, id: &str) -> impl Iterator<Item = &'f Member> {
        self.members.iter().filter(move |member| member.descents.first().is_some_and(|descent| descent.ancestor == id))
    }

    /// Returns the members without an ancestor: those that have children, then those that have none.
    pub fn roots(&self) -> (Vec<&Member>, Vec<&Member>) {
        let roots = self.members.iter().filter(|member| member.descents.is_empty());
        roots.partition(|member| self.children(&member.id).next().is_some())
    }

    /// Returns every member with its depth in the tree, each after its parent.
    pub fn tree_order(&self) -> Vec<(&Member, usize)> {
        fn go<'f>(family: &'f Family, member: &'f Member, depth: usize, order: &mut Vec<(&'f Member, usize)>) {
            order.push((member, depth));
            family.children(&member.id).for_each(|child| go(family, child, depth + 1, order));
        }
        let mut order = Vec::new();
        let (trunks, others) = self.roots();
        trunks.into_iter().chain(others).for_each(|root| go(self, root, 0, &mut order));
        order
    }
}

// The format reference covers files that users write; `family.toml` is not one, so its keys carry no texts.
const fn required(name: &'static str) -> FileKey {
    FileKey { name, presence: Presence::Required, form: "", meaning: "", example: "" }
}

const fn optional(name: &'static str) -> FileKey {
    FileKey { name, presence: Presence::Default("none"), form: "", meaning: "", example: "" }
}

const fn table(title: &'static str, keys: &'static [FileKey]) -> FileTable {
    FileTable { title, header: "", about: "", keys }
}

const FAMILY: FileTable = table(
    "The family",
    &[
        required("sources"),
        required("places"),
        required("forebears"),
        required("games"),
        required("disputes"),
        required("passage"),
    ],
);
const MAP_PLACE: FileTable = table("A place", &[required("at"), required("name")]);
const FOREBEAR: FileTable = table(
    "A forebear",
    &[required("name"), required("place"), required("time"), optional("places"), optional("dated"), optional("from")],
);
const GAME: FileTable = table("A game", &[optional("places"), optional("dated"), required("from")]);
const DESCENT: FileTable =
    table("A descent", &[required("whom"), required("kind"), required("sources"), required("says")]);
const DISPUTE: FileTable = table("A dispute", &[required("title"), required("sides")]);
const STATEMENT: FileTable = table("A statement", &[required("sources"), required("says")]);
const PASSAGE: FileTable = table("A passage", &[required("sources"), required("lines"), required("glossary")]);
const LINE: FileTable = table("A sentence", &[required("old"), required("new")]);
const GLOSS: FileTable = table("A word", &[required("word"), required("sources"), required("says")]);

/// Names that entries of the file may refer to.
struct References<'a> {
    sources: Vec<(&'a str, &'a str)>,
    places: Vec<(&'a str, usize)>,
    members: Vec<(&'a str, &'a str)>,
}

fn read_family(root: &TomlNode<'_>) -> Option<Family> {
    let table = root.table(&FAMILY)?;
    let (forebears, entries) = (table.get("forebears")?.entries()?, table.get("games")?.entries()?);
    let places = table.get("places")?.entries()?;
    let sources = table.get("sources")?.entries()?;
    let sources = all(sources.iter().map(|(word, node)| Some((*word, node.text()?))));
    let map_places = all(places.iter().map(|(_, node)| read_map_place(node)));
    let references = References {
        sources: sources?,
        places: places.iter().enumerate().map(|(number, (word, _))| (*word, number)).collect(),
        members: forebears.iter().chain(&entries).map(|(word, _)| (*word, *word)).collect(),
    };
    let forebears = all(forebears.iter().map(|(id, node)| read_forebear(id, node, &references)));
    for (id, node) in entries.iter().filter(|(id, _)| find_game(id).is_none()) {
        node.error::<()>(Finding::UnknownGame(clip(id)));
    }
    let members = all(games().map(|game| match entries.iter().find(|(id, _)| *id == game.id) {
        Some((_, node)) => {
            let gallery = game.gallery.as_ref();
            let words = |of: fn(&super::GalleryEntry) -> &Words| gallery.map(of).cloned().unwrap_or_default();
            let (place, time) = (words(|gallery| &gallery.place), words(|gallery| &gallery.time));
            let member = Member { is_game: true, ..new_member(&game.id, game.name.clone(), place, time) };
            read_descents(&node.table(&GAME)?, member, &references)
        }
        None => root.error(Finding::MissingGame(game.id.clone())),
    }));
    let disputes = table.get("disputes").and_then(|node| list(node, |node| read_dispute(node, &references)));
    let passage = table.get("passage").and_then(|node| read_passage(node, &references));
    let members = [forebears?, members?].concat();
    if let Some(id) = own_ancestor(&members) {
        return root.error(Finding::CyclicDescent { id: id.to_owned(), line: vec![] });
    }
    Some(Family { members, places: map_places?, disputes: disputes?, passage: passage? })
}

fn new_member(id: &str, name: Words, place: Words, time: Words) -> Member {
    let (places, date_sources, descents) = (vec![], vec![], vec![]);
    Member { id: id.to_owned(), is_game: false, name, place, time, places, date_sources, descents }
}

fn read_forebear(id: &str, node: &TomlNode<'_>, references: &References<'_>) -> Option<Member> {
    let table = node.table(&FOREBEAR)?;
    let [name, place, time] = ["name", "place", "time"].map(|key| table.get(key).and_then(read_words));
    read_descents(&table, new_member(id, name?, place?, time?), references)
}

/// Reads the keys common to forebears and games.
fn read_descents(table: &TomlTable<'_>, member: Member, references: &References<'_>) -> Option<Member> {
    let places = table.get("places").map_or(Some(vec![]), |node| list(node, |node| node.one_of(&references.places)));
    let date_sources = table.get("dated").map_or(Some(vec![]), |node| read_sources(node, references));
    let descents = table.get("from").map_or(Some(vec![]), |node| list(node, |node| read_descent(node, references)));
    Some(Member { places: places?, date_sources: date_sources?, descents: descents?, ..member })
}

fn read_descent(node: &TomlNode<'_>, references: &References<'_>) -> Option<Descent> {
    let table = node.table(&DESCENT)?;
    let ancestor = table.get("whom").and_then(|node| node.one_of(&references.members));
    let kind = table.get("kind").and_then(|node| node.one_of(&DescentKind::ALL.map(|kind| (kind.word(), kind))));
    let sources = table.get("sources").and_then(|node| read_sources(node, references));
    let text = table.get("says").and_then(read_words);
    Some(Descent { ancestor: ancestor?.to_owned(), kind: kind?, text: text?, sources: sources? })
}

fn read_sources(node: &TomlNode<'_>, references: &References<'_>) -> Option<Vec<String>> {
    list(node, |node| node.one_of(&references.sources).map(str::to_owned))
}

fn read_map_place(node: &TomlNode<'_>) -> Option<MapPlace> {
    let table = node.table(&MAP_PLACE)?;
    let at = table.get("at").and_then(|node| match &node.list()?[..] {
        [north, east] => {
            let (north, east) = (north.number(-90..=90), east.number(-180..=180));
            Some((north? as i16, east? as i16))
        }
        others => node.invalid(Unexpected::Numbers(others.len()), Expected::Degrees),
    });
    let name = table.get("name").and_then(read_words);
    let (north, east) = at?;
    Some(MapPlace { name: name?, north, east })
}

fn read_dispute(node: &TomlNode<'_>, references: &References<'_>) -> Option<Dispute> {
    let table = node.table(&DISPUTE)?;
    let title = table.get("title").and_then(read_words);
    let sides = table.get("sides").and_then(|node| {
        let sides = list(node, |node| {
            let table = node.table(&STATEMENT)?;
            read_statement(&table, references)
        })?;
        if sides.len() < 2 { node.invalid(Unexpected::Sides(sides.len()), Expected::AtLeast(2)) } else { Some(sides) }
    });
    Some(Dispute { title: title?, sides: sides? })
}

fn read_statement(table: &TomlTable<'_>, references: &References<'_>) -> Option<Statement> {
    let sources = table.get("sources").and_then(|node| read_sources(node, references));
    let text = table.get("says").and_then(read_words);
    Some(Statement { text: text?, sources: sources? })
}

fn read_passage(node: &TomlNode<'_>, references: &References<'_>) -> Option<Passage> {
    let table = node.table(&PASSAGE)?;
    let lines = table.get("lines").and_then(|node| {
        list(node, |node| {
            let table = node.table(&LINE)?;
            let old = table.get("old").and_then(TomlNode::text);
            let new = table.get("new").and_then(read_words);
            Some(PassageLine { old: old?.to_owned(), new: new? })
        })
    });
    let glossary = table.get("glossary").and_then(|node| {
        list(node, |node| {
            let table = node.table(&GLOSS)?;
            let statement = read_statement(&table, references);
            Some((table.get("word")?.text()?.to_owned(), statement?))
        })
    });
    let sources = table.get("sources").and_then(|node| read_sources(node, references));
    Some(Passage { lines: lines?, glossary: glossary?, sources: sources? })
}

/// Reads a list of 1 to `MAX_ENTRIES` entries.
fn list<T>(node: &TomlNode<'_>, read: impl Fn(&TomlNode<'_>) -> Option<T>) -> Option<Vec<T>> {
    let entries = node.list()?;
    if !(1..=MAX_ENTRIES).contains(&entries.len()) {
        return node.invalid(Unexpected::Entries(entries.len()), Expected::UpTo(MAX_ENTRIES));
    }
    all(entries.iter().map(read))
}

/// Returns a member that descends from itself, if there is one.
fn own_ancestor(members: &[Member]) -> Option<&str> {
    // Repeatedly remove members without a remaining ancestor. What cannot be removed lies on or below a cycle.
    let mut left: Vec<&Member> = members.iter().collect();
    loop {
        let is_left = |id: &str| left.iter().any(|member| member.id == id);
        let next: Vec<_> = left
            .iter()
            .copied()
            .filter(|member| member.descents.iter().any(|descent| is_left(&descent.ancestor)))
            .collect();
        if next.len() == left.len() {
            return left.first().map(|member| member.id.as_str());
        }
        left = next;
    }
}
