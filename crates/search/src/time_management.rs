//! Time management: the share of its clock that an engine spends on a move.

use crate::params::{EXPECTED_MOVES, INCREMENT_QUARTERS, MIN_MOVE_TIME_MS, UNSPENT_SHARE};
use std::time::Duration;

/// A side's clock when it is to move.
///
/// # Examples
/// ```
/// use quirkat_search::RemainingTime;
/// use std::time::Duration;
///
/// let clock = RemainingTime { remaining: Duration::from_secs(50), ..RemainingTime::default() };
/// assert_eq!(clock.budget(0), Duration::from_secs(2));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RemainingTime {
    /// Time left on the clock.
    pub remaining: Duration,
    /// Time that is added for each move.
    pub increment: Duration,
    /// Moves until the next time control; `None` where the time has to last for the whole game.
    pub turns: Option<u32>,
}

impl RemainingTime {
    /// Returns the time to spend on a move after `made` moves of the same side.
    ///
    /// The expected length of the game grows with the moves made: a game that has been long may become longer. Each
    /// move therefore spends a smaller share, and never all.
    pub fn budget(&self, made: usize) -> Duration {
        let expected = EXPECTED_MOVES.saturating_add(u32::try_from(made).unwrap_or(u32::MAX));
        let moves = self.turns.map_or(expected, |turns| turns.clamp(1, expected));
        let budget = (self.remaining / moves).saturating_add(self.increment / 4 * INCREMENT_QUARTERS);
        budget.min(self.remaining - self.remaining / UNSPENT_SHARE).max(Duration::from_millis(MIN_MOVE_TIME_MS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(remaining: u64, increment: u64, turns: Option<u32>, made: usize) -> u64 {
        let [remaining, increment] = [remaining, increment].map(Duration::from_millis);
        RemainingTime { remaining, increment, turns }.budget(made).as_millis() as u64
    }

    #[test]
    fn a_move_spends_a_share_of_the_clock_and_never_all() {
        assert_eq!(budget(50_000, 0, None, 0), 2_000);
        assert_eq!(budget(50_000, 4_000, None, 0), 5_000);
        assert_eq!(budget(50_000, 0, None, 25), 1_000);
        assert_eq!(budget(50_000, 0, Some(10), 25), 5_000);
        assert_eq!(budget(50_000, 0, Some(100), 0), 2_000, "a distant time control counts as the end of the game");
        assert_eq!(budget(50_000, 0, Some(1), 0), 45_000);
        assert_eq!(budget(1_000, 60_000, None, 0), 900);
        assert_eq!(budget(0, 0, Some(0), usize::MAX), 1);
    }

    #[test]
    fn a_clock_without_increment_lasts_for_four_hundred_moves_of_a_side() {
        // Overhead of a move beside the search: a late stop, transport, and storage.
        for (minutes, overhead) in [(1, 10), (5, 50), (30, 300)] {
            let mut remaining = minutes * 60_000;
            for made in 0..400 {
                let spent = budget(remaining, 0, None, made) + overhead;
                remaining =
                    remaining.checked_sub(spent).unwrap_or_else(|| panic!("{minutes} minutes are over at move {made}"));
            }
        }
    }
}
