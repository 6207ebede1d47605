//! Generation, counting and playing allocate nothing in any game, as a counting allocator verifies.
//!
//! This test has its own binary, because the allocator is global, and it is the only test in it, because other threads
//! would be counted too.

#![allow(unsafe_code)]

use fastrand::Rng;
use quirkat_rules::{AnyRules, PerftMode, Rules, RulesVisitor, find_game, games, perft, read_fen, split_option};
use std::alloc::{GlobalAlloc, Layout, System};
use std::ops::ControlFlow::Continue;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

struct Counting;

static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Relaxed);
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Relaxed);
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Plays random games from a seed, each until a number of turns were seen, and counts turns to a depth. Returns the
/// turns seen and the number of allocations.
struct Play {
    seed: u64,
    games: u32,
    depth: u32,
}

impl RulesVisitor for Play {
    type Output = (u64, usize);

    fn visit<G: Rules>(self, rules: &Arc<G>) -> (u64, usize) {
        let mut rng = Rng::with_seed(self.seed);
        let before = ALLOCATIONS.load(Relaxed);
        let mut seen = 0;
        for _ in 0..self.games {
            let mut position = rules.start();
            for _ in 0..100 {
                let count = rules.count_turns(&position).unwrap_or(0);
                if count == 0 || rules.outcome(&position).is_some() {
                    break;
                }
                seen += count;
                let (chosen, mut number, mut next) = (rng.u64(..count), 0, position);
                let result = rules.for_each_turn(&position, &mut |turn, _| {
                    let after = rules.play(&position, turn);
                    seen += rules.key(&after) & 1;
                    if number == chosen {
                        next = after;
                    }
                    number += 1;
                    Continue(())
                });
                result.expect("they were counted");
                assert_eq!(
                    rules.has_turn(&position),
                    rules.nth_turn(&position, chosen).is_ok_and(|turn| turn.is_some())
                );
                seen += u64::from(rules.classical_features(&position).men[0]);
                position = next;
            }
        }
        seen += perft(&**rules, &rules.start(), self.depth, PerftMode::Paths).unwrap_or(0);
        (seen, ALLOCATIONS.load(Relaxed) - before)
    }
}

/// House rules for all variants of alquerque.
const OF_ALQUERQUE: [&str; 3] = [
    "promotion=long choice=max_quality promo_mid=as_king",
    "promotion=long king_landing=any_but_further removal=end",
    "blocked=pass chain=straight return=not_last",
];

/// House rules for kinds of positions that no variant has.
const ELSEWHERE: [(&str, &str); 12] = [
    ("alquerque:walker", "return=never promotion=short"),
    ("alquerque:walker", "capture=huff return=not_last promotion=long"),
    ("zamma:zamma", "capture=huff"),
    ("sixteen-soldiers:seed", "promotion=long removal=end"),
    ("konane:free", "size=9x13"),
    ("konane:free", "size=12x12"),
    ("konane:free", "size=20x20"),
    ("awithlaknannai:seed", "n=50 promotion=long"),
    ("awithlaknannai:seed", "n=50 capture=huff"),
    ("international:fmjd", "removal=under"),
    ("international:fmjd", "removal=under capture=huff"),
    ("lasca:lasca", "capture=huff"),
];

/// Returns the compiled rules of a variant with house rules.
fn compile(title: &str, house_rules: &str) -> AnyRules {
    let (game, variant) = title.split_once(':').unwrap();
    let house_rules: Vec<_> = house_rules.split_whitespace().map(|rule| split_option(rule).unwrap()).collect();
    AnyRules::compile(find_game(game).unwrap().ruleset(Some(variant), &house_rules).unwrap()).unwrap()
}

#[test]
fn turns_are_generated_counted_and_played_without_allocation() {
    let titles: Vec<_> = games().flat_map(|file| file.variants().map(|name| format!("{}:{name}", file.id))).collect();
    let published = titles.iter().map(|title| (&**title, ""));
    let of_alquerque = titles.iter().filter(|title| title.starts_with("alquerque:"));
    let of_alquerque = of_alquerque.flat_map(|title| OF_ALQUERQUE.map(|house_rules| (&**title, house_rules)));
    for (seed, (title, house_rules)) in (0..).zip(published.chain(of_alquerque).chain(ELSEWHERE)) {
        let (seen, allocations) = compile(title, house_rules).visit(Play { seed, games: 40, depth: 3 });
        assert!(seen > 1_000, "{title} {house_rules}: only {seen} turns");
        assert_eq!(allocations, 0, "{title} {house_rules}");
    }
    // Checks that the allocator counts.
    let ruleset = find_game("alquerque").unwrap().ruleset(None, &[]).unwrap();
    let before = ALLOCATIONS.load(Relaxed);
    read_fen(&ruleset, "W:Wa1:Be5").unwrap();
    assert!(ALLOCATIONS.load(Relaxed) > before);
}
