//! How much sooner several threads reach a depth than one: twenty positions of five games.
//!
//! `cargo run --release -p quirkat-search --example threads`, on a machine that does nothing else; `-- 4` for four threads.

use quirkat_rules::{AnyGame, AnyRules, find_game};
use quirkat_search::{Engine, Limits, Random, Stop};
use std::time::{Duration, Instant};

const GAMES: [&str; 5] = ["international", "english", "zamma", "konane", "dablot"];
const POSITIONS: u32 = 4;
/// One thread searches as deeply as it comes in this time.
const ALONE: Duration = Duration::from_millis(1500);
/// What several threads do is different each time: the mean of so many times.
const TOGETHER: u32 = 3;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let threads = std::env::args().nth(1).map_or(Ok(2), |number| number.parse())?;
    let mut logarithms = vec![];
    for name in GAMES {
        let rules = AnyRules::compile(find_game(name).ok_or("it is not in the catalogue")?.ruleset(None, &[])?)?;
        for number in 0..POSITIONS {
            let game = after_random_turns(&rules, 3 + 3 * number)?;
            let limits = Limits { time: Some(ALONE), ..Limits::default() };
            let depth = engine(1).analyse(&game, limits, 1, &Stop::default(), &mut |_| {})?.depth;
            let alone = time(&game, depth, 1)?;
            let mut together = Duration::ZERO;
            for _ in 0..TOGETHER {
                together += time(&game, depth, threads)? / TOGETHER;
            }
            let factor = alone.as_secs_f64() / together.as_secs_f64();
            println!("{name:14} depth {depth:2}: {alone:.2?} alone, {together:.2?} together, {factor:.2}");
            logarithms.push(factor.ln());
        }
    }
    let mean = (logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp();
    println!("{threads} threads are {mean:.2} times as fast (geometric mean of {})", logarithms.len());
    Ok(())
}

fn engine(threads: usize) -> Engine {
    Engine::new(64).with_threads(threads)
}

fn time(game: &AnyGame, depth: u32, threads: usize) -> Result<Duration, Box<dyn std::error::Error>> {
    let mut engine = engine(threads);
    let began = Instant::now();
    engine.analyse(game, Limits { depth: Some(depth), ..Limits::default() }, 1, &Stop::default(), &mut |_| {})?;
    Ok(began.elapsed())
}

fn after_random_turns(rules: &AnyRules, plies: u32) -> Result<AnyGame, Box<dyn std::error::Error>> {
    let (mut game, mut rng) = (rules.new_game(), Random::with_seed(plies.into()));
    for _ in 0..plies {
        let mut turns = game.turns()?;
        let turn = turns.swap_remove(rng.index(turns.len()));
        game.play(&turn)?;
    }
    Ok(game)
}
