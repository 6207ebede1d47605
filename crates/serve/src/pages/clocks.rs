//! Clocks and times in words.

use crate::live::{ClockTerms, DAY, Millis};
use crate::texts::Texts;
use std::ops::RangeInclusive;

/// Allowed days per move, both ends included.
pub const DAYS: RangeInclusive<i64> = 1..=14;

/// Returns the terms of a clock in a few words.
pub fn in_words(clock: Option<ClockTerms>, texts: Texts) -> String {
    match clock {
        None => texts.get("clock_none").to_owned(),
        Some(ClockTerms::Whole { initial, increment }) => {
            let values = [("time", time(initial, texts)), ("increment", time(increment, texts))];
            texts.with(if increment < 1_000 { "clock_alone" } else { "clock_whole" }, &values)
        }
        Some(ClockTerms::Turn(each)) => texts.counted("clock_days", u64::try_from(each / DAY).unwrap_or(0)),
    }
}

/// Returns a time in minutes and seconds, without those that are zero.
fn time(millis: Millis, texts: Texts) -> String {
    let seconds = u64::try_from(millis / 1_000).unwrap_or(0);
    let counted = |key: &str, n: u64| (n > 0).then(|| texts.counted(key, n));
    let parts = [counted("time_minutes", seconds / 60), counted("time_seconds", seconds % 60)];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Returns the remaining time in days and hours, in hours and minutes, or in minutes.
pub fn left_in_words(left: Millis, texts: Texts) -> String {
    let minutes = left.max(0) / 60_000;
    let (days, hours, rest) = (minutes / (24 * 60), minutes / 60 % 24, minutes % 60);
    let slots = [("days", days), ("hours", hours), ("minutes", rest)].map(|(slot, number)| (slot, number.to_string()));
    let key = match (days, hours) {
        (0, 0) => "left_minutes",
        (0, _) => "left_hours",
        _ => "left_days",
    };
    texts.with(key, &slots)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::Base;
    use quirkat_rules::Language;

    #[test]
    fn clocks_are_described_by_their_kind() {
        let texts = Texts(Language::En, Base::default(), None);
        assert_eq!(in_words(None, texts), "no clock");
        let whole = ClockTerms::Whole { initial: 300_000, increment: 3_000 };
        assert_eq!(in_words(Some(whole), texts), "5 minutes for each side, and 3 seconds more with each move");
        assert_eq!(in_words(Some(ClockTerms::Turn(DAY)), texts), "a day for each move");
        assert_eq!(in_words(Some(ClockTerms::Turn(3 * DAY)), texts), "3 days for each move");
        assert_eq!(left_in_words(2 * DAY + 5 * 3_600_000, texts), "2 d 5 h");
        assert_eq!([left_in_words(3_660_000, texts), left_in_words(-1, texts)], ["1 h 1 min", "0 min"]);
    }
}
