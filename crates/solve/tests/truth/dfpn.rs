//! Positions settled by proof numbers: known values, and what tables say.

use super::{compiled, ruleset, tables_of};
use quirkat_rules::Setup;
use quirkat_solve::{AnyTables, Dfpn, EndingTables, NotFound, Worth};
use std::path::Path;

/// The endings of a game with at most so many pieces; none for none.
fn endings(title: &str, most: usize, folder: &Path) -> EndingTables {
    let AnyTables::Endings(mut tables) = tables_of(&ruleset(title, &[]), most, 1, folder) else {
        panic!("{title} has endings")
    };
    tables.unpack().unwrap();
    tables
}

#[test]
fn whatever_larger_endings_hold_is_worth_the_same() {
    // Approach, ranks, towers, hands, compulsion, rows that close, and captures that are free.
    for (title, less, more, positions) in [
        ("fanorona:dimyand", 0, 4, 300),
        ("english:wcdf", 2, 3, 200),
        ("lasca:lasca", 2, 3, 200),
        ("alquerque-de-tres:moving", 0, 6, 200),
        ("shashki:russian", 2, 3, 200),
        ("tuknanavuhpi:seed", 2, 3, 100),
        ("kharbaga:kharbaga", 2, 3, 100),
    ] {
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let (larger, tables) = (endings(title, more, folders[0].path()), &endings(title, less, folders[1].path()));
        let (game, larger) = (ruleset(title, &[]), AnyTables::Endings(larger));
        let mut rng = fastrand::Rng::with_seed(1);
        let drawn = std::iter::repeat_with(|| larger.draw(&mut rng)).flatten();
        let of_more = drawn.filter(|position| tables.find(&mut position.clone()).unwrap().is_none());
        let (setups, worths): (Vec<_>, Vec<_>) = of_more
            .take(positions)
            .map(|position| {
                let mut setup = Setup::empty(&game.board);
                position.put(&mut setup);
                (setup, larger.verdict(&position).unwrap().unwrap().worth)
            })
            .unzip();
        let rules = &compiled(&game);
        let dfpn = Dfpn { rules, tables, memory: 1 << 30, stop: &|| false, tell: &|_| {} };
        let (found, looked) = dfpn.worths(&setups).unwrap();
        assert!(found == worths && looked > 0, "{title}");
        let seen = [Worth::Won, Worth::Drawn, Worth::Lost].map(|worth| found.contains(&worth));
        assert_eq!(seen, [true; 3], "{title}: all of it is compared");
    }
}

#[test]
fn fanorona_of_twelve_stones_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let tables = &endings("fanorona:dimyand", 4, folder.path());
    let rules = &compiled(&ruleset("fanorona:dimyand", &[]));
    let dfpn = Dfpn { rules, tables, memory: 1 << 30, stop: &|| false, tell: &|_| {} };
    let start = rules.new_game().setup();
    assert_eq!(dfpn.worths(std::slice::from_ref(&start)).unwrap().0, [Worth::Drawn]);
    let less = Dfpn { memory: 1 << 16, ..dfpn };
    assert!(matches!(less.worths(std::slice::from_ref(&start)), Err(NotFound::Memory)));
    let stopped = Dfpn { stop: &|| true, ..dfpn };
    assert!(matches!(stopped.worths(&[start]), Err(NotFound::Stopped)));
}
