//! Draws one scene for the terminal and as SVG, and the clearest example of each kind of turn of a game.
//!
//! `cargo run -p quirkat-draw --example scenes > scenes.txt`; with a path as its argument, the SVG is written there.

use quirkat_draw::svg::{Materials, Palette, picture};
use quirkat_draw::{CharacterSet, Mark, Scene, examples, terminal};
use quirkat_rules::{AnyRules, Language, Side, find_game, read_fen};
use quirkat_words::position_in_words;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let alquerque = find_game("alquerque").ok_or("alquerque is not in the catalogue")?;
    let rules = AnyRules::compile(alquerque.ruleset(Some("walker"), &[])?)?;
    let ruleset = rules.ruleset();

    let setup = read_fen(&ruleset, "W:Wa1,c3:Bc4,b4,e5")?;
    let game = rules.game(Some(&setup))?;
    let words = position_in_words(&ruleset, &setup, Language::En);
    let mut scene = Scene::new(&ruleset, setup).seen_from(Side::Second);
    for turn in game.turns()? {
        if let (Some(&from), Some(&to)) = (turn.path.first(), turn.path.last()) {
            scene.mark(from, Mark::Selected);
            scene.mark(to, Mark::Target);
        }
    }
    println!("{words}\n\n{}", terminal::text(&scene, CharacterSet::Unicode, Language::En));
    let svg = picture(&scene, &words, Palette::Fixed(Materials::default()));
    println!("The same as SVG takes {} bytes.", svg.len());
    if let Some(path) = std::env::args_os().nth(1) {
        std::fs::write(path, svg)?;
    }

    for example in examples::examples(&rules.new_game()) {
        let mut scene = Scene::new(&ruleset, example.after.clone());
        scene.show_turn(&example.turn);
        let caption = example.caption(&ruleset.board, Language::En);
        println!("\n{caption}\n\n{}", terminal::text(&scene, CharacterSet::Ascii, Language::En));
    }
    Ok(())
}
