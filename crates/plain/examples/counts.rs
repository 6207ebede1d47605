//! Counts the turn sequences of a game by the plain rules: `cargo run --release -p quirkat-plain --example counts`.

use quirkat_plain::{Count, game};

fn main() {
    let rules = game("alquerque-de-tres", None, &[]).expect("the game is known");
    for depth in 1..=5 {
        println!("{depth} plies: {}", rules.perft(&rules.start(), depth, Count::Paths));
    }
}
