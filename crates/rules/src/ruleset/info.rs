//! What people tell of a game beside its law: its names, its story, where its rules come from.

use super::NativeName;
use crate::files::Colour;
use crate::ground::language::{Language, Words};
use crate::options::OptionKey;

/// What is told of one variant of one game; no rule depends on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesetInfo {
    /// The game's name.
    pub name: Words,
    /// The variant's name, and the game's where the variant's tells of an option that house rules change.
    pub variant_name: Words,
    /// What is to be said about the variant alone; empty where house rules change what the variant states.
    pub note: Words,
    /// What the game is and where it comes from.
    pub story: Words,
    /// Who invented the game, where that is one person and known.
    pub inventor: Option<String>,
    /// What those who play the game call it.
    pub native: Vec<NativeName>,
    /// Positions by which the sources show a capture that goes on, as FEN.
    pub shown: Vec<String>,
    /// What the game and the variant were written down in.
    pub sources: Vec<String>,
    /// The stated choices with their sources, each key once.
    pub clauses: Vec<Clause>,
    /// The tag by which other programs know the game in PDN records, where the standard has one.
    pub game_type: Option<String>,
    /// What the sides are called, the first player's first.
    pub sides: [SideInfo; 2],
    /// What the ranks are called, the lowest first; none where the game does not name it.
    pub ranks: [Option<Noun>; 3],
}

/// A countable word in every language: one and many. Spanish and French forms carry their article, which tells the gender.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Noun {
    /// One of them.
    pub one: Words,
    /// Many of them.
    pub many: Words,
}

impl Noun {
    /// One of them without its article, as labels have it.
    pub fn bare(&self, language: Language) -> &str {
        let one = self.one.get(language);
        match one.split_once(' ') {
            Some((article, noun)) if language.articles().contains(&article) => noun,
            _ => one,
        }
    }
}

/// What a side is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideInfo {
    /// The colour of its pieces.
    pub colour: Colour,
    /// Its name.
    pub name: Words,
    /// What its ranks are called, where they have names of their own, the lowest first.
    pub ranks: [Option<Noun>; 3],
}

/// Where a choice among rules comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClauseStanding {
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
    /// The option.
    pub key: OptionKey,
    /// Its value.
    pub value: String,
    /// Where the choice comes from: book and page, site, rule; empty where nothing is cited.
    pub source: String,
    /// How firm it is.
    pub standing: ClauseStanding,
}

/// What people want to know of a game before they read about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GalleryEntry {
    /// Where it is played, or whose it is.
    pub place: Words,
    /// Since when, or when somebody first described it; vague where the sources are.
    pub time: Words,
    /// How long a game lasts between two people, from 5 to 180 minutes, by the author's judgement.
    pub minutes: u8,
    /// How much there is to learn before one plays well, from 1 (little) to 3 (much), by the author's judgement.
    pub difficulty: u8,
}
