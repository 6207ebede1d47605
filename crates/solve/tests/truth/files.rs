//! Table files: independent of how they were made, and refused when damaged.

use crate::{compiled, ruleset, solve, verified};
use quirkat_rules::Ruleset;
use quirkat_solve::{
    AnyTables, LayerKind, LayerSolver, LayerStage, LayerTable, MenLaw, MenTables, Run, TableError, TableFile,
    VerificationReport, Verifier,
};
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

fn strip() -> Ruleset {
    ruleset(
        "awithlaknannai:seed",
        &[("n", "4"), ("repetition", "draw"), ("capture", "mandatory"), ("chain", "mandatory")],
    )
}

fn bytes(folder: &Path) -> Vec<Vec<u8>> {
    (1..=12).map(|men| fs::read(LayerKind::Wdl.path(folder, men)).unwrap()).collect()
}

#[test]
fn tables_do_not_depend_on_threads_or_interruptions() {
    let [one, three] = [1, 3].map(|threads| {
        let folder = tempfile::tempdir().unwrap();
        solve(&strip(), 12, threads, folder.path());
        bytes(folder.path())
    });
    assert!(one == three, "the number of threads makes a difference");
    // An interruption before the first pass leaves no file of the layer.
    let folder = tempfile::tempdir().unwrap();
    let tables = solve(&strip(), 4, 1, folder.path());
    let stop = AtomicBool::new(false);
    let law = tables.law().clone();
    let whole = LayerSolver {
        law: &law,
        title: &strip().title(),
        folder: folder.path(),
        threads: 1,
        memory: 0,
        stop: &|| stop.load(Relaxed),
    };
    let finished =
        whole.solve(5, LayerKind::Wdl, tables.layers(), &|progress| stop.store(progress.done > 0, Relaxed)).unwrap();
    assert_eq!(finished, Run::Interrupted);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4);
    drop(tables);
    solve(&strip(), 12, 2, folder.path());
    assert!(bytes(folder.path()) == one, "a break makes a difference");
}

/// Solves a layer until progress was reported `reports` times.
fn solve_until(ruleset: &Ruleset, folder: &Path, men: usize, reports: usize) -> Result<Run, TableError> {
    let law = MenLaw::of(ruleset).unwrap();
    let left = AtomicUsize::new(reports);
    let stop = || left.load(Relaxed) == 0;
    let whole = LayerSolver { law: &law, title: &ruleset.title(), folder, threads: 1, memory: 0, stop: &stop };
    let done: Vec<_> = (1..men).map(|men| LayerTable::open(&law, folder, men, LayerKind::Wdl).unwrap()).collect();
    whole.solve(men, LayerKind::Wdl, &done, &|progress| {
        if matches!(progress.stage, LayerStage::Pass(_) | LayerStage::Propagation(_)) {
            left.store(left.load(Relaxed).saturating_sub(1), Relaxed);
        }
    })
}

#[test]
fn an_interrupted_layer_resumes_from_its_checkpoint() {
    const MEN: usize = 5;
    // Endless play is drawn, with one scope, and counted, with several scopes.
    let counted = [("n", "4"), ("repetition", "count"), ("capture", "mandatory"), ("blocked", "draw")];
    for ruleset in [strip(), ruleset("awithlaknannai:seed", &counted)] {
        let [whole, broken] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        solve(&ruleset, MEN, 2, whole.path());
        solve(&ruleset, MEN - 1, 2, broken.path());
        let halfway = broken.path().join("whole-05.halfway");
        let mut breaks = 0;
        while !solve_until(&ruleset, broken.path(), MEN, 10 * breaks + 1).unwrap().is_done() {
            breaks += 1;
            assert!(halfway.exists(), "nothing was kept at break {breaks}");
        }
        assert!(breaks > 4, "there were only {breaks} breaks");
        assert_eq!(
            fs::read_dir(broken.path()).unwrap().count(),
            MEN,
            "a finished table leaves no file of a running job"
        );
        let [whole, broken] = [whole, broken].map(|folder| fs::read(LayerKind::Wdl.path(folder.path(), MEN)).unwrap());
        assert!(whole == broken, "breaks make a difference");
    }
}

#[test]
fn damaged_checkpoints_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(solve_until(&strip(), folder.path(), 1, 1).unwrap(), Run::Interrupted);
    let file = folder.path().join("whole-01.halfway");
    let sound = fs::read(&file).unwrap();
    for at in [3, sound.len() / 2, sound.len() - 5] {
        let mut broken = sound.clone();
        broken[at] ^= 1;
        fs::write(&file, &broken).unwrap();
        let found = solve_until(&strip(), folder.path(), 1, usize::MAX);
        assert!(matches!(found, Err(TableError::Corrupt { .. })), "byte {at}: {found:?}");
    }
    fs::write(&file, &sound).unwrap();
    let other = ruleset("awithlaknannai:seed", &[("n", "4"), ("repetition", "draw")]);
    let found = solve_until(&other, folder.path(), 1, usize::MAX);
    assert!(matches!(found, Err(TableError::OtherRules { .. })), "{found:?}");
    assert!(solve_until(&strip(), folder.path(), 1, usize::MAX).unwrap().is_done());
}

#[test]
fn the_verifier_finds_tables_of_other_rules() {
    let folder = tempfile::tempdir().unwrap();
    solve(&strip(), 2, 2, folder.path());
    // A flipped bit fails the checksum.
    let file = LayerKind::Wdl.path(folder.path(), 2);
    let sound = fs::read(&file).unwrap();
    let mut broken = sound.clone();
    let middle = broken.len() / 3;
    broken[middle] ^= 4;
    fs::write(&file, &broken).unwrap();
    let law = MenLaw::of(&strip()).unwrap();
    let found = MenTables::open(law, folder.path()).and_then(|tables| verified(&strip(), tables, 20_000));
    assert!(matches!(found, Err(TableError::Corrupt { .. })), "{found:?}");
    // Tables of another game under this game's name have valid checksums, but contradict the rules.
    fs::write(&file, &sound).unwrap();
    let other = tempfile::tempdir().unwrap();
    let blocked = ruleset(
        "awithlaknannai:seed",
        &[("n", "4"), ("repetition", "draw"), ("capture", "mandatory"), ("chain", "mandatory"), ("blocked", "draw")],
    );
    let tables = solve(&blocked, 3, 2, other.path());
    let verified = verified(&strip(), tables, 20_000).unwrap();
    assert!(!verified.faults.is_empty(), "a draw where a blocked side loses");
}

/// Rewrites a table file with changed blocks and valid checksums.
pub fn rewrite(path: &Path, length: usize, change: impl Fn(usize, &mut [u8])) {
    let file = TableFile::open(path).unwrap();
    let mut bytes = format!("quirkat table 1\n{}\n\n", file.lines()).into_bytes();
    let text = bytes.len();
    let mut index = vec![];
    for number in 0..file.blocks() {
        let mut block = file.block(number, length).unwrap();
        change(number, &mut block);
        let packed = lz4_flex::block::compress(&block);
        index.extend((bytes.len() as u64).to_le_bytes());
        index
            .extend([packed.len() as u32, block.len() as u32, crc32fast::hash(&packed)].map(u32::to_le_bytes).concat());
        bytes.extend(packed);
    }
    let checksum = crc32fast::hash(&[&bytes[..text], &index].concat());
    let end = [bytes.len() as u64, file.blocks() as u64].map(u64::to_le_bytes).concat();
    bytes.extend([&index[..], &end, &checksum.to_le_bytes(), b"qkt1"].concat());
    drop(file);
    fs::write(path, bytes).unwrap();
}

#[test]
fn the_verifier_finds_a_flipped_bit() {
    let ruleset = ruleset("awithlaknannai:seed", &[("n", "4"), ("repetition", "draw")]);
    let folder = tempfile::tempdir().unwrap();
    let tables = solve(&ruleset, 2, 1, folder.path());
    let law = tables.law().clone();
    let all = tables.positions();
    let tables = &AnyTables::Men(tables);
    for (positions, threads) in [(1, 1), (5_000, 3), (all, 2), (u64::MAX, 2)] {
        let verify = Verifier { tables, positions, seed: 1, threads, stop: &|| false, on_progress: &|_| {} };
        let sound = VerificationReport { positions: positions.min(all), faults: vec![] };
        assert_eq!(verify.run(&compiled(&ruleset)).unwrap(), sound);
    }
    let path = LayerKind::Wdl.path(folder.path(), 2);
    let sound = fs::read(&path).unwrap();
    for bit in [70, 300, 1 << 9 | 17] {
        fs::write(&path, &sound).unwrap();
        rewrite(&path, 16 * (1 << (law.points - 2)) / 64, |number, block| {
            if number == 5 {
                block[bit / 8] ^= 1 << (bit % 8);
            }
        });
        let tables = MenTables::open(law.clone(), folder.path()).unwrap();
        let found = verified(&ruleset, tables, u64::MAX).unwrap();
        assert!(!found.faults.is_empty(), "bit {bit}");
    }
}

#[test]
fn incomplete_and_foreign_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    solve(&strip(), 1, 1, folder.path());
    let law = MenLaw::of(&strip()).unwrap();
    let file = LayerKind::Wdl.path(folder.path(), 1);
    let sound = fs::read(&file).unwrap();
    for cut in [0, 1, 20, sound.len() / 2, sound.len() - 1] {
        fs::write(&file, &sound[..cut]).unwrap();
        let found = MenTables::open(law.clone(), folder.path());
        assert!(matches!(found, Err(TableError::Corrupt { .. } | TableError::Io { .. })), "cut at {cut}: {found:?}");
    }
    // Opening a file checks every byte of the text, the index and the footer.
    for at in (0..200).chain(sound.len() - 60..sound.len()) {
        let mut broken = sound.clone();
        broken[at] ^= 1;
        fs::write(&file, &broken).unwrap();
        assert!(MenTables::open(law.clone(), folder.path()).is_err(), "byte {at}");
    }
    fs::write(&file, &sound).unwrap();
    let article = MenLaw::of(&ruleset("alquerque:article", &[])).unwrap();
    let found = MenTables::open(article, folder.path());
    assert!(matches!(found, Err(TableError::OtherRules { .. })), "{found:?}");
}
