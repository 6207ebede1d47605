//! What is true of a position, and how long it takes.

use crate::whole::Worth;

/// The most plies that a table can say.
pub const MOST_PLIES: u16 = 0x6fff;

/// What a position is worth to its side to move, and in how many plies the game is over under best play: the winner hurries,
/// the loser delays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Verdict {
    /// What it is worth.
    pub worth: Worth,
    /// The plies until it is won or lost, a turn with all its leaps being one; 0 where it is over. `None` for draws, for wins
    /// and losses that rest on the count where endless play is counted, and where no table of distances holds the position.
    pub plies: Option<u32>,
}

impl Verdict {
    /// A draw.
    pub const DRAWN: Verdict = Verdict { worth: Worth::Drawn, plies: None };

    /// A position that is won after an odd number of plies, and lost after an even one.
    pub fn in_plies(plies: u32) -> Verdict {
        Verdict { worth: if plies % 2 == 1 { Worth::Won } else { Worth::Lost }, plies: Some(plies) }
    }

    /// What is true one ply earlier, for the other side, if it chooses to come here.
    pub fn before(self) -> Verdict {
        Verdict { worth: self.worth.other(), plies: self.plies.map(|plies| plies.saturating_add(1)) }
    }

    /// The more the side to move likes it, the higher: it wins soon rather than late, and late rather than by the count; it
    /// loses by the count rather than late, and late rather than soon.
    pub fn liking(self) -> i64 {
        const FAR: i64 = 1 << 32;
        match (self.worth, self.plies) {
            (Worth::Won, Some(plies)) => FAR - i64::from(plies),
            (Worth::Won, None) => 1,
            (Worth::Drawn, _) => 0,
            (Worth::Lost, None) => -1,
            (Worth::Lost, Some(plies)) => i64::from(plies) - FAR,
        }
    }
}

/// A verdict in two bytes: the plies, which are odd in positions that are won, or one of the constants.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Code(pub u16);

impl Code {
    /// A draw.
    pub const DRAWN: Code = Code(0xffff);
    /// Won by the count of men.
    pub const COUNTED_WIN: Code = Code(0xfffe);
    /// Lost by the count of men.
    pub const COUNTED_LOSS: Code = Code(0xfffd);
    /// Not decided yet.
    pub const OPEN: Code = Code(0xfffc);
    const AT_MOST: u16 = 0x8000;

    /// Won after so many plies at most, though it may be sooner.
    pub fn won_at_most(plies: Code) -> Code {
        Code(plies.0 | Code::AT_MOST)
    }

    /// The plies of a win that may be sooner.
    pub fn at_most(self) -> Option<Code> {
        (self.0 >= Code::AT_MOST && self < Code::OPEN).then_some(Code(self.0 ^ Code::AT_MOST))
    }

    /// Whether it is won or lost after a number of plies that is known.
    pub fn is_plies(self) -> bool {
        self.0 <= MOST_PLIES
    }

    /// The most plies of these that are known.
    pub fn longest(codes: impl Iterator<Item = Code>) -> u16 {
        codes.filter(|code| code.is_plies()).max().map_or(0, |code| code.0)
    }

    /// Whether it is won after a number of plies that is known.
    pub fn is_won_in_plies(self) -> bool {
        self.is_plies() && self.0 % 2 == 1
    }

    /// Whether it is neither known nor bounded.
    pub fn is_open(self) -> bool {
        self == Code::OPEN
    }

    /// The same without plies.
    pub fn without_plies(self) -> Code {
        Code::of(Verdict { plies: None, ..self.verdict() })
    }

    /// The code of a verdict; of one with more than [`MOST_PLIES`] it is the next larger number.
    pub fn of(verdict: Verdict) -> Code {
        match (verdict.worth, verdict.plies) {
            (_, Some(plies)) => Code(u16::try_from(plies).unwrap_or(u16::MAX).min(MOST_PLIES + 1)),
            (Worth::Won, None) => Code::COUNTED_WIN,
            (Worth::Drawn, None) => Code::DRAWN,
            (Worth::Lost, None) => Code::COUNTED_LOSS,
        }
    }

    /// What it stands for.
    pub fn verdict(self) -> Verdict {
        match self {
            Code::COUNTED_WIN => Verdict { worth: Worth::Won, plies: None },
            Code::COUNTED_LOSS => Verdict { worth: Worth::Lost, plies: None },
            plies if plies.is_plies() => Verdict::in_plies(plies.0.into()),
            _ => Verdict::DRAWN,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_become_codes_and_back() {
        let counted = [Worth::Won, Worth::Lost].map(|worth| Verdict { worth, plies: None });
        for verdict in [Verdict::DRAWN].into_iter().chain(counted).chain((0..=300).map(Verdict::in_plies)) {
            let code = Code::of(verdict);
            assert_eq!((code.verdict(), code.is_open(), code.at_most()), (verdict, false, None));
            if code.is_won_in_plies() {
                assert_eq!(Code::won_at_most(code).at_most(), Some(code));
            }
        }
        assert_eq!(Code::OPEN.at_most(), None);
    }
}
