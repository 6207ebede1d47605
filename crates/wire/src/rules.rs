//! The rules of a variant in words, with their sources.

use crate::board::Board;
use crate::names::Names;
use crate::position::Position;
use quirkat_rules::{Colour, Language, Rank, Ruleset};
use quirkat_words::{RuleSentence, RulesSection, choices_in_words, rules_in_words};
use serde::{Deserialize, Serialize};

/// One variant with its house rules: its board, its start, its rules in words of one language.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Rules {
    /// The game and its variant: `alquerque:walker`.
    pub game: String,
    /// The house rules, each as `key=value`.
    pub rules: Vec<String>,
    /// Changes whenever the legal turns or the ends of a published variant change.
    pub version: u32,
    /// The name of the game.
    pub name: Names,
    /// The name of the variant.
    pub variant_name: Names,
    /// The sides, the first one first.
    pub sides: [SideNames; 2],
    /// The board.
    pub board: Board,
    /// The drawing of the board, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawing: Option<Drawing>,
    /// The position before the first turn.
    pub start: Position,
    /// The language of all that follows, as a code of two letters.
    pub language: String,
    /// What the game is and where it comes from; may be empty.
    pub about: String,
    /// Who invented it, where that is one person and known.
    pub inventor: Option<String>,
    /// What is to be said about the variant alone; may be empty.
    pub note: String,
    /// The rules, in the customary order.
    pub sections: Vec<Section>,
    /// Every choice among rules.
    pub options: Vec<Choice>,
    /// What the game and the variant were written down in.
    pub sources: Vec<String>,
}

/// What a side and its pieces are called.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SideNames {
    /// Its name.
    pub name: Names,
    /// The colour of its pieces.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["white", "black"])))]
    pub colour: String,
    /// What its men, princes and kings are called; none where the game does not name the rank.
    pub ranks: [Option<Names>; 3],
}

/// Where a board is drawn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Drawing {
    /// The address of the drawing.
    pub svg: String,
    /// Its frame: left, top, width and height, where points are 100 apart for each step of `x` and `y`, and `y` grows
    /// downwards.
    pub frame: [i32; 4],
}

/// A part of the rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Section {
    /// Its heading.
    pub heading: String,
    /// Its sentences, to be read one after another.
    pub sentences: Vec<Sentence>,
}

/// One rule in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sentence {
    /// The words.
    pub text: String,
    /// The choices that they put into words.
    pub grounds: Vec<Ground>,
}

/// A choice among rules, and what it rests on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ground {
    /// The option's key.
    pub key: String,
    /// Its value.
    pub value: String,
    /// What the choice rests on.
    #[cfg_attr(
        feature = "schema",
        schemars(extend("enum" = ["source", "reconstruction", "ours", "house_rule", "unstated"]))
    )]
    pub standing: String,
    /// Book and page, site, rule; empty where nothing is cited.
    pub source: String,
}

/// A choice among rules, in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Choice {
    /// The option's key.
    pub key: String,
    /// Its value.
    pub value: String,
    /// What the option is about.
    pub key_words: String,
    /// What the value says about it.
    pub value_words: String,
    /// What the variant has in its place, where it is a house rule.
    pub instead_of: Option<String>,
}

impl Rules {
    /// The rules of a ruleset in words of a language.
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
