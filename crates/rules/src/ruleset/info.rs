//! Descriptive information about a game: names, story and sources.

use super::NativeName;
use crate::files::Colour;
use crate::ground::language::{Language, Words};
use crate::options::OptionKey;

/// Names, story and sources of a ruleset. No rule depends on them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesetInfo {
    /// Name of the game in each language.
    pub name: Words,
    /// Name of the variant; the name of the game if house rules change an option that the variant is named for.
    pub variant_name: Words,
    /// Remark about the variant; empty if house rules change one of its clauses.
    pub note: Words,
    /// Description and origin of the game.
    pub story: Words,
    /// Inventor, if one person is known to have invented the game.
    pub inventor: Option<String>,
    /// Names of the game in the languages of its players.
    pub native: Vec<NativeName>,
    /// FENs of positions with which the sources explain chains of captures.
    pub shown: Vec<String>,
    /// Written sources of the variant and the game.
    pub sources: Vec<String>,
    /// Clauses that hold in the variant, in the order of [`OptionKey`], one for each stated option.
    pub clauses: Vec<Clause>,
    /// PDN `GameType` tag of the game, if the standard has one.
    pub game_type: Option<String>,
    /// Names and colours of the sides, indexed by side.
    pub sides: [SideInfo; 2],
    /// Names of the ranks, the lowest first; `None` for a rank that the game does not name.
    pub ranks: [Option<Noun>; 3],
}

/// A countable noun in every language. Spanish and French forms begin with their article, which shows the gender.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Noun {
    /// Singular form in each language.
    pub one: Words,
    /// Plural form in each language.
    pub many: Words,
}

impl Noun {
    /// Returns the singular without its article, for labels.
    pub fn bare(&self, language: Language) -> &str {
        language.without_article(self.one.get_as_name(language))
    }
}

/// Names and colour of one side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideInfo {
    /// Colour of the side's pieces.
    pub colour: Colour,
    /// Name of the side in each language.
    pub name: Words,
    /// Names of this side's ranks where they differ from the game's, the lowest first.
    pub ranks: [Option<Noun>; 3],
}

/// Authority of a clause: the key `standing` in game files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClauseStanding {
    /// A source states the rule.
    Source,
    /// A published reconstruction fills a gap in the sources.
    Reconstruction,
    /// The authors of Quirkat read the sources this way.
    Ours,
}

/// One option as stated in a game file, with its source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// The option that is set.
    pub key: OptionKey,
    /// Word of the chosen value.
    pub value: String,
    /// Book and page, site or rule; empty if the clause cites no source.
    pub source: String,
    /// Authority on which the choice rests.
    pub standing: ClauseStanding,
}

/// Summary of a game for a gallery.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GalleryEntry {
    /// Place where the game is played, or the people who play it.
    pub place: Words,
    /// Time of origin or of the first description, as vague as the sources.
    pub time: Words,
    /// Estimated duration of a game between two people: 5 to 180 minutes.
    pub minutes: u8,
    /// Estimated effort to learn to play well: 1 (little) to 3 (much).
    pub difficulty: u8,
    /// Group of the game in lists, where the rules alone do not show it.
    pub kind: Option<GameKind>,
}

/// Group of a game in lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameKind {
    /// Rows of three are made.
    Mills,
    /// Few pieces play against many.
    Hunt,
    /// Captured pieces are put under the capturing piece.
    Towers,
    /// Draughts.
    Draughts,
    /// Other games of capture.
    War,
}

impl GameKind {
    /// All kinds.
    pub const ALL: [GameKind; 5] =
        [GameKind::Mills, GameKind::Hunt, GameKind::Towers, GameKind::Draughts, GameKind::War];

    /// Returns the word of the kind in files and in JSON.
    pub fn word(self) -> &'static str {
        match self {
            GameKind::Mills => "mills",
            GameKind::Hunt => "hunt",
            GameKind::Towers => "towers",
            GameKind::Draughts => "draughts",
            GameKind::War => "war",
        }
    }
}
