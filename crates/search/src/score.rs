//! Scores of positions.

use std::fmt;

/// The score of a position for its side to move: hundredths of a man, or the distance to a proved end.
///
/// # Examples
/// ```
/// use quirkat_search::Score;
///
/// let lead = Score::estimate(135);
/// assert_eq!((lead.hundredths(), lead.plies_to_end()), (135, None));
/// assert_eq!(lead.to_string(), "+1.35");
///
/// // A win in five plies is better than one in nine, and than any estimate.
/// assert!(Score::won_in(5) > Score::won_in(9) && Score::won_in(9) > lead);
/// assert_eq!((-Score::won_in(5)).to_string(), "#-5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Score(pub(crate) i32);

/// A game won on the spot.
const WIN: i32 = 30_000;
/// Scores beyond this are proved ends at a known distance.
const WIN_AT_KNOWN_DISTANCE: i32 = 29_000;
/// Scores beyond this are proved ends, perhaps at an unknown distance.
const DECISIVE: i32 = 28_000;

impl Score {
    /// A draw, or a position that is level.
    pub const DRAW: Score = Score(0);

    /// The scores of a game lost and of a game won on the spot. No score is beyond them.
    pub(crate) const LOWEST: Score = Score(-WIN);
    pub(crate) const HIGHEST: Score = Score(WIN);

    /// A proved win at an unknown distance. It is lower than a win at any known distance.
    pub const WON: Score = Score(WIN_AT_KNOWN_DISTANCE);
    /// A proved loss at an unknown distance. It is higher than a loss at any known distance.
    pub const LOST: Score = Score(-WIN_AT_KNOWN_DISTANCE);

    /// Returns the score of a loss in this number of plies.
    pub fn lost_in(plies: u32) -> Score {
        Score(plies as i32 - WIN)
    }

    /// Returns the score of a win in this number of plies.
    pub fn won_in(plies: u32) -> Score {
        Score(WIN - plies as i32)
    }

    /// Returns an estimate in hundredths of a man, clamped to less than a proved end.
    pub fn estimate(hundredths: i32) -> Score {
        Score(hundredths.clamp(1 - DECISIVE, DECISIVE - 1))
    }

    /// Returns the plies to a proved end: positive if the side to move wins, negative or zero if it loses. `None` for
    /// an estimate, a draw, or an unknown distance.
    pub fn plies_to_end(self) -> Option<i32> {
        if self.0 > WIN_AT_KNOWN_DISTANCE {
            Some(WIN - self.0)
        } else if self.0 < -WIN_AT_KNOWN_DISTANCE {
            Some(-WIN - self.0)
        } else {
            None
        }
    }

    /// Returns whether the score is a proved win of the side to move.
    pub fn is_won(self) -> bool {
        self.0 > DECISIVE
    }

    /// Returns whether the score is a proved loss of the side to move.
    pub fn is_lost(self) -> bool {
        self.0 < -DECISIVE
    }

    /// Returns whether the score is a proved win of either side.
    pub fn is_decisive(self) -> bool {
        self.is_won() || self.is_lost()
    }

    /// Returns the score in hundredths of a man. Proved ends are beyond 28 000.
    pub fn hundredths(self) -> i32 {
        self.0
    }

    /// Returns the score with a proved end this number of plies nearer, or farther if it is negative.
    fn nearer(self, plies: i32) -> Score {
        Score(if self.is_decisive() { self.0 + self.0.signum() * plies } else { self.0 })
    }

    /// Returns the score of a position as seen from an ancestor this number of plies above it.
    pub(crate) fn at_ancestor(self, plies: u32) -> Score {
        self.nearer(-(plies as i32))
    }

    /// Returns the score as the transposition table stores it: with distances from the position, not from the root.
    pub(crate) fn to_table(self, ply: u32) -> i16 {
        self.nearer(ply as i32).0 as i16
    }

    /// Reverses [`Score::to_table`].
    pub(crate) fn from_table(stored: i16, ply: u32) -> Score {
        Score(i32::from(stored)).at_ancestor(ply)
    }
}

impl std::ops::Neg for Score {
    type Output = Score;

    /// Returns the score for the other side.
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    /// Writes men with two decimals; `#5` for a win in five plies and `#-4` for a loss in four; `#+` and `#-` for a win
    /// and a loss at an unknown distance.
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
    fn the_transposition_table_keeps_distances_from_the_position() {
        for score in [Score::won_in(7), Score::lost_in(8), Score(35), Score::DRAW] {
            assert_eq!(Score::from_table(score.to_table(5), 5), score);
        }
        // Stored two plies below the root, a win in seven is a win in five from there.
        assert_eq!(Score::from_table(Score::won_in(7).to_table(2), 0), Score::won_in(5));
        assert_eq!(Score::won_in(5).to_string(), "#5");
        assert_eq!(Score::lost_in(4).to_string(), "#-4");
        assert_eq!(Score(-125).to_string(), "-1.25");
    }

    #[test]
    fn a_win_at_an_unknown_distance_lies_between_estimates_and_wins_at_known_distances() {
        let far = Score::WON.at_ancestor(120).at_ancestor(120);
        assert!(Score::estimate(i32::MAX) < far && far < Score::WON && Score::WON < Score::won_in(999));
        assert_eq!(-Score::LOST, Score::WON);
        for score in [Score::WON, Score::LOST, far] {
            assert!(score.is_decisive() && score.plies_to_end().is_none());
            assert_eq!(Score::from_table(score.at_ancestor(7).to_table(7), 7), score.at_ancestor(7));
        }
        assert_eq!([Score::WON, Score::LOST].map(|score| score.to_string()), ["#+", "#-"]);
    }
}
