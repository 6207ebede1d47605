//! What a position is worth.

use std::fmt;

/// What a position is worth to the side to move: hundredths of a man, or the distance to a certain end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Score(pub(crate) i32);

/// A game won at once.
const WIN: i32 = 30_000;
/// Scores beyond this are certain ends, so many plies away.
const CERTAIN: i32 = 29_000;
/// Scores beyond this are certain too, but nobody knows how far away the end is.
const DECIDED: i32 = 28_000;

impl Score {
    /// A draw, and as good for both sides.
    pub const DRAW: Score = Score(0);

    /// No score is lower than a game lost at once, none higher than a game won at once.
    pub(crate) const LOWEST: Score = Score(-WIN);
    pub(crate) const HIGHEST: Score = Score(WIN);

    /// A win for certain, nobody knows in how many plies: worth less than any that is known.
    pub const WON: Score = Score(CERTAIN);
    /// A loss for certain, nobody knows in how many plies.
    pub const LOST: Score = Score(-CERTAIN);

    /// A loss in this many plies.
    pub fn lost_in(plies: u32) -> Score {
        Score(plies as i32 - WIN)
    }

    /// A win in this many plies.
    pub fn won_in(plies: u32) -> Score {
        Score(WIN - plies as i32)
    }

    /// A number of hundredths of a man, kept away from certain ends.
    pub fn estimate(hundredths: i32) -> Score {
        Score(hundredths.clamp(1 - DECIDED, DECIDED - 1))
    }

    /// The plies to the end if the side to move wins for certain (positive) or loses for certain (negative, or zero when
    /// it has lost already); `None` where the score is an estimate or a draw, or nobody knows how far away the end is.
    pub fn plies_to_end(self) -> Option<i32> {
        if self.0 > CERTAIN {
            Some(WIN - self.0)
        } else if self.0 < -CERTAIN {
            Some(-WIN - self.0)
        } else {
            None
        }
    }

    /// Whether the side to move wins for certain, however far away that is.
    pub fn is_won(self) -> bool {
        self.0 > DECIDED
    }

    /// Whether the side to move loses for certain, or has lost already.
    pub fn is_lost(self) -> bool {
        self.0 < -DECIDED
    }

    /// Whether one side wins for certain.
    pub fn is_decisive(self) -> bool {
        self.is_won() || self.is_lost()
    }

    /// Hundredths of a man; certain ends are beyond 28 000.
    pub fn hundredths(self) -> i32 {
        self.0
    }

    /// A certain end, so many plies nearer or, negative, farther.
    fn nearer(self, plies: i32) -> Score {
        Score(if self.is_decisive() { self.0 + self.0.signum() * plies } else { self.0 })
    }

    /// The score, found for a position, as it stands so many plies above it.
    pub(crate) fn seen_from_above(self, plies: u32) -> Score {
        self.nearer(-(plies as i32))
    }

    /// The score as a table keeps it: certain ends are counted from the position itself and not from the root.
    pub(crate) fn to_table(self, ply: u32) -> i16 {
        self.nearer(ply as i32).0 as i16
    }

    /// The reverse of [`Score::to_table`].
    pub(crate) fn from_table(kept: i16, ply: u32) -> Score {
        Score(i32::from(kept)).seen_from_above(ply)
    }
}

impl std::ops::Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    /// Men, with two decimals; `#5` wins in five plies, `#-4` loses in four; `#+` wins and `#-` loses, nobody knows when.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_to_end() {
            Some(plies) => write!(f, "#{plies}"),
            None if self.is_decisive() => f.write_str(if self.is_won() { "#+" } else { "#-" }),
            None => write!(f, "{:+.2}", f64::from(self.0) / 100.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn certain_ends_keep_their_distance_in_the_table() {
        for score in [Score::won_in(7), Score::lost_in(8), Score(35), Score::DRAW] {
            assert_eq!(Score::from_table(score.to_table(5), 5), score);
        }
        // Found two plies below the root, a win in seven is a win in five from there.
        assert_eq!(Score::from_table(Score::won_in(7).to_table(2), 0), Score::won_in(5));
        assert_eq!(Score::won_in(5).to_string(), "#5");
        assert_eq!(Score::lost_in(4).to_string(), "#-4");
        assert_eq!(Score(-125).to_string(), "-1.25");
    }

    #[test]
    fn a_win_at_an_unknown_distance_is_worth_more_than_any_estimate_and_less_than_any_known_one() {
        let far = Score::WON.seen_from_above(120).seen_from_above(120);
        assert!(Score::estimate(i32::MAX) < far && far < Score::WON && Score::WON < Score::won_in(999));
        assert_eq!(-Score::LOST, Score::WON);
        for score in [Score::WON, Score::LOST, far] {
            assert!(score.is_decisive() && score.plies_to_end().is_none());
            assert_eq!(Score::from_table(score.seen_from_above(7).to_table(7), 7), score.seen_from_above(7));
        }
        assert_eq!([Score::WON, Score::LOST].map(|score| score.to_string()), ["#+", "#-"]);
    }
}
