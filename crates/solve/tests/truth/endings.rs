//! Tables of material: numbers of positions, files, and the detection of faults.

use crate::files::rewrite;
use crate::{tables_of, tables_saying};
use quirkat_rules::{Anatomy, AnyRules, Dtw, GameValue, Piece, PlacedPiece, Point, Rank, Ruleset, Side, find_game};
use quirkat_solve::{
    AnyLaw, AnyTables, MaterialIndex, MaterialLaw, MaterialSolver, MaterialTable, Metric, TableError, Verifier,
};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

fn ruleset_of(game: &str, variant: Option<&str>) -> Ruleset {
    find_game(game).unwrap().ruleset(variant, &[]).unwrap()
}

fn english() -> Ruleset {
    ruleset_of("english", None)
}

/// Source: Schaeffer and others, *Checkers Is Solved*, Science 317 (2007), which counts 6,972, 261,224, 7,092,774 and
/// 148,688,232 positions of 2 to 5 pieces, positions with one colour alone included.
#[test]
fn numbers_of_positions_of_english_draughts_are_the_published_ones() {
    let law = Arc::new(MaterialLaw::of(&english()).unwrap());
    let mut both = [0; 4];
    for signature in law.signatures(3) {
        let index = MaterialIndex::new(&law, signature).unwrap();
        let mut position = Anatomy::empty();
        let used = index.of_side(Side::First).filter(|&number| index.position(number, &mut position));
        let placements: u64 = used.map(|number| index.size(number)).sum();
        let colours = if law.exchanged(&signature) == Some(signature) { 1 } else { 2 };
        both[signature.pieces().iter().sum::<u32>() as usize] += colours * placements;
    }
    // Men stand on 28 points, kings on all.
    let choose = |n: u64, k: u64| (0..k).fold(1, |sets, i| sets * (n - i) / (i + 1));
    let of_one_colour =
        |pieces: u64| (0..=pieces).map(|men| choose(28, men) * choose(32 - men, pieces - men)).sum::<u64>();
    assert_eq!(both[2] + 2 * of_one_colour(2), 6_972);
    assert_eq!(both[3] + 2 * of_one_colour(3), 261_224);
}

#[test]
fn files_do_not_depend_on_the_number_of_threads() {
    let hare = find_game("liebre").unwrap().ruleset(None, &[("taken_to_win", "9")]).unwrap();
    // The solver by moves, and the solver of hunts.
    for (metric, ruleset, most) in [(Metric::Dtw, english(), 3), (Metric::Wdl, hare, 5)] {
        let [one, three] = [1, 3].map(|threads| {
            let folder = tempfile::tempdir().unwrap();
            tables_saying(metric, &ruleset, most, threads, folder.path());
            folder
        });
        for signature in MaterialLaw::of(&ruleset).unwrap().signatures(most as u32) {
            let read = |folder: &Path| fs::read(MaterialTable::path(folder, &signature)).unwrap();
            assert!(read(one.path()) == read(three.path()), "{}", signature);
        }
    }
}

#[test]
fn an_interrupted_hunt_leaves_no_file_and_gives_the_same_later() {
    let ruleset = find_game("liebre").unwrap().ruleset(None, &[("taken_to_win", "9")]).unwrap();
    let folder = tempfile::tempdir().unwrap();
    tables_saying(Metric::Wdl, &ruleset, 6, 1, folder.path());
    let (rules, law) = (&AnyRules::compile(ruleset.clone()).unwrap(), &Arc::new(MaterialLaw::of(&ruleset).unwrap()));
    let last = law.signatures(6).into_iter().next_back().unwrap();
    let path = MaterialTable::path(folder.path(), &last);
    let whole = fs::read(&path).unwrap();
    fs::remove_file(&path).unwrap();
    let stop_queries = AtomicU32::new(0);
    for patience in 0.. {
        stop_queries.store(0, Relaxed);
        let stop = || stop_queries.fetch_add(1, Relaxed) >= patience;
        let (title, folder, metric, memory) = (&ruleset.title(), folder.path(), Metric::Wdl, 1 << 30);
        let endings = MaterialSolver { rules, law, title, folder, metric, threads: 1, memory, stop: &stop };
        let is_solved = endings.solve(last, &|_, _| {}).unwrap().is_done();
        assert_eq!(is_solved, path.exists());
        if is_solved {
            assert!(patience > 2, "the solver checks for a stop while it reads and while it works");
            break;
        }
    }
    assert!(fs::read(&path).unwrap() == whole);
}

#[test]
fn wdl_tables_give_the_same_results_in_less_space() {
    // Draughts, towers, approach, endless play won by the side with more pieces, and hunts, which have a solver of
    // their own for WDL.
    for (game, rules, most) in [
        ("english", &[][..], 3),
        ("lasca", &[], 3),
        ("fanorona", &[], 3),
        ("alquerque-de-tres", &[("after_placing", "move"), ("repetition", "count")], 6),
        ("liebre", &[("taken_to_win", "11")], 4),
        ("liebre", &[("taken_to_win", "11"), ("board", "no_diagonals"), ("chain", "none"), ("blocked", "draw")], 4),
        ("liebre", &[("taken_to_win", "10"), ("chain", "mandatory"), ("capture", "mandatory")], 4),
    ] {
        let ruleset = find_game(game).unwrap().ruleset(None, rules).unwrap();
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let [wdl, plies] = [0, 1].map(|at| folders[at].path());
        let tables = tables_saying(Metric::Wdl, &ruleset, most, 2, wdl);
        let with_plies = tables_of(&ruleset, most, 2, plies);
        let AnyTables::Material(endings) = &with_plies else { panic!("the tables are not tables of material") };
        for ending in endings.in_order() {
            for position in (0..ending.index.numbers()).filter_map(|number| ending.position(number)) {
                let [found, wanted] = [&tables, &with_plies].map(|tables| tables.probe(&position).unwrap().unwrap());
                assert_eq!(found, wanted.wdl.into(), "{game} {position:?}");
            }
        }
        let bytes = |folder: &Path| {
            fs::read_dir(folder).unwrap().map(|file| file.unwrap().metadata().unwrap().len()).sum::<u64>()
        };
        assert!(bytes(wdl) < bytes(plies), "{game}");
        let rules = AnyRules::compile(ruleset.clone()).unwrap();
        let verify = Verifier {
            tables: &tables,
            positions: u64::MAX,
            seed: 1,
            threads: 2,
            stop: &|| false,
            on_progress: &|_| {},
        };
        let verified = verify.run(&rules).unwrap();
        assert!(verified.faults.is_empty() && verified.positions > 1000, "{game}");
        // A table without distances is solved again where distances are needed; a table with distances serves where WDL
        // is enough.
        drop(tables);
        tables_of(&ruleset, most - 1, 1, wdl);
        let last = endings.in_order().last().unwrap();
        let (title, law) = (&ruleset.title(), &Arc::new(MaterialLaw::of(&ruleset).unwrap()));
        let (folder, metric, memory) = (wdl, Metric::Wdl, 1 << 30);
        let one = MaterialSolver { rules: &rules, law, title, folder, metric, threads: 1, memory, stop: &|| false };
        assert!(one.solve(last.index.signature, &|_, _| {}).unwrap().is_done());
        let tables = AnyTables::open(AnyLaw::of(&ruleset).unwrap(), wdl).unwrap();
        for position in (0..last.index.numbers()).filter_map(|number| last.position(number)) {
            let [found, wanted] = [&tables, &with_plies].map(|tables| tables.probe(&position).unwrap().unwrap());
            assert_eq!(found.wdl, wanted.wdl, "{game} {position:?}");
        }
        drop(tables);
        let AnyTables::Material(reopened) = AnyTables::open(AnyLaw::of(&ruleset).unwrap(), wdl).unwrap() else {
            panic!("the tables are not tables of material")
        };
        let smallest = &reopened.in_order().next().unwrap().index.signature;
        assert!(MaterialTable::exists(wdl, smallest, Metric::Dtw).unwrap(), "{game}");
    }
}

#[test]
fn a_hunt_needs_no_scratch_space_for_wdl() {
    let ruleset = ruleset_of("liebre", Some("ten"));
    let (rules, law) = (&AnyRules::compile(ruleset.clone()).unwrap(), &Arc::new(MaterialLaw::of(&ruleset).unwrap()));
    let [wdl, plies] = [Metric::Wdl, Metric::Dtw].map(|metric| {
        let folder = tempfile::tempdir().unwrap();
        let (title, folder) = (&ruleset.title(), folder.path());
        let endings = MaterialSolver { rules, law, title, folder, metric, threads: 1, memory: 0, stop: &|| false };
        endings.resources(&law.signatures(11)).unwrap()
    });
    assert!(wdl.scratch == 0 && plies.scratch > 0);
    assert!(2 * wdl.memory < plies.memory);
}

#[test]
fn foreign_and_damaged_tables_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    tables_of(&english(), 2, 1, folder.path());
    let opened = |ruleset: &Ruleset| AnyTables::open(AnyLaw::of(ruleset).unwrap(), folder.path());
    assert!(matches!(opened(&ruleset_of("brazilian", None)), Err(TableError::OtherRules { .. })));
    let path = fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
    let mut bytes = fs::read(&path).unwrap();
    bytes.truncate(bytes.len() - 1);
    fs::write(&path, bytes).unwrap();
    assert!(matches!(opened(&english()), Err(TableError::Corrupt { .. })));
}

#[test]
fn the_verifier_finds_a_wrong_value() {
    let folder = tempfile::tempdir().unwrap();
    let rules = AnyRules::compile(english()).unwrap();
    let faults = |tables: &AnyTables| {
        let verify =
            Verifier { tables, positions: u64::MAX, seed: 1, threads: 2, stop: &|| false, on_progress: &|_| {} };
        verify.run(&rules).unwrap().faults
    };
    let tables = tables_of(&english(), 2, 2, folder.path());
    assert_eq!(faults(&tables), []);
    // A king next to a king: the side to move wins.
    let law = Arc::new(MaterialLaw::of(&english()).unwrap());
    let kings = law.signatures(2).into_iter().find(|signature| signature.to_string() == "k1-k1").unwrap();
    let ending = MaterialTable::open(&law, folder.path(), kings).unwrap();
    let king =
        |point: u16, side: Side| PlacedPiece { point: Point(point), piece: Piece { side, rank: Rank::King }, depth: 0 };
    let position = Anatomy {
        to_move: Side::First,
        pieces: vec![king(13, Side::First), king(17, Side::Second)],
        ..Anatomy::empty()
    };
    assert_eq!(tables.probe(&position).unwrap(), Some(GameValue::win(Some(Dtw(1)))));
    let (number, numbers) = (ending.index.number(&position), ending.index.numbers());
    drop((ending, tables));
    rewrite(&MaterialTable::path(folder.path(), &kings), numbers, |_, block| block[number] = 3);
    let found = faults(&AnyTables::open(AnyLaw::of(&english()).unwrap(), folder.path()).unwrap());
    assert!(
        found
            .iter()
            .any(|fault| fault.stored == GameValue::win(Some(Dtw(3))) && fault.derived == GameValue::win(Some(Dtw(1))))
    );
}
