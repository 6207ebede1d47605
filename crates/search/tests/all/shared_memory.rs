//! Engines that share memory and nothing else.

use quirkat_rules::{AnyGame, AnyRules, find_game};
use quirkat_search::{Analysis, Engine, Limits, SharedMemory, Stop, SystemClock};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

/// Words of 64 bits in a MiB.
const MEBIBYTE: usize = 1 << 17;

#[derive(Debug)]
struct Words(Vec<AtomicU64>);

impl SharedMemory for Words {
    fn words(&self) -> usize {
        self.0.len()
    }

    fn load(&self, number: usize) -> u64 {
        self.0[number].load(Relaxed)
    }

    fn store(&self, number: usize, word: u64) {
        self.0[number].store(word, Relaxed);
    }
}

fn memory(words: usize) -> Arc<Words> {
    Arc::new(Words((0..words).map(|_| AtomicU64::new(0)).collect()))
}

fn engine(memory: &Arc<Words>) -> Engine {
    let memory: Arc<dyn SharedMemory> = Arc::<Words>::clone(memory);
    Engine::with_shared_memory(memory, Arc::new(SystemClock::default()))
}

fn new_game(title: &str) -> AnyGame {
    let ruleset = find_game(title).unwrap().ruleset(None, &[]).unwrap();
    AnyRules::compile(ruleset).unwrap().new_game()
}

fn analyse(engine: &mut Engine, game: &AnyGame, depth: u32) -> Analysis {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    engine.analyse(game, limits, 1, &Stop::default(), &mut |_| {}).unwrap()
}

#[test]
fn a_table_in_shared_memory_gives_the_same_search() {
    for title in ["alquerque", "fanorona", "lasca"] {
        let game = new_game(title);
        let shared = analyse(&mut engine(&memory(8 + MEBIBYTE)), &game, 8);
        let own = analyse(&mut Engine::new(1), &game, 8);
        assert_eq!((shared.lines, shared.nodes), (own.lines, own.nodes), "{title}");
    }
}

#[test]
fn a_helper_gives_its_results_and_nodes_to_the_engine_that_analyses() {
    let (game, memory) = (new_game("international"), memory(8 + 4 * MEBIBYTE));
    let (stop, mut helper, mut analyser) = (Stop::default(), engine(&memory), engine(&memory));
    // From its first search on, an engine trusts the entries of the game.
    analyse(&mut analyser, &game, 1);
    let nodes_of_helper = || memory.load(2);
    thread::scope(|scope| {
        scope.spawn(|| helper.help(&game, 1, &stop).unwrap());
        while nodes_of_helper() < 200_000 {
            thread::yield_now();
        }
        stop.stop();
    });
    let alone = analyse(&mut Engine::new(4), &game, 10);
    let helped = analyse(&mut analyser, &game, 10);
    assert!(helped.nodes < alone.nodes / 2, "{} nodes instead of {}", helped.nodes, alone.nodes);
    assert_eq!(nodes_of_helper(), 0, "the nodes belong to one search");
}

#[test]
fn nodes_of_helpers_count_towards_a_limit() {
    let (game, memory) = (new_game("international"), memory(8 + MEBIBYTE));
    memory.store(2, 1 << 40);
    let mut analyser = engine(&memory);
    let limits = Limits { nodes: Some(1 << 30), depth: Some(20), ..Limits::default() };
    // A helper that has searched for long, as the engine sees it from its first depth on.
    let mut depths = 0;
    let analysis = analyser.analyse(&game, limits, 1, &Stop::default(), &mut |_| {
        depths += 1;
        memory.store(2, 1 << 40);
    });
    assert!(depths == 1 && analysis.unwrap().nodes > 1 << 40);
}

#[test]
fn entries_of_one_game_do_not_serve_another() {
    let memory = memory(8 + MEBIBYTE);
    let mut kept = engine(&memory);
    for title in ["english", "shashki", "english"] {
        let game = new_game(title);
        let expected = analyse(&mut Engine::new(1), &game, 7).lines;
        assert_eq!(analyse(&mut kept, &game, 7).lines, expected, "{title}");
        // The memory may have served an engine that is gone.
        analyse(&mut engine(&memory), &new_game("italian"), 7);
        assert_eq!(analyse(&mut engine(&memory), &game, 7).lines, expected, "{title}");
    }
}

#[test]
#[should_panic(expected = "the memory has room for a bucket")]
fn memory_without_room_for_a_bucket_is_refused() {
    engine(&memory(15));
}
