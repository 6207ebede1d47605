//! Benchmark of reading a collection: `cargo bench -p quirkat-records`. The throughput is in games per second.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use quirkat_records::RecordReader;
use std::hint::black_box;

/// Number of games of the collection.
const GAMES: usize = 2000;

/// Returns a collection of games of a usual length, about a kilobyte each.
fn collection() -> String {
    let moves = (1..=40).map(|number| format!("{number}. 32-28 19-23\n")).collect::<String>();
    let game = |number| {
        format!("[Event \"Club\"]\n[White \"Player {number}\"]\n[Black \"B\"]\n[Result \"1-1\"]\n\n{moves}1-1\n\n")
    };
    (0..GAMES).map(game).collect()
}

fn read(criterion: &mut Criterion) {
    let text = collection();
    let mut group = criterion.benchmark_group("records");
    group.throughput(Throughput::Elements(GAMES as u64));
    group.bench_function("read", |bencher| {
        let plies = || {
            let games = RecordReader::new(text.as_bytes()).expect("it is in memory");
            games.flatten().map(|entry| entry.pdn.turns.len()).sum::<usize>()
        };
        bencher.iter(|| black_box(plies()));
    });
    group.finish();
}

criterion_group!(records, read);
criterion_main!(records);
