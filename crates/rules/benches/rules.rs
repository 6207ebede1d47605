//! Benchmarks of generation and counting in games of all kinds: `cargo bench -p quirkat-rules`.
//!
//! The throughput is in leaves per second (perft) or turns per second (generation). Each figure is compared with the
//! last run, or with a baseline saved by `-- --save-baseline NAME` and chosen by `-- --baseline NAME`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use quirkat_rules::{AnyGame, AnyRules, Game, GameVisitor, PerftMode, Rules, find_game};
use std::hint::black_box;
use std::ops::ControlFlow::Continue;
use std::time::Duration;

/// Games with their perft depths of about a million leaves: men only with chains and with huffing, flying kings, two
/// tower games, captures by approach, a large board, captures only, three ranks, a hunt with placing, and mills.
const GAMES: [(&str, u32); 12] = [
    ("alquerque:walker", 12),
    ("alquerque:article", 8),
    ("alquerque:bell_strict", 7),
    ("international:fmjd", 7),
    ("lasca:lasca", 14),
    ("buruj:max", 13),
    ("fanorona:tsivy", 5),
    ("zamma:zamma", 12),
    ("konane:hawaii10", 8),
    ("dablot:usual", 5),
    ("bagh-chal:nepal", 5),
    ("alquerque-de-nueve:alfonso", 5),
];

fn new_game(title: &str) -> AnyGame {
    let (game, variant) = title.split_once(':').expect("a title names its variant");
    let ruleset = find_game(game).and_then(|game| game.ruleset(Some(variant), &[]).ok());
    AnyRules::compile(ruleset.expect("the variant is ours")).expect("it compiles").new_game()
}

fn perft(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    for (title, depth) in GAMES {
        let game = new_game(title);
        let leaves = game.perft(depth, PerftMode::Paths).expect("few turns");
        group.throughput(Throughput::Elements(leaves));
        group.bench_function(format!("{title} {depth} paths"), |bencher| {
            bencher.iter(|| game.perft(black_box(depth), PerftMode::Paths));
        });
    }
    group.finish();
}

/// Benchmarks generation in the positions of one game.
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
            rules.list_turns(&position, &mut turns).expect("few turns");
            match turns.is_empty() {
                true => break,
                false => positions.push(rules.play(&position, &turns[rng.usize(..turns.len())])),
            }
        }
        let count = |position| {
            let mut count = 0;
            let result = rules.for_each_turn(position, &mut |turn, _| {
                black_box(turn);
                count += 1;
                Continue(())
            });
            result.expect("few turns");
            count
        };
        let mut group = self.0.benchmark_group("generation");
        group.throughput(Throughput::Elements(positions.iter().map(count).sum()));
        group.bench_function(self.1, |bencher| bencher.iter(|| positions.iter().map(count).sum::<u64>()));
        group.finish();
    }
}

fn generation(criterion: &mut Criterion) {
    for (title, _) in GAMES {
        new_game(title).visit(Generate(criterion, title));
    }
}

criterion_group!(benches, perft, generation);
criterion_main!(benches);
