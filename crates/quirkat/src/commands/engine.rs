//! `quirkat engine`: the engine for other programs.

use crate::engine::{Games, run as answer};
use crate::source::GameArguments;
use clap::Args;
use quirkat_rules::Language;
use std::io::stdin;

/// Run as an engine for other programs: UCI, UGI or Hub on standard input and output
#[derive(Debug, Args)]
#[command(after_help = "The first line chooses the protocol:\n  \
    uci   the dialect that docs/reference/engine-protocols.md describes: every game, variant and house rule\n  \
    ugi   the same, with the queries of UGI\n  \
    hub   Hub 2, for international draughts\n\n\
    It ends with `quit`, or at once when the input ends.")]
pub struct Arguments {
    /// The initial game. The option UCI_Variant offers a game file of your own only if it is named here
    #[arg(default_value = "alquerque")]
    game: String,
    /// An initial house rule; may be repeated: `--rule capture=optional`
    #[arg(long = "rule", value_name = "KEY=VALUE")]
    rules: Vec<String>,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let Arguments { game, rules } = arguments;
    let (source, ruling) = GameArguments::new(game.clone(), rules.clone()).ruling(Language::En)?;
    answer(&Games::new(source, &ruling), &mut stdin().lock())?;
    Ok(String::new())
}
