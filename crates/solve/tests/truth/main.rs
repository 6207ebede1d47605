//! Complete solutions compared with another program's counts, with plain solvers, and with the rules.

mod agreement;
mod cluster;
mod columns;
mod dfpn;
mod distances;
mod endings;
mod files;
mod mills;
mod placing;
mod proofs;

mod values;

use quirkat_rules::{AnyRules, Ruleset, find_game};
use quirkat_solve::{
    AnyLaw, AnyTables, LayerKind, LayerSolver, LayerTable, MaterialSolver, MenLaw, MenTables, Metric, SliceSolver,
    TableError, VerificationReport, Verifier,
};
use std::path::Path;

/// Returns a ruleset by its title and house rules.
fn ruleset(title: &str, rules: &[(&str, &str)]) -> Ruleset {
    let (game, variant) = title.split_once(':').unwrap();
    find_game(game).unwrap().ruleset(Some(variant), rules).unwrap()
}

fn compiled(ruleset: &Ruleset) -> AnyRules {
    AnyRules::compile(ruleset.clone()).unwrap()
}

/// Verifies positions of tables by the rules of a game.
fn verified(ruleset: &Ruleset, tables: MenTables, positions: u64) -> Result<VerificationReport, TableError> {
    let tables = &AnyTables::Men(tables);
    let verify = Verifier { tables, positions, seed: 1, threads: 2, stop: &|| false, on_progress: &|_| {} };
    verify.run(&compiled(ruleset))
}

/// Solves the layers of up to `men` first-side men into a folder.
fn solve(ruleset: &Ruleset, men: usize, threads: usize, folder: &Path) -> MenTables {
    solve_as_far(ruleset, men, LayerKind::Wdl, threads, folder)
}

/// Solves layers with a content into a folder; existing tables stay.
fn solve_as_far(ruleset: &Ruleset, men: usize, extent: LayerKind, threads: usize, folder: &Path) -> MenTables {
    let law = MenLaw::of(ruleset).unwrap();
    let whole = LayerSolver { law: &law, title: &ruleset.title(), folder, threads, memory: 0, stop: &|| false };
    let mut done = vec![];
    for first in 1..=men {
        let there = extent.find(folder, first);
        if there.is_none() {
            assert!(whole.solve(first, extent, &done, &|_| {}).unwrap().is_done(), "it is not interrupted");
        }
        done.push(LayerTable::open(&law, folder, first, there.unwrap_or(extent)).unwrap());
    }
    MenTables::open(law, folder).unwrap()
}

/// Solves the slices of up to `men` men in all.
fn solve_distances(ruleset: &Ruleset, men: usize, threads: usize, folder: &Path) -> MenTables {
    let law = MenLaw::of(ruleset).unwrap();
    let distances = SliceSolver { law: &law, title: &ruleset.title(), folder, threads, stop: &|| false };
    for men in SliceSolver::slices(&law, men) {
        assert!(distances.solve(men, &|_| {}).unwrap().is_done(), "it is not interrupted");
    }
    MenTables::open(law, folder).unwrap()
}

/// Solves distances of up to `most` pieces in any game.
fn tables_of(ruleset: &Ruleset, most: usize, threads: usize, folder: &Path) -> AnyTables {
    tables_saying(Metric::Dtw, ruleset, most, threads, folder)
}

/// Solves a metric of up to `most` pieces in any game; for games of men alone, distances.
fn tables_saying(metric: Metric, ruleset: &Ruleset, most: usize, threads: usize, folder: &Path) -> AnyTables {
    let AnyLaw::Material(frame) = AnyLaw::of(ruleset).unwrap() else {
        return AnyTables::Men(solve_distances(ruleset, most, threads, folder));
    };
    let (rules, title, memory) = (&compiled(ruleset), &ruleset.title(), 4 << 30);
    let endings = MaterialSolver { rules, law: &frame, title, folder, metric, threads, memory, stop: &|| false };
    for signature in frame.signatures(most as u32) {
        assert!(endings.solve(signature, &|_, _| {}).unwrap().is_done(), "it is not interrupted");
    }
    AnyTables::open(AnyLaw::Material(frame), folder).unwrap()
}
