//! `quirkat games`: the list of games.

use super::json_text;
use clap::Args;
use quirkat_draw::is_chequered;
use quirkat_rules::{GameFile, Language, games};
use quirkat_wire::Game;

/// List the games and their variants
#[derive(Debug, Args)]
pub struct Arguments {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    if arguments.json {
        let games: Vec<_> = games().filter_map(|file| Game::new(file, is_chequered)).collect();
        return Ok(json_text(&games));
    }
    let entries: Vec<_> = games().map(list).collect();
    Ok(entries.join("\n"))
}

/// Returns the game's line, then a line per variant, the default one first.
fn list(game: &GameFile) -> String {
    let mut text = format!("{:<24}{}\n", game.id, game.name.get(Language::En));
    for variant in game.variants() {
        let name =
            game.ruleset(Some(variant), &[]).map(|ruleset| ruleset.info.variant_name.get(Language::En).to_owned());
        text += &format!("  {:<22}{}\n", format!(":{variant}"), name.unwrap_or_default());
    }
    text
}
