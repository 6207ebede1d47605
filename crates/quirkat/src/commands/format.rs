//! `quirkat format`: the reference of the game file format.

use clap::Args;
use quirkat_rules::format_reference;

/// Print the reference of game files as Markdown: every key, option, value and default, with examples
#[derive(Debug, Args)]
pub struct Arguments {}

pub fn run() -> String {
    format_reference()
}
