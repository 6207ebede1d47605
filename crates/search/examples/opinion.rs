//! Three views of a position: the engine's best variations, the moves of four levels, and the results of random games.
//!
//! `cargo run -p quirkat-search --example opinion`

use quirkat_rules::{AnyRules, find_game};
use quirkat_search::{Engine, Level, Limits, Random, Stop, random_games};
use std::collections::BTreeMap;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let ruleset = find_game("alquerque").ok_or("alquerque is not in the catalogue")?.ruleset(Some("walker"), &[])?;
    let (board, white, rules) = (ruleset.board.clone(), ruleset.white(), AnyRules::compile(ruleset)?);
    let game = rules.new_game();
    let (mut engine, mut rng) = (Engine::new(16), Random::with_seed(1283));

    let limits = Limits { depth: Some(6), ..Limits::default() };
    let analysis = engine.analyse(&game, limits, 3, &Stop::default(), &mut |_| {})?;
    println!("depth {}, {} positions", analysis.depth, analysis.nodes);
    for line in &analysis.lines {
        let turns: Vec<_> = line.turns.iter().map(|turn| turn.text(&board)).collect();
        println!("{:>7}  {}", line.score.to_string(), turns.join("  "));
    }

    println!();
    for level in [1, 4, 7, 10].into_iter().filter_map(Level::new) {
        if let Some(turn) = engine.choose(&game, level, limits, &Stop::default(), &mut rng)? {
            println!("level {level:>2} plays {}", turn.text(&board));
        }
    }

    let (mut ends, mut games) = (BTreeMap::new(), 0);
    random_games(&rules, 500, &mut rng, &mut |playout| {
        let end = match playout.map(|playout| playout.outcome) {
            Ok(Some(outcome)) => format!("{} {}", outcome.result(white), outcome.reason.word()),
            Ok(None) => "unfinished after 500 plies".to_owned(),
            Err(error) => error.to_string(),
        };
        *ends.entry(end).or_insert(0) += 1;
        games += 1;
        games < 200
    });
    println!("\n{games} random games");
    for (end, count) in ends {
        println!("{count:>4}  {end}");
    }
    Ok(())
}
