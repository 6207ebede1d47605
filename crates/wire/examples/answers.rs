//! What a program is texts and what it answers: legal turns as JSON, one of them read back and played, the end of it all.
//!
//! `cargo run -p quirkat-wire --example answers`

use quirkat_rules::{AnyGame, AnyRules, Language, find_game, read_turn};
use quirkat_wire::{LegalTurns, PlayedTurn, Subject, Turn};

/// What whoever knows the rules tells of a position.
fn texts(game: &AnyGame) -> Result<String, Box<dyn std::error::Error>> {
    let legal = Turn::legal(game, &game.turns()?);
    Ok(serde_json::to_string(&LegalTurns { subject: Subject::new(game, Language::En), legal })?)
}

/// What a program that knows no rules makes of it: it takes as many pieces as it can.
fn answered(texts: &str) -> Result<Option<String>, serde_json::Error> {
    let LegalTurns { legal, .. } = serde_json::from_str(texts)?;
    let greediest = legal.into_iter().max_by_key(|turn| turn.captures.concat().len());
    Ok(greediest.map(|turn| turn.text))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let alquerque = find_game("alquerque").ok_or("alquerque is not in the catalogue")?;
    let mut game = AnyRules::compile(alquerque.ruleset(None, &[])?)?.new_game();
    println!("{}", texts(&game)?);
    while let Some(text) = answered(&texts(&game)?)?
        && game.history().len() < 60
    {
        let turn = read_turn(&*game, &text)?;
        game.play(&turn)?;
    }
    for PlayedTurn { turn, texts, position } in PlayedTurn::all(&game, Language::En) {
        println!("{:<16} {:<40} {}", turn.text, texts.words, position.fen);
    }
    println!("{}", serde_json::to_string(&Subject::new(&game, Language::En).outcome)?);
    Ok(())
}
