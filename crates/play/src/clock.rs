//! Game clocks: a total time with an increment, or a time for each turn.
//!
//! This module does not read the system clock. Callers pass the current time.

use quirkat_rules::Side;
use std::ops::RangeInclusive;

/// A point in time or a duration in milliseconds. Points in time count from 1970 or from any origin that the caller
/// uses consistently.
pub type Millis = i64;

/// Length of a day in milliseconds.
pub const DAY: Millis = 24 * 60 * 60 * 1_000;

/// Days without a turn after which the opponent may claim a game that has no clock.
pub const ABSENT_DAYS: usize = 14;

/// Time control of a game, the same for both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClockTerms {
    /// A total time for the whole game, with an increment.
    Whole {
        /// Time of each side at the start.
        initial: Millis,
        /// Time added after each turn.
        increment: Millis,
    },
    /// A fresh amount of time for each turn, for correspondence play. Unused time is lost.
    Turn(Millis),
}

impl ClockTerms {
    /// Allowed minutes of each side for the whole game.
    pub const MINUTES: RangeInclusive<f64> = 0.1..=180.0;
    /// Allowed range of the increment, in seconds.
    pub const SECONDS: RangeInclusive<f64> = 0.0..=60.0;

    /// Creates a time control from minutes and an increment in seconds. Returns `None` when a value is outside its
    /// range.
    pub fn whole(minutes: f64, seconds: f64) -> Option<ClockTerms> {
        let millis = |count: f64, each: f64| (count * each).round() as Millis;
        let allowed = Self::MINUTES.contains(&minutes) && Self::SECONDS.contains(&seconds);
        let (initial, increment) = (millis(minutes, 60_000.0), millis(seconds, 1_000.0));
        allowed.then_some(ClockTerms::Whole { initial, increment })
    }

    /// Parses a time control: `5+3` is five minutes with an increment of three seconds, `5` is five minutes.
    pub fn read(text: &str) -> Option<ClockTerms> {
        let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
        ClockTerms::whole(minutes.trim().parse().ok()?, seconds.trim().parse().ok()?)
    }

    /// Returns the time of each side at the start.
    pub fn initial(self) -> Millis {
        match self {
            ClockTerms::Whole { initial, .. } | ClockTerms::Turn(initial) => initial,
        }
    }

    /// Returns the time that is added after each turn.
    pub fn increment(self) -> Millis {
        match self {
            ClockTerms::Whole { increment, .. } => increment,
            ClockTerms::Turn(_) => 0,
        }
    }
}

/// Clocks of both sides. They start after each side has made its first turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    terms: ClockTerms,
    left: [Millis; 2],
    /// Side whose clock runs, with the time when it started.
    running: Option<(Side, Millis)>,
}

impl Clock {
    /// Creates stopped clocks that show the initial time.
    pub fn new(terms: ClockTerms) -> Clock {
        Clock { terms, left: [terms.initial(); 2], running: None }
    }

    /// Returns the time control of both clocks.
    pub fn terms(&self) -> ClockTerms {
        self.terms
    }

    /// Returns the time that is added after each turn.
    pub fn increment(&self) -> Millis {
        self.terms.increment()
    }

    /// Returns the side whose clock runs.
    pub fn running(&self) -> Option<Side> {
        self.running.map(|(side, _)| side)
    }

    /// Returns the remaining time of a side at a given time; negative after its flag has fallen.
    pub fn remaining(&self, side: Side, at: Millis) -> Millis {
        let spent = self.running.filter(|(running, _)| *running == side).map_or(0, |(_, since)| (at - since).max(0));
        self.standing(side) - spent
    }

    /// Returns the side whose flag has fallen at a given time, if its clock runs.
    pub fn out_of_time(&self, at: Millis) -> Option<Side> {
        self.running().filter(|&side| self.remaining(side, at) <= 0)
    }

    /// Presses the clock: `side` has made a turn at the given time and `next` is to move. The clock of `next` runs if
    /// `runs` is true.
    pub fn press(&mut self, side: Side, next: Side, at: Millis, runs: bool) {
        if self.running().is_some() {
            self.stop(at);
            self.left[side.index()] += self.terms.increment();
            self.begin_turn();
        }
        self.running = runs.then_some((next, at));
    }

    /// Stops both clocks at the given time.
    pub fn stop(&mut self, at: Millis) {
        if let Some((side, _)) = self.running {
            self.left[side.index()] = self.remaining(side, at).max(0);
        }
        self.running = None;
    }

    /// Lets the clock of another side run from the given time, after a takeback.
    pub fn switch_to(&mut self, side: Side, at: Millis) {
        if self.running.is_some() {
            self.stop(at);
            self.begin_turn();
            self.running = Some((side, at));
        }
    }

    /// Sets both clocks, and the side whose clock runs from a given time.
    pub(crate) fn set(&mut self, left: [Millis; 2], running: Option<(Side, Millis)>) {
        (self.left, self.running) = (left, running);
    }

    /// Restores the full time of both sides where the time control counts by turn.
    fn begin_turn(&mut self) {
        if let ClockTerms::Turn(each) = self.terms {
            self.left = [each; 2];
        }
    }

    /// Returns the time when the flag of the running clock falls.
    pub fn flag_time(&self) -> Option<Millis> {
        self.running.map(|(side, since)| since + self.standing(side))
    }

    /// Returns the time on a side's clock at the moment when a clock last started.
    ///
    /// A comparison selects the side instead of an index. Rust 1.95 hoists the indexed load above the test for the
    /// presence of a clock. Without a clock, the index is then an arbitrary byte, and a server with 5,000 games read
    /// out of bounds.
    fn standing(&self, side: Side) -> Millis {
        let [first, second] = self.left;
        if side == Side::First { first } else { second }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_runs_for_the_side_to_move_and_increments_are_added() {
        let mut clock = Clock::new(ClockTerms::Whole { initial: 60_000, increment: 2_000 });
        clock.press(Side::First, Side::Second, 1_000, false);
        assert_eq!(clock.remaining(Side::Second, 50_000), 60_000, "clocks do not run before both have moved");
        clock.press(Side::Second, Side::First, 50_000, true);
        assert_eq!(clock.remaining(Side::First, 55_000), 55_000);
        clock.press(Side::First, Side::Second, 60_000, true);
        assert_eq!(clock.remaining(Side::First, 99_000), 52_000);
        assert_eq!(clock.remaining(Side::Second, 125_000), -5_000);
        clock.stop(70_000);
        assert_eq!((clock.remaining(Side::Second, 99_000), clock.running()), (50_000, None));
    }

    #[test]
    fn a_flag_falls_for_the_side_whose_clock_runs() {
        let mut clock = Clock::new(ClockTerms::Whole { initial: 50_000, increment: 0 });
        assert_eq!(clock.out_of_time(99_000), None, "no clock runs");
        clock.press(Side::First, Side::Second, 0, true);
        assert_eq!((clock.out_of_time(49_999), clock.out_of_time(50_000)), (None, Some(Side::Second)));
    }

    #[test]
    fn clock_terms_are_read_in_common_notations() {
        let whole = |initial, increment| Some(ClockTerms::Whole { initial, increment });
        assert_eq!(ClockTerms::read("5+3"), whole(300_000, 3_000));
        assert_eq!(ClockTerms::read("0.1"), whole(6_000, 0));
        assert_eq!(ClockTerms::read("180 + 0.5"), whole(10_800_000, 500));
        for refused in ["", "+", "5+", "+3", "0+3", "181", "5+61", "5+-1", "5+3+1", "NaN", "inf", "1e9", "5m"] {
            assert_eq!(ClockTerms::read(refused), None, "{refused}");
        }
    }

    #[test]
    fn time_for_each_turn_is_all_there_at_each_turn() {
        let mut clock = Clock::new(ClockTerms::Turn(1_000));
        clock.press(Side::First, Side::Second, 0, false);
        assert_eq!((clock.flag_time(), clock.increment()), (None, 0));
        clock.press(Side::Second, Side::First, 5_000, true);
        assert_eq!((clock.flag_time(), clock.remaining(Side::First, 5_900)), (Some(6_000), 100));
        clock.press(Side::First, Side::Second, 5_900, true);
        assert_eq!((clock.remaining(Side::First, 5_900), clock.flag_time()), (1_000, Some(6_900)));
        clock.switch_to(Side::First, 6_000);
        assert_eq!(
            (clock.remaining(Side::Second, 6_500), clock.flag_time()),
            (1_000, Some(7_000)),
            "a turn was taken back"
        );
        assert_eq!((clock.out_of_time(6_999), clock.out_of_time(7_000)), (None, Some(Side::First)));
    }
}
