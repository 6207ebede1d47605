//! Error from building a ruleset.

use super::layout::LayoutError;
use crate::ground::clip::clip;
use crate::options::{OptionError, OptionKey, RulesetCondition, list_keys, similar};
use thiserror::Error;

/// Error from building a ruleset out of a game file, a variant and house rules.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RulesetError {
    /// The game has no variant with this id.
    #[error("{game} has no variant `{}`; {}allowed: {}", clip(found), similar(found, allowed.iter().map(String::as_str)), allowed.join(", "))]
    UnknownVariant {
        /// Id of the game.
        game: String,
        /// The unknown id.
        found: String,
        /// Ids of the variants of the game.
        allowed: Vec<String>,
    },
    /// An option or its value is not valid.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// A layout option does not change the layout of this game.
    #[error("option `{option}` has no effect in {game}; layout options allowed: {}", list_keys(allowed.iter().copied()))]
    UnusedOption {
        /// Id of the game.
        game: String,
        /// The refused option.
        option: OptionKey,
        /// The layout options that do.
        allowed: Vec<OptionKey>,
    },
    /// The board or the setup for the options cannot be built.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// An option contradicts another, the board or the setup.
    #[error("option `{option}` cannot be `{value}` {condition}{}", alternatives(allowed))]
    Contradiction {
        /// The refused option.
        option: OptionKey,
        /// The refused value.
        value: String,
        /// The option that causes the condition; `None` if the setup or the hand does.
        with: Option<OptionKey>,
        /// The condition under which the value is not allowed.
        condition: RulesetCondition,
        /// The values that the condition allows; may be empty.
        allowed: Vec<&'static str>,
    },
    /// The board is too large for an option or for the setup.
    #[error("`{}` needs a board of at most {most} points; this one has {found}", cause(*option))]
    BoardTooLarge {
        /// The option with its value; `None` if the setup sets the limit.
        option: Option<(OptionKey, &'static str)>,
        /// Maximum number of points.
        most: usize,
        /// Number of points of the board.
        found: usize,
    },
}

/// Lists the allowed values, if there are any.
fn alternatives(allowed: &[&str]) -> String {
    if allowed.is_empty() { String::new() } else { format!("; allowed: {}", allowed.join(", ")) }
}

/// Names the cause of a limit: an option with its value, or the setup.
fn cause(option: Option<(OptionKey, &str)>) -> String {
    option.map_or_else(|| "setup".to_owned(), |(key, value)| format!("{key}={value}"))
}
