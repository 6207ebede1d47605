//! Codes of values in tables.

use quirkat_rules::{Dtw, GameValue, Wdl};
/// Maximum distance that a table can store, in plies.
pub const MAX_PLIES: u16 = 0x6fff;

/// Returns the value of a position whose game ends after some plies: a win after an odd number, a loss after an even one.
pub fn value_in_plies(plies: u32) -> GameValue {
    let wdl = if plies % 2 == 1 { Wdl::Win } else { Wdl::Loss };
    GameValue { wdl, dtw: Some(Dtw(plies)) }
}

/// Code of a value in two bytes: the plies, odd in won positions, or one of the constants.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ValueCode(pub u16);

impl ValueCode {
    /// Code of a position that is drawn under perfect play.
    pub const DRAWN: ValueCode = ValueCode(0xffff);
    /// Code of a win by the count of men.
    pub const COUNTED_WIN: ValueCode = ValueCode(0xfffe);
    /// Code of a loss by the count of men.
    pub const COUNTED_LOSS: ValueCode = ValueCode(0xfffd);
    /// Code of an undecided position.
    pub const OPEN: ValueCode = ValueCode(0xfffc);
    const AT_MOST: u16 = 0x8000;

    /// Returns the code of a win after at most this number of plies.
    pub fn won_at_most(plies: ValueCode) -> ValueCode {
        ValueCode(plies.0 | ValueCode::AT_MOST)
    }

    /// Returns the bound of a win that may come sooner.
    pub fn at_most(self) -> Option<ValueCode> {
        (self.0 >= ValueCode::AT_MOST && self < ValueCode::OPEN).then_some(ValueCode(self.0 ^ ValueCode::AT_MOST))
    }

    /// Returns whether the code is a win or a loss at a known distance.
    pub fn is_plies(self) -> bool {
        self.0 <= MAX_PLIES
    }

    /// Returns the longest of the known distances; 0 without any.
    pub fn longest(codes: impl Iterator<Item = ValueCode>) -> u16 {
        codes.filter(|code| code.is_plies()).max().map_or(0, |code| code.0)
    }

    /// Returns whether the code is a win at a known distance.
    pub fn is_won_in_plies(self) -> bool {
        self.is_plies() && self.0 % 2 == 1
    }

    /// Returns whether the position is neither decided nor bounded.
    pub fn is_open(self) -> bool {
        self == ValueCode::OPEN
    }

    /// Returns the code of the same result without a distance.
    pub fn without_plies(self) -> ValueCode {
        ValueCode::of(self.value().wdl.into())
    }

    /// Returns the code of a value. A distance above [`MAX_PLIES`] becomes [`MAX_PLIES`]` + 1`.
    pub fn of(value: GameValue) -> ValueCode {
        match (value.wdl, value.dtw) {
            (_, Some(Dtw(plies))) => ValueCode(u16::try_from(plies).unwrap_or(u16::MAX).min(MAX_PLIES + 1)),
            (Wdl::Win, None) => ValueCode::COUNTED_WIN,
            (Wdl::Draw, None) => ValueCode::DRAWN,
            (Wdl::Loss, None) => ValueCode::COUNTED_LOSS,
        }
    }

    /// Returns the value that a code stands for.
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
    fn values_survive_a_round_trip_through_codes() {
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
