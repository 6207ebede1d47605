//! Rules of a variant in words, with their sources.

use crate::board::Board;
use crate::names::Names;
use crate::position::Position;
use quirkat_rules::{Colour, Language, Rank, Ruleset};
use quirkat_words::{RuleSentence, RulesSection, choices_in_words, rules_in_words};
use serde::{Deserialize, Serialize};

/// A variant with its house rules: board, start position, and rules in words of one language.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Rules {
    /// Title of the game and its variant: `alquerque:walker`.
    pub game: String,
    /// House rules, each as `key=value`.
    pub rules: Vec<String>,
    /// Version of the published rules, which grows with every change of the legal turns or the ends.
    pub version: u32,
    /// Name of the game in every language.
    pub name: Names,
    /// Name of the variant in every language.
    pub variant_name: Names,
    /// Names of the sides, the first side first.
    pub sides: [SideNames; 2],
    /// Points and lines of the board.
    pub board: Board,
    /// Drawing of the board; absent where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawing: Option<Drawing>,
    /// Position before the first turn.
    pub start: Position,
    /// Two-letter code of the language of all texts below.
    pub language: String,
    /// Description and origin of the game; may be empty.
    pub about: String,
    /// Inventor of the game; `null` where it has none that is known.
    pub inventor: Option<String>,
    /// Note about this variant; may be empty.
    pub note: String,
    /// Rules in the customary order.
    pub sections: Vec<Section>,
    /// All options with their values.
    pub options: Vec<Choice>,
    /// Sources of the game and of the variant.
    pub sources: Vec<String>,
}

/// Names of a side and of its pieces.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SideNames {
    /// Name of the side in every language.
    pub name: Names,
    /// Colour of its pieces: `white` or `black`.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["white", "black"])))]
    pub colour: String,
    /// Names of its men, princes and kings; `null` where the game does not name the rank.
    pub ranks: [Option<Names>; 3],
}

/// Location of the drawing of a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Drawing {
    /// URL path of the SVG file.
    pub svg: String,
    /// Frame of the drawing: left, top, width and height in units of 1/100 grid step; `y` grows downwards.
    pub frame: [i32; 4],
}

/// A section of the rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Section {
    /// Heading of the section, in one language.
    pub heading: String,
    /// Sentences of the section in reading order.
    pub sentences: Vec<Sentence>,
}

/// A sentence of the rules with the options behind it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sentence {
    /// Words of the sentence, in one language.
    pub text: String,
    /// Options that the sentence expresses.
    pub grounds: Vec<Ground>,
}

/// An option with its value and the basis of that value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ground {
    /// Key of the option, such as `capture`.
    pub key: String,
    /// Value of the option, as in `key=value`.
    pub value: String,
    /// Basis of the value.
    #[cfg_attr(
        feature = "schema",
        schemars(extend("enum" = ["source", "reconstruction", "ours", "house_rule", "unstated"]))
    )]
    pub standing: String,
    /// Citation: book and page, site or rule; empty where none is given.
    pub source: String,
}

/// An option with its value in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Choice {
    /// Key of the option, such as `capture`.
    pub key: String,
    /// Value of the option, as in `key=value`.
    pub value: String,
    /// Description of the option, in one language.
    pub key_words: String,
    /// Description of the value, in one language.
    pub value_words: String,
    /// Description of the variant's own value, where a house rule replaces it; `null` otherwise.
    pub instead_of: Option<String>,
}

impl Rules {
    /// Describes a ruleset in one language.
    pub fn new(ruleset: &Ruleset, language: Language) -> Rules {
        let words = rules_in_words(ruleset, language);
        let choices = choices_in_words(ruleset, language).into_iter().map(|choice| Choice {
            key: choice.key.to_string(),
            instead_of: words
                .house_rules
                .iter()
                .find(|rule| rule.choice.key == choice.key)
                .map(|rule| rule.instead_of.clone()),
            value: choice.value,
            key_words: choice.key_words,
            value_words: choice.value_words,
        });
        Rules {
            game: ruleset.title(),
            rules: ruleset.house_rule_texts(),
            version: ruleset.version,
            name: Names::from(&ruleset.info.name),
            variant_name: Names::from(&ruleset.info.variant_name),
            sides: quirkat_rules::Side::BOTH.map(|side| side_names(ruleset, side)),
            board: Board::from(&*ruleset.board),
            drawing: None,
            start: Position::start(ruleset),
            language: language.code().to_owned(),
            options: choices.collect(),
            about: words.about,
            inventor: words.inventor,
            note: words.note,
            sections: words.sections.into_iter().map(section).collect(),
            sources: words.sources,
        }
    }
}

fn side_names(ruleset: &Ruleset, side: quirkat_rules::Side) -> SideNames {
    let colour = match ruleset.colour(side) {
        Colour::White => "white",
        Colour::Black => "black",
    };
    SideNames {
        name: Names::from(&ruleset.info.sides[side.index()].name),
        colour: colour.to_owned(),
        ranks: Rank::ALL.map(|rank| ruleset.rank_name(Some(side), rank).map(|noun| Names::from(&noun.one))),
    }
}

impl From<RuleSentence> for Sentence {
    fn from(sentence: RuleSentence) -> Sentence {
        let ground = |ground: quirkat_words::Ground| Ground {
            key: ground.key.to_string(),
            standing: ground.basis.word().to_owned(),
            source: ground.basis.source().to_owned(),
            value: ground.value,
        };
        Sentence { text: sentence.text, grounds: sentence.grounds.into_iter().map(ground).collect() }
    }
}

fn section(section: RulesSection) -> Section {
    let sentences = section.sentences.into_iter().map(Sentence::from).collect();
    Section { heading: section.heading.to_owned(), sentences }
}
