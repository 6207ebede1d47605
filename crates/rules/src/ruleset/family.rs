//! The family: which game descends from which, where each is played, what dates it, and what sources disagree on.
//!
//! Nothing of it bears on play. It is one file, `family.toml`, whose head says how it is written; every bond and every side
//! of a dispute has its sources, and no game of the catalogue may be missing.

use super::read::read_words;
use super::{find_game, games};
use crate::files::format::{FileKey, FileTable, Presence};
use crate::files::reader::{FileErrors, Node, Table, all, read};
use crate::files::{Expected, Finding, Unexpected};
use crate::ground::clip::clip;
use crate::ground::language::Words;
use std::sync::OnceLock;

/// How many entries any list of the file may have.
const MOST: usize = 200;

/// The family of alquerque.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Family {
    /// The games in the order of the catalogue, after those that are none of its games.
    pub members: Vec<Member>,
    /// The places on the map.
    pub places: Vec<MapPlace>,
    /// What sources disagree on.
    pub disputes: Vec<Dispute>,
    /// What the book of 1283 says.
    pub passage: Passage,
}

/// A game, or something from which a game is said to come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// The game's word, or that of what is no game of the catalogue.
    pub id: String,
    /// Whether it is a game of the catalogue.
    pub is_game: bool,
    /// What it is called.
    pub name: Words,
    /// Where it is from, in words.
    pub place: Words,
    /// When it is from, in words.
    pub time: Words,
    /// The places on the map, as numbers in [`Family::places`]; none where no source tells one.
    pub places: Vec<usize>,
    /// The sources that date it; none where none does.
    pub date_sources: Vec<String>,
    /// What it comes from; its place in the tree is by the first.
    pub descents: Vec<Descent>,
}

/// What ties a member to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Descent {
    /// The other's word.
    pub ancestor: String,
    /// How firm it is.
    pub kind: DescentKind,
    /// What is said of it.
    pub text: Words,
    /// Who says so: at least one.
    pub sources: Vec<String>,
}

/// How firm a tie is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum DescentKind {
    /// Who made the game says so, or a document of the time does.
    Documented,
    /// A source claims it.
    Claimed,
    /// Sources disagree on it.
    Disputed,
    /// A source sees the same board or rules; none says how one came from the other.
    Likeness,
}

impl DescentKind {
    /// All kinds, the firmest first.
    pub const ALL: [DescentKind; 4] =
        [DescentKind::Documented, DescentKind::Claimed, DescentKind::Disputed, DescentKind::Likeness];

    /// The kind as one word.
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
    /// What it is called.
    pub name: Words,
    /// Degrees north of the equator.
    pub north: i16,
    /// Degrees east of Greenwich.
    pub east: i16,
}

/// Something that sources disagree on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dispute {
    /// The question.
    pub title: Words,
    /// The answers: at least two.
    pub sides: Vec<Statement>,
}

/// Something that sources say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement {
    /// What they say.
    pub text: Words,
    /// Which: at least one.
    pub sources: Vec<String>,
}

/// A passage of an old book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passage {
    /// Its sentences, in order.
    pub lines: Vec<PassageLine>,
    /// Words that need telling, each with what is said of it.
    pub glossary: Vec<(String, Statement)>,
    /// Where it stands, and who transcribed it.
    pub sources: Vec<String>,
}

/// A sentence of an old book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PassageLine {
    /// As it stands there, letter by letter.
    pub old: String,
    /// A reading of it in today's languages.
    pub new: Words,
}

/// The family of alquerque.
pub fn family() -> &'static Family {
    static FAMILY: OnceLock<Family> = OnceLock::new();
    FAMILY.get_or_init(|| {
        Family::parse("family.toml", include_str!("../../family.toml")).unwrap_or_else(|faults| panic!("{faults}"))
    })
}

impl Family {
    /// Reads a family.
    ///
    /// # Errors
    /// All faults of the file, each with its line and key: games of the catalogue that are missing, words that name
    /// nothing, bonds without a source, and members that would descend from themselves.
    pub fn parse(file: &str, text: &str) -> Result<Family, FileErrors> {
        read(file, text, read_family)
    }

    /// The member of this word.
    pub fn member(&self, id: &str) -> Option<&Member> {
        self.members.iter().find(|member| member.id == id)
    }

    /// Those whose first tie is to this member: their place in the tree is under it.
    pub fn children<'f>(&'f self, id: &str) -> impl Iterator<Item = &'f Member> {
        self.members.iter().filter(move |member| member.descents.first().is_some_and(|descent| descent.ancestor == id))
    }

    /// Those that come from nobody: those under whom anybody's place is, and the others.
    pub fn roots(&self) -> (Vec<&Member>, Vec<&Member>) {
        let roots = self.members.iter().filter(|member| member.descents.is_empty());
        roots.partition(|member| self.children(&member.id).next().is_some())
    }

    /// Every member after the one under which its place is, with how deep that is.
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

// The book of the format is of files that others write, too: it does not tell of this one.
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
const SPOT: FileTable = table("A place", &[required("at"), required("name")]);
const FOREBEAR: FileTable = table(
    "A forebear",
    &[required("name"), required("place"), required("time"), optional("places"), optional("dated"), optional("from")],
);
const GAME: FileTable = table("A game", &[optional("places"), optional("dated"), required("from")]);
const DESCENT: FileTable =
    table("A descent", &[required("whom"), required("kind"), required("sources"), required("says")]);
const DISPUTE: FileTable = table("A dispute", &[required("title"), required("sides")]);
const SAID: FileTable = table("What is said", &[required("sources"), required("says")]);
const PASSAGE: FileTable = table("A passage", &[required("sources"), required("lines"), required("glossary")]);
const LINE: FileTable = table("A sentence", &[required("old"), required("new")]);
const GLOSS: FileTable = table("A word", &[required("word"), required("sources"), required("says")]);

/// What words of the file may name.
struct Known<'a> {
    sources: Vec<(&'a str, &'a str)>,
    places: Vec<(&'a str, usize)>,
    members: Vec<(&'a str, &'a str)>,
}

fn read_family(root: &Node<'_>) -> Option<Family> {
    let table = root.table(&FAMILY)?;
    let (forebears, entries) = (table.get("forebears")?.entries()?, table.get("games")?.entries()?);
    let places = table.get("places")?.entries()?;
    let sources = table.get("sources")?.entries()?;
    let sources = all(sources.iter().map(|(word, node)| Some((*word, node.text()?))));
    let spots = all(places.iter().map(|(_, node)| read_spot(node)));
    let known = Known {
        sources: sources?,
        places: places.iter().enumerate().map(|(number, (word, _))| (*word, number)).collect(),
        members: forebears.iter().chain(&entries).map(|(word, _)| (*word, *word)).collect(),
    };
    let forebears = all(forebears.iter().map(|(id, node)| read_forebear(id, node, &known)));
    for (id, node) in entries.iter().filter(|(id, _)| find_game(id).is_none()) {
        node.fault::<()>(Finding::UnknownGame(clip(id)));
    }
    let members = all(games().map(|game| match entries.iter().find(|(id, _)| *id == game.id) {
        Some((_, node)) => {
            let gallery = game.gallery.as_ref();
            let words = |of: fn(&super::GalleryEntry) -> &Words| gallery.map(of).cloned().unwrap_or_default();
            let (place, time) = (words(|gallery| &gallery.place), words(|gallery| &gallery.time));
            let facts = Member { is_game: true, ..named(&game.id, game.name.clone(), place, time) };
            read_ties(&node.table(&GAME)?, facts, &known)
        }
        None => root.fault(Finding::MissingGame(game.id.clone())),
    }));
    let disputes = table.get("disputes").and_then(|node| list(node, |node| read_dispute(node, &known)));
    let passage = table.get("passage").and_then(|node| read_passage(node, &known));
    let members = [forebears?, members?].concat();
    if let Some(id) = own_ancestor(&members) {
        return root.fault(Finding::CyclicDescent { id: id.to_owned(), line: vec![] });
    }
    Some(Family { members, places: spots?, disputes: disputes?, passage: passage? })
}

fn named(id: &str, name: Words, place: Words, time: Words) -> Member {
    let (places, date_sources, descents) = (vec![], vec![], vec![]);
    Member { id: id.to_owned(), is_game: false, name, place, time, places, date_sources, descents }
}

fn read_forebear(id: &str, node: &Node<'_>, known: &Known<'_>) -> Option<Member> {
    let table = node.table(&FOREBEAR)?;
    let [name, place, time] = ["name", "place", "time"].map(|key| table.get(key).and_then(read_words));
    read_ties(&table, named(id, name?, place?, time?), known)
}

/// Reads what forebears and games have alike.
fn read_ties(table: &Table<'_>, member: Member, known: &Known<'_>) -> Option<Member> {
    let places = table.get("places").map_or(Some(vec![]), |node| list(node, |node| node.one_of(&known.places)));
    let dated = table.get("dated").map_or(Some(vec![]), |node| read_sources(node, known));
    let from = table.get("from").map_or(Some(vec![]), |node| list(node, |node| read_descent(node, known)));
    Some(Member { places: places?, date_sources: dated?, descents: from?, ..member })
}

fn read_descent(node: &Node<'_>, known: &Known<'_>) -> Option<Descent> {
    let table = node.table(&DESCENT)?;
    let whom = table.get("whom").and_then(|node| node.one_of(&known.members));
    let kind = table.get("kind").and_then(|node| node.one_of(&DescentKind::ALL.map(|kind| (kind.word(), kind))));
    let sources = table.get("sources").and_then(|node| read_sources(node, known));
    let says = table.get("says").and_then(read_words);
    Some(Descent { ancestor: whom?.to_owned(), kind: kind?, text: says?, sources: sources? })
}

fn read_sources(node: &Node<'_>, known: &Known<'_>) -> Option<Vec<String>> {
    list(node, |node| node.one_of(&known.sources).map(str::to_owned))
}

fn read_spot(node: &Node<'_>) -> Option<MapPlace> {
    let table = node.table(&SPOT)?;
    let at = table.get("at").and_then(|node| match &node.list()?[..] {
        [north, east] => {
            let (north, east) = (north.number(-90..=90), east.number(-180..=180));
            Some((north? as i16, east? as i16))
        }
        others => node.unfit(Unexpected::Numbers(others.len()), Expected::Degrees),
    });
    let name = table.get("name").and_then(read_words);
    let (north, east) = at?;
    Some(MapPlace { name: name?, north, east })
}

fn read_dispute(node: &Node<'_>, known: &Known<'_>) -> Option<Dispute> {
    let table = node.table(&DISPUTE)?;
    let title = table.get("title").and_then(read_words);
    let sides = table.get("sides").and_then(|node| {
        let sides = list(node, |node| {
            let table = node.table(&SAID)?;
            read_said(&table, known)
        })?;
        if sides.len() < 2 { node.unfit(Unexpected::Sides(sides.len()), Expected::AtLeast(2)) } else { Some(sides) }
    });
    Some(Dispute { title: title?, sides: sides? })
}

fn read_said(table: &Table<'_>, known: &Known<'_>) -> Option<Statement> {
    let sources = table.get("sources").and_then(|node| read_sources(node, known));
    let says = table.get("says").and_then(read_words);
    Some(Statement { text: says?, sources: sources? })
}

fn read_passage(node: &Node<'_>, known: &Known<'_>) -> Option<Passage> {
    let table = node.table(&PASSAGE)?;
    let lines = table.get("lines").and_then(|node| {
        list(node, |node| {
            let table = node.table(&LINE)?;
            let old = table.get("old").and_then(Node::text);
            let new = table.get("new").and_then(read_words);
            Some(PassageLine { old: old?.to_owned(), new: new? })
        })
    });
    let glossary = table.get("glossary").and_then(|node| {
        list(node, |node| {
            let table = node.table(&GLOSS)?;
            let said = read_said(&table, known);
            Some((table.get("word")?.text()?.to_owned(), said?))
        })
    });
    let sources = table.get("sources").and_then(|node| read_sources(node, known));
    Some(Passage { lines: lines?, glossary: glossary?, sources: sources? })
}

/// Reads a list that has something in it, and not too much.
fn list<T>(node: &Node<'_>, read: impl Fn(&Node<'_>) -> Option<T>) -> Option<Vec<T>> {
    let entries = node.list()?;
    if !(1..=MOST).contains(&entries.len()) {
        return node.unfit(Unexpected::Entries(entries.len()), Expected::UpTo(MOST));
    }
    all(entries.iter().map(read))
}

/// A member that descends from itself, if there is one.
fn own_ancestor(members: &[Member]) -> Option<&str> {
    // Who descends from nobody that is left is taken out, until none is left, or only circles are.
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
