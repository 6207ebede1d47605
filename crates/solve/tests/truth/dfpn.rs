//! Proof-number search compared with published values and with tables.

use super::{compiled, ruleset, tables_of};
use quirkat_rules::{AnyGame, Blocked, Ruleset, Setup, Turn, Wdl, find_game};
use quirkat_solve::{AnyTables, Dfpn, DfpnError, MaterialLaw, MaterialTables, TableSource};
use std::path::Path;
use std::sync::Arc;

/// Solves and loads the tables of up to `most` pieces.
fn endings(ruleset: &Ruleset, most: usize, folder: &Path) -> MaterialTables {
    let AnyTables::Material(mut tables) = tables_of(ruleset, most, 1, folder) else {
        panic!("the tables are not tables of material")
    };
    tables.load().unwrap();
    tables
}

#[test]
fn proof_number_search_agrees_with_larger_tables() {
    // Approach, ranks, towers, hands, compulsory captures, closing rows, and optional captures.
    for (title, rules, less, more, positions) in [
        ("fanorona:dimyand", &[][..], 0, 4, 300),
        ("konane:hawaii10", &[("size", "4x4")], 0, 4, 1000),
        ("konane:hawaii10", &[("size", "4x5"), ("blocked", "draw")], 0, 3, 1000),
        ("english:wcdf", &[], 2, 3, 200),
        ("lasca:lasca", &[], 2, 3, 200),
        ("alquerque-de-tres:moving", &[], 0, 6, 200),
        ("shashki:russian", &[], 2, 3, 200),
        ("tuknanavuhpi:seed", &[], 2, 3, 100),
        ("kharbaga:kharbaga", &[], 2, 3, 100),
    ] {
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let game = ruleset(title, rules);
        let (larger, tables) = (endings(&game, more, folders[0].path()), &endings(&game, less, folders[1].path()));
        let larger = AnyTables::Material(larger);
        let mut rng = fastrand::Rng::with_seed(1);
        let drawn = std::iter::repeat_with(|| larger.sample(&mut rng)).flatten();
        let of_more = drawn.filter(|position| tables.probe(&mut position.clone()).unwrap().is_none());
        let (setups, worths): (Vec<_>, Vec<_>) = of_more
            .take(positions)
            .map(|position| {
                let mut setup = Setup::empty(&game.board);
                position.put(&mut setup);
                (setup, larger.probe(&position).unwrap().unwrap().wdl)
            })
            .unzip();
        let dfpn = Dfpn { rules: &compiled(&game), tables, memory: 1 << 30, stop: &|| false, on_progress: &|_| {} };
        let (found, looked) = dfpn.solve(&setups).unwrap();
        assert!(found == worths && looked > 0, "{title}");
        assert!([Wdl::Win, Wdl::Loss].iter().all(|wdl| found.contains(wdl)), "{title}");
        // There is no draw where every move captures and a blocked side loses.
        let can_draw = !title.starts_with("konane") || game.options.blocked == Blocked::Draw;
        assert_eq!(found.contains(&Wdl::Draw), can_draw, "{title}");
    }
}

#[test]
fn small_boards_of_konane_have_their_published_values() {
    // "Solving narrow Konane boards", ICGA Journal 43, 2021: Black begins; columns × rows.
    for (size, black) in [("4x4", Wdl::Loss), ("5x4", Wdl::Loss), ("6x4", Wdl::Loss), ("5x5", Wdl::Win)] {
        let ruleset = find_game("konane").unwrap().ruleset(None, &[("size", size)]).unwrap();
        let tables =
            &MaterialTables::open(Arc::new(MaterialLaw::of(&ruleset).unwrap()), TableSource::Embedded(&[])).unwrap();
        let rules = &compiled(&ruleset);
        let dfpn = Dfpn { rules, tables, memory: 1 << 28, stop: &|| false, on_progress: &|_| {} };
        assert_eq!(dfpn.solve(&[rules.new_game().setup()]).unwrap().0, [black], "{size}");
    }
}

#[test]
fn fanorona_of_twelve_stones_is_drawn() {
    // Source: Schadd and others, "Best play in Fanorona leads to draw", 2008.
    let folder = tempfile::tempdir().unwrap();
    let game = ruleset("fanorona:dimyand", &[]);
    let (tables, rules) = (&endings(&game, 4, folder.path()), &compiled(&game));
    let dfpn = Dfpn { rules, tables, memory: 1 << 30, stop: &|| false, on_progress: &|_| {} };
    let start = rules.new_game().setup();
    assert_eq!(dfpn.solve(std::slice::from_ref(&start)).unwrap().0, [Wdl::Draw]);
    let less = Dfpn { memory: 1 << 16, ..dfpn };
    assert!(matches!(less.solve(std::slice::from_ref(&start)), Err(DfpnError::Memory(_))));
    let stopped = Dfpn { stop: &|| true, ..dfpn };
    assert!(matches!(stopped.solve(&[start]), Err(DfpnError::Stopped(_))));
}

#[test]
fn a_proved_win_is_won_against_every_reply() {
    let ruleset = ruleset("buruj:max", &[]);
    let tables =
        &MaterialTables::open(Arc::new(MaterialLaw::of(&ruleset).unwrap()), TableSource::Embedded(&[])).unwrap();
    let rules = &compiled(&ruleset);
    // A winning move is found quickly among others whose values take long.
    let worth_within = |bytes, game: &AnyGame| {
        let dfpn = Dfpn { rules, tables, memory: bytes, stop: &|| false, on_progress: &|_| {} };
        dfpn.solve(&[game.setup()]).ok().map(|(worths, _)| worths[0])
    };
    let mut rng = fastrand::Rng::with_seed(1);
    for _ in 0..2 {
        let mut game = rules.new_game();
        let winner = game.to_move();
        while game.outcome().is_none() {
            let turns = game.turns().unwrap();
            let wins = |turn: &Turn, bytes| {
                let mut after = game.clone();
                after.play(turn).unwrap();
                match after.outcome() {
                    Some(outcome) => outcome.winner == Some(winner),
                    None => worth_within(bytes, &after) == Some(Wdl::Loss),
                }
            };
            let winning = || (20..32).step_by(3).find_map(|size| turns.iter().find(|turn| wins(turn, 1 << size)));
            let turn = if game.to_move() == winner { winning() } else { rng.choice(&turns) };
            let turn = turn.expect("a winning move").clone();
            game.play(&turn).unwrap();
        }
        assert_eq!(game.outcome().unwrap().winner, Some(winner));
    }
}
