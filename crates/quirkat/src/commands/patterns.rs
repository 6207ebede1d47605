//! Files of evaluation weights.

use crate::errors::bad_input;
use anyhow::Context;
use quirkat_rules::AnyRules;
use quirkat_search::PatternWeights;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Reads the weights of a file that `quirkat train` made.
///
/// # Errors
/// When the file cannot be read, is invalid, or does not fit the game.
pub fn read_patterns(file: &Path, rules: &AnyRules) -> anyhow::Result<PatternWeights> {
    let mut bytes = vec![];
    let max = PatternWeights::MAX_FILE_LEN as u64 + 1;
    let read = File::open(file).and_then(|file| file.take(max).read_to_end(&mut bytes));
    read.with_context(|| format!("cannot read {}", file.display()))?;
    let file = file.display();
    let patterns = PatternWeights::from_bytes(&bytes).map_err(|error| bad_input(format!("{file}: {error}")))?;
    if patterns.fits(rules) {
        return Ok(patterns);
    }
    let (title, game) = (patterns.title(), rules.ruleset().title());
    // Weights of the same rules do not fit when the patterns or the network had another shape at the time of training.
    let age = if title == game { ", learned by another version of the engine or of the game" } else { "" };
    Err(bad_input(format!("{file}: these are patterns of {title}{age}; allowed: such as fit {game}")))
}
