//! The commands, one file each: arguments and output.

pub mod admin;
mod all_endings;
pub mod annotate;
pub mod backup;
pub mod best;
pub mod board;
pub mod check;
pub mod completions;
pub mod config;
mod contents;
pub mod convert;
pub mod dataset;
pub mod draw;
mod endings;
pub mod engine;
pub mod family;
mod folder;
pub mod format;
pub mod games;
pub mod gauntlet;
pub mod learn;
pub mod levels;
pub mod library;
mod limits;
pub mod man;
pub mod matches;
pub mod moves;
pub mod new;
mod patterns;
pub mod perft;
pub mod play;
pub mod print;
mod progress;
pub mod proof;
mod proof_list;
pub mod puzzles;
pub mod records;
pub mod rules;
pub mod saved;
pub mod selfplay;
pub mod serve;
pub mod show;
pub mod siege;
pub mod site;
mod solution_list;
pub mod solve;
pub mod speed;
mod spread;
pub mod study;
mod table_files;
pub mod tables;
pub mod train;

use anyhow::Context;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};
use jiff::SignedDuration;
use quirkat_rules::{Language, Ruleset};
use quirkat_search::Stop;
use quirkat_words::group_thousands;
use serde::Serialize;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// Formats a value as indented JSON.
fn json_text(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).expect("plain values become JSON") + "\n"
}

/// Reads a time: `1s`, `0.5s`, `100ms`, `2m`, or a number of seconds.
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

/// Formats a number with its noun: `1 game`, `2 games`, `2 plies`.
fn counted(number: impl Display, thing: &str) -> String {
    match (number.to_string(), thing.strip_suffix('y')) {
        (number, _) if number == "1" => format!("1 {thing}"),
        (number, Some(stem)) => format!("{number} {stem}ies"),
        (number, None) => format!("{number} {thing}s"),
    }
}

/// Returns a parser of language codes.
fn languages() -> impl TypedValueParser<Value = Language> {
    let codes = Language::ALL.map(|language| PossibleValue::new(language.code()).help(language.english_name()));
    PossibleValuesParser::new(codes).try_map(|code| code.parse::<Language>())
}

/// Returns a parser of whole numbers within bounds.
fn number<T: FromStr + PartialOrd + Display + Clone>(
    allowed: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| allowed.contains(number));
        number.ok_or_else(|| format!("allowed: {} to {}", allowed.start(), allowed.end()))
    }
}

/// Parses the number of threads.
fn read_threads(text: &str) -> Result<usize, String> {
    number(1..=256)(text)
}

/// Returns a game with its house rules as on the command line.
fn game_words(ruleset: &Ruleset) -> String {
    let rules: String = ruleset.house_rule_texts().iter().map(|rule| format!(" --rule {rule}")).collect();
    ruleset.title() + &rules
}

/// Returns the user's data folder, if the system has one.
fn data_folder() -> Option<PathBuf> {
    Some(choose_native_strategy().ok()?.data_dir().join("quirkat"))
}

/// Exit code of a program ended by Ctrl-C, as in shells.
const INTERRUPTED: i32 = 130;

/// Makes Ctrl-C request a stop instead of ending the program: the command then prints its partial results. A second
/// Ctrl-C ends the program.
fn stop_on_interrupt() -> anyhow::Result<Stop> {
    let stop = Stop::default();
    let interrupted = stop.clone();
    let on_interrupt = move || {
        if interrupted.is_stopped() {
            std::process::exit(INTERRUPTED);
        }
        interrupted.stop();
    };
    ctrlc::set_handler(on_interrupt).context("cannot listen for Ctrl-C")?;
    Ok(stop)
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
        assert_eq!(
            [group_thousands(7), group_thousands(1234), group_thousands(1_000_000)],
            ["7", "1 234", "1 000 000"]
        );
    }

    #[test]
    fn counts_have_a_singular_and_a_plural() {
        assert_eq!([counted(0, "game"), counted(1, "game"), counted(2, "game")], ["0 games", "1 game", "2 games"]);
        assert_eq!([counted(1, "ply"), counted(group_thousands(9000), "ply")], ["1 ply", "9 000 plies"]);
    }
}
