//! Lists the legal turns of a position as JSON, lets a program without rules choose one, and plays it, until the game
//! ends.
//!
//! `cargo run -p quirkat-wire --example answers`

use quirkat_rules::{AnyGame, AnyRules, Language, find_game, read_turn};
use quirkat_wire::{LegalTurns, PlayedTurn, Subject, Turn};

/// Returns the legal turns of a position as JSON, as the server does.
fn legal_turns(game: &AnyGame) -> Result<String, Box<dyn std::error::Error>> {
    let legal = Turn::legal(game, &game.turns()?);
    Ok(serde_json::to_string(&LegalTurns { subject: Subject::new(game, Language::En), legal })?)
}

/// Chooses a turn without knowing the rules: the one that captures most.
fn chosen_turn(json: &str) -> Result<Option<String>, serde_json::Error> {
    let LegalTurns { legal, .. } = serde_json::from_str(json)?;
    let greediest = legal.into_iter().max_by_key(|turn| turn.captures.concat().len());
    Ok(greediest.map(|turn| turn.text))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let alquerque = find_game("alquerque").ok_or("alquerque is not in the catalogue")?;
    let mut game = AnyRules::compile(alquerque.ruleset(None, &[])?)?.new_game();
    println!("{}", legal_turns(&game)?);
    while let Some(text) = chosen_turn(&legal_turns(&game)?)?
        && game.history().len() < 60
    {
        let turn = read_turn(&*game, &text)?;
        game.play(&turn)?;
    }
    for PlayedTurn { turn, texts, position } in PlayedTurn::all(&game, game.ruleset(), Language::En) {
        println!("{:<16} {:<40} {}", turn.text, texts.words, position.fen);
    }
    println!("{}", serde_json::to_string(&Subject::new(&game, Language::En).outcome)?);
    Ok(())
}
