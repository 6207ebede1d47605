//! What outside engines do wrong.

use quirkat_rules::{AnyGame, Ruleset, TurnError, write_fen};
use std::time::Duration;
use thiserror::Error;

/// Why an outside engine gives no turn.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OutsideError {
    /// The program cannot be started.
    #[error("cannot start {program}: {why}")]
    Start {
        /// The program.
        program: String,
        /// What the system says.
        why: String,
    },
    /// It has not said in time what was awaited.
    #[error("no `{awaited}` came in {} s", .after.as_secs_f64())]
    Silent {
        /// The word that was awaited.
        awaited: &'static str,
        /// How long it was awaited.
        after: Duration,
    },
    /// It has ended.
    #[error(
        "it has ended before its `{awaited}`{}",
        .status.as_ref().map(|status| format!(" ({status})")).unwrap_or_default()
    )]
    Died {
        /// The word that was awaited.
        awaited: &'static str,
        /// What the system says of its end, if it says anything.
        status: Option<String>,
    },
    /// It does not keep to its protocol.
    #[error("it does not keep to the protocol: {0}")]
    Fault(#[from] Fault),
    /// It cannot be held to a number of nodes.
    #[error("it speaks Hub 1, which knows no limit of nodes")]
    NoNodes,
    /// It does not play the game of this title with these house rules, each as `key=value`.
    #[error("it does not play {title}{}", .rules.iter().map(|rule| format!(" {rule}")).collect::<String>())]
    UnknownGame {
        /// The game and its variant.
        title: String,
        /// The house rules.
        rules: Vec<String>,
    },
    /// It has no setting of this name.
    #[error("it has no setting `{found}`; allowed: {}", .allowed.join(", "))]
    UnknownSetting {
        /// The name.
        found: String,
        /// The settings that it has.
        allowed: Vec<String>,
    },
    /// It has played what is no legal turn.
    #[error("it plays `{}` in {position}: {why}", quirkat_rules::clip(.turn))]
    Illegal {
        /// What it has played.
        turn: String,
        /// The position, as FEN.
        position: String,
        /// Why that is no turn.
        why: Box<TurnError>,
    },
}

/// How an engine breaks its protocol.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// It says a line of more than so many bytes.
    #[error("a line has more than {0} bytes")]
    LongLine(usize),
    /// It says too much before it is ready.
    #[error("more than {most} bytes come before its `{awaited}`")]
    LongGreeting {
        /// The word that was awaited.
        awaited: &'static str,
        /// How many bytes are allowed.
        most: usize,
    },
    /// It says a line that is no text.
    #[error("a line is not UTF-8")]
    NotUtf8,
    /// It answers by this word without a turn.
    #[error("`{0}` comes without a move")]
    NoTurn(&'static str),
    /// It refuses what it is told, in its own words.
    #[error("it refuses what it is told: {}", quirkat_rules::clip(.0))]
    Refusal(String),
}

impl OutsideError {
    /// The error of a turn that is not legal in a game's position.
    pub(super) fn illegal(game: &AnyGame, turn: String, why: TurnError) -> OutsideError {
        OutsideError::Illegal { turn, position: write_fen(game.ruleset(), &game.setup()), why: Box::new(why) }
    }

    /// The error of an engine that does not play a game.
    pub(super) fn unknown_game(ruleset: &Ruleset) -> OutsideError {
        OutsideError::UnknownGame { title: ruleset.title(), rules: ruleset.house_rule_texts() }
    }
}
