//! Random games and searches: `cargo bench -p quirkat-search`.
//!
//! The throughput is in games a second, and in positions a second. Each figure is also given as a ratio to the same
//! figure of the last run, or of a baseline kept with `-- --save-baseline NAME` and named with `-- --baseline NAME`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use quirkat_rules::{AnyRules, Rules, RulesVisitor, find_game};
use quirkat_search::{Engine, Limits, Playouts as RandomGames, Random, Stop};
use std::sync::Arc;

fn rules(variant: &str) -> AnyRules {
    let ruleset = find_game("alquerque").and_then(|game| game.ruleset(Some(variant), &[]).ok());
    AnyRules::compile(ruleset.expect("the variant is ours")).expect("it compiles")
}

/// Plays random games to their end, at most 300 plies each.
struct Playouts<'a>(&'a mut Criterion, &'a str);

/// Games a measurement.
const GAMES: u64 = 1000;
const MOST_PLIES: u32 = 300;

impl RulesVisitor for Playouts<'_> {
    type Output = ();

    fn visit<G: Rules>(self, rules: &Arc<G>) {
        let mut games = RandomGames::new(&**rules);
        let mut rng = Random::with_seed(1);
        let mut play = || {
            let game = games.play(&rules.start(), MOST_PLIES, &mut rng);
            u64::from(game.expect("few turns").plies)
        };
        let plies: u64 = (0..10 * GAMES).map(|_| play()).sum();
        println!("random {} games: {:.1} plies on average", self.1, plies as f64 / (10 * GAMES) as f64);
        let mut group = self.0.benchmark_group("random games");
        group.throughput(Throughput::Elements(GAMES));
        group.bench_function(self.1, |bencher| bencher.iter(|| (0..GAMES).map(|_| play()).sum::<u64>()));
        group.finish();
    }
}

fn playouts(criterion: &mut Criterion) {
    for variant in ["walker", "article", "ludii_alfonso", "arabic", "covarrubias", "bell_strict"] {
        rules(variant).visit(Playouts(criterion, variant));
    }
}

fn searches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10);
    for (variant, depth) in [("walker", 12), ("article", 7), ("bell_strict", 9)] {
        let game = rules(variant).new_game();
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let search = || Engine::new(16).analyse(&game, limits, 1, &Stop::default(), &mut |_| {}).expect("few turns");
        group.throughput(Throughput::Elements(search().nodes));
        group.bench_function(format!("{variant} to depth {depth}"), |bencher| bencher.iter(search));
    }
    group.finish();
}

criterion_group!(benches, playouts, searches);
criterion_main!(benches);
