//! `quirkat family`: the descent of games, with sources.

use super::languages;
use crate::errors::bad_input;
use crate::output;
use crate::preferences::preferences;
use crate::source::Source;
use clap::Args;
use quirkat_rules::{Language, family};
use quirkat_words::{family_in_words, member_in_words};

/// Show the family tree, or the descent of one game, with sources
#[derive(Debug, Args)]
#[command(
    after_help = "The page `/family` of `quirkat serve` also has a map, the points on which sources disagree, and the passage of 1283."
)]
pub struct Arguments {
    /// The game [default: the whole tree]
    game: Option<String>,
    /// The language
    #[arg(long, value_parser = languages(), default_value_t = preferences().language)]
    lang: Language,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let (family, language) = (family(), arguments.lang);
    let width = output::width();
    let Some(word) = &arguments.game else { return Ok(family_in_words(family, language, width)) };
    if let Some(forebear) = family.member(word) {
        return Ok(member_in_words(family, forebear, language, width));
    }
    let id = Source::find(word, language)?.file.id;
    let member = family.member(&id).ok_or_else(|| bad_input(format!("the family tree has no entry for {id}")))?;
    Ok(member_in_words(family, member, language, width))
}
