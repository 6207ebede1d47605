//! Clocks: a time for each side and an increment for each turn, or a time for each turn.
//!
//! Nobody here looks at a watch: whoever has one says what time it is.

use quirkat_rules::Side;
use std::ops::RangeInclusive;

/// A moment or a span in milliseconds; moments count from 1970, or from whenever the teller of the time likes.
pub type Millis = i64;

/// A day.
pub const DAY: Millis = 24 * 60 * 60 * 1_000;

/// Where no clock runs, somebody who has not played for so many days has stayed away.
pub const ABSENT_DAYS: usize = 14;

/// How much time each side has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClockTerms {
    /// For the whole game.
    Whole {
        /// At the start.
        initial: Millis,
        /// More for each turn.
        increment: Millis,
    },
    /// For each turn anew, whatever was left of the last one: for people who are not awake at the same time.
    Turn(Millis),
}

impl ClockTerms {
    /// So many minutes may each side have for the whole game.
    pub const MINUTES: RangeInclusive<f64> = 0.1..=180.0;
    /// So many seconds may be added for each turn.
    pub const SECONDS: RangeInclusive<f64> = 0.0..=60.0;

    /// Minutes for the whole game, and seconds more for each turn; `None` where nobody may have so many.
    pub fn whole(minutes: f64, seconds: f64) -> Option<ClockTerms> {
        let millis = |count: f64, each: f64| (count * each).round() as Millis;
        let allowed = Self::MINUTES.contains(&minutes) && Self::SECONDS.contains(&seconds);
        let (initial, increment) = (millis(minutes, 60_000.0), millis(seconds, 1_000.0));
        allowed.then_some(ClockTerms::Whole { initial, increment })
    }

    /// The same as people write it: `5+3` for five minutes and three seconds more for each turn, `5` for five minutes.
    pub fn read(text: &str) -> Option<ClockTerms> {
        let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
        ClockTerms::whole(minutes.trim().parse().ok()?, seconds.trim().parse().ok()?)
    }

    /// What each side has at the start.
    pub fn initial(self) -> Millis {
        match self {
            ClockTerms::Whole { initial, .. } | ClockTerms::Turn(initial) => initial,
        }
    }

    /// What each side gets for a turn beside what is left to it.
    pub fn increment(self) -> Millis {
        match self {
            ClockTerms::Whole { increment, .. } => increment,
            ClockTerms::Turn(_) => 0,
        }
    }
}

/// The clocks of both sides. They begin to run when each side has made a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    terms: ClockTerms,
    left: [Millis; 2],
    /// Whose clock is running, and since when.
    running: Option<(Side, Millis)>,
}

impl Clock {
    /// Clocks that stand at their start.
    pub fn new(terms: ClockTerms) -> Clock {
        Clock { terms, left: [terms.initial(); 2], running: None }
    }

    /// What was agreed about time.
    pub fn terms(&self) -> ClockTerms {
        self.terms
    }

    /// What each side gets for a turn.
    pub fn increment(&self) -> Millis {
        self.terms.increment()
    }

    /// Whose clock is running.
    pub fn running(&self) -> Option<Side> {
        self.running.map(|(side, _)| side)
    }

    /// The time that a side has left at a moment; negative when it is over.
    pub fn remaining(&self, side: Side, at: Millis) -> Millis {
        let spent = self.running.filter(|(running, _)| *running == side).map_or(0, |(_, since)| (at - since).max(0));
        self.standing(side) - spent
    }

    /// The side whose time is over at a moment, if its clock runs.
    pub fn out_of_time(&self, at: Millis) -> Option<Side> {
        self.running().filter(|&side| self.remaining(side, at) <= 0)
    }

    /// A side has made a turn at this moment, and `next` is to move; `runs` says whether time counts from now on.
    pub fn press(&mut self, side: Side, next: Side, at: Millis, runs: bool) {
        if self.running().is_some() {
            self.stop(at);
            self.left[side.index()] += self.terms.increment();
            self.begin_turn();
        }
        self.running = runs.then_some((next, at));
    }

    /// Nobody's time runs any more.
    pub fn stop(&mut self, at: Millis) {
        if let Some((side, _)) = self.running {
            self.left[side.index()] = self.remaining(side, at).max(0);
        }
        self.running = None;
    }

    /// The clock runs for another side from this moment: a turn was taken back.
    pub fn switch_to(&mut self, side: Side, at: Millis) {
        if self.running.is_some() {
            self.stop(at);
            self.begin_turn();
            self.running = Some((side, at));
        }
    }

    /// The clocks show this from now on, and time counts for a side from a moment, or for nobody.
    pub(crate) fn set(&mut self, left: [Millis; 2], running: Option<(Side, Millis)>) {
        (self.left, self.running) = (left, running);
    }

    /// Where the time is for each turn, all of it is there again.
    fn begin_turn(&mut self) {
        if let ClockTerms::Turn(each) = self.terms {
            self.left = [each; 2];
        }
    }

    /// When the time of the side whose clock runs is over.
    pub fn flag_time(&self) -> Option<Millis> {
        self.running.map(|(side, since)| since + self.standing(side))
    }

    /// The time on a side's clock, as it stood when one began to run last.
    ///
    /// It is chosen by a comparison and no index. Rust 1.95 reads ahead of the test whether there is a clock at all, and where
    /// there is none the index is whatever byte lies there: a server of 5,000 games read beyond its memory so.
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
        assert_eq!(clock.out_of_time(99_000), None, "nobody's clock runs");
        clock.press(Side::First, Side::Second, 0, true);
        assert_eq!((clock.out_of_time(49_999), clock.out_of_time(50_000)), (None, Some(Side::Second)));
    }

    #[test]
    fn terms_are_read_as_people_write_them() {
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
