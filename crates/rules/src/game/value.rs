//! Game-theoretic values: win, draw or loss under perfect play, and the distance to the end.
//!
//! Solvers prove these values, tables store them, and searches and servers read them. A static evaluation or a search
//! score is no game-theoretic value and has its own types elsewhere.

use crate::engine::outcome::Outcome;
use crate::ground::setup::Side;
use std::cmp::{Ordering, Reverse};
use std::fmt;

/// Result of a position under perfect play, from the view of the side to move.
///
/// The order is from worst to best: `Loss < Draw < Win`.
///
/// # Examples
/// ```
/// use quirkat_rules::Wdl;
///
/// assert_eq!(Wdl::Win.reversed(), Wdl::Loss);
/// assert!(Wdl::Loss < Wdl::Draw && Wdl::Draw < Wdl::Win);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wdl {
    /// The side to move loses against perfect play.
    Loss,
    /// Neither side can force a win.
    Draw,
    /// The side to move can force a win.
    Win,
}

impl Wdl {
    /// All three results, worst first.
    pub const ALL: [Wdl; 3] = [Wdl::Loss, Wdl::Draw, Wdl::Win];

    /// Returns the result of a finished game for `side`.
    pub fn from_outcome(outcome: Outcome, side: Side) -> Wdl {
        match outcome.winner {
            None => Wdl::Draw,
            Some(winner) if winner == side => Wdl::Win,
            Some(_) => Wdl::Loss,
        }
    }

    /// Returns the same result from the view of the other side.
    pub fn reversed(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::Draw => Wdl::Draw,
            Wdl::Win => Wdl::Loss,
        }
    }
}

/// Distance to win (DTW), in plies.
///
/// The number of plies to the end of the game when the winner shortens and the loser lengthens the game. 0 means that the
/// game is over. A drawn position has no distance. Usually a win has an odd distance and a loss an even one; dice throws and
/// calls for single combat, after which the same side goes on, break this parity.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Dtw(pub u32);

impl Dtw {
    /// Distance of a finished game.
    pub const ZERO: Dtw = Dtw(0);

    /// Returns the number of plies.
    pub fn plies(self) -> u32 {
        self.0
    }

    /// Returns the distance of a position one ply before a position of this distance.
    #[must_use]
    pub fn ply_before(self) -> Dtw {
        Dtw(self.0 + 1)
    }
}

/// Writes the number of plies.
impl fmt::Display for Dtw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Proved value of a position for its side to move: the result and, where it is known, the distance to win.
///
/// The order is from worst to best. A quicker win and a slower loss are better; an unknown distance counts as longer than
/// every known one.
///
/// # Examples
/// ```
/// use quirkat_rules::{Dtw, GameValue};
///
/// let value = GameValue::win(Some(Dtw(3)));
/// assert!(value > GameValue::win(Some(Dtw(9))) && value > GameValue::DRAW);
/// // The position before a turn to this position is lost in four plies for the other side.
/// assert_eq!(value.reversed().ply_before(), GameValue::loss(Some(Dtw(4))));
/// assert_eq!(value.signed_plies(), Some(3));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameValue {
    /// Win, draw or loss for the side to move.
    pub wdl: Wdl,
    /// Distance to win; `None` in drawn positions and where only the result is known.
    pub dtw: Option<Dtw>,
}

impl GameValue {
    /// Value of a drawn position.
    pub const DRAW: GameValue = GameValue { wdl: Wdl::Draw, dtw: None };

    /// Returns the value of a won position.
    pub const fn win(dtw: Option<Dtw>) -> GameValue {
        GameValue { wdl: Wdl::Win, dtw }
    }

    /// Returns the value of a lost position.
    pub const fn loss(dtw: Option<Dtw>) -> GameValue {
        GameValue { wdl: Wdl::Loss, dtw }
    }

    /// Returns the value of a finished game for `side`, at distance 0 unless it is drawn.
    pub fn from_outcome(outcome: Outcome, side: Side) -> GameValue {
        let wdl = Wdl::from_outcome(outcome, side);
        GameValue { wdl, dtw: (wdl != Wdl::Draw).then_some(Dtw::ZERO) }
    }

    /// Returns the same value from the view of the other side.
    #[must_use]
    pub fn reversed(self) -> GameValue {
        GameValue { wdl: self.wdl.reversed(), ..self }
    }

    /// Returns the value one ply earlier, from the view of the same side: the distance grows by one.
    #[must_use]
    pub fn ply_before(self) -> GameValue {
        GameValue { dtw: self.dtw.map(Dtw::ply_before), ..self }
    }

    /// Returns the plies to the end with a sign: positive for a win, negative for a loss, 0 for a finished game.
    ///
    /// `None` for a draw and where the distance is unknown.
    pub fn signed_plies(self) -> Option<i64> {
        let plies = i64::from(self.dtw?.plies());
        match self.wdl {
            Wdl::Loss => Some(-plies),
            Wdl::Draw => None,
            Wdl::Win => Some(plies),
        }
    }
}

impl From<Wdl> for GameValue {
    /// Returns a value of unknown distance.
    fn from(wdl: Wdl) -> GameValue {
        GameValue { wdl, dtw: None }
    }
}

impl Ord for GameValue {
    fn cmp(&self, other: &GameValue) -> Ordering {
        let plies = |value: &GameValue| value.dtw.map_or(u64::MAX, |dtw| u64::from(dtw.plies()));
        self.wdl.cmp(&other.wdl).then_with(|| match self.wdl {
            Wdl::Loss => plies(self).cmp(&plies(other)),
            Wdl::Draw => self.dtw.cmp(&other.dtw),
            Wdl::Win => Reverse(plies(self)).cmp(&Reverse(plies(other))),
        })
    }
}

impl PartialOrd for GameValue {
    fn partial_cmp(&self, other: &GameValue) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::reason::Reason;

    #[test]
    fn a_quick_win_and_a_slow_loss_are_the_better_ones() {
        let worst_first = [
            GameValue::loss(Some(Dtw(0))),
            GameValue::loss(Some(Dtw(8))),
            GameValue::loss(None),
            GameValue::DRAW,
            GameValue::win(None),
            GameValue::win(Some(Dtw(9))),
            GameValue::win(Some(Dtw(1))),
        ];
        assert!(worst_first.is_sorted_by(|a, b| a < b));
        assert!(worst_first.map(GameValue::reversed).is_sorted_by(|a, b| a > b));
    }

    #[test]
    fn a_finished_game_has_distance_zero_unless_it_is_drawn() {
        let won = Outcome::won(Side::First, Reason::NoPieces);
        assert_eq!(GameValue::from_outcome(won, Side::First), GameValue::win(Some(Dtw::ZERO)));
        assert_eq!(GameValue::from_outcome(won, Side::Second), GameValue::loss(Some(Dtw::ZERO)));
        assert_eq!(GameValue::from_outcome(Outcome::drawn(Reason::Blocked), Side::First), GameValue::DRAW);
    }

    #[test]
    fn reversing_twice_restores_the_result() {
        for wdl in Wdl::ALL {
            assert_eq!(wdl.reversed().reversed(), wdl);
        }
    }

    #[test]
    fn signed_plies_distinguish_wins_from_losses() {
        assert_eq!(GameValue::win(Some(Dtw(5))).signed_plies(), Some(5));
        assert_eq!(GameValue::loss(Some(Dtw(4))).signed_plies(), Some(-4));
        assert_eq!([GameValue::DRAW, Wdl::Win.into()].map(GameValue::signed_plies), [None, None]);
    }
}
