//! Whole solutions, held against counts of another program, plain solvers that share nothing with ours, and the rules.

mod agreement;
mod dfpn;
mod distances;
mod endings;
mod files;
mod proofs;
mod spread;
mod values;

use quirkat_rules::{AnyRules, Ruleset, find_game};
use quirkat_solve::{
    AnyLaw, AnyTables, Distances, DoneLayer, Endings, Extent, Law, Says, TableError, Tables, Verified, Verify, Whole,
};
use std::path::Path;

/// A ruleset by its title and house rules.
fn ruleset(title: &str, rules: &[(&str, &str)]) -> Ruleset {
    let (game, variant) = title.split_once(':').unwrap();
    find_game(game).unwrap().ruleset(Some(variant), rules).unwrap()
}

fn compiled(ruleset: &Ruleset) -> AnyRules {
    AnyRules::compile(ruleset.clone()).unwrap()
}

/// Looks at so many positions, or at all, of tables that are said to be of a game.
fn verified(ruleset: &Ruleset, tables: Tables, positions: u64) -> Result<Verified, TableError> {
    let tables = &AnyTables::Sets(tables);
    let verify = Verify { tables, positions, seed: 1, threads: 2, stop: &|| false, tell: &|_| {} };
    verify.run(&compiled(ruleset))
}

/// Solves all positions with at most so many men of the first side into a folder.
fn solve(ruleset: &Ruleset, men: usize, threads: usize, folder: &Path) -> Tables {
    solve_as_far(ruleset, men, Extent::All, threads, folder)
}

/// Solves what is asked for of all positions with at most so many men of the first side into a folder; what is there stays.
fn solve_as_far(ruleset: &Ruleset, men: usize, extent: Extent, threads: usize, folder: &Path) -> Tables {
    let law = Law::of(ruleset).unwrap();
    let whole = Whole { law: &law, title: &ruleset.title(), folder, threads, memory: 0, stop: &|| false };
    let mut done = vec![];
    for first in 1..=men {
        let there = extent.there(folder, first);
        if there.is_none() {
            assert!(whole.layer(first, extent, &done, &|_| {}).unwrap(), "nobody stops it");
        }
        done.push(DoneLayer::open(&law, folder, first, there.unwrap_or(extent)).unwrap());
    }
    Tables::open(law, folder).unwrap()
}

/// Finds the distances of all positions with at most so many men in all.
fn solve_distances(ruleset: &Ruleset, men: usize, threads: usize, folder: &Path) -> Tables {
    let law = Law::of(ruleset).unwrap();
    let distances = Distances { law: &law, title: &ruleset.title(), folder, threads, stop: &|| false };
    for men in Distances::slices(&law, men) {
        assert!(distances.slice(men, &|_| {}).unwrap(), "nobody stops it");
    }
    Tables::open(law, folder).unwrap()
}

/// Finds the distances of all positions with at most so many pieces in all, whatever the game.
fn tables_of(ruleset: &Ruleset, most: usize, threads: usize, folder: &Path) -> AnyTables {
    tables_saying(Says::Plies, ruleset, most, threads, folder)
}

/// Solves all positions with at most so many pieces in all, whatever the game; set by set only their distances.
fn tables_saying(says: Says, ruleset: &Ruleset, most: usize, threads: usize, folder: &Path) -> AnyTables {
    let AnyLaw::Endings(frame) = AnyLaw::of(ruleset).unwrap() else {
        return AnyTables::Sets(solve_distances(ruleset, most, threads, folder));
    };
    let (rules, title, memory) = (&compiled(ruleset), &ruleset.title(), 4 << 30);
    let endings = Endings { rules, frame: &frame, title, folder, says, threads, memory, stop: &|| false };
    for signature in frame.endings(most as u32) {
        assert!(endings.solve(signature, &|_, _| {}).unwrap(), "nobody stops it");
    }
    AnyTables::open(AnyLaw::Endings(frame), folder).unwrap()
}
