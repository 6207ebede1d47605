//! `quirkat rules GAME`: the rules in words.

use super::{json_text, languages};
use crate::output;
use crate::preferences::preferences;
use crate::source::GameArguments;
use clap::Args;
use quirkat_rules::Language;
use quirkat_wire::Rules;
use quirkat_words::rules_in_words;

/// Print the rules in words
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    /// The language
    #[arg(long, value_parser = languages(), default_value_t = preferences().language)]
    lang: Language,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let (_, ruling) = arguments.game.ruling(arguments.lang)?;
    let ruleset = ruling.ruleset();
    Ok(match arguments.json {
        true => json_text(&Rules::new(&ruleset, arguments.lang)),
        false => rules_in_words(&ruleset, arguments.lang).plain(output::width()),
    })
}
