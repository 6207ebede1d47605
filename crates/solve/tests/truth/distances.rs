//! Distances to win.

use crate::agreement::verdict;
use crate::values::{STRIP_RULES, counted_elsewhere};
use crate::{ruleset, solve, solve_distances, verified};
use quirkat_plain::translate::{Translation, game};
use quirkat_plain::{Rules, Solution};
use quirkat_rules::{Ruleset, Wdl};
use quirkat_solve::{MenLaw, MenPosition, MenTables, SliceSolver, SliceTable, TableError};
use std::fs;
use std::path::{Path, PathBuf};

/// Compares every position of up to `men` men with the plain solver; returns the numbers of positions decided in plies
/// and by the count.
fn agree(tables: &MenTables, ruleset: &Ruleset, plain: &Rules, men: usize) -> [usize; 2] {
    let (mut decided, translation) = ([0; 2], Translation::of(&ruleset.board));
    Solution::new(plain, men).each(|state, wdl| {
        let (placement, known) = (MenPosition::of(&translation.setup(state)), verdict(wdl));
        decided[usize::from(known.dtw.is_none())] += usize::from(known.wdl != Wdl::Draw);
        assert_eq!(tables.probe(placement).unwrap(), Some(known), "{placement:?}");
        assert_eq!(tables.wdl(placement).unwrap(), Some(known.wdl), "{placement:?}");
    });
    decided
}

#[test]
fn every_position_of_a_strip_has_the_distance_of_the_plain_solver() {
    let mut all_counted = 0;
    for rules in STRIP_RULES {
        for outer in ["yes", "no"] {
            let rules: Vec<_> = rules.iter().copied().chain([("n", "4"), ("outer", outer)]).collect();
            let (ruleset, plain) = game("awithlaknannai", "seed", &rules).unwrap();
            let folder = tempfile::tempdir().unwrap();
            let tables = solve_distances(&ruleset, 5, 2, folder.path());
            let [in_plies, counted] = agree(&tables, &ruleset, &plain, 5);
            assert!(in_plies > 0, "{rules:?}");
            assert!(counted == 0 || rules.contains(&("repetition", "count")), "{rules:?}");
            all_counted += counted;
            // Layers and slices in one folder verify each other.
            let tables = solve(&ruleset, 2, 2, folder.path());
            let verified = verified(&ruleset, tables, 3_000).unwrap();
            assert_eq!((verified.positions, verified.faults), (3_000, vec![]), "{rules:?}");
        }
    }
    assert!(all_counted > 0, "some laws count");
}

#[test]
fn distances_in_alquerque_agree_with_the_plain_solver_and_another_program() {
    for variant in ["walker", "article"] {
        let (ruleset, plain) = game("alquerque", variant, &[("repetition", "draw")]).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let tables = solve_distances(&ruleset, 5, 2, folder.path());
        let ours = tables.count_both(&|_| {}).unwrap().unwrap().unwrap();
        for (slice, count) in counted_elsewhere(variant).into_iter().filter(|((own, other), _)| own + other <= 5) {
            assert_eq!(ours[&slice], count, "{variant}, {slice:?}");
        }
        agree(&tables, &ruleset, &plain, 4);
    }
}

#[test]
fn tables_of_games_with_a_forward_direction_verify() {
    let ruleset = ruleset("alquerque:walker", &[("step_dirs", "no_back"), ("cap_dirs", "no_back")]);
    let folder = tempfile::tempdir().unwrap();
    let mut tables = solve_distances(&ruleset, 3, 2, folder.path());
    tables.load_distances().unwrap();
    let positions = tables.positions();
    let verified = verified(&ruleset, tables, u64::MAX).unwrap();
    assert_eq!((verified.positions, verified.faults), (positions, vec![]));
}

#[test]
fn layers_and_slices_of_one_folder_verify() {
    let ruleset = ruleset("awithlaknannai:seed", &[("n", "4"), ("repetition", "count")]);
    let folder = tempfile::tempdir().unwrap();
    solve_distances(&ruleset, 4, 2, folder.path());
    let tables = solve(&ruleset, 1, 2, folder.path());
    let positions = tables.positions();
    let verified = verified(&ruleset, tables, u64::MAX).unwrap();
    assert_eq!((verified.positions, verified.faults), (positions, vec![]));
}

fn strip(rules: &[(&str, &str)]) -> Ruleset {
    ruleset("awithlaknannai:seed", &[&[("n", "4"), ("capture", "mandatory"), ("chain", "mandatory")], rules].concat())
}

fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = entries.map(|file| (file.file_name().unwrap().into(), fs::read(&file).unwrap())).collect();
    files.sort_unstable();
    files
}

#[test]
fn slices_do_not_depend_on_threads_and_interruptions_leave_no_file() {
    let strip = strip(&[]);
    let [one, three] = [1, 3].map(|threads| {
        let folder = tempfile::tempdir().unwrap();
        solve_distances(&strip, 7, threads, folder.path());
        files(folder.path())
    });
    assert!(one == three, "the number of threads makes a difference");
    let folder = tempfile::tempdir().unwrap();
    let tables = solve_distances(&strip, 4, 1, folder.path());
    let stopped =
        SliceSolver { law: tables.law(), title: &strip.title(), folder: folder.path(), threads: 1, stop: &|| true };
    assert!(!stopped.solve([1, 4], &|_| {}).unwrap().is_done());
    let stay = files(folder.path());
    assert!(stay.len() == 4 && stay.iter().all(|file| one.contains(file)), "only finished tables stay");
}

#[test]
fn damaged_and_foreign_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let law = MenLaw::of(&strip(&[])).unwrap();
    solve_distances(&strip(&[]), 4, 1, folder.path());
    let file = SliceTable::path(folder.path(), [1, 3]);
    let sound = fs::read(&file).unwrap();
    for cut in [0, 20, sound.len() / 2, sound.len() - 1] {
        fs::write(&file, &sound[..cut]).unwrap();
        assert!(MenTables::open(law.clone(), folder.path()).is_err(), "cut at {cut}");
    }
    // A flipped bit fails the checksum, whether blocks are probed or loaded.
    let mut broken = sound.clone();
    let middle = broken.len() / 2;
    broken[middle] ^= 4;
    fs::write(&file, &broken).unwrap();
    let mut tables = MenTables::open(law.clone(), folder.path()).unwrap();
    assert!(matches!(tables.load_distances(), Err(TableError::Corrupt { .. })));
    let found = verified(&strip(&[]), tables, u64::MAX);
    assert!(matches!(found, Err(TableError::Corrupt { .. })), "{found:?}");
    let distances = SliceSolver { law: &law, title: "strip", folder: folder.path(), threads: 1, stop: &|| false };
    assert!(matches!(distances.solve([1, 4], &|_| {}), Err(TableError::Corrupt { .. })));
    // A file of another slice, and one of other rules.
    fs::copy(SliceTable::path(folder.path(), [1, 2]), &file).unwrap();
    assert!(matches!(MenTables::open(law.clone(), folder.path()), Err(TableError::Corrupt { .. })));
    let other = tempfile::tempdir().unwrap();
    let blocked = strip(&[("blocked", "draw")]);
    let tables = solve_distances(&blocked, 5, 1, other.path());
    fs::copy(SliceTable::path(other.path(), [1, 3]), &file).unwrap();
    assert!(matches!(MenTables::open(law, folder.path()), Err(TableError::OtherRules { .. })));
    // The checksums are right, but the values contradict the rules.
    let verified = verified(&strip(&[]), tables, u64::MAX).unwrap();
    assert!(!verified.faults.is_empty(), "a draw where a blocked side loses");
}
