//! `cargo run -p quirkat-endings --example kings`: the value of one king against two in English draughts.

use quirkat_rules::{Side, find_game};
use quirkat_solve::{AnyLaw, AnyTables, TableCatalog};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let ruleset = find_game("english").ok_or("it is not in the catalogue")?.ruleset(None, &[])?;
    let tables = quirkat_endings::with_shipped(TableCatalog::default())
        .tables(&AnyLaw::of(&ruleset)?)?
        .ok_or("there are no tables")?;
    let AnyTables::Material(endings) = tables else { return Err("the game has endings".into()) };
    let kings = "k1-k2".parse().map_err(|_| "these are no pieces")?;
    let ending = endings.in_order().find(|ending| ending.index.signature == kings).ok_or("it is not there")?;
    for side in Side::BOTH {
        let (count, longest) = ending.count(side)?;
        println!("{side:?} to move: {count:?}, {longest:?}");
    }
    Ok(())
}
