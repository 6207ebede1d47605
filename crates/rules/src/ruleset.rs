//! Rulesets: what a game file says, checked.
//!
//! A game file holds a board, a setup, the words of the game and its options; named variants override options, and each
//! states only what differs from its parent. A [`Ruleset`] is one variant of one game, with the house rules that people
//! agreed on. The legal turns, the rules in words and the saved games all come from this one value.

use crate::board::{Board, Place, construct};
use crate::layout::{LAYOUT_KEYS, Layout, Layouts};
use crate::options::{First, KEYS, Key, OptionError, Options, Promotion, clip};
use crate::reader::{Faults, Node, Table, read};
use crate::setup::{Rank, Setup, Side};
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::Arc;

/// The colour of a side's pieces, which `W` and `B` stand for in positions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Colour {
    /// The light pieces.
    White,
    /// The dark pieces.
    Black,
}

/// A language of the words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Language {
    /// English.
    En,
    /// Spanish.
    Es,
}

/// A text in every language.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Words {
    en: String,
    es: String,
}

impl Words {
    /// The text in a language.
    pub fn get(&self, language: Language) -> &str {
        match language {
            Language::En => &self.en,
            Language::Es => &self.es,
        }
    }
}

/// A countable word in every language: one and many. Spanish forms carry their article, which tells the gender.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Noun {
    /// One of them.
    pub one: Words,
    /// Many of them.
    pub many: Words,
}

/// What a side is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideWords {
    /// The colour of its pieces.
    pub colour: Colour,
    /// Its name.
    pub name: Words,
    /// What its ranks are called, where they have names of their own, the lowest first.
    pub ranks: [Option<Noun>; 3],
}

/// Where a choice among rules comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// A source says so.
    Source,
    /// Somebody's reconstruction where the sources are silent.
    Reconstruction,
    /// Our own reading.
    Ours,
}

/// One option as a game file states it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// The option's key.
    pub key: &'static str,
    /// Its value.
    pub value: String,
    /// Where the choice comes from: book and page, site, rule; empty where nothing is cited.
    pub source: String,
    /// How firm it is.
    pub standing: Standing,
}

/// A named variant as its file states it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Variant {
    id: String,
    name: Words,
    note: Words,
    source: String,
    parent: Option<String>,
    layout: Layout,
    clauses: Vec<Clause>,
}

/// A game file: one game and all its variants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameFile {
    /// The word by which the game is called on the command line.
    pub id: String,
    /// Its name.
    pub name: Words,
    /// What it is and where it comes from.
    pub about: Words,
    /// What the game was written down in, one entry a source.
    pub sources: Vec<String>,
    version: u32,
    /// The tag by which other programs know the game in PDN records, where the standard has one.
    pub game_type: Option<String>,
    layouts: Layouts,
    sides: [SideWords; 2],
    ranks: [Option<Noun>; 3],
    clauses: Vec<Clause>,
    variants: Vec<Variant>,
}

/// One variant of one game with its house rules: everything that is to be known before the first turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ruleset {
    /// The game's word.
    pub game: String,
    /// The variant's word.
    pub variant: String,
    /// The game's name.
    pub name: Words,
    /// The variant's name.
    pub variant_name: Words,
    /// What is to be said about the variant alone.
    pub note: Words,
    /// What the game is and where it comes from.
    pub about: Words,
    /// What the game and the variant were written down in.
    pub sources: Vec<String>,
    /// Changes whenever the legal turns or the ends of a published variant change.
    pub version: u32,
    /// The tag by which other programs know the game in PDN records, where the standard has one.
    pub game_type: Option<String>,
    /// The board.
    pub board: Arc<Board>,
    /// The position before the first turn; `to_move` says who starts where the rules decide it.
    pub start: Setup,
    /// What the sides are called, the first player's first.
    pub sides: [SideWords; 2],
    /// What the ranks are called, the lowest first; none where the game does not name it.
    pub ranks: [Option<Noun>; 3],
    /// The choices among rules.
    pub options: Options,
    /// The stated choices with their sources, each key once.
    pub clauses: Vec<Clause>,
    /// The house rules: where the options differ from those of the variant.
    pub house_rules: Vec<(&'static str, String)>,
}

/// Why a game, a variant or a house rule is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RulesetError {
    /// The game has no such variant.
    UnknownVariant {
        /// The game.
        game: String,
        /// What was asked for.
        found: String,
        /// The variants that there are.
        allowed: Vec<String>,
    },
    /// An option is refused.
    Option(OptionError),
    /// An option changes nothing here.
    Layout {
        /// The game.
        game: String,
        /// The option.
        option: &'static str,
        /// The options that do.
        allowed: Vec<&'static str>,
    },
    /// The board or the setup that the options ask for cannot be made.
    NoLayout(String),
    /// An option means nothing where taken pieces go under the taker.
    NotInTowers(&'static str),
    /// An option needs taken pieces to go under the taker.
    OnlyInTowers(&'static str),
    /// An option needs a smaller board.
    BoardTooLarge {
        /// The key and value.
        option: &'static str,
        /// The most points that it allows.
        most: usize,
        /// The points of the board.
        found: usize,
    },
}

impl fmt::Display for RulesetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownVariant { game, found, allowed } => {
                write!(f, "{game} has no variant `{}`; allowed: {}", clip(found), allowed.join(", "))
            }
            Self::Option(error) => error.fmt(f),
            Self::Layout { game, option, allowed } => {
                write!(f, "option `{option}` means nothing in {game}; of its kind allowed: {}", allowed.join(", "))
            }
            Self::NoLayout(why) => f.write_str(why),
            Self::NotInTowers(option) => {
                write!(f, "option `{option}` means nothing where taken pieces go under the taker (`removal=under`)")
            }
            Self::OnlyInTowers(option) => {
                write!(f, "option `{option}` needs taken pieces to go under the taker (`removal=under`)")
            }
            Self::BoardTooLarge { option, most, found } => {
                write!(f, "`{option}` needs a board of at most {most} points; this one has {found}")
            }
        }
    }
}

impl std::error::Error for RulesetError {}

impl From<OptionError> for RulesetError {
    fn from(error: OptionError) -> Self {
        Self::Option(error)
    }
}

/// Gives the text of a file that another file names; the caller decides where it looks.
pub type Resolve<'a> = &'a dyn Fn(&str) -> Result<String, String>;

impl GameFile {
    /// Reads a game file. Board files that it names are asked from `resolve`, unless they are among our own.
    ///
    /// # Errors
    /// All faults of the file, each with its line and key.
    pub fn parse(file: &str, text: &str, resolve: Resolve<'_>) -> Result<GameFile, Faults> {
        read(file, text, |root| read_game(root, resolve))
    }

    /// The words of the variants, the default one first.
    pub fn variants(&self) -> impl Iterator<Item = &str> {
        self.variants.iter().map(|variant| variant.id.as_str())
    }

    /// A variant of this game, or the default one, with house rules.
    ///
    /// # Errors
    /// When there is no such variant, or an option is refused.
    pub fn ruleset(&self, variant: Option<&str>, house_rules: &[(&str, &str)]) -> Result<Ruleset, RulesetError> {
        let variant = match variant {
            None => &self.variants[0],
            Some(id) => self.variant(id).ok_or_else(|| RulesetError::UnknownVariant {
                game: self.id.clone(),
                found: id.to_owned(),
                allowed: self.variants().map(str::to_owned).collect(),
            })?,
        };
        let line = self.line_of(variant);
        let stated = self.clauses_of(&line);
        let published = Options::default().with(stated.iter().map(|clause| (clause.key, clause.value.as_str())))?;
        let mut options = published.with(house_rules.iter().copied())?;
        for (key, value) in self.layouts.implied(&options) {
            // What a layout brings with it changes with it, unless somebody says otherwise.
            if published.differences(&options).iter().any(|(changed, _)| LAYOUT_KEYS.contains(&changed.name))
                && house_rules.iter().all(|(stated, _)| *stated != key)
            {
                options = options.with([(key, value)])?;
            }
        }
        let differences = options.differences(&published);
        let changed = |key: &&'static str| {
            stated.iter().any(|clause| clause.key == *key)
                || differences.iter().any(|(changed, _)| changed.name == *key)
        };
        if let Some(&option) = LAYOUT_KEYS.iter().filter(|key| changed(key)).find(|key| !self.layouts.knows(key)) {
            let allowed = LAYOUT_KEYS.iter().copied().filter(|key| self.layouts.knows(key)).collect();
            return Err(RulesetError::Layout { game: self.id.clone(), option, allowed });
        }
        let (board, mut start) = self
            .layouts
            .lay(&line_layouts(&line), &options, white_side(&self.sides))
            .map_err(RulesetError::NoLayout)?;
        if options.first == First::Second {
            start.to_move = Side::Second;
        }
        let mut sources = self.sources.clone();
        if !variant.source.is_empty() {
            sources.insert(0, variant.source.clone());
        }
        Ok(Ruleset {
            game: self.id.clone(),
            variant: variant.id.clone(),
            name: self.name.clone(),
            variant_name: variant.name.clone(),
            note: variant.note.clone(),
            about: self.about.clone(),
            sources,
            version: self.version,
            board,
            game_type: self.game_type.clone(),
            start,
            sides: self.sides.clone(),
            ranks: self.ranks.clone(),
            house_rules: differences.into_iter().map(|(key, value)| (key.name, value)).collect(),
            options,
            clauses: stated,
        })
    }

    fn variant(&self, id: &str) -> Option<&Variant> {
        self.variants.iter().find(|variant| variant.id == id)
    }

    /// A variant after its ancestors, the oldest first.
    fn line_of<'a>(&'a self, variant: &'a Variant) -> Vec<&'a Variant> {
        let mut line = vec![variant];
        while let Some(parent) = line[line.len() - 1].parent.as_deref().and_then(|id| self.variant(id)) {
            line.push(parent);
        }
        line.reverse();
        line
    }

    /// The clauses that hold in a variant: the game's, then its ancestors', then its own, the latest of each key.
    fn clauses_of(&self, line: &[&Variant]) -> Vec<Clause> {
        let mut latest: HashMap<&str, &Clause> = HashMap::new();
        for clauses in std::iter::once(&self.clauses).chain(line.iter().map(|variant| &variant.clauses)) {
            latest.extend(clauses.iter().map(|clause| (clause.key, clause)));
        }
        KEYS.iter().filter_map(|key| latest.get(key.name).map(|&clause| clause.clone())).collect()
    }
}

impl Ruleset {
    /// The game and the variant as a person names them: `alquerque:walker`.
    pub fn title(&self) -> String {
        format!("{}:{}", self.game, self.variant)
    }

    /// The side with the white pieces.
    pub fn white(&self) -> Side {
        white_side(&self.sides)
    }

    /// What pieces of a rank are called, by a side that has words of its own for them or by both.
    pub fn rank_name(&self, side: Option<Side>, rank: Rank) -> Option<&Noun> {
        let own = side.and_then(|side| self.sides[side.index()].ranks[rank.index()].as_ref());
        own.or(self.ranks[rank.index()].as_ref())
    }

    /// The highest rank that a piece can have: that of the start, or what men are promoted to.
    pub fn highest_rank(&self) -> Rank {
        let at_the_start = self.start.columns.iter().flatten().map(|piece| piece.rank).max().unwrap_or_default();
        if self.options.promotion == Promotion::None { at_the_start } else { Rank::King }
    }

    /// The colour of a side's pieces.
    pub fn colour(&self, side: Side) -> Colour {
        self.sides[side.index()].colour
    }
}

fn line_layouts<'a>(line: &[&'a Variant]) -> Vec<&'a Layout> {
    line.iter().map(|variant| &variant.layout).collect()
}

fn white_side(sides: &[SideWords; 2]) -> Side {
    if sides[0].colour == Colour::White { Side::First } else { Side::Second }
}

/// Reads a board file: a constructor's call, or points with their places and lines that name them.
///
/// # Errors
/// All faults of the file, each with its line and key.
pub fn parse_board(file: &str, text: &str) -> Result<Board, Faults> {
    read(file, text, read_board)
}

pub(crate) fn read_board(root: &Node<'_>) -> Option<Board> {
    let table = root.table(&["construct", "points", "lines"])?;
    if let Some(call) = table.get("construct") {
        return construct(call.text()?).map_or_else(|error| call.fault(error), Some);
    }
    let points = table.need("points")?;
    let places: Vec<_> = points
        .entries()?
        .into_iter()
        .map(|(name, node)| {
            let pair = node.list()?;
            let [x, y] = &pair[..] else { return node.fault("a place is a list of two numbers, x and y") };
            let coordinate = |node: &Node<'_>| node.number(-1000..=1000).map(|number| number as i32);
            Some((name.to_owned(), Place { x: coordinate(x)?, y: coordinate(y)? }))
        })
        .collect::<Option<_>>()?;
    let lines: Vec<Vec<String>> = table
        .need("lines")?
        .list()?
        .iter()
        .map(|node| Some(node.text()?.split_whitespace().map(str::to_owned).collect()))
        .collect::<Option<_>>()?;
    let mut places = places;
    places.sort_by_key(|(_, place)| (place.y, place.x));
    Board::new(places, &lines).map_or_else(|error| points.fault(error), Some)
}

fn read_game(root: &Node<'_>, resolve: Resolve<'_>) -> Option<GameFile> {
    let table = root.table(&[
        "id",
        "version",
        "default",
        "board",
        "setup",
        "hand",
        "layouts",
        "game_type",
        "name",
        "about",
        "sources",
        "sides",
        "ranks",
        "options",
        "variants",
    ])?;
    let id = table.need("id").and_then(read_id);
    let version = table.need("version").and_then(|node| node.number(1..=1_000_000)).map(|version| version as u32);
    let name = table.need("name").and_then(read_words);
    let about = table.get("about").map_or(Some(Words::default()), read_words);
    let sources = table.get("sources").map_or(Some(vec![]), |node| {
        node.list()?.iter().map(|node| node.text().map(str::to_owned)).collect::<Option<Vec<_>>>()
    });
    let sides = table.need("sides").and_then(|node| {
        let table = node.table(&["first", "second"])?;
        let sides = [read_side(table.need("first")?)?, read_side(table.need("second")?)?];
        if sides[0].colour == sides[1].colour {
            return node.fault("both sides have the same colour; allowed: one white, one black");
        }
        Some(sides)
    });
    let ranks = table.need("ranks").and_then(read_ranks);
    let layouts = Layouts::read(&table, resolve);
    let game_type = table.get("game_type").map_or(Some(None), |node| node.text().map(|tag| Some(tag.to_owned())));
    let clauses = table.get("options").map_or(Some(vec![]), read_clauses);
    let variants = table.need("variants").and_then(|node| read_variants(node, &table, resolve));
    let game = GameFile {
        id: id?,
        name: name?,
        about: about?,
        sources: sources?,
        version: version?,
        game_type: game_type?,
        layouts: layouts?,
        sides: sides?,
        ranks: ranks?,
        clauses: clauses?,
        variants: variants?,
    };
    for variant in &game.variants {
        if let Err(error) = game.ruleset(Some(&variant.id), &[]) {
            return root.fault(format!("variant `{}`: {error}", variant.id));
        }
    }
    Some(game)
}

/// How many parents of parents a variant may have.
const MOST_ANCESTORS: usize = 32;

/// Reads all variants, the default one first and the others in the order of their names; finds their parents sound.
fn read_variants(node: &Node<'_>, game: &Table<'_>, resolve: Resolve<'_>) -> Option<Vec<Variant>> {
    let entries = node.entries()?;
    let mut variants: Vec<_> =
        entries.iter().map(|(id, node)| read_variant(id, node, resolve)).collect::<Option<_>>()?;
    let parents: BTreeMap<String, Option<String>> =
        variants.iter().map(|variant| (variant.id.clone(), variant.parent.clone())).collect();
    for (id, node) in &entries {
        let mut ancestors = vec![*id];
        let mut at = *id;
        while let Some(parent) = parents[at].as_deref() {
            if !parents.contains_key(parent) {
                return node.fault(format!("there is no parent `{}`; allowed: {}", clip(parent), names(&parents)));
            }
            if ancestors.contains(&parent) {
                return node.fault(format!("`{id}` descends from itself: {} → {parent}", ancestors.join(" → ")));
            }
            if ancestors.len() > MOST_ANCESTORS {
                return node.fault(format!("`{id}` has more than {MOST_ANCESTORS} ancestors"));
            }
            ancestors.push(parent);
            at = parent;
        }
    }
    let default = game.need("default")?;
    let id = default.text()?;
    let Some(at) = variants.iter().position(|variant| variant.id == id) else {
        return default.fault(format!("there is no variant `{}`; allowed: {}", clip(id), names(&parents)));
    };
    variants[..=at].rotate_right(1);
    Some(variants)
}

fn names(variants: &BTreeMap<String, Option<String>>) -> String {
    variants.keys().cloned().collect::<Vec<_>>().join(", ")
}

fn read_variant(id: &str, node: &Node<'_>, resolve: Resolve<'_>) -> Option<Variant> {
    if !is_id(id) {
        return node.fault(format!("`{}` cannot name a variant; allowed: {ID_FORM}", clip(id)));
    }
    let table = node.table(&["name", "note", "source", "parent", "board", "setup", "hand", "options"])?;
    Some(Variant {
        id: id.to_owned(),
        name: read_words(table.need("name")?)?,
        note: table.get("note").map_or(Some(Words::default()), read_words)?,
        source: table.get("source").map_or(Some(""), Node::text)?.to_owned(),
        parent: match table.get("parent") {
            None => None,
            Some(node) => Some(node.text()?.to_owned()),
        },
        layout: Layout::read(&table, resolve)?,
        clauses: table.get("options").map_or(Some(vec![]), read_clauses)?,
    })
}

/// Reads options: each a word, or a table with the word, its source and its standing. All faults are reported.
fn read_clauses(node: &Node<'_>) -> Option<Vec<Clause>> {
    let clauses: Vec<_> = node.entries()?.iter().map(|(name, node)| read_clause(name, node)).collect();
    clauses.into_iter().collect()
}

fn read_clause(name: &str, node: &Node<'_>) -> Option<Clause> {
    let key = Key::named(name).map_or_else(|error| node.fault(error), Some)?;
    let (value, source, standing) = if node.is_table() {
        let table = node.table(&["is", "source", "standing"])?;
        let standing = match table.get("standing").map(|node| (node.text(), node)) {
            None => Standing::Source,
            Some((Some("source"), _)) => Standing::Source,
            Some((Some("reconstruction"), _)) => Standing::Reconstruction,
            Some((Some("ours"), _)) => Standing::Ours,
            Some((found, node)) => {
                return node.fault(format!(
                    "found `{}`; allowed: source, reconstruction, ours",
                    clip(found.unwrap_or_default())
                ));
            }
        };
        (table.need("is")?.word()?, table.get("source").map_or(Some(""), Node::text)?.to_owned(), standing)
    } else {
        (node.word()?, String::new(), Standing::Source)
    };
    if let Err(error) = Options::default().with([(key.name, value.as_str())]) {
        return node.fault(error);
    }
    Some(Clause { key: key.name, value, source, standing })
}

fn read_side(node: &Node<'_>) -> Option<SideWords> {
    let table = node.table(&["colour", "en", "es", "ranks"])?;
    let colour = table.need("colour")?;
    let colour = match colour.text()? {
        "white" => Colour::White,
        "black" => Colour::Black,
        found => return colour.fault(format!("found `{}`; allowed: white, black", clip(found))),
    };
    let word = |key| Some(table.need(key)?.text()?.to_owned());
    let ranks = table.get("ranks").map_or(Some([None, None, None]), read_ranks)?;
    Some(SideWords { colour, name: Words { en: word("en")?, es: word("es")? }, ranks })
}

/// What the ranks are called, for both sides or for one.
fn read_ranks(node: &Node<'_>) -> Option<[Option<Noun>; 3]> {
    let table = node.table(&["man", "prince", "king"])?;
    let noun = |key| match table.get(key) {
        None => Some(None),
        Some(node) => read_noun(node).map(Some),
    };
    Some([noun("man")?, noun("prince")?, noun("king")?])
}

fn read_words(node: &Node<'_>) -> Option<Words> {
    let table = node.table(&["en", "es"])?;
    let word = |key| Some(table.need(key)?.text()?.trim().to_owned());
    Some(Words { en: word("en")?, es: word("es")? })
}

fn read_noun(node: &Node<'_>) -> Option<Noun> {
    let table = node.table(&["en", "es"])?;
    let pair = |key| {
        let node = table.need(key)?;
        let list = node.list()?;
        let [one, many] = &list[..] else { return node.fault("a noun is a list of two texts, one and many") };
        Some((one.text()?.to_owned(), many.text()?.to_owned()))
    };
    let (en, es) = (pair("en")?, pair("es")?);
    if !["el ", "la "].iter().any(|article| es.0.starts_with(article)) {
        return table.need("es")?.fault("a Spanish noun begins with its article, `el` or `la`");
    }
    Some(Noun { one: Words { en: en.0, es: es.0 }, many: Words { en: en.1, es: es.1 } })
}

const ID_FORM: &str = "up to 40 small letters, digits, `-` and `_`, beginning with a letter";

fn is_id(word: &str) -> bool {
    word.len() <= 40
        && word.starts_with(|first: char| first.is_ascii_lowercase())
        && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_')
}

fn read_id(node: &Node<'_>) -> Option<String> {
    let id = node.text()?;
    if is_id(id) { Some(id.to_owned()) } else { node.fault(format!("found `{}`; allowed: {ID_FORM}", clip(id))) }
}
