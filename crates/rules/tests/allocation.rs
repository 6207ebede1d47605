//! Generation, counting and playing allocate nothing: a counting allocator looks on.
//!
//! Its own test binary, because the allocator is the program's; and one test only, because other threads would be counted
//! too.

#![allow(unsafe_code)]

use fastrand::Rng;
use quirkat_rules::{AnyRules, CountOf, Rules, RulesVisitor, Trail, find_game, perft, read_fen};
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

/// Plays random games and counts turns; gives the turns seen and the allocations.
struct Play(u64);

impl RulesVisitor for Play {
    type Output = (u64, usize);

    fn visit<G: Rules>(self, rules: &Arc<G>) -> (u64, usize) {
        let mut rng = Rng::with_seed(self.0);
        let before = ALLOCATIONS.load(Relaxed);
        let mut seen = 0;
        for _ in 0..200 {
            let mut position = rules.start();
            for _ in 0..100 {
                let count = rules.count_turns(&position).unwrap_or(0);
                if count == 0 || rules.outcome(&position).is_some() {
                    break;
                }
                seen += count;
                let (chosen, mut number, mut next) = (rng.u64(..count), 0, position);
                let each = &mut |turn: &G::Move, _: &Trail<'_>| {
                    let after = rules.play(&position, turn);
                    seen += rules.key(&after) & 1;
                    if number == chosen {
                        next = after;
                    }
                    number += 1;
                    Continue(())
                };
                rules.turns(&position, each).expect("they were counted");
                position = next;
            }
        }
        seen += perft(&**rules, &rules.start(), 5, CountOf::Paths).unwrap_or(0);
        (seen, ALLOCATIONS.load(Relaxed) - before)
    }
}

#[test]
fn turns_are_generated_counted_and_played_without_allocation() {
    let file = find_game("alquerque").unwrap();
    let house: [&[(&str, &str)]; 4] = [
        &[],
        &[("promotion", "long"), ("choice", "max_quality"), ("promo_mid", "as_king")],
        &[("promotion", "long"), ("king_landing", "any_but_further"), ("removal", "end")],
        &[("blocked", "pass"), ("chain", "straight"), ("return", "not_last")],
    ];
    for (number, variant) in file.variants().enumerate() {
        for rules in house {
            let rules = AnyRules::compile(file.ruleset(Some(variant), rules).unwrap()).unwrap();
            let (seen, allocations) = rules.visit(Play(number as u64));
            assert!(seen > 10_000, "{variant}: only {seen} turns");
            assert_eq!(allocations, 0, "{variant}");
        }
    }
    // The counter counts.
    let ruleset = file.ruleset(None, &[]).unwrap();
    let before = ALLOCATIONS.load(Relaxed);
    read_fen(&ruleset, "W:Wa1:Be5").unwrap();
    assert!(ALLOCATIONS.load(Relaxed) > before);
}
