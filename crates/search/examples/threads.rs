//! Measures the speed of several threads against one, in twenty positions of five games: the time to a depth together,
//! and the throughput of independent searches, which shows what the machine offers.
//!
//! `cargo run --release -p quirkat-search --example threads`, on an idle machine; `-- 4` for four threads, `-- 2 3` for
//! two threads and three plies more depth.

#![allow(clippy::disallowed_methods)] // It prints means of measured times.

use quirkat_rules::{AnyGame, AnyRules, find_game};
use quirkat_search::{Engine, Limits, Random, Stop};
use std::time::{Duration, Instant};

/// Games, and depths that take one thread a second or two. Depths reached within a time limit would favour lucky
/// searches.
const GAMES: [(&str, u32); 5] = [("international", 18), ("english", 21), ("zamma", 24), ("konane", 13), ("dablot", 17)];
const POSITIONS: u32 = 4;
/// Searches with several threads that are averaged: their times differ.
const REPETITIONS: u32 = 3;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let argument = |place| std::env::args().nth(place);
    let threads = argument(1).map_or(Ok(2), |number| number.parse())?;
    let deeper: u32 = argument(2).map_or(Ok(0), |number| number.parse())?;
    let mut logarithms: Vec<[f64; 3]> = vec![];
    for (name, depth) in GAMES.map(|(name, depth)| (name, depth + deeper)) {
        let rules = AnyRules::compile(find_game(name).ok_or("it is not in the catalogue")?.ruleset(None, &[])?)?;
        for number in 0..POSITIONS {
            let game = after_random_turns(&rules, 3 + 3 * number)?;
            let (alone, nodes_alone) = search(&game, depth, 1)?;
            let (mut together, mut nodes) = (Duration::ZERO, 0);
            for _ in 0..REPETITIONS {
                let (time, visited) = search(&game, depth, threads)?;
                together += time / REPETITIONS;
                nodes += visited;
            }
            let apart = independent_searches(&game, depth, threads, alone)?;
            let factor = alone.as_secs_f64() / together.as_secs_f64();
            // The speedup is the ratio of nodes per second divided by the ratio of nodes.
            let more = nodes as f64 / f64::from(REPETITIONS) / nodes_alone as f64;
            println!(
                "{name:14} {alone:.2?} alone, {together:.2?} together, {factor:.2}; {more:.2} times the nodes, {:.2} times the nodes per second, {apart:.2} apart",
                factor * more
            );
            logarithms.push([factor, more, apart].map(f64::ln));
        }
    }
    let mean = |which: usize| (logarithms.iter().map(|both| both[which]).sum::<f64>() / logarithms.len() as f64).exp();
    println!(
        "{threads} threads are {:.2} times as fast, with {:.2} times the nodes; independent searches visit {:.2} times as many \
         nodes per second as one (geometric means of {})",
        mean(0),
        mean(1),
        mean(2),
        logarithms.len()
    );
    Ok(())
}

fn engine(threads: usize) -> Engine {
    Engine::new(256).with_threads(threads)
}

/// Returns the time and the nodes of a search to a depth.
fn search(game: &AnyGame, depth: u32, threads: usize) -> Result<(Duration, u64), Box<dyn std::error::Error>> {
    let mut engine = engine(threads);
    let began = Instant::now();
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let found = engine.analyse(game, limits, 1, &Stop::default(), &mut |_| {})?;
    Ok((began.elapsed(), found.nodes))
}

/// Returns the throughput of simultaneous searches, each with its own table, relative to one search that takes `alone`.
fn independent_searches(
    game: &AnyGame,
    depth: u32,
    threads: usize,
    alone: Duration,
) -> Result<f64, Box<dyn std::error::Error>> {
    let at_once = std::thread::scope(|scope| {
        let searches: Vec<_> =
            (0..threads).map(|_| scope.spawn(|| search(game, depth, 1).map(|found| found.0).ok())).collect();
        searches
            .into_iter()
            .map(|search| search.join().ok().flatten().ok_or("a search failed"))
            .collect::<Result<Vec<_>, _>>()
    })?;
    Ok(at_once.iter().map(|time| alone.as_secs_f64() / time.as_secs_f64()).sum())
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
