//! Errors of outside engines.

use quirkat_rules::{AnyGame, Ruleset, TurnError, write_fen};
use std::time::Duration;
use thiserror::Error;

/// Reason why an outside engine gives no turn.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OutsideError {
    /// The program cannot be started.
    #[error("cannot start {program}: {why}")]
    Start {
        /// Name or path of the program.
        program: String,
        /// Message of the operating system.
        why: String,
    },
    /// The expected answer did not arrive in time.
    #[error("no `{awaited}` came in {} s", .after.as_secs_f64())]
    Silent {
        /// First word of the expected answer.
        awaited: &'static str,
        /// Time that the driver waited.
        after: Duration,
    },
    /// The program has ended.
    #[error(
        "it has ended before its `{awaited}`{}",
        .status.as_ref().map(|status| format!(" ({status})")).unwrap_or_default()
    )]
    Died {
        /// First word of the expected answer.
        awaited: &'static str,
        /// Exit status, if the operating system gives one.
        status: Option<String>,
    },
    /// The program breaks its protocol.
    #[error("it does not keep to the protocol: {0}")]
    Protocol(#[from] ProtocolError),
    /// The protocol of this name has no limit of nodes.
    #[error("it speaks {0}, which has no limit of nodes")]
    NoNodes(&'static str),
    /// There is no connection to the program.
    #[error("cannot connect to {address}: {why}")]
    Connect {
        /// Host and port.
        address: String,
        /// Message of the operating system.
        why: String,
    },
    /// The program runs on another machine, which was not allowed.
    #[error("{address} is on another machine, and DamExchange has no passwords; allowed: dxp:remote=true {address}")]
    NotLoopback {
        /// Host and port.
        address: String,
    },
    /// The engine declines a game.
    #[error("it declines the game")]
    Declined,
    /// The engine resigns the game.
    #[error("it resigns")]
    Resigned,
    /// The engine ends a game that is not over.
    #[error("it ends the game, which is not over")]
    EndedGame,
    /// The engine does not play the game.
    #[error("it does not play {title}{}", .rules.iter().map(|rule| format!(" {rule}")).collect::<String>())]
    UnknownGame {
        /// Title of the game and its variant.
        title: String,
        /// House rules as `key=value`.
        rules: Vec<String>,
    },
    /// The engine has no setting of this name.
    #[error("it has no setting `{found}`; allowed: {}", .allowed.join(", "))]
    UnknownSetting {
        /// The unknown name.
        found: String,
        /// Names of the engine's settings.
        allowed: Vec<String>,
    },
    /// The engine played an illegal turn.
    #[error("it plays `{}` in {position}: {why}", quirkat_rules::clip(.turn))]
    Illegal {
        /// The turn as the engine wrote it.
        turn: String,
        /// The position as FEN.
        position: String,
        /// Reason why the turn is illegal.
        why: Box<TurnError>,
    },
}

/// Violation of a protocol by an engine.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ProtocolError {
    /// A line exceeds this number of bytes.
    #[error("a line has more than {0} bytes")]
    LongLine(usize),
    /// The output before the engine is ready is too long.
    #[error("more than {most} bytes come before its `{awaited}`")]
    LongGreeting {
        /// First word of the expected answer.
        awaited: &'static str,
        /// Maximum number of bytes.
        most: usize,
    },
    /// A line is not UTF-8.
    #[error("a line is not UTF-8")]
    NotUtf8,
    /// The answer with this first word contains no move.
    #[error("`{0}` comes without a move")]
    NoTurn(&'static str),
    /// A message is invalid, for this reason.
    #[error("{0}")]
    Message(String),
    /// The engine rejected a command with this message.
    #[error("it refuses a command: {}", quirkat_rules::clip(.0))]
    Refusal(String),
}

impl OutsideError {
    /// Creates the error of an illegal turn.
    pub(super) fn illegal(game: &AnyGame, turn: String, why: TurnError) -> OutsideError {
        OutsideError::Illegal { turn, position: write_fen(game.ruleset(), &game.setup()), why: Box::new(why) }
    }

    /// Returns whether the engine can play another game.
    pub(super) fn ends_only_the_game(&self) -> bool {
        matches!(self, OutsideError::Declined | OutsideError::Resigned | OutsideError::EndedGame)
    }

    /// Creates the error of an engine that does not play a game.
    pub(super) fn unknown_game(ruleset: &Ruleset) -> OutsideError {
        OutsideError::UnknownGame { title: ruleset.title(), rules: ruleset.house_rule_texts() }
    }
}
