//! How much of its clock the engine spends on a turn.

use std::time::Duration;

/// A side's clock, as a protocol tells it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// What is left.
    pub left: Duration,
    /// What is added for each turn.
    pub increment: Duration,
    /// The turns for which it has to last; nothing where it has to last for the whole game.
    pub turns: Option<u32>,
}

/// A game is reckoned to go on for so many turns.
const TURNS: u32 = 25;
/// This part of what is left is never spent: the answer needs time for its way.
const KEPT: u32 = 10;
/// However little is left, the engine thinks for so long.
const LEAST: Duration = Duration::from_millis(1);

impl Clock {
    /// The time to think about one turn.
    pub fn share(&self) -> Duration {
        let turns = self.turns.unwrap_or(TURNS).clamp(1, TURNS);
        let share = (self.left / turns).saturating_add(self.increment / 4 * 3);
        share.min(self.left - self.left / KEPT).max(LEAST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(left: u64, increment: u64, turns: Option<u32>) -> u128 {
        let [left, increment] = [left, increment].map(Duration::from_millis);
        Clock { left, increment, turns }.share().as_millis()
    }

    #[test]
    fn a_turn_takes_its_share_and_never_all() {
        assert_eq!(share(50_000, 0, None), 2_000);
        assert_eq!(share(50_000, 4_000, None), 5_000);
        assert_eq!(share(50_000, 0, Some(10)), 5_000);
        assert_eq!(share(50_000, 0, Some(100)), 2_000, "clocks that last long are spent as if the game ended before");
        assert_eq!(share(50_000, 0, Some(1)), 45_000);
        assert_eq!(share(1_000, 60_000, None), 900);
        assert_eq!(share(0, 0, Some(0)), 1);
    }
}
