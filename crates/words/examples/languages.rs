//! Prints the rules for capturing at alquerque in every language, with the basis of each sentence, and the refusal of a
//! wrong turn.
//!
//! `cargo run -p quirkat-words --example languages`

use quirkat_rules::{AnyRules, Language, find_game, read_turn};
use quirkat_words::{RulesTopic, refusal_in_words, rules_in_words};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let alquerque = find_game("alquerque").ok_or("alquerque is not in the catalogue")?;
    let ruleset = alquerque.ruleset(Some("walker"), &[("capture", "optional")])?;
    let game = AnyRules::compile(ruleset)?.new_game();
    for language in Language::ALL {
        let text = rules_in_words(game.ruleset(), language);
        println!("{}", text.title());
        for section in text.sections.iter().filter(|section| section.topic == RulesTopic::Capturing) {
            println!("\n  {}", section.heading);
            for sentence in &section.sentences {
                println!("  {}", sentence.text);
                for ground in &sentence.grounds {
                    let (basis, source) = (ground.basis.word(), ground.basis.source());
                    println!("      {}={} {basis} {source}", ground.key, ground.value);
                }
            }
        }
        for rule in &text.house_rules {
            println!("\n  {}: {} (≠ {})", rule.choice.key_words, rule.choice.value_words, rule.instead_of);
        }
        if let Err(refusal) = read_turn(&*game, "b2-b3") {
            println!("  {}\n", refusal_in_words(game.ruleset(), &refusal, language));
        }
    }
    Ok(())
}
