//! What is true of a position, and how long it takes.

use quirkat_rules::{Dtw, GameValue, Wdl};
/// The most plies that a table can say.
pub const MAX_PLIES: u16 = 0x6fff;

/// Returns the value of a position whose game ends after some plies: a win after an odd number, a loss after an even one.
pub fn value_in_plies(plies: u32) -> GameValue {
    let wdl = if plies % 2 == 1 { Wdl::Win } else { Wdl::Loss };
    GameValue { wdl, dtw: Some(Dtw(plies)) }
}

/// A verdict in two bytes: the plies, which are odd in positions that are won, or one of the constants.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ValueCode(pub u16);

impl ValueCode {
    /// A draw.
    pub const DRAWN: ValueCode = ValueCode(0xffff);
    /// Won by the count of men.
    pub const COUNTED_WIN: ValueCode = ValueCode(0xfffe);
    /// Lost by the count of men.
    pub const COUNTED_LOSS: ValueCode = ValueCode(0xfffd);
    /// Not decided yet.
    pub const OPEN: ValueCode = ValueCode(0xfffc);
    const AT_MOST: u16 = 0x8000;

    /// Won after so many plies at most, though it may be sooner.
    pub fn won_at_most(plies: ValueCode) -> ValueCode {
        ValueCode(plies.0 | ValueCode::AT_MOST)
    }

    /// The plies of a win that may be sooner.
    pub fn at_most(self) -> Option<ValueCode> {
        (self.0 >= ValueCode::AT_MOST && self < ValueCode::OPEN).then_some(ValueCode(self.0 ^ ValueCode::AT_MOST))
    }

    /// Whether it is won or lost after a number of plies that is known.
    pub fn is_plies(self) -> bool {
        self.0 <= MAX_PLIES
    }

    /// The most plies of these that are known.
    pub fn longest(codes: impl Iterator<Item = ValueCode>) -> u16 {
        codes.filter(|code| code.is_plies()).max().map_or(0, |code| code.0)
    }

    /// Whether it is won after a number of plies that is known.
    pub fn is_won_in_plies(self) -> bool {
        self.is_plies() && self.0 % 2 == 1
    }

    /// Whether it is neither known nor bounded.
    pub fn is_open(self) -> bool {
        self == ValueCode::OPEN
    }

    /// The same without plies.
    pub fn without_plies(self) -> ValueCode {
        ValueCode::of(self.value().wdl.into())
    }

    /// The code of a verdict; of one with more than [`MAX_PLIES`] it is the next larger number.
    pub fn of(value: GameValue) -> ValueCode {
        match (value.wdl, value.dtw) {
            (_, Some(Dtw(plies))) => ValueCode(u16::try_from(plies).unwrap_or(u16::MAX).min(MAX_PLIES + 1)),
            (Wdl::Win, None) => ValueCode::COUNTED_WIN,
            (Wdl::Draw, None) => ValueCode::DRAWN,
            (Wdl::Loss, None) => ValueCode::COUNTED_LOSS,
        }
    }

    /// What it stands for.
    pub fn value(self) -> GameValue {
        match self {
            ValueCode::COUNTED_WIN => Wdl::Win.into(),
            ValueCode::COUNTED_LOSS => Wdl::Loss.into(),
            plies if plies.is_plies() => value_in_plies(plies.0.into()),
            _ => GameValue::DRAW,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_become_codes_and_back() {
        let counted = [Wdl::Win, Wdl::Loss].map(GameValue::from);
        for verdict in [GameValue::DRAW].into_iter().chain(counted).chain((0..=300).map(value_in_plies)) {
            let code = ValueCode::of(verdict);
            assert_eq!((code.value(), code.is_open(), code.at_most()), (verdict, false, None));
            if code.is_won_in_plies() {
                assert_eq!(ValueCode::won_at_most(code).at_most(), Some(code));
            }
        }
        assert_eq!(ValueCode::OPEN.at_most(), None);
    }
}
