//! Games that always end, gone down to their ends: known values, and what tables say.

use super::tables_of;
use quirkat_rules::{AnyRules, Ruleset, Setup, find_game};
use quirkat_solve::{AnyTables, Descent, Worth, always_ends};

fn descent(rules: &AnyRules) -> Descent<'_> {
    Descent { rules, memory: 1 << 28, stop: &|| false, tell: &|_| {} }
}

/// What the start is worth to the side that begins.
fn start(ruleset: &Ruleset) -> Worth {
    let rules = AnyRules::compile(ruleset.clone()).unwrap();
    descent(&rules).worths(&[rules.new_game().setup()]).unwrap().0[0]
}

#[test]
fn small_boards_of_konane_are_worth_what_is_known() {
    // "Solving narrow Konane boards", ICGA Journal 43, 2021: Black begins; columns × rows.
    for (size, black) in [("4x4", Worth::Lost), ("5x4", Worth::Lost), ("6x4", Worth::Lost), ("5x5", Worth::Won)] {
        let ruleset = find_game("konane").unwrap().ruleset(None, &[("size", size)]).unwrap();
        assert_eq!(start(&ruleset), black, "{size}");
    }
}

#[test]
fn whatever_tables_hold_is_worth_the_same() {
    for (rules, most) in [(&[("size", "4x4")][..], 4), (&[("size", "4x5"), ("blocked", "draw")], 3)] {
        let ruleset = find_game("konane").unwrap().ruleset(None, rules).unwrap();
        assert!(always_ends(&ruleset.options), "{rules:?}");
        let folder = tempfile::tempdir().unwrap();
        let tables = tables_of(&ruleset, most, 1, folder.path());
        let AnyTables::Endings(endings) = &tables else { panic!("it has endings") };
        let positions = endings
            .in_order()
            .flat_map(|ending| (0..ending.numbering.numbers()).filter_map(|number| ending.position(number)));
        let (setups, worths): (Vec<Setup>, Vec<Worth>) = positions
            .map(|position| {
                let mut setup = Setup::empty(&ruleset.board);
                position.put(&mut setup);
                (setup, tables.verdict(&position).unwrap().unwrap().worth)
            })
            .unzip();
        let rules = AnyRules::compile(ruleset).unwrap();
        let (found, _) = descent(&rules).worths(&setups).unwrap();
        assert!(found.len() > 1000 && found == worths, "{rules:?}");
    }
}
