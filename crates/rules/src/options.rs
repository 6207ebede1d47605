//! The options: every choice among rules, one key for one rule.
//!
//! A game file, the command line (`--rule key=value`), a saved game and the rules in words all speak of these keys and
//! values. They are declared once, below; everything else about an option (its words, how it is read and listed) follows
//! from that declaration and from its type, one of [`values`].

mod values;

pub use values::*;

use std::fmt;
use values::OptionValue;

/// Declares the options: the field of each in [`Options`], its type, its default and its meaning.
macro_rules! options {
    ($($field:ident $key:literal: $type:ty = $default:expr, $meaning:literal;)+) => {
        /// The choices of one game among all rules.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct Options { $(#[doc = $meaning] pub $field: $type,)+ }

        impl Default for Options {
            fn default() -> Self {
                Options { $($field: $default,)+ }
            }
        }

        /// Every option, in the order in which they are listed.
        pub const KEYS: &[Key] = &[$(Key {
            name: $key,
            meaning: $meaning,
            words: <$type as OptionValue>::WORDS,
            allowed: <$type as OptionValue>::allowed,
            get: |options| options.$field.word(),
            set: |options, word| <$type as OptionValue>::read(word).map(|value| options.$field = value).is_some(),
        },)+];
    };
}

options! {
    first "first": First = First::First, "who starts";
    step_dirs "step_dirs": Directions = Directions::All, "a man's steps";
    cap_dirs "cap_dirs": Directions = Directions::All, "a man's captures";
    last_row "last_row": LastRow = LastRow::Normal, "a man on its last row";
    capture_by "capture_by": CaptureBy = CaptureBy::Leap, "how pieces capture";
    captors "captors": Sides = Sides::Both, "which sides capture";
    capture "capture": Capture = Capture::Mandatory, "duty to capture";
    chain "chain": Chain = Chain::Mandatory, "further captures in the turn";
    direction "direction": ChainDirection = ChainDirection::NotConsecutive, "directions of a chain of captures by approach";
    first_capture_single "first_capture_single": FirstCapture = FirstCapture::Off, "whose first capture of the game ends the turn";
    vela "vela": OnOff = OnOff::Off, "the handicap game: the first side gives up all but five pieces, one a turn, before it captures";
    must_offer "must_offer": OnOff = OnOff::Off, "whether the giver of the handicap game must offer a piece when that is possible";
    choice "choice": Precedence = Precedence::Free, "which capture";
    removal "removal": Removal = Removal::Immediate, "when taken pieces leave";
    rejump "rejump": Rejump = Rejump::Once, "leaping the same column again in a turn";
    take_higher "take_higher": YesNo = YesNo::Yes, "whether pieces may take those of a higher rank";
    returning "return": Return = Return::Free, "coming back to an earlier point";
    promotion "promotion": Promotion = Promotion::None, "what a man becomes on the far row; it also sets king_reach and king_landing";
    promo_mid "promo_mid": PromotionInside = PromotionInside::No, "reaching the far row inside a chain";
    king_reach "king_reach": KingReach = KingReach::Adjacent, "how far in front of a king its victim may stand";
    king_landing "king_landing": KingLanding = KingLanding::Next, "where a king lands behind what it takes";
    turning "turning": Turning = Turning::Free, "a king's direction inside a chain";
    bent_leaps "bent_leaps": YesNo = YesNo::No, "leaps that bend with the lines";
    closing "closing": Closing = Closing::None, "empty outer rows that are not used again";
    closing_sides "closing_sides": ClosingSides = ClosingSides::Ends, "where the board closes";
    opening "opening": Opening = Opening::None, "the stones that leave a full board first";
    placing "placing": YesNo = YesNo::No, "whether a side places all that it has in hand before it moves";
    no_centre_opening "no_centre_opening": YesNo = YesNo::No, "whether the first piece may not be placed on the centre";
    dice "dice": YesNo = YesNo::No, "whether dice are thrown before a piece is placed";
    after_placing "after_placing": AfterPlacing = AfterPlacing::Move, "what follows when all pieces are placed";
    resupply "resupply": Resupply = Resupply::Optional, "how pieces come from the hand in the place of lost ones";
    mills "mills": Mills = Mills::None, "three in a row";
    diagonal_mills "diagonal_mills": YesNo = YesNo::Yes, "whether diagonal rows of three count";
    mill_protected "mill_protected": YesNo = YesNo::Yes, "whether pieces in a row of three are safe while others are not";
    double_mill "double_mill": DoubleMill = DoubleMill::One, "pieces taken for two rows of three at once";
    fly_at_three "fly_at_three": YesNo = YesNo::No, "whether a side with three pieces left may move them anywhere";
    taken_to_win "taken_to_win": Toll = Toll(None), "captures that win";
    king_lost "king_lost": KingLost = KingLost::Nothing, "the loss of the king";
    single_combat "single_combat": SingleCombat = SingleCombat::Off, "the last two pieces fight it out";
    blocked "blocked": Blocked = Blocked::Loss, "no legal turn";
    end_count "end_count": EndCount = EndCount::Off, "ending by counting pieces";
    no_capture_limit "no_capture_limit": Limit = Limit(None), "turns of each side without a capture that draw the game";
    repetition "repetition": Repetition = Repetition::Draw, "a position that comes up again";
    draw_rules "draw_rules": DrawRules = DrawRules::None, "draws by the pieces that are left";
    middle "middle": Middle = Middle::Right, "the side of the extra men of the middle row";
    board "board": BoardChoice = BoardChoice::Usual, "which of the game's boards";
    size "size": Size = Size(10, 10), "points across and away from the first player";
    hunters "hunters": Hunters = Hunters(12), "the number of hunters";
    n "n": StripLength = StripLength(8), "points in an outer row of the strip";
    outer "outer": YesNo = YesNo::Yes, "whether the strip's outer lines are drawn";
    tips "tips": Tips = Tips::Filled, "the ends of the strip at the start";
    reading "reading": Reading = Reading::Grains20, "what the 22 grains are";
    side_triangle "side_triangle": Flank = Flank::Left, "the side triangle that a player fills";
    centres "centres": Centres = Centres::Points, "whether the centres of the cells are points";
    corner "corner": Flank = Flank::Right, "the near corner that is played on";
}

/// One option: its key, its meaning, and how its value is read and written.
pub struct Key {
    /// The key's name, as in `--rule name=value`.
    pub name: &'static str,
    /// What the option is about.
    pub meaning: &'static str,
    words: &'static [(&'static str, &'static str)],
    allowed: fn() -> String,
    get: fn(&Options) -> String,
    set: fn(&mut Options, &str) -> bool,
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Key {
    /// The option of this name.
    ///
    /// # Errors
    /// When there is none.
    pub fn named(name: &str) -> Result<&'static Key, OptionError> {
        KEYS.iter().find(|key| key.name == name).ok_or_else(|| OptionError::UnknownKey(name.to_owned()))
    }

    /// The values that are allowed, in words.
    pub fn allowed(&self) -> String {
        (self.allowed)()
    }

    /// The words that are allowed, each with its meaning; none where values are numbers.
    pub fn words(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.words.iter().map(|(word, meaning)| (*word, meaning.trim()))
    }

    /// The option's value among these choices.
    pub fn value(&self, options: &Options) -> String {
        (self.get)(options)
    }
}

/// Why a choice among rules is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionError {
    /// There is no such key.
    UnknownKey(String),
    /// The key does not have this value.
    UnknownValue {
        /// The key.
        key: &'static str,
        /// The value that was found.
        found: String,
    },
    /// The text is not `key=value`.
    Form(String),
    /// The same key was given twice.
    Twice(&'static str),
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownKey(found) => {
                let names: Vec<_> = KEYS.iter().map(|key| key.name).collect();
                write!(f, "there is no option `{}` here; allowed: {}", clip(found), names.join(", "))
            }
            Self::UnknownValue { key, found } => {
                let allowed = Key::named(key).map(Key::allowed).unwrap_or_default();
                write!(f, "option `{key}` cannot be `{}`; allowed: {allowed}", clip(found))
            }
            Self::Form(found) => write!(f, "`{}` is not of the form key=value", clip(found)),
            Self::Twice(key) => write!(f, "option `{key}` is given twice"),
        }
    }
}

impl std::error::Error for OptionError {}

/// The beginning of a text that somebody sent, for an error message.
pub(crate) fn clip(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

impl Options {
    /// These choices with some of them replaced, each by its key and the word for its value.
    ///
    /// A `promotion` also sets the reach and the landing of the king that it makes, unless they are replaced too: the
    /// order of the changes does not matter.
    ///
    /// # Errors
    /// When a key is unknown, is given twice, or does not have the value.
    ///
    /// # Examples
    /// ```
    /// use quirkat_rules::{Capture, Options};
    /// let free = Options::default().with([("capture", "optional")]).unwrap();
    /// assert_eq!(free.capture, Capture::Optional);
    /// ```
    pub fn with<'a>(mut self, changes: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Options, OptionError> {
        let mut changes: Vec<(&Key, &str)> =
            changes.into_iter().map(|(name, word)| Ok((Key::named(name)?, word))).collect::<Result<_, _>>()?;
        changes.sort_by_key(|(key, _)| key.name != "promotion");
        for (number, &(key, word)) in changes.iter().enumerate() {
            if changes[..number].iter().any(|(earlier, _)| earlier.name == key.name) {
                return Err(OptionError::Twice(key.name));
            }
            if !(key.set)(&mut self, word) {
                return Err(OptionError::UnknownValue { key: key.name, found: word.to_owned() });
            }
            if key.name == "promotion" {
                (self.king_reach, self.king_landing) = match self.promotion {
                    Promotion::Long => (KingReach::Any, KingLanding::Any),
                    Promotion::None | Promotion::Short => (KingReach::Adjacent, KingLanding::Next),
                };
            }
        }
        Ok(self)
    }

    /// The options in which these choices differ from others, with the values here.
    pub fn differences(&self, from: &Options) -> Vec<(&'static Key, String)> {
        KEYS.iter().map(|key| (key, key.value(self))).filter(|(key, value)| *value != key.value(from)).collect()
    }
}

/// Reads `key=value`.
///
/// # Errors
/// When there is no `=` in the text; the key and the value are not judged.
pub fn split_option(text: &str) -> Result<(&str, &str), OptionError> {
    text.split_once('=')
        .map(|(key, value)| (key.trim(), value.trim()))
        .ok_or_else(|| OptionError::Form(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_read_back() {
        for key in KEYS {
            for word in key.allowed().split(", ").filter(|word| !word.contains(' ')) {
                let options = Options::default().with([(key.name, word)]).unwrap();
                assert_eq!(key.value(&options), word, "{}", key.name);
            }
        }
    }

    #[test]
    fn promotion_sets_the_kings_reach_in_any_order() {
        let a = Options::default().with([("king_landing", "next"), ("promotion", "long")]).unwrap();
        assert_eq!((a.king_reach, a.king_landing), (KingReach::Any, KingLanding::Next));
        assert_eq!(a, Options::default().with([("promotion", "long"), ("king_landing", "next")]).unwrap());
    }

    #[test]
    fn refusals_say_what_is_allowed() {
        let refuse = |key, word| Options::default().with([(key, word)]).unwrap_err().to_string();
        assert_eq!(
            refuse("capture", "maybe"),
            "option `capture` cannot be `maybe`; allowed: optional, mandatory, huff, men"
        );
        assert!(refuse("cature", "huff").starts_with("there is no option `cature` here; allowed: first, step_dirs"));
        assert!(refuse("no_capture_limit", "0").contains("from 1 to 1000"));
        assert!(refuse(&"k".repeat(1000), "x").len() < 1000);
        assert_eq!(
            Options::default().with([("chain", "none"), ("chain", "none")]).unwrap_err(),
            OptionError::Twice("chain")
        );
    }
}
