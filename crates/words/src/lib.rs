//! The rules of a game in words, made from the ruleset value itself.
//!
//! The legal turns and this text come from the same [`Ruleset`]: what a person reads is what the engine does, house rules
//! included. Every sentence knows the options that it puts into words and where those choices come from, so that people
//! see wherever they read the rules what a source says, what is somebody's reconstruction and what is our own reading.
//!
//! Each part of the rules is a file of its own (`setting`, `moving`, `capturing`, …), which decides *what* is said: which
//! sentence, with which words in its slots, and on which options it rests. Options are matched without a catch-all: when a
//! value is added, the compiler asks for its sentence, and when an option is added, `labels` asks for its words.
//!
//! *How* it is said is a matter of the languages. Each is a folder under `languages`, with a file of sentences for each
//! part, and a file of grammar under `grammar`; no part knows one. What may stand in the slots of a sentence is told at the
//! head of [`mod@texts`]. A language is added as such a folder, such a file and the lines that the compiler then asks for.

mod aspects;
mod bibtex;
mod board;
mod capturing;
mod choosing;
mod citations;
mod closing;
mod counts;
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
pub use refusals::{ErrorText, alternatives, refusal_in_words, why_in_words};
pub use speech::side;
pub use texts::Texts;
pub use turn::{turn_in_words, turns_in_words};

use labels::{choice, value};
use quirkat_rules::{ClauseStanding, Language, OptionKey, Options, Ruleset};
use speech::{Rule, Speech};
use std::sync::LazyLock;

/// All sentences of all languages.
pub static TEXTS: LazyLock<Texts> = LazyLock::new(|| {
    texts!("../languages":
        "board" "capturing" "choosing" "closing" "counts" "ending" "family" "findings" "headings" "huffing" "hunt" "mills" "moving" "naming"
        "opening" "options" "outcome" "places" "placing" "plain" "position" "promotion" "ranks" "refusals" "runs" "setting" "towers"
        "turn" "values" "ways"
    )
});

/// The rules of one ruleset in one language.
///
/// `Display` writes it as plain text of 80 columns; [`RulesText::plain`] takes any width.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesText {
    /// The language of the text; the titles of the sources are what they are.
    pub language: Language,
    /// The game's name.
    pub game: String,
    /// The variant's name; the game's where house rules change what the variant's tells.
    pub variant: String,
    /// What the game is and where it comes from; may be empty.
    pub about: String,
    /// Who invented the game, where that is one person and known.
    pub inventor: Option<String>,
    /// What is to be said about the variant alone; may be empty.
    pub note: String,
    /// The rules, in the customary order. Sections without sentences are left out.
    pub sections: Vec<RulesSection>,
    /// Where the options differ from those of the variant.
    pub house_rules: Vec<HouseRule>,
    /// What the game and the variant were written down in.
    pub sources: Vec<String>,
}

/// A part of the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesSection {
    /// What it is about.
    pub topic: RulesTopic,
    /// Its heading.
    pub heading: &'static str,
    /// Its sentences, to be read one after another.
    pub sentences: Vec<RuleSentence>,
}

/// The parts of the rules, in the customary order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RulesTopic {
    /// The board and the pieces on it before the first turn.
    Setup,
    /// Who starts.
    Start,
    /// What comes before the usual turns: stones that leave a full board, placing, a handicap; only where there is any.
    Opening,
    /// Turns, and moving without a capture; only where pieces move.
    Moving,
    /// Capturing; only where there is any.
    Capturing,
    /// What a man becomes, and what it can do then; only where there is promotion.
    Promotion,
    /// Huffing; only where pieces can be huffed.
    Huffing,
    /// The closing of the board; only where it closes.
    Closing,
    /// How the game is won and lost.
    End,
    /// How it is drawn.
    Draws,
}

/// One rule in words: a sentence, sometimes two that belong together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleSentence {
    /// Which sentence of its part of the rules it is, as `capturing.duty`: the same in every language.
    pub name: &'static str,
    /// The words.
    pub text: String,
    /// The choices that they put into words; empty for what all the rulesets of a family have in common.
    pub grounds: Vec<Ground>,
}

/// A choice among rules, and what it rests on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ground {
    /// The option's key.
    pub key: &'static str,
    /// Its value, as after `--rule key=`.
    pub value: String,
    /// What the choice rests on.
    pub basis: Basis,
}

/// What a choice among rules rests on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Basis {
    /// The game file states it.
    Stated {
        /// How firm it is.
        standing: ClauseStanding,
        /// Book and page, site, rule; empty where nothing is cited.
        source: String,
    },
    /// The players depart from the variant.
    HouseRule,
    /// The game file says nothing about it: it is as in most games.
    Unstated,
}

impl Basis {
    /// What the choice rests on as one word, for programs.
    pub fn word(&self) -> &'static str {
        match self {
            Basis::Stated { standing: ClauseStanding::Source, .. } => "source",
            Basis::Stated { standing: ClauseStanding::Reconstruction, .. } => "reconstruction",
            Basis::Stated { standing: ClauseStanding::Ours, .. } => "ours",
            Basis::HouseRule => "house_rule",
            Basis::Unstated => "unstated",
        }
    }

    /// Book and page, site, rule; empty where nothing is cited.
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
    /// What is played: the option, its value, and both in words.
    pub choice: ChoiceWords,
    /// In words, what the variant has in its place.
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
/// assert_eq!(text.sections[1].sentences[0].text, "The players agree on who starts.");
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
        sources: without_repeats(&ruleset.info.sources),
    }
}

impl RulesText {
    /// The names of the game and of the variant, and whether house rules change it.
    pub fn title(&self) -> String {
        title(names(&self.game, &self.variant, self.language), !self.house_rules.is_empty(), self.language)
    }

    /// Who invented the game, as a line under its title: "Invented by …".
    pub fn credit(&self) -> Option<String> {
        let credit = |inventor: &String| TEXTS.say(self.language, "plain.credit", &[texts::text("inventor", inventor)]);
        self.inventor.as_ref().map(credit)
    }
}

impl RulesTopic {
    /// Every topic, in the customary order.
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

/// The sources, each once: a variant's own is often among the game's.
fn without_repeats(sources: &[String]) -> Vec<String> {
    let mut known: Vec<String> = vec![];
    for source in sources {
        if !known.contains(source) {
            known.push(source.clone());
        }
    }
    known
}

/// The names of the game and of the variant, as [`RulesText::title`].
pub fn title_in_words(ruleset: &Ruleset, language: Language) -> String {
    title(names_in_words(ruleset, language), !ruleset.house_rules.is_empty(), language)
}

/// The names of the game and of the variant, without a word on house rules: the game's alone where the variant has no other.
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

/// What is played otherwise than the variant says, as in [`RulesText::house_rules`].
pub fn house_rules_in_words(ruleset: &Ruleset, language: Language) -> Vec<HouseRule> {
    let stated = ruleset.info.clauses.iter().map(|clause| (clause.key, clause.value.as_str()));
    let published = Options::default().with(stated).unwrap_or_default();
    let (say, published) = (Speech::new(ruleset, language), Speech::with(ruleset, &published, language));
    let changed =
        OptionKey::ALL.into_iter().filter(|key| ruleset.house_rules.iter().any(|(changed, _)| changed == key));
    changed.map(|key| HouseRule { choice: choice(key, &say), instead_of: value(key, &published) }).collect()
}
