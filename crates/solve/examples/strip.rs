//! Solves a small Zuni strip completely and prints who wins: `cargo run --release -p quirkat-solve --example strip`.

use quirkat_rules::find_game;
use quirkat_solve::{LayerKind, LayerSolver, LayerTable, MenLaw, MenPosition, MenTables};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = find_game("awithlaknannai").expect("the game comes with the crate");
    let ruleset = game.ruleset(None, &[("n", "4"), ("repetition", "draw")])?;
    let law = MenLaw::of(&ruleset)?;
    let folder = std::env::temp_dir().join("quirkat-strip");
    std::fs::create_dir_all(&folder)?;
    let whole =
        LayerSolver { law: &law, title: &ruleset.title(), folder: &folder, threads: 2, memory: 0, stop: &|| false };
    let mut done = vec![];
    for men in 1..=6 {
        let _ = whole.solve(men, LayerKind::Wdl, &done, &|_| {})?;
        done.push(LayerTable::open(&law, &folder, men, LayerKind::Wdl)?);
    }
    let start = MenTables::open(law, &folder)?.wdl(MenPosition::of(&ruleset.start))?;
    println!("{} with n = 4: the side to move first {start:?}", ruleset.title());
    Ok(())
}
