//! Why a game, a variant or a house rule is refused.

use crate::clip::clip;
use crate::options::{Key, OptionError, listed};
use std::fmt;

/// Why a game, a variant or a house rule is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RulesetError {
    /// The game has no such variant.
    UnknownVariant {
        /// The game.
        game: String,
        /// What was asked for.
        found: String,
        /// The variants that there are.
        allowed: Vec<String>,
    },
    /// An option is refused.
    Option(OptionError),
    /// An option changes nothing here.
    Layout {
        /// The game.
        game: String,
        /// The option.
        option: Key,
        /// The options that do.
        allowed: Vec<Key>,
    },
    /// The board or the setup that the options ask for cannot be made.
    NoLayout {
        /// Which of the two, by its key in the game file.
        key: &'static str,
        /// What does not fit.
        why: String,
    },
    /// An option contradicts another, the board or the setup.
    Contradiction {
        /// The option.
        option: Key,
        /// Its value.
        value: String,
        /// The option that it contradicts, or on which it depends; none where that is the setup or the hand.
        with: Option<Key>,
        /// Where the value is not allowed: "where …".
        place: &'static str,
        /// The values that are allowed there; there may be none.
        allowed: &'static [&'static str],
    },
    /// An option, or the setup, needs a smaller board.
    BoardTooLarge {
        /// The option and its value; none where it is the setup.
        option: Option<(Key, &'static str)>,
        /// The most points that it allows.
        most: usize,
        /// The points of the board.
        found: usize,
    },
}

impl fmt::Display for RulesetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownVariant { game, found, allowed } => {
                write!(f, "{game} has no variant `{}`; allowed: {}", clip(found), allowed.join(", "))
            }
            Self::Option(error) => error.fmt(f),
            Self::Layout { game, option, allowed } => {
                write!(
                    f,
                    "option `{option}` means nothing in {game}; of its kind allowed: {}",
                    listed(allowed.iter().copied())
                )
            }
            Self::NoLayout { why, .. } => f.write_str(why),
            Self::Contradiction { option, value, place, allowed, .. } => {
                write!(f, "option `{option}` cannot be `{value}` {place}")?;
                if allowed.is_empty() { Ok(()) } else { write!(f, "; allowed: {}", allowed.join(", ")) }
            }
            Self::BoardTooLarge { option, most, found } => {
                match option {
                    Some((key, value)) => write!(f, "`{key}={value}`")?,
                    None => f.write_str("`setup`")?,
                }
                write!(f, " needs a board of at most {most} points; this one has {found}")
            }
        }
    }
}

impl std::error::Error for RulesetError {}

impl From<OptionError> for RulesetError {
    fn from(error: OptionError) -> Self {
        Self::Option(error)
    }
}
