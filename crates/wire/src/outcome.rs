//! How games end.

use crate::names::Side;
use quirkat_rules::{Language, Reason, Ruleset};
use quirkat_words::outcome_in_words;
use serde::{Deserialize, Serialize};

/// The reason of a game that ended because a player's time was over: clocks are no part of the rules.
pub const TIME: &str = "time";

/// How a game has ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Outcome {
    /// Who won; none is a draw.
    pub winner: Option<Side>,
    /// The score as records write it: White's, then Black's.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["1-0", "1/2-1/2", "0-1"])))]
    pub result: String,
    /// The reason as one word.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = reasons())))]
    pub reason: String,
    /// The end in words.
    pub words: String,
}

/// Every word that a reason may be.
#[cfg(feature = "schema")]
pub(crate) fn reasons() -> Vec<&'static str> {
    Reason::ALL.into_iter().map(Reason::word).chain([TIME]).collect()
}

impl Outcome {
    /// An end by the rules or by agreement, in words of a language.
    pub fn new(ruleset: &Ruleset, outcome: quirkat_rules::Outcome, language: Language) -> Outcome {
        Outcome {
            winner: outcome.winner.map(Side::from),
            result: outcome.result(ruleset.white()).to_owned(),
            reason: outcome.reason.word().to_owned(),
            words: outcome_in_words(ruleset, outcome, language),
        }
    }

    /// The end of a game in which the other side's time was over, and what is said of it.
    pub fn by_time(ruleset: &Ruleset, winner: quirkat_rules::Side, words: String) -> Outcome {
        let score = quirkat_rules::Outcome { winner: Some(winner), reason: Reason::Resignation };
        let result = score.result(ruleset.white()).to_owned();
        Outcome { winner: Some(winner.into()), result, reason: TIME.to_owned(), words }
    }
}
