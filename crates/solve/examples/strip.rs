//! Solves a small strip of the Zuni whole and says who wins: `cargo run --release -p quirkat-solve --example strip`.

use quirkat_rules::find_game;
use quirkat_solve::{DoneLayer, Extent, Law, Placement, Tables, Whole};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = find_game("awithlaknannai").expect("the game comes with the crate");
    let ruleset = game.ruleset(None, &[("n", "4"), ("repetition", "draw")])?;
    let law = Law::of(&ruleset)?;
    let folder = std::env::temp_dir().join("quirkat-strip");
    std::fs::create_dir_all(&folder)?;
    let whole = Whole { law: &law, title: &ruleset.title(), folder: &folder, threads: 2, memory: 0, stop: &|| false };
    let mut done = vec![];
    for men in 1..=6 {
        whole.layer(men, Extent::All, &done, &|_| {})?;
        done.push(DoneLayer::open(&law, &folder, men, Extent::All)?);
    }
    let start = Tables::open(law, &folder)?.worth(Placement::of(&ruleset.start))?;
    println!("{} with n = 4: the side to move first {start:?}", ruleset.title());
    Ok(())
}
