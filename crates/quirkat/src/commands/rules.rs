//! `quirkat rules GAME`: the rules in words.

use super::{json_text, languages};
use crate::source::GameArguments;
use clap::Args;
use quirkat_rules::Language;
use quirkat_words::{Ground, RulesText, rules_in_words};
use serde_json::{Value, json};

/// Say the rules in words, in English or another language
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    /// The language
    #[arg(long, value_parser = languages(), default_value_t)]
    lang: Language,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let text = rules_in_words(&arguments.game.ruleset()?, arguments.lang);
    Ok(if arguments.json { json_text(&as_json(&text)) } else { text.to_string() })
}

fn as_json(text: &RulesText) -> Value {
    let sections = text.sections.iter().map(|section| {
        let sentences = section.sentences.iter().map(|sentence| {
            let grounds: Vec<_> = sentence.grounds.iter().map(ground_json).collect();
            json!({ "text": sentence.text, "grounds": grounds })
        });
        json!({ "heading": section.heading, "sentences": sentences.collect::<Vec<_>>() })
    });
    let house_rules = text
        .house_rules
        .iter()
        .map(|rule| json!({ "key": rule.choice.key, "value": rule.choice.value, "instead_of": rule.instead_of }));
    json!({
        "title": text.title(),
        "inventor": text.inventor,
        "about": text.about,
        "note": text.note,
        "sections": sections.collect::<Vec<_>>(),
        "house_rules": house_rules.collect::<Vec<_>>(),
        "sources": text.sources,
    })
}

/// What a sentence rests on: an option, its value, and where the choice comes from.
fn ground_json(ground: &Ground) -> Value {
    json!({ "key": ground.key, "value": ground.value, "standing": ground.basis.word(), "source": ground.basis.source() })
}
