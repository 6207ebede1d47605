//! Compares the variants of alquerque: counts the opening lines of each and plays a line that is legal only by a house
//! rule.
//!
//! `cargo run -p quirkat-rules --example readings`

use quirkat_rules::{AnyRules, PerftMode, find_game, read_turn, write_fen};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let alquerque = find_game("alquerque").ok_or("alquerque is not in the catalogue")?;
    println!("{:<28}{:>7}{:>7}{:>7}{:>7}{:>7}", "plies", 1, 2, 3, 4, 5);
    for variant in alquerque.variants() {
        let game = AnyRules::compile(alquerque.ruleset(Some(variant), &[])?)?.new_game();
        print!("{:<28}", game.ruleset().title());
        for depth in 1..=5 {
            print!("{:>7}", game.perft(depth, PerftMode::Paths)?);
        }
        println!();
    }

    // White can capture with the second move and must, unless the players agreed that captures are optional.
    for house_rules in [&[][..], &[("capture", "optional")]] {
        let mut game = AnyRules::compile(alquerque.ruleset(Some("walker"), house_rules)?)?.new_game();
        println!("\n{} {house_rules:?}", game.ruleset().title());
        for text in ["d2-c3", "b4xd2", "c2-c3"] {
            match read_turn(&*game, text) {
                Ok(turn) => game.play(&turn)?,
                Err(refusal) => println!("{refusal}"),
            }
        }
        println!("{}", write_fen(game.ruleset(), &game.setup()));
    }
    Ok(())
}
