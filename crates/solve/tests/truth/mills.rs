//! Games of mills with placing: small relatives of nine men's morris, solved from their last level to the first.

use crate::agreement::verdict;
use crate::compiled;
use crate::placing::{files, plant};
use quirkat_plain::translate::{Translation, rules_of};
use quirkat_plain::{Board, LiteMap, Rules, Solution};
use quirkat_rules::{Anatomy, GameFile, Ruleset, Side, Wdl};
use quirkat_solve::{
    AnyLaw, AnyTables, MaterialLaw, MaterialSignature, MillsSolver, MillsStage, Run, TableError, Verifier,
};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Game on a board of columns by rows with the men of each side in hand, and the captures that win.
#[derive(Clone, Copy)]
struct Small {
    board: [i32; 2],
    men: u8,
    taken_to_win: u8,
    rules: &'static [(&'static str, &'static str)],
}

const SMALL: [Small; 5] = [
    Small { board: [3, 3], men: 4, taken_to_win: 2, rules: &[("fly_at_three", "yes")] },
    Small { board: [3, 3], men: 4, taken_to_win: 3, rules: &[("fly_at_three", "no")] },
    Small { board: [3, 3], men: 4, taken_to_win: 4, rules: &[("mill_protected", "no"), ("fly_at_three", "yes")] },
    Small { board: [3, 3], men: 4, taken_to_win: 2, rules: &[("diagonal_mills", "no")] },
    Small { board: [3, 3], men: 3, taken_to_win: 1, rules: &[] },
];

impl Small {
    fn ruleset(self) -> Ruleset {
        let Small { board: [width, height], men, taken_to_win, rules } = self;
        let text = include_str!("../../../rules/games/alquerque-de-nueve.toml")
            .replace("board = \"mill24()\"", &format!("board = \"alq({width},{height})\""))
            .replace("hand = 9", &format!("hand = {men}"));
        let file = GameFile::parse("small.toml", &text, &|_| Err(String::new().into())).unwrap();
        let taken_to_win = taken_to_win.to_string();
        let rules: Vec<_> = rules.iter().copied().chain([("taken_to_win", &*taken_to_win)]).collect();
        file.ruleset(Some("alfonso"), &rules).unwrap()
    }

    fn plain(self, ruleset: &Ruleset) -> Rules {
        let [width, height] = self.board;
        Rules {
            pieces_at_start: LiteMap::new(),
            hand_at_start: [self.men.into(); 2],
            ..rules_of(ruleset, Board::alq(width, height))
        }
    }

    /// Returns whether a position is that of a level: the sides place in turn.
    fn is_of_level(self, position: &Anatomy) -> bool {
        let [own, other] = [position.to_move, position.to_move.other()].map(|side| position.hand[side.index()]);
        own == other || own == other + 1
    }
}

fn law(ruleset: &Ruleset) -> Arc<MaterialLaw> {
    Arc::new(MaterialLaw::of(ruleset).unwrap())
}

fn solve(law: &Arc<MaterialLaw>, threads: usize, folder: &Path) -> AnyTables {
    let solver = MillsSolver { law, title: "small", folder, threads, stop: &|| false };
    assert_eq!(solver.solve(&|_| {}).unwrap(), Run::Done);
    AnyTables::open(AnyLaw::Material(Arc::clone(law)), folder).unwrap()
}

fn verify(ruleset: &Ruleset, tables: &AnyTables) -> (u64, usize) {
    let verifier = Verifier { tables, positions: u64::MAX, seed: 1, threads: 2, stop: &|| false, on_progress: &|_| {} };
    let report = verifier.run(&compiled(ruleset)).unwrap();
    (report.positions, report.faults.len())
}

#[test]
fn every_position_of_a_game_of_mills_has_the_value_of_the_plain_solver() {
    for small in SMALL {
        let ruleset = small.ruleset();
        let folder = tempfile::tempdir().unwrap();
        let tables = solve(&law(&ruleset), 2, folder.path());
        let (plain, translation) = (small.plain(&ruleset), Translation::of(&ruleset.board));
        let (mut compared, mut found) = (0, [0; 3]);
        Solution::new(&plain, 2 * usize::from(small.men)).each(|state, value| {
            let position = translation.anatomy(state);
            let [first, second] = Side::BOTH.map(|side| position.material().of_side(side));
            // With fewer men the game is over.
            if first.min(second) + u32::from(small.taken_to_win) <= small.men.into() || !small.is_of_level(&position) {
                return;
            }
            let (value, expected) = (tables.probe(&position).unwrap(), verdict(value).wdl);
            assert_eq!(value.map(|value| value.wdl), Some(expected), "{state:?}, {:?}", small.rules);
            compared += 1;
            // In the counts, the first side begins.
            if position.hand[0] > position.hand[1] {
                return;
            }
            found[[Wdl::Win, Wdl::Draw, Wdl::Loss].iter().position(|wdl| *wdl == expected).unwrap()] += 1;
        });
        assert!(compared > 1_000 && found[0].min(found[2]) > 10, "{compared}: {found:?}, {:?}", small.rules);
        let AnyTables::Material(tables) = tables else { panic!("the game has hands") };
        let counted = tables
            .counts_placed()
            .flat_map(|(_, sides)| sides)
            .fold([0; 3], |[won, drawn, lost], counts| [won + counts.won, drawn + counts.drawn, lost + counts.lost]);
        assert_eq!(counted, found, "the counts are those of all positions, {:?}", small.rules);
    }
}

#[test]
fn tables_of_mills_verify_and_a_planted_fault_is_found() {
    let small = SMALL[0];
    let ruleset = small.ruleset();
    let folder = tempfile::tempdir().unwrap();
    let tables = solve(&law(&ruleset), 2, folder.path());
    assert_eq!(verify(&ruleset, &tables), (tables.positions(), 0));
    drop(tables);
    plant(&folder.path().join("mills-08-04.table"), 0b111);
    let planted = AnyTables::open(AnyLaw::Material(law(&ruleset)), folder.path()).unwrap();
    assert!(verify(&ruleset, &planted).1 > 0, "one wrong value is found");
    // A table of a game with another number of captures that win.
    let elsewhere = tempfile::tempdir().unwrap();
    solve(&law(&Small { taken_to_win: 3, ..small }.ruleset()), 1, elsewhere.path());
    fs::copy(elsewhere.path().join("mills-08-03.table"), folder.path().join("mills-08-03.table")).unwrap();
    let opened = AnyTables::open(AnyLaw::Material(law(&ruleset)), folder.path());
    assert!(matches!(opened, Err(TableError::OtherRules { .. })));
}

#[test]
fn tables_of_mills_do_not_depend_on_threads_or_interruptions() {
    let law = law(&SMALL[0].ruleset());
    let [one, three] = [1, 3].map(|threads| {
        let folder = tempfile::tempdir().unwrap();
        solve(&law, threads, folder.path());
        files(folder.path())
    });
    assert!(one == three, "the number of threads makes a difference");
    let stages = [
        (8, 3, MillsStage::Moves(1)),
        (8, 4, MillsStage::Replies(2)),
        (5, 2, MillsStage::Placing),
        (0, 0, MillsStage::Placing),
    ];
    for (level, men, stage) in stages {
        let folder = tempfile::tempdir().unwrap();
        let stop = AtomicBool::new(false);
        let solver =
            MillsSolver { law: &law, title: "small", folder: folder.path(), threads: 1, stop: &|| stop.load(Relaxed) };
        let run = solver.solve(&|progress| {
            if (progress.level, progress.men, progress.stage) == (level, men, stage) {
                stop.store(true, Relaxed);
            }
        });
        assert_eq!(run.unwrap(), Run::Interrupted, "level {level}, {men} men, {stage:?}");
        let left = files(folder.path());
        assert!(left.len() < one.len() && left.iter().all(|file| one.contains(file)), "only finished tables stay");
        solve(&law, 2, folder.path());
        assert!(files(folder.path()) == one, "a break makes a difference");
    }
}

#[test]
fn the_published_counts_of_nine_mens_morris_are_those_of_all_placements() {
    let sets = |points: u64, size: u64| (0..size).fold(1, |sets, taken| sets * (points - taken) / (taken + 1));
    let files = [
        include_str!("../../../../docs/results/data/nine-mens-morris-modern.csv"),
        include_str!("../../../../docs/results/data/nine-mens-morris-alfonso.csv"),
        include_str!("../../../../docs/results/data/nine-mens-morris-unprotected.csv"),
    ];
    for file in files {
        let (mut all, mut rows) = (0, 0);
        for line in file.lines().skip(1) {
            let cells: Vec<&str> = line.split(',').collect();
            let signature: MaterialSignature = cells[2].parse().unwrap();
            let [first, second] = signature.material.ranks.map(|ranks| u64::from(ranks[0]));
            let counts = cells[4..7].iter().map(|count| count.parse::<u64>().unwrap()).sum::<u64>();
            assert_eq!(counts, sets(24, first) * sets(24 - first, second), "{line}");
            // With equal hands, either side may be to move, and both count the same positions.
            let is_twin = signature.material.hand[0] == signature.material.hand[1] && cells[3] == "second";
            all += if is_twin { 0 } else { counts };
            rows += 1;
        }
        assert_eq!((all, rows), (428_026_181_393, 833));
    }
}
