//! Generation and counting: `cargo bench -p quirkat-rules`.
//!
//! The throughput is in leaves a second (perft) or turns a second (generation). Each figure is also given as a ratio to
//! the same figure of the last run, or of a baseline kept with `-- --save-baseline NAME` and named with `-- --baseline
//! NAME`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use quirkat_rules::{AnyRules, CountOf, Game, GameVisitor, Rules, Trail, find_game};
use std::hint::black_box;
use std::ops::ControlFlow::Continue;
use std::time::Duration;

fn rules(variant: &str, house_rules: &[(&str, &str)]) -> AnyRules {
    let ruleset = find_game("alquerque").and_then(|game| game.ruleset(Some(variant), house_rules).ok());
    AnyRules::compile(ruleset.expect("the variant is ours")).expect("it compiles")
}

fn perft(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    group.sample_size(10).measurement_time(Duration::from_secs(10));
    let cases = [
        ("walker", 14),
        ("article", 9),
        ("brainking", 12),
        ("roman", 13),
        ("arabic", 8),
        ("covarrubias", 7),
        ("bell_strict", 9),
    ];
    for (variant, depth) in cases {
        let game = rules(variant, &[]).new_game();
        let leaves = game.perft(depth, CountOf::Paths).expect("few turns");
        group.throughput(Throughput::Elements(leaves));
        group.bench_function(format!("{variant} {depth} paths"), |bencher| {
            bencher.iter(|| game.perft(black_box(depth), CountOf::Paths));
        });
    }
    group.finish();
}

/// Generates the turns of the positions of one game again and again.
struct Generate<'a>(&'a mut Criterion, &'a str);

impl GameVisitor for Generate<'_> {
    type Output = ();

    fn visit<G: Rules>(self, game: &Game<G>) {
        let rules = &**game.rules();
        let mut rng = fastrand::Rng::with_seed(7);
        let mut positions = vec![rules.start()];
        let mut turns = Vec::new();
        for _ in 0..30 {
            turns.clear();
            let position = positions[positions.len() - 1];
            let collect = &mut |turn: &G::Move, _: &Trail<'_>| {
                turns.push(*turn);
                Continue(())
            };
            rules.turns(&position, collect).expect("few turns");
            match turns.is_empty() {
                true => break,
                false => positions.push(rules.play(&position, &turns[rng.usize(..turns.len())])),
            }
        }
        let count = |position| {
            let mut count = 0;
            let each = &mut |turn: &G::Move, _: &Trail<'_>| {
                black_box(turn);
                count += 1;
                Continue(())
            };
            rules.turns(position, each).expect("few turns");
            count
        };
        let mut group = self.0.benchmark_group("generation");
        group.throughput(Throughput::Elements(positions.iter().map(count).sum()));
        group.bench_function(self.1, |bencher| bencher.iter(|| positions.iter().map(count).sum::<u64>()));
        group.finish();
    }
}

fn generation(criterion: &mut Criterion) {
    for variant in ["walker", "article", "arabic", "bell_strict"] {
        rules(variant, &[]).new_game().visit(Generate(criterion, variant));
    }
}

criterion_group!(benches, perft, generation);
criterion_main!(benches);
