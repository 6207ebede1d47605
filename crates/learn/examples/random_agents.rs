//! Plays random agents against each other in many games at once, and prints the number of actions per second.
//!
//! Usage: cargo run --release -p quirkat-learn --example random_agents [GAME [GAMES [STEPS]]]

use quirkat_learn::{Batch, Results};
use quirkat_rules::{AnyRules, find_game};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "english".to_owned());
    let games: usize = arguments.next().map_or(Ok(1024), |text| text.parse())?;
    let steps: usize = arguments.next().map_or(Ok(1000), |text| text.parse())?;
    let rules = AnyRules::compile(find_game(&name).ok_or("unknown game")?.ruleset(None, &[])?)?;
    let mut batch = Batch::new(&rules, games, 1000, 1, 1);
    let mut masks = vec![false; games * batch.encoding().actions()];
    let (mut players, mut rewards) = (vec![0; games], vec![0.0; 2 * games]);
    let (mut terminated, mut truncated) = (vec![false; games], vec![false; games]);
    let mut actions = vec![0; games];
    let (began, mut finished) = (Instant::now(), 0);
    for _ in 0..steps {
        batch.sample(&mut actions);
        batch.step(
            &actions,
            &mut Results {
                masks: &mut masks,
                players: &mut players,
                rewards: &mut rewards,
                terminated: &mut terminated,
                truncated: &mut truncated,
                observations: &mut [],
            },
        )?;
        finished += terminated.iter().zip(&truncated).filter(|(over, cut)| **over || **cut).count();
    }
    let rate = (games * steps) as f64 / began.elapsed().as_secs_f64();
    println!("{name}: {rate:.0} actions a second, {finished} games finished");
    Ok(())
}
