//! The options: every choice among rules, one key for one rule.
//!
//! A game file, the command line (`--rule key=value`), a saved game and the rules in words all speak of these keys and
//! values. They are declared once, below; everything else about an option (its words, how it is read and listed) follows
//! from that declaration and from its type, one of [`values`].
//!
//! What an option means is said elsewhere, each time by a `match` over [`OptionKey`] that leaves none out: a new option does not
//! compile before it is said what it asks of positions and rules, where it means nothing and what contradicts it.

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

/// Declares the options: the key of each, its field in [`Options`], its name, its type, its default and its meaning.
macro_rules! options {
    ($($key:ident $field:ident $name:literal: $type:ty = $default:expr, $meaning:literal;)+) => {
        /// The choices of one game among all rules.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct Options { $(#[doc = $meaning] pub $field: $type,)+ }

        impl Default for Options {
            fn default() -> Self {
                Options { $($field: $default,)+ }
            }
        }

        /// One option.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum OptionKey { $(#[doc = concat!("`", $name, "`: ", $meaning, ".")] $key,)+ }

        impl OptionKey {
            /// Every option, in the order in which they are listed.
            pub const ALL: [OptionKey; DECLARATIONS.len()] = [$(OptionKey::$key,)+];
        }

        /// What is known of each option, in the order of [`OptionKey::ALL`].
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
    First first "first": First = First::First, "who starts";
    StepDirs step_dirs "step_dirs": Directions = Directions::All, "a man's steps";
    CapDirs cap_dirs "cap_dirs": Directions = Directions::All, "a man's captures";
    LastRow last_row "last_row": LastRow = LastRow::Normal, "a man on its last row";
    CaptureBy capture_by "capture_by": CaptureBy = CaptureBy::Leap, "how pieces capture";
    Captors captors "captors": Sides = Sides::Both, "which sides capture";
    Capture capture "capture": Capture = Capture::Mandatory, "duty to capture";
    Chain chain "chain": Chain = Chain::Mandatory, "further captures in the turn";
    Direction direction "direction": ChainDirection = ChainDirection::NotConsecutive, "directions of a chain of captures by approach";
    FirstCaptureSingle first_capture_single "first_capture_single": FirstCapture = FirstCapture::Off, "whose first capture of the game ends the turn";
    Vela vela "vela": OnOff = OnOff::Off, "the handicap game: the first side gives up all but five pieces, one a turn, before it captures";
    MustOffer must_offer "must_offer": OnOff = OnOff::Off, "whether the giver of the handicap game must offer a piece when that is possible";
    Choice choice "choice": Precedence = Precedence::Free, "which capture";
    Removal removal "removal": Removal = Removal::Immediate, "when taken pieces leave";
    Rejump rejump "rejump": Rejump = Rejump::Once, "leaping the same column again in a turn";
    TakeHigher take_higher "take_higher": YesNo = YesNo::Yes, "whether pieces may take those of a higher rank";
    Return returning "return": Return = Return::Free, "coming back to an earlier point";
    Promotion promotion "promotion": Promotion = Promotion::None, "what a man becomes on the far row; it also sets king_reach and king_landing";
    PromoMid promo_mid "promo_mid": PromotionInside = PromotionInside::No, "reaching the far row inside a chain";
    KingReach king_reach "king_reach": KingReach = KingReach::Adjacent, "how far in front of a king its victim may stand";
    KingLanding king_landing "king_landing": KingLanding = KingLanding::Next, "where a king lands behind what it takes";
    Turning turning "turning": Turning = Turning::Free, "a king's direction inside a chain";
    BentLeaps bent_leaps "bent_leaps": YesNo = YesNo::No, "leaps that bend with the lines";
    Closing closing "closing": Closing = Closing::None, "empty outer rows that are not used again";
    ClosingSides closing_sides "closing_sides": ClosingSides = ClosingSides::Ends, "where the board closes";
    Opening opening "opening": Opening = Opening::None, "the stones that leave a full board first";
    Placing placing "placing": YesNo = YesNo::No, "whether a side places all that it has in hand before it moves";
    NoCentreOpening no_centre_opening "no_centre_opening": YesNo = YesNo::No, "whether the first piece may not be placed on the centre";
    Dice dice "dice": YesNo = YesNo::No, "whether dice are thrown before a piece is placed";
    AfterPlacing after_placing "after_placing": AfterPlacing = AfterPlacing::Move, "what follows when all pieces are placed";
    Resupply resupply "resupply": Resupply = Resupply::Optional, "how pieces come from the hand in the place of lost ones";
    Mills mills "mills": Mills = Mills::None, "three in a row";
    DiagonalMills diagonal_mills "diagonal_mills": YesNo = YesNo::Yes, "whether diagonal rows of three count";
    MillProtected mill_protected "mill_protected": YesNo = YesNo::Yes, "whether pieces in a row of three are safe while others are not";
    DoubleMill double_mill "double_mill": DoubleMill = DoubleMill::One, "pieces taken for two rows of three at once";
    FlyAtThree fly_at_three "fly_at_three": YesNo = YesNo::No, "whether a side with three pieces left may move them anywhere";
    TakenToWin taken_to_win "taken_to_win": TakenToWin = TakenToWin(None), "captures that win";
    KingLost king_lost "king_lost": KingLost = KingLost::Nothing, "the loss of the king";
    SingleCombat single_combat "single_combat": SingleCombat = SingleCombat::Off, "the last two pieces fight it out";
    Blocked blocked "blocked": Blocked = Blocked::Loss, "no legal turn";
    EndCount end_count "end_count": EndCount = EndCount::Off, "ending by counting pieces";
    NoCaptureLimit no_capture_limit "no_capture_limit": TurnLimit = TurnLimit(None), "turns of each side without a capture that draw the game";
    Repetition repetition "repetition": Repetition = Repetition::Draw, "a position that comes up again";
    DrawRules draw_rules "draw_rules": DrawRules = DrawRules::None, "draws by the pieces that are left";
    Middle middle "middle": Middle = Middle::Right, "the side of the extra men of the middle row";
    Board board "board": BoardChoice = BoardChoice::Usual, "which of the game's boards";
    Size size "size": Size = Size(10, 10), "points across and away from the first player";
    Hunters hunters "hunters": Hunters = Hunters(12), "the number of hunters";
    N n "n": StripLength = StripLength(8), "points in an outer row of the strip";
    Outer outer "outer": YesNo = YesNo::Yes, "whether the strip's outer lines are drawn";
    Tips tips "tips": Tips = Tips::Filled, "the ends of the strip at the start";
    Reading reading "reading": Reading = Reading::Grains20, "what the 22 grains are";
    SideTriangle side_triangle "side_triangle": Flank = Flank::Left, "the side triangle that a player fills";
    Centres centres "centres": Centres = Centres::Points, "whether the centres of the cells are points";
    Corner corner "corner": Flank = Flank::Right, "the near corner that is played on";
}

/// What is known of an option, and how its value is read and written.
struct Declaration {
    name: &'static str,
    meaning: &'static str,
    words: &'static [(&'static str, &'static str)],
    allowed: fn() -> String,
    get: fn(&Options) -> String,
    set: fn(&mut Options, &str) -> bool,
}

impl OptionKey {
    /// The option of this name.
    ///
    /// # Errors
    /// When there is none.
    pub fn from_name(name: &str) -> Result<OptionKey, OptionError> {
        OptionKey::ALL
            .into_iter()
            .find(|key| key.name() == name)
            .ok_or_else(|| OptionError::UnknownKey(name.to_owned()))
    }

    const fn declaration(self) -> &'static Declaration {
        &DECLARATIONS[self as usize]
    }

    /// The option's name, as in `--rule name=value`.
    pub const fn name(self) -> &'static str {
        self.declaration().name
    }

    /// What the option is about.
    pub const fn meaning(self) -> &'static str {
        self.declaration().meaning
    }

    /// The values that are allowed, in words.
    pub fn allowed(self) -> String {
        (self.declaration().allowed)()
    }

    /// The words that are allowed, each with its meaning; none where values are numbers.
    pub fn words(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.declaration().words.iter().map(|(word, meaning)| (*word, meaning.trim()))
    }

    /// The option's value among these choices.
    pub fn value(self, options: &Options) -> String {
        (self.declaration().get)(options)
    }

    /// Sets the option's value; whether it has this one.
    fn set(self, options: &mut Options, value: &str) -> bool {
        (self.declaration().set)(options, value)
    }
}

/// The option's name.
impl fmt::Display for OptionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads an option's name.
impl FromStr for OptionKey {
    type Err = OptionError;

    fn from_str(name: &str) -> Result<OptionKey, OptionError> {
        OptionKey::from_name(name)
    }
}

/// An option by its name, as [`Options::with`] takes it.
impl TryFrom<&str> for OptionKey {
    type Error = OptionError;

    fn try_from(name: &str) -> Result<OptionKey, OptionError> {
        OptionKey::from_name(name)
    }
}

/// An option is compared with a name as with the option of that name.
impl PartialEq<str> for OptionKey {
    fn eq(&self, name: &str) -> bool {
        self.name() == name
    }
}

/// An option is compared with a name as with the option of that name.
impl PartialEq<&str> for OptionKey {
    fn eq(&self, name: &&str) -> bool {
        self.name() == *name
    }
}

/// Why a choice among rules is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OptionError {
    /// There is no such key.
    #[error("there is no option `{}` here; allowed: {}", clip(.0), listed(OptionKey::ALL))]
    UnknownKey(String),
    /// The key does not have this value.
    #[error("option `{key}` cannot be `{}`; allowed: {}", clip(found), key.allowed())]
    UnknownValue {
        /// The key.
        key: OptionKey,
        /// The value that was found.
        found: String,
    },
    /// The text is not `key=value`.
    #[error("`{}` is not of the form key=value", clip(.0))]
    Syntax(String),
    /// The same key was given twice.
    #[error("option `{0}` is given twice")]
    Duplicate(OptionKey),
}

/// For options that are given by their keys, which cannot be unknown.
impl From<Infallible> for OptionError {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

/// The names of options, as a message lists them.
pub(crate) fn listed(keys: impl IntoIterator<Item = OptionKey>) -> String {
    keys.into_iter().map(OptionKey::name).collect::<Vec<_>>().join(", ")
}

impl Options {
    /// Whether every turn takes something: no piece moves otherwise.
    #[inline]
    pub fn every_turn_captures(&self) -> bool {
        self.step_dirs == Directions::None
    }

    /// Whether generation tells of every capture before the first turn that takes nothing: huffs, claims, what mills take
    /// and turns that begin with a piece from the hand come with all kinds of turns.
    pub fn captures_come_first(&self) -> bool {
        self.capture != Capture::Huff
            && self.choice != Precedence::Protest
            && self.mills != Mills::Take
            && self.resupply != Resupply::ThenMove
    }

    /// These choices with some of them replaced, each by its key or the key's name and the word for its value.
    ///
    /// A `promotion` also sets the reach and the landing of the king that it makes, unless they are replaced too: the
    /// order of the changes does not matter.
    ///
    /// # Errors
    /// When a key is unknown, is given twice, or does not have the value.
    ///
    /// # Examples
    /// ```
    /// use quirkat_rules::{Capture, Key, Options};
    /// let free = Options::default().with([("capture", "optional")]).unwrap();
    /// assert_eq!(free.capture, Capture::Optional);
    /// assert_eq!(Options::default().with([(Key::Capture, "optional")]), Ok(free));
    /// ```
    pub fn with<'a, K>(self, changes: impl IntoIterator<Item = (K, &'a str)>) -> Result<Options, OptionError>
    where
        K: TryInto<OptionKey, Error: Into<OptionError>>,
    {
        let keyed = |(key, value): (K, &'a str)| Ok((key.try_into().map_err(Into::into)?, value));
        self.changed(changes.into_iter().map(keyed).collect::<Result<_, OptionError>>()?)
    }

    fn changed(mut self, mut changes: Vec<(OptionKey, &str)>) -> Result<Options, OptionError> {
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

    /// The options in which these choices differ from others, with the values here.
    pub fn differences(&self, from: &Options) -> Vec<(OptionKey, String)> {
        let values = OptionKey::ALL.into_iter().map(|key| (key, key.value(self)));
        values.filter(|(key, value)| *value != key.value(from)).collect()
    }
}

/// Reads `key=value`.
///
/// # Errors
/// When there is no `=` in the text; the key and the value are not judged.
pub fn split_option(text: &str) -> Result<(&str, &str), OptionError> {
    text.split_once('=')
        .map(|(key, value)| (key.trim(), value.trim()))
        .ok_or_else(|| OptionError::Syntax(text.to_owned()))
}
