//! Tables of all games, held position by position against a plain solver by plain rules (`quirkat-plain`), which share no code with
//! the engine and the solver.
//!
//! `QUIRKAT_PLAIN=3 cargo test -p quirkat-solve --test truth -- --nocapture every_position_with_few` compares all positions of up to
//! three pieces of every game, and of up to four of six games of different kinds; with `QUIRKAT_PLAIN_OF=dablot` those of one game,
//! and with `QUIRKAT_PLAIN_OF=dablot:keyland` those of one rule set.

use crate::tables_of;
use quirkat_plain::translate::{Translation, game};
use quirkat_plain::{self as plain, Rules, Solution};
use quirkat_rules::{Anatomy, Dtw, GameValue, Ruleset, Wdl, games};
use quirkat_solve::{AnyLaw, AnyTables, MaterialTable};
use std::collections::HashSet;
use std::time::Instant;

/// Games with kings, towers, hands, rows that close, a hunt, and captures by approach: of these there is one piece more.
const KINDS: [&str; 6] =
    ["english:wcdf", "lasca:lasca", "queah:walker", "tuknanavuhpi:seed", "leopards:parker", "fanorona:tsivy"];

/// The pieces of which all positions are compared.
fn pieces(title: &str, rules: &Rules) -> usize {
    let usual = match rules.board.points.len() {
        0..=9 => 5,
        10..=25 => 3,
        _ => 2,
    };
    let wanted = std::env::var("QUIRKAT_PLAIN").map(|most| most.parse().expect("QUIRKAT_PLAIN is a number"));
    let most = wanted.map_or(usual, |most: usize| most + usize::from(KINDS.contains(&title)));
    // Of a hunt there is nothing without all of the hunters.
    (most..).find(|&most| !rules.stocks(most).is_empty()).expect("there are pieces")
}

#[test]
fn every_position_with_few_pieces_is_worth_what_the_plain_solver_finds() {
    let (mut laws, mut kinds, mut all, mut faults) = (HashSet::new(), 0, 0, vec![]);
    let only = std::env::var("QUIRKAT_PLAIN_OF").ok();
    for file in games() {
        for variant in file.variants() {
            let title = format!("{}:{variant}", file.id);
            if only.as_ref().is_some_and(|only| *only != file.id && *only != title) {
                continue;
            }
            let (ruleset, rules) = game(&file.id, variant, &[]).unwrap();
            let Ok(law) = AnyLaw::of(&ruleset) else { continue };
            // What comes to the same law has the same tables.
            if !laws.insert(law.text()) {
                continue;
            }
            kinds += usize::from(KINDS.contains(&&*title));
            let (most, began) = (pieces(&title, &rules), Instant::now());
            match agree(&ruleset, &rules, most) {
                Ok(positions) => {
                    let seconds = began.elapsed().as_secs_f32();
                    println!("{title}: {positions} positions of up to {most} pieces, {seconds:.1} s");
                    all += positions;
                }
                Err(fault) => faults.push(format!("{title}: {fault}")),
            }
        }
    }
    println!("{} laws, {all} positions", laws.len());
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let is_enough = laws.len() > 90 && kinds == KINDS.len() && all > 3_000_000;
    assert!(is_enough || only.is_some() && all > 0, "{} laws, {all} positions", laws.len());
}

/// Compares every position of up to so many pieces; how many there are, or the first that differs.
fn agree(ruleset: &Ruleset, rules: &Rules, most: usize) -> Result<u64, String> {
    let folder = tempfile::tempdir().unwrap();
    let mut tables = tables_of(ruleset, most, 1, folder.path());
    tables.load_distances().unwrap();
    let translation = Translation::of(&ruleset.board);
    let (mut positions, mut fault) = (0, None);
    Solution::new(rules, most).each(|state, worth| {
        let (found, wanted) = (tables.probe(&translation.anatomy(state)).unwrap(), verdict(worth));
        if found != Some(wanted) && fault.is_none() {
            fault = Some(format!("{found:?} and not {wanted:?}, {state:?}"));
        }
        positions += 1;
    });
    match (fault, held(&tables, ruleset, rules)) {
        (Some(fault), _) => Err(fault),
        (None, Some(held)) if held != positions => Err(format!("the tables hold {held} positions of {positions}")),
        (None, _) => Ok(positions),
    }
}

/// A worth as the tables tell it.
pub fn verdict(worth: plain::Worth) -> GameValue {
    let (worth, plies) = match worth {
        plain::Worth::Win(plies) => (Wdl::Win, Some(plies)),
        plain::Worth::EndlessWin => (Wdl::Win, None),
        plain::Worth::Draw => (Wdl::Draw, None),
        plain::Worth::EndlessLoss => (Wdl::Loss, None),
        plain::Worth::Loss(plies) => (Wdl::Loss, Some(plies)),
    };
    GameValue { wdl: worth, dtw: plies.map(Dtw) }
}

/// How many positions tables of endings hold, those that symmetries lay on one another each. Not counted is what nobody comes to:
/// where rows close in pairs, an odd number of them.
fn held(tables: &AnyTables, ruleset: &Ruleset, rules: &Rules) -> Option<u64> {
    let (AnyTables::Material(tables), AnyLaw::Material(frame)) = (tables, AnyLaw::of(ruleset).unwrap()) else {
        return None;
    };
    let numbers_closed = rules.numbers_closed();
    let is_reached = |ending: &&MaterialTable| {
        ending.index.signature.closed.iter().all(|&rows| numbers_closed.contains(&usize::from(rows)))
    };
    let mut anatomy = Anatomy::empty();
    let endings = tables.in_order().filter(is_reached).map(|ending| {
        let index = &ending.index;
        let used = (0..index.numbers()).filter(|&number| index.position(number, &mut anatomy));
        let positions: u64 = used.map(|number| index.size(number)).sum();
        // It answers for the exchanged sides, too.
        if frame.exchanged(&index.signature).is_some() { 2 * positions } else { positions }
    });
    Some(endings.sum())
}
