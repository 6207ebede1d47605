//! Benchmarks of layers, slices and probing: `cargo bench -p quirkat-solve`.
//!
//! The throughput is in positions per second on one thread, with a side to move each. A layer's throughput covers all
//! its work; the printed number of passes is the factor to the speed of a single pass.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use fastrand::Rng;
use quirkat_rules::{AnyGame, AnyRules, Ruleset, find_game};
use quirkat_solve::{LayerKind, LayerSolver, LayerStage, LayerTable, MenLaw, MenPosition, MenTables, SliceSolver};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use tempfile::TempDir;

/// A strip of 19 points with optional captures, and with the rules of alquerque: compulsory captures take other code
/// paths.
const LAWS: [(&str, &[(&str, &str)]); 2] = [
    ("free", &[("n", "6"), ("repetition", "draw")]),
    ("compulsory", &[("n", "6"), ("repetition", "draw"), ("capture", "mandatory"), ("chain", "mandatory")]),
];

/// A layer of this many first-side men has some two million positions.
const MEN: usize = 3;

fn ruleset(rules: &[(&str, &str)]) -> Ruleset {
    let game = find_game("awithlaknannai").expect("the game comes with the rules");
    game.ruleset(Some("seed"), rules).expect("the rules fit together")
}

/// Solves the layers below the benchmarked one.
fn solved(ruleset: &Ruleset, law: &MenLaw) -> (TempDir, Vec<LayerTable>) {
    let folder = tempfile::tempdir().expect("there is room");
    let mut done = vec![];
    for men in 1..MEN {
        let whole =
            LayerSolver { law, title: &ruleset.title(), folder: folder.path(), threads: 1, memory: 0, stop: &|| false };
        assert!(whole.solve(men, LayerKind::Wdl, &done, &|_| {}).expect("it can be written").is_done());
        done.push(LayerTable::open(law, folder.path(), men, LayerKind::Wdl).expect("it was written"));
    }
    (folder, done)
}

fn layers(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("layer");
    group.sample_size(10);
    for (name, rules) in LAWS {
        let ruleset = ruleset(rules);
        let law = MenLaw::of(&ruleset).expect("it can be solved");
        let (folder, done) = solved(&ruleset, &law);
        let whole = LayerSolver {
            law: &law,
            title: &ruleset.title(),
            folder: folder.path(),
            threads: 1,
            memory: 0,
            stop: &|| false,
        };
        let passes = AtomicU32::new(0);
        let on_progress = |progress: quirkat_solve::LayerProgress| {
            if let LayerStage::Pass(pass) = progress.stage {
                passes.fetch_max(pass, Relaxed);
            }
        };
        assert!(whole.solve(MEN, LayerKind::Wdl, &done, &on_progress).expect("it can be written").is_done());
        let layer = LayerTable::open(&law, folder.path(), MEN, LayerKind::Wdl).expect("it was written");
        let positions = 2 * layer.classes.len() as u64 * (1 << (law.points - MEN));
        println!("layer/{name}: {} passes", passes.into_inner());
        group.throughput(Throughput::Elements(positions));
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter(|| whole.solve(MEN, LayerKind::Wdl, &done, &|_| {}));
        });
    }
    group.finish();
}

fn slices(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("slice");
    group.sample_size(10);
    for (name, rules) in LAWS {
        let ruleset = ruleset(rules);
        let law = MenLaw::of(&ruleset).expect("it can be solved");
        let folder = tempfile::tempdir().expect("there is room");
        let (title, stop) = (ruleset.title(), || false);
        let distances = SliceSolver { law: &law, title: &title, folder: folder.path(), threads: 1, stop: &stop };
        let all = SliceSolver::slices(&law, 2 * MEN);
        all.iter().for_each(|&men| assert!(distances.solve(men, &|_| {}).expect("it can be written").is_done()));
        let last = *all.last().expect("there are slices");
        let tables = MenTables::open(law.clone(), folder.path()).expect("they were written");
        let positions = tables.slices().last().map_or(0, |table| table.index.len() as u64);
        group.throughput(Throughput::Elements(positions));
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter(|| distances.solve(last, &|_| {}));
        });
    }
    group.finish();
}

fn probes(criterion: &mut Criterion) {
    const AT_ONCE: usize = 1000;
    let ruleset = ruleset(LAWS[0].1);
    let law = MenLaw::of(&ruleset).expect("it can be solved");
    let (folder, _) = solved(&ruleset, &law);
    let whole = MenTables::open(law.clone(), folder.path()).expect("they were written");
    let other = tempfile::tempdir().expect("there is room");
    let (title, stop) = (ruleset.title(), || false);
    let distances = SliceSolver { law: &law, title: &title, folder: other.path(), threads: 1, stop: &stop };
    for men in SliceSolver::slices(&law, 2 * MEN) {
        assert!(distances.solve(men, &|_| {}).expect("it can be written").is_done());
    }
    let distances = MenTables::open(law, other.path()).expect("they were written");
    let mut group = criterion.benchmark_group("probe");
    group.throughput(Throughput::Elements(AT_ONCE as u64));
    let rules = AnyRules::compile(ruleset).expect("the rules fit together");
    for (name, tables) in [("worth", whole), ("distance", distances)] {
        let mut rng = Rng::with_seed(1);
        let drawn: Vec<MenPosition> = (0..AT_ONCE).filter_map(|_| tables.sample(&mut rng)).collect();
        let searched: Vec<MenPosition> = drawn.iter().flat_map(|&position| behind(&rules, position)).collect();
        for (order, positions) in [("drawn", drawn), ("searched", searched.into_iter().take(AT_ONCE).collect())] {
            group.bench_function(BenchmarkId::new(name, order), |bencher| {
                bencher.iter(|| positions.iter().filter(|&&position| tables.probe(position).is_ok()).count());
            });
        }
    }
    group.finish();
}

/// Returns the positions behind one in the order of a search three plies deep.
fn behind(rules: &AnyRules, position: MenPosition) -> Vec<MenPosition> {
    fn visit(game: &mut AnyGame, depth: u32, found: &mut Vec<MenPosition>) {
        found.push(MenPosition::of(&game.setup()));
        for turn in if depth == 0 { vec![] } else { game.turns().unwrap_or_default() } {
            game.play(&turn).expect("it is legal");
            visit(game, depth - 1, found);
            game.undo();
        }
    }
    let setup = position.setup(rules.ruleset().board.len());
    let mut found = vec![];
    visit(&mut rules.game(Some(&setup)).expect("it is a position"), 3, &mut found);
    found
}

criterion_group!(benches, layers, slices, probes);
criterion_main!(benches);
