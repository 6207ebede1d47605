//! Ends of games.

use crate::names::Side;
use crate::rules::Sentence;
use quirkat_rules::{Language, Reason, Ruleset};
use quirkat_words::{RuleAspect, outcome_in_words, sentences_about};
use serde::{Deserialize, Serialize};

/// Reason of a game that ended on time. Clocks are not part of the rules.
pub const TIME: &str = "time";
/// Reason of a game that a player claimed because the opponent had stayed away.
pub const ABSENCE: &str = "absence";
/// Reason of a game that was called off before it had begun: no winner, and not a draw.
pub const CALLED_OFF: &str = "called_off";

/// End of a game: winner, reason and wording.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Outcome {
    /// Winner; `null` for a draw and for a game that was called off.
    pub winner: Option<Side>,
    /// Score as records write it, White's first; `*` for a game that was called off.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["1-0", "1/2-1/2", "0-1", "*"])))]
    pub result: String,
    /// Reason for the end, as one word.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = reasons())))]
    pub reason: String,
    /// Sentence that describes the end.
    pub words: String,
    /// Sentences of the rules that decided the game; empty where the end lies outside the rules.
    pub rules: Vec<Sentence>,
}

/// Returns the words of all reasons.
#[cfg(feature = "schema")]
pub(crate) fn reasons() -> Vec<&'static str> {
    Reason::ALL.into_iter().map(Reason::word).chain([TIME, ABSENCE, CALLED_OFF]).collect()
}

impl Outcome {
    /// Describes an end by the rules or by agreement in one language.
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

    /// Describes an end outside the rules with its reason and its sentence: [`TIME`] and [`ABSENCE`] have a winner,
    /// [`CALLED_OFF`] has none.
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
