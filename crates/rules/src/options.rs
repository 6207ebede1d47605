//! The options: every choice among rules, with one key for each rule.
//!
//! Game files, the command line (`--rule key=value`), saved games and the rules in words all use these keys and values.
//! They are declared once, in the table below. The words of an option and the way it is parsed, printed and listed follow
//! from that table and from the option's type in [`values`].
//!
//! This module does not define what an option does. That is in `match` expressions over [`OptionKey`] without a wildcard
//! arm: which state and rules an option requires, where it has no effect, which values contradict each other. A new option
//! does not compile until each of them has an arm for it.

mod condition;
mod no_effect;
mod values;

pub use condition::RulesetCondition;
pub use no_effect::NoEffectReason;
pub use values::*;

use crate::ground::clip::clip;
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;
use values::OptionValue;

/// Declares the options: for each its key, its field in [`Options`], its name, type, default and description.
macro_rules! options {
    ($($key:ident $field:ident $name:literal: $type:ty = $default:expr, $meaning:literal;)+) => {
        /// A value for every option: the complete choice of rules for one game. The default is the default of each option.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct Options { $(#[doc = $meaning] pub $field: $type,)+ }

        impl Default for Options {
            fn default() -> Self {
                Options { $($field: $default,)+ }
            }
        }

        /// Key of an option, in the order of the format reference. Its text is the option's name.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum OptionKey { $(#[doc = concat!("`", $name, "`: ", $meaning, ".")] $key,)+ }

        impl OptionKey {
            /// Every option, in the order of the format reference.
            pub const ALL: [OptionKey; DECLARATIONS.len()] = [$(OptionKey::$key,)+];
        }

        /// The declaration of each option, in the order of [`OptionKey::ALL`].
        const DECLARATIONS: &[Declaration] = &[$(Declaration {
            name: $name,
            meaning: $meaning,
            words: <$type as OptionValue>::WORDS,
            allowed: <$type as OptionValue>::allowed,
            get: |options| options.$field.word(),
            set: |options, word| <$type as OptionValue>::read(word).map(|value| options.$field = value).is_some(),
        },)+];
    };
}

options! {
    First first "first": First = First::First, "side that makes the first move";
    StepDirs step_dirs "step_dirs": Directions = Directions::All, "directions in which a man steps";
    LineSteps line_steps "line_steps": YesNo = YesNo::No, "whether a man may step over a row of men of its side to the next point";
    CapDirs cap_dirs "cap_dirs": Directions = Directions::All, "directions in which a man captures";
    LastRow last_row "last_row": LastRow = LastRow::Normal, "moves of a man on its last row";
    CaptureLines capture_lines "capture_lines": CaptureLines = CaptureLines::Board, "lines along which pieces capture";
    CaptureBy capture_by "capture_by": CaptureBy = CaptureBy::Leap, "kind of capture";
    Captors captors "captors": Sides = Sides::Both, "which sides capture";
    Capture capture "capture": Capture = Capture::Mandatory, "duty to capture when a capture is possible";
    Chain chain "chain": Chain = Chain::Mandatory, "further captures in the same turn";
    Direction direction "direction": ChainDirection = ChainDirection::NotConsecutive, "direction of a further capture by approach or withdrawal";
    FirstCaptureSingle first_capture_single "first_capture_single": FirstCapture = FirstCapture::Off, "sides whose first capture of the game ends the turn";
    Vela vela "vela": OnOff = OnOff::Off, "handicap game, in which the first side gives up all but five pieces, one a turn, before it captures";
    MustOffer must_offer "must_offer": OnOff = OnOff::Off, "whether the giver of the handicap game must offer a piece if it can";
    Choice choice "choice": Precedence = Precedence::Free, "precedence among possible captures";
    Removal removal "removal": Removal = Removal::Immediate, "time at which captured pieces leave the board";
    Rejump rejump "rejump": Rejump = Rejump::Once, "leaping the same column again in one turn";
    TakeHigher take_higher "take_higher": YesNo = YesNo::Yes, "whether a piece may capture a piece of a higher rank";
    Return returning "return": Return = Return::Free, "returning to a point where the piece has stood";
    Promotion promotion "promotion": Promotion = Promotion::None, "piece that a man becomes on the far row; also sets `king_reach` and `king_landing`";
    PromoMid promo_mid "promo_mid": PromotionInside = PromotionInside::No, "effect of reaching the far row inside a chain";
    KingReach king_reach "king_reach": KingReach = KingReach::Adjacent, "distance between a king and the piece that it captures";
    KingLanding king_landing "king_landing": KingLanding = KingLanding::Next, "points where a king may land behind the piece that it captures";
    Turning turning "turning": Turning = Turning::Free, "change of direction by a king inside a chain";
    KingMoveLimit king_move_limit "king_move_limit": TurnLimit = TurnLimit(None), "number of moves without a capture that the same king may make in a row while its side has men";
    BentLeaps bent_leaps "bent_leaps": YesNo = YesNo::No, "whether leaps follow the bends of the lines";
    Closing closing "closing": Closing = Closing::None, "closing of empty outer rows behind the players";
    ClosingSides closing_sides "closing_sides": ClosingSides = ClosingSides::Ends, "edges at which the board closes";
    Opening opening "opening": Opening = Opening::None, "two stones that leave a full board before the first capture";
    Placing placing "placing": YesNo = YesNo::No, "whether a side places all pieces in its hand before it moves";
    NoCentreOpening no_centre_opening "no_centre_opening": YesNo = YesNo::No, "whether the first piece is barred from the centre";
    Dice dice "dice": YesNo = YesNo::No, "whether the players throw dice before they place a piece";
    AfterPlacing after_placing "after_placing": AfterPlacing = AfterPlacing::Move, "play after all pieces have been placed";
    Resupply resupply "resupply": Resupply = Resupply::Optional, "how pieces enter from the hand to replace lost ones";
    Mills mills "mills": Mills = Mills::None, "effect of three in a row (a mill)";
    DiagonalMills diagonal_mills "diagonal_mills": YesNo = YesNo::Yes, "whether diagonal mills count";
    MillProtected mill_protected "mill_protected": YesNo = YesNo::Yes, "whether pieces in a mill are safe while the side has others";
    DoubleMill double_mill "double_mill": DoubleMill = DoubleMill::One, "number of pieces removed for two mills made at once";
    FlyAtThree fly_at_three "fly_at_three": YesNo = YesNo::No, "whether a side with three pieces left may move them anywhere";
    TakenToWin taken_to_win "taken_to_win": TakenToWin = TakenToWin(None), "number of captured pieces that wins the game";
    KingLost king_lost "king_lost": KingLost = KingLost::Nothing, "effect of the loss of the king";
    PromotionWins promotion_wins "promotion_wins": YesNo = YesNo::No, "whether the first side with a king wins";
    SingleCombat single_combat "single_combat": SingleCombat = SingleCombat::Off, "duty of the last two pieces to approach one another";
    Aim aim "aim": Aim = Aim::Win, "aim of the game: to leave the opponent without pieces or moves, or to be left without them";
    Blocked blocked "blocked": Blocked = Blocked::Loss, "result for a side without a legal move";
    EndCount end_count "end_count": EndCount = EndCount::Off, "ending the game by counting pieces";
    NoCaptureLimit no_capture_limit "no_capture_limit": TurnLimit = TurnLimit(None), "number of turns of each side without a capture that draws the game";
    Repetition repetition "repetition": Repetition = Repetition::Draw, "effect of a repeated position";
    DrawRules draw_rules "draw_rules": DrawRules = DrawRules::None, "draw rules of modern draughts";
    Middle middle "middle": Middle = Middle::Right, "side of its owner on which the extra men of the middle row stand";
    Board board "board": BoardChoice = BoardChoice::Usual, "board, where a game is played on several";
    Size size "size": Size = Size(10, 10), "width and height of the board in points, seen from the first side";
    Hunters hunters "hunters": Hunters = Hunters(12), "number of hunters at the start";
    N n "n": StripLength = StripLength(8), "number of points in an outer row of the strip";
    Outer outer "outer": YesNo = YesNo::Yes, "whether the outer lines of the strip are drawn";
    Tips tips "tips": Tips = Tips::Filled, "setup of the two ends of the strip";
    Reading reading "reading": Reading = Reading::Grains20, "meaning of the 22 grains in the source";
    SideTriangle side_triangle "side_triangle": Flank = Flank::Left, "side triangle that a player fills";
    Centres centres "centres": Centres = Centres::Points, "whether the centres of the cells are points";
    Corner corner "corner": Flank = Flank::Right, "near corner that is used for play";
}

/// Declaration of an option, with access to its field by text.
struct Declaration {
    name: &'static str,
    meaning: &'static str,
    words: &'static [(&'static str, &'static str)],
    allowed: fn() -> String,
    get: fn(&Options) -> String,
    set: fn(&mut Options, &str) -> bool,
}

impl OptionKey {
    /// Returns the option with this name.
    ///
    /// # Errors
    /// [`OptionError::UnknownKey`] if no option has this name.
    pub fn from_name(name: &str) -> Result<OptionKey, OptionError> {
        OptionKey::ALL
            .into_iter()
            .find(|key| key.name() == name)
            .ok_or_else(|| OptionError::UnknownKey(name.to_owned()))
    }

    const fn declaration(self) -> &'static Declaration {
        &DECLARATIONS[self as usize]
    }

    /// Returns the option's name, as in `--rule name=value`.
    pub const fn name(self) -> &'static str {
        self.declaration().name
    }

    /// Returns a short description: a noun phrase without a full stop.
    pub const fn meaning(self) -> &'static str {
        self.declaration().meaning
    }

    /// Returns the names of all options.
    pub fn names() -> impl Iterator<Item = &'static str> {
        OptionKey::ALL.into_iter().map(OptionKey::name)
    }

    /// Returns the allowed values: a list of words, or a range of numbers in English.
    pub fn allowed(self) -> String {
        (self.declaration().allowed)()
    }

    /// Returns each allowed word with its description. Empty if the values are numbers.
    pub fn words(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.declaration().words.iter().map(|(word, meaning)| (*word, meaning.trim()))
    }

    /// Returns the text of the option's value in `options`.
    pub fn value(self, options: &Options) -> String {
        (self.declaration().get)(options)
    }

    /// Sets the option's value. Returns `false`, without a change, if the value is not allowed.
    fn set(self, options: &mut Options, value: &str) -> bool {
        (self.declaration().set)(options, value)
    }
}

/// Writes the option's name.
impl fmt::Display for OptionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Parses an option's name.
impl FromStr for OptionKey {
    type Err = OptionError;

    fn from_str(name: &str) -> Result<OptionKey, OptionError> {
        OptionKey::from_name(name)
    }
}

/// Lets [`Options::with`] take options by name.
impl TryFrom<&str> for OptionKey {
    type Error = OptionError;

    fn try_from(name: &str) -> Result<OptionKey, OptionError> {
        OptionKey::from_name(name)
    }
}

/// Compares the option's name with a text.
impl PartialEq<str> for OptionKey {
    fn eq(&self, name: &str) -> bool {
        self.name() == name
    }
}

/// Compares the option's name with a text.
impl PartialEq<&str> for OptionKey {
    fn eq(&self, name: &&str) -> bool {
        self.name() == *name
    }
}

/// Error from reading or setting an option.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OptionError {
    /// No option has this name.
    #[error("there is no option `{}` here; {}allowed: {}", clip(.0), similar(.0, OptionKey::names()), list_keys(OptionKey::ALL))]
    UnknownKey(String),
    /// The option does not allow this value.
    #[error("option `{key}` cannot be `{}`; {}allowed: {}", clip(found), similar(found, key.words().map(|(word, _)| word)), key.allowed())]
    UnknownValue {
        /// The option that was to be set.
        key: OptionKey,
        /// The refused value, as given.
        found: String,
    },
    /// The text is not of the form `key=value`.
    #[error("`{}` is not of the form key=value", clip(.0))]
    Syntax(String),
    /// The same option is set twice.
    #[error("option `{0}` is given twice")]
    Duplicate(OptionKey),
}

/// Lets [`Options::with`] take keys, whose conversion cannot fail.
impl From<Infallible> for OptionError {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

/// Minimum similarity, from 0 to 1, at which a word counts as a possible misspelling.
const MIN_SIMILARITY: f64 = 0.85;

/// Returns the allowed word that resembles an unknown one most, if one does.
///
/// # Examples
/// ```
/// use quirkat_rules::{OptionKey, similar_word};
/// let allowed = || OptionKey::Capture.words().map(|(word, _)| word);
/// assert_eq!(similar_word("mandatroy", allowed()), Some("mandatory"));
/// assert_eq!(similar_word("maybe", allowed()), None);
/// ```
pub fn similar_word<'a>(found: &str, allowed: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let found: String = found.chars().take(MAX_COMPARED).collect();
    let likeness = |word: &'a str| (strsim::jaro_winkler(&found, word), word);
    let alike = allowed.into_iter().map(likeness).filter(|(likeness, _)| *likeness >= MIN_SIMILARITY);
    alike.max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, word)| word)
}

/// Maximum number of characters of an unknown word that are compared.
const MAX_COMPARED: usize = 60;

/// Names a similar word in an error message, or nothing.
pub(crate) fn similar<'a>(found: &str, allowed: impl IntoIterator<Item = &'a str>) -> String {
    similar_word(found, allowed).map_or_else(String::new, |word| format!("similar: {word}; "))
}

/// Joins the names of options for an error message.
pub(crate) fn list_keys(keys: impl IntoIterator<Item = OptionKey>) -> String {
    keys.into_iter().map(OptionKey::name).collect::<Vec<_>>().join(", ")
}

impl Options {
    /// Returns whether every turn must capture, because men have no steps.
    #[inline]
    pub fn every_turn_captures(&self) -> bool {
        self.step_dirs == Directions::None
    }

    /// Returns whether move generation emits every capture before the first turn without one. Huffs, claims, removals
    /// by mills and turns that begin with a drop mix both kinds.
    pub fn captures_come_first(&self) -> bool {
        self.capture != Capture::Huff
            && self.choice != Precedence::Protest
            && self.mills != Mills::Take
            && self.resupply != Resupply::ThenMove
    }

    /// Returns these options with some of them changed, each given by its key or name and the word for its value.
    ///
    /// `promotion` also sets `king_reach` and `king_landing`, unless the changes contain them. The order of the changes
    /// does not matter.
    ///
    /// # Errors
    /// An [`OptionError`] if a name is unknown, an option is given twice, or a value is not allowed.
    ///
    /// # Examples
    /// ```
    /// use quirkat_rules::{Capture, OptionKey, Options};
    /// let free = Options::default().with([("capture", "optional")]).unwrap();
    /// assert_eq!(free.capture, Capture::Optional);
    /// assert_eq!(Options::default().with([(OptionKey::Capture, "optional")]), Ok(free));
    /// ```
    pub fn with<'a, K>(self, changes: impl IntoIterator<Item = (K, &'a str)>) -> Result<Options, OptionError>
    where
        K: TryInto<OptionKey, Error: Into<OptionError>>,
    {
        let keyed = |(key, value): (K, &'a str)| Ok((key.try_into().map_err(Into::into)?, value));
        self.with_changes(changes.into_iter().map(keyed).collect::<Result<_, OptionError>>()?)
    }

    fn with_changes(mut self, mut changes: Vec<(OptionKey, &str)>) -> Result<Options, OptionError> {
        changes.sort_by_key(|&(key, _)| key != OptionKey::Promotion);
        for (number, &(key, value)) in changes.iter().enumerate() {
            if changes[..number].iter().any(|&(earlier, _)| earlier == key) {
                return Err(OptionError::Duplicate(key));
            }
            if !key.set(&mut self, value) {
                return Err(OptionError::UnknownValue { key, found: value.to_owned() });
            }
            if key == OptionKey::Promotion {
                (self.king_reach, self.king_landing) = match self.promotion {
                    Promotion::Long => (KingReach::Any, KingLanding::Any),
                    Promotion::None | Promotion::Short => (KingReach::Adjacent, KingLanding::Next),
                };
            }
        }
        Ok(self)
    }

    /// Returns the options whose values differ from those in `from`, with the values in `self`.
    pub fn differences(&self, from: &Options) -> Vec<(OptionKey, String)> {
        let values = OptionKey::ALL.into_iter().map(|key| (key, key.value(self)));
        values.filter(|(key, value)| *value != key.value(from)).collect()
    }
}

/// Splits `key=value` at the first `=` and trims both parts. Neither part is checked.
///
/// # Errors
/// [`OptionError::Syntax`] if the text has no `=`.
pub fn split_option(text: &str) -> Result<(&str, &str), OptionError> {
    text.split_once('=')
        .map(|(key, value)| (key.trim(), value.trim()))
        .ok_or_else(|| OptionError::Syntax(text.to_owned()))
}
