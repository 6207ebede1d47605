//! How games end.

use crate::names::Side;
use crate::rules::Sentence;
use quirkat_rules::{Language, Reason, Ruleset};
use quirkat_words::{RuleAspect, outcome_in_words, sentences_about};
use serde::{Deserialize, Serialize};

/// The reason of a game that ended because a player's time was over: clocks are no part of the rules.
pub const TIME: &str = "time";
/// The reason of a game that a player claimed, since the other one stayed away.
pub const ABSENCE: &str = "absence";
/// The reason of a game that was called off before it had begun: it has no winner, and is no draw.
pub const CALLED_OFF: &str = "called_off";

/// How a game has ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Outcome {
    /// Who won; none is a draw, or that the game was called off.
    pub winner: Option<Side>,
    /// The score as records write it: White's, then Black's; `*` where the game was called off.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["1-0", "1/2-1/2", "0-1", "*"])))]
    pub result: String,
    /// The reason as one word.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = reasons())))]
    pub reason: String,
    /// The end in words.
    pub words: String,
    /// The sentences of the rules that decided it; none where they know nothing of it.
    pub rules: Vec<Sentence>,
}

/// Every word that a reason may be.
#[cfg(feature = "schema")]
pub(crate) fn reasons() -> Vec<&'static str> {
    Reason::ALL.into_iter().map(Reason::word).chain([TIME, ABSENCE, CALLED_OFF]).collect()
}

impl Outcome {
    /// An end by the rules or by agreement, in words of a language.
    pub fn new(ruleset: &Ruleset, outcome: quirkat_rules::Outcome, language: Language) -> Outcome {
        Outcome {
            winner: outcome.winner.map(Side::from),
            result: outcome.result(ruleset.white()).to_owned(),
            reason: outcome.reason.word().to_owned(),
            words: outcome_in_words(ruleset, outcome, language),
            rules: sentences_about(ruleset, RuleAspect::End(outcome.reason), language)
                .into_iter()
                .map(Sentence::from)
                .collect(),
        }
    }

    /// An end of which the rules know nothing, by its reason, and what is said of it: [`TIME`], [`ABSENCE`] with a winner,
    /// [`CALLED_OFF`] without one.
    pub fn outside_rules(
        ruleset: &Ruleset,
        winner: Option<quirkat_rules::Side>,
        reason: &'static str,
        words: String,
    ) -> Outcome {
        let won = |winner| quirkat_rules::Outcome { winner: Some(winner), reason: Reason::Resignation };
        let result = winner.map_or("*", |winner| won(winner).result(ruleset.white())).to_owned();
        Outcome { winner: winner.map(Side::from), result, reason: reason.to_owned(), words, rules: vec![] }
    }
}
