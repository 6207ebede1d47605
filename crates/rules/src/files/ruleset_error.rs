//! Why a game, a variant or a house rule is refused.

use super::layout::LayoutError;
use crate::ground::clip::clip;
use crate::options::{OptionError, OptionKey, RulesetCondition, listed};
use thiserror::Error;

/// Why a game, a variant or a house rule is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RulesetError {
    /// The game has no such variant.
    #[error("{game} has no variant `{}`; allowed: {}", clip(found), allowed.join(", "))]
    UnknownVariant {
        /// The game.
        game: String,
        /// What was asked for.
        found: String,
        /// The variants that there are.
        allowed: Vec<String>,
    },
    /// An option is refused.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// An option changes nothing here.
    #[error("option `{option}` has no effect in {game}; layout options allowed: {}", listed(allowed.iter().copied()))]
    UnusedOption {
        /// The game.
        game: String,
        /// The option.
        option: OptionKey,
        /// The options that do.
        allowed: Vec<OptionKey>,
    },
    /// The board or the setup that the options ask for cannot be made.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// An option contradicts another, the board or the setup.
    #[error("option `{option}` cannot be `{value}` {condition}{}", left(allowed))]
    Contradiction {
        /// The option.
        option: OptionKey,
        /// Its value.
        value: String,
        /// The option that it contradicts, or on which it depends; none where that is the setup or the hand.
        with: Option<OptionKey>,
        /// Where the value is not allowed: "where …".
        condition: RulesetCondition,
        /// The values that are allowed there; there may be none.
        allowed: Vec<&'static str>,
    },
    /// An option, or the setup, needs a smaller board.
    #[error("`{}` needs a board of at most {most} points; this one has {found}", cause(*option))]
    BoardTooLarge {
        /// The option and its value; none where it is the setup.
        option: Option<(OptionKey, &'static str)>,
        /// The most points that it allows.
        most: usize,
        /// The points of the board.
        found: usize,
    },
}

/// What to choose from instead, if there is anything.
fn left(allowed: &[&str]) -> String {
    if allowed.is_empty() { String::new() } else { format!("; allowed: {}", allowed.join(", ")) }
}

/// What needs the smaller board: an option with its value, or the setup.
fn cause(option: Option<(OptionKey, &str)>) -> String {
    option.map_or_else(|| "setup".to_owned(), |(key, value)| format!("{key}={value}"))
}
