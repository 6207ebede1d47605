//! Puts the rules of a game into words, generated from the ruleset itself.
//!
//! The legal turns and this text come from the same [`Ruleset`], so that the text describes what the engine does, house
//! rules included. Every sentence carries the options that it describes and the basis of each choice: a source, a
//! reconstruction or our own reading.
//!
//! Each part of the rules is a file (`setting`, `moving`, `capturing`, …). It chooses the sentence, the words in its
//! slots and the options on which it rests. Matches on options have no catch-all: the compiler demands a sentence for a
//! new value, and `labels` demands words for a new option.
//!
//! The wording belongs to the languages. Each language is a folder under `languages`, with a file of sentences for each
//! part, and a file of grammar under `grammar`. No part depends on a particular language. [`mod@texts`] documents the
//! slots of a sentence. To add a language, add the folder, the grammar file and the lines that the compiler then
//! demands.

mod aspects;
mod bibtex;
mod board;
mod capturing;
mod choosing;
mod citations;
mod closing;
mod counts;
mod custodial;
mod ending;
mod family;
mod grammar;
mod huffing;
mod hunt;
mod labels;
mod mills;
mod moving;
mod naming;
mod nouns;
mod opening;
mod outcome;
mod places;
mod placing;
mod plain;
mod position;
mod promotion;
mod ranks;
mod refusals;
mod runs;
mod setting;
mod speech;
pub mod texts;
mod towers;
mod triangles;
mod turn;
mod values;
mod ways;

pub use aspects::{RuleAspect, sentences_about, sentences_for_refusal, vocabulary};
pub use bibtex::{BibEntry, group_thousands};
pub use citations::{citation_in_words, translated_citations};
pub use family::{bond_in_words, bond_meaning, family_in_words, member_in_words};
pub use grammar::{Name, Noun};
pub use labels::{ChoiceWords, choices_in_words, option_value_in_words};
pub use outcome::outcome_in_words;
pub use position::{counted, position_in_words};
pub use refusals::{ErrorText, allowed_values, alternatives, record_notes, refusal_in_words, why_in_words};
pub use speech::side;
pub use texts::Texts;
pub use turn::{move_in_words, turn_in_words, turns_in_words};

use labels::{choice, value};
use quirkat_rules::{ClauseStanding, Language, OptionKey, Options, Ruleset};
use speech::{Rule, Speech};
use std::sync::LazyLock;

/// Sentences of this crate in all languages.
pub static TEXTS: LazyLock<Texts> = LazyLock::new(|| {
    texts!("../languages":
        "board" "capturing" "choosing" "closing" "counts" "custodial" "ending" "family" "findings" "headings" "huffing" "hunt" "mills" "moving" "naming"
        "opening" "options" "outcome" "places" "placing" "plain" "position" "promotion" "ranks" "refusals" "runs" "setting" "towers"
        "turn" "values" "ways"
    )
});

/// Rules of one ruleset in one language.
///
/// `Display` writes it as plain text of 80 columns; [`RulesText::plain`] takes any width.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesText {
    /// Language of the text. Titles of sources are not translated, notes on them are.
    pub language: Language,
    /// Name of the game, in the language of the text.
    pub game: String,
    /// Name of the variant; the game's name if house rules contradict the variant's name.
    pub variant: String,
    /// Description and origin of the game; may be empty.
    pub about: String,
    /// Inventor of the game, if it is one known person.
    pub inventor: Option<String>,
    /// Note on the variant alone; may be empty.
    pub note: String,
    /// Rules in the customary order. Sections without sentences are left out.
    pub sections: Vec<RulesSection>,
    /// Options that differ from those of the variant.
    pub house_rules: Vec<HouseRule>,
    /// Sources of the game and of the variant.
    pub sources: Vec<String>,
}

/// One section of the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesSection {
    /// Subject of the section, the same in every language.
    pub topic: RulesTopic,
    /// Heading in the language of the text.
    pub heading: &'static str,
    /// Sentences of the section, in reading order.
    pub sentences: Vec<RuleSentence>,
}

/// Sections of the rules, in the customary order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RulesTopic {
    /// Board, and pieces on it before the first turn.
    Setup,
    /// Side that starts, and the alternation of turns.
    Start,
    /// Phases before the usual turns: stones that leave a full board, placing, a handicap. Only if the game has one.
    Opening,
    /// Turns, and moves that capture nothing. Only if pieces move.
    Moving,
    /// Captures. Only if the game has them.
    Capturing,
    /// Promotion of men and powers of promoted pieces. Only if the game has promotion.
    Promotion,
    /// Huffing. Only if pieces can be huffed.
    Huffing,
    /// Closing of the board. Only if it closes.
    Closing,
    /// Wins and losses, and the events that end the game.
    End,
    /// Draws, by rule and by agreement.
    Draws,
}

/// One rule in words: a sentence, sometimes two that belong together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleSentence {
    /// Name of the sentence, such as `capturing.duty`: the same in every language.
    pub name: &'static str,
    /// Text of the sentence, in the language of the rules.
    pub text: String,
    /// Choices that the sentence describes; empty if all rulesets of a family share it.
    pub grounds: Vec<Ground>,
}

impl RuleSentence {
    /// Returns whether the sentence describes a choice of this option.
    pub fn rests_on(&self, key: OptionKey) -> bool {
        self.grounds.iter().any(|ground| ground.key == key.name())
    }
}

/// Choice of an option's value, with its basis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ground {
    /// Key of the option, as in game files.
    pub key: &'static str,
    /// Value as in `--rule key=value`.
    pub value: String,
    /// Basis of the choice, such as a source.
    pub basis: Basis,
}

/// Basis of a choice among rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Basis {
    /// Statement of the game file.
    Stated {
        /// How well the sources support the clause.
        standing: ClauseStanding,
        /// Book and page, site or rule; empty if the clause cites nothing.
        source: String,
    },
    /// Departure of the players from the variant.
    HouseRule,
    /// No statement in the game file: the default of most games applies.
    Unstated,
}

impl Basis {
    /// Returns the kind of basis as one word, for programs.
    pub fn word(&self) -> &'static str {
        match self {
            Basis::Stated { standing: ClauseStanding::Source, .. } => "source",
            Basis::Stated { standing: ClauseStanding::Reconstruction, .. } => "reconstruction",
            Basis::Stated { standing: ClauseStanding::Ours, .. } => "ours",
            Basis::HouseRule => "house_rule",
            Basis::Unstated => "unstated",
        }
    }

    /// Returns book and page, site or rule; empty if the clause cites nothing.
    pub fn source(&self) -> &str {
        match self {
            Basis::Stated { source, .. } => source,
            Basis::HouseRule | Basis::Unstated => "",
        }
    }
}

/// One departure from the variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HouseRule {
    /// Option as it is played, with its value, both in words.
    pub choice: ChoiceWords,
    /// Value of the variant, in words.
    pub instead_of: String,
}

/// Puts a ruleset into words.
///
/// # Examples
/// ```
/// use quirkat_rules::{Language, find_game};
/// use quirkat_words::rules_in_words;
/// let ruleset = find_game("alquerque").unwrap().ruleset(None, &[("capture", "optional")])?;
/// let text = rules_in_words(&ruleset, Language::En);
/// assert_eq!(text.title(), "Alquerque: Walker's rules, with house rules");
/// assert_eq!(text.sections[1].sentences[0].text, "Who starts is drawn by lot or agreed by the players.");
/// assert_eq!(text.house_rules[0].choice.key, "capture");
/// # Ok::<(), quirkat_rules::RulesetError>(())
/// ```
pub fn rules_in_words(ruleset: &Ruleset, language: Language) -> RulesText {
    let say = Speech::new(ruleset, language);
    let section = |topic: RulesTopic| RulesSection {
        topic,
        heading: topic.heading(&say),
        sentences: topic.rules(&say).into_iter().map(|rule| sentence(rule, ruleset, language)).collect(),
    };
    RulesText {
        language,
        game: ruleset.info.name.get(language).to_owned(),
        variant: ruleset.info.variant_name.get(language).to_owned(),
        about: ruleset.info.story.get(language).to_owned(),
        inventor: ruleset.info.inventor.clone(),
        note: ruleset.info.note.get(language).to_owned(),
        sections: RulesTopic::ALL.map(section).into_iter().filter(|section| !section.sentences.is_empty()).collect(),
        house_rules: house_rules_in_words(ruleset, language),
        sources: without_repeats(&ruleset.info.sources)
            .iter()
            .map(|source| citation_in_words(source, language).to_owned())
            .collect(),
    }
}

/// Names of the sentences of [`RulesText::in_short`].
const ESSENTIALS: &[&str] = &[
    "setting.starts",
    "setting.by_lot",
    "setting.by_agreement",
    "setting.by_lot_or_agreement",
    "opening.first",
    "opening.second",
    "placing.place_only",
    "placing.place_first",
    "placing.one_side",
    "towers.column",
    "moving.captures_only",
    "moving.anywhere",
    "moving.steps",
    "moving.steps_along_lines",
    "moving.steps_ways",
    "hunt.captors",
    "capturing.leap",
    "capturing.bent_leap",
    "capturing.squares_in_rows",
    "capturing.points_in_rows",
    "runs.steps",
    "runs.approach",
    "runs.withdrawal",
    "runs.row",
    "custodial.enclosing",
    "custodial.one",
    "custodial.rows",
    "towers.under",
    "capturing.duty",
    "capturing.duty_none",
    "capturing.duty_or_huff",
    "capturing.duty_with_men",
    "choosing.duty_to_claim",
    "mills.mill",
    "promotion.reaches",
    "promotion.ends_turn",
    "custodial.promotion",
    "promotion.leaps_on_as_man",
    "promotion.leaps_on_as_king",
    "promotion.stops",
    "promotion.short",
    "promotion.long",
    "mills.win",
    "hunt.takes_all",
    "hunt.takes_all_loses",
    "hunt.toll",
    "hunt.shut_in",
    "hunt.shut_in_wins",
    "ending.no_column",
    "ending.no_column_wins",
    "ending.no_pieces",
    "ending.no_pieces_wins",
    "ending.no_pieces_nor_hand",
    "ending.no_pieces_nor_hand_wins",
    "ending.toll",
    "ending.blocked_loses",
    "ending.blocked_wins",
    "ending.blocked_draws",
    "ending.blocked_last_higher",
    "ending.blocked_last_higher_wins",
    "promotion.wins",
    "ranks.king_lost",
    "ranks.king_lost_or_alone",
    "ending.count",
];

impl RulesText {
    /// Returns the names of the game and of the variant, with a mention of house rules if there are any.
    pub fn title(&self) -> String {
        title(names(&self.game, &self.variant, self.language), !self.house_rules.is_empty(), self.language)
    }

    /// Returns the sentences that a first game needs: who starts, how pieces move and capture, and who wins.
    pub fn in_short(&self) -> impl Iterator<Item = &RuleSentence> {
        let sentences = self.sections.iter().flat_map(|section| &section.sentences);
        sentences.filter(|sentence| ESSENTIALS.contains(&sentence.name))
    }

    /// Returns the inventor as a line under the title: "Invented by …".
    pub fn credit(&self) -> Option<String> {
        let credit = |inventor: &String| TEXTS.say(self.language, "plain.credit", &[texts::text("inventor", inventor)]);
        self.inventor.as_ref().map(credit)
    }
}

impl RulesTopic {
    /// All sections, in the customary order.
    pub const ALL: [RulesTopic; 10] = [
        RulesTopic::Setup,
        RulesTopic::Start,
        RulesTopic::Opening,
        RulesTopic::Moving,
        RulesTopic::Capturing,
        RulesTopic::Promotion,
        RulesTopic::Huffing,
        RulesTopic::Closing,
        RulesTopic::End,
        RulesTopic::Draws,
    ];

    fn heading(self, say: &Speech<'_>) -> &'static str {
        let key = match self {
            RulesTopic::Setup => "headings.setup",
            RulesTopic::Start => "headings.start",
            RulesTopic::Opening if say.has_placing() => "headings.placing",
            RulesTopic::Opening => "headings.opening",
            RulesTopic::Moving => "headings.moving",
            RulesTopic::Capturing => "headings.capturing",
            RulesTopic::Promotion => "headings.promotion",
            RulesTopic::Huffing => "headings.huffing",
            RulesTopic::Closing => "headings.closing",
            RulesTopic::End => "headings.end",
            RulesTopic::Draws => "headings.draws",
        };
        TEXTS.words(say.language, key)
    }

    fn rules(self, say: &Speech<'_>) -> Vec<Rule> {
        match self {
            RulesTopic::Setup => setting::setup(say),
            RulesTopic::Start => setting::start(say),
            RulesTopic::Opening => opening::rules(say),
            RulesTopic::Moving => moving::rules(say),
            RulesTopic::Capturing => capturing::rules(say),
            RulesTopic::Promotion => promotion::rules(say),
            RulesTopic::Huffing => huffing::rules(say),
            RulesTopic::Closing => closing::rules(say),
            RulesTopic::End => ending::end(say),
            RulesTopic::Draws => ending::draws(say),
        }
    }
}

fn sentence(rule: Rule, ruleset: &Ruleset, language: Language) -> RuleSentence {
    let grounds = rule.keys.iter().map(|&key| ground(key, ruleset, language)).collect();
    RuleSentence { name: rule.name, text: rule.text, grounds }
}

fn ground(key: OptionKey, ruleset: &Ruleset, language: Language) -> Ground {
    let is_house_rule = ruleset.house_rules.iter().any(|&(changed, _)| changed == key);
    let basis = match ruleset.info.clauses.iter().find(|clause| clause.key == key) {
        _ if is_house_rule => Basis::HouseRule,
        Some(clause) => {
            let source = citation_in_words(&clause.source, language).to_owned();
            Basis::Stated { standing: clause.standing, source }
        }
        None => Basis::Unstated,
    };
    Ground { key: key.name(), value: key.value(&ruleset.options), basis }
}

/// Removes repeated sources: a variant often cites a source of its game.
fn without_repeats(sources: &[String]) -> Vec<String> {
    let mut known: Vec<String> = vec![];
    for source in sources {
        if !known.contains(source) {
            known.push(source.clone());
        }
    }
    known
}

/// Joins names as in `a, b and c`. Semicolons separate names if one of them contains a comma.
///
/// # Examples
/// ```
/// use quirkat_rules::Language;
/// use quirkat_words::list_in_words;
/// assert_eq!(list_in_words(&["Walker", "Bell", "Smith"], Language::En), "Walker, Bell and Smith");
/// assert_eq!(list_in_words(&["Smith, 8 × 8", "Bell"], Language::Fr), "Smith, 8 × 8\u{202f}; Bell");
/// ```
pub fn list_in_words(names: &[&str], language: Language) -> String {
    if names.len() > 1 && names.iter().any(|name| name.contains(',')) {
        return names.join(if language == Language::Fr { "\u{202f}; " } else { "; " });
    }
    let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
    grammar::of(language).list(&names)
}

/// Returns the names of the game and of the variant, as [`RulesText::title`].
pub fn title_in_words(ruleset: &Ruleset, language: Language) -> String {
    title(names_in_words(ruleset, language), !ruleset.house_rules.is_empty(), language)
}

/// Returns the names of the game and of the variant without house rules; the game's alone if the variant has the same
/// name.
pub fn names_in_words(ruleset: &Ruleset, language: Language) -> String {
    let [game, variant] = [&ruleset.info.name, &ruleset.info.variant_name].map(|words| words.get(language));
    names(game, variant, language)
}

fn names(game: &str, variant: &str, language: Language) -> String {
    if game == variant {
        return game.to_owned();
    }
    TEXTS.say(language, "plain.title", &[texts::text("game", game), texts::text("variant", variant)])
}

fn title(names: String, is_changed: bool, language: Language) -> String {
    if !is_changed {
        return names;
    }
    TEXTS.say(language, "plain.changed_title", &[texts::text("names", names)])
}

/// Returns the departures from the variant, as [`RulesText::house_rules`].
pub fn house_rules_in_words(ruleset: &Ruleset, language: Language) -> Vec<HouseRule> {
    let stated = ruleset.info.clauses.iter().map(|clause| (clause.key, clause.value.as_str()));
    let published = Options::default().with(stated).unwrap_or_default();
    let (say, published) = (Speech::new(ruleset, language), Speech::with(ruleset, &published, language));
    let changed =
        OptionKey::ALL.into_iter().filter(|key| ruleset.house_rules.iter().any(|(changed, _)| changed == key));
    changed.map(|key| HouseRule { choice: choice(key, &say), instead_of: value(key, &published) }).collect()
}
