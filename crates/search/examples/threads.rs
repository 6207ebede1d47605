//! How much sooner several threads reach a depth than one, and how much the machine slows them down when each searches for
//! itself: twenty positions of five games.
//!
//! `cargo run --release -p quirkat-search --example threads`, on a machine that does nothing else; `-- 4` for four threads, `-- 2 3`
//! for two that look three plies deeper.

use quirkat_rules::{AnyGame, AnyRules, find_game};
use quirkat_search::{Engine, Limits, Random, Stop};
use std::time::{Duration, Instant};

/// Games, and depths that take one thread a second or two. The depth is given, and not what a thread alone reaches in a time:
/// that would be where it was lucky.
const GAMES: [(&str, u32); 5] = [("international", 18), ("english", 21), ("zamma", 24), ("konane", 13), ("dablot", 17)];
const POSITIONS: u32 = 4;
/// What several threads do is different each time: the mean of so many times.
const TOGETHER: u32 = 3;

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
            for _ in 0..TOGETHER {
                let (time, visited) = search(&game, depth, threads)?;
                together += time / TOGETHER;
                nodes += visited;
            }
            let apart = searches_apart(&game, depth, threads, alone)?;
            let factor = alone.as_secs_f64() / together.as_secs_f64();
            // Several threads are as much faster as they look at more positions a second, and slower by the positions that
            // one alone would not have looked at.
            let more = nodes as f64 / f64::from(TOGETHER) / nodes_alone as f64;
            println!(
                "{name:14} {alone:.2?} alone, {together:.2?} together, {factor:.2}; {more:.2} times the positions, {:.2} as many a second, {apart:.2} apart",
                factor * more
            );
            logarithms.push([factor, more, apart].map(f64::ln));
        }
    }
    let mean = |which: usize| (logarithms.iter().map(|both| both[which]).sum::<f64>() / logarithms.len() as f64).exp();
    println!(
        "{threads} threads are {:.2} times as fast, with {:.2} times the positions; searches apart look at {:.2} times as many \
         a second as one (geometric means of {})",
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

/// How long a search to a depth takes, and the positions that it visits.
fn search(game: &AnyGame, depth: u32, threads: usize) -> Result<(Duration, u64), Box<dyn std::error::Error>> {
    let mut engine = engine(threads);
    let began = Instant::now();
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let found = engine.analyse(game, limits, 1, &Stop::default(), &mut |_| {})?;
    Ok((began.elapsed(), found.nodes))
}

/// How many times as many positions a second so many searches at once look at, each with a table of its own, as one that takes
/// so long alone: what the machine gives.
fn searches_apart(
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
