//! Hunts with placing: small relatives of bagh-chal, solved level by level.

use crate::agreement::verdict;
use crate::{compiled, tables_of};
use quirkat_plain::translate::{Translation, rules_of};
use quirkat_plain::{Board, LiteMap, Rules, Solution};
use quirkat_rules::{GameFile, Ruleset, Side};
use quirkat_solve::{AnyLaw, AnyTables, MaterialLaw, PlacingSolver, PlacingStage, Run, TableError, Verifier};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Board of columns by rows with two tigers in opposite corners, the goats in hand, and the captures that win.
#[derive(Clone, Copy)]
struct Small {
    board: [i32; 2],
    goats: u8,
    taken_to_win: u8,
}

const SMALL: [Small; 3] = [
    Small { board: [3, 3], goats: 4, taken_to_win: 2 },
    Small { board: [3, 3], goats: 5, taken_to_win: 5 },
    Small { board: [5, 3], goats: 4, taken_to_win: 2 },
];

impl Small {
    fn ruleset(self) -> Ruleset {
        let Small { board: [width, height], goats, taken_to_win } = self;
        let row = |first: &str, last: &str| {
            let between = " .".repeat(width as usize - 2);
            format!("{first}{between} {last}\n")
        };
        let setup = row(".", "b") + &row(".", ".").repeat(height as usize - 2) + &row("b", ".");
        let text = include_str!("../../../rules/games/bagh-chal.toml")
            .replace("board = \"alq5\"", &format!("board = \"alq({width},{height})\""))
            .replace("hand = [20, 0]", &format!("hand = [{goats}, 0]"))
            .replace("b . . . b\n. . . . .\n. . . . .\n. . . . .\nb . . . b\n", &setup);
        let file = GameFile::parse("small.toml", &text, &|_| Err(String::new().into())).unwrap();
        file.ruleset(Some("nepal"), &[("repetition", "draw"), ("taken_to_win", &taken_to_win.to_string())]).unwrap()
    }

    fn plain(self, ruleset: &Ruleset) -> Rules {
        let [width, height] = self.board;
        let mut rules = rules_of(ruleset, Board::alq(width, height));
        rules.hand_at_start = [self.goats.into(), 0];
        let tiger = (quirkat_plain::Side::Second, quirkat_plain::Rank::Man);
        rules.pieces_at_start = LiteMap::from_iter([((0, 0), tiger), ((width - 1, height - 1), tiger)]);
        rules
    }

    fn pieces(self) -> usize {
        usize::from(self.goats) + 2
    }
}

fn law(ruleset: &Ruleset) -> Arc<MaterialLaw> {
    Arc::new(MaterialLaw::of(ruleset).unwrap())
}

fn solve(law: &Arc<MaterialLaw>, threads: usize, folder: &Path) -> AnyTables {
    let solver = PlacingSolver { law, title: "small", folder, threads, stop: &|| false };
    assert_eq!(solver.solve(&|_| {}).unwrap(), Run::Done);
    AnyTables::open(AnyLaw::Material(Arc::clone(law)), folder).unwrap()
}

pub fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = entries
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(&path).unwrap()))
        .collect();
    files.sort_unstable();
    files
}

#[test]
fn every_position_has_the_value_of_the_plain_solver() {
    for small in SMALL {
        let ruleset = small.ruleset();
        let folder = tempfile::tempdir().unwrap();
        let tables = solve(&law(&ruleset), 2, folder.path());
        let (plain, translation) = (small.plain(&ruleset), Translation::of(&ruleset.board));
        let (mut placing, mut placed) = (0, 0);
        Solution::new(&plain, small.pieces()).each(|state, value| {
            let position = translation.anatomy(state);
            let [goats, _] = Side::BOTH.map(|side| position.material().of_side(side));
            // With fewer goats the game is over.
            if goats + u32::from(small.taken_to_win) <= small.goats.into() {
                return;
            }
            let (found, expected) = (tables.probe(&position).unwrap(), verdict(value));
            if position.hand[0] > 0 {
                placing += 1;
                assert_eq!(found.map(|value| value.wdl), Some(expected.wdl), "{state:?}");
            } else {
                placed += 1;
                assert_eq!(found, Some(expected), "{state:?}");
            }
        });
        assert!(placing > 1_000 && placed > 100, "{placing} with goats in hand, {placed} without");
        let AnyTables::Material(tables) = tables else { panic!("the game has hands") };
        let counted: u64 = tables
            .counts_placed()
            .flat_map(|(_, sides)| sides.map(|counts| counts.won + counts.lost + counts.drawn))
            .sum();
        assert_eq!(counted, placing, "the counts are those of all positions");
    }
}

#[test]
fn tables_verify_and_a_planted_fault_is_found() {
    let small = SMALL[2];
    let ruleset = small.ruleset();
    let folder = tempfile::tempdir().unwrap();
    let tables = solve(&law(&ruleset), 2, folder.path());
    let verify = |tables: &AnyTables| {
        let verifier =
            Verifier { tables, positions: u64::MAX, seed: 1, threads: 2, stop: &|| false, on_progress: &|_| {} };
        verifier.run(&compiled(&ruleset)).unwrap()
    };
    let report = verify(&tables);
    assert_eq!((report.positions, report.faults), (tables.positions(), vec![]));
    drop(tables);
    plant(&folder.path().join("placed-02.table"), 0b11);
    let planted = AnyTables::open(AnyLaw::Material(law(&ruleset)), folder.path()).unwrap();
    let faults = verify(&planted).faults;
    assert!(!faults.is_empty(), "one wrong value is found");
    // A table of a game that another number of captures wins.
    let elsewhere = tempfile::tempdir().unwrap();
    solve(&law(&Small { taken_to_win: 3, ..small }.ruleset()), 1, elsewhere.path());
    fs::copy(elsewhere.path().join("placed-02.table"), folder.path().join("placed-02.table")).unwrap();
    let opened = AnyTables::open(AnyLaw::Material(law(&ruleset)), folder.path());
    assert!(matches!(opened, Err(TableError::OtherRules { .. })));
}

/// Changes the bit of a set in the first map of a table, and writes new checksums.
pub fn plant(path: &Path, set: usize) {
    const FOOTER: usize = 24;
    let mut bytes = fs::read(path).unwrap();
    let footer = bytes.len() - FOOTER;
    let number = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap()) as usize;
    let text = bytes.windows(2).position(|two| two == b"\n\n").unwrap() + 2;
    let (index, offset) = (number(footer), number(number(footer)));
    let int = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    let (packed, length) = (int(index + 8), int(index + 12));
    let mut block = lz4_flex::block::decompress(&bytes[offset..offset + packed], length).unwrap();
    block[set / 8] ^= 1 << (set % 8);
    // The new block replaces the old one at the end of the blocks, with the index behind it.
    let block = lz4_flex::block::compress(&block);
    let mut entries = bytes[index..footer].to_vec();
    entries[..8].copy_from_slice(&(index as u64).to_le_bytes());
    entries[8..12].copy_from_slice(&(block.len() as u32).to_le_bytes());
    entries[16..20].copy_from_slice(&crc32fast::hash(&block).to_le_bytes());
    let mut crc = crc32fast::Hasher::new();
    crc.update(&bytes[..text]);
    crc.update(&entries);
    let mut end = bytes.split_off(footer);
    bytes.truncate(index);
    bytes.extend(&block);
    end[..8].copy_from_slice(&(bytes.len() as u64).to_le_bytes());
    end[16..20].copy_from_slice(&crc.finalize().to_le_bytes());
    bytes.extend(&entries);
    bytes.extend(&end);
    fs::write(path, bytes).unwrap();
}

#[test]
fn tables_do_not_depend_on_threads_or_interruptions() {
    let law = law(&SMALL[2].ruleset());
    let [one, three] = [1, 3].map(|threads| {
        let folder = tempfile::tempdir().unwrap();
        solve(&law, threads, folder.path());
        files(folder.path())
    });
    assert!(one == three, "the number of threads makes a difference");
    for (placed, stage) in [(4, PlacingStage::Ply(2)), (3, PlacingStage::Placing), (1, PlacingStage::Moves)] {
        let folder = tempfile::tempdir().unwrap();
        let stop = AtomicBool::new(false);
        let solver = PlacingSolver {
            law: &law,
            title: "small",
            folder: folder.path(),
            threads: 1,
            stop: &|| stop.load(Relaxed),
        };
        let run = solver.solve(&|progress| {
            if (progress.placed, progress.stage) == (placed, stage) {
                stop.store(true, Relaxed);
            }
        });
        assert_eq!(run.unwrap(), Run::Interrupted, "{placed} placed, {stage:?}");
        let left = files(folder.path());
        assert!(left.len() < one.len() && left.iter().all(|file| one.contains(file)), "only finished tables stay");
        solve(&law, 2, folder.path());
        assert!(files(folder.path()) == one, "a break makes a difference");
    }
}

#[test]
fn the_published_counts_of_bagh_chal_are_those_of_all_placements() {
    let sets = |points: u64, size: u64| (0..size).fold(1, |sets, taken| sets * (points - taken) / (taken + 1));
    let (mut all, mut rows) = (0, 0);
    for line in include_str!("../../../../docs/results/data/bagh-chal.csv").lines().skip(1) {
        let numbers: Vec<u64> = line.split(',').filter_map(|cell| cell.parse().ok()).collect();
        let (placed, taken, counts) = (numbers[0], numbers[1], &numbers[2..5]);
        let positions = counts.iter().sum::<u64>();
        assert_eq!(positions, sets(25, 4) * sets(21, placed - taken), "{line}");
        (all, rows) = (all + positions, rows + 1);
    }
    assert_eq!((all, rows), (265_052_818_800, 190));
}

/// The solver of endings, which shares only the law with this one.
#[test]
fn positions_with_all_pieces_placed_have_the_values_of_the_solver_of_endings() {
    let ruleset = SMALL[2].ruleset();
    let [placing, endings] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let tables = solve(&law(&ruleset), 2, placing.path());
    let by_endings = tables_of(&ruleset, SMALL[2].pieces(), 2, endings.path());
    let mut compared = 0;
    let AnyTables::Material(tables) = tables else { panic!("the game has hands") };
    for ending in tables.in_order() {
        for position in (0..ending.index.numbers()).filter_map(|number| ending.position(number)) {
            let found = tables.probe(&mut position.clone()).unwrap();
            assert_eq!(found, by_endings.probe(&position).unwrap(), "{position:?}");
            compared += 1;
        }
    }
    assert!(compared > 10_000, "{compared}");
}
