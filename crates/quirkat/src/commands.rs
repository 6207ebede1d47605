//! The commands, a file each: their arguments, and what they print.

pub mod best;
pub mod board;
pub mod check;
pub mod completions;
pub mod draw;
pub mod format;
pub mod games;
pub mod matches;
pub mod moves;
pub mod perft;
pub mod play;
pub mod print;
pub mod rules;
pub mod selfplay;
pub mod serve;
pub mod show;
pub mod speed;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use quirkat_rules::Language;
use serde::Serialize;
use std::time::Duration;

/// A value as a command prints it: JSON on several lines.
fn json_text(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).expect("plain values become JSON") + "\n"
}

/// Reads a time: `1s`, `0.5s`, `100ms`, `2m`, or a plain number of seconds.
fn read_time(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let (number, unit) = match text {
        _ if text.ends_with("ms") => (text.trim_end_matches("ms"), 0.001),
        _ if text.ends_with('s') => (text.trim_end_matches('s'), 1.0),
        _ if text.ends_with('m') => (text.trim_end_matches('m'), 60.0),
        _ => (text, 1.0),
    };
    let seconds = number.trim().parse::<f64>().map_or(f64::NAN, |number| number * unit);
    if (0.001..=86_400.0).contains(&seconds) {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err("allowed: a time from 1ms to 24 hours, such as 1s, 0.5s, 100ms or 2m".to_owned())
    }
}

/// A number with its thousands apart.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group)).collect();
    groups.join(" ")
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
        for wrong in ["", "s", "-1s", "0", "1h", "NaN", "inf", "1e99"] {
            assert!(read_time(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn large_numbers_are_grouped() {
        assert_eq!([thousands(7), thousands(1234), thousands(1_000_000)], ["7", "1 234", "1 000 000"]);
    }
}
