//! Random games and searches in games of all kinds: `cargo bench -p quirkat-search`.
//!
//! The throughput is in games per second and in nodes per second. Criterion also prints the ratio to the last run, or
//! to a baseline that `-- --save-baseline NAME` stores and `-- --baseline NAME` selects.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use quirkat_rules::{AnyRules, Rules, RulesVisitor, find_game};
use quirkat_search::{Engine, Limits, Playouts as RandomGames, Random, Stop};
use std::sync::Arc;

/// Games with men only, with and without chains and with huffing; flying kings; two games of towers; captures by
/// approach; a large board; captures only; three ranks; a hunt with placing; and mills. Each has a depth of about 100
/// 000 nodes.
const GAMES: [(&str, u32); 12] = [
    ("alquerque:walker", 10),
    ("alquerque:article", 12),
    ("alquerque:bell_strict", 12),
    ("international:fmjd", 10),
    ("lasca:lasca", 11),
    ("buruj:max", 11),
    ("fanorona:tsivy", 4),
    ("zamma:zamma", 11),
    ("konane:hawaii10", 10),
    ("dablot:usual", 8),
    ("bagh-chal:nepal", 9),
    ("alquerque-de-nueve:alfonso", 6),
];

fn rules(title: &str) -> AnyRules {
    let (game, variant) = title.split_once(':').expect("a title names its variant");
    let ruleset = find_game(game).and_then(|game| game.ruleset(Some(variant), &[]).ok());
    AnyRules::compile(ruleset.expect("the variant is ours")).expect("every variant compiles")
}

/// Plays random games to their end, at most 300 plies each.
struct Playouts<'a>(&'a mut Criterion, &'a str);

/// Random games in a measurement.
const GAMES_PER_SAMPLE: u64 = 100;
const MAX_PLIES: u32 = 300;

impl RulesVisitor for Playouts<'_> {
    type Output = ();

    fn visit<G: Rules>(self, rules: &Arc<G>) {
        let mut games = RandomGames::new(&**rules);
        let mut rng = Random::with_seed(1);
        let mut play = || {
            let game = games.play(&rules.start(), MAX_PLIES, &mut rng);
            u64::from(game.expect("few turns").plies)
        };
        let plies: u64 = (0..10 * GAMES_PER_SAMPLE).map(|_| play()).sum();
        println!("random {} games: {:.1} plies on average", self.1, plies as f64 / (10 * GAMES_PER_SAMPLE) as f64);
        let mut group = self.0.benchmark_group("random games");
        group.throughput(Throughput::Elements(GAMES_PER_SAMPLE));
        group.bench_function(self.1, |bencher| bencher.iter(|| (0..GAMES_PER_SAMPLE).map(|_| play()).sum::<u64>()));
        group.finish();
    }
}

fn playouts(criterion: &mut Criterion) {
    for (title, _) in GAMES {
        rules(title).visit(Playouts(criterion, title));
    }
}

fn searches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10);
    for (title, depth) in GAMES {
        let game = rules(title).new_game();
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let search = || Engine::new(16).analyse(&game, limits, 1, &Stop::default(), &mut |_| {}).expect("few turns");
        group.throughput(Throughput::Elements(search().nodes));
        group.bench_function(format!("{title} to depth {depth}"), |bencher| bencher.iter(search));
    }
    group.finish();
}

criterion_group!(benches, playouts, searches);
criterion_main!(benches);
