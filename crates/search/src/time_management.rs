//! How much of its clock an engine spends on a turn.

use std::time::Duration;

/// A side's clock when it is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RemainingTime {
    /// What is left.
    pub remaining: Duration,
    /// What is added for each turn.
    pub increment: Duration,
    /// The turns for which it has to last; nothing where it has to last for the whole game.
    pub turns: Option<u32>,
}

/// A game is reckoned to go on for so many turns of a side, and for one more with each that it has made: a game that has been
/// long may become longer still. So each turn takes a smaller part of what is left, and never all of it.
const TURNS: u32 = 25;
/// This part of what is left is never spent: the answer needs time for its way.
const KEPT: u32 = 10;
/// However little is left, the engine thinks for so long.
const LEAST: Duration = Duration::from_millis(1);

impl RemainingTime {
    /// The time to think about one turn after so many of the side's own.
    pub fn budget(&self, made: usize) -> Duration {
        let expected = TURNS.saturating_add(u32::try_from(made).unwrap_or(u32::MAX));
        let turns = self.turns.map_or(expected, |turns| turns.clamp(1, expected));
        let share = (self.remaining / turns).saturating_add(self.increment / 4 * 3);
        share.min(self.remaining - self.remaining / KEPT).max(LEAST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(left: u64, increment: u64, turns: Option<u32>, made: usize) -> u64 {
        let [left, increment] = [left, increment].map(Duration::from_millis);
        RemainingTime { remaining: left, increment, turns }.budget(made).as_millis() as u64
    }

    #[test]
    fn a_turn_takes_its_share_and_never_all() {
        assert_eq!(share(50_000, 0, None, 0), 2_000);
        assert_eq!(share(50_000, 4_000, None, 0), 5_000);
        assert_eq!(share(50_000, 0, None, 25), 1_000);
        assert_eq!(share(50_000, 0, Some(10), 25), 5_000);
        assert_eq!(
            share(50_000, 0, Some(100), 0),
            2_000,
            "clocks that last long are spent as if the game ended before"
        );
        assert_eq!(share(50_000, 0, Some(1), 0), 45_000);
        assert_eq!(share(1_000, 60_000, None, 0), 900);
        assert_eq!(share(0, 0, Some(0), usize::MAX), 1);
    }

    #[test]
    fn a_clock_without_increment_lasts_for_four_hundred_turns_of_a_side() {
        // What a turn takes beside the thinking: a search may be late, the turn has its way to go and is written down.
        for (minutes, beside) in [(1, 10), (5, 50), (30, 300)] {
            let mut left = minutes * 60_000;
            for made in 0..400 {
                let spent = share(left, 0, None, made) + beside;
                left = left.checked_sub(spent).unwrap_or_else(|| panic!("{minutes} minutes are over at turn {made}"));
            }
        }
    }
}
