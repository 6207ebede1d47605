//! The commands, a file each: their arguments, and what they print.

pub mod annotate;
pub mod best;
pub mod board;
pub mod check;
pub mod completions;
pub mod draw;
pub mod format;
pub mod games;
mod limits;
pub mod matches;
pub mod moves;
pub mod perft;
pub mod play;
pub mod print;
pub mod puzzles;
pub mod rules;
pub mod selfplay;
pub mod serve;
pub mod show;
pub mod speed;
pub mod train;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use jiff::SignedDuration;
use quirkat_rules::Language;
use serde::Serialize;
use std::io::{IsTerminal, Write};
use std::time::Duration;

/// A value as a command prints it: JSON on several lines.
fn json_text(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).expect("plain values become JSON") + "\n"
}

/// Reads a time: `1s`, `0.5s`, `100ms`, `2m`, or a plain number of seconds.
fn read_time(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let time = match text.parse::<f64>() {
        Ok(seconds) => SignedDuration::try_from_secs_f64(seconds),
        Err(_) => text.parse::<SignedDuration>(),
    };
    time.ok()
        .filter(|time| (SignedDuration::from_millis(1)..=SignedDuration::from_hours(24)).contains(time))
        .map(SignedDuration::unsigned_abs)
        .ok_or_else(|| "allowed: a time from 1ms to 24 hours, such as 1s, 0.5s, 100ms or 2m".to_owned())
}

/// A number with its thousands apart.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group)).collect();
    groups.join(" ")
}

/// Tells a person how far it is, in the place of what was told before.
fn progress(words: &str) {
    let mut to = std::io::stderr().lock();
    if to.is_terminal() {
        // That nobody can be told is no reason to stop.
        write!(to, "\r\x1b[K{words}").and_then(|()| to.flush()).unwrap_or_default();
    }
}

/// Reads a language by its code: any that there are words in.
fn languages() -> impl TypedValueParser<Value = Language> {
    let codes = Language::ALL.map(|language| PossibleValue::new(language.code()).help(language.english_name()));
    PossibleValuesParser::new(codes).try_map(|code| code.parse::<Language>())
}

/// How many threads a command may use.
fn read_threads(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|threads| (1..=256).contains(threads)).ok_or_else(|| "allowed: 1 to 256".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_with_their_units_and_bounds() {
        assert_eq!(read_time("100ms"), Ok(Duration::from_millis(100)));
        assert_eq!(read_time("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(read_time("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(read_time("3"), Ok(Duration::from_secs(3)));
        for wrong in ["", "s", "-1s", "0", "25h", "NaN", "inf", "1e99"] {
            assert!(read_time(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn large_numbers_are_grouped() {
        assert_eq!([thousands(7), thousands(1234), thousands(1_000_000)], ["7", "1 234", "1 000 000"]);
    }
}
