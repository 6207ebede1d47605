//! `quirkat games`: what can be played.

use super::json_text;
use clap::Args;
use quirkat_rules::{GameFile, Language, games};
use serde_json::{Map, json};

/// List the games and their variants
#[derive(Debug, Args)]
pub struct Arguments {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    if arguments.json {
        let games: Vec<_> = games()
            .iter()
            .map(|game| {
                let variants: Vec<_> = game.variants().collect();
                let name: Map<_, _> = Language::ALL
                    .into_iter()
                    .map(|language| (language.code().to_owned(), json!(game.name.get(language))))
                    .collect();
                json!({ "game": game.id, "name": name, "variants": variants })
            })
            .collect();
        return Ok(json_text(&json!(games)));
    }
    let listed: Vec<_> = games().iter().map(list).collect();
    Ok(listed.join("\n"))
}

/// The game's line, then a line for each variant, the default one first.
fn list(game: &GameFile) -> String {
    let mut text = format!("{:<24}{}\n", game.id, game.name.get(Language::En));
    for variant in game.variants() {
        let name =
            game.ruleset(Some(variant), &[]).map(|ruleset| ruleset.about.variant_name.get(Language::En).to_owned());
        text += &format!("  {:<22}{}\n", format!(":{variant}"), name.unwrap_or_default());
    }
    text
}
